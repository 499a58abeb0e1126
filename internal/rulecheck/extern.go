package rulecheck

import (
	"math"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc/deriv"
)

// secondDifferences is how far the second derivative of a function of C may be from the slope of its first.
const secondDifferences = 1e-5

// secondOfExtern compares the derivative of the cotangents along a tangent with their slope, as a function of C
// has no automatic second derivative.
func (c *checker) secondOfExtern(x *point) error {
	got, err := c.curvature(c.ruled, x)
	if err != nil {
		return c.failed(err, Second)
	}
	best := difference{size: math.Inf(1)}
	for _, h := range []float64{1e-2, 1e-3, 1e-4, 1e-5} {
		want, err := c.slope(x, h)
		if err != nil {
			return c.failed(err, Second)
		}
		if d := distance(want, got, ""); d.size < best.size {
			best = d
		}
	}
	c.found(Second, best, secondDifferences, func() *diag.Error {
		pos := c.rule.Reverse
		if !pos.Known() {
			pos = c.rule.Forward
		}
		return c.blame(pos, CodeDerivative, "the rule of %s gives its derivative, but the derivative of that is not its slope: %s, along a random tangent, a number of it is %.9g by the rule, and %.9g by finite differences",
			c.name(), x.where(), best.b, best.a).
			Hintf("second derivatives come from the clauses: a value under stopGradient is a constant in them")
	})
	return nil
}

// slope is how the cotangents of the rule change along the tangent, by steps h and h/2.
func (c *checker) slope(x *point, h float64) (data.Value, error) {
	at := func(h float64) (data.Value, error) {
		values := make([]data.Value, len(x.values))
		for i, v := range x.values {
			values[i] = v.Clone()
			if !deriv.Discrete(v.Type) {
				add(values[i], h, x.dots[i])
			}
		}
		zone, arg, err := c.ruled.args(values).For(c.ruled.def)
		if err != nil {
			return data.Value{}, err
		}
		out, err := c.engine.Call(deriv.VJP.Of(c.ruled.def.Name), zone, data.Tuple(arg, x.w))
		if err != nil {
			return out, c.unit.Located(err)
		}
		return out.Part(1).Clone(), nil
	}
	var slopes [2]data.Value
	for k := range slopes {
		right, err := at(h)
		if err != nil {
			return right, err
		}
		left, err := at(-h)
		if err != nil {
			return left, err
		}
		add(right, -1, left)
		slopes[k] = right
		for _, word := range data.RealWords(right) {
			set(word, get(word)/(2*h))
		}
		h /= 2
	}
	// (4 s₂ - s₁) / 3
	for _, word := range data.RealWords(slopes[1]) {
		set(word, get(word)*4/3)
	}
	add(slopes[1], -1.0/3, slopes[0])
	return slopes[1], nil
}
