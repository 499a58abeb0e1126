package draw

import (
	"fmt"
	"math"
	"slices"
)

// ramp goes from light to dark in steps that look equal, to colour-blind readers too; it is viridis from its light end.
var ramp = [][3]float64{
	{253, 231, 37}, {181, 222, 43}, {110, 206, 88}, {53, 183, 121}, {31, 158, 137},
	{38, 130, 142}, {49, 104, 142}, {62, 73, 137}, {72, 40, 120}, {68, 1, 84},
}

// shade is the colour at f, from 0 to 1, of the ramp.
func shade(f float64) string {
	f = min(max(f, 0), 1) * float64(len(ramp)-1)
	i := min(int(f), len(ramp)-2)
	var c [3]int
	for k := range c {
		c[k] = int(math.Round(ramp[i][k] + (f-float64(i))*(ramp[i+1][k]-ramp[i][k])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// contrast is the colour of text on the colour given.
func contrast(colour string) string {
	var r, g, b int
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b); err == nil && 299*r+587*g+114*b < 140_000 {
		return "#ffffff"
	}
	return "#1f2328"
}

// colours is the colour of each value: one for each, where the values are a few integers, or a range of them.
type colours struct {
	few   []float64
	scale scale
	zero  bool // is among the values, and below a logarithmic scale
	unit  Unit
}

const (
	few    = 12 // the most values with a colour of their own
	shades = 64 // of a range
	wide   = 30 // the factor between the values from which on the range is logarithmic
)

func (h Heat) colours() *colours {
	c := &colours{unit: h.Unit}
	seen := map[float64]bool{}
	e, above := newExtent(), newExtent() // above zero
	whole := true
	for _, row := range h.Values {
		for _, v := range row {
			if math.IsNaN(v) {
				continue
			}
			e.add(v)
			if v > 0 {
				above.add(v)
			}
			whole = whole && v == math.Trunc(v)
			if len(seen) <= few {
				seen[v] = true
			}
		}
	}
	if whole && len(seen) <= few || e.lo == e.hi {
		for v := range seen {
			c.few = append(c.few, v)
		}
		slices.Sort(c.few)
		return c
	}
	c.scale = scale{lo: e.lo, hi: e.hi, p1: 1}
	if above.lo >= 1e-100 && e.hi <= 1e100 && e.lo >= 0 && e.hi/above.lo >= wide {
		c.scale.lo, c.scale.log, c.zero = above.lo, true, e.lo == 0
	}
	return c
}

// of is the colour of v.
func (c *colours) of(v float64) string {
	if i, ok := slices.BinarySearch(c.few, v); ok {
		if len(c.few) == 1 {
			return shade(0.5)
		}
		return shade(float64(i) / float64(len(c.few)-1))
	}
	f := 0.0
	if v > c.scale.lo {
		f = c.scale.at(v)
	}
	return shade((math.Floor(min(f, 1-1e-9)*shades) + 0.5) / shades)
}

// labels are the ticks beside the bar, from 0 at its foot to 1.
func (c *colours) labels() []tick {
	var out []tick
	for i, v := range c.few {
		out = append(out, tick{(float64(i) + 0.5) / float64(len(c.few)), c.unit.Format(v)})
	}
	if c.few == nil {
		for _, t := range c.scale.ticks(c.unit, 7) {
			out = append(out, tick{c.scale.at(t.at), t.label})
		}
	}
	return out
}

const barGap, barWidth = 22.0, 16.0

// room is what the bar takes of the picture's width.
func (c *colours) room() float64 {
	w := 0.0
	for _, t := range c.labels() {
		w = max(w, textWidth(t.label, tickSize))
	}
	return barGap + barWidth + 9 + w + 8 + axisSize
}

// draw puts the bar at the right of the plot.
func (c *colours) draw(f *frame, label string) {
	p := f.plot
	x, high := p.x1+barGap, p.y1-p.y0
	n := len(c.few)
	if n == 0 {
		n = shades
	}
	f.add(`<g shape-rendering="crispEdges">`)
	for i := range n {
		v := (float64(i) + 0.5) / float64(n)
		colour := shade(v)
		if c.few != nil {
			colour = c.of(c.few[i])
		}
		f.rect(box{x, p.y1 - high*float64(i+1)/float64(n), x + barWidth, p.y1 - high*float64(i)/float64(n)}, fill(colour))
	}
	f.add(`</g>`)
	w := 0.0
	for _, t := range c.labels() {
		y := p.y1 - t.at*high
		if t.label == "" {
			f.line(x+barWidth, y, x+barWidth+3, y, axisLine)
			continue
		}
		f.line(x+barWidth, y, x+barWidth+5, y, axisLine)
		f.text(x+barWidth+8, y+tickSize*0.36, t.label, soft, "")
		w = max(w, textWidth(t.label, tickSize))
	}
	f.add(`<g transform="translate(%v %v) rotate(-90)">`, x+barWidth+9+w+6+axisSize, (p.y0+p.y1)/2)
	f.text(0, 0, shorten(label, axisSize, high), ink, `text-anchor="middle" font-size="13"`)
	f.add(`</g>`)
}
