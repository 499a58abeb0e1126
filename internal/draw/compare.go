package draw

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Compare is what was predicted beside what was measured, a row for each pair.
type Compare struct {
	Title  string
	XLabel string // "peak memory"
	Unit   Unit
	Log    bool
	Rows   []Row
}

// Row is one pair.
type Row struct {
	Name                string
	Predicted, Measured float64
}

const (
	rowHeight = 26.0
	maxPairs  = 200
)

func (c Compare) check() error {
	if err := c.Unit.check(); err != nil {
		return err
	}
	switch {
	case len(c.Rows) == 0:
		return errors.New("nothing to draw: no rows")
	case len(c.Rows) > maxPairs:
		return fmt.Errorf("%d rows: a picture takes at most %d", len(c.Rows), maxPairs)
	}
	check := finite
	if c.Log {
		check = positive
	}
	for _, r := range c.Rows {
		if err := errors.Join(check("the prediction of "+r.Name, r.Predicted), check("the measurement of "+r.Name, r.Measured)); err != nil {
			return err
		}
	}
	return nil
}

// Write writes the picture.
func (c Compare) Write(w io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	f := frame{title: c.Title, right: 84}
	f.legend = []key{
		{"predicted", func(d *canvas, x, y float64) { ring(d, x, y) }},
		{"measured", func(d *canvas, x, y float64) { dot(d, x, y) }},
	}
	xs := newExtent()
	n := len(c.Rows)
	f.y = axis{scale: scale{lo: -0.5, hi: float64(n) - 0.5}, lines: true}
	for i, r := range c.Rows {
		xs.add(r.Predicted)
		xs.add(r.Measured)
		f.y.ticks = append(f.y.ticks, tick{float64(n - 1 - i), shorten(r.Name, tickSize, 260)})
	}
	x := xs.linear()
	if c.Log {
		x = xs.logarithmic()
	}
	f.x = axis{label: c.XLabel, scale: x, ticks: x.ticks(c.Unit, 6), lines: true}
	f.layout(rowHeight * float64(n))
	for i, r := range c.Rows {
		y := f.y.scale.at(float64(n - 1 - i))
		p, m := f.x.scale.at(r.Predicted), f.x.scale.at(r.Measured)
		if p != m {
			f.line(p, y, m, y, stroke(blue, 2))
		}
		f.add(`<g><title>%s</title>`, escape(fmt.Sprintf("%s: predicted %s, measured %s", r.Name, c.Unit.Format(r.Predicted), c.Unit.Format(r.Measured))))
		dot(&f.canvas, m, y)
		ring(&f.canvas, p, y)
		f.add(`</g>`)
		f.text(f.plot.x1+10, y+tickSize*0.36, r.difference(), soft, "")
	}
	return f.writeTo(w, width, f.foot(), c.Title)
}

func ring(c *canvas, x, y float64) {
	c.add(`<circle cx="%v" cy="%v" r="6.5" %s stroke-width="1.6"/>`, x, y, inkLine)
}

func dot(c *canvas, x, y float64) { c.add(`<circle cx="%v" cy="%v" r="3.6" %s/>`, x, y, fill(blue)) }

// difference is by how much the measurement exceeds the prediction.
func (r Row) difference() string {
	switch {
	case r.Measured == r.Predicted:
		return "equal"
	case r.Predicted == 0:
		return "from 0"
	}
	d := 100 * (r.Measured - r.Predicted) / math.Abs(r.Predicted)
	sign := "+"
	if d < 0 {
		sign = "−"
	}
	if math.Abs(d) < 0.01 {
		return "<0.01 %"
	}
	return sign + number(math.Abs(d)) + " %"
}
