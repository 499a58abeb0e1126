package llvm

import (
	"procad/llvm/ll"
	"procad/proc"
)

// wide says that a call has to be written so that it can be cut: it is in a
// definition in pieces, and its argument or result has very many leaves.
func (b *builder) wide(s *proc.Call) bool {
	if !b.outliner.free() || max(b.Width(s.In.Type), b.Width(s.Out.Type)) <= b.limits.wide {
		return false
	}
	if n := b.nodes[s.Func]; n != nil {
		return !n.inline
	}
	family, _, _ := s.Func.Family()
	return family == "push" || family == "pop"
}

// callWide writes such a call.
func (b *builder) callWide(s *proc.Call) {
	n := b.nodes[s.Func]
	family, types, _ := s.Func.Family()
	switch {
	case n != nil:
		b.callThroughFrame(n, s)
	case family == "push":
		b.pushWide(types[0], s)
	default:
		b.popWide(types[0], s)
	}
}

// callThroughFrame calls a definition whose argument or result is a block of
// words: the blocks are parts of the frame.
func (b *builder) callThroughFrame(n *node, s *proc.Call) {
	c, sig := b.outliner, b.signature(n)
	var args, results int
	if sig.InBlock {
		args = c.reserve(len(sig.In))
		for i, l := range sig.In {
			c.maybe(b)
			c.store(b, c.local(b, b.vars.of(s.In.Name)[i]), c.frameIn, args+i, l)
		}
	}
	in := b.move(s.In)
	c.maybe(b)
	list := []val{b.Ctx}
	for _, r := range b.refs(s.Zone) {
		list = append(list, r.vals...)
	}
	if sig.InBlock {
		list = append(list, b.gep(c.frameIn, ll.Int(args)))
	} else {
		list = append(list, c.localAll(b, in)...)
	}
	if !sig.OutBlock {
		b.bind(s.Out, b.Parts(sig.Signature, b.invoke(n, list)))
		return
	}
	results = c.reserve(len(sig.Out))
	b.invoke(n, append(list, b.gep(c.frameIn, ll.Int(results))))
	out := make([]val, len(sig.Out))
	for i, l := range sig.Out {
		out[i] = slot{index: results + i, leaf: l}
	}
	b.bind(s.Out, out)
	// Only now are the words of the result in the frame: a piece loads at its entry.
	c.end(b)
	c.begin(b)
}

// reserve takes words of the frame that follow each other.
func (c *outliner) reserve(n int) int {
	c.slots += n
	return c.slots - n
}

// Variables for values that a cut may come between.
const heldStack, heldItem = "$stack", "$item"

// pushWide writes push{X} part by part.
func (b *builder) pushWide(t proc.Type, s *proc.Call) {
	c := b.outliner
	in := b.move(s.In)
	b.bind(proc.Var{Name: heldItem}, in[3:])
	grown := b.reserve(stackOf(c.localAll(b, in[:3])), t)
	b.comes(t, in[3:])
	b.bind(proc.Var{Name: heldStack}, grown.leaves())
	b.eachPart(t, 0, func(part proc.Type, at int) {
		c.maybe(b)
		st := stackOf(c.localAll(b, b.vars.of(heldStack)))
		x := c.localAll(b, b.vars.of(heldItem)[at:at+b.Width(part)])
		b.vars.change(heldStack, st.to(b.put(st.base, st.length, part, x)).leaves())
	})
	b.move(proc.Var{Name: heldItem})
	b.bind(s.Out, b.move(proc.Var{Name: heldStack}))
}

// popWide writes pop{X} part by part, the last one first.
func (b *builder) popWide(t proc.Type, s *proc.Call) {
	c := b.outliner
	st := b.take(s.In)
	if b.most(t) == 0 {
		b.bind(s.Out, st)
		return
	}
	b.checkPop(stackOf(st))
	b.bind(proc.Var{Name: heldStack}, st)
	item := make([]val, b.Width(t))
	for i, l := range b.Leaves(t) {
		item[i] = l.Undef()
	}
	b.bind(proc.Var{Name: heldItem}, item)
	var parts []func()
	b.eachPart(t, 0, func(part proc.Type, at int) {
		parts = append(parts, func() {
			c.maybe(b)
			st := stackOf(c.localAll(b, b.vars.of(heldStack)))
			end, x := b.get(st.base, st.length, part)
			item := b.vars.of(heldItem)
			copy(item[at:], x)
			b.vars.change(heldItem, item)
			b.vars.change(heldStack, st.to(end).leaves())
		})
	})
	for i := len(parts) - 1; i >= 0; i-- {
		parts[i]()
	}
	b.goes(t, b.vars.of(heldItem))
	b.bind(s.Out, concat(b.move(proc.Var{Name: heldStack}), b.move(proc.Var{Name: heldItem})))
}

// eachPart calls yield for the parts of a tuple, and of the tuples in it, with
// the places of their leaves.
func (b *builder) eachPart(t proc.Type, at int, yield func(proc.Type, int)) {
	tuple, ok := t.(*proc.TupleType)
	if !ok {
		yield(t, at)
		return
	}
	for _, e := range tuple.Elems {
		b.eachPart(e, at, yield)
		at += b.Width(e)
	}
}
