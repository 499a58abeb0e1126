package split

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/split/activity"
)

// defined is a library of the definitions of a program.
type defined struct {
	primitives
	*proc.Program
}

func (d defined) Def(f proc.Func) (*proc.Def, error) { return d.Lookup(f), nil }
func (d defined) Useful(x *proc.Def) (func(proc.Var) proc.Type, error) {
	return activity.NewActivity(d, optim.Set{}).Useful(x)
}

// TestValuesInCalls: what a function makes of what it is given has the values that the caller knows: of names, their
// rows and dimensions, and of what branches leave.
func TestValuesInCalls(t *testing.T) {
	const head = `def element [i : &Int] (u : ()) -> (x : Real)
  Elim u; k = Read i; x = Call real k
def entry [i : &Int, j : &Int] (u : ()) -> (x : Real)
  Elim u; k = Read i; x = Call real k
def length [n : &Int, a : &[Real]] (u : ()) -> (k : Int)
  Elim u; k = Size a 0
def width [n : &Int, a : &[[Real]]] (u : ()) -> (k : Int)
  Elim u; k = Size a 1
def inner [b : &Int, a : &[[Real]]] (u : ()) -> (k : Int)
  Elim u; i = Const 0; Row a i (r. k = Size r 0)
def less [i : &Int, j : &Int] (u : ()) -> (k : Int)
  Elim u; m = Read i; n = Read j; p = (m, n); c = Call ilt p
  Case c (Inl v; Elim v; k = Read i) (Inr w; Elim w; k = Read j)
`
	for name, body := range map[string]string{
		"a dimension": `n1 = Read n; d = Dup n1; (n2, x) = d; a = Call build{element} n2
  a' = Share a (s. u = (); y = Call length [n, s] u); Elim a'; z = Read k`,
		"the other dimension": `n1 = Read n; k1 = Read k; d = Dup n1; (n2, z) = d; e = Dup k1; (k2, x) = e; b = (n2, k2); a = Call build2{entry} b
  a' = Share a (s. u = (); y = Call width [n, s] u); Elim a'`,
		"a dimension of a row": `w = (); y = Call inner [n, m] w; x = Size m 1; z = Size m 0`,
		"a choice":             `v = (); y = Call less [n, k] v; w = (); x = Call less [n, k] w; v' = (); z = Call less [k, n] v'`,
	} {
		t.Run(name, func(t *testing.T) {
			p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: head + "def f [n : &Int, k : &Int, m : &[[Real]]] (o : ()) -> (q : ((Int, Int), Int))\n  Elim o; " + body + "; p = (x, y); q = (p, z)\n"}, prim.Sig)
			require.NoError(t, err)
			d := p.Defs[len(p.Defs)-1]
			g := newValues(newSplitter(defined{Program: p}, d, Recompute, false))
			g.run.Procedure(d.Body)
			value := func(name string) *value { return g.value(proc.Var{Name: name, Type: proc.Int}) }
			assert.Same(t, value("x"), value("y"))
			assert.True(t, value("x").cheap)
			assert.NotSame(t, value("x"), value("z"))
		})
	}
}
