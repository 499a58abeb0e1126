package cost_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/units"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
)

func TestWords(t *testing.T) {
	either := proc.NewSum(proc.Real, proc.NewTuple(proc.Int, proc.Real, proc.Real))
	for _, c := range []struct {
		t                        proc.Type
		words, room, most, least int64
	}{
		{proc.Unit, 1, 0, 0, 0},
		{proc.Real, 1, 1, 1, 1},
		{deriv.InactiveReal, 1, 1, 1, 1},
		{proc.NewTuple(proc.Real, proc.Int), 2, 2, 2, 2},
		{either, 5, 5, 4, 2},
		{proc.NewTuple(either, either), 10, 10, 8, 4},
		{proc.NewSum(proc.Unit, either), 7, 6, 5, 1},
	} {
		assert.Equal(t, []int64{c.words, c.room, c.most, c.least}, []int64{cost.Words(c.t), cost.Room(c.t), cost.Most(c.t), cost.Least(c.t)}, "%s", c.t)
	}
}

// The cost of a definition is that of its statements, with what it calls.
func TestOf(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Name: "f.proc", Text: `
def g [a : &[Real], i : &Int] (x : Real) -> (y : Real)
  k = Read i
  e = Read a k
  ex = (e, x)
  y = Call mul ex
def f [a : &[Real], i : &Int] (x : Real) -> (z : Real)
  y = Call g [a i] x
  w = Call exp y
  z = Call g [a i] w
def h [a : &[Real], i : &Int] (n : Int) -> (s : Real)
  s = Call sum{t} [a i] n
def t [j : &Int, a : &[Real], i : &Int] (u : ()) -> (y : Real)
  Elim u
  y = Const 1.0
`}, prim.Sig)
	require.NoError(t, err)
	m := cost.Model{Def: p.Lookup}
	of := func(f string) int64 { return m.Of(p.Lookup(proc.Name(f))) }
	assert.EqualValues(t, 2*units.Read+units.Op, of("g"))
	assert.Equal(t, 2*of("g")+cost.Primitive(prim.Exp), of("f"))
	assert.EqualValues(t, units.Unbounded, of("h"))
	m = cost.Model{Def: func(proc.Func) *proc.Def { return nil }}
	assert.EqualValues(t, units.Unbounded, of("f"), "what is not known may take any time")
}
