package loopir

// accesses are what checks have shown at a place of the function.
type accesses struct {
	known map[fact]bool
	log   []fact // in the order in which they became known
}

// A fact is that a test holds of values, in the lanes of a mask: Below of (i, n), NonZero and InInt of (x, nil). NonZero
// of a stack says that there are words on it.
type fact struct {
	test Test
	x, y *Value
	mask *Value // nil: in all lanes
}

func (a *accesses) learn(f fact) {
	if !a.known[f] {
		a.known[f] = true
		a.log = append(a.log, f)
	}
}

// undo forgets what was learnt since the log had so many entries.
func (a *accesses) undo(mark int) {
	for _, f := range a.log[mark:] {
		delete(a.known, f)
	}
	a.log = a.log[:mark]
}

// holds says that a test was passed, in all lanes or in those of a mask: of  and m, c  those of m are enough.
func (a *accesses) holds(f fact) bool {
	if a.known[f] {
		return true
	}
	m := f.mask
	if m == nil {
		return false
	}
	if f.mask = nil; a.holds(f) {
		return true
	}
	if m.Def == nil || m.Def.Kind != And {
		return false
	}
	f.mask = m.Def.Args[0]
	return a.holds(f)
}

// demand demands that a test was passed before. Where that is assumed it is noted, and then known.
func (c *checker) demand(f fact, what string) {
	switch {
	case c.holds(f):
	case c.assumed != nil:
		c.assumed[c.op] = append(c.assumed[c.op], f)
		c.learn(f)
	default:
		c.failf("nothing checks that %s", what)
	}
}

// enter learns what holds in the block of a loop:  i < n  in  for i < n.
func (c *checker) enter(b *Block) {
	if b.In.Kind == For && len(b.Params) > 0 && len(b.In.Args) > 0 {
		c.learn(fact{Below, b.Params[0], b.In.Args[0], nil})
	}
}

// access demands that what can go wrong was checked before, and learns what a Check shows.
//
//	load v[i …], store, accum, row    check i < n before, for each axis, where v = view b[n …]
//	div i, j and mod i, j             check j != 0 before
//	int x                             check x in int before
//	pop s                             check n != 0 before, where n = len s; not if s is what a pop left of an item
func (c *checker) access(op *Op) {
	switch op.Kind {
	case Check:
		f := fact{test: op.Claim.Test, x: op.Args[0], mask: op.Mask}
		if op.Claim.Test.Args() == 2 && len(op.Args) > 1 {
			f.y = op.Args[1]
		}
		c.learn(f)
		if n := f.x.Def; f.test == NonZero && n != nil && n.Kind == Len {
			c.learn(fact{test: NonZero, x: n.Args[0]}) // of a stack: it has words
		}
	case Load, Store, Accum, Row:
		c.indices(op)
	case Div, Mod:
		d := op.Args[1]
		if d.Type.Elem == Int && (d.Origin != Constant || d.Bits == 0) {
			c.demand(fact{NonZero, d, nil, op.Mask}, "the divisor is not 0")
		}
	case ToInt:
		c.demand(fact{InInt, op.Args[0], nil, op.Mask}, "the number is an Int")
	case Pop:
		c.pop(op)
	}
}

// indices demands a check for each index of an access.
func (c *checker) indices(op *Op) {
	view := op.Args[0]
	at := op.Indices()
	if len(at) == 0 {
		return
	}
	if view.Def == nil || view.Def.Kind != View {
		c.failf("%s has no dimensions", view.mention())
		return
	}
	for k, i := range at {
		n := view.Def.Args[1+k]
		if i.Origin == Constant && n.Origin == Constant && i.Bits < n.Bits {
			continue
		}
		c.demand(fact{Below, i, n, op.Mask}, i.mention()+" < "+n.mention())
	}
}

// pop demands that something is on a stack.
func (c *checker) pop(op *Op) {
	s := op.Args[0]
	if restOfItem(s) || len(op.Outs) == 1 {
		return
	}
	c.demand(fact{test: NonZero, x: s}, "the stack is not empty")
}

// restOfItem says that a stack is what is left of an item that has several parts.
func restOfItem(s *Value) bool {
	switch {
	case s.Def == nil:
		return false
	case s.Def.Kind == If:
		k := indexOf(s.Def.Outs, s)
		return restOfItem(s.Def.Sub[0].Yield[k]) && restOfItem(s.Def.Sub[1].Yield[k])
	}
	return s.Def.Kind == Pop
}
