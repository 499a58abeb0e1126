package e2e_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/clangs"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/reference"
	"procad/interp"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/lower"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// printing are functions that print, by name, with how many lines they do.
var printing = []struct {
	name, def string
	lines     int
	native    bool
}{
	{"forms", `(x: Real, v: Real[n]): Real =
  let c = { at: v, focal: x }; s = Box(x, 2);
    _ = trace("c", c); _ = trace("s", (s, Point, x > 0, 3)); _ = trace("cs", [c for i < 2]); _ = trace("ss", [s, Point]); _ = trace("one", { x: Only(x) });
    _ = trace("sum", (Inl x : Real + Int)); _ = trace("m", [[x, 1], [1 / 0, 0 / 0]]); _ = trace("unit", ()) in x^2`, 8, true},
	{"order", `(x: Real, v: Real[n]): Real = let y = trace("first", v); z = trace("second", 2 * x); w = trace("third", v) in y[0] + z + w[1]`, 3, false},
	{"unused", `(x: Real, v: Real[n]): Real = let _ = trace("x", x); _ = [trace("e", x) for _ < 3]; a = [trace("a", x + real(i)) for i < 3] in a[1]`, 7, true},
	{"twice", `(x: Real, v: Real[n]): Real = trace("x", x) * trace("x", x)`, 2, false},
	{"called", `(x: Real, v: Real[n]): Real = sum(i < n) v[i] * half(x * v[i])`, 3, false},
	{"nested", `(x: Real, v: Real[n]): Real = sum(i < n) (sum(j < n) v[i] * trace("e", v[j] * x)) * v[i]^2`, 9, true},
	{"invariant", `(x: Real, v: Real[n]): Real = sum(i < n) trace("k", exp(0 * x)) * v[i]`, 3, false},
	{"extremes", `(x: Real, v: Real[n]): Real = (max(i < n) trace("m", x * v[i])) + (min(i < n) trace("n", v[i])) + v[argmax(i < n) trace("a", v[i])]`, 9, true},
	{"products", `(x: Real, v: Real[n]): Real = product(i < n) trace("p", x * v[i])`, 3, false},
	{"largest", `(x: Real, v: Real[n]): Real = fold(\(s, y). max(s, trace("f", y * y)), x, v)`, 3, true},
	{"added", `(x: Real, v: Real[n]): Real = fold(\(s, y). s + trace("f", y * x), 0, v)`, 3, false},
	{"backwards", `(x: Real, v: Real[n]): Real = ccl(3, x, \(i, x). trace("c", x * v[i]))`, 3, false},
	{"built", `(x: Real, v: Real[n]): Real = let w = [trace("b", x * v[i]) for i < n] in sum(i < n) w[i] * w[i]`, 3, false},
	{"update", `(x: Real, v: Real[n]): Real = (nTimes(n, v, \w. set(w, 0, trace("u", w[0] * w[1] + x))))[0]`, 3, false},
	{"branch", `(x: Real, v: Real[n]): Real = sum(i < n) (if i mod 2 == 0 then trace("even", x * real(i)) else x * v[i])`, 2, false},
	{"looked", `(x: Real, v: Real[n]): Real = sum(i < n) trace("at", v[int(v[i] / 1000)] * v[i])`, 3, true},
	{"deep", `(x: Real, v: Real[n]): Real = down(x, 5)`, 5, false},
	{"slope", `(x: Real, v: Real[n]): Real = grad(\y. trace("d", x * y^3))(x)`, 1, false},
	{"forward", `(x: Real, v: Real[n]): Real = let (a, b) = jvp(\y. trace("d", x * y^3))(x, 1) in a * b`, 1, false},
	{"columns", `(x: Real, v: Real[n]): Real = let j = jacfwd(\u. [trace("j", u[i] * v[i] * x) for i < n])(v) in sum(i < n) j[i, i]`, 3, false},
	{"rows", `(x: Real, v: Real[n]): Real = let j = jacrev(\u. [trace("j", u[i] * v[i] * x) for i < n])(v) in sum(i < n) j[i, i]`, 3, false},
	{"curved", `(x: Real, v: Real[n]): Real = let h = hessian(\u. sum(i < n) trace("h", u[i]^3 * v[i]))(v) in sum(i < n) h[i, i] * x`, 3, false},
	{"along", `(x: Real, v: Real[n]): Real = let (_, h) = hvp(\u. sum(i < n) trace("h", u[i]^3 * v[i]))(v, v) in sum(i < n) h[i] * x`, 3, false},
	{"ruled", `(x: Real, v: Real[n]): Real = square(x) * v[0]`, 1, false},
}

// With each strategy a loop prints once.
var printingStrategies = []string{"store", "recompute", "every(2)", "sqrt", "binomial(2)", "bisect", "mixed(2)"}

// TestPrinting compares what functions print in their value, in their gradient, in the interpreter, in native code and
// in the evaluator of core. There each operand is computed from left to right.
func TestPrinting(t *testing.T) {
	t.Parallel()
	text := `type Shape = Circle(Real) | Box(Real, Real) | Point
type Single = | Only(Real)
def half(x: Real): Real = trace("half", 0.5 * x)
def down(x: Real, n: Int): Real = if n == 0 then x else 2 * down(trace("r", x * 0.5), n - 1)
def square(x: Real): Real = trace("square", x^2)
derivative square(x: Real) forward(dx) = 2 * x * dx
`
	table := slices.Clone(printing)
	for k, s := range printingStrategies {
		table = append(table, printing[0])
		last := &table[len(table)-1]
		last.name, last.lines, last.native = fmt.Sprintf("loop%d", k), 15, k == 2
		last.def = fmt.Sprintf(`(x: Real, v: Real[n]): Real = nTimes[s: %s](5, x, \x. fold[%s](\(s, y). trace("s", s * y * 0.125 + 1), x, v))`, s, s)
	}
	for _, c := range table {
		text += "def " + c.name + c.def + "\n"
	}
	u, err := pipeline.Load(&diag.Source{Name: "printing.fun", Text: text})
	require.NoError(t, err)
	elaborated, err := reference.Elaborated(&diag.Source{Name: "printing.fun", Text: text})
	require.NoError(t, err)
	var out bytes.Buffer
	m := interp.New(u.Library.Def, interp.Trace(&out))
	native := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: 1}, Trace: &out}
	t.Cleanup(native.Close)
	var fs []proc.Func
	for _, c := range table {
		if f := proc.Name(c.name); c.native {
			fs = append(fs, f, deriv.VJP.Of(f))
		}
	}
	natively := clangs.There(t, native.Compiler.Find)
	if natively {
		require.NoError(t, engine.PrepareAll(engine.Calls{Engine: native, Funcs: fs}))
	}
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			s, err := newSubject(u, c.name, `{"x": 0.5, "v": [4, 2, 8]}`)
			require.NoError(t, err)
			printed := func(e pipeline.Engine, gradient bool) string {
				out.Reset()
				if gradient {
					_, _, err = u.Gradient(e, s.def, s.args, nil)
				} else {
					_, err = u.Run(e, s.def, s.args)
				}
				require.NoError(t, err)
				return out.String()
			}
			want := printed(m, false)
			assert.Equal(t, c.lines, strings.Count(want, "\n"), want)
			assert.Equal(t, want, printed(m, true), "the gradient")
			if c.native && natively {
				assert.Equal(t, want, printed(native, false), "native code")
				assert.Equal(t, want, printed(native, true), "native code of the gradient")
			}
			d := elaborated.Lookup(c.name)
			out.Reset()
			_, err = eval.Traced(d, reference.Args(d, s.args), reference.Steps, func(trace *core.Trace, x eval.Value) {
				v := coredata.Data(lower.TypeOf(trace.X.Type()), x, func(x eval.Value) uint64 { return math.Float64bits(eval.Float(x)) })
				v.Form = trace.Form
				out.WriteString(trace.Name + " = ")
				require.NoError(t, data.Write(&out, v))
				out.WriteString("\n")
			})
			require.NoError(t, err)
			assert.ElementsMatch(t, strings.Split(want, "\n"), strings.Split(out.String(), "\n"), "the evaluator")
		})
	}
}
