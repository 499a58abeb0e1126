package draw

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Dots is several quantities of each of a list of things, on one logarithmic axis: a row for each thing, in it a mark for each series.
type Dots struct {
	Title  string
	XLabel string // "time / time of C"
	Unit   Unit
	Line   *Limit // across all rows
	Series []string
	Rows   []DotsRow
}

// DotsRow has a value for each series; one that is NaN is not there, and has no mark.
type DotsRow struct {
	Name   string
	Values []float64
}

func (d Dots) check() error {
	if err := d.Unit.check(); err != nil {
		return err
	}
	switch {
	case len(d.Rows) == 0 || len(d.Series) == 0:
		return errors.New("nothing to draw: no rows or no series")
	case len(d.Rows) > maxPairs:
		return fmt.Errorf("%d rows: a picture takes at most %d", len(d.Rows), maxPairs)
	}
	there := 0
	for _, r := range d.Rows {
		if len(r.Values) != len(d.Series) {
			return fmt.Errorf("row %q has %d values for %d series", r.Name, len(r.Values), len(d.Series))
		}
		for i, v := range r.Values {
			if math.IsNaN(v) {
				continue
			}
			there++
			if err := positive(d.Series[i]+" of "+r.Name, v); err != nil {
				return err
			}
		}
	}
	if there == 0 {
		return errors.New("nothing to draw: no values")
	}
	if d.Line != nil {
		return positive(d.Line.Label, d.Line.Value)
	}
	return nil
}

// Write writes the picture.
func (d Dots) Write(w io.Writer) error {
	if err := d.check(); err != nil {
		return err
	}
	f := frame{title: d.Title}
	if d.Line != nil {
		f.legend = append(f.legend, lineKey(d.Line.Label, inkLine))
	}
	for i, name := range d.Series {
		f.legend = append(f.legend, markerKey(name, i, false))
	}
	xs := newExtent()
	n := len(d.Rows)
	f.y = axis{scale: scale{lo: -0.5, hi: float64(n) - 0.5}, lines: true}
	for i, r := range d.Rows {
		for _, v := range r.Values {
			if !math.IsNaN(v) {
				xs.add(v)
			}
		}
		f.y.ticks = append(f.y.ticks, tick{float64(n - 1 - i), shorten(r.Name, tickSize, 260)})
	}
	if d.Line != nil {
		xs.add(d.Line.Value)
	}
	x := xs.logarithmic()
	f.x = axis{label: d.XLabel, scale: x, ticks: x.ticks(d.Unit, 8), lines: true}
	f.layout(rowHeight * float64(n))
	if d.Line != nil {
		x := f.x.scale.at(d.Line.Value)
		f.line(x, f.plot.y0, x, f.plot.y1, inkLine)
	}
	for i, r := range d.Rows {
		y := f.y.scale.at(float64(n - 1 - i))
		for k, v := range r.Values {
			if math.IsNaN(v) {
				continue
			}
			f.add(`<g><title>%v</title>`, escape(fmt.Sprintf("%s: %s %s", r.Name, d.Series[k], d.Unit.Format(v))))
			var p path
			p.marker(k, f.x.scale.at(v), y, 4.5)
			f.path(&p, fill(colour(k)))
			f.add(`</g>`)
		}
	}
	return f.writeTo(w, width, f.foot(), d.Title)
}
