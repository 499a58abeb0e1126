package passes

import (
	"math"

	"procad/llvm/loopir"
	"procad/prim"
)

// Costs are in the time that an addition takes, a third of a nanosecond or less.
type leastCosts struct {
	all   float64 // what all iterations of a loop cost at least where threads wake up for them
	chunk float64 // and those of a chunk
	each  float64 // an iteration without a loop inside that costs less is short: memory takes the time
	step  float64 // and one of a loop that runs often
	add   float64 // of an element that a chunk has in a copy: one thread adds it
}

func leastOf(d Divided) leastCosts {
	if d == AllLoops {
		return leastCosts{all: 0, chunk: 8, each: 0, add: 0.1}
	}
	return leastCosts{all: costly, chunk: 25_000, each: 6, step: 200, add: 3}
}

const (
	costly     = 150_000
	mostChunks = 64
	fewCopies  = 4  // chunks with copies, at least: fewer take as long as one thread
	fullChunk  = 64 // iterations that run in lanes as well as more do
	usualCount = 16 // iterations of a loop of which it is not known before
)

// A cost is what operations take: some each time, and more for each iteration of loops.
type cost struct {
	each  float64
	loops []loopCost
}

// A loopCost is that of a loop of so many iterations, a number that is known outside.
type loopCost struct {
	n    val
	each cost
}

// short says that all iterations together cost too little, or that each one mostly waits for memory. A loop that runs often, and
// has no loop inside, is one step of many: it is not worth a function of its own.
func (d *dividedLoop) short() bool {
	c := d.cost(d.loop.Sub[0], d.made)
	if len(c.loops) == 0 && (c.each < d.least.each || d.repeated() && c.each < d.least.step) {
		return true
	}
	n, known := d.loop.Args[0].IsConst()
	return known && len(c.loops) == 0 && float64(n)*c.each < d.least.all
}

// cost is that of a block. How often a loop in it runs is known before, unless it is among what is made.
func (t *threading) cost(b block, made map[val]bool) (all cost) {
	for _, op := range b.Ops {
		switch op.Kind {
		case loopir.View, loopir.Row, loopir.Local, loopir.Cell:
		case loopir.Check:
			if open(op) {
				all.each++
			}
		case loopir.Math:
			all.each += mathCostOf(op)
		case loopir.Div, loopir.Mod:
			all.each += 8
		case loopir.Alloc, loopir.Copy, loopir.Empty, loopir.Slots:
			all.each += 20
		case loopir.Call, loopir.Par:
			all.each += t.called(t.prog.Lookup(op.Func))
		case loopir.If:
			x, y := t.cost(op.Sub[0], made), t.cost(op.Sub[1], made)
			if x.most() < y.most() {
				x = y
			}
			all.add(x)
		case loopir.For:
			inner := t.cost(op.Sub[0], made)
			n, known := op.Args[0].IsConst()
			switch {
			case known:
				all.add(inner.times(float64(n)))
			case made[op.Args[0]]:
				all.add(inner.times(usualCount))
			default:
				all.loops = append(all.loops, loopCost{op.Args[0], inner})
			}
		case loopir.While:
			all.add(t.cost(op.Sub[0], made).times(usualCount))
		default:
			all.each++
		}
	}
	return all
}

// mathCostOf is the cost of an elementary function.
func mathCostOf(op *loopir.Op) float64 {
	if op.Func == prim.Sqrt || op.Func == prim.Abs || op.Func == prim.Floor {
		return 6
	}
	return mathCost
}

// called is what a call of a function costs.
func (t *threading) called(f *loopir.Func) float64 {
	if c, ok := t.costs[f]; ok || f == nil {
		return c
	}
	if t.costs == nil {
		t.costs = map[*loopir.Func]float64{}
	}
	t.costs[f] = 0 // as long as it is looked at
	t.costs[f] = 5 + t.cost(f.Body, nil).most()
	return t.costs[f]
}

func (c *cost) add(x cost) {
	c.each += x.each
	c.loops = append(c.loops, x.loops...)
}

func (c cost) times(n float64) cost {
	out := cost{each: n * c.each}
	for _, l := range c.loops {
		out.loops = append(out.loops, loopCost{l.n, l.each.times(n)})
	}
	return out
}

// most is the cost where loops have the usual number of iterations.
func (c cost) most() float64 {
	all := c.each
	for _, l := range c.loops {
		all += usualCount * l.each.most()
	}
	return all
}

// write writes a cost as a Real.
func (c cost) write(w *builder) val {
	all := w.real(c.each)
	for _, l := range c.loops {
		n := w.make(loopir.ToReal, loopir.RealType, l.n)
		all = w.make(loopir.Add, loopir.RealType, all, w.make(loopir.Mul, loopir.RealType, n, l.each.write(w)))
	}
	return all
}

// real is a number.
func (w *builder) real(x float64) val { return w.f.Const(loopir.RealType, math.Float64bits(x)) }
