package passes

import (
	"slices"

	"procad/llvm/loopir"
)

type (
	val   = *loopir.Value
	block = *loopir.Block
)

// A copier copies operations into a function, with values of its own for what they make.
type copier struct {
	f  *loopir.Func
	of map[val]val // what stands for a value of the original
}

func newCopier(f *loopir.Func) *copier { return &copier{f, map[val]val{}} }

// value is what stands for a value: itself, if it is from outside of what is copied.
func (c *copier) value(v val) val {
	if w, ok := c.of[v]; ok {
		return w
	}
	switch v.Origin {
	case loopir.Constant:
		return c.f.Const(v.Type, v.Bits)
	case loopir.Undefined:
		return c.f.Undef(v.Type)
	}
	return v
}

func (c *copier) values(vs []val) []val {
	out := make([]val, len(vs))
	for i, v := range vs {
		out[i] = c.value(v)
	}
	return out
}

// op is a copy of an operation.
func (c *copier) op(op *loopir.Op) *loopir.Op {
	out := &loopir.Op{Kind: op.Kind, Pos: op.Pos, Args: c.values(op.Args), Order: op.Order, Hint: op.Hint, Func: op.Func}
	if op.Mask != nil {
		out.Mask = c.value(op.Mask)
	}
	if op.From != nil {
		out.From = c.value(op.From)
	}
	if op.Claim != nil {
		claim := *op.Claim
		out.Claim = &claim
	}
	for _, b := range op.Sub {
		out.Sub = append(out.Sub, c.block(b, out))
	}
	for _, v := range op.Outs {
		c.of[v] = c.f.NewOut(out, v.Type, v.Name)
	}
	return out
}

func (c *copier) block(b block, in *loopir.Op) block {
	out := &loopir.Block{In: in}
	for _, v := range b.Params {
		c.of[v] = c.f.NewParam(out, v.Type, v.Name)
	}
	for _, op := range b.Ops {
		out.Ops = append(out.Ops, c.op(op))
	}
	out.Yield = c.values(b.Yield)
	return out
}

// A renaming says which value stands for another one.
type renaming map[val]val

func (r renaming) value(v val) val {
	for {
		w, ok := r[v]
		if !ok {
			return v
		}
		v = w
	}
}

// uses replaces what an operation takes.
func (r renaming) uses(op *loopir.Op) {
	if len(r) == 0 {
		return
	}
	r.list(op.Args)
	if op.Mask != nil {
		op.Mask = r.value(op.Mask)
	}
	if op.From != nil {
		op.From = r.value(op.From)
	}
}

func (r renaming) list(vs []val) {
	for i, v := range vs {
		vs[i] = r.value(v)
	}
}

// block replaces what the operations of a block take.
func (r renaming) block(b block) {
	for _, op := range b.Ops {
		r.uses(op)
		for _, inner := range op.Sub {
			r.block(inner)
		}
	}
	r.list(b.Yield)
}

// insert puts operations before the one at a place.
func insert(b block, at int, ops []*loopir.Op) { b.Ops = slices.Insert(b.Ops, at, ops...) }
