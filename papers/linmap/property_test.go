package linmap_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/core"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/linmap"
)

// maps gives random maps, with their types, to a test.
func maps(t *testing.T, test func(d *kstest.Drawing, m ks.Term, from, to ks.Type)) {
	for seed := range uint64(400) {
		d := kstest.NewDrawing(seed)
		from, to := d.Space(), d.Space()
		test(d, d.Lin(from, to, 4), from, to)
	}
}

func apply(m, x ks.Term) ks.Term   { return kstest.Do(linmap.Apply{}, m, x) }
func reverse(r, m ks.Term) ks.Term { return kstest.Do(linmap.Reverse{}, r, m) }
func plus(a, b ks.Term) ks.Term    { return kstest.Do(ks.Op{Op: core.Add}, a, b) }
func times(k, x ks.Term) ks.Term   { return kstest.Do(ks.Times{}, k, x) }

// TestLM1 is m ⊙ (x + y) = m ⊙ x + m ⊙ y, and the same for ⊙ᴿ, which reverse.go uses.
func TestLM1(t *testing.T) {
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		x, y := d.At(from), d.At(from)
		d.Same(t, to, plus(apply(m, x), apply(m, y)), apply(m, plus(x, y)))
		r, s := d.At(to), d.At(to)
		d.Same(t, from, plus(reverse(r, m), reverse(s, m)), reverse(plus(r, s), m))
	})
}

// TestLM2 is k * (m ⊙ x) = m ⊙ (k * x).
func TestLM2(t *testing.T) {
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		k, x := d.Scalar(), d.At(from)
		d.Same(t, to, times(k, apply(m, x)), apply(m, times(k, x)))
	})
}

// TestOrigin is the theorem of Section 2.1.2: m ⊙ 0 = 0.
func TestOrigin(t *testing.T) {
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		zero := times(ks.Real(kstest.Nowhere, 0), d.At(from))
		d.Same(t, to, kstest.Do(ks.Zero{Of: to}), apply(m, zero))
		d.Same(t, to, kstest.Do(ks.Zero{Of: to}), apply(m, kstest.Do(ks.Zero{Of: from})))
	})
}

// TestTP is (TP): (mᵀ ⊙ t) • s = t • (m ⊙ s).
func TestTP(t *testing.T) {
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		x, y := d.At(from), d.At(to)
		left := d.Dot(from, d.Value(t, apply(kstest.Do(linmap.Transpose{}, m), y)), d.Value(t, x))
		assert.Equal(t, d.Dot(to, d.Value(t, y), d.Value(t, apply(m, x))), left, "%s", ks.Text(m))
	})
}

// TestRP is (RP): (t ⊙ᴿ m) • s = t • (m ⊙ s).
func TestRP(t *testing.T) {
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		x, y := d.At(from), d.At(to)
		left := d.Dot(from, d.Value(t, reverse(y, m)), d.Value(t, x))
		assert.Equal(t, d.Dot(to, d.Value(t, y), d.Value(t, apply(m, x))), left, "%s", ks.Text(m))
	})
}

// TestTranspose is the first law of Figure 5 for ⊙ᴿ, r ⊙ᴿ m = mᵀ ⊙ r, and mᵀᵀ = m.
func TestTranspose(t *testing.T) {
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		r, x := d.At(to), d.At(from)
		mt := kstest.Do(linmap.Transpose{}, m)
		d.Same(t, from, reverse(r, m), apply(mt, r))
		d.Same(t, to, apply(m, x), apply(kstest.Do(linmap.Transpose{}, mt), x))
	})
}

// TestSimplify says that a simplified term has the value of the term.
func TestSimplify(t *testing.T) {
	simplified := func(e ks.Term) ks.Term {
		f := &ks.Def{Title: "f", Param: &ks.Var{Name: "x", Type: ks.Unit}, Of: e.Type(), Body: e}
		return linmap.NewDeriver().Simplify(f).Body
	}
	maps(t, func(d *kstest.Drawing, m ks.Term, from, to ks.Type) {
		x, r := d.At(from), d.At(to)
		d.Same(t, to, apply(m, x), apply(simplified(m), x))
		d.Same(t, to, apply(m, x), simplified(apply(m, x)))
		d.Same(t, from, reverse(r, m), simplified(reverse(r, m)))
	})
}
