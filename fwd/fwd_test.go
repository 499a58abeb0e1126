package fwd_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/fwd"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
	"procad/proc/proctest"
	"procad/typecheck"
)

// library has the types of primitives and of their derivatives.
var library = pipeline.NewLibrary(&proc.Program{})

// derived is fwd$f of a definition as text, checked.
func derived(t require.TestingT, text string) (*proc.Def, error) {
	p, err := proc.Parse(&diag.Source{Text: text}, prim.Sig)
	require.NoError(t, err)
	d, err := fwd.Def(library, p.Defs[0])
	if err == nil {
		require.NoError(t, typecheck.Def(d, library.Sig), "%s", d)
	}
	return d, err
}

// TestStatements says what each statement becomes: between taking the argument and the tangent apart, and putting both together.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ name, def, want string }{
		{"Call", "(a : Real) -> (b : Real)\n  b = Call sin a", "i.1 = (a, a.dot); o = Call fwd$sin i.1; (b, b.dot) = o"},
		{"Call of what is discrete", "(a : (Real, Real)) -> (b : () + ())\n  b = Call lt a", "b = Call lt a; Elim a.dot; u = ()"},
		{"Const", "(a : ()) -> (b : Real)\n  Elim a\n  b = Const 2.0", "Elim i; b = Const 2.0; b.dot = Const 0.0; o = (b, b.dot)"},
		{"Const of Int", "(a : ()) -> (b : Int)\n  Elim a\n  b = Const 2", "Elim i; b = Const 2; u = (); o = (b, u)"},
		{"Elim", "(a : (Real, Real)) -> (x : Real)\n  (x, y) = a\n  Elim y", "(x, y) = a; (x.dot, y.dot) = a.dot; Elim y; Elim y.dot"},
		{"Dup", "(a : Real) -> (b : (Real, Real))\n  b = Dup a", "b = Dup a; b.dot = Dup a.dot"},
		{"tuple", "(a : (Real, Int)) -> (b : (Int, Real))\n  (x, n) = a\n  b = (n, x)", "(x, n) = a; (x.dot, u) = a.dot; Elim u; b = (n, x); u.1 = (); b.dot = (u.1, x.dot)"},
		{"Inl", "(a : Real) -> (b : Real + Int)\n  b : Real + Int = Inl a", "b : Real + Int = Inl a; b.dot : Real + () = Inl a.dot"},
		{"Inr of Int", "(a : Int) -> (b : Real + Int)\n  b : Real + Int = Inr a", "b : Real + Int = Inr a; u = (); b.dot : Real + () = Inr u; o = (b, b.dot)"},
		{"Share and Read", "(a : Real) -> (b : Real)\n  c = Share a (s.\n    b = Read s\n  )\n  Elim c",
			"c = Share a (s.; c.dot = Share a.dot (s.dot.; b = Read s; b.dot = Read s.dot; ); ); Elim c; Elim c.dot"},
		{"Accum and Add", "(a : Real) -> (c : Real)\n  z = Const 0.0\n  c = Accum z (s.\n    Add s a\n  )",
			"z = Const 0.0; z.dot = Const 0.0; c = Accum z (s.; c.dot = Accum z.dot (s.dot.; Add s a; Add s.dot a.dot; ); )"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := derived(t, "def f "+c.def+"\n")
			require.NoError(t, err)
			assert.Equal(t, "fwd$f", d.Name.String())
			text := d.String()
			var lines []string
			for line := range strings.Lines(text) {
				lines = append(lines, strings.TrimSpace(line))
			}
			body := strings.Join(lines, "; ")
			assert.Contains(t, body, c.want)
		})
	}
}

// TestCase says that the tangent of a sum is opened with its value, whose tag it has.
func TestCase(t *testing.T) {
	d, err := derived(t, "def f (a : Real + Int) -> (b : Real)\n  Case a\n    (Inl x\n      b = Call sin x\n    )\n    (Inr n\n      b = Call real n\n    )\n")
	require.NoError(t, err)
	left, right, ok := strings.Cut(d.String(), "(Inr n\n")
	require.True(t, ok)
	assert.Contains(t, left, "Call unreachable")
	assert.Contains(t, left, "Call fwd$sin")
	assert.Contains(t, right, "Elim a.dot")
	assert.NotContains(t, right, "unreachable")
}

// TestRandom says of any definition that fwd$f : (S, δS) → (T, δT), with a tangent for each name of Θ, and that it is single-use.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := proctest.Def(t, proc.Name("f"))
		body, outs := linear.Procedure(r.Body, []proc.Var{r.In}, []proc.Var{r.Out}, proc.NewNames(r))
		f := &proc.Def{Name: r.Name, Zone: r.Zone, In: r.In, Body: body, Out: outs[0]}
		d, err := fwd.Def(library, f)
		require.NoError(t, err)
		require.NoError(t, typecheck.Def(d, library.Sig), "%s\n%s", f, d)
		require.Equal(t, proc.NewTuple(f.In.Type, deriv.Tangent(f.In.Type)), d.In.Type)
		require.Equal(t, proc.NewTuple(f.Out.Type, deriv.Tangent(f.Out.Type)), d.Out.Type)
		require.Len(t, d.Zone, len(deriv.TangentZone(f.Zone, func(n string) string { return n + ".dot" })))
	})
}

// nothing knows no function.
type nothing struct{}

func (nothing) Without() optim.Set { return optim.Set{} }

var errUnknown = errors.New("unknown")

func (nothing) Sig(proc.Func) (proc.Sig, error) { return proc.Sig{}, errUnknown }

// TestUnknown says that a function without a type is an error, and leaves no definition.
func TestUnknown(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Text: "def f (a : Real) -> (b : Real)\n  b = Call sin a\n"}, prim.Sig)
	require.NoError(t, err)
	d, err := fwd.Def(nothing{}, p.Defs[0])
	assert.ErrorIs(t, err, errUnknown)
	assert.Nil(t, d)
}
