package delta_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/mod61"
	"procad/papers/delta"
	"procad/papers/number"
)

// A deltas generator makes random Deltas with Lets whose ids are distinct.
type deltas struct {
	r    *rand.Rand
	next int
}

func (g *deltas) number() number.Residue { return number.Residue(g.r.Uint64N(mod61.Prime)) }

// make is a Delta with free ids 0 … 4, and those in scope.
func (g *deltas) make(depth int, scope []int) delta.Delta {
	kind := g.r.IntN(6)
	if depth == 0 {
		kind = g.r.IntN(3)
	}
	switch kind {
	case 0:
		return delta.Zero{}
	case 1, 2:
		return delta.Var{ID: scope[g.r.IntN(len(scope))]}
	case 3:
		return &delta.Scale{By: g.number(), Of: g.make(depth-1, scope)}
	case 4:
		return &delta.Add{X: g.make(depth-1, scope), Y: g.make(depth-1, scope)}
	}
	g.next++
	id := g.next
	bound := g.make(depth-1, scope)
	return &delta.Let{ID: id, Bound: bound, In: g.make(depth-1, append(scope[:len(scope):len(scope)], id))}
}

// meaning is [[u]]g of section 7, where g has a number for each free id.
//
//	[[Zero]] = 0   [[Scale r u]] = r [[u]]   [[Add u v]] = [[u]] + [[v]]   [[Var i]] = g i
//	[[Let i u v]] g = [[v]] (g[i ↦ [[u]] g])
func meaning(u delta.Delta, g map[int]uint64) uint64 {
	switch u := u.(type) {
	case *delta.Scale:
		return mod61.Mul(uint64(u.By.(number.Residue)), meaning(u.Of, g))
	case *delta.Add:
		return mod61.Add(meaning(u.X, g), meaning(u.Y, g))
	case delta.Var:
		return g[u.ID]
	case *delta.Let:
		inner := map[int]uint64{u.ID: meaning(u.Bound, g)}
		for i, x := range g {
			inner[i] = x
		}
		return meaning(u.In, inner)
	}
	return 0
}

// TestLemma10 is s · [[u]] g = Σ ((eval s u m) i − m i) · g i over the free ids i of u.
func TestLemma10(t *testing.T) {
	g := &deltas{r: rand.New(rand.NewPCG(1, 2)), next: 4}
	for range 2000 {
		u := g.make(6, []int{0, 1, 2, 3, 4})
		env, before := map[int]uint64{}, map[int]uint64{}
		m := delta.NewMap(number.Mod61())
		for i := range 5 {
			env[i] = uint64(g.number())
			if g.r.IntN(2) == 0 {
				before[i] = uint64(g.number())
				m.Entries[i] = number.Residue(before[i])
			}
		}
		s := g.number()
		m.Eval(s, u)
		var sum uint64
		for i := range 5 {
			if x, ok := m.Entries[i]; ok {
				change := mod61.Add(uint64(x.(number.Residue)), mod61.Neg(before[i]))
				sum = mod61.Add(sum, mod61.Mul(change, env[i]))
			}
			delete(m.Entries, i)
		}
		require.Equal(t, mod61.Mul(uint64(s), meaning(u, env)), sum)
		require.Empty(t, m.Entries)
	}
}

// size is how many constructors u has, as a tree.
func size(u delta.Delta) int64 {
	switch u := u.(type) {
	case *delta.Scale:
		return 1 + size(u.Of)
	case *delta.Add:
		return 1 + size(u.X) + size(u.Y)
	case *delta.Let:
		return 1 + size(u.Bound) + size(u.In)
	}
	return 1
}

// TestLemma4 says that eval x u m sees each constructor of u at most once, and makes an
// entry for no more than those.
func TestLemma4(t *testing.T) {
	g := &deltas{r: rand.New(rand.NewPCG(3, 4)), next: 4}
	for range 2000 {
		u := g.make(8, []int{0, 1, 2, 3, 4})
		m := delta.NewMap(number.Mod61())
		m.Eval(g.number(), u)
		require.LessOrEqual(t, m.Visits, size(u))
		require.LessOrEqual(t, int64(len(m.Entries)), size(u))
	}
}
