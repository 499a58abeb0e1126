package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/golden"
)

// explain knows what the reverse of each loop of the examples keeps, without their data and with them.
func TestExplainExamples(t *testing.T) {
	for _, data := range golden.Files(t, filepath.Join(root, "examples", "*.json")) {
		t.Run(golden.Name(data), func(t *testing.T) {
			program := strings.TrimSuffix(data, ".json") + ".fun"
			for _, args := range [][]string{{"explain", program}, {"explain", program, "--in", data}} {
				var stdout, stderr bytes.Buffer
				assert.Equal(t, exitOK, run(args, strings.NewReader(""), &stdout, &stderr), "%s", &stderr)
				assert.Contains(t, stdout.String(), "loops", args)
			}
		})
	}
}
