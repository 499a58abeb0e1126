package draw

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
)

// Schedule is a checkpointed loop as the literature draws it: time to the right, iterations upwards; a run of iterations is a slanted line, a stored
// state a bar as long as it lives.
type Schedule struct {
	Title      string
	Iterations int
	Events     iter.Seq[Event] // is gone through twice
}

// detail is the number of lines up to which every one of them is drawn.
const detail = 3000

const plotHeight = 420

// The roles of the parts, in the order in which they cover each other.
const (
	stateColour   = orange
	traceColour   = green
	advanceColour = blue
	reverseColour = vermilion
)

// Write writes the picture.
func (s Schedule) Write(w io.Writer) error {
	if s.Iterations < 0 {
		return fmt.Errorf("a schedule of %d iterations", s.Iterations)
	}
	if s.Events == nil {
		return errors.New("nothing to draw: no events")
	}
	total := newReplay(s.Iterations)
	if err := total.run(s); err != nil {
		return err
	}
	if total.time == 0 && s.Iterations > 0 {
		return errors.New("nothing to draw: no iteration is run")
	}
	f := frame{title: s.Title, right: 6}
	end := float64(max(total.time, 1))
	x := scale{lo: -0.02 * end, hi: 1.01 * end}
	y := scale{lo: -0.025 * float64(max(s.Iterations, 1)), hi: 1.025 * float64(max(s.Iterations, 1))}
	f.x = axis{label: "time (iterations run, forwards or in reverse)", scale: x, ticks: whole(x.ticks(Number, 9))}
	f.y = axis{label: "iteration", scale: y, ticks: whole(y.ticks(Number, 9))}
	simple := total.moves+total.stored+total.restored > detail || total.most > plotHeight/4
	f.legend = s.legend(total, simple)
	f.layout(plotHeight)
	switch {
	case s.Iterations == 0:
		f.text((f.plot.x0+f.plot.x1)/2, (f.plot.y0+f.plot.y1)/2, "no iterations: nothing to run, nothing to reverse", soft, `text-anchor="middle"`)
	case simple:
		f.note(total.sum())
		if err := s.outline(&f, total); err != nil {
			return err
		}
	default:
		f.note(total.sum())
		if err := s.lines(&f); err != nil {
			return err
		}
	}
	return f.writeTo(w, width, f.foot(), s.Title)
}

// sum is what the whole schedule costs.
func (r *replay) sum() string {
	forwards := r.advanced + r.taped
	s := fmt.Sprintf("%s, run forwards %s times (%s each).", count(r.iterations, "iteration"), thousands(int64(forwards)), number(float64(forwards)/float64(r.iterations)))
	if r.stored > 0 {
		s += fmt.Sprintf(" %s stored, at most %s at once.", count(r.stored, "state"), thousands(int64(r.most)))
	}
	if r.mostTraces > 0 {
		s += fmt.Sprintf(" Traces of at most %s at once.", count(r.mostTraces, "iteration"))
	}
	return s
}

// whole are the ticks at integers.
func whole(ticks []tick) []tick {
	var out []tick
	for _, t := range ticks {
		if t.at != math.Trunc(t.at) {
			continue
		}
		if !strings.Contains(t.label, "·") {
			t.label = thousands(int64(t.at))
		}
		out = append(out, t)
	}
	return out
}

func (s Schedule) legend(total *replay, simple bool) []key {
	var keys []key
	add := func(n int, k key) {
		if n > 0 {
			keys = append(keys, k)
		}
	}
	add(total.advanced, lineKey("advance ("+thousands(int64(total.advanced))+")", stroke(advanceColour, 2.2)))
	add(total.taped, lineKey("with trace ("+thousands(int64(total.taped))+")", stroke(traceColour, 3)))
	add(total.reversed, lineKey("reverse ("+thousands(int64(total.reversed))+")", stroke(reverseColour, 2.2)))
	add(total.stored, lineKey("stored state", stroke(stateColour, 3)))
	add(total.taped, areaKey("trace kept", fill(traceColour)+` fill-opacity="0.25"`))
	if !simple {
		add(total.restored, lineKey("restore", axisLine+` stroke-dasharray="1.5 2.5"`))
	}
	return keys
}

// lines draws every event.
func (s Schedule) lines(f *frame) error {
	r := newReplay(s.Iterations)
	px := func(t int) float64 { return f.x.scale.at(float64(t)) }
	py := func(iteration int) float64 { return f.y.scale.at(float64(iteration)) }
	// Lines get thinner as iterations do.
	high, wide := py(0)-py(1), px(1)-px(0)
	thick := min(max(0.45*min(high, wide), 1.3), 2.6)
	thin := min(max(0.35*high, 0.8), 2.6)
	var bars, stores, traces, jumps path
	moves := map[Kind]*path{Advance: {}, Tape: {}, Reverse: {}}
	type name struct {
		x, y       float64
		checkpoint int
	}
	var names []name
	r.move = func(k Kind, t, from, to int) {
		y0, y1 := py(from), py(to)
		if k == Reverse {
			y0, y1 = y1, y0
		}
		moves[k].segment(px(t), y0, px(t+to-from), y1)
	}
	r.store = func(t, iteration, checkpoint int) {
		h := min(max(0.45*min(high, wide), 0.9), 3.2)
		stores.rect(box{px(t) - h, py(iteration) - h, px(t) + h, py(iteration) + h})
		names = append(names, name{px(t), py(iteration), checkpoint})
	}
	r.jump = func(t, from, to int) {
		if from != to {
			jumps.segment(px(t), py(from), px(t), py(to))
		}
	}
	r.bar = func(iteration, _, since, until int) { bars.segment(px(since), py(iteration), px(until), py(iteration)) }
	r.trace = func(from, to, taped, reversed int) {
		m := to - from
		traces.polygon(px(taped), py(from), px(taped+m), py(to), px(reversed), py(to), px(reversed+m), py(from))
	}
	if err := r.run(s); err != nil {
		return err
	}
	f.path(&traces, fill(traceColour)+` fill-opacity="0.25"`)
	f.path(&bars, stroke(stateColour, thin))
	f.path(&jumps, axisLine+role(fmt.Sprintf(` stroke-width="%s" stroke-dasharray="1.5 2.5"`, num(min(1, thin)))))
	round := role(` stroke-linecap="round"`)
	f.path(moves[Advance], stroke(advanceColour, thick*0.85)+round)
	f.path(moves[Tape], stroke(traceColour, thick*1.15)+round)
	f.path(moves[Reverse], stroke(reverseColour, thick*0.85)+round)
	f.path(&stores, fill(stateColour))
	if min(high, wide) >= 13 {
		for _, n := range names {
			f.text(n.x-4, n.y-4, fmt.Sprint(n.checkpoint), soft, `font-size="10" text-anchor="end"`)
		}
		f.note("The number beside a store is its checkpoint.")
	}
	return nil
}

// outline draws the events of a long schedule: long lines as they are, everything else pixel by pixel.
func (s Schedule) outline(f *frame, total *replay) error {
	wide, high := int(f.plot.x1-f.plot.x0), int(f.plot.y1-f.plot.y0)
	r := newReplay(s.Iterations)
	px := func(t int) float64 { return f.x.scale.at(float64(t)) }
	py := func(iteration int) float64 { return f.y.scale.at(float64(iteration)) }
	col := func(t int) int { return int(px(t) - f.plot.x0) }
	row := func(iteration int) int { return int(py(iteration) - f.plot.y0) }
	states, traces := map[span]int{}, newRaster(wide, high)
	short := map[Kind]*raster{Advance: newRaster(wide, high), Tape: newRaster(wide, high), Reverse: newRaster(wide, high)}
	shorter := 0 // than a pixel: states that are not drawn
	long := map[Kind]*path{Advance: {}, Tape: {}, Reverse: {}}
	r.move = func(k Kind, t, from, to int) {
		y0, y1 := py(from), py(to)
		if k == Reverse {
			y0, y1 = y1, y0
		}
		if x0, x1 := px(t), px(t+to-from); x1-x0 >= 1.5 {
			long[k].segment(x0, y0, x1, y1)
			return
		}
		short[k].set(col(t), row(to), col(t), row(from))
	}
	r.bar = func(iteration, _, since, until int) {
		if x0, x1 := col(since), col(until); x1 > x0 {
			states[span{row(iteration), x0, x1}]++
		} else {
			shorter++
		}
	}
	r.trace = func(from, to, taped, reversed int) {
		// The rows of the trapezium between the two slanted lines, each from its iteration's tape to its reverse.
		top, bottom := row(to), row(from)
		for y := top; y <= bottom; y++ {
			iteration := min(max(from, s.iterationAt(f, y)), to)
			if x0, x1 := col(taped+iteration-from), col(reversed+to-iteration); x1 > x0 {
				traces.set(x0, y, x1, y)
			}
		}
	}
	if err := r.run(s); err != nil {
		return err
	}
	f.add(`<g transform="translate(%v %v)" stroke="none">`, f.plot.x0, f.plot.y0)
	f.path(rows(traces.spans()), fill(traceColour)+` fill-opacity="0.3"`)
	drawn, left := apart(states, wide, high)
	f.path(rows(drawn), fill(stateColour))
	narrow, broad := split(short[Advance].spans())
	f.path(rows(broad), fill(advanceColour)+` fill-opacity="0.3"`)
	f.path(rows(narrow), fill(advanceColour)+` fill-opacity="0.85"`)
	f.path(rows(short[Tape].spans()), fill(traceColour))
	f.path(rows(short[Reverse].spans()), fill(reverseColour))
	f.add(`</g>`)
	f.path(long[Advance], stroke(advanceColour, 1.2))
	f.path(long[Tape], stroke(traceColour, 1.6))
	f.path(long[Reverse], stroke(reverseColour, 1.2))
	f.note("Simplified: lines shorter than a pixel and a half are drawn as the pixels they touch; restores are left out.")
	if left += shorter; left > 0 {
		f.note(fmt.Sprintf("Of the stored states %s are left out too: shorter than a pixel, or within two pixels of a longer one.", thousands(int64(left))))
	}
	return nil
}

// apart is a choice of the bars of stored states, given with the number of states each stands for: the longest first, and none within two
// rows of one chosen before. It counts the states that are left out.
func apart(states map[span]int, wide, high int) (chosen []span, left int) {
	bars := slices.SortedFunc(maps.Keys(states), func(a, b span) int {
		return cmp.Or(cmp.Compare(b.x1-b.x0, a.x1-a.x0), cmp.Compare(a.y, b.y), cmp.Compare(a.x0, b.x0))
	})
	near := newRaster(wide, high)
	for _, b := range bars {
		row := near.row(min(max(b.y, 0), high-1))
		if near.next(row, b.x0, true) < b.x1 {
			left += states[b]
			continue
		}
		left += states[b] - 1
		near.set(b.x0, b.y-2, b.x1, b.y+2)
		chosen = append(chosen, b)
	}
	return chosen, left
}

// split tells thin lines of pixels from areas.
func split(spans []span) (narrow, broad []span) {
	for _, s := range spans {
		if s.x1-s.x0 > 3 {
			broad = append(broad, s)
		} else {
			narrow = append(narrow, s)
		}
	}
	return narrow, broad
}

// iterationAt is the iteration at a row of pixels.
func (s Schedule) iterationAt(f *frame, row int) int {
	y := f.y.scale
	return int(math.Round(y.lo + (y.p0-f.plot.y0-float64(row)-0.5)/(y.p0-y.p1)*(y.hi-y.lo)))
}

// rows are spans as rectangles one pixel high.
func rows(spans []span) *path {
	var p path
	for _, s := range spans {
		fmt.Fprintf(&p, "M%d %dh%dv1h%dz", s.x0, s.y, s.x1-s.x0, s.x0-s.x1)
	}
	return &p
}
