package draw

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Pareto is peak memory (y) against time or work (x), both logarithmic: a curve or a point for each strategy.
// Points at 0, for which such axes have no place, are named below the picture.
type Pareto struct {
	Title  string
	XLabel string // "forward iterations / iterations"
	XUnit  Unit
	YLabel string // "peak memory"
	YUnit  Unit
	Series []Series
	Budget *Limit // a line across; what is above it is grey
}

// Series are the points of one strategy; more than one are joined in the order given.
type Series struct {
	Name   string
	Points []Point
}

// Point is one plan or one run.
type Point struct {
	X, Y   float64
	Label  string // where there is room
	Chosen bool   // gets a ring, and its label in bold
}

func (p Pareto) check() error {
	if err := errors.Join(p.XUnit.check(), p.YUnit.check()); err != nil {
		return err
	}
	for _, s := range p.Series {
		for i, q := range s.Points {
			name := fmt.Sprintf("of point %d of series %q", i+1, s.Name)
			if err := errors.Join(positive("x "+name, q.X), positive("y "+name, q.Y)); err != nil {
				return err
			}
		}
	}
	if p.empty() {
		return errors.New("nothing to draw: no points")
	}
	if p.Budget != nil {
		return positive("the budget", p.Budget.Value)
	}
	return nil
}

// nonzero is the picture without the points at 0, and their labels.
func (p Pareto) nonzero() (Pareto, []string) {
	var zeros []string
	p.Series = slices.Clone(p.Series)
	for i, s := range p.Series {
		p.Series[i].Points = nil
		for _, q := range s.Points {
			if q.X == 0 || q.Y == 0 {
				zeros = append(zeros, cmp.Or(q.Label, s.Name))
			} else {
				p.Series[i].Points = append(p.Series[i].Points, q)
			}
		}
	}
	return p, zeros
}

func (p Pareto) empty() bool {
	return !slices.ContainsFunc(p.Series, func(s Series) bool { return len(s.Points) > 0 })
}

// over tells whether a point lies above the budget.
func (p Pareto) over(q Point) bool { return p.Budget != nil && q.Y > p.Budget.Value }

// Write writes the picture.
func (p Pareto) Write(w io.Writer) error {
	p, zeros := p.nonzero()
	if len(zeros) > 0 && p.empty() {
		return errors.New("nothing to draw: a logarithmic axis has no 0, where all points are")
	}
	if err := p.check(); err != nil {
		return err
	}
	xs, ys := newExtent(), newExtent()
	f := frame{title: p.Title}
	grey := false
	for i, s := range p.Series {
		if len(s.Points) > 0 {
			f.legend = append(f.legend, markerKey(s.Name, i, len(s.Points) > 1))
		}
		for _, q := range s.Points {
			xs.add(q.X)
			ys.add(q.Y)
			grey = grey || p.over(q)
		}
	}
	if p.Budget != nil {
		ys.add(p.Budget.Value)
	}
	if grey {
		f.legend = append(f.legend, key{"over the budget", func(c *canvas, x, y float64) {
			var d path
			d.marker(0, x, y, 4.5)
			c.path(&d, faded)
		}})
	}
	x, y := xs.logarithmic(), ys.logarithmic()
	f.x = axis{label: p.XLabel, scale: x, ticks: x.ticks(p.XUnit, 8), lines: true}
	f.y = axis{label: p.YLabel, scale: y, ticks: y.ticks(p.YUnit, 8), lines: true}
	f.layout(400)

	room := placer{bounds: box{f.plot.x0 + 3, f.plot.y0 + 2, f.plot.x1 + margin - 4, f.plot.y1 - 2}}
	p.budget(&f, &room)
	for i, s := range p.Series {
		p.curve(&f, &room, i, s)
	}
	p.markers(&f, &room)
	if left := p.labels(&f, &room); left > 0 {
		f.note(fmt.Sprintf("%s left out for want of room.", count(left, "label")))
	}
	if len(zeros) > 0 {
		f.note("Not drawn, since a logarithmic axis has no 0: " + strings.Join(zeros, ", ") + ".")
	}
	return f.writeTo(w, width, f.foot(), p.Title)
}

// budget draws the limit and the region beyond it, under everything else.
func (p Pareto) budget(f *frame, room *placer) {
	if p.Budget == nil {
		return
	}
	y := f.y.scale.at(p.Budget.Value)
	f.add(`<rect x="%v" y="%v" width="%v" height="%v" %v opacity="0.7"/>`, f.plot.x0, f.plot.y0, f.plot.x1-f.plot.x0, y-f.plot.y0, over)
	f.limit(room, *p.Budget)
}

// curve joins the points of a series: in its colour within the budget, grey above it.
func (p Pareto) curve(f *frame, room *placer, i int, s Series) {
	var within, beyond path
	last := 0
	for k := 1; k < len(s.Points); k++ {
		a, b := s.Points[last], s.Points[k]
		x0, y0, x1, y1 := f.x.scale.at(a.X), f.y.scale.at(a.Y), f.x.scale.at(b.X), f.y.scale.at(b.Y)
		if math.Hypot(x1-x0, y1-y0) < 0.5 && p.over(a) == p.over(b) {
			continue
		}
		last = k
		room.lines = append(room.lines, [4]float64{x0, y0, x1, y1})
		parts := map[bool]*path{false: &within, true: &beyond}
		if p.over(a) == p.over(b) {
			parts[p.over(a)].segment(x0, y0, x1, y1)
			continue
		}
		y, x := f.y.scale.at(p.Budget.Value), x0
		if y0 != y1 {
			x += (x1 - x0) * (y - y0) / (y1 - y0)
		}
		parts[p.over(a)].segment(x0, y0, x, y)
		parts[p.over(b)].segment(x, y, x1, y1)
	}
	f.path(&beyond, fadeLine+` stroke-width="1.8"`)
	f.path(&within, stroke(colour(i), 1.8)+` stroke-linecap="round"`)
}

// markers draws the points, those within the budget last, each with its numbers for a mouse that rests on it. Of a series' points in one
// pixel the first is enough.
func (p Pareto) markers(f *frame, room *placer) {
	seen := map[[3]float64]bool{}
	for _, grey := range []bool{true, false} {
		for i, s := range p.Series {
			for _, q := range s.Points {
				if p.over(q) != grey {
					continue
				}
				x, y := f.x.scale.at(q.X), f.y.scale.at(q.Y)
				pixel := [3]float64{float64(i), math.Round(x), math.Round(y)}
				if seen[pixel] && !q.Chosen {
					continue
				}
				seen[pixel] = true
				r := 4.5
				if len(s.Points) > many {
					r = 3
				}
				look := fill(colour(i))
				if grey {
					look = faded
				}
				f.add(`<g><title>%v</title>`, escape(p.hover(s, q)))
				var d path
				d.marker(i, x, y, r)
				f.path(&d, look+` stroke-width="0"`)
				if q.Chosen {
					f.add(`<circle cx="%v" cy="%v" r="9" %v stroke-width="1.6"/>`, x, y, inkLine)
					r = 9
				}
				f.add(`</g>`)
				room.taken = append(room.taken, box{x - r - 1, y - r - 1, x + r + 1, y + r + 1})
				room.points = append(room.points, [2]float64{x, y})
			}
		}
	}
}

func (p Pareto) hover(s Series, q Point) string {
	name := s.Name
	if q.Label != "" && q.Label != name {
		name += " " + q.Label
	}
	return fmt.Sprintf("%s: %s, %s", name, p.XUnit.Format(q.X), p.YUnit.Format(q.Y))
}

const (
	tried = 100 // labels for which room is sought
	many  = 25  // points of a series, from where on they are smaller
)

// labels writes the labels that find room and returns the number of those that do not: the chosen points' first, then the ends of curves,
// then those of series with few, spread evenly. A label has the colour of its series, and one far from its point is joined to it by a line.
func (p Pareto) labels(f *frame, room *placer) (left int) {
	type wanted struct {
		Point
		series, rank, spread int
		crowded              bool // one of many: gets more room
	}
	var all []wanted
	for i, s := range p.Series {
		for k, q := range s.Points {
			rank := 1 + len(s.Points)
			switch {
			case q.Chosen:
				rank = 0
			case k == 0 || k == len(s.Points)-1:
				rank = 1
			}
			if q.Label != "" {
				all = append(all, wanted{q, i, rank, bits.TrailingZeros(uint(k)), len(s.Points) > many})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b wanted) int { return cmp.Or(a.rank-b.rank, b.spread-a.spread) })
	if len(all) > tried {
		left = len(all) - tried
		all = all[:tried]
	}
	for _, q := range all {
		x, y := f.x.scale.at(q.X), f.y.scale.at(q.Y)
		r, weight := 4.5, ""
		if q.Chosen {
			r, weight = 9, ` font-weight="bold"`
		}
		reach := 30.0
		if q.rank <= 1 {
			reach = 90
		}
		label := shorten(q.Label, tickSize, 260)
		high := tickSize
		if q.crowded {
			high *= 2
		}
		b, ok := room.place(x, y, textWidth(label, tickSize), high, r, reach)
		if !ok {
			left++
			continue
		}
		b.y0, b.y1 = (b.y0+b.y1-tickSize)/2, (b.y0+b.y1+tickSize)/2
		look := fill(colour(q.series))
		if p.over(q.Point) {
			look = soft
		}
		if l, far := b.leader(x, y); far {
			f.line(l[0], l[1], l[2], l[3], fadeLine)
		}
		f.label(b, x, label, look, weight)
	}
	return left
}

// count is a number with its noun: "1 label", "2 labels".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(int64(n)) + " " + noun
}
