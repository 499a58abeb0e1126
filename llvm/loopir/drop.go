package loopir

// Drop leaves out operations without effects whose results nobody uses, results of an if that nobody uses, and an if or a for that
// then does nothing, but for checks that are proven. It goes backwards, so that what only these used is left out too. A buffer
// that is made, cleared and given back, and nothing else, is not made.
func (f *Func) Drop() {
	d := &dropper{make([]int, f.Values), map[*Value]bool{}}
	f.Body.AllUses(func(v *Value) { d.uses[v.ID]++ })
	ends := make([]int, f.Values)
	f.Body.Walk(func(op *Op) {
		if op.Kind == Clear || op.Kind == Release {
			ends[op.Args[0].ID]++
		}
	})
	f.Body.Walk(func(op *Op) {
		if op.Kind == Alloc && d.uses[op.Outs[0].ID] == ends[op.Outs[0].ID] {
			d.unread[op.Outs[0]] = true
		}
	})
	d.block(f.Body)
}

// A dropper knows how often each value is used, by ID, and which buffers are made, cleared and given back, and nothing else.
type dropper struct {
	uses   []int
	unread map[*Value]bool
}

// ofUnread says that an operation makes, clears or gives back such a buffer.
func (d *dropper) ofUnread(op *Op) bool {
	switch op.Kind {
	case Alloc:
		return d.unread[op.Outs[0]]
	case Clear, Release:
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
