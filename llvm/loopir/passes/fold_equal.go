package passes

import (
	"procad/llvm/loopir"
	"procad/prim"
)

// equal lets a number stand for an Int behind a check that says they are equal. An access is checked against the dimension that its view
// has. So the views that have the Int get copies with the number, and so do the checks that were passed.
//
//	v = view b[n]; check i < n; check n == 4; x = load v[i]
//	   ↦
//	v = view b[n]; check i < n; check n == 4; w = view b[4]; check i < 4 implied; x = load w[i]
func (d *folder) equal(op *loopir.Op, to *[]*loopir.Op) {
	if op.Claim.Test != loopir.Equal || op.Mask != nil || op.Args[0].Type != loopir.IntType {
		return
	}
	x, y := op.Args[0], op.Args[1]
	if y.Origin == loopir.Constant {
		x, y = y, x
	}
	if x.Origin != loopir.Constant || y.Origin == loopir.Constant {
		d.alike(x, y)
		return
	}
	d.stands(x, y)
	for _, c := range d.about[y] {
		c.x, c.y = d.of.value(c.x), d.of.value(c.y)
		if !d.checked[c] && !c.true() {
			*to = append(*to, c.implied())
			d.passed((*to)[len(*to)-1])
		}
	}
	for _, v := range d.views[y] {
		if _, old := d.of[v.Outs[0]]; old {
			continue
		}
		next := &loopir.Op{Kind: loopir.View, Args: make([]val, len(v.Args))}
		for k, v := range v.Args {
			next.Args[k] = d.of.value(v)
		}
		d.stands(d.f.NewOut(next, v.Outs[0].Type, v.Outs[0].Name), v.Outs[0])
		*to = append(*to, next)
		d.viewed(next)
	}
}

// alike notes that two Ints are equal. A loop that carries one of them, and yields the other one, does not change it.
func (d *folder) alike(x, y val) {
	x, y = d.equals.value(x), d.equals.value(y)
	if x == y {
		return
	}
	d.equals[y] = x
	d.log = append(d.log, func() { delete(d.equals, y) })
}

// stands lets x stand for y up to the end of the block.
func (d *folder) stands(x, y val) {
	d.of[y] = x
	d.log = append(d.log, func() { delete(d.of, y) })
}

// viewed notes the dimensions of a view.
func (d *folder) viewed(op *loopir.Op) { note(d, d.views, op, op.Args[1:]...) }

// claimed notes what is known to hold of Ints.
func (d *folder) claimed(c claim) {
	if c.y == nil || c.y == c.x {
		note(d, d.about, c, c.x)
	} else {
		note(d, d.about, c, c.x, c.y)
	}
}

// note puts something into the lists of Ints, up to the end of the block.
func note[T any](d *folder, lists map[val][]T, x T, of ...val) {
	for _, v := range of {
		if v.Origin == loopir.Constant {
			continue
		}
		n := len(lists[v])
		lists[v] = append(lists[v], x)
		d.log = append(d.log, func() { lists[v] = lists[v][:n] })
	}
}

// true says that a claim holds of all Ints, or of the numbers that it is about.
func (c claim) true() bool {
	x, known := c.x.IsConst()
	if c.test == loopir.Holds {
		return known && x != 0
	}
	if c.x.Type != loopir.IntType {
		return false
	}
	y, too := uint64(0), true
	if c.test.Args() == 2 {
		y, too = c.y.IsConst()
	}
	switch c.test {
	case loopir.Equal:
		return c.x == c.y
	case loopir.Below:
		return known && too && x < y && int64(y) >= 0
	case loopir.Fits:
		return known && too && x <= mostFactor && y <= mostFactor
	case loopir.NonNegative:
		return known && int64(x) >= 0
	case loopir.NonZero:
		return known && x != 0
	}
	return false
}

// implied is the check of a claim that is known to hold.
func (c claim) implied() *loopir.Op {
	op := &loopir.Op{Kind: loopir.Check, Args: []val{c.x}, Claim: &loopir.Claim{Test: c.test, Kind: prim.IndexRange, Proof: loopir.Implied}}
	if c.test.Args() == 2 {
		op.Args = append(op.Args, c.y)
	}
	return op
}
