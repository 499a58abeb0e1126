package loopir

import "procad/prim"

// Assume puts an implied Check before each access that has none. It is for a part of a function whose checks are in another
// part, which runs before it.
//
//	y = load v[i]    ↦    check i < n index-range implied; y = load v[i]
//
// The values of the function have numbers without gaps then.
func (f *Func) Assume() {
	f.Renumber()
	c := newChecker(f, &Program{}, nil)
	c.assumed = map[*Op][]fact{}
	c.accessesOf(f.Body)
	if len(c.assumed) == 0 {
		return
	}
	f.Body.Blocks(func(b *Block) {
		var ops []*Op
		for _, op := range b.Ops {
			for _, a := range c.assumed[op] {
				ops = append(ops, f.implied(a)...)
			}
			ops = append(ops, op)
		}
		b.Ops = ops
	})
	f.Renumber()
}

// accessesOf looks at the accesses of a block alone.
func (c *checker) accessesOf(b *Block) {
	mark := len(c.log)
	if b.In != nil {
		c.enter(b)
	}
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			c.accessesOf(inner)
		}
		c.op = op
		c.access(op)
	}
	c.undo(mark)
}

// implied are the operations that show a fact.
func (f *Func) implied(a fact) []*Op {
	claim := &Claim{Test: a.test, Kind: prim.IndexRange, Proof: Implied}
	check := &Op{Kind: Check, Args: []*Value{a.x}, Mask: a.mask, Claim: claim}
	switch a.test {
	case Below:
		check.Args = append(check.Args, a.y)
	case NonZero:
		claim.Kind = prim.DivideByZero
	case InInt:
		claim.Kind = prim.IntRange
	}
	if a.x.Type != StackType {
		return []*Op{check}
	}
	n := &Op{Kind: Len, Args: check.Args}
	check.Args = []*Value{f.NewOut(n, IntType, "")}
	claim.Kind = prim.Misuse
	return []*Op{n, check}
}
