package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// A round takes some milliseconds, and one run at least.
func TestEnough(t *testing.T) {
	assert.Equal(t, 1000, enough(30))
	assert.Equal(t, 500, enough(10_000))
	assert.Equal(t, 1, enough(3e9))
}

// TestMeasured compares what is counted in a run with what was predicted: where
// the predictions are exact they are equal, elsewhere they are bounds.
func TestMeasured(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find)
	const data = `{"x": 0.5, "u0": [1, 2, 3], "n": 20}`
	for _, c := range []struct {
		file, fn, loop, strategies string
		exact                      bool
	}{
		{"loops.fun", "update", "loop1", "store,mixed(3)", true},
		{"loops.fun", "nested", "loop1", "binomial(3),mixed(3)", false},
		{"while.fun", "converge", "", "binomial(3)", false},
	} {
		t.Run(c.fn, func(t *testing.T) {
			in := filepath.Join(t.TempDir(), "data.json")
			require.NoError(t, os.WriteFile(in, []byte(data), 0o600))
			args := []string{"checkpoint", "measure", filepath.Join(root, "testdata", "checkpoint", c.file), "--fn", c.fn, "--in", in,
				"--strategies", c.strategies, "--strict", "--format", "json", "--runs", "1", "--rounds", "1"}
			if c.loop != "" {
				args = append(args, "--loop", c.loop)
			}
			var stdout, stderr bytes.Buffer
			require.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
			var rows []map[string]any
			require.NoError(t, json.Unmarshal(stdout.Bytes(), &rows))
			require.Len(t, rows, strings.Count(c.strategies, ",")+1)
			for _, row := range rows {
				for _, column := range []string{"forward", "checkpoints", "writes", "kept_bytes"} {
					counted, predicted := row[column].(float64), row[column+"_predicted"].(float64)
					where := fmt.Sprint(row["strategy"], " ", column)
					if c.exact {
						assert.Equal(t, predicted, counted, where)
					} else {
						assert.GreaterOrEqual(t, predicted, counted, where)
					}
				}
				assert.Equal(t, 0.0, row["difference"], row["strategy"])
			}
		})
	}
}
