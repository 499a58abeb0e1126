package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/value"

	"procad/internal/optim"
	"procad/llvm/ll"
)

// A power whose exponent goes up by one from iteration to iteration is carried by the
// loop: one multiplication in the place of one or two for each binary digit.
//
//	in iteration i,  x^i        ↦    p,  p = phi 1, p·x
//	            x^(i+c)    ↦    p · x^c
//	            x^(i-c)    ↦    p of c iterations before;  x^(i-c) if there were fewer
//
// So it is where x is the same in all iterations, c is small, and in lanes all have the
// same exponent. After i iterations i
// roundings are in p, each of half a unit in the last place: as many as in x^i by
// squaring, where they are doubled with each digit.

// An iterations is a loop while it is written.
type iterations struct {
	pre    *ir.Block // what is before it
	head   *ir.Block
	body   *ir.Block
	i      *ir.InstPhi
	lo     val // the first iteration
	outer  *iterations
	powers []*power
}

// A power is x^i in iteration i.
type power struct {
	x   val
	phi *ir.InstPhi
	ago []*ir.InstPhi // what it was one iteration ago, two, …
}

// A steady is an element of a shared array.
type steady struct {
	of *ref
	at []val
}

// beginIterations begins a loop.
func (b *builder) beginIterations(pre, head, body *ir.Block, i *ir.InstPhi, lo val) (leave func()) {
	if b.opts.Strict || b.without(optim.StrengthReduction) {
		return func() {}
	}
	b.counting = &iterations{pre: pre, head: head, body: body, i: i, lo: lo, outer: b.counting}
	return func() { b.counting = b.counting.outer }
}

// endIteration multiplies powers for the next iteration.
func (b *builder) endIteration(latch *ir.Block) {
	if b.counting == nil {
		return
	}
	for _, p := range b.counting.powers {
		var last val = p.phi
		for _, ago := range p.ago {
			ago.Incs = append(ago.Incs, ir.NewIncoming(last, latch))
			last = ago
		}
		p.phi.Incs = append(p.phi.Incs, ir.NewIncoming(b.fmul(p.phi, p.x), latch))
	}
}

// A shift bounds c in x^(i+c) and x^(i-c).
const (
	maxAhead = maxUnrolled
	maxAgo   = 4
)

// running is x^n where a loop around carries it.
func (b *builder) running(x, n val) (val, bool) {
	i, c := n, int64(0)
	for {
		j, k, ok := plusConstant(i)
		if !ok {
			break
		}
		i, c = j, c+k
	}
	t := b.counting
	for t != nil && val(t.i) != i {
		t = t.outer
	}
	if t == nil || c < -maxAgo || c > maxAhead || t.pre.Parent != b.Func || !b.same(t, x) || !b.inEveryIteration(t, x) {
		return nil, false
	}
	p := t.power(b, x)
	if p == nil {
		return nil, false
	}
	if c >= 0 {
		return b.fmulUnless1(p.phi, powerOf(b, x, ll.Int(c))), true
	}
	for len(p.ago) < int(-c) {
		p.ago = append(p.ago, t.phi(b, x, real(1)))
	}
	var r val = p.ago[-c-1]
	for k := range -c {
		// iteration k, of the first c
		r = b.Choice(b.ICmp(enum.IPredEQ, t.i, ll.Int(k)), powerOf(b, x, ll.Int(k+c)), r)
	}
	return r, true
}

// plusConstant takes i + k apart.
func plusConstant(n val) (i val, k int64, ok bool) {
	switch n := n.(type) {
	case *ir.InstAdd:
		if k, ok := n.Y.(ll.Int); ok {
			return n.X, int64(k), true
		}
		if k, ok := n.X.(ll.Int); ok {
			return n.Y, int64(k), true
		}
	case *ir.InstSub:
		if k, ok := n.Y.(ll.Int); ok {
			return n.X, -int64(k), true
		}
	}
	return nil, 0, false
}

// fmulUnless1 is x·y; x where y is the number 1.
func (b *builder) fmulUnless1(x, y val) val {
	if y == real(1) {
		return x
	}
	return b.fmul(x, y)
}

// power is the phi of x^i; nil if it cannot be told what it begins with.
func (t *iterations) power(b *builder, x val) *power {
	for _, p := range t.powers {
		if p.x == x {
			return p
		}
	}
	var first val = real(1)
	if t.lo != ll.Int(0) {
		if b.since(t.pre, x) {
			return nil
		}
		b.inBlock(t.pre, func() { first = powerOf(b, x, t.lo) })
	}
	p := &power{x: x, phi: t.phi(b, x, first)}
	t.powers = append(t.powers, p)
	return p
}

// phi is a phi of the type of x, which has its value in later iterations from endIteration.
func (t *iterations) phi(b *builder, x, first val) *ir.InstPhi {
	b.inBlock(t.pre, func() { first = b.as(first, x.Type()) })
	phi := ir.NewPhi(ir.NewIncoming(first, t.i.Incs[0].Pred.(*ir.Block)))
	t.head.Insts = slices.Insert(t.head.Insts, 1, ir.Instruction(phi))
	b.Size++
	return phi
}

// same says that a value is the same in all iterations: it is made before the loop, of
// what is the same without effects, or read from what is shared all the time.
func (b *builder) same(t *iterations, v val) bool {
	if _, spread := v.(*spread); spread {
		return false
	}
	if !b.since(t.pre, v) {
		return true
	}
	all := func(list []val) bool {
		return !slices.ContainsFunc(list, func(w val) bool { return !b.same(t, w) })
	}
	if s, ok := b.steady[v]; ok {
		return t.inside(s.of.whole().iteration) && all(s.at)
	}
	switch v := v.(type) {
	case *ir.InstAdd, *ir.InstSub, *ir.InstMul, *ir.InstFAdd, *ir.InstFSub, *ir.InstFMul, *ir.InstFDiv, *ir.InstFNeg, *ir.InstSIToFP,
		*ir.InstICmp, *ir.InstFCmp, *ir.InstSelect, *ir.InstInsertElement, *ir.InstShuffleVector, *ir.InstExtractElement:
		return all(operands(v.(value.User)))
	case *ir.InstCall:
		f, ok := v.Callee.(*ir.Func)
		return ok && b.Runtime.IsPure(f) && all(v.Args)
	}
	return false
}

func operands(u value.User) []val {
	var list []val
	for _, at := range u.Operands() {
		list = append(list, *at)
	}
	return list
}

// inside says that the loop is in an iteration of another one, or that there is none.
func (t *iterations) inside(outer *iterations) bool {
	for u := t; u != outer; {
		if u = u.outer; u == nil {
			return outer == nil
		}
	}
	return t != outer
}

// inEveryIteration says that all iterations that end compute a value: without the block
// that does, there is no way to what has not been written yet.
func (b *builder) inEveryIteration(t *iterations, v val) bool {
	if !b.since(t.pre, v) {
		return true
	}
	inst := v.(ir.Instruction)
	seen := map[*ir.Block]bool{}
	var open func(block *ir.Block) bool
	open = func(block *ir.Block) bool {
		if seen[block] || b.lanes != nil && block == b.lanes.leave || slices.Contains(block.Insts, inst) {
			return false
		}
		seen[block] = true
		return block.Term == nil || slices.ContainsFunc(block.Term.Succs(), open)
	}
	return !open(t.body)
}
