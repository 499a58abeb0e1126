package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/interp"
	"procad/loops"
	"procad/proc"
	"procad/proc/deriv"

	"procad/internal/data"
	"procad/internal/golden"
)

// TestClosure prints the derivatives of every kernel with all that they call,
// and reads them back as a program by itself.
func TestClosure(t *testing.T) {
	for _, file := range golden.Files(t, "../testdata/kernels/*.fun") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		u := load(t, filepath.Base(file), string(text))
		for _, f := range u.Roots {
			for _, ops := range [][]proc.Deriv{
				{}, {deriv.Fwd}, {deriv.Rev}, {deriv.RevF}, {deriv.RevR}, {deriv.VJP}, {deriv.Fwd, deriv.Rev}, {deriv.Rev, deriv.Fwd},
			} {
				g := f
				for _, op := range ops {
					g = op.Of(g)
				}
				t.Run(file+"/"+g.String(), func(t *testing.T) {
					p, err := u.Text(g)
					require.NoError(t, err)
					var printed strings.Builder
					require.NoError(t, p.Print(&printed))
					again := load(t, "derived.proc", printed.String())
					d, err := again.Entry(g.String())
					require.NoError(t, err)
					assert.NotNil(t, d)
					p, err = again.Text(again.Names()...)
					require.NoError(t, err)
					var reprinted strings.Builder
					require.NoError(t, p.Print(&reprinted))
					assert.Equal(t, printed.String(), reprinted.String())
				})
			}
		}
	}
}

func load(t *testing.T, name, text string) *Unit {
	u, err := Load(&diag.Source{Name: name, Text: text})
	require.NoError(t, err)
	return u
}

const nested = `
def f(p: (Real, (Int, Real)), v: Real[n], k: Int, s: Real + Int): Real =
  let (x, (j, y)) = p in
  let t = case s of Inl a -> a, Inr b -> real(b) in
  t * x * y * sum(i < n) v[i]^j * real(k)
`

// TestGradient gives the gradient in each parameter in the form of the parameter.
func TestGradient(t *testing.T) {
	u := load(t, "nested.fun", nested)
	d, err := u.Entry("f")
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: `{"p": [2, [3, 5]], "v": [1, 2], "k": 1, "s": {"Inl": 7}}`}, face)
	require.NoError(t, err)
	m := interp.New(u.Library.Def)
	const v, p, s = `[210,840]`, `[315,[null,126]]`, `{"Inl":90}`
	for _, c := range []struct {
		wrt  []string
		want []string
	}{
		{nil, []string{"p " + p, "v " + v, "s " + s}},
		{[]string{"s", "v"}, []string{"v " + v, "s " + s}},
	} {
		value, parts, err := u.Gradient(m, d, args, c.wrt)
		require.NoError(t, err)
		assert.Equal(t, 630.0, value.Float())
		var got []string
		for _, part := range parts {
			got = append(got, part.Name+" "+json(t, part.Value))
		}
		assert.Equal(t, c.want, got)
	}
	_, _, err = u.Gradient(m, d, args, []string{"k"})
	assert.ErrorContains(t, err, CodeNoParameter)

	// The combined function gives the same.
	c, err := u.Combine(d, face)
	require.NoError(t, err)
	zone, arg, err := args.For(d)
	require.NoError(t, err)
	all, err := interp.New(u.Library.Def).Call(c.Def.Name, zone, arg)
	require.NoError(t, err)
	assert.Equal(t, "[630,"+p+","+v+","+s+"]", json(t, all))
}

func json(t *testing.T, v data.Value) string {
	var b strings.Builder
	require.NoError(t, data.Write(&b, v))
	return b.String()
}

// TestEntry finds the function that is meant.
func TestEntry(t *testing.T) {
	u := load(t, "two.fun", "def exp2(x: Real): Real = exp(x) * x\ndef f(x: Real): Real = grad(exp2)(x)")
	d, err := u.Entry("")
	require.NoError(t, err)
	assert.Equal(t, proc.Name("f"), d.Name)
	d, err = u.Entry("exp2")
	require.NoError(t, err)
	assert.Equal(t, proc.Name("exp2"), d.Name)
	_, err = u.Entry("exp")
	assert.ErrorContains(t, err, CodeNoFunction)
}

// TestLanguage tells .fun and .proc apart where the name of a file does not.
func TestLanguage(t *testing.T) {
	for text, want := range map[string]bool{
		"def f (x : Real) -> (y : Real)\n  y = Call exp x\n":                                         true,
		"# a comment\n\ndef f [s : &Real] (u : ()) -> (y : Real)\n":                                  true,
		"params f(x : Real) : Real\ndef f (x : Real) -> (y : Real)\n":                                true,
		"def f(x: Real): Real = exp(x)":                                                              false,
		"-- a comment\ndef f(s: (Real, Real) + Int): Real = case s of Inl (x, y) -> (x), Inr n -> 1": false,
		"": false,
	} {
		assert.Equal(t, want, isProc(&diag.Source{Name: "standard input", Text: text}), text)
		assert.True(t, isProc(&diag.Source{Name: "a.proc", Text: text}))
		assert.False(t, isProc(&diag.Source{Name: "a.fun", Text: text}))
	}
}

// TestCoreCopies says which loops a name means where functions with loops have been put in the
// place of their calls: a name of the text the loop and all its copies, that of a copy the copy.
func TestCoreCopies(t *testing.T) {
	const text = `
def settle(b: Real[m], n: Int): Real = let mean = sum(i < m) b[i] in
  nTimes[steps:](n, 0.0, \s. s + sin(mean - s))
def f(v: Real[m], n: Int): Real = settle([v[i]^2 for i < m], n) + settle([cos(v[i]) for i < m], n)
def g(v: Real[m], n: Int): Real = settle([v[i]^3 for i < m], n) * nTimes[steps:](n, v[0], \s. s * s)
def outer(b: Real[m], n: Int): Real = settle([b[i] + 1 for i < m], n)
def h(v: Real[m], n: Int): Real = outer([v[i]^2 for i < m], n)
`
	for name, want := range map[string]string{
		"steps":        "settle.steps f.steps f.steps1 g.steps1 g.steps outer.steps h.steps",
		"settle.steps": "settle.steps f.steps f.steps1 g.steps1 outer.steps h.steps",
		"steps1":       "f.steps1 g.steps1",
		"f.steps":      "f.steps",
		"f.steps1":     "f.steps1",
		"g.steps":      "g.steps",
		"g.steps1":     "g.steps1",
		"3":            "settle.steps f.steps f.steps1 g.steps1 outer.steps h.steps",
		"3:3":          "settle.steps f.steps f.steps1 g.steps1 outer.steps h.steps",
		"5":            "g.steps",
		"":             "settle.steps f.steps f.steps1 g.steps1 g.steps outer.steps h.steps",
	} {
		u := load(t, "copies.fun", text)
		which, err := ParseLoops(name)
		require.NoError(t, err)
		assert.Equal(t, name, which.String())
		require.NoError(t, u.Checkpoint(Choice{which, deriv.Strategy{Kind: deriv.Sqrt}}), name)
		var have []string
		for _, s := range loops.Sites(u.Program) {
			if s.Strategy().Kind == deriv.Sqrt {
				have = append(have, s.Body.String())
			}
		}
		assert.ElementsMatch(t, strings.Fields(want), have, "%q", name)
	}
	u := load(t, "copies.fun", text)
	err := u.Checkpoint(Choice{Loops{Named: proc.Name("steps2")}, deriv.Strategy{Kind: deriv.Sqrt}})
	e, ok := errors.AsType[*diag.Error](err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, CodeNoLoop, e.Code)
	assert.Equal(t, "its loops are steps (3:3), f.steps (3:3, a copy of settle.steps for the call at 4:35), "+
		"f.steps1 (3:3, a copy of settle.steps for the call at 4:67), g.steps1 (3:3, a copy of settle.steps for the call at 5:35), steps (5:67), "+
		"outer.steps (3:3, a copy of settle.steps for the call at 6:39), h.steps (3:3, a copy of settle.steps for the calls at 7:35, 6:39)", e.Hint)
}

// TestParseLoops shows what a command line says of loops as data.
func TestParseLoops(t *testing.T) {
	for text, want := range map[string]Loops{
		"":            {},
		" steps ":     {Named: proc.Name("steps")},
		"f.steps":     {Named: proc.Name("f.steps")},
		"fwd$f.steps": {Named: deriv.Fwd.Of(proc.Name("f.steps"))},
		"3":           {At: diag.Pos{Line: 3}},
		"3:14":        {At: diag.Pos{Line: 3, Col: 14}},
	} {
		have, err := ParseLoops(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, have, text)
		assert.Equal(t, strings.TrimSpace(text), have.String())
		assert.Equal(t, text == "", have.All())
	}
	for _, text := range []string{"a b", "f{", "3:x", "3:0", "{}"} {
		_, err := ParseLoops(text)
		e, ok := errors.AsType[*diag.Error](err)
		require.True(t, ok, text)
		assert.Equal(t, CodeNoLoop, e.Code, text)
	}
}

// A label stands for all loops that the text has at its place.
func TestLabelOfSeveralLoops(t *testing.T) {
	u := load(t, "twice.fun", `
def f(x: Real, n: Int): Real =
  let run(a) = nTimes[steps:](n, (a, x), \(u, s). (u, s * (1 - s)));
      (_, v) = run(x);
      (_, w) = run((x, x))
  in v + w + nTimes[steps2:](n, x, \s. 2 * s)
`)
	c, err := ParseChoice("steps=binomial(3)")
	require.NoError(t, err)
	require.NoError(t, u.Checkpoint(c))
	have := map[string]string{}
	for _, s := range loops.Sites(u.Program) {
		have[s.Label().String()] = s.Strategy().String()
	}
	assert.Equal(t, map[string]string{"steps": "binomial(3)", "steps1": "binomial(3)", "steps2": ""}, have)
}

// Loops have their places in the text whatever is inactive, with --wrt or by constants alone.
func TestOriginsOfInactive(t *testing.T) {
	const text = `
def settle(b: Real[m], n: Int): Real =
  let mean = (sum(i < m) b[i]) / real(m); c = exp(2)
  in nTimes[steps:](n, 0.0, \s. s + c * sin(mean - s))
def f(v: Real[m], a: Real, n: Int): Real = a * settle([v[i]^2 for i < m], n) + settle([cos(v[i]) for i < m], 2 * n)
`
	origins := func(u *Unit, f proc.Func) map[string]proc.Origin {
		all := map[string]proc.Origin{}
		for _, s := range loops.Sites(u.Program) {
			if s.In == f {
				require.NotNil(t, s.Origin, "%s", s.Body)
				all[deriv.Active(s.Body).String()] = *s.Origin
			}
		}
		return all
	}
	want := origins(load(t, "settle.fun", text), proc.Name("f"))
	require.Len(t, want, 2)
	for _, wrt := range [][]string{nil, {"v"}, {"a"}, {"v", "a"}} {
		u := load(t, "settle.fun", text)
		d, err := u.Wrt(u.Program.Lookup(proc.Name("f")), wrt)
		require.NoError(t, err)
		assert.Equal(t, want, origins(u, d.Name), "%v", wrt)
	}
}
