package passes

import (
	"procad/llvm/loopir"
)

// divide divides the blocks of a function into segments; nil if it is short.
func divide(f *loopir.Func, of lengths) *division {
	d := &division{f: f, lengths: of, segments: map[block][]*segment{}, known: map[block][2]int{}, home: map[val]*segment{}, places: map[val]place{}}
	line, all := d.length(f.Body)
	if line <= d.line && all <= d.whole {
		return nil
	}
	d.modes = f.BufferModes()
	d.simple = d.allCross()
	d.block(f.Body)
	if len(d.pieces) < 2 {
		return nil
	}
	return d
}

// length is how many operations a block has in a line, and in all. It is counted once of each block.
func (d *division) length(b block) (line, all int) {
	if n, ok := d.known[b]; ok {
		return n[0], n[1]
	}
	for _, op := range b.Ops {
		l, a := d.lengthOf(op)
		line, all = line+l, all+a
	}
	d.known[b] = [2]int{line, all}
	return line, all
}

func (d *division) lengthOf(op *loopir.Op) (line, all int) {
	if op.Kind == loopir.Check && op.Claim.Proof != loopir.Unproven {
		return 0, 0
	}
	line, all = 1, 1
	for _, b := range op.Sub {
		l, a := d.length(b)
		if all += a; op.Kind == loopir.If {
			line += l
		}
	}
	return line, all
}

// allCross says that no value of the function keeps operations in one piece.
func (d *division) allCross() bool {
	ok := true
	of := func(v val) {
		own := v.Origin == loopir.Result && (v.Def.Kind == loopir.Cell || v.Def.Kind == loopir.Local) // which the driver makes
		ok = ok && (own || again(v) || d.crosses(v))
	}
	d.f.Body.Blocks(func(b block) {
		for _, v := range b.Params {
			of(v)
		}
		for _, op := range b.Ops {
			for _, v := range op.Outs {
				of(v)
			}
		}
	})
	return ok
}

// block divides a block of the driver. A piece ends where it is long enough, and where nothing that cannot cross is used later.
func (d *division) block(b block) {
	var last map[val]int
	if !d.simple {
		last = d.lastUses(b)
	}
	var segments []*segment
	var piece *segment
	line, all, glued := 0, 0, 0 // of the piece; before glued none ends
	end := func() { piece, line, all = nil, 0, 0 }
	for at, op := range b.Ops {
		if at >= glued && d.drives(op) {
			end()
			own := &segment{ops: b.Ops[at : at+1], driven: true}
			segments = append(segments, own)
			for _, v := range op.Outs {
				d.home[v] = own
			}
			for _, inner := range op.Sub {
				d.block(inner)
			}
			continue
		}
		if piece == nil {
			piece = &segment{}
			segments, d.pieces = append(segments, piece), append(d.pieces, piece)
		}
		piece.ops = append(piece.ops, op)
		made := map[val]bool{}
		madeIn(op, made)
		for v := range made {
			d.home[v] = piece
		}
		for _, v := range op.Outs {
			if !d.simple && !d.crosses(v) {
				glued = max(glued, last[v]+1)
			}
		}
		l, a := d.lengthOf(op)
		if line, all = line+l, all+a; at+1 >= glued && (line > d.piece || all > d.whole) {
			end()
		}
	}
	d.segments[b] = segments
}

// lastUses are the places of the last operations that use what the block makes; that of the end for what it yields.
func (d *division) lastUses(b block) map[val]int {
	last := map[val]int{}
	for at, op := range b.Ops {
		op.AllUses(func(v val) { last[v] = at })
	}
	for _, v := range b.Yield {
		last[v] = len(b.Ops)
	}
	return last
}

// crosses says that a value can be used in a segment that does not make it: it has a place in a frame, is passed, or is made
// again. What only the function's caller has is not passed back by a piece.
func (d *division) crosses(v val) bool {
	switch {
	case v.Type.Form == loopir.Scalar, v.Type.Form == loopir.Stack:
		return true
	case again(v):
		return d.crosses(v.Def.Args[0])
	case v.Type.Form != loopir.Buffer:
		return false
	case v.Origin == loopir.Parameter && v.Block == d.f.Body:
		return true
	case v.Origin == loopir.Result && (v.Def.Kind == loopir.Grow || v.Def.Kind == loopir.Shrink):
		return false // it is a part of a stack
	case v.Origin == loopir.Result && (v.Def.Kind == loopir.Cell || v.Def.Kind == loopir.Local):
		return d.home[v] != nil && d.home[v].driven
	}
	return d.modes(v) == loopir.Owned
}

// again says that each segment that uses a value makes it: it is a part of a buffer.
func again(v val) bool {
	return v.Origin == loopir.Result && (v.Def.Kind == loopir.View || v.Def.Kind == loopir.Row)
}

// drives says that an operation is one of the driver's: it makes memory of the function's own, or has long blocks that can
// be divided.
func (d *division) drives(op *loopir.Op) bool {
	if op.Kind == loopir.Cell || op.Kind == loopir.Local {
		return true
	}
	long := false
	for _, b := range op.Sub {
		line, all := d.length(b)
		long = long || line > d.line || all > d.whole
	}
	return long && (d.simple || d.divisible(op))
}

// divisible says that all that the blocks of an operation are given, and give, can cross.
func (d *division) divisible(op *loopir.Op) bool {
	made := map[val]bool{}
	madeIn(op, made)
	ok := true
	of := func(v val) {
		if v.Origin == loopir.Result || v.Origin == loopir.Parameter {
			ok = ok && d.crosses(v)
		}
	}
	op.AllUses(func(v val) {
		if !made[v] {
			of(v)
		}
	})
	for _, b := range op.Sub {
		for _, v := range b.Params {
			of(v)
		}
		for _, v := range b.Yield {
			of(v)
		}
	}
	return ok
}
