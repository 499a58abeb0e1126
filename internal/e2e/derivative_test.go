package e2e_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"procad/internal/data"
	"procad/internal/mod61"
	"procad/interp"
	"procad/proc"
	"procad/proc/deriv"
)

// finite says that no Real of the values is infinite, not a number, or so
// large that differences of it say nothing.
func finite(vs ...data.Value) bool {
	for _, x := range floatsOf(vs...) {
		if !(math.Abs(x) < 1e9) {
			return false
		}
	}
	return true
}

func primal(s *subject, r *rand.Rand) error {
	m := s.machine()
	y, err := s.value(m)
	if err != nil {
		return meaningless(err)
	}
	zoneDot, argDot := s.direction(floats(r))
	y1, _, err := s.forward(m, clones(s.zone), zoneDot, argDot)
	if err != nil {
		return meaningless(err)
	}
	y2, _, err := s.reverse(m, clones(s.zone), tangents(s.zone, zero), tangent(y, floats(r)))
	if err != nil {
		return meaningless(err)
	}
	yx, err := call(m, deriv.RevF.Of(s.f), clones(s.zone), s.arg)
	if err != nil {
		return meaningless(err)
	}
	for i, z := range []data.Value{y1, y2, yx.Part(0)} {
		if !identical(y, z) {
			return fmt.Errorf("f gives %s, but fst of %s gives %s", show(y), []string{"fwd$f", "rev$f", "revf$f"}[i], show(z))
		}
	}
	return nil
}

// revSplit runs the two passes one after the other. The cotangent of an array
// comes with the array there.
// revSplit is up to rounding: rev$f multiplies by the cotangent of a fused sum
// once, revr$f by that of each term.
func revSplit(s *subject, r *rand.Rand) error {
	return s.revSplit(floats(r), func(a, b data.Value) bool {
		xs, ys := floatsOf(a), floatsOf(b)
		scale := 1.0
		for i := range xs {
			scale = max(scale, math.Abs(xs[i]), math.Abs(ys[i]))
		}
		for i := range xs {
			if both := math.IsNaN(xs[i]) && math.IsNaN(ys[i]) || xs[i] == ys[i]; !both && !(math.Abs(xs[i]-ys[i]) <= 1e-9*scale) {
				return false
			}
		}
		return a.Type == b.Type && len(xs) == len(ys)
	})
}

func revSplitExact(s *subject, r *rand.Rand) error {
	return s.random(residues(r)).revSplit(residues(r), identical, interp.Mod61())
}

func (s *subject) revSplit(real number, same func(a, b data.Value) bool, opts ...interp.Option) error {
	m := s.machine(opts...)
	yx, err := call(m, deriv.RevF.Of(s.f), clones(s.zone), s.arg)
	if err != nil {
		return meaningless(err)
	}
	y, x := yx.Part(0), yx.Part(1)
	yBar := tangent(y, real)
	whole, split := tangents(s.zone, zero), tangents(s.zone, zero)
	_, argBar, err := s.reverse(m, clones(s.zone), whole, yBar)
	if err != nil {
		return meaningless(err)
	}
	var zone []data.Value
	for i, v := range s.zone {
		if zone = append(zone, v); split[i].Type != proc.Unit {
			zone = append(zone, split[i])
		}
	}
	back, err := call(m, deriv.RevR.Of(s.f), zone, data.Tuple(x, cotangent(y, yBar)))
	if err != nil {
		return meaningless(err)
	}
	want, got := append(whole, argBar), append(split, strip(back, s.sig.In))
	for i := range want {
		if !same(want[i], got[i]) {
			return fmt.Errorf("rev$f gives %s, revr$f gives %s", show(want[i]), show(got[i]))
		}
	}
	return nil
}

// cotangent is the value of type cot T for v : T and d : δT.
func cotangent(v, d data.Value) data.Value {
	c := deriv.Cotangent(v.Type)
	switch t := v.Type.(type) {
	case *proc.TupleType:
		if c == proc.Unit {
			return data.Unit()
		}
		parts := make([]data.Value, len(t.Elems))
		for i := range parts {
			part := data.Unit()
			if d.Type != proc.Unit {
				part = d.Part(i)
			}
			parts[i] = cotangent(v.Part(i), part)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if c == proc.Unit {
			return data.Unit()
		}
		k := int(v.Words[0])
		part := data.Unit()
		if d.Type != proc.Unit {
			part = d.Part(k)
		}
		if k == 0 {
			return data.Inl(cotangent(v.Part(0), part), deriv.Cotangent(t.R))
		}
		return data.Inr(deriv.Cotangent(t.L), cotangent(v.Part(1), part))
	case *proc.ArrayType:
		if d.Type == proc.Unit {
			return v.Clone()
		}
		return data.Tuple(d.Clone(), v.Clone())
	}
	return d
}

// strip is the part of type δT of a value of type cot T.
func strip(c data.Value, t proc.Type) data.Value {
	if deriv.Tangent(t) == proc.Unit {
		return data.Unit()
	}
	switch t := t.(type) {
	case *proc.TupleType:
		parts := make([]data.Value, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = strip(c.Part(i), e)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if c.IsInl() {
			return data.Inl(strip(c.Part(0), t.L), deriv.Tangent(t.R))
		}
		return data.Inr(deriv.Tangent(t.L), strip(c.Part(1), t.R))
	case *proc.ArrayType:
		return c.Part(0)
	}
	return c
}

func duality(s *subject, r *rand.Rand) error {
	d, err := s.dual(floats(r))
	if err != nil {
		return meaningless(err)
	}
	if !finite(append(d.outDots, d.y)...) {
		return discard("large numbers")
	}
	return d.check()
}

func dualityExact(s *subject, r *rand.Rand) error {
	_, err := s.dualityExact(r)
	return meaningless(err)
}

// dualityExact2 is the duality of derivatives of derivatives.
func dualityExact2(s *subject, r *rand.Rand) error {
	for _, d := range []proc.Deriv{deriv.Rev, deriv.Fwd} {
		of, err := s.derivative(r, d)
		if err != nil {
			return meaningless(err)
		}
		if err := dualityExact(of, r); err != nil {
			return err
		}
	}
	return nil
}

func zeroSeed(s *subject, _ *rand.Rand) error {
	m := s.machine()
	y, err := s.value(m)
	if err != nil {
		return meaningless(err)
	}
	bars := tangents(s.zone, zero)
	_, argBar, err := s.reverse(m, clones(s.zone), bars, tangent(y, zero))
	if err != nil {
		return meaningless(err)
	}
	all := append(bars, argBar)
	if !finite(all...) {
		return discard("not finite")
	}
	for _, x := range floatsOf(all...) {
		if x != 0 {
			return fmt.Errorf("rev$f at a cotangent of 0 gives %v", floatsOf(all...))
		}
	}
	return nil
}

// linear is exact: rounding is not linear.
func linear(s *subject, r *rand.Rand) error {
	s = s.random(residues(r))
	m := s.machine(interp.Mod61())
	y, err := s.value(m)
	if err != nil {
		return meaningless(err)
	}
	run := func(yBar data.Value) ([]uint64, error) {
		bars := tangents(s.zone, zero)
		_, argBar, err := s.reverse(m, clones(s.zone), bars, yBar)
		return residuesOf(append(bars, argBar)), err
	}
	yBar, zBar := tangent(y, residues(r)), tangent(y, residues(r))
	sum := zBar.Clone()
	pairs([]data.Value{yBar}, []data.Value{sum}, func(x, y *uint64) { *y = (*x + *y) % mod61.Prime })
	a, err := run(yBar)
	if err != nil {
		return meaningless(err)
	}
	b, err := run(zBar)
	if err != nil {
		return meaningless(err)
	}
	c, err := run(sum)
	if err != nil {
		return meaningless(err)
	}
	for i := range c {
		if (a[i]+b[i])%mod61.Prime != c[i] {
			return fmt.Errorf("rev$f (ȳ + z̄) = %v, but rev$f ȳ + rev$f z̄ = %v + %v", c, a, b)
		}
	}
	return nil
}

func residuesOf(vs []data.Value) []uint64 {
	var ws []uint64
	for _, v := range vs {
		for _, w := range reals(v) {
			ws = append(ws, *w)
		}
	}
	return ws
}

// fwdDiff compares fwd$f with differences of f along a random direction.
func fwdDiff(s *subject, r *rand.Rand) error {
	m := s.machine()
	zoneDot, argDot := s.direction(floats(r))
	_, yDot, err := s.forward(m, clones(s.zone), clones(zoneDot), argDot)
	if err != nil {
		return meaningless(err)
	}
	return differences(func(h float64) (data.Value, error) {
		return call(m, s.f, moveAll(s.zone, zoneDot, h), move(s.arg, argDot, h))
	}, floatsOf(yDot), 1e-5)
}

// differences compares want with the derivative of f at 0. Central differences
// at two steps are extrapolated; where they disagree, or where the slopes to
// the left and to the right do not approach each other, f is not smooth.
func differences(f func(h float64) (data.Value, error), want []float64, tolerance float64) error {
	const step = 2e-4
	y, err := f(0)
	if err != nil {
		return meaningless(err)
	}
	middle := floatsOf(y)
	var slopes, jumps [2][]float64
	for k, h := range []float64{step, step / 2} {
		up, err := f(h)
		if err != nil {
			return meaningless(err)
		}
		down, err := f(-h)
		if err != nil {
			return meaningless(err)
		}
		right, left := floatsOf(up), floatsOf(down)
		if len(right) != len(middle) || len(left) != len(middle) {
			return discard("near a jump")
		}
		for i := range middle {
			slopes[k] = append(slopes[k], (right[i]-left[i])/(2*h))
			jumps[k] = append(jumps[k], math.Abs((right[i]-middle[i])/h-(middle[i]-left[i])/h))
		}
		if !finite(y, up, down) {
			return discard("large numbers")
		}
	}
	for i, d := range want {
		a, b := slopes[0][i], slopes[1][i]
		value, off := (4*b-a)/3, math.Abs(a-b)
		scale := max(1, math.Abs(value), math.Abs(middle[i]))
		rounding := 1e-10 * scale
		switch {
		case off > 1e-3*scale, jumps[1][i] > 0.75*jumps[0][i] && jumps[1][i] > 1e-5*scale+2*rounding/step:
			return discard("near a kink")
		case !(math.Abs(d-value) <= tolerance*scale+off):
			return fmt.Errorf("component %d is %v, by differences %v, %v and %v", i, d, a, b, value)
		}
	}
	return nil
}

// second computes H ẋ for φ = ⟨w, f⟩ in three ways, and by differences of gradients.
func second(s *subject, r *rand.Rand) error {
	ways, err := s.hessian(r)
	if err != nil {
		return meaningless(err)
	}
	size := 1.0
	for _, way := range ways.products {
		for _, x := range way {
			if !(math.Abs(x) < 1e9) {
				return discard("large numbers")
			}
			size = max(size, math.Abs(x))
		}
	}
	for k, way := range ways.products[1:] {
		for i, x := range way {
			if math.Abs(x-ways.products[0][i]) > 1e-9*size {
				return fmt.Errorf("component %d of H ẋ is %v forward over reverse, but %v %s",
					i, ways.products[0][i], x, []string{"reverse over reverse", "reverse over forward"}[k])
			}
		}
	}
	return differences(ways.gradient, ways.products[0], 1e-5)
}

// hessians are H ẋ in three ways.
type hessians struct {
	products [3][]float64
	gradient func(h float64) (data.Value, error) // at x + h ẋ
}

// hessian computes, with w : δT random,
//
//	forward over reverse    (_, (_, Ġ))  = fwd$vjp$f ((x, w), (ẋ, 0))
//	reverse over reverse    (_, (x̄, _))  = vjp$vjp$f ((x, w), (0, ẋ))
//	reverse over forward    (_, (x̄, _))  = vjp$fwd$f ((x, ẋ), (0, w))
//
// where x and ẋ stand for the names of the zone, then the argument.
func (s *subject) hessian(r *rand.Rand) (*hessians, error) {
	m := s.machine()
	y, err := s.value(m)
	if err != nil {
		return nil, err
	}
	if deriv.Tangent(y.Type) == proc.Unit {
		return nil, discard("discrete result")
	}
	w := tangent(y, floats(r))
	zoneDot, argDot := s.direction(floats(r))
	both := interleave(s.zone, zoneDot)

	// G has a component for every dot that is not ().
	var dots []data.Value
	for _, d := range append(clones(zoneDot), argDot) {
		if d.Type != proc.Unit {
			dots = append(dots, d)
		}
	}
	if len(dots) == 0 {
		return nil, discard("discrete argument")
	}
	h := &hessians{}
	vjp := deriv.VJP.Of(s.f)

	xw := data.Tuple(s.arg, w)
	o, err := call(m, deriv.Fwd.Of(vjp), both, data.Tuple(xw, pairDot(argDot, tangent(w, zero))))
	if err != nil {
		return nil, fmt.Errorf("fwd$vjp$f: %w", err)
	}
	h.products[0] = floatsOf(o.Part(1).Part(1))

	seed := pairDot(tangent(y, zero), data.Tuple(dots...))
	o, err = call(m, deriv.VJP.Of(vjp), s.zone, data.Tuple(xw, seed))
	if err != nil {
		return nil, fmt.Errorf("vjp$vjp$f: %w", err)
	}
	h.products[1] = floatsOf(o.Part(1))[:len(floatsOf(dots...))]

	o, err = call(m, deriv.VJP.Of(deriv.Fwd.Of(s.f)), both, data.Tuple(data.Tuple(s.arg, argDot), pairDot(tangent(y, zero), w)))
	if err != nil {
		return nil, fmt.Errorf("vjp$fwd$f: %w", err)
	}
	h.products[2] = s.primals(o.Part(1), zoneDot, argDot)

	h.gradient = func(h float64) (data.Value, error) {
		o, err := call(m, vjp, moveAll(s.zone, zoneDot, h), data.Tuple(move(s.arg, argDot, h), w))
		if err != nil {
			return o, err
		}
		return o.Part(1), nil
	}
	return h, nil
}

// interleave is the zone of fwd$f.
func interleave(zone, dots []data.Value) []data.Value {
	var all []data.Value
	for i, v := range zone {
		if all = append(all, v); dots[i].Type != proc.Unit {
			all = append(all, dots[i])
		}
	}
	return all
}

// pairDot is a tangent of a pair.
func pairDot(a, b data.Value) data.Value {
	if a.Type == proc.Unit && b.Type == proc.Unit {
		return data.Unit()
	}
	return data.Tuple(a, b)
}

// primals takes the cotangents of x from those of (x, ẋ): G of vjp$fwd$f has
// them side by side for names of the zone, and in a pair for the argument.
func (s *subject) primals(g data.Value, zoneDot []data.Value, argDot data.Value) []float64 {
	xs := floatsOf(g)
	var out []float64
	for _, d := range zoneDot {
		n := len(floatsOf(d))
		out, xs = append(out, xs[:n]...), xs[2*n:]
	}
	return append(out, xs[:len(floatsOf(argDot))]...)
}
