package draw

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// Curves are quantities over one parameter, on logarithmic axes: what was measured, with a mark at each value of the parameter, and
// what bounds it, as dashed lines.
type Curves struct {
	Title  string
	XLabel string // "threads"
	YLabel string // "speed-up"
	X      []float64
	Curves []Curve
	Notes  []string // below the picture
}

// Curve has a value for each value of the parameter.
type Curve struct {
	Name   string
	Y      []float64
	Series int  // its colour and mark: a curve and its bounds have the same; below 0 for a bound of all curves
	Bound  bool // a dashed line without marks
}

func (c Curves) check() error {
	if len(c.X) == 0 || len(c.Curves) == 0 {
		return errors.New("nothing to draw: no values or no curves")
	}
	for i, x := range c.X {
		if err := positive(fmt.Sprintf("x %d", i+1), x); err != nil {
			return err
		}
	}
	if !slices.IsSorted(c.X) {
		return errors.New("the values of x do not rise")
	}
	for _, r := range c.Curves {
		if r.Series < 0 && !r.Bound {
			return fmt.Errorf("curve %q has no series, whose marks it would have", r.Name)
		}
		if len(r.Y) != len(c.X) {
			return fmt.Errorf("curve %q has %d values for %d of x", r.Name, len(r.Y), len(c.X))
		}
		for i, y := range r.Y {
			if err := positive(fmt.Sprintf("value %d of curve %q", i+1, r.Name), y); err != nil {
				return err
			}
		}
	}
	return nil
}

// Write writes the picture.
func (c Curves) Write(w io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	f := frame{title: c.Title, notes: c.Notes}
	xs, ys := newExtent(), newExtent()
	for _, x := range c.X {
		xs.add(x)
		f.x.ticks = append(f.x.ticks, tick{x, Number.Format(x)})
	}
	for _, r := range c.Curves {
		if r.Bound {
			f.legend = append(f.legend, lineKey(r.Name, r.look()))
		} else {
			f.legend = append(f.legend, markerKey(r.Name, r.Series, true))
		}
		for _, y := range r.Y {
			ys.add(y)
		}
	}
	y := ys.logarithmic()
	f.x.label, f.x.scale, f.x.lines = c.XLabel, xs.logarithmic(), true
	f.y = axis{label: c.YLabel, scale: y, ticks: y.ticks(Number, 7), lines: true}
	f.layout(400)
	for _, r := range c.Curves {
		var line path
		for i := range r.Y[1:] {
			line.segment(f.x.scale.at(c.X[i]), f.y.scale.at(r.Y[i]), f.x.scale.at(c.X[i+1]), f.y.scale.at(r.Y[i+1]))
		}
		f.path(&line, r.look())
	}
	for _, r := range c.Curves {
		if r.Bound {
			continue
		}
		for i, x := range c.X {
			f.add(`<g><title>%v</title>`, escape(fmt.Sprintf("%s at %s: %s", r.Name, Number.Format(x), Number.Format(r.Y[i]))))
			var p path
			p.marker(r.Series, f.x.scale.at(x), f.y.scale.at(r.Y[i]), 4.5)
			f.path(&p, fill(colour(r.Series)))
			f.add(`</g>`)
		}
	}
	return f.writeTo(w, width, f.foot(), c.Title)
}

// look is how a curve is drawn.
func (r Curve) look() role {
	line := inkLine
	if r.Series >= 0 {
		line = stroke(colour(r.Series), 1.8)
	}
	if r.Bound {
		line += ` stroke-dasharray="7 4"`
	}
	return line
}
