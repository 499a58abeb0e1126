package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/ll"
	"procad/proc"
)

// An array of zeros is often made for a fold that sets its elements:
//
//	a = Call build{0} k·n + r;  …;  a' = Call fold{f} (n, a)
//
// Where iterations set the first k·n elements whatever was there, only what comes
// after them has to be zero before.

// unfilledBuild makes an array without its elements, if s makes one of zeros
// that a fold in the rest of the procedure sets.
func (b *builder) unfilledBuild(s proc.Stmt, rest proc.Procedure) bool {
	c, ok := s.(*proc.Call)
	if !ok || b.without(optim.Zeros) || b.outliner != nil || b.lanes != nil || b.meter != nil || !b.makesZeros(c) {
		return false
	}
	a, ok := c.Out.Type.(*proc.ArrayType)
	if !ok {
		return false
	}
	fold := foldOf(c.Out.Name, rest)
	if fold == nil {
		return false
	}
	k := b.coverOf(fold, b.vars.of(c.In.Name))
	if k == 0 {
		return false
	}
	dims := b.take(c.In)
	n := b.elements(dims)
	var out []val
	for _, l := range b.Leaves(a.Elem) {
		out = append(out, b.allocate(n, l))
	}
	b.bind(c.Out, append(out, dims...))
	b.unfilled[fold] = k
	return true
}

// makesZeros says that a call makes an array of zeros.
func (b *builder) makesZeros(c *proc.Call) bool {
	if family, _, ok := c.Func.Family(); ok {
		return family == "blank"
	}
	kind, body, ok := c.Func.Loop()
	if !ok || kind.BuildRank() == 0 {
		return false
	}
	n := b.nodes[body]
	if n == nil {
		return false
	}
	for _, s := range n.def.Body {
		switch s := s.(type) {
		case *proc.Const:
			if s.Bits != 0 {
				return false
			}
		case *proc.Elim, *proc.Tuple:
		default:
			return false
		}
	}
	return true
}

// foldOf is the fold whose state is an array; nil if anything else uses it first.
func foldOf(name string, p proc.Procedure) *proc.Call {
	for _, s := range p {
		used := false
		proc.Uses(s, func(v proc.Var) { used = used || v.Name == name })
		switch s := s.(type) {
		case *proc.Tuple:
			if used && (len(s.Ins) != 2 || s.Ins[1].Name != name) {
				return nil
			}
			if used {
				name = s.Out.Name
			}
			continue
		case *proc.Call:
			if kind, _, ok := s.Func.Loop(); used && ok && kind == proc.Fold {
				return s
			}
		case *proc.Case:
		default:
			var found *proc.Call
			proc.Bodies(s, func(body proc.Procedure) { found = foldOf(name, body) })
			if found != nil {
				return found
			}
		}
		if used {
			return nil
		}
	}
	return nil
}

// coverOf is the k of a fold whose state is an array with given dimensions, 0 if
// there is none.
func (b *builder) coverOf(fold *proc.Call, dims []val) int64 {
	_, body, _ := fold.Func.Loop()
	n := b.nodes[body]
	if n == nil {
		return 0
	}
	w := b.writesOf(n)
	if _, ok := n.def.In.Type.(*proc.ArrayType); !ok || w == nil {
		return 0
	}
	known := make([]int64, len(dims))
	for k, d := range dims {
		c, ok := d.(ll.Int)
		if k > 0 && !ok {
			return 0
		}
		known[k] = int64(c)
	}
	return w.arrays[0].cover(known)
}

// clearRest sets what the iterations of a fold do not set: all where there is no room
// for all of them, which ends with a run-time error.
func (b *builder) clearRest(fold *proc.Call, in []val) {
	k := b.unfilled[fold]
	if k == 0 {
		return
	}
	delete(b.unfilled, fold)
	a := fold.Out.Type.(*proc.ArrayType)
	buffers, dims := b.split(a, in[1:])
	total := b.Product(dims)
	fits := b.ICmp(enum.IPredULE, in[0], b.Cur.NewUDiv(total, ll.Int(k)))
	covered := b.Choice(fits, b.Cur.NewMul(in[0], ll.Int(k)), ll.Int(0))
	count := b.Sub(total, covered)
	for i, l := range b.Leaves(a.Elem) {
		b.call(b.Runtime.Memset, b.BytesOf(b.gep(buffers[i], covered)), constant.NewInt(types.I8, 0), b.bytes(count, l), constant.False)
	}
}
