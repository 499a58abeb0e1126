package draw

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// Heat is a number over two parameters: rows of coloured cells and a colour bar, logarithmic where the numbers differ by a factor of 30.
type Heat struct {
	Title  string
	XLabel string // "iterations n"
	YLabel string // "checkpoints s"
	Label  string // of the colour bar: "repetitions r"
	Unit   Unit   // of the values
	X, Y   []float64
	Values [][]float64 // Values[i][j] is that of Y[i] and X[j]; NaN is none
}

// The most cells drawn in a row and in a column.
const (
	maxColumns = 320.0
	maxRows    = 180.0
)

func (h Heat) check() error {
	if err := h.Unit.check(); err != nil {
		return err
	}
	if len(h.Values) != len(h.Y) {
		return fmt.Errorf("%d rows of values for %d values of y", len(h.Values), len(h.Y))
	}
	some := false
	for i, row := range h.Values {
		if len(row) != len(h.X) {
			return fmt.Errorf("row %d has %d values for %d values of x", i+1, len(row), len(h.X))
		}
		for j, v := range row {
			if math.IsNaN(v) {
				continue
			}
			some = true
			what := fmt.Sprintf("value %d of row %d", j+1, i+1)
			if err := finite(what, v); err != nil {
				return err
			}
		}
	}
	if !some {
		return errors.New("nothing to draw: no values")
	}
	for _, v := range slices.Concat(h.X, h.Y) {
		if err := finite("a value of x or y", v); err != nil {
			return err
		}
	}
	return nil
}

// thin is h with every k-th column and every l-th row, so that not too many are left.
func (h Heat) thin() (thinned Heat, k, l int) {
	k, l = stride(len(h.X), maxColumns), stride(len(h.Y), maxRows)
	x0, y0 := roundest(h.X, k), roundest(h.Y, l)
	var values [][]float64
	for i := y0; i < len(h.Y); i += l {
		values = append(values, every(h.Values[i], x0, k))
	}
	h.X, h.Y, h.Values = every(h.X, x0, k), every(h.Y, y0, l), values
	return h, k, l
}

// stride is 1, 2 or 5 times a power of ten, large enough that every stride-th of n things are no more than most.
func stride(n int, most float64) int {
	for i := 0; ; i++ {
		if step := []int{1, 2, 5}[i%3] * int(math.Pow10(i/3)); float64(n) <= most*float64(step) {
			return step
		}
	}
}

// roundest is where to begin, below step, to take every step-th value: where most values are multiples of their distance.
func roundest(values []float64, step int) int {
	if step == 1 || step >= len(values) {
		return 0
	}
	distance := values[step] - values[0]
	found := make([]int, step)
	for i, v := range values {
		if math.Mod(v, distance) == 0 {
			found[i%step]++
		}
	}
	start := 0
	for i := range found {
		if found[i] > found[start] {
			start = i
		}
	}
	return start
}

func every(values []float64, from, step int) (out []float64) {
	for i := from; i < len(values); i += step {
		out = append(out, values[i])
	}
	return out
}

// Write writes the picture.
func (h Heat) Write(w io.Writer) error {
	if err := h.check(); err != nil {
		return err
	}
	h, k, l := h.thin()
	bar := h.colours()
	f := frame{title: h.Title, right: bar.room()}
	x, y := scale{lo: -0.5, hi: float64(len(h.X)) - 0.5}, scale{lo: -0.5, hi: float64(len(h.Y)) - 0.5}
	const high = 400.0
	f.x = axis{label: h.XLabel, scale: x, ticks: sparse(h.X, (width-2*margin-f.right-60)/float64(len(h.X)), true)}
	f.y = axis{label: h.YLabel, scale: y, ticks: sparse(h.Y, high/float64(len(h.Y)), false)}
	f.layout(high)
	blank := h.cells(&f, bar)
	bar.draw(&f, h.Label)
	if blank {
		f.note("A grey cell has no value.")
	}
	if bar.zero {
		f.note("Zero, which a logarithm does not reach, has the lightest colour.")
	}
	if k > 1 {
		f.note(fmt.Sprintf("Simplified: one column of %d is drawn.", k))
	}
	if l > 1 {
		f.note(fmt.Sprintf("Simplified: one row of %d is drawn.", l))
	}
	return f.writeTo(w, width, f.foot(), h.Title)
}

// cells draws the cells, those of one colour together, and their values where they fit. It tells whether one is empty.
func (h Heat) cells(f *frame, bar *colours) (blank bool) {
	wide, high := f.x.scale.at(1)-f.x.scale.at(0), f.y.scale.at(0)-f.y.scale.at(1)
	longest := 0.0
	byColour := map[string]*path{}
	f.add(`<rect x="%v" y="%v" width="%v" height="%v" %v/>`, f.plot.x0, f.plot.y0, f.plot.x1-f.plot.x0, f.plot.y1-f.plot.y0, over)
	for i, row := range h.Values {
		for j := 0; j < len(row); {
			if math.IsNaN(row[j]) {
				blank = true
				j++
				continue
			}
			c, from := bar.of(row[j]), j
			for ; j < len(row) && !math.IsNaN(row[j]) && bar.of(row[j]) == c; j++ {
				longest = max(longest, textWidth(h.Unit.Format(row[j]), noteSize))
			}
			if byColour[c] == nil {
				byColour[c] = &path{}
			}
			x, y := f.x.scale.at(float64(from)-0.5), f.y.scale.at(float64(i)+0.5)
			byColour[c].rect(box{x, y, x + float64(j-from)*wide, y + high})
		}
	}
	f.add(`<g shape-rendering="crispEdges">`)
	for _, c := range slices.Sorted(maps.Keys(byColour)) {
		f.path(byColour[c], fill(c))
	}
	f.add(`</g>`)
	if longest+4 > wide || noteSize+4 > high {
		return blank
	}
	f.add(`<g font-size="11" text-anchor="middle">`)
	for i, row := range h.Values {
		for j, v := range row {
			if !math.IsNaN(v) {
				f.text(f.x.scale.at(float64(j)), f.y.scale.at(float64(i))+noteSize*0.36, h.Unit.Format(v), fill(contrast(bar.of(v))), "")
			}
		}
	}
	f.add(`</g>`)
	return blank
}

// sparse are ticks at the places of values, size pixels apart: as many as fit, at the roundest of them.
func sparse(values []float64, size float64, across bool) []tick {
	need := tickSize * 1.5
	if across {
		for _, v := range values {
			need = max(need, textWidth(number(v), tickSize)+10)
		}
	}
	step := stride(len(values), max(1, size*float64(len(values))/need))
	var out []tick
	for i := roundest(values, step); i < len(values); i += step {
		out = append(out, tick{float64(i), number(values[i])})
	}
	return out
}
