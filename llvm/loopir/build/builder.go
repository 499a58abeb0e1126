package build

import (
	"slices"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

type val = *loopir.Value

// A builder writes one function.
type builder struct {
	*maker
	*scope
	f      *loopir.Func
	block  *loopir.Block // at hand
	pos    diag.Pos      // of the innermost statement that has one
	prints int           // how many operations print, count or call functions of C, so far
}

// function writes the function of a definition.
func (m *maker) function(n *node) *loopir.Func {
	d := n.def
	f := &loopir.Func{Name: d.Name, Pos: d.Pos, Body: &loopir.Block{}, Results: m.of(d.Out.Type)}
	b := &builder{maker: m, f: f, block: f.Body}
	var zone []*ref
	for _, r := range d.Zone {
		zone = append(zone, b.refParam(r))
	}
	in := b.params(d.In.Name, b.of(d.In.Type), loopir.Owned)
	for _, r := range zone {
		b.shaped(r.typ, r.vals)
	}
	b.shaped(d.In.Type, in)
	f.Body.Yield = slices.Clone(b.inline(d, zone, in))
	n.prints = b.prints > 0
	f.Drop()
	f.Renumber()
	return f
}

// shaped says that the dimensions of arrays in a value are not negative, as those of all arrays. What is on a side of a sum may be none.
func (b *builder) shaped(t proc.Type, vals []val) {
	switch t := t.(type) {
	case *proc.ArrayType:
		for _, n := range vals[len(vals)-t.Rank:] {
			op := b.op(loopir.Check, n)
			op.Claim = &loopir.Claim{Test: loopir.NonNegative, Kind: prim.NegativeCount, Proof: loopir.Implied}
			op.Pos = diag.Pos{}
		}
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.width(e)
			b.shaped(e, vals[:n])
			vals = vals[n:]
		}
	}
}

// params are parameters of the function.
func (b *builder) params(name string, types []loopir.Type, mode loopir.Mode) []val {
	vals := make([]val, len(types))
	for i, t := range types {
		vals[i] = b.f.NewParam(b.f.Body, t, abi.PartName(name, i, len(types)))
		if t.Form == loopir.Buffer {
			b.f.Modes = append(b.f.Modes, mode)
		} else {
			b.f.Modes = append(b.f.Modes, loopir.Owned)
		}
	}
	return vals
}

// inline writes the body of a definition here.
func (b *builder) inline(d *proc.Def, zone []*ref, in []val) []val {
	outer := b.scope
	defer b.stand(d.Pos)()
	b.scope = newScope(d, zone, in)
	b.entered(d.Name)
	b.procedure(d.Body)
	out := b.take(d.Out)
	b.scope = outer
	return out
}

// stand moves to a position, if there is one, and returns the way back.
func (b *builder) stand(pos diag.Pos) (back func()) {
	outer := b.pos
	if pos.Known() {
		b.pos = pos
	}
	return func() { b.pos = outer }
}

// op appends an operation whose results are still to be made.
func (b *builder) op(k loopir.Kind, args ...val) *loopir.Op {
	op := &loopir.Op{Kind: k, Args: slices.Clone(args)} // which may be those that a variable stands for
	if k.Positioned() {
		op.Pos = b.pos
	}
	if k.Ordered() {
		b.prints++
	}
	b.block.Ops = append(b.block.Ops, op)
	return op
}

// make appends an operation with one result.
func (b *builder) make(k loopir.Kind, t loopir.Type, args ...val) val {
	return b.f.NewOut(b.op(k, args...), t, "")
}

// outs makes the results of an operation.
func (b *builder) outs(op *loopir.Op, types []loopir.Type) []val {
	vals := make([]val, len(types))
	for i, t := range types {
		vals[i] = b.f.NewOut(op, t, "")
	}
	return vals
}

// check demands something, or ends the run. The values are those that the test is of, and then what the message has.
func (b *builder) check(t loopir.Test, kind prim.RuntimeErrorKind, message string, vs ...val) {
	b.op(loopir.Check, vs...).Claim = &loopir.Claim{Test: t, Kind: kind, Message: message}
}

func (b *builder) int(n int64) val { return b.f.Int(n) }

func (b *builder) zero(t loopir.Type) val { return b.f.Const(t, 0) }

// mul is a product of Ints.
func (b *builder) mul(x, y val) val {
	if x.IsInt(1) {
		return y
	}
	if y.IsInt(1) {
		return x
	}
	return b.make(loopir.Mul, loopir.IntType, x, y)
}

func (b *builder) add(x, y val) val {
	if x.IsInt(0) {
		return y
	}
	return b.make(loopir.Add, loopir.IntType, x, y)
}

func (b *builder) sub(x, y val) val { return b.make(loopir.Sub, loopir.IntType, x, y) }

// not is the opposite of a Bool.
func (b *builder) not(c val) val {
	if bits, ok := c.IsConst(); ok {
		return b.f.Const(loopir.BoolType, 1-bits)
	}
	if c.Def != nil && c.Def.Kind == loopir.Not {
		return c.Def.Args[0]
	}
	return b.make(loopir.Not, loopir.BoolType, c)
}

// choice is x if c, else y.
func (b *builder) choice(c, x, y val) val {
	if x == y {
		return x
	}
	return b.make(loopir.Select, x.Type, c, x, y)
}
