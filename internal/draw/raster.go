package draw

import "math/bits"

// raster is a picture's worth of pixels, each set or not: where many small things are drawn, their union.
type raster struct {
	wide, high int
	words      []uint64 // row by row
}

func newRaster(wide, high int) *raster {
	return &raster{wide, high, make([]uint64, (wide+63)/64*high)}
}

func (r *raster) row(y int) []uint64 {
	n := (r.wide + 63) / 64
	return r.words[y*n : (y+1)*n]
}

// set sets the pixels of the rectangle from (x0, y0) to (x1, y1), both included, as far as they are there.
func (r *raster) set(x0, y0, x1, y1 int) {
	x0, x1 = max(x0, 0), min(x1, r.wide-1)
	for y := max(y0, 0); y <= min(y1, r.high-1); y++ {
		row := r.row(y)
		for x := x0; x <= x1; {
			if x%64 == 0 && x+63 <= x1 {
				row[x/64] = ^uint64(0)
				x += 64
				continue
			}
			row[x/64] |= 1 << (x % 64)
			x++
		}
	}
}

// span is a run of set pixels x0 … x1−1 in row y.
type span struct{ y, x0, x1 int }

// spans are all runs, from the top, each row from the left.
func (r *raster) spans() []span {
	var out []span
	for y := range r.high {
		row := r.row(y)
		for x := r.next(row, 0, true); x < r.wide; {
			end := r.next(row, x, false)
			out = append(out, span{y, x, end})
			x = r.next(row, end, true)
		}
	}
	return out
}

// next is the first pixel from x on that is set, or is not; the width if there is none.
func (r *raster) next(row []uint64, x int, set bool) int {
	for x < r.wide {
		word := row[x/64]
		if !set {
			word = ^word
		}
		if word >>= x % 64; word != 0 {
			return min(x+bits.TrailingZeros64(word), r.wide)
		}
		x += 64 - x%64
	}
	return r.wide
}
