package chad

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/papers/chad/linear"
	"procad/papers/number"
)

// efficient is the value, the cotangents and the steps of an open term.
func (o open) efficient(t *testing.T, seed Value, values ...Value) (y, dx Value, steps int) {
	t.Helper()
	c := &checker{scope: map[*Var]bool{}, types: map[Term]Type{}}
	for _, x := range o.vars {
		c.scope[x] = true
	}
	c.term(o.term)
	d := number.Float()
	m := newEfficient(d, reals{d}, 10_000_000, c.types)
	var e *cellEnv
	cells := make([]*linear.Cell, len(o.vars))
	for i, x := range o.vars {
		e = m.with(e, x, values[i])
		cells[i] = e.cell
	}
	y, bp := m.efficient(e, o.term)
	bp.run(linear.Value(seed))
	return y, taken(cells), m.steps
}

// naive is the steps of D← of an open term, its derivative at the seed included.
func (o open) naive(t *testing.T, seed Value, values ...Value) int {
	d, err := NewDeriver(Reverse, Derivatives).Term(o.term, o.vars...)
	require.NoError(t, err)
	f := number.Float()
	m := newMachine(f, reals{f}, 100_000_000)
	var e *env
	for i, x := range d.Vars {
		e = e.with(x, values[i])
	}
	p := m.eval(e, d.Term)
	secondOf(p).(linear.LFun).At(seed)
	return m.steps
}

// cost is the steps of the source program.
func (o open) cost(t *testing.T, values ...Value) int {
	m := newMachine(number.Float(), reals{number.Float()}, 10_000_000)
	var e *env
	for i, x := range o.vars {
		e = e.with(x, values[i])
	}
	m.eval(e, o.term)
	return m.steps
}

// TestB11 says that the efficient variant takes the same number of steps for each step of
// a chain of bindings, however long; TestB12 the same for functions in functions,
// where D← doubles with each.
func TestB11(t *testing.T) {
	flat(t, []int{10, 20, 40, 80, 160}, chain)
}

func TestB12(t *testing.T) {
	depths := []int{4, 6, 8, 10}
	flat(t, depths, redexes)
	var before int
	for _, depth := range depths {
		o := redexes(depth)
		steps := o.naive(t, 1.0, 0.5)
		if before > 0 {
			assert.Greater(t, steps, 3*before, "depth %d", depth)
		}
		before = steps
	}
}

// flat says that the ratio of the steps of value and gradient to those of the value grows by
// less than a tenth from the smallest to the largest n.
func flat(t *testing.T, ns []int, make func(n int) open) {
	var first float64
	for i, n := range ns {
		o := make(n)
		_, _, steps := o.efficient(t, 1.0, 0.5)
		ratio := float64(steps) / float64(o.cost(t, 0.5))
		t.Logf("n = %d: %.1f, D← %.1f", n, ratio, float64(o.naive(t, 1.0, 0.5))/float64(o.cost(t, 0.5)))
		if i == 0 {
			first = ratio
		}
		assert.Less(t, ratio, 1.1*first, "n = %d", n)
		assert.Less(t, ratio, 8.0, "n = %d", n)
	}
}

// TestContext is a map over 64 elements that uses one of m variables: the steps of the efficient variant
// do not depend on m.
func TestContext(t *testing.T) {
	steps := func(m int) int {
		a, z := newVar("a", vectorType), realVar("z")
		vars, values := []*Var{a}, []Value{vec(make([]float64, 64)...)}
		for i := range m {
			vars = append(vars, realVar(fmt.Sprint("x", i)))
			values = append(values, 1.0)
		}
		o := open{vars, vector(VSum, &Map{z, mul(use(vars[1]), use(z)), use(a)})}
		_, _, n := o.efficient(t, 1.0, values...)
		return n
	}
	assert.Equal(t, steps(1), steps(64))
}
