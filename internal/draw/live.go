package draw

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// Live is memory over time: layers on top of each other, each a step curve.
type Live struct {
	Title  string
	XLabel string // "time (iterations run)"
	XUnit  Unit
	YLabel string // "live bytes"
	YUnit  Unit
	Time   []float64 // never falls; what holds at Time[i] holds until Time[i+1], and the last time is the end
	Layers []Layer
	Limits []Limit // lines across: the predicted peak, the budget
}

// Layer is one part of the memory: the stored states, the traces.
type Layer struct {
	Name   string
	Values []float64 // as many as there are times
}

var layerColours = []string{stateColour, traceColour, advanceColour, purple, reverseColour, sky}

func (l Live) check() error {
	if err := errors.Join(l.XUnit.check(), l.YUnit.check()); err != nil {
		return err
	}
	if len(l.Time) == 0 || len(l.Layers) == 0 {
		return errors.New("nothing to draw: no times or no layers")
	}
	for i, t := range l.Time {
		if err := finite(fmt.Sprintf("time %d", i+1), t); err != nil {
			return err
		}
		if i > 0 && t < l.Time[i-1] {
			return fmt.Errorf("time %d is %v, before the time %v ahead of it", i+1, t, l.Time[i-1])
		}
	}
	for _, layer := range l.Layers {
		if len(layer.Values) != len(l.Time) {
			return fmt.Errorf("layer %q has %d values for %d times", layer.Name, len(layer.Values), len(l.Time))
		}
		for i, v := range layer.Values {
			what := fmt.Sprintf("value %d of layer %q", i+1, layer.Name)
			if err := finite(what, v); err != nil {
				return err
			}
			if v < 0 {
				return fmt.Errorf("%s is %v: memory is not negative", what, v)
			}
		}
	}
	for _, m := range l.Limits {
		if err := finite("the limit "+m.Label, m.Value); err != nil {
			return err
		}
	}
	return nil
}

// total is the sum of the first n layers at the i-th time.
func (l Live) total(i, n int) float64 {
	sum := 0.0
	for _, layer := range l.Layers[:n] {
		sum += layer.Values[i]
	}
	return sum
}

// Write writes the picture.
func (l Live) Write(w io.Writer) error {
	if err := l.check(); err != nil {
		return err
	}
	f := frame{title: l.Title, right: 6}
	for i, layer := range l.Layers {
		f.legend = append(f.legend, areaKey(layer.Name, layerFill(i)))
	}
	ys := newExtent()
	peak := 0
	for i := range l.Time {
		ys.add(l.total(i, len(l.Layers)))
		if l.total(i, len(l.Layers)) > l.total(peak, len(l.Layers)) {
			peak = i
		}
	}
	for _, m := range l.Limits {
		ys.add(m.Value)
	}
	first, last := l.Time[0], l.Time[len(l.Time)-1]
	x := scale{lo: first, hi: last + 0.01*(last-first)}
	if last == first {
		x = scale{lo: first - 1, hi: first + 1}
	}
	y := ys.linear()
	f.x = axis{label: l.XLabel, scale: x, ticks: x.ticks(l.XUnit, 9)}
	f.y = axis{label: l.YLabel, scale: y, ticks: y.ticks(l.YUnit, 7), lines: true}
	f.layout(380)

	room := placer{bounds: box{f.plot.x0 + 3, f.plot.y0 - 8, f.plot.x1 + margin - 4, f.plot.y1 - 2}}
	drawn := l.columns(f.x.scale)
	l.areas(&f, &room, drawn)
	px, py := f.x.scale.at(l.Time[peak]), f.y.scale.at(l.total(peak, len(l.Layers)))
	room.taken = append(room.taken, box{px - 5, py - 5, px + 5, py + 5})
	for _, m := range l.Limits {
		f.limit(&room, m)
	}
	f.add(`<circle cx="%v" cy="%v" r="3.5" %s/>`, px, py, ink)
	label := "peak " + l.YUnit.Format(l.total(peak, len(l.Layers)))
	if b, ok := room.place(px, py, textWidth(label, tickSize), tickSize, 4, 60); ok {
		f.label(b, px, label, ink, "")
	}
	if len(drawn) < len(l.Time) {
		f.note(fmt.Sprintf("Simplified: of %s, the largest in each pixel's width is drawn.", count(len(l.Time), "value")))
	}
	return f.writeTo(w, width, f.foot(), l.Title)
}

func layerFill(i int) role {
	return fill(layerColours[i%len(layerColours)]) + ` fill-opacity="0.6"`
}

// sample is one step of the curve: from x on, the values of the i-th time hold.
type sample struct {
	x float64
	i int
}

// columns are the steps to be drawn: all, or, where there are more than pixels, for each pixel's width the one with the largest sum, be it
// carried over from before.
func (l Live) columns(s scale) []sample {
	var out []sample
	if float64(len(l.Time)) <= 2*(s.p1-s.p0) {
		for i, t := range l.Time {
			out = append(out, sample{s.at(t), i})
		}
		return out
	}
	i := 0
	for x := s.p0; x <= s.p1 && i < len(l.Time); x++ {
		best := max(i-1, 0)
		for ; i < len(l.Time) && s.at(l.Time[i]) < x+1; i++ {
			if l.total(i, len(l.Layers)) > l.total(best, len(l.Layers)) {
				best = i
			}
		}
		out = append(out, sample{x, best})
	}
	return out
}

// outlined is the number of steps up to which the sum of the layers is a line too; more of them would make one black area.
const outlined = 300

// areas draws the layers from the lowest to the highest, and the sum of them as a line.
func (l Live) areas(f *frame, room *placer, steps []sample) {
	end := f.x.scale.at(l.Time[len(l.Time)-1])
	if len(l.Time) == 1 {
		end = f.plot.x1
	}
	until := func(j int) float64 {
		if j+1 < len(steps) {
			return steps[j+1].x
		}
		return end
	}
	y := func(s sample, n int) float64 { return f.y.scale.at(l.total(s.i, n)) }
	for n := range l.Layers {
		var p path
		p.to('M', steps[0].x, y(steps[0], n))
		for j, s := range steps {
			fmt.Fprintf(&p, "V%sH%s", num(y(s, n+1)), num(until(j)))
		}
		for _, s := range slices.Backward(steps) {
			fmt.Fprintf(&p, "V%sH%s", num(y(s, n)), num(s.x))
		}
		p.WriteByte('Z')
		f.path(&p, layerFill(n))
	}
	if len(steps) > outlined {
		return
	}
	var top path
	top.to('M', steps[0].x, y(steps[0], len(l.Layers)))
	for j, s := range steps {
		at := y(s, len(l.Layers))
		fmt.Fprintf(&top, "V%sH%s", num(at), num(until(j)))
		room.lines = append(room.lines, [4]float64{s.x, at, until(j), at})
	}
	f.path(&top, inkLine+` stroke-width="1" stroke-linejoin="round"`)
}
