package gradcheck

import "math"

// step is h for an x of size 1: the error of the extrapolated difference is of
// order h⁴, and that of rounding of order ε/h.
const step = 2e-4

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

// A difference is the slope of φ along one entry.
type difference struct {
	value     float64
	uncertain float64    // about how far it may be off
	jumps     [2]float64 // the slopes to the right and to the left differ by so much, over h and h/2
	noise     float64    // of jumps
}

// kink says that the slopes to the left and to the right do not approach each
// other as they should where φ is smooth.
func (d difference) kink(scale float64) bool {
	return d.jumps[1] > 0.75*d.jumps[0] && d.jumps[1] > 1e-3*scale+2*d.noise
}

// differences evaluates φ around x[k].
func (c *checker) differences(k int) (difference, error) {
	x := get(c.xs[k])
	defer set(c.xs[k], x)
	middle, err := c.phi()
	if err != nil {
		return difference{}, err
	}
	h := step * max(1, math.Abs(x))
	var slopes [2]float64
	var d difference
	size := max(c.size, math.Abs(middle))
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
		d.jumps[i] = math.Abs((right-middle)/up - (middle-left)/down)
		d.noise = 16 * epsilon * size / up
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

// phi is ⟨ȳ, f(x)⟩; NaN where f(x) has another shape than at the start.
func (c *checker) phi() (float64, error) {
	y, err := c.unit.Run(c.engine, c.def, c.args)
	if err != nil {
		return 0, err
	}
	sum, _ := dot(c.yBars, reals(y))
	return sum, nil
}
