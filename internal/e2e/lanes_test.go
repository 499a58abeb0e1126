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

	"procad/internal/clangs"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// inLanes are the files of loops that may run in lanes, and in how many functions some do at least.
var inLanes = map[string]int{"lanes": 20, "adds": 2, "fills": 4, "argmaxes": 1}

// vectors are code in lanes.
var vectors = regexp.MustCompile(`<\d+ x double>`)

// TestLanes compares loops that run in lanes with the interpreter, for numbers
// of iterations around those of lanes.
func TestLanes(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: 1}
	clangs.Need(t, compiler.Find)
	machine := compiler.VectorMath(t.Context())
	if len(machine.Variants) == 0 {
		t.Skip("there are no functions for vectors")
	}
	for _, v := range machine.Variants {
		t.Run(fmt.Sprint(v.Lanes), func(t *testing.T) {
			for file, some := range inLanes {
				t.Run(file, func(t *testing.T) {
					testLanes(t, compiler, toolchain.VectorMath{Variants: []toolchain.Variant{v}, Names: machine.Names}, file, some)
				})
			}
		})
	}
}

func testLanes(t *testing.T, compiler toolchain.Compiler, vector toolchain.VectorMath, file string, some int) {
	u := loadFile(t, "../../testdata/lanes/"+file+".fun")
	engine := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: file + ".fun", Vector: vector}}
	defer engine.Close()
	var fs []proc.Func
	for _, f := range u.Roots {
		fs = append(fs, f, deriv.VJP.Of(f))
	}
	require.NoError(t, engine.Prepare(fs...))
	found := 0
	for _, f := range fs {
		var module bytes.Buffer
		require.NoError(t, llvm.Emit(&module, u.Library.Def, []abi.Entry{{Func: f, Symbol: "f"}}, llvm.Options{Vector: vector}))
		if vectors.MatchString(module.String()) {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, some, "functions with loops in lanes")
	compareInLanes(t, u, engine, 0, 1, 3, 7, 8, 9, 16, 21, 40)
}

// compareInLanes compares the functions of a file with the interpreter, for some numbers of iterations.
func compareInLanes(t *testing.T, u *pipeline.Unit, engine *engine.Engine, numbers ...int) {
	for _, f := range u.Roots {
		t.Run(f.String(), func(t *testing.T) {
			for _, n := range numbers {
				given := map[string]any{"n": n, "m": 5, "a": 3, "at": places(n, n), "bad": places(n, 9), "late": places(n, 11)}
				r := rand.New(rand.NewPCG(1, uint64(n)))
				for _, p := range u.Program.InterfaceOf(f).Params {
					if _, ok := given[p.Name]; !ok {
						given[p.Name] = drawn(p, given, r)
					}
				}
				text, err := json.Marshal(given)
				require.NoError(t, err)
				s, err := newSubject(u, f.String(), string(text))
				require.NoError(t, err)
				s.text = strings.TrimSpace(fmt.Sprint("n = ", n))
				if _, want := s.value(s.machine()); want != nil {
					_, got := engine.Call(f, s.zone, s.arg)
					assert.Equal(t, want, got)
					continue
				}
				_, err = s.compare(engine, []proc.Func{f, deriv.VJP.Of(f)}, false)
				assert.NoError(t, err)
			}
		})
	}
}

// places are n indices below 5, but for one.
func places(n, out int) []int {
	at := make([]int, n)
	for i := range at {
		if at[i] = (i*i + 3) % 5; i == out {
			at[i] = 5 + i
		}
	}
	return at
}
