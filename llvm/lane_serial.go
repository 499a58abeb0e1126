package llvm

import (
	"slices"

	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/ll"
	"procad/proc"
)

// A sum in an iteration may use rows that differ from lane to lane without any order, as
// c[w, r] for a w that is the largest in some respect. Its iterations read and add side by
// side only in one lane, so the lanes run it one after the other:
//
//	sum over r of f(w, r)    ↦    for each lane k:  sum over r of f(w[k], r)
//
// That pays where the iterations have more to do that runs in lanes. A check that fails
// ends the lanes as any other (lane_leave.go).

// singly writes sum{body} for one lane after the other, where a row differs so.
func (b *builder) singly(kind proc.LoopKind, body proc.Func, zone []*ref, in []val) ([]val, bool) {
	l := b.lanes
	if l == nil || l.mask != nil || kind != proc.SumOf || b.meter != nil || b.without(optim.LaneSerial) || !b.differ(zone) {
		return nil, false
	}
	leaves := b.Leaves(b.out(body))
	if slices.ContainsFunc(zone, b.bound) {
		return nil, false
	}
	b.uniform("a number of iterations varies", in...)
	for _, r := range zone {
		l.single[r.whole()] = true
	}
	cells := map[val]val{}
	for _, r := range zone {
		for _, v := range append(r.place[:len(r.place):len(r.place)], r.vals...) {
			if _, even := l.from[v]; isVector(v) && !even && cells[v] == nil {
				cells[v] = b.laneCells(v.Type())
				b.Cur.NewStore(v, cells[v])
				b.Size++
			}
		}
	}
	out := make([]val, len(leaves))
	for k, leaf := range leaves {
		out[k] = b.laneCells(b.vectorOf(leaf.Type()))
	}
	b.oneLane(l, func(k val) {
		at := make([]*ref, len(zone))
		for j, r := range zone {
			at[j] = b.refOfLane(l, r, k, cells)
		}
		for j, x := range b.loopOf(kind, body, at, in) {
			b.Cur.NewStore(x, b.gep(b.Cur.NewBitCast(out[j], types.NewPointer(x.Type())), k))
			b.Size += 2
		}
	})
	for k, p := range out {
		out[k] = b.Cur.NewLoad(p.Type().(*types.PointerType).ElemType, p)
		b.Size++
	}
	return out, true
}

// differ says that there is an Int, or the place of a row, that differs from lane to
// lane without order.
func (b *builder) differ(zone []*ref) bool {
	astray := func(v val) bool {
		_, even := b.lanes.from[v]
		return isVector(v) && !even
	}
	return slices.ContainsFunc(zone, func(r *ref) bool {
		return r.typ == proc.Int && astray(r.vals[0]) || slices.ContainsFunc(r.place, astray)
	})
}

// bound says that one lane cannot use a name: it is an array in lanes, or has tags.
func (b *builder) bound(r *ref) bool {
	return slices.ContainsFunc(r.vals, func(v val) bool {
		switch t := v.Type().(type) {
		case *types.PointerType:
			return b.inLanes(v)
		case *types.VectorType:
			return t.ElemType.Equal(types.I1)
		}
		return false
	})
}

// laneCells is memory for a vector.
func (b *builder) laneCells(t types.Type) val { return b.Alloca(t, 1) }

// oneLane writes a loop over the lanes, with the code of one lane.
func (b *builder) oneLane(l *lanes, write func(k val)) {
	alone, promotion := b.alone, b.promotion
	b.lanes, b.single, b.alone, b.promotion = nil, l, true, nil
	b.loop(ll.Int(l.width), nil, func(k val, _ []val) []val {
		write(k)
		return nil
	})
	b.lanes, b.single, b.alone, b.promotion = l, nil, alone, promotion
}

// refOfLane is what a name stands for in one lane.
func (b *builder) refOfLane(l *lanes, r *ref, k val, cells map[val]val) *ref {
	one := func(vs []val) []val {
		out := make([]val, len(vs))
		for j, v := range vs {
			out[j] = b.valOfLane(l, v, k, cells)
		}
		return out
	}
	at := &ref{mode: r.mode, typ: r.typ, vals: one(r.vals), root: r.root, home: r.home}
	if len(r.place) == 0 {
		return at
	}
	at.typ = proc.NewArray(len(r.place)+r.array().Rank, r.array().Elem)
	return b.row(at, one(r.place))
}

// valOfLane is a value in lane k. What an index is below it is in each lane.
func (b *builder) valOfLane(l *lanes, v, k val, cells map[val]val) val {
	if !isVector(v) {
		return v
	}
	var x val
	if c, even := l.from[v]; even {
		x = b.iadd(c.first, b.imul(k, ll.Int(c.step())))
	} else {
		x = b.load(b.Cur.NewBitCast(cells[v], types.NewPointer(v.Type().(*types.VectorType).ElemType)), k)
	}
	if b.isCount(v) {
		b.index(x, v)
	}
	return x
}
