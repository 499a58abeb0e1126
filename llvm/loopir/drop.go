package loopir

import "slices"

// Drop leaves out operations without effects whose results nobody uses, results of an if that nobody uses, and an if or a for that
// then does nothing, but for checks that are proven. It goes backwards, so that what only these used is left out too. A buffer
// that nobody reads is not made: one that is made here, set, and given back, and nothing else.
func (f *Func) Drop() {
	d := &dropper{make([]int, f.Values), map[*Value]bool{}}
	f.Body.AllUses(func(v *Value) { d.uses[v.ID]++ })
	d.findUnread(f)
	d.block(f.Body)
}

// A dropper knows how often each value is used, by ID, and which buffers nobody reads, with the views of them.
type dropper struct {
	uses   []int
	unread map[*Value]bool
}

// findUnread finds buffers that are not read: every use sets what is in them, or gives them back, or is a view for which that holds.
func (d *dropper) findUnread(f *Func) {
	set := make([]int, len(d.uses)) // how many uses are such
	var made, views []*Op
	f.Body.Walk(func(op *Op) {
		switch op.Kind {
		case Clear, Release, Store, Accum:
			set[op.Args[0].ID]++
		case View, Row:
			views = append(views, op)
		case Alloc, Copy:
			made = append(made, op)
		}
	})
	unread := func(v *Value) bool { return d.uses[v.ID] == set[v.ID] }
	for _, op := range slices.Backward(views) { // a view stands before its uses
		if unread(op.Outs[0]) {
			set[op.Args[0].ID]++
		}
	}
	for _, op := range made {
		if v := op.Outs[0]; v.Type.Form == Buffer && unread(v) {
			d.unread[v] = true
		}
	}
	for _, op := range views {
		if d.unread[op.Args[0]] {
			d.unread[op.Outs[0]] = true
		}
	}
}

// ofUnread says that an operation makes, sets or gives back a buffer that nobody reads.
func (d *dropper) ofUnread(op *Op) bool {
	switch op.Kind {
	case Alloc, Copy:
		return d.unread[op.Outs[0]]
	case Clear, Release, Store, Accum:
		return d.unread[op.Args[0]]
	}
	return false
}

func (d *dropper) block(b *Block) {
	kept := len(b.Ops)
	for i := len(b.Ops) - 1; i >= 0; i-- {
		op := b.Ops[i]
		if op.Kind.Pure() && d.unused(op) {
			op.Uses(d.forget)
			continue
		}
		if d.ofUnread(op) {
			op.Uses(d.forget)
			continue
		}
		if op.Kind == If {
			d.results(op)
		}
		for _, inner := range op.Sub {
			d.block(inner)
		}
		if op.Kind == If && len(op.Outs)+len(op.Sub[0].Ops)+len(op.Sub[1].Ops) == 0 || op.Kind == For && idle(op) {
			op.Uses(d.forget)
			for _, inner := range op.Sub {
				inner.Walk(func(op *Op) { op.Uses(d.forget) })
			}
			continue
		}
		kept--
		b.Ops[kept] = op
	}
	b.Ops = append([]*Op(nil), b.Ops[kept:]...)
}

func (d *dropper) forget(v *Value) { d.uses[v.ID]-- }

func (d *dropper) unused(op *Op) bool {
	for _, v := range op.Outs {
		if d.uses[v.ID] > 0 {
			return false
		}
	}
	return true
}

// idle says that a loop gives nothing and does nothing.
func idle(loop *Op) bool {
	for _, op := range loop.Sub[0].Ops {
		if op.Kind != Check || op.Claim.Proof == Unproven {
			return false
		}
	}
	return len(loop.Outs) == 0
}

// results leaves out the results of an if that nobody uses, with what its blocks yield for them.
func (d *dropper) results(op *Op) {
	kept := 0
	for k, v := range op.Outs {
		yes, no := op.Sub[0], op.Sub[1]
		if d.uses[v.ID] == 0 {
			d.forget(yes.Yield[k])
			d.forget(no.Yield[k])
			continue
		}
		op.Outs[kept], yes.Yield[kept], no.Yield[kept] = v, yes.Yield[k], no.Yield[k]
		kept++
	}
	op.Outs = op.Outs[:kept]
	for _, b := range op.Sub {
		b.Yield = b.Yield[:kept]
	}
}
