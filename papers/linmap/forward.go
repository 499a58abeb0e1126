package linmap

import (
	"fmt"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
)

// Apply is m ⊙ x, by the semantics of Figure 4.
func (f Apply) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	a := arg.(eval.Tuple)
	return (&applier{m, at}).forward(a[0].(node), a[1])
}

// An applier applies maps.
type applier struct {
	*ks.Machine
	at diag.Pos
}

func (a *applier) plus(x, y ks.Value) ks.Value { return a.Plus(a.at, x, y) }

// forward is m ⊙ x.
func (a *applier) forward(m node, x ks.Value) ks.Value { return a.memo(map[node]ks.Value{}, m, x) }

// memo is m ⊙ x, where done has the results for maps that have been applied to the
// same x: a map that is shared is applied once.
func (a *applier) memo(done map[node]ks.Value, m node, x ks.Value) ks.Value {
	if _, none := x.(ks.None); none {
		return x // m ⊙ 0 = 0, the theorem of Section 2.1.2
	}
	a.Steps++
	switch m := m.(type) {
	case *zeroNode: // 𝟎 ⊙ x = 0
		return ks.None{}
	case *oneNode: // 𝟏 ⊙ x = x
		return x
	case *scaleNode: // S(k) ⊙ x = k * x
		return a.Times(a.at, m.k, x)
	case *inNode: // in ⊙ x = con x
		return &eval.Variant{Con: m.con, Of: x}
	case *outNode: // out ⊙ con x = x
		return carried(x, m.con)
	case *transposeNode: // mᵀ ⊙ x = x ⊙ᴿ m
		return a.reverse(x, m.m)
	case *foldNode:
		return a.forwardFold(m, x)
	case *hcatNode: // (m1 ⋈ m2) ⊙ (x1, x2) = (m1 ⊙ x1) + (m2 ⊙ x2)     H(v) ⊙ x = Σᵢ (v[i] ⊙ x[i])
		var total ks.Value = ks.None{}
		for i, n := range m.maps {
			total = a.plus(total, a.forward(n, ks.Part(x, i)))
		}
		return total
	}
	y, ok := done[m]
	if !ok {
		y = a.shared(done, m, x)
		done[m] = y
	}
	return y
}

// shared is m ⊙ x for a map whose parts are applied to x too.
func (a *applier) shared(done map[node]ks.Value, m node, x ks.Value) ks.Value {
	switch m := m.(type) {
	case *composeNode: // (m1 ∘ m2) ⊙ x = m1 ⊙ (m2 ⊙ x)
		return a.forward(m.m, a.memo(done, m.n, x))
	case *plusNode: // (m1 ⊕ m2) ⊙ x = (m1 ⊙ x) + (m2 ⊙ x)
		return a.plus(a.memo(done, m.m, x), a.memo(done, m.n, x))
	case *vcatNode: // (m1 × m2) ⊙ x = (m1 ⊙ x, m2 ⊙ x)     V(v) ⊙ x = build(sz(v), λi. v[i] ⊙ x)
		ys := make([]ks.Value, len(m.maps))
		for i, n := range m.maps {
			ys[i] = a.memo(done, n, x)
		}
		return join(ys, m.vector)
	}
	panic(fmt.Sprintf("linmap: no rule for %T", m))
}

func join(parts []ks.Value, vector bool) ks.Value {
	if vector {
		return &ks.Vector{Elems: parts}
	}
	return eval.Tuple(parts)
}

// carried is the x of con x. A tangent has the constructor of its primal.
func carried(x ks.Value, con int) ks.Value {
	v := x.(*eval.Variant)
	if v.Con != con {
		panic("linmap: a tangent of another constructor")
	}
	return v.Of
}
