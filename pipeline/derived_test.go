package pipeline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/interp"
	"procad/proc"
	"procad/proc/deriv"
)

// TestDerivativesAreReadAgain prints derivatives of random programs, made
// without random optimisations, and reads them back: the text has the same
// standard form, the same second derivatives, and gives the same gradients.
func TestDerivativesAreReadAgain(t *testing.T) {
	golden.Seed(t, 60)
	rapid.Check(t, func(t *rapid.T) {
		p := gen.New(gen.FromSeed(rapid.Uint64().Draw(t, "program")), gen.Options{Size: 40, Kinks: true, Stop: true, Derivatives: true})
		var without []optim.Name
		for _, name := range derive.Settings.Names() {
			if rapid.IntRange(0, 5).Draw(t, string(name)) == 0 {
				without = append(without, name)
			}
		}
		u, err := Load(&diag.Source{Name: "random.fun", Text: p.Text}, without...)
		require.NoError(t, err, p.Text)
		f := proc.MustParseFunc(p.Main)
		d := rapid.SampledFrom([][]proc.Deriv{{deriv.Rev}, {deriv.Fwd}, {deriv.RevF, deriv.RevR}, {deriv.RevF}, {deriv.StoreRevF, deriv.RevR}}).Draw(t, "derivatives")
		var fs []proc.Func
		for _, d := range d {
			fs = append(fs, d.Of(f))
		}
		text := textOf(t, u, fs...)
		again, err := Load(&diag.Source{Name: "again.proc", Text: text})
		require.NoError(t, err, "%s\n%s", p.Text, text)
		require.Equal(t, text, textOf(t, again, again.Names()...))
		require.Equal(t, textOf(t, u, deriv.Fwd.Of(fs[0])), textOf(t, again, deriv.Fwd.Of(fs[0])))
		want, failed := gradient(t, u, p)
		have, failedAgain := gradient(t, again, p)
		require.Equal(t, failed, failedAgain)
		require.Equal(t, want, have)
	})
}

func textOf(t require.TestingT, u *Unit, fs ...proc.Func) string {
	p, err := u.Text(fs...)
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, p.Print(&b))
	return b.String()
}

// gradient runs a program on its data: value and gradient as text, or why there is none.
func gradient(t require.TestingT, u *Unit, p *gen.Program) (out, failed string) {
	d, err := u.Entry(p.Main)
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: p.Data}, face)
	require.NoError(t, err)
	value, g, err := u.VJP(interp.New(u.Library.Def), d, args, seed(d.Out.Type))
	if err != nil {
		_, what, _ := strings.Cut(err.Error(), "error: ") // the texts have other positions
		return "", what
	}
	var b strings.Builder
	require.NoError(t, data.Write(&b, value))
	for _, p := range face.Params {
		if v := g.Of(p); v.Type != nil {
			require.NoError(t, data.Write(&b, v))
		}
	}
	return b.String(), ""
}

func seed(t proc.Type) data.Value {
	if t == proc.Real {
		return data.Real(1)
	}
	return data.Unit()
}

// The text of two functions with a derivative of each, of which one calls the other.
const twoFun = `
def g(x: Real): Real = sin(x) * x
def h(x: Real, c: Bool): Real = if c then exp(x) else g(x)
def f(x: Real, n: Int, c: Bool): Real = nTimes[steps:store](n, x, \s. h(s, c) * s)
`

// TestStale changes a text with derivatives: what does not fit any more is an
// error at the first derivative that it shows in.
func TestStale(t *testing.T) {
	u := load(t, "two.fun", twoFun)
	split := textOf(t, u, proc.MustParseFunc("revf$f"), proc.MustParseFunc("revr$f"))
	rev := textOf(t, u, proc.MustParseFunc("rev$f"))
	minimise, err := Load(&diag.Source{Name: "two.fun", Text: twoFun}, optim.Minimise)
	require.NoError(t, err)
	kept := textOf(t, minimise, proc.MustParseFunc("revf$f"), proc.MustParseFunc("revr$f"))
	for name, c := range map[string]struct{ text, code, want string }{
		"a function changed after its derivative": {strings.Replace(split, "Call sin", "Call cos", 1), CodeStale, "revf$g is not what procad derives"},
		"a pair of two programs":                  {without(split, "revr$g") + definition(kept, "derived revr$g without minimise\n"), "", "revr$g was derived without minimise, and revf$g with all optimisations"},
		"settings that are not true":              {strings.ReplaceAll(split, "derived revf$g\n", "derived revf$g without minimise\n"), CodeStale, "without minimise"},
		"a derivative by itself":                  {without(split, "revf$f"), "", ""},
		"no line":                                 {strings.Replace(rev, "derived rev$f\n", "", 1), CodeNoHeader, "rev$f has a name that only procad gives"},
		"a line for what is no derivative":        {"derived f\n" + strings.Replace(rev, "derived rev$f\n", "", 1), CodeNoHeader, "rev$f has a name"},
		"a derivative of nothing":                 {without(rev, "f"), CodeStale, "rev$f is derived from f, which the text does not define"},
		"a name that means nothing":               {"derived a$b\ndef a$b (x : Real) -> (y : Real)\n  y = Call sin x\n", CodeStale, "a$b is not the name of a derivative"},
		"a loop of one's own":                     {"def g (x : Real) -> (y : Real)\n  y = Call sin x\ndef nTimes{g} (i : (Int, Real)) -> (y : Real)\n  (n, y) = i\n  Elim n\n", CodeNoHeader, "nTimes{g} has a name"},
		"a member of a family of one's own":       {"def add{Real} (i : (Real, Real)) -> (y : Real)\n  y = Call mul i\n", CodeNoHeader, "add{Real} has a name"},
		"itself":                                  {"derived rev$f\ndef rev$f (i : (Real, Real)) -> (o : (Real, Real))\n  o = Call id i\ndef id (i : (Real, Real)) -> (o : (Real, Real))\n  (a, b) = i\n  o = (b, a)\ndef f (x : Real) -> (y : Real)\n  s = Const 1.0\n  i = (x, s)\n  o = Call rev$f i\n  (y, z) = o\n  Elim z\n", CodeStale, "rev$f is derived from itself"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(&diag.Source{Name: "changed.proc", Text: c.text})
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
			assert.ErrorContains(t, err, c.code)
			assert.Regexp(t, `^changed\.proc:\d+:\d+: error: `, err.Error())
		})
	}
}

// definition is the paragraph of a text that begins so.
func definition(text, head string) string {
	for part := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(part, head) || strings.Contains(part, "\n"+head) {
			return "\n" + part + "\n"
		}
	}
	return ""
}

// without is a text without the definition of f.
func without(text, f string) string {
	var parts []string
	for part := range strings.SplitSeq(text, "\n\n") {
		if !strings.Contains(part, "def "+f+" ") {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n\n")
}
