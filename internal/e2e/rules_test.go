package e2e_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/internal/reference"
	"procad/interp"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// planted is x², with a rule that says that its derivative is 42 x, and so the second 42. Each form of
// the rule gives another part of what derivatives are made of.
var planted = map[string]string{
	"forward": "forward(dx) = 42 * x * dx",
	"value":   "forward(dx) = (f(x), 42 * x * dx)",
	"reverse": "reverse(w) = 42 * x * w",
	"split":   "split = (f(x), 42 * x)  reverse(c, w) = c * w",
	"both":    "forward(dx) = 42 * x * dx  split = (f(x), (x, [42.0, x]))  reverse((x', v), w) = v[0] * x' * w",
}

// higherPlanted are rules of g(h, x) = h(x) with which f(x) = g(\y. x y, x) has the same derivatives: half of each comes
// by what h captures.
var higherPlanted = map[string]string{
	"function": "reverse(w) = let (_, (dh, dx)) = vjp(h)(x, w) in (21 * dh, 21 * dx)",
	"trace":    "split = let (_, t) = split(h)(x) in (g(h, x), t)  reverse(t, w) = let (dh, dx) = pull(h)(t, w) in (21 * dh, 21 * dx)",
	"tangent":  "forward(dh, dx) = let (_, dy) = jvp(h)(x, dh, dx) in 21 * dy",
}

// rulePlaces are functions that call the function with a rule, at every place of a program, with the
// first and the second derivative at 3.
var rulePlaces = []struct {
	name, body    string
	first, second float64
}{
	{"entry", "f(x)", 126, 42},
	{"after", "2 * f(x) + 1", 252, 84},
	{"local", "let g(y) = f(y) * 2 in g(x + 1)", 336, 84},
	{"value", `let g = \y. f(y) in g(x)`, 126, 42},
	{"function", "applied(f, x)", 126, 42},
	{"total", "sum(i < 4) f(x * real(i))", 42 * 3 * 14, 42 * 14},
	{"nested", "sum(i < 3) sum(j < 2) f(x * real(i + j))", 42 * 3 * 19, 42 * 19},
	{"elements", "let v = [f(x * real(i)) for i < 3] in v[1] + v[2] + v[2]", 42 * 3 * 9, 42 * 9},
	{"rows", "let v = [f(x * real(i + j)) for i < 2, j < 2] in sum(i < 2) v[i, 1] * v[i, 1]", 2 * (9*126 + 36*504), 2 * (126*126 + 9*42 + 504*504 + 36*168)},
	{"adds", `fold(\(a, v). a + f(v * x), 1, [1.0, 2.0, 3.0])`, 42 * 3 * 14, 42 * 14},
	{"folded", `fold(\(a, v). a * f(v * x), 1, [1.0, 2.0])`, 126*36 + 9*504, 42*36 + 2*126*504 + 9*168},
	{"steps", `nTimes(2, x, \s. f(s) + s)`, 127 * (42*12 + 1), 42*505 + 127*127*42},
	{"until", `while(9, x, \s. s < 50, \s. f(s))`, 126 * 378, 42*378 + 126*126*42},
	{"largest", "max(i < 3) f(x * real(i))", 504, 168},
	{"chosen", "if f(x) > 1 then f(x) else x", 126, 42},
	{"unchosen", "if f(x) > 100 then f(x) else x", 1, 0},
	{"cases", "case (if x > 0 then (Inl x : Real + Real) else Inr x) of Inl y -> f(y), Inr y -> y", 126, 42},
	{"number", "f(3) * x", 9, 0},
	{"twice", "f(f(x))", 42 * 9 * 126, 42*126*126 + 42*9*42},
	{"stopped", "f(stopGradient(x)) * x", 9, 0},
	{"updated", "let v = set([x, x, x], 1, f(x)) in v[0] + v[1] * v[1]", 1 + 2*9*126, 2*126*126 + 2*9*42},
}

// rulesText is a program with a rule in one form, and for each place p the function p, and all derivatives of all of these.
func rulesText(rule string) string {
	var b strings.Builder
	head := "def f(x: Real): Real = x * x\nderivative f(x: Real) " + rule
	if strings.Contains(rule, "(h)") {
		head = "def g(h: Real -> Real, x: Real): Real = h(x)\nderivative g(h: Real -> Real, x: Real) " + rule + "\ndef f(x: Real): Real = g(\\y. x * y, x)"
	}
	b.WriteString(head + "\ndef applied(g: Real -> Real, x: Real): Real = g(x)\n")
	var names []string
	for _, p := range rulePlaces {
		fmt.Fprintf(&b, "def %s(x: Real): Real = %s\n", p.name, p.body)
		names = append(names, p.name)
	}
	all := func(name, term string) {
		var list []string
		for _, n := range names {
			list = append(list, strings.ReplaceAll(term, "P", n))
		}
		fmt.Fprintf(&b, "def %s(x: Real): Real[_] = [%s]\n", name, strings.Join(list, ", "))
	}
	all("grads", "grad(P)(x)")
	all("vjps", "(let (_, d) = vjp(P)(x, 1) in d)")
	all("jvps", "(let (_, d) = jvp(P)(x, 1) in d)")
	all("columns", "jacfwd(P)(x)")
	all("rowsOf", "jacrev(P)(x)")
	all("gradgrads", "grad(grad(P))(x)")
	all("jvpgrads", "(let (_, d) = jvp(grad(P))(x, 1) in d)")
	all("gradjvps", `grad(\y. let (_, d) = jvp(P)(y, 1) in d)(x)`)
	all("jacs", "jacfwd(jacrev(P))(x)")
	b.WriteString(`def pair(x: Real, a: Real): Real = f(x) * f(a)
def mixed(x: Real, k: Int): Real = f(x * real(k)) + f(real(k))
`)
	return b.String()
}

var ruleFirsts, ruleSeconds = []string{"grads", "vjps", "jvps", "columns", "rowsOf"}, []string{"gradgrads", "jvpgrads", "gradjvps", "jacs"}

// TestRules says that a rule is followed at every place, by every derivative, in every engine.
func TestRules(t *testing.T) {
	t.Parallel()
	forms := maps.Clone(planted)
	maps.Copy(forms, higherPlanted)
	for form, rule := range forms {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			text := rulesText(rule)
			u, err := pipeline.Load(&diag.Source{Name: "rules.fun", Text: text})
			require.NoError(t, err)
			elaborated, err := reference.Elaborated(&diag.Source{Name: "rules.fun", Text: text})
			require.NoError(t, err)
			var printed strings.Builder
			require.NoError(t, elaborated.Print(&printed))
			again, err := reference.Elaborated(&diag.Source{Name: "printed.fun", Text: printed.String()})
			require.NoError(t, err, printed.String())

			m := interp.New(u.Library.Def)
			engines := []pipeline.Engine{m}
			if natively := clangs.There(t, new(toolchain.Compiler).Find); natively && (form == "forward" || form == "split" || form == "trace") {
				native := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: 1}}
				t.Cleanup(native.Close)
				engines = append(engines, native)
				var fs []proc.Func
				for _, name := range append(append([]string{}, ruleFirsts...), ruleSeconds...) {
					fs = append(fs, proc.Name(name))
				}
				require.NoError(t, engine.PrepareAll(engine.Calls{Engine: native, Funcs: fs}))
			}
			check := func(names []string, want func(k int) float64) {
				for _, name := range names {
					for _, e := range engines {
						s, err := newSubject(u, name, `{"x": 3}`)
						require.NoError(t, err)
						v, err := u.Run(e, s.def, s.args)
						require.NoError(t, err, name)
						for k, x := range floatsOf(v) {
							assert.InEpsilon(t, 1+want(k), 1+x, 1e-12, "%s of %s", name, rulePlaces[k].name)
						}
					}
					for _, p := range []*struct{ name string }{{"elaborated"}, {"printed"}} {
						d := elaborated.Lookup(name)
						if p.name == "printed" {
							d = again.Lookup(name)
						}
						v, err := eval.Run(d, []eval.Value{3.0}, reference.Steps)
						require.NoError(t, err, name)
						for k, x := range v.(*eval.Array).Elems {
							assert.InEpsilon(t, 1+want(k), 1+eval.Float(x), 1e-12, "%s of %s, %s", name, rulePlaces[k].name, p.name)
						}
					}
				}
			}
			check(ruleFirsts, func(k int) float64 { return rulePlaces[k].first })
			check(ruleSeconds, func(k int) float64 { return rulePlaces[k].second })

			for k, p := range rulePlaces {
				s, err := newSubject(u, p.name, `{"x": 3}`)
				require.NoError(t, err)
				_, g, err := u.Gradient(m, s.def, s.args, nil)
				require.NoError(t, err)
				assert.InEpsilon(t, 1+rulePlaces[k].first, 1+floatsOf(g[0].Value)[0], 1e-12, "the entry %s", p.name)
			}
			for _, wrt := range []struct {
				fn, args string
				names    []string
				want     []float64
			}{
				{"pair", `{"x": 3, "a": 5}`, nil, []float64{126 * 25, 9 * 210}},
				{"pair", `{"x": 3, "a": 5}`, []string{"x"}, []float64{126 * 25}},
				{"pair", `{"x": 3, "a": 5}`, []string{"a"}, []float64{9 * 210}},
				{"mixed", `{"x": 3, "k": 2}`, []string{"x"}, []float64{504}},
			} {
				s, err := newSubject(u, wrt.fn, wrt.args)
				require.NoError(t, err)
				if wrt.names != nil {
					s, err = s.holding(wrt.names)
					require.NoError(t, err)
				}
				d := s.unit.Program.Lookup(s.f)
				_, g, err := s.unit.Gradient(interp.New(s.unit.Library.Def), d, s.args, wrt.names)
				require.NoError(t, err)
				var all []data.Value
				for _, part := range g {
					all = append(all, part.Value)
				}
				assert.InDeltaSlice(t, wrt.want, floatsOf(all...), 1e-9, "%s with respect to %v", wrt.fn, wrt.names)
			}
		})
	}
}

// TestRulesAndStrategies says that what the reverse of a loop keeps changes nothing of a rule in it.
func TestRulesAndStrategies(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{planted["forward"], planted["split"], higherPlanted["trace"]} {
		for _, strategy := range []string{"store", "recompute", "every(2)", "binomial(2)"} {
			u, err := pipeline.Load(&diag.Source{Name: "rules.fun", Text: rulesText(rule)})
			require.NoError(t, err)
			c, err := pipeline.ParseChoice(strategy)
			require.NoError(t, err)
			require.NoError(t, u.Checkpoint(c))
			for _, p := range rulePlaces {
				s, err := newSubject(u, p.name, `{"x": 3}`)
				require.NoError(t, err)
				o, err := s.machine().Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, data.Real(1)))
				require.NoError(t, err)
				assert.InEpsilon(t, 1+p.first, 1+o.Part(1).Float(), 1e-12, "%s with %s", p.name, strategy)
			}
		}
	}
}

// TestWithoutRules says that without rules derivatives are made of what functions do.
func TestWithoutRules(t *testing.T) {
	t.Parallel()
	u, err := pipeline.Load(&diag.Source{Name: "rules.fun", Text: rulesText(planted["both"])}, "custom-rules")
	require.NoError(t, err)
	s, err := newSubject(u, "entry", `{"x": 3}`)
	require.NoError(t, err)
	_, g, err := u.Gradient(s.machine(), s.def, s.args, nil)
	require.NoError(t, err)
	assert.Equal(t, []float64{6}, floatsOf(g[0].Value))
}

// TestRuleExamples computes the tests of a program of rules whose numbers are known, also without optimisations
// and in native code.
func TestRuleExamples(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../../testdata/rules/examples.fun", "../../testdata/rules/functions.fun"} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			holdRules(t, file)
		})
	}
}

func holdRules(t *testing.T, file string) {
	holdTests(t, file)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, without := range []optim.Name{"", optim.FusedSweep, optim.Minimise, optim.Annotations} {
		u, err := pipeline.Settings{}.LoadTests(&diag.Source{Name: file, Text: string(text)}, without)
		require.NoError(t, err)
		var e pipeline.Engine = interp.New(u.Library.Def)
		if without == "" && clangs.There(t, new(toolchain.Compiler).Find) {
			native := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: 1}}
			t.Cleanup(native.Close)
			e = native
		}
		for _, test := range u.Tests {
			d := u.Program.Lookup(test.Func)
			v, err := u.Run(e, d, &data.Args{Interface: u.Interface(d)})
			require.NoError(t, err, test.Name)
			assert.True(t, v.IsInl(), "%s without %s", test.Name, without)
		}
	}
}

// TestNonlinearRules says that there is no forward derivative of a nonlinear rule, and that no optimisation changes what
// its reverse gives.
func TestNonlinearRules(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../testdata/rules/examples.fun")
	require.NoError(t, err)
	for _, without := range []optim.Name{"", optim.CSE, optim.FusedSweep, optim.Factoring, optim.Hoist} {
		u, err := pipeline.Load(&diag.Source{Name: "examples.fun", Text: string(text)}, without)
		require.NoError(t, err)
		s, err := newSubject(u, "waves", `{"x": 1}`)
		require.NoError(t, err)
		_, g, err := u.Gradient(s.machine(), s.def, s.args, nil)
		require.NoError(t, err)
		assert.Equal(t, []float64{3}, floatsOf(g[0].Value))
		_, err = s.machine().Call(deriv.Fwd.Of(s.f), nil, data.Tuple(s.arg, data.Real(1)))
		require.ErrorContains(t, err, "rule-one-way")
	}
}

// TestRuleCost says that a forward rule that reads an element is transposed to one that adds to an element, and that
// --wrt drops the elementary functions that a reverse rule computes for a parameter that is not wanted.
func TestRuleCost(t *testing.T) {
	t.Parallel()
	const text = `
def at(v: Real[n], i: Int): Real = v[i]^2
derivative at(v: Real[n], i: Int) forward(dv, _) = 2 * v[i] * dv[i]
def f(v: Real[n]): Real = sum(i < n) at(v, i)
def twice(v: Real[n], w: Real[n]): Real = sum(i < n) v[i] * w[i]
derivative twice(v: Real[n], w: Real[n]) reverse(c) = ([c * (sin(v[i]) + exp(w[i]) + sqrt(v[i]) * tanh(w[i])) for i < n], [c * v[i] for i < n])
def g(v: Real[n], w: Real[n]): Real = twice(v, w)
`
	u, err := pipeline.Load(&diag.Source{Name: "cost.fun", Text: text})
	require.NoError(t, err)
	ops := func(name string, n int, wrt ...string) float64 {
		list := strings.TrimSuffix(strings.Repeat("1.5,", n), ",")
		s, err := newSubject(u, name, fmt.Sprintf(`{"v": [%s], "w": [%s]}`, list, list))
		if name == "f" {
			s, err = newSubject(u, name, fmt.Sprintf(`{"v": [%s]}`, list))
		}
		require.NoError(t, err)
		if wrt != nil {
			s, err = s.holding(wrt)
			require.NoError(t, err)
		}
		m := interp.New(s.unit.Library.Def)
		_, _, err = s.unit.Gradient(m, s.unit.Program.Lookup(s.f), s.args, wrt)
		require.NoError(t, err)
		return float64(m.Ops)
	}
	assert.InDelta(t, 10, ops("f", 4000)/ops("f", 400), 0.2, "one element is added to")
	assert.Greater(t, ops("g", 400), 1.3*ops("g", 400, "w"), "the cotangent of v is not wanted")
	assert.InDelta(t, 10, ops("g", 4000, "w")/ops("g", 400, "w"), 0.2)
}

// TestSolverCost says that of the solution of a linear system, differentiated in the right-hand side alone, the
// reverse is one more pair of triangular systems.
func TestSolverCost(t *testing.T) {
	t.Parallel()
	const text = "import linalg\ndef f(a: Real[n, n], b: Real[n]): Real = let x = linalg.solve(a, b) in linalg.dot(x, x)\n"
	u, err := pipeline.Load(&diag.Source{Name: "solve.fun", Text: text})
	require.NoError(t, err)
	more := func(n int, wrt ...string) float64 {
		rows := make([]string, n)
		for i := range rows {
			row := make([]string, n)
			for j := range row {
				row[j] = fmt.Sprint(1 + (i*j)%7)
			}
			row[i] = fmt.Sprint(10 * n)
			rows[i] = "[" + strings.Join(row, ",") + "]"
		}
		s, err := newSubject(u, "f", fmt.Sprintf(`{"a": [%s], "b": [%s]}`, strings.Join(rows, ","), strings.TrimSuffix(strings.Repeat("1,", n), ",")))
		require.NoError(t, err)
		s, err = s.holding(wrt)
		require.NoError(t, err)
		d := s.unit.Program.Lookup(s.f)
		value, both := interp.New(s.unit.Library.Def), interp.New(s.unit.Library.Def)
		_, err = s.unit.Run(value, d, s.args)
		require.NoError(t, err)
		_, _, err = s.unit.Gradient(both, d, s.args, wrt)
		require.NoError(t, err)
		return float64(both.Ops - value.Ops)
	}
	assert.Less(t, more(40, "b")/more(20, "b"), 4.5, "two triangular systems")
	assert.Greater(t, more(40, "a"), 4*more(40, "b"))
}

// TestCircularRules says that a clause that is transposed may not call its function with what it is linear in.
func TestCircularRules(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"def f(x: Real): Real = x / 2\nderivative f(x: Real) forward(dx) = f(dx)",
		"def g(h: Real -> Real, x: Real): Real = h(x)\nderivative g(h: Real -> Real, x: Real)" +
			" forward(dh, dx) = let (_, dy) = jvp(h)(x, dh, dx) in g(\\y. y * dy, 1)\ndef f(x: Real): Real = g(\\y. x * y, 2)",
	} {
		u, err := pipeline.Load(&diag.Source{Name: "circular.fun", Text: text})
		require.NoError(t, err)
		s, err := newSubject(u, "f", `{"x": 3}`)
		require.NoError(t, err)
		_, _, err = u.Gradient(s.machine(), s.def, s.args, nil)
		require.ErrorContains(t, err, "rule-circular")
	}
}

// TestCheckpointRule says that a function that is computed again in the reverse, by a rule, leaves its argument and what it
// captures, and that its derivative is the automatic one to the bit, whatever a loop around it keeps.
func TestCheckpointRule(t *testing.T) {
	t.Parallel()
	const text = `
def again(f: Real -> Real, x: Real): Real = f(x)
derivative again(f: Real -> Real, x: Real) reverse(w) = let (_, d) = vjp(f)(x, w) in d
def f(a: Real, x: Real): Real = nTimes(9, x, \s. again(\y. sin(exp(a * sin(y))), s))
`
	gradient := func(strategy string, without ...optim.Name) []float64 {
		u, err := pipeline.Load(&diag.Source{Name: "again.fun", Text: text}, without...)
		require.NoError(t, err)
		c, err := pipeline.ParseChoice(strategy)
		require.NoError(t, err)
		require.NoError(t, u.Checkpoint(c))
		if without == nil {
			d := u.Program.Lookup(deriv.SplitRule.Of(proc.Name("again")))
			assert.Equal(t, "(Real, (Real, Real))", d.Out.Type.String())
		}
		s, err := newSubject(u, "f", `{"a": 0.7, "x": 0.5}`)
		require.NoError(t, err)
		_, g, err := u.Gradient(s.machine(), s.def, s.args, nil)
		require.NoError(t, err)
		return floatsOf(g[0].Value, g[1].Value)
	}
	want := gradient("store", optim.CustomRules)
	for _, strategy := range []string{"store", "recompute", "every(2)", "binomial(2)"} {
		assert.Equal(t, want, gradient(strategy), strategy)
	}
}

// TestTraceOfFunction says that a linear function that captures nothing leaves nothing in the trace of a rule, and another
// one its arguments.
func TestTraceOfFunction(t *testing.T) {
	t.Parallel()
	for f, want := range map[string]string{`\x. 7 * x`: "([Real], [()])", `\x. x * x`: "([Real], [Real])"} {
		u, err := pipeline.Load(&diag.Source{Name: "trace.fun", Text: `
def map(f: Real -> Real, v: Real[n]): Real[n] = [f(v[i]) for i < n]
derivative map(f: Real -> Real, v: Real[n])
  split = let p = [split(f)(v[i]) for i < n] in ([let (y, _) = p[i] in y for i < n], [let (_, t) = p[i] in t for i < n])
  reverse(t, w) = let p = [pull(f)(t[i], w[i]) for i < n] in (sum(i < n) (let (df, _) = p[i] in df), [let (_, d) = p[i] in d for i < n])
def total(v: Real[n]): Real = let u = map(` + f + `, v) in sum(i < n) u[i]
`})
		require.NoError(t, err)
		assert.Equal(t, want, u.Program.Lookup(deriv.SplitRule.Of(proc.Name("map"))).Out.Type.String())
	}
}
