package linear_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/papers/chad/linear"
)

// sums is the monoid of float64 and +.
type sums struct{}

func (sums) Plus(a, b linear.Value) linear.Value { return a.(float64) + b.(float64) }

var m = &linear.Monoid{Ground: sums{}}

func pair(a, b linear.Value) *linear.Pair { return &linear.Pair{A: a, B: b} }

// elements has three elements of each type of monoid, and how to look at them.
func elements() map[string][3]linear.Value {
	array := func(xs ...linear.Value) linear.Value { return &linear.Array{Dims: []int64{2}, Elems: xs} }
	power := func(k float64) linear.Value {
		return linear.PowerOf(func(x any) linear.Value { return k * x.(float64) })
	}
	copower := func(key any, v linear.Value) linear.Value { return linear.Singleton(key).At(v) }
	return map[string][3]linear.Value{
		"real_":    {1.0, 2.0, 4.0},
		"A*B":      {pair(1.0, nil), pair(2.0, 3.0), pair(nil, 4.0)},
		"A⊕B":      {&linear.Either{X: 1.0}, &linear.Either{X: 2.0}, nil},
		"A[_]":     {array(1.0, nil), array(2.0, 3.0), nil},
		"τ → A":    {power(1), power(2), power(4)},
		"!τ⊗A":     {copower("a", 1.0), copower("b", 2.0), copower("a", 4.0)},
		"in pairs": {pair(pair(1.0, 2.0), array(nil, 1.0)), pair(nil, array(1.0, 1.0)), nil},
	}
}

// seen is a value as its type lets one see it: a power by its value at 3, a copower by the
// sums for each of the keys.
func seen(v linear.Value) linear.Value {
	switch v := v.(type) {
	case *linear.Pair:
		return pair(seen(v.A), seen(v.B))
	case *linear.Array:
		out := &linear.Array{Dims: v.Dims}
		for _, x := range v.Elems {
			out.Elems = append(out.Elems, seen(x))
		}
		return out
	case *linear.Power:
		return linear.At(v, 3.0)
	case *linear.Copower:
		at := func(key string) linear.Value {
			return m.Lcopowfold(func(x any) linear.LFun {
				if x == key {
					return linear.Lid()
				}
				return linear.Zero()
			}).At(v)
		}
		return pair(at("a"), at("b"))
	}
	return v
}

// TestMonoid is the laws of Figure 6 for 0 and +, at all types.
func TestMonoid(t *testing.T) {
	for name, e := range elements() {
		a, b, c := e[0], e[1], e[2]
		assert.Equal(t, seen(a), seen(m.Plus(a, nil)), "t + 0 = t at %s", name)
		assert.Equal(t, seen(a), seen(m.Plus(nil, a)), "0 + t = t at %s", name)
		assert.Equal(t, seen(m.Plus(m.Plus(a, b), c)), seen(m.Plus(a, m.Plus(b, c))), "(t + s) + r = t + (s + r) at %s", name)
		assert.Equal(t, seen(m.Plus(a, b)), seen(m.Plus(b, a)), "t + s = s + t at %s", name)
	}
	assert.Panics(t, func() { m.Plus(&linear.Either{X: 1.0}, &linear.Either{Right: true, X: 1.0}) })
	assert.Panics(t, func() {
		m.Plus(&linear.Array{Dims: []int64{1}, Elems: []linear.Value{1.0}}, &linear.Array{Dims: []int64{2}, Elems: []linear.Value{1.0, 2.0}})
	})
}

func scale(k float64) linear.LFun {
	return linear.Lop(func(v linear.Value) linear.Value { return k * v.(float64) })
}

// homomorphisms are linear functions, one of each constructor of Figure 8, and two
// arguments for each.
func homomorphisms() map[string]struct {
	f    linear.LFun
	a, b linear.Value
} {
	power := func(k float64) linear.Value {
		return linear.PowerOf(func(x any) linear.Value { return k * x.(float64) })
	}
	times := func(x any) linear.LFun { return scale(x.(float64)) }
	entries := func(x, v float64) linear.Value { return linear.Singleton(x).At(v) }
	byTwo := func(k int) linear.LFun { return scale(float64(k + 1)) }
	return map[string]struct {
		f    linear.LFun
		a, b linear.Value
	}{
		"lop":            {scale(3), 1.0, 2.0},
		"0":              {linear.Zero(), 1.0, 2.0},
		"t + s":          {m.PlusLFun(scale(3), scale(4)), 1.0, 2.0},
		"lid":            {linear.Lid(), 1.0, 2.0},
		"t ;l s":         {linear.Compose(scale(3), scale(4)), 1.0, 2.0},
		"lswap t":        {linear.Lswap(times), 1.0, 2.0},
		"leval t":        {linear.Leval(5.0), power(1), power(2)},
		"{(t, -)}":       {linear.Compose(linear.Singleton(2.0), m.Lcopowfold(times)), 1.0, 2.0},
		"lcopowfold t":   {m.Lcopowfold(times), entries(1, 2), m.Plus(entries(3, 4), entries(3, 5))},
		"lfst":           {linear.Lfst(), pair(1.0, 2.0), pair(3.0, 4.0)},
		"lsnd":           {linear.Lsnd(), pair(1.0, 2.0), pair(3.0, 4.0)},
		"lpair(t, s)":    {linear.Lpair(scale(3), scale(4)), 1.0, 2.0},
		"lbuild(n, t)":   {linear.Lbuild([]int64{3}, byTwo), 1.0, 2.0},
		"lsum(n, t)":     {m.Lsum(3, byTwo), 1.0, 2.0},
		"lscan(n, t, s)": {linear.Lscan(3, func(int) linear.LFun { return m.PlusLFun(linear.Lfst(), linear.Lsnd()) }, scale(2)), 1.0, 2.0},
		"lback(n, t, s)": {m.Lback(3, func(k int) linear.LFun { return linear.Lpair(byTwo(k), scale(2)) }, linear.Lid()), 1.0, 2.0},
	}
}

// TestFigure8 says that whatever the API of Figure 8 makes is a homomorphism, f 0 = 0 and
// f (a + b) = f a + f b: the equations of Figure 6 for terms in their linear variable.
func TestFigure8(t *testing.T) {
	for name, h := range homomorphisms() {
		assert.Nil(t, h.f.At(nil), "%s of 0", name)
		assert.Equal(t, seen(m.Plus(h.f.At(h.a), h.f.At(h.b))), seen(h.f.At(m.Plus(h.a, h.b))), "%s of a sum", name)
	}
}

// TestImplementation is the right sides of section 9.2.
func TestImplementation(t *testing.T) {
	want := map[string]linear.Value{
		"lop": 3.0, "0": nil, "t + s": 7.0, "lid": 1.0, "t ;l s": 12.0, "leval t": 5.0, "{(t, -)}": 2.0,
		"lcopowfold t": 2.0, "lfst": 1.0, "lsnd": 2.0, "lpair(t, s)": pair(3.0, 4.0), "lsum(n, t)": 6.0,
		"lswap t":        3.0, // λy. t y x at y = 3
		"lbuild(n, t)":   &linear.Array{Dims: []int64{3}, Elems: []linear.Value{1.0, 2.0, 3.0}},
		"lscan(n, t, s)": 5.0,             // 2 + 1 + 1 + 1
		"lback(n, t, s)": pair(11.0, 8.0), // 3*1 + 2*2 + 1*4
	}
	for name, h := range homomorphisms() {
		assert.Contains(t, want, name)
		assert.Equal(t, want[name], seen(h.f.At(h.a)), name)
	}
}

// TestCell says that a cell adds as + does, for elements that have a place for each part.
func TestCell(t *testing.T) {
	for name, e := range elements() {
		c := m.NewCell()
		for _, x := range e {
			c.Add(x)
		}
		assert.Equal(t, seen(m.Plus(m.Plus(e[0], e[1]), e[2])), seen(c.Take()), name)
		assert.Nil(t, c.Take(), name)
	}
	c := m.NewCell()
	dims := []int64{2, 2}
	c.Add(&linear.OneHot{Dims: dims, Start: 3, X: 5.0})
	c.Add(&linear.OneHot{Dims: dims, Start: 2, X: &linear.Array{Dims: []int64{2}, Elems: []linear.Value{1.0, 2.0}}})
	assert.Equal(t, &linear.Array{Dims: dims, Elems: []linear.Value{nil, nil, 1.0, 7.0}}, c.Take())
}
