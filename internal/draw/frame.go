package draw

import "math"

const (
	width  = 800.0
	margin = 18.0
)

type box struct{ x0, y0, x1, y1 float64 }

func (b box) meets(c box) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

func (b box) holds(c box) bool { return b.x0 <= c.x0 && c.x1 <= b.x1 && b.y0 <= c.y0 && c.y1 <= b.y1 }

// axis is one side of a frame.
type axis struct {
	label string
	scale scale
	ticks []tick
	lines bool // across the plot
}

// key is an entry of the legend: its name and how its sample is drawn, around (x, y).
type key struct {
	name   string
	sample func(c *canvas, x, y float64)
}

// frame is what surrounds a plot: title and legend above, axes at its sides, notes below.
type frame struct {
	canvas
	title  string
	x, y   axis
	legend []key
	notes  []string
	right  float64 // room kept free at the right of the plot

	plot   box
	bottom float64 // where the axes' labels end
}

// layout fixes where things are and draws the surroundings; plotHeight is the height of the plot itself.
func (f *frame) layout(plotHeight float64) {
	left := 0.0
	for _, t := range f.y.ticks {
		left = max(left, textWidth(t.label, tickSize))
	}
	left += margin + axisSize*lineHeight + 14
	top := f.head(margin)
	// Whole pixels: lines along an axis stay sharp.
	f.plot = box{math.Round(left), math.Round(top), width - margin - f.right, math.Round(top) + plotHeight}
	f.x.scale.p0, f.x.scale.p1 = f.plot.x0, f.plot.x1
	f.y.scale.p0, f.y.scale.p1 = f.plot.y1, f.plot.y0
	f.axes()
	f.bottom = f.plot.y1 + 14 + tickSize + 8 + axisSize
}

// head draws title and legend from y downwards and returns where they end.
func (f *frame) head(y float64) float64 {
	for _, line := range wrap(f.title, titleSize, width-2*margin) {
		f.text(margin, y+titleSize*0.8, line, ink, `font-size="17" font-weight="bold"`)
		y += titleSize * lineHeight
	}
	y += 4
	const sample = 26.0
	x := margin
	for i, k := range f.legend {
		name := shorten(k.name, tickSize, width-2*margin-sample-6)
		w := sample + 6 + textWidth(name, tickSize)
		if i > 0 && x+w > width-margin {
			x, y = margin, y+tickSize*1.6
		}
		k.sample(&f.canvas, x+sample/2, y+tickSize*0.6)
		f.text(x+sample+6, y+tickSize, name, ink, "")
		x += w + 14
	}
	if len(f.legend) > 0 {
		y += tickSize * 1.6
	}
	return y + 10
}

func (f *frame) axes() {
	var lines, marks path
	p := f.plot
	end := math.Inf(-1) // of the label before
	for _, t := range f.x.ticks {
		x := f.x.scale.at(t.at)
		if t.label == "" {
			marks.segment(x, p.y1, x, p.y1+3)
			continue
		}
		w := textWidth(t.label, tickSize) / 2
		at := min(x, width-4-w)
		if at-w < end+6 {
			marks.segment(x, p.y1, x, p.y1+3)
			continue
		}
		end = at + w
		marks.segment(x, p.y1, x, p.y1+6)
		if f.x.lines {
			lines.segment(x, p.y0, x, p.y1)
		}
		f.text(at, p.y1+9+tickSize, t.label, soft, `text-anchor="middle"`)
	}
	for _, t := range f.y.ticks {
		y := f.y.scale.at(t.at)
		if t.label == "" {
			marks.segment(p.x0-3, y, p.x0, y)
			continue
		}
		marks.segment(p.x0-6, y, p.x0, y)
		if f.y.lines {
			lines.segment(p.x0, y, p.x1, y)
		}
		f.text(p.x0-9, y+tickSize*0.36, t.label, soft, `text-anchor="end"`)
	}
	f.path(&lines, gridLine)
	f.path(&marks, axisLine)
	f.add(`<path d="M%v %vV%vH%v" %v/>`, p.x0, p.y0, p.y1, p.x1, axisLine)
	middle := `text-anchor="middle" font-size="13"`
	center := (p.x0 + p.x1) / 2
	f.text(center, p.y1+14+tickSize+axisSize+4, shorten(f.x.label, axisSize, 2*(width-6-center)), ink, middle)
	y := (p.y0 + p.y1) / 2
	f.add(`<g transform="translate(%v %v) rotate(-90)">`, margin+axisSize*0.8-4, y)
	f.text(0, 0, shorten(f.y.label, axisSize, p.y1-p.y0), ink, middle)
	f.add(`</g>`)
}

// label writes s into the box that was found for it, on the side of its point's x, for the true width of the text is not known. A seam of
// paper keeps it legible on lines.
func (f *frame) label(b box, x float64, s string, look role, extra string) {
	anchor, at := "middle", (b.x0+b.x1)/2
	switch {
	case b.x0 > x:
		anchor, at = "start", b.x0
	case b.x1 < x:
		anchor, at = "end", b.x1
	}
	extra = `text-anchor="` + anchor + `"` + extra
	f.text(at, b.y1-2, s, halo+` stroke-width="3" stroke-linejoin="round"`, extra+` aria-hidden="true"`)
	f.text(at, b.y1-2, s, look, extra)
}

// note adds a line of small print under the picture.
func (f *frame) note(s string) { f.notes = append(f.notes, s) }

// foot draws the notes and returns the height of the whole picture.
func (f *frame) foot() float64 {
	y := f.bottom + 12
	for _, n := range f.notes {
		for _, line := range wrap(n, noteSize, width-2*margin) {
			f.text(margin, y+noteSize, line, soft, `font-size="11"`)
			y += noteSize * 1.4
		}
	}
	return y + 8
}
