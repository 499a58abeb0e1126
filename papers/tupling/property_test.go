package tupling_test

import (
	"testing"

	"procad/core"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/tupling"
)

// functions are f : S → T in the properties of Section 5.3. Vectors have kstest.Size
// elements.
var functions = []string{
	`def f(x: Real): Real = x * x * x - 2 * x`,
	`def f(x: Real, y: Real): Real = x * y + x`,
	`def f(x: Real): (Real, Real) = (x * x, 3)`,
	`def f(v: Real[n]): Real = sum(i < n) v[i] * v[n - 1 - i] * real(i)`,
	`def f(v: Real[n]): Real[n] = [v[i] * v[i] + v[0] for i < n]`,
	`def f(x: Real, v: Real[n]): Real = fold(\(a, y). a * y + x, x, v)`,
	`def f(x: Real, y: Real): Real = let z = x * y; w = z * z in if x < y then w * z else w`,
	`def g(x: Real, y: Real): Real = x * y * y
def h(x: Real): (Real, Real) = (x, x * x)
def f(x: Real): Real = let (a, b) = h(x) in g(a, b) + g(b, a)`,
}

// each gives each function and a drawing to a property.
func each(t *testing.T, property func(d *kstest.Drawing, f *ks.Def)) {
	for i, source := range functions {
		for seed := range uint64(10) {
			property(kstest.NewDrawing(seed+100*uint64(i)), load(t, source))
		}
	}
}

// space is a type with values that are drawn as tangents are.
func space(d *kstest.Drawing) ks.Type { return kstest.Spaces[d.IntN(len(kstest.Spaces)-1)] }

func tuple(a, b ks.Term) ks.Term       { return ks.Tuples(kstest.Nowhere, a, b) }
func compose(m, n ks.Term) ks.Term     { return kstest.Do(linmap.Compose{}, m, n) }
func apply(m, x ks.Term) ks.Term       { return kstest.Do(linmap.Apply{}, m, x) }
func both(vm, x ks.Term) ks.Term       { return kstest.Do(tupling.Apply{}, vm, x) }
func call(f ks.Fun, x ks.Term) ks.Term { return kstest.Do(f, x) }

func plus(a, b ks.Term) ks.Term { return kstest.Do(ks.Op{Op: core.Add}, a, b) }

func part(t ks.Term, k int) ks.Term { return kstest.Do(ks.Select{K: k, N: 2}, t) }

// TestCP is (CP): ∂̄f(e) ⊙̄ dx = fwd$f(e ⊙̄ dx).
func TestCP(t *testing.T) {
	each(t, func(d *kstest.Drawing, f *ks.Def) {
		a, s := space(d), f.Param.Type
		e := tuple(d.At(s), d.Lin(a, s, 3))
		dx := d.At(a)
		fwd, _ := tupling.PolyForward(f)
		d.Same(t, ks.Tuple{f.Of, f.Of}, call(fwd, both(e, dx)), both(call(tupling.NewPoly(a).Jacobian(f), e), dx))
	})
}

// TestForwardComposes is what (CP) is for: fwd$(g ∘ h)(x, dx) = fwd$g(fwd$h(x, dx)).
func TestForwardComposes(t *testing.T) {
	const source = `def h(x: Real, y: Real): (Real, Real) = (x * y, x + y)
def g(x: Real, y: Real): Real = x * x * y
def f(x: Real, y: Real): Real = let (a, b) = h(x, y) in g(a, b)`
	f := load(t, source)
	g, h := load(t, `def g(x: Real, y: Real): Real = x * x * y`), load(t, `def h(x: Real, y: Real): (Real, Real) = (x * y, x + y)`)
	fwdF, _ := tupling.PolyForward(f)
	fwdG, _ := tupling.PolyForward(g)
	fwdH, _ := tupling.PolyForward(h)
	for seed := range uint64(50) {
		d := kstest.NewDrawing(seed)
		x := tuple(d.At(kstest.TwoR), d.At(kstest.TwoR))
		d.Same(t, kstest.TwoR, call(fwdF, x), call(fwdG, call(fwdH, x)))
	}
}

// TestForwardLaw is the property that (CP) follows from:
// ∂̄f(x, m1) ⊙̄ (m2 ⊙ db) = ∂̄f(x, m1 ∘ m2) ⊙̄ db.
func TestForwardLaw(t *testing.T) {
	each(t, func(d *kstest.Drawing, f *ks.Def) {
		a, b, s := space(d), space(d), f.Param.Type
		x, m1, m2, db := d.At(s), d.Lin(a, s, 3), d.Lin(b, a, 3), d.At(b)
		left := both(call(tupling.NewPoly(a).Jacobian(f), tuple(x, m1)), apply(m2, db))
		right := both(call(tupling.NewPoly(b).Jacobian(f), tuple(x, compose(m1, m2))), db)
		d.Same(t, ks.Tuple{f.Of, f.Of}, left, right)
	})
}

// TestReverseLaw is m2 ⊙ (∂̄ᴿf(x, m1) ⊙̄ dr) = ∂̄ᴿf(x, m2 ∘ m1) ⊙̄ dr, of the tangents.
func TestReverseLaw(t *testing.T) {
	each(t, func(d *kstest.Drawing, f *ks.Def) {
		a, b, s := space(d), space(d), f.Param.Type
		x, m1, m2, dr := d.At(s), d.Lin(s, a, 3), d.Lin(a, b, 3), d.At(f.Of)
		left := apply(m2, part(both(call(tupling.NewPoly(a).Transposed(f), tuple(x, m1)), dr), 1))
		right := part(both(call(tupling.NewPoly(b).Transposed(f), tuple(x, compose(m2, m1))), dr), 1)
		d.Same(t, b, left, right)
	})
}

// TestBasicIsPoly says that ∂̄f of Figure 7 is that of Figure 8 at 𝟏.
func TestBasicIsPoly(t *testing.T) {
	each(t, func(d *kstest.Drawing, f *ks.Def) {
		s := f.Param.Type
		x, dx, dr := d.At(s), d.At(s), d.At(f.Of)
		b := tupling.NewBasic()
		fwd, _ := tupling.PolyForward(f)
		rev, _ := tupling.PolyReverse(f)
		d.Same(t, f.Of, call(b.Forward(f), tuple(x, dx)), part(call(fwd, tuple(x, dx)), 1))
		d.Same(t, s, call(b.Reverse(f), tuple(x, dr)), part(call(rev, tuple(x, dr)), 1))
	})
}

// TestOperations are the modified operations, of values and maps.
func TestOperations(t *testing.T) {
	for seed := range uint64(50) {
		d := kstest.NewDrawing(seed)
		s, r1, r2 := space(d), space(d), space(d)
		v1, v2, x, y := d.At(r1), d.At(r2), d.At(s), d.At(s)
		m1, m2 := d.Lin(s, r1, 3), d.Lin(s, r2, 3)
		// (t1, m1) ×̄ (t2, m2) = ((t1, t2), m1 × m2)
		both1 := both(kstest.Do(tupling.VCat{}, tuple(v1, m1), tuple(v2, m2)), x)
		d.Same(t, ks.Tuple{ks.Tuple{r1, r2}, ks.Tuple{r1, r2}}, tuple(tuple(v1, v2), tuple(apply(m1, x), apply(m2, x))), both1)
		// (t1, m1) ⋈̄ (t2, m2) = (t1 + t2, m1 ⋈ m2)
		n1, n2 := d.Lin(r1, s, 3), d.Lin(r2, s, 3)
		both2 := both(kstest.Do(tupling.HCat{}, tuple(x, n1), tuple(y, n2)), tuple(v1, v2))
		sum := kstest.Do(linmap.HCat{}, n1, n2)
		d.Same(t, ks.Tuple{s, s}, tuple(plus(x, y), apply(sum, tuple(v1, v2))), both2)
		// (v, m)ᵀ̄ = (v, mᵀ)
		d.Same(t, ks.Tuple{r1, s}, tuple(v1, apply(kstest.Do(linmap.Transpose{}, m1), v1)), both(kstest.Do(tupling.Transpose{}, tuple(v1, m1)), v1))
	}
}
