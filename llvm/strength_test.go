package llvm_test

import (
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

func powers(t *testing.T) *pipeline.Unit {
	text, err := os.ReadFile("../testdata/llvm/powers.fun")
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: "powers.fun", Text: string(text)})
	require.NoError(t, err)
	return u
}

// TestRunningPowers compares powers that loops carry, and their derivatives, with
// the interpreter, also for cotangents that overflow. What is added up has one sign, so that no error grows in a sum.
func TestRunningPowers(t *testing.T) {
	llvm.NeedClang(t)
	u := powers(t)
	var fs []proc.Func
	for _, f := range u.Roots {
		fs = append(fs, f, deriv.VJP.Of(f))
	}
	meaning := interp.New(u.Library.Def)
	options := map[string]llvm.Options{"default": {}, "strict": {Strict: true}, "lanes": {Vector: new(toolchain.Compiler).VectorMath(t.Context())}}
	for name, opts := range options {
		t.Run(name, func(t *testing.T) {
			e := &engine.Engine{Lookup: u.Library.Def, Options: opts}
			defer e.Close()
			require.NoError(t, e.Prepare(fs...))
			tolerance := 1e-12
			if opts.Strict {
				tolerance = 0
			}
			rapid.Check(t, func(r *rapid.T) {
				m := rapid.IntRange(0, 40).Draw(r, "m")
				x := rapid.OneOf(rapid.Float64Range(0.01, 1.5), rapid.SampledFrom([]float64{0, 1, 10})).Draw(r, "t")
				a := rapid.SliceOfN(rapid.Float64Range(0.1, 1), m, m).Draw(r, "a")
				scale := rapid.SampledFrom([]float64{1, 1e300, math.Inf(1)}).Draw(r, "scale")
				for range 4 {
					f := rapid.SampledFrom(u.Roots).Draw(r, "f")
					args := &data.Args{Interface: u.Program.InterfaceOf(f), Values: []data.Value{data.Real(x), data.Reals(a, m)}}
					zone, arg, err := args.For(u.Program.Lookup(f))
					require.NoError(r, err)
					y, yErr := meaning.Call(f, zone, arg)
					got, gotErr := e.Call(f, zone, arg)
					agree(r, f.String(), y, yErr, got, gotErr, tolerance)
					if yErr != nil || f == proc.Name("ago") && tolerance > 0 { // the slopes of which have two signs
						continue
					}
					vjp, both := deriv.VJP.Of(f), data.Tuple(arg, scaled(y, scale))
					want, wantErr := meaning.Call(vjp, zone, both)
					// By default a product of three numbers is multiplied in any order: 0 · ∞ is a NaN only where it is computed.
					if wantErr == nil && tolerance > 0 && !finite(want) {
						continue
					}
					got, gotErr = e.Call(vjp, zone, both)
					agree(r, vjp.String(), want, wantErr, got, gotErr, tolerance)
				}
			})
		})
	}
}

// finite says that no number of a value is infinite or NaN.
func finite(v data.Value) bool {
	all := true
	_ = data.Walk(v, func(l data.Leaf) error {
		x := math.Float64frombits(*l.Word)
		all = all && (l.Kind != data.RealLeaf || !math.IsInf(x, 0) && !math.IsNaN(x))
		return nil
	})
	return all
}

// scaled is a value whose numbers are multiplied.
func scaled(v data.Value, by float64) data.Value {
	v = v.Clone()
	_ = data.Walk(v, func(l data.Leaf) error {
		if l.Kind == data.RealLeaf {
			*l.Word = math.Float64bits(by * math.Float64frombits(*l.Word))
		}
		return nil
	})
	return v
}

// TestKnownExponents says that a power whose exponent is a number is multiplied out, in
// derivatives too, where the exponent is one less, and less again.
func TestKnownExponents(t *testing.T) {
	const text = "def f(x: Real[n], m: Int): Real = sum(i < n) nTimes(m, x[i], \\s. s^5 - x[i] * s^-2)"
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
	require.NoError(t, err)
	for _, g := range []proc.Func{deriv.Grad.Of(proc.Name("f")), deriv.Fwd.Of(deriv.Grad.Of(proc.Name("f")))} {
		var out bytes.Buffer
		require.NoError(t, llvm.Emit(&out, u.Library.Def, []abi.Entry{{Func: g, Symbol: "f"}}, llvm.Options{Strict: true}))
		assert.NotContains(t, out.String(), "call double @pc_powi", g.String())
	}
}
