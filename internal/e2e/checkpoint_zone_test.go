package e2e_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

const zoneFile = "../../testdata/checkpoint/zones.proc"

// TestStrategiesWithAccumulators compares values and first and second
// derivatives of testdata/checkpoint/zones.proc with strategies and with store,
// by the interpreter and natively: bit for bit, but for reverse over reverse,
// where iterations that run again add in another order.
func TestStrategiesWithAccumulators(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	for fn, strategies := range map[proc.Func][]string{
		proc.Name("times"): {"recompute", "every(2)", "sqrt", "bisect", "binomial(1)", "binomial(3)", "mixed(1)", "mixed(3)"},
		proc.Name("up"):    {"recompute", "every(3)", "bisect", "binomial(2)", "mixed(2)"},
		proc.Name("down"):  {"recompute", "every(3)", "bisect", "binomial(2)", "mixed(2)"},
		proc.Name("until"): {"recompute", "every(2)", "binomial(1)", "binomial(2)", "binomial(3)"},
	} {
		t.Run(fn.String(), func(t *testing.T) {
			t.Parallel()
			want := map[string][]data.Value{}
			same := func(engine, strategy string, got []data.Value) {
				if want[engine] == nil {
					want[engine] = got
				}
				for i, v := range got {
					equal := identical
					if i%len(twice(fn)) == len(twice(fn))-1 {
						equal = near
					}
					w := want[engine][i]
					require.True(t, equal(w, v), "%s: result %d of %s with %s is %s, not %s", engine, i, fn, strategy, show(v), show(w))
				}
			}
			for i, strategy := range append([]string{"store"}, strategies...) {
				u := withStrategy(t, zoneFile, strategy)
				same("the interpreter", strategy, derivatives(t, u, interp.New(u.Library.Def), fn))
				e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{Strict: true}}
				if _, err := e.Compiler.Find(); err != nil || i%3 != 0 {
					continue
				}
				require.NoError(t, e.Prepare(twice(fn)...))
				same("native code", strategy, derivatives(t, u, e, fn))
				e.Close()
			}
		})
	}
}

// twice are a function, its gradient and its second derivatives.
func twice(f proc.Func) []proc.Func {
	return []proc.Func{f, deriv.VJP.Of(f), deriv.Fwd.Of(deriv.VJP.Of(f)), deriv.VJP.Of(deriv.Fwd.Of(f)), deriv.VJP.Of(deriv.VJP.Of(f))}
}

// derivatives are the results of twice for some numbers of iterations.
func derivatives(t *testing.T, u *pipeline.Unit, e pipeline.Engine, f proc.Func) []data.Value {
	real, unit := data.Real, data.Unit()
	var out []data.Value
	for n := range int64(12) {
		x, dot := data.Tuple(data.Int(n), real(0.7), real(1.1)), data.Tuple(unit, real(0.3), real(-0.4))
		bar := data.Tuple(real(0.9), real(1.2))
		second := data.Tuple(bar, dot)
		for i, arg := range []data.Value{
			x, data.Tuple(x, bar), data.Tuple(data.Tuple(x, bar), data.Tuple(dot, bar)),
			data.Tuple(data.Tuple(x, dot), data.Tuple(bar, bar)), data.Tuple(data.Tuple(x, bar), second),
		} {
			v, err := e.Call(twice(f)[i], nil, arg)
			require.NoError(t, err, fmt.Sprint(twice(f)[i], n))
			out = append(out, v)
		}
	}
	return out
}
