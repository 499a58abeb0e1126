package linmap

import (
	"container/heap"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
)

// Apply is r ⊙ᴿ m, by the laws of Figure 5.
func (f Reverse) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return (&applier{m, at}).reverse(a[0], a[1].(node))
}

// reverse is r ⊙ᴿ m.
//
// Where a law has a sum, its terms wait in a queue, and come out of it with the
// larger serial number first. So when a map comes out, all cotangents for it are
// there, and it is applied once, to their sum: (LM1) of mᵀ,
//
//	(r1 ⊙ᴿ m) + (r2 ⊙ᴿ m) = (r1 + r2) ⊙ᴿ m
//
// Without it, a map would be applied as often as there are ways to it.
func (a *applier) reverse(r ks.Value, m node) ks.Value {
	if _, sums := m.(interface{ sums() }); !sums {
		return a.simple(r, m)
	}
	var total ks.Value = ks.None{}
	q := &queue{cotangents: map[node]ks.Value{}}
	q.add(a, r, m)
	for len(q.nodes) > 0 {
		m := heap.Pop(q).(node)
		r := q.cotangents[m]
		delete(q.cotangents, m)
		a.Steps++
		switch m := m.(type) {
		case *composeNode: // r ⊙ᴿ (m1 ∘ m2) = (r ⊙ᴿ m1) ⊙ᴿ m2
			q.add(a, a.reverse(r, m.m), m.n)
		case *plusNode: // r ⊙ᴿ (m1 ⊕ m2) = (r ⊙ᴿ m1) + (r ⊙ᴿ m2)
			q.add(a, r, m.m)
			q.add(a, r, m.n)
		case *vcatNode: // (r1, r2) ⊙ᴿ (m1 × m2) = (r1 ⊙ᴿ m1) + (r2 ⊙ᴿ m2)     r ⊙ᴿ V(v) = Σᵢ (r[i] ⊙ᴿ v[i])
			for i, n := range m.maps {
				q.add(a, ks.Part(r, i), n)
			}
		default:
			total = a.plus(total, a.simple(r, m))
		}
	}
	return total
}

func (*composeNode) sums() {}
func (*plusNode) sums()    {}
func (*vcatNode) sums()    {}

// simple is r ⊙ᴿ m for a map whose law has no sum.
func (a *applier) simple(r ks.Value, m node) ks.Value {
	if _, none := r.(ks.None); none {
		return r // 0 ⊙ᴿ m = 0
	}
	a.Steps++
	switch m := m.(type) {
	case *oneNode: // r ⊙ᴿ 𝟏 = r
		return r
	case *scaleNode: // r ⊙ᴿ S(k) = k * r
		return a.Times(a.at, m.k, r)
	case *inNode: // r ⊙ᴿ in = out ⊙ r
		return carried(r, m.con)
	case *outNode: // r ⊙ᴿ out = in ⊙ r
		return &eval.Variant{Con: m.con, Of: r}
	case *transposeNode: // r ⊙ᴿ mᵀ = m ⊙ r
		return a.forward(m.m, r)
	case *foldNode:
		return a.reverseFold(r, m)
	case *hcatNode: // r ⊙ᴿ (m1 ⋈ m2) = (r ⊙ᴿ m1, r ⊙ᴿ m2)     r ⊙ᴿ H(v) = build(sz(v), λi. r ⊙ᴿ v[i])
		parts := make([]ks.Value, len(m.maps))
		for i, n := range m.maps {
			parts[i] = a.reverse(r, n)
		}
		return join(parts, m.vector)
	}
	return ks.None{} // r ⊙ᴿ 𝟎 = 0
}

// A queue has maps that are to be applied, and the cotangents for them.
type queue struct {
	nodes      []node // a heap
	cotangents map[node]ks.Value
}

func (q *queue) add(a *applier, r ks.Value, m node) {
	if _, none := r.(ks.None); none {
		return
	}
	if old, ok := q.cotangents[m]; ok {
		q.cotangents[m] = a.plus(old, r)
		return
	}
	q.cotangents[m] = r
	heap.Push(q, m)
}

func (q *queue) Len() int           { return len(q.nodes) }
func (q *queue) Less(i, j int) bool { return q.nodes[i].number() > q.nodes[j].number() }
func (q *queue) Swap(i, j int)      { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *queue) Push(m any)         { q.nodes = append(q.nodes, m.(node)) }

// Pop is the last one.
func (q *queue) Pop() any {
	last := q.nodes[len(q.nodes)-1]
	q.nodes = q.nodes[:len(q.nodes)-1]
	return last
}
