package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// laneValues says which values of a loop vary from lane to lane:
//
//	i                       varies, by one from lane to lane
//	k x …                   varies if an x does
//	load v[j …]             varies if a j does, or if v is in memory that the iteration allocates
//	for j < n (s = x) …     j does not vary; s does if x does, or what the iterations yield
//	y = if c …              y varies if c does, or what a side yields
//
// The sides of a choice that varies run one after the other, each with a mask: the lanes in which it is taken.
//
// An Int that varies may be one more in the next lane (byOne). Then it is known by that of the first lane, and elements at such
// indices are next to each other.
type laneValues struct {
	*vectoriser
	loop     *loopir.Op
	varies   map[val]bool
	lane     map[val]bool       // buffers that the iteration allocates, and their views
	ordered  map[*loopir.Op]val // additions to the sums of a fold, which lanes do one after the other
	masked   int                // in so many choices that vary
	wide     bool               // there are blocks of several vectors, or of copied rows
	rows     []*laneRow
	copyOf   map[*loopir.Op]*laneRow // by the operations on it
	onlyNear bool                    // lanes pay only where rows are copied
	why      string                  // there can be no lanes; "": there can
	changed  bool
}

func newLaneValues(v *vectoriser, loop *loopir.Op) *laneValues {
	l := &laneValues{vectoriser: v, loop: loop, varies: map[val]bool{}, lane: map[val]bool{}, ordered: map[*loopir.Op]val{}}
	l.demand(neutral(loop), notAdded)
	for k, p := range loop.Sub[0].Params {
		if k > 0 && v.folds[loop] && p.Type == loopir.RealType && l.why == "" {
			l.ordered[loop.Sub[0].Yield[k-1].Def] = p
			continue
		}
		l.varies[p] = true
	}
	for l.changed = true; l.changed && l.why == ""; { // once more for each loop that carries something into another
		l.changed = false
		l.visit(loop.Sub[0])
	}
	return l
}

func (l *laneValues) anyVaries(vs []val) bool {
	return slices.ContainsFunc(vs, func(v val) bool { return l.varies[v] })
}

// vary notes that a value varies.
func (l *laneValues) vary(v val, does bool) {
	if does && !l.varies[v] {
		l.varies[v] = true
		l.changed = true
	}
}

// Why there are no lanes.
const (
	notAdded    = "it carries more than sums"
	otherCounts = "a loop inside has different numbers of iterations"
	otherMemory = "the memory that it allocates, or looks at, differs from iteration to iteration"
	otherStore  = "a branch that some iterations take sets the same element in each"
	notReals    = "it sets Bools, or it allocates Ints or Bools, or adds to them"
	notInLanes  = "it calls functions, or divides Ints, as vectors cannot"
	keptChecks  = "run-time checks are kept in it"
	fewLanes    = "it has too few iterations"
)

func (l *laneValues) demand(ok bool, why string) {
	if !ok && l.why == "" {
		l.why = why
	}
}

func (l *laneValues) visit(b block) {
	for _, op := range b.Ops {
		if l.why != "" {
			return
		}
		l.operation(op)
	}
}

// operation finds which results vary, and demands what lanes can do.
func (l *laneValues) operation(op *loopir.Op) {
	l.demand(op.Mask == nil, notInLanes)
	if l.ordered[op] != nil {
		return
	}
	any := l.anyVaries(op.Args)
	switch op.Kind {
	case loopir.Check:
		l.demand(op.Claim.Proof != loopir.Unproven, keptChecks)
	case loopir.For:
		l.inner(op)
	case loopir.If:
		l.choice(op)
	case loopir.Alloc, loopir.Local, loopir.Cell:
		l.demand(l.masked == 0, otherMemory)
		l.demand(op.Outs[0].Type.Elem == loopir.Real && (!any || op.Kind == loopir.Cell), notReals)
		l.demand(op.Kind != loopir.Local || op.Args[0].Bits*uint64(l.width) <= loopir.MostLocal, otherMemory)
		l.lane[op.Outs[0]] = true
	case loopir.Clear, loopir.Release:
		l.demand(l.lane[op.Args[0]] && !any && l.masked == 0, otherMemory)
	case loopir.View:
		l.demand(!any, otherMemory)
		l.lane[op.Outs[0]] = l.lane[op.Args[0]]
	case loopir.Row:
		l.demand(!any, otherMemory)
		l.lane[op.Outs[0]] = l.lane[op.Args[0]]
	case loopir.Load:
		l.vary(op.Outs[0], any || l.lane[op.Args[0]])
	case loopir.Store, loopir.Accum:
		e := op.Args[0].Type.Elem
		l.demand(e == loopir.Real || e == loopir.Int && op.Kind == loopir.Store, notReals)
		l.demand(l.masked == 0 || op.Kind == loopir.Accum || l.lane[op.Args[0]] || l.anyVaries(op.Indices()), otherStore)
	case loopir.Div, loopir.Mod:
		l.demand(!any || op.Outs[0].Type.Elem == loopir.Real, notInLanes)
		l.vary(op.Outs[0], any)
	case loopir.Math:
		l.demand(!any || inLanes(op), notInLanes)
		l.vary(op.Outs[0], any)
	case loopir.Select:
		l.demand(op.Outs[0].Type.Form == loopir.Scalar, notInLanes)
		l.vary(op.Outs[0], any)
	default:
		l.demand(op.Kind.Pure() && op.Kind != loopir.ToInt && op.Kind != loopir.Len && len(op.Outs) == 1 && op.Outs[0].Type.Form == loopir.Scalar, notInLanes)
		if l.why == "" {
			l.vary(op.Outs[0], any)
		}
	}
}

// inner is a loop inside, of as many iterations in all lanes.
func (l *laneValues) inner(op *loopir.Op) {
	body := op.Sub[0]
	l.demand(!l.varies[op.Args[0]] && (op.From == nil || !l.varies[op.From]), otherCounts)
	for k, s := range body.Params[1:] {
		l.demand(s.Type.Form == loopir.Scalar, notInLanes)
		l.vary(s, l.varies[op.Args[1+k]] || l.varies[body.Yield[k]])
	}
	l.visit(body)
	for k, out := range op.Outs {
		l.vary(out, l.varies[body.Params[1+k]] || l.varies[body.Yield[k]])
	}
}

// choice is the same in all lanes, or its sides are masked.
func (l *laneValues) choice(op *loopir.Op) {
	varies := l.varies[op.Args[0]]
	if varies {
		l.masked++
	}
	for _, b := range op.Sub {
		l.visit(b)
	}
	if varies {
		l.masked--
	}
	for k, out := range op.Outs {
		yes, no := op.Sub[0].Yield[k], op.Sub[1].Yield[k]
		l.demand(out.Type.Form == loopir.Scalar, notInLanes)
		l.vary(out, varies || l.varies[yes] || l.varies[no])
	}
}

// sideBySide says that the lanes read or set elements that are next to each other: the last index varies by one, and no other one
// does.
func (l *laneValues) sideBySide(op *loopir.Op) bool {
	at := op.Indices()
	if len(at) == 0 {
		return false
	}
	last := len(at) - 1
	return !l.anyVaries(at[:last]) && l.byOne(at[last])
}

// byOne says that an Int is one more in the next lane: the index of the loop, and what does not vary added to it.
func (l *laneValues) byOne(v val) bool {
	i := l.loop.Sub[0].Params[0]
	if v == i {
		return true
	}
	d := v.Def
	if d == nil || !l.varies[v] || d.Mask != nil {
		return false
	}
	switch d.Kind {
	case loopir.Add:
		return l.byOne(d.Args[0]) && !l.varies[d.Args[1]] || l.byOne(d.Args[1]) && !l.varies[d.Args[0]]
	case loopir.Sub:
		return l.byOne(d.Args[0]) && !l.varies[d.Args[1]]
	}
	return false
}
