package draw

import (
	"math"
	"slices"
)

// placer finds room for labels beside their points.
type placer struct {
	bounds box
	taken  []box        // what a label must not cover
	lines  [][4]float64 // what it had better not cross: x0, y0, x1, y1
	points [][2]float64 // the markers: a label stands nearest to its own

	labels  []box        // those that have a place
	leaders [][4]float64 // and the lines that join some of them to their points
}

const (
	leader   = 20 // from this distance on a label is joined to its point by a line
	nearer   = 4  // by how much its point is nearer to a label than any other
	aloof    = 12 // how far a label that is joined to its point is from any other
	together = 6  // points that are nearer to each other share a place: their labels cannot be told apart by it
)

// ambiguous says that a label of the point (x, y) could be taken for that of another.
func (p *placer) ambiguous(b box, x, y float64) bool {
	own := b.distance(x, y)
	least := own + nearer
	if own > leader {
		least = aloof
	}
	for _, q := range p.points {
		if math.Hypot(q[0]-x, q[1]-y) > together && b.distance(q[0], q[1]) < least {
			return true
		}
	}
	return false
}

// strikes says that a label at b would be struck through by a leader, or that its own would strike through another label.
func (p *placer) strikes(b box, x, y float64) bool {
	own, far := b.leader(x, y)
	return far && slices.ContainsFunc(p.labels, func(l box) bool { return crosses(l, own) }) ||
		slices.ContainsFunc(p.leaders, func(l [4]float64) bool { return crosses(b, l) })
}

// leader is the line that joins a label to its point, if it is far from that.
func (b box) leader(x, y float64) (line [4]float64, far bool) {
	return [4]float64{x, y, min(max(x, b.x0), b.x1), min(max(y, b.y0), b.y1)}, b.distance(x, y) > leader
}

// distance is that of a point from the box, 0 if it is inside.
func (b box) distance(x, y float64) float64 {
	return math.Hypot(x-min(max(x, b.x0), b.x1), y-min(max(y, b.y0), b.y1))
}

// place finds room for a text of width w and height h near the point (x, y), whose marker has radius r. It tries ever wider rings around
// the point, out to reach, and takes the place that crosses the fewest lines, then the nearest, of those that no other point claims and
// where no leader strikes through a label. The box found is taken from then on.
func (p *placer) place(x, y, w, h, r, reach float64) (box, bool) {
	// Right, left, above and below come first, then the diagonals, then what is between.
	angles := []float64{0, 180, 90, 270, 45, 315, 135, 225, 22, 338, 158, 202, 67, 113, 247, 293}
	best, cost, found := box{}, math.Inf(1), false
	for ring := r + 4; ring <= reach; ring += 6 {
		for i, a := range angles {
			sin, cos := math.Sincos(a * math.Pi / 180)
			// The text touches the ring from outside: its centre lies half its width and height further in that direction.
			cx, cy := x+ring*cos+sign(cos)*w/2, y-ring*sin-sign(sin)*h/2
			b := box{cx - w/2, cy - h/2, cx + w/2, cy + h/2}
			if !p.bounds.holds(b) || p.covers(b) || p.ambiguous(b, x, y) || p.strikes(b, x, y) {
				continue
			}
			if c := ring + 0.5*float64(i) + 25*float64(p.crossings(b)); c < cost {
				best, cost, found = b, c, true
			}
		}
	}
	if found {
		p.taken, p.labels = append(p.taken, best), append(p.labels, best)
		if line, far := best.leader(x, y); far {
			p.leaders = append(p.leaders, line)
		}
	}
	return best, found
}

func sign(v float64) float64 {
	switch {
	case v > 0.2:
		return 1
	case v < -0.2:
		return -1
	}
	return 0
}

func (p *placer) covers(b box) bool {
	for _, t := range p.taken {
		if b.meets(t) {
			return true
		}
	}
	return false
}

func (p *placer) crossings(b box) int {
	n := 0
	for _, l := range p.lines {
		if crosses(b, l) {
			n++
		}
	}
	return n
}

// crosses clips the line to the box, side by side (Liang and Barsky), and tells whether anything is left.
func crosses(b box, l [4]float64) bool {
	dx, dy := l[2]-l[0], l[3]-l[1]
	t0, t1 := 0.0, 1.0
	for _, side := range [4][2]float64{{-dx, l[0] - b.x0}, {dx, b.x1 - l[0]}, {-dy, l[1] - b.y0}, {dy, b.y1 - l[1]}} {
		d, q := side[0], side[1]
		switch {
		case d == 0 && q < 0:
			return false
		case d < 0:
			t0 = max(t0, q/d)
		case d > 0:
			t1 = min(t1, q/d)
		}
	}
	return t0 <= t1
}
