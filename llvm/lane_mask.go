package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// A Case on a tag that varies runs both branches in all lanes, and each lane
// takes from the two what its tag says:
//
//	Case t (Inl x p) (Inr y q)    ↦    p, where ¬t;  q, where t;  b = t ? b of q : b of p
//
// In a branch only the lanes of a mask are at work. The others read an element
// that exists, add zero, write back what was there, and no check of theirs fails.

// caseInLanes writes a Case on a tag that varies.
func (b *builder) caseInLanes(tag val, s *proc.Case, inL, inR []val) {
	if b.meter != nil || b.without(optim.LaneCases) {
		b.noLanes("a condition varies")
	}
	outer := b.lanes.mask
	defer func() { b.lanes.mask = outer }()
	defer b.enterCase()()
	var made []string
	var took []change
	there := b.inScope()
	b.lanes.mask = b.within(outer, tag)
	xs := b.branchInLanes(s.R, there, func() []val {
		begin := b.beginBranch()
		b.answers(tag)
		b.learn(tag, true)
		b.branch1(s.R, inR)
		made, took = b.endBranch(begin)
		out := b.outliner.localAll(b, b.boundLeaves(made))
		b.putBack(made, took)
		return out
	})
	b.lanes.mask = b.within(outer, b.Not(tag))
	ys := b.branchInLanes(s.L, there, func() []val {
		begin := b.beginBranch()
		b.learn(tag, false)
		b.branch1(s.L, inL)
		b.endBranch(begin)
		return b.outliner.localAll(b, b.boundLeaves(made))
	})
	out := make([]val, len(xs))
	for k, x := range xs {
		out[k] = b.merge(tag, x, ys[k])
	}
	b.scatter(made, out)
	b.noteCase(made, took)
}

// within is the mask of the lanes of a mask for which a condition holds.
func (b *builder) within(mask, cond val) val {
	if mask == nil {
		return cond
	}
	b.Size++
	return b.Cur.NewAnd(mask, cond)
}

// branchInLanes writes a branch, around which it is asked whether any lane takes
// it, where that is worth it: a loop must not run whose number of iterations means nothing.
func (b *builder) branchInLanes(br proc.Branch, there map[val]bool, write func() []val) []val {
	mark := b.mark()
	defer func() { b.undo(mark) }()
	if !b.hasLoop(br.Body) && b.laneWork(br.Body) <= b.limits.idle {
		if o := b.innermostLane(); o != nil {
			o.masked++
			defer func() { o.masked-- }()
		}
		return write()
	}
	var made []val
	return b.either(b.some(b.lanes.mask), func() []val {
		made = write()
		return append([]val(nil), made...)
	}, func() []val {
		none := make([]val, len(made))
		for k, v := range made {
			none[k] = v
			if !there[v] {
				none[k] = constant.NewUndef(v.Type())
			}
		}
		return none
	})
}

// laneWork is roughly how many instructions a procedure becomes in lanes.
func (m *emitter) laneWork(p proc.Procedure) int {
	n, z := 0, m.sizer()
	p.Walk(func(s proc.Stmt) {
		n += z.Stmt(s).All
		if c, ok := s.(*proc.Call); ok {
			if callee := m.nodes[bodyOf(c.Func)]; callee != nil {
				n += m.laneCode(callee)
			}
		}
	})
	return n
}

// inScope are the values that variables and names stand for.
func (b *builder) inScope() map[val]bool {
	there := map[val]bool{}
	b.vars.each(func(leaves []val) {
		for _, v := range leaves {
			there[v] = true
		}
	})
	for _, r := range b.zone {
		for _, v := range r.vals {
			there[v] = true
		}
	}
	return there
}

// merge is x in the lanes with the tag 1, and y in the others.
func (b *builder) merge(tag, x, y val) val {
	if _, ok := x.(*constant.Undef); ok || x == y {
		return y
	}
	if _, ok := y.(*constant.Undef); ok {
		return x
	}
	switch t := x.Type().(type) {
	case *types.PointerType:
		b.noLanes("the branches have different arrays")
	case *types.IntType:
		if t.BitSize == 1 && x == constant.True && y == constant.False {
			return tag
		}
	}
	return b.Choice(tag, x, y)
}

// indices checks indices and gives those to use: of a lane that is not at work,
// and of an iteration that only notes wrong ones, one that exists.
func (b *builder) indices(idx, dims []val) []val {
	out := make([]val, len(idx))
	if b.lanes == nil || b.lanes.mask == nil {
		b.checkIndices(idx, dims)
		for k, i := range idx {
			out[k] = i
			if c, ok := b.clamped[indexed{b.rep(i), b.rep(dims[k])}]; ok {
				out[k] = c
			}
		}
		return out
	}
	for k, i := range idx {
		out[k] = b.maskedIndex(i, dims[k])
	}
	return out
}

func (b *builder) maskedIndex(i, n val) val {
	if b.isBelow(i, n) {
		return i
	}
	if b.checkedBefore(i, n) {
		return i
	}
	b.nonEmpty(n)
	ok := b.ICmp(enum.IPredULT, i, n)
	if !b.opts.Unchecked && !b.isBelowAtWork(i, n) && !b.followsAtWork(i, n) {
		b.leaveUnless(ok)
	}
	if isVector(i) {
		return b.runAtWork(b.Choice(b.lanes.mask, i, ll.Int(0)), i)
	}
	return b.Choice(ok, i, ll.Int(0))
}

// nonEmpty demands that a dimension is not 0, before the loop.
func (b *builder) nonEmpty(n val) {
	if c, ok := n.(ll.Int); ok && c > 0 {
		return
	}
	if !b.before(n) {
		b.noLanes("an array may be empty that is read in a branch")
	}
	b.lanes.some = append(b.lanes.some, n)
}

// inMask is x in the lanes that are at work, and what was there in the others.
func (b *builder) inMask(x, old []val) []val {
	if b.lanes == nil || b.lanes.mask == nil {
		return x
	}
	out := make([]val, len(x))
	for k := range x {
		out[k] = b.Choice(b.lanes.mask, x[k], old[k])
	}
	return out
}

// atWork are the parts of a value in the lanes that are at work; what is added
// in the others is 0.
func (b *builder) atWork(t proc.Type, x []val) []val {
	if b.lanes == nil || b.lanes.mask == nil {
		return x
	}
	out := make([]val, len(x))
	for k, l := range b.Leaves(t) {
		if out[k] = x[k]; l == abi.RealLeaf {
			out[k] = b.Choice(b.lanes.mask, x[k], real(0))
		}
	}
	return out
}

// allLanes demands that all lanes are at work.
func (b *builder) allLanes(why string) {
	if b.lanes != nil && b.lanes.mask != nil {
		b.noLanes(why)
	}
}
