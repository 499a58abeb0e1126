package cost_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
)

const sized = `
def body [i : &Int, a : &[Real]] (u : ()) -> (y : Real)
  Elim u
  k = Read i
  y = Read a k
def f [a : &[Real]] (n : Int) -> (y : Real)
  s = Call sum{body} [a] n
  y = Call exp s
def g [a : &[Real]] (b : Bool) -> (y : Real)
  Case b
    (Inl l
      Elim l
      n = Const 1
    )
    (Inr r
      Elim r
      n = Size a 0
    )
  x = Call f [a] n
  c = Const 2.0
  xc = (x, c)
  y = Call mul xc
`

// The code of a definition is that of its statements; what a loop has inline is not in a line.
func TestCode(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Name: "f.proc", Text: sized}, prim.Sig)
	require.NoError(t, err)
	widths := cost.Widths{}
	z := &cost.Sizer{Width: widths.Of}
	z.Call = func(f proc.Func, call cost.Code) (cost.Code, bool) { return call, p.Lookup(f) != nil }
	z.Iteration = func(body proc.Func) int { return z.Of(p.Lookup(body).Body, nil).All }
	of := func(f string) cost.Code { return z.Of(p.Lookup(proc.Name(f)).Body, nil) }
	assert.Equal(t, cost.Flat(2*4), of("body"), "two reads")
	assert.Equal(t, cost.Code{All: 10 + 1 + 8 + 1, Line: 10 + 1 + 1}, of("f"), "a loop over an Int, and exp")
	assert.Equal(t, cost.Flat(4+4+2+1), of("g"), "a Case, a call from Int to Real, a multiplication")

	inline := *z
	inline.Call = func(f proc.Func, _ cost.Code) (cost.Code, bool) { return of(f.String()), true }
	cases := map[*proc.Case]int{}
	assert.Equal(t, cost.Code{All: 4 + 20 + 1, Line: 4 + 12 + 1}, inline.Of(p.Lookup(proc.Name("g")).Body, cases))
	assert.Len(t, cases, 1)
}

func TestWidths(t *testing.T) {
	w := cost.Widths{}
	either := proc.NewSum(proc.Real, proc.NewTuple(proc.Int, proc.Real))
	for _, c := range []struct {
		t     proc.Type
		width int
	}{
		{proc.Unit, 0},
		{proc.Bool, 1},
		{either, 4},
		{proc.NewArray(2, either), 6},
		{proc.NewTuple(proc.NewStack(either), proc.Int), 4},
	} {
		assert.Equal(t, c.width, w.Of(c.t), "%s", c.t)
	}
	var deep proc.Type = proc.Real
	for range 80 {
		deep = proc.NewTuple(deep, deep)
	}
	assert.Equal(t, math.MaxInt, w.Of(deep), "the largest number, in little time")
}
