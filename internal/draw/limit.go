package draw

// Limit is a line across a picture: a budget, a predicted peak.
type Limit struct {
	Value float64
	Label string
}

// limit draws the line, with its label at the first of a few places that is free.
func (f *frame) limit(room *placer, l Limit) {
	y := f.y.scale.at(l.Value)
	p := f.plot
	f.add(`<path d="M%v %vH%v" %v stroke-width="1.4" stroke-dasharray="7 4"/>`, p.x0, y, p.x1, inkLine)
	room.lines = append(room.lines, [4]float64{p.x0, y, p.x1, y})
	label := shorten(l.Label, tickSize, p.x1-p.x0-12)
	if label == "" {
		return
	}
	wide := textWidth(label, tickSize)
	at := func(x0, base float64) box { return box{x0, base - tickSize, x0 + wide, base + 3} }
	right, left, above, below := p.x1-6-wide, p.x0+6, y-5, y+tickSize+3
	places := []box{at(right, above), at(left, above), at(right, below), at(left, below)}
	best := places[0]
	for _, b := range places {
		if room.bounds.holds(b) && !room.covers(b) {
			best = b
			break
		}
	}
	room.taken = append(room.taken, best)
	x := best.x0 - 1
	if best.x0 == right {
		x = best.x1 + 1
	}
	f.label(box{best.x0, best.y0, best.x1, best.y1 - 1}, x, label, ink, ` font-style="italic"`)
}
