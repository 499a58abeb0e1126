package passes

import "procad/llvm/loopir"

// Whether lanes pay is asked of a model: what an iteration costs by itself, with its innermost loops in vectors of LLVM's, and what it costs
// as one of all lanes. It knows no numbers of iterations but those that are constants.

// What operations cost, in additions.
const (
	mathCost    = 20
	gatherCost  = 1.2 // of an element for each lane
	serialCost  = 2   // of an addition for each lane, one after the other
	reduceCost  = 10  // of the sum of all lanes
	orderedCost = 6   // of an addition to the sum of a fold, which waits for the one before
	expected    = 8   // iterations of a loop inside
	innerGain   = 5   // of an innermost loop that LLVM runs in vectors
	sumCost     = 4   // of the sum of its vectors behind it
)

// plan decides in which versions a loop runs in lanes; otherwise it says why not.
func (l *laneValues) plan() (why string) {
	long := size([]*loopir.Op{l.loop}, mostOps)
	more := long // operations than now: whole blocks and what is left stand for the loop
	if _, known := l.allocated(); known && 2*long <= *l.room {
		l.findRows()
		if l.wide = l.wider() > l.width || len(l.rows) > 0; l.wide {
			more += long
		}
	}
	if !l.pays() {
		return "the loops inside are faster in vectors"
	}
	rows := l.copyOf
	l.copyOf = nil
	if l.onlyNear = !l.pays(); l.onlyNear {
		more += long
	}
	l.copyOf = rows
	if more > *l.room {
		return longLoop
	}
	*l.room -= more
	return ""
}

// pays says that lanes take less time than the iterations one by one, whose innermost loops LLVM runs in vectors.
func (l *laneValues) pays() bool {
	single, lanes := l.cost(l.loop.Sub[0])
	return lanes < 0.7*single
}

// cost is what the operations of a block cost in one iteration: by itself, and as one of all lanes.
func (l *laneValues) cost(b block) (single, lanes float64) {
	width := float64(l.width)
	for _, op := range b.Ops {
		one := 1.0
		each := one / width
		if l.ordered[op] != nil {
			single, lanes = single+orderedCost, lanes+orderedCost
			continue
		}
		switch op.Kind {
		case loopir.Check, loopir.View, loopir.Row, loopir.Cell, loopir.Local:
			continue
		case loopir.Math:
			one = mathCost
			each = 1.5 * one / width
			if l.anyVaries(op.Args) && !inVectors[op.Func.Text()] {
				each = one
			}
		case loopir.Load:
			if !l.lane[op.Args[0]] && l.copyOf[op] == nil && l.anyVaries(op.Indices()) && !l.sideBySide(op) {
				each = gatherCost
			}
		case loopir.Store, loopir.Accum:
			switch {
			case l.lane[op.Args[0]] || l.copyOf[op] != nil || l.sideBySide(op):
			case l.anyVaries(op.Indices()):
				each = serialCost
			case op.Kind == loopir.Accum:
				each = reduceCost / width
			}
		case loopir.For, loopir.If:
			one, each = 0, 0
			for _, inner := range op.Sub {
				x, y := l.cost(inner)
				one, each = one+x, each+y
			}
			if op.Kind == loopir.If && l.varies[op.Args[0]] {
				one, each = one/2+1, each+2/width
			}
			if op.Kind == loopir.For {
				times := float64(expected)
				if n, ok := op.Args[0].IsConst(); ok {
					times = float64(n)
				}
				one, each = one*times, each*times
				if times > 4 && friendly(op, l.of) {
					one = one/innerGain + sumCost*float64(len(op.Outs))
				}
			}
		}
		single += one
		lanes += each
	}
	return single, lanes
}
