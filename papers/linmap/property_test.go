package linmap_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/core"
	"procad/papers/ks"
	"procad/papers/linmap"
)

// maps gives random maps, with their types, to a test.
func maps(t *testing.T, test func(d *drawing, m ks.Term, from, to ks.Type)) {
	for seed := range uint64(400) {
		d := newDrawing(seed)
		from, to := d.space(), d.space()
		test(d, d.lin(from, to, 4), from, to)
	}
}

// same says that two terms have the same value in the space δt.
func (d *drawing) same(t *testing.T, of ks.Type, want, got ks.Term, note ks.Term) {
	t.Helper()
	assert.Equal(t, vectorOf(of, d.value(t, want)), vectorOf(of, d.value(t, got)), "%s", ks.Text(note))
}

func apply(m, x ks.Term) ks.Term   { return do(linmap.Apply{}, m, x) }
func reverse(r, m ks.Term) ks.Term { return do(linmap.Reverse{}, r, m) }
func plus(a, b ks.Term) ks.Term    { return do(ks.Op{Op: core.Add}, a, b) }
func times(k, x ks.Term) ks.Term   { return do(ks.Op{Op: core.Mul}, k, x) }

// TestLM1 is m ⊙ (x + y) = m ⊙ x + m ⊙ y, and the same for ⊙ᴿ, which reverse.go uses.
func TestLM1(t *testing.T) {
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		x, y := d.at(from), d.at(from)
		d.same(t, to, plus(apply(m, x), apply(m, y)), apply(m, plus(x, y)), m)
		r, s := d.at(to), d.at(to)
		d.same(t, from, plus(reverse(r, m), reverse(s, m)), reverse(plus(r, s), m), m)
	})
}

// TestLM2 is k * (m ⊙ x) = m ⊙ (k * x).
func TestLM2(t *testing.T) {
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		k, x := d.scalar(), d.at(from)
		d.same(t, to, times(k, apply(m, x)), apply(m, times(k, x)), m)
	})
}

// TestOrigin is the theorem of Section 2.1.2: m ⊙ 0 = 0.
func TestOrigin(t *testing.T) {
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		zero := times(ks.Real(nowhere, 0), d.at(from))
		d.same(t, to, do(ks.Zero{Of: to}), apply(m, zero), m)
		d.same(t, to, do(ks.Zero{Of: to}), apply(m, do(ks.Zero{Of: from})), m)
	})
}

// TestTP is (TP): (mᵀ ⊙ t) • s = t • (m ⊙ s).
func TestTP(t *testing.T) {
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		x, y := d.at(from), d.at(to)
		left := d.dot(from, d.value(t, apply(do(linmap.Transpose{}, m), y)), d.value(t, x))
		assert.Equal(t, d.dot(to, d.value(t, y), d.value(t, apply(m, x))), left, "%s", ks.Text(m))
	})
}

// TestRP is (RP): (t ⊙ᴿ m) • s = t • (m ⊙ s).
func TestRP(t *testing.T) {
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		x, y := d.at(from), d.at(to)
		left := d.dot(from, d.value(t, reverse(y, m)), d.value(t, x))
		assert.Equal(t, d.dot(to, d.value(t, y), d.value(t, apply(m, x))), left, "%s", ks.Text(m))
	})
}

// TestTranspose is the first law of Figure 5 for ⊙ᴿ, r ⊙ᴿ m = mᵀ ⊙ r, and mᵀᵀ = m.
func TestTranspose(t *testing.T) {
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		r, x := d.at(to), d.at(from)
		mt := do(linmap.Transpose{}, m)
		d.same(t, from, reverse(r, m), apply(mt, r), m)
		d.same(t, to, apply(m, x), apply(do(linmap.Transpose{}, mt), x), m)
	})
}

// TestSimplify says that a simplified term has the value of the term.
func TestSimplify(t *testing.T) {
	simplified := func(e ks.Term) ks.Term {
		f := &ks.Def{Title: "f", Param: &ks.Var{Name: "x", Type: ks.Unit}, Of: e.Type(), Body: e}
		return linmap.NewDeriver().Simplify(f).Body
	}
	maps(t, func(d *drawing, m ks.Term, from, to ks.Type) {
		x, r := d.at(from), d.at(to)
		d.same(t, to, apply(m, x), apply(simplified(m), x), m)
		d.same(t, to, apply(m, x), simplified(apply(m, x)), m)
		d.same(t, from, reverse(r, m), simplified(reverse(r, m)), m)
	})
}
