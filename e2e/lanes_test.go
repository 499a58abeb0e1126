package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm"
	"procad/proc"
)

// scalar are the functions of lanes.fun that cannot run in lanes.
var scalar = map[string]bool{"varying": true, "counts": true, "matrix": true}

var vectors = regexp.MustCompile(`(?m)^\s.*phi <\d+ x double>`)

// TestLanes compares sums that run in lanes with the interpreter, for numbers
// of turns around those of lanes.
func TestLanes(t *testing.T) {
	compiler := llvm.Compiler{Level: 1, Cache: t.TempDir()}
	if _, err := compiler.Find(); err != nil {
		t.Skip("native code is not tested:", err)
	}
	machine := compiler.VectorMath(t.Context())
	if len(machine.Variants) == 0 {
		t.Skip("there are no functions for vectors")
	}
	for _, v := range machine.Variants {
		t.Run(fmt.Sprint(v.Lanes), func(t *testing.T) {
			testLanes(t, compiler, llvm.VectorMath{Variants: []llvm.Variant{v}, Names: machine.Names})
		})
	}
}

func testLanes(t *testing.T, compiler llvm.Compiler, vector llvm.VectorMath) {
	u := loadFile(t, "../testdata/lanes/lanes.fun")
	engine := &llvm.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "lanes.fun", Vector: vector}}
	defer engine.Close()
	var fs []proc.Func
	for _, f := range u.Roots {
		fs = append(fs, f, proc.VJP.Of(f))
	}
	require.NoError(t, engine.Prepare(fs...))
	for _, f := range u.Roots {
		t.Run(string(f), func(t *testing.T) {
			var module bytes.Buffer
			require.NoError(t, llvm.Emit(&module, u.Library.Def, []llvm.Entry{{Func: f, Symbol: "f"}, {Func: proc.VJP.Of(f), Symbol: "vjp"}}, llvm.Options{Vector: vector}))
			assert.Equal(t, !scalar[string(f)], vectors.MatchString(module.String()), "runs in lanes")
			for _, n := range []int{0, 1, 3, 7, 8, 9, 16, 21, 40} {
				given := map[string]any{"n": n, "m": 5, "a": 3}
				r := rand.New(rand.NewPCG(1, uint64(n)))
				for _, p := range u.Program.InterfaceOf(f).Params {
					if _, ok := given[p.Name]; !ok {
						given[p.Name] = drawn(p, given, r)
					}
				}
				text, err := json.Marshal(given)
				require.NoError(t, err)
				s, err := newSubject(u, string(f), string(text))
				require.NoError(t, err)
				s.text = strings.TrimSpace(fmt.Sprint("n = ", n))
				if _, want := s.value(s.machine()); want != nil {
					_, got := engine.Call(f, s.zone, s.arg)
					assert.Equal(t, want, got)
					continue
				}
				_, err = s.compare(engine, []proc.Func{f, proc.VJP.Of(f)}, false)
				assert.NoError(t, err)
			}
		})
	}
}
