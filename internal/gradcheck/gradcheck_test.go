package gradcheck

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// wrongAt spoils one component of what one function gives.
type wrongAt struct {
	*interp.Machine
	f     proc.Func
	times float64
}

func (w wrongAt) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	out, err := w.Machine.Call(f, zone, arg)
	if f == w.f && err == nil {
		derivative := data.RealWords(out.Part(1))
		set(derivative[len(derivative)-1], w.times*get(derivative[len(derivative)-1]))
	}
	return out, err
}

func check(t *testing.T, program, input string, engine func(*interp.Machine, *proc.Def) pipeline.Engine) (*Report, error) {
	u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: program})
	require.NoError(t, err)
	d, err := u.Entry("")
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: input}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	before := args.Values[0].Clone()
	report, err := Check(u, engine(interp.New(u.Library.Def), d), d, args, Options{Entries: 100, Seed: 1})
	assert.Equal(t, before, args.Values[0], "the data are as before")
	return report, err
}

func right(m *interp.Machine, _ *proc.Def) pipeline.Engine { return m }

// TestCheck accepts right derivatives.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ name, program, input string }{
		{"smooth", "def f(x: Real, v: Real[n]): Real = x * sum(i < n) sin(v[i])", `{"x": 2, "v": [1, 1e6, -1e-6]}`},
		{"large", "def f(v: Real[n]): Real = 1e9 + sum(i < n) v[i]^2", `{"v": [1e4, 1e-3]}`},
		{"linear", "def f(v: Real[n]): Real[n] = [3 * v[i] for i < n]", `{"v": [1, 2, 3]}`},
		{"zero", "def f(v: Real[n]): Real = 0 * v[0]", `{"v": [1, 2]}`},
		{"kink", "def f(v: Real[n]): Real = max(i < n) v[i]", `{"v": [1, 1, 0]}`},
		{"border", "def f(x: Real): Real = let _ = assert(x >= 1, \"x is large\") in sqrt(x)", `{"x": 1}`},
		{"scales", "def f(v: Real[n]): Real = sum(i < n) (log(v[i]) + sqrt(v[i]))", `{"v": [1e-6, 1e-3, 1, 1e9]}`},
		{"sums", "def f(s: (Real + (Int, Real))[n]): (Real + Int, Real) =\n  (case s[0] of Inl x -> Inl (x * x), Inr p -> Inr 1, sum(i < n) (case s[i] of Inl x -> x, Inr p -> let (k, x) = p in x^k))",
			`{"s": [{"Inl": 3}, {"Inr": [2, 5]}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := check(t, c.program, c.input, right)
			require.NoError(t, err)
			var table strings.Builder
			require.NoError(t, report.Write(&table))
			assert.Equal(t, Agree, report.Verdict(), table.String())
		})
	}
}

// TestDisagree finds a wrong derivative, however little it is wrong, and says where.
func TestDisagree(t *testing.T) {
	const program = "def f(v: Real[n]): Real = sum(i < n) exp(v[i]) * v[0]"
	for _, d := range []proc.Deriv{deriv.VJP, deriv.Fwd} {
		for _, times := range []float64{0, -1, 1 + 1e-6, math.NaN()} {
			report, err := check(t, program, `{"v": [1, 2, 3]}`, func(m *interp.Machine, def *proc.Def) pipeline.Engine {
				return wrongAt{m, d.Of(def.Name), times}
			})
			require.NoError(t, err)
			assert.Equal(t, Disagree, report.Verdict(), "%s times %v", d, times)
			assert.False(t, report.Dot.Agree())
			assert.False(t, report.Entries[2].Agree)
			var table strings.Builder
			require.NoError(t, report.Write(&table))
			assert.Contains(t, table.String(), "<- disagree")
		}
	}
}

// TestCurved tells a kink from what is only strongly curved.
func TestCurved(t *testing.T) {
	for _, c := range []struct {
		program, input, silent string
		want                   Verdict
	}{
		{"def f(x: Real): Real = sqrt(x^2 + 1e-10)", `{"x": 0}`, "", Agree},
		{"def f(x: Real): Real = sqrt(x^2 + 1e-10)", `{"x": 3e-6}`, "", Agree},
		{"def f(x: Real): Real = tanh(1e5 * x)^2", `{"x": 1e-6}`, "", Agree},
		{"def f(x: Real): Real = abs(x - 1e-5)", `{"x": 0}`, "", Agree},
		{"def f(x: Real): Real = sqrt(x^2 + 1e-10) + stopGradient(x)", `{"x": 0}`, "", FiniteDiffer},
		{"def f(x: Real): Real = abs(x)", `{"x": 0}`, "kink", Agree},
		{"def f(x: Real): Real = exp(x) + 0.01 * abs(x - 1)", `{"x": 1}`, "kink", Agree},
	} {
		report, err := check(t, c.program, c.input, right)
		require.NoError(t, err)
		assert.Equal(t, c.want, report.Verdict(), c.program)
		assert.Equal(t, c.silent, report.Entries[0].Silent, c.program)
	}
}

// TestFiniteDiffer has a verdict of its own where only finite differences are off,
// and takes several steps before it speaks.
func TestFiniteDiffer(t *testing.T) {
	for _, c := range []struct {
		name, program, input string
		want                 Verdict
	}{
		{"stopped", "def f(x: Real): Real = exp(x) + stopGradient(x)", `{"x": 0}`, FiniteDiffer},
		{"steps", "def f(x: Real): Real = x + real(int(1e9 * x)) / 1e9", `{"x": 0.3}`, FiniteDiffer},
		{"fast and small", "def f(x: Real): Real = 1e3 * x + sin(31415.926535897932 * x)", `{"x": 0}`, Agree},
		{"slow", "def f(x: Real): Real = 1e12 + x^2 / 1e3", `{"x": 3}`, Agree},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := check(t, c.program, c.input, right)
			require.NoError(t, err)
			assert.Equal(t, c.want, report.Verdict(), "%+v", report)
			var text strings.Builder
			require.NoError(t, report.WriteJSON(&text))
			assert.Contains(t, text.String(), `"verdict": "`+string(c.want)+`"`)
		})
	}
}

func TestNothing(t *testing.T) {
	for program, want := range map[string]string{
		"def f(n: Int): Real = real(n)":                     "no parameter of f has a Real in it",
		"def f(n: Int, x: Real): Int = n":                   "the result of f has no Real in it",
		"def f(n: Int, v: Real[m]): Real = sum(i < m) v[i]": "the data for f have no Real in them",
	} {
		_, err := check(t, program, `{"n": 1, "x": 2, "v": []}`, right)
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, CodeNothing)
	}
}

// TestNotFinite says that nothing can be compared.
func TestNotFinite(t *testing.T) {
	for _, v := range []string{`"NaN"`, "0"} {
		_, err := check(t, "def f(x: Real): Real = 1 / x", `{"x": `+v+`}`, right)
		assert.ErrorContains(t, err, CodeNotFinite)
	}
}

// TestInfinite compares what can be compared where a gradient has numbers that are infinite
// or NaN: there 0 · ∞ makes a forward derivative NaN that is none, and a product too.
func TestInfinite(t *testing.T) {
	const overflows = "def f(x: Real, y: Real): Real = x * 1e200 * 1e200 + y"
	for _, c := range []struct {
		name, program, input string
		times                float64 // of the last component of the gradient
		want                 Verdict
	}{
		{"root", "def f(x: Real, v: Real[n]): Real = x * sum(i < n) sqrt(v[i])", `{"x": 1, "v": [4, 0, 9]}`, 1, Agree},
		{"nan", "def f(x: Real, y: Real, z: Real): Real = x * sqrt(y) * z", `{"x": 1, "y": 0, "z": 0}`, 1, Agree}, // forward has ∞ · 0, reverse has 0 · ∞ with an exact 0
		{"norm", "def f(v: Real[n]): Real = sqrt(sum(i < n) v[i]^2)", `{"v": [0, 0]}`, 1, NotANumber},             // forward 0, reverse 0 · ∞
		{"overflow", overflows, `{"x": 1e-300, "y": 1}`, 1, Agree},
		{"wrong", overflows, `{"x": 1e-300, "y": 1}`, 2, Disagree},
		{"wrong nan", "def f(x: Real, y: Real): Real = x * y", `{"x": 1, "y": 2}`, math.NaN(), Disagree},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := check(t, c.program, c.input, func(m *interp.Machine, def *proc.Def) pipeline.Engine {
				return wrongAt{m, deriv.VJP.Of(def.Name), c.times}
			})
			require.NoError(t, err)
			var table strings.Builder
			require.NoError(t, report.Write(&table))
			assert.Equal(t, c.want, report.Verdict(), table.String())
		})
	}
}

// TestUncertain marks an entry of which finite differences are lost in rounding.
func TestUncertain(t *testing.T) {
	report, err := check(t, "def f(v: Real[n]): Real = sum(i < n) sqrt(v[i])", `{"v": [4, 1e-300]}`, right)
	require.NoError(t, err)
	assert.Equal(t, Agree, report.Verdict())
	assert.Equal(t, "uncertain", report.Entries[1].Silent)
	assert.Less(t, report.Entries[1].Error, 1e-9)
	assert.Empty(t, report.Entries[0].Silent)
}
