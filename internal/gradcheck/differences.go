package gradcheck

import (
	"errors"
	"math"

	"procad/internal/data"
	"procad/internal/diag"
)

// steps are h in units of the scale of an entry. The error of the extrapolated
// difference is of order h⁴, and that of rounding of order ε/h: the first step is
// right for what is smooth on that scale, the others where that disagrees.
var steps = []float64{2e-4, 2e-2, 2e-3, 2e-5, 2e-6, 2e-7}

// certain is how uncertain a difference may be, in units of the scale of the derivative,
// to overrule one with the first step.
const certain = 1e-3

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

// A difference is the slope of φ along one entry.
type difference struct {
	value     float64
	uncertain float64    // about how far it may be off
	jumps     [2]float64 // the slopes to the right and to the left differ by so much, over h and h/2
	noise     float64    // of jumps
}

// silent says why the difference says nothing about a derivative, if it does not: φ has
// no value nearby, the slopes to the left and to the right do not approach each other as
// they should where φ is smooth, the derivative is infinite, or the difference is so
// uncertain that what it is off by may be its own error.
func (d difference) silent(derivative, scale float64) string {
	off := distance(derivative, d.value)
	switch {
	case !finite(d.uncertain):
		return "undefined nearby"
	case d.kink(scale):
		return "kink"
	case math.IsInf(derivative, 0):
		return "infinite"
	case off > finiteTolerance*scale && off <= finiteTolerance*scale+d.uncertain:
		return "uncertain"
	}
	return ""
}

// kink says that the slopes to the right and to the left do not approach each other from h to h/2.
func (d difference) kink(scale float64) bool {
	return d.jumps[1] > 0.75*d.jumps[0] && d.jumps[1] > 1e-3*scale+2*d.noise
}

// smoother says that d, of a smaller step, shows that where before saw a kink φ is only strongly curved,
// or has its kink elsewhere: of a kink at x the slopes differ by as much for every h.
func (d difference) smoother(before difference, scale float64) bool {
	return d.uncertain <= certain*max(scale, before.jumps[1]) && d.jumps[0]+8*d.noise <= before.jumps[1]/10
}

// agrees says that a derivative is as the difference says, or that it says nothing.
func (d difference) agrees(derivative, scale float64) bool {
	return d.silent(derivative, scale) != "" || distance(derivative, d.value) <= finiteTolerance*scale
}

// differences evaluates φ around x[k], with as many steps as it takes to agree with
// a derivative. The scale of an entry is not known: it is 1 for x of sin x, and |x|
// for x of log x. Of several that do not agree the least uncertain is taken. What may be a kink is
// one if no smaller step shows otherwise.
func (c *checker) differences(k int, derivative, scale float64) (best difference, err error) {
	var width float64 // the step that best is by
	for i, step := range steps {
		kink := i > 0 && best.kink(scale)
		sizes := []float64{1}
		if size := math.Abs(get(c.xs[k])); size > 0 && size != 1 && !math.IsInf(size, 0) {
			sizes = append(sizes, size)
		}
		for j, size := range sizes {
			d, err := c.difference(k, step*size)
			if err != nil {
				return best, err
			}
			if kink {
				if step*size < width && d.smoother(best, scale) {
					return d, nil
				}
				continue
			}
			if i > 0 && d.uncertain <= certain*scale && d.agrees(derivative, scale) {
				return d, nil
			}
			if i+j == 0 || d.uncertain < best.uncertain || math.IsNaN(best.uncertain) {
				best, width = d, step*size
			}
		}
		if best.agrees(derivative, scale) && !best.kink(scale) {
			break
		}
	}
	return best, nil
}

// difference is the slope of φ at x[k] by steps h and h/2.
func (c *checker) difference(k int, h float64) (difference, error) {
	x := get(c.xs[k])
	defer set(c.xs[k], x)
	var d difference
	var slopes [2]float64
	for i := range slopes {
		right, err := c.phiAt(k, x+h)
		if err != nil {
			return d, err
		}
		left, err := c.phiAt(k, x-h)
		if err != nil {
			return d, err
		}
		// What x ± h are in floating point, not what they should be.
		up, down := (x+h)-x, x-(x-h)
		slopes[i] = (right - left) / (up + down)
		d.jumps[i] = math.Abs((right-c.phi0)/up - (c.phi0-left)/down)
		d.noise = 16 * epsilon * c.size / up
		h /= 2
	}
	d.value = (4*slopes[1] - slopes[0]) / 3
	d.uncertain = math.Abs(slopes[1]-slopes[0]) + d.noise
	return d, nil
}

func (c *checker) phiAt(k int, x float64) (float64, error) {
	set(c.xs[k], x)
	return c.phi()
}

// phi is ⟨ȳ, f(x)⟩; NaN where f(x) has another shape than at the start, or
// ends with a run-time error.
func (c *checker) phi() (float64, error) {
	y, err := c.unit.Run(c.engine, c.def, c.args)
	if _, ok := errors.AsType[*diag.Error](err); ok {
		return math.NaN(), nil
	}
	if err != nil {
		return 0, err
	}
	sum, _ := dot(c.yBars, data.RealWords(y))
	return sum, nil
}
