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
	"procad/proc"
	"procad/proc/deriv"
)

// scalar are the functions of the files that cannot run in lanes, and the gradients of argmaxes that do not:
// some adds up in a branch as soon as it has its value, and is faster so.
var scalar = map[string]map[string]bool{
	"lanes":    {"counts": true, "matrix": true},
	"adds":     {"dot": true},
	"fills":    {"triangle": true, "overlapping": true, "crossing": true, "added": true, "along": true},
	"argmaxes": {"vjp$some": true},
}

// lanesBlock is the label of code in lanes.
var lanesBlock = regexp.MustCompile(`(?m)^lanes[.0-9]*:`)

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
			for file := range scalar {
				t.Run(file, func(t *testing.T) {
					testLanes(t, compiler, toolchain.VectorMath{Variants: []toolchain.Variant{v}, Names: machine.Names}, file)
				})
			}
		})
	}
}

func testLanes(t *testing.T, compiler toolchain.Compiler, vector toolchain.VectorMath, file string) {
	u := loadFile(t, "../../testdata/lanes/"+file+".fun")
	engine := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: file + ".fun", Vector: vector}}
	defer engine.Close()
	var fs []proc.Func
	for _, f := range u.Roots {
		fs = append(fs, f, deriv.VJP.Of(f))
	}
	require.NoError(t, engine.Prepare(fs...))
	for _, f := range u.Roots {
		t.Run(f.String(), func(t *testing.T) {
			for _, of := range []proc.Func{f, deriv.VJP.Of(f)} {
				if of != f && file != "argmaxes" {
					break // some gradients run in lanes, some do not
				}
				var module bytes.Buffer
				require.NoError(t, llvm.Emit(&module, u.Library.Def, []abi.Entry{{Func: of, Symbol: "f"}}, llvm.Options{Vector: vector}))
				assert.Equal(t, !scalar[file][of.String()], lanesBlock.MatchString(module.String()), "%s runs in lanes", of)
			}
			for _, n := range []int{0, 1, 3, 7, 8, 9, 16, 21, 40} {
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
