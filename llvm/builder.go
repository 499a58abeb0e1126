package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/proc"
)

// A val is a value of LLVM.
type val = value.Value

// A builder writes the body of one LLVM function, which is a definition or a
// piece of one, with the bodies of its loops.
type builder struct {
	*emitter
	fn     *ir.Func
	entry  *ir.Block // holds the allocas
	start  *ir.Block // what entry falls through to
	cur    *ir.Block
	ctx    val
	names  *proc.Names // of the LLVM values and blocks
	pos    diag.Pos    // of the statement at hand
	caller val         // the position where that has none; nil if it has
	*scope
	valueRanges
	outliner *outliner // of a function that is outlined in pieces; nil if it is not
	size     int       // the instructions written so far, roughly

	unfilled map[*proc.Call]int64 // the folds that begin with an array without elements (unfilled.go)

	// Of the loop at hand, if it has no loop inside (hoist.go):
	inner    bool
	trial    *trial
	indexSet *indexSet
	marked   module.LoopMark
	// Of stacks by their words: those that a loop uses without checks (state.go).
	unchecked map[val]bool

	promotion *promotion     // of the loop at hand; nil if it promotes nothing
	counting  *iterations    // the loop at hand; nil if it carries no powers
	steady    map[val]steady // what is read in loops

	lanes  *lanes // of the loop whose iterations run in lanes; nil if none does
	single *lanes // those that the code is for, one after the other
	alone  bool   // the code is that of iterations that remain
}

func (m *emitter) newBuilder(fn *ir.Func, ctx val) *builder {
	b := &builder{emitter: m, fn: fn, ctx: ctx, names: proc.NewNames(), valueRanges: newValueRanges(), unchecked: map[val]bool{}, unfilled: map[*proc.Call]int64{}, steady: map[val]steady{}}
	for _, p := range fn.Params {
		b.names.Fresh(p.Name())
	}
	b.entry = b.block("entry")
	b.start = b.block("start")
	b.use(b.entry)
	b.use(b.start)
	return b
}

// finish ends the entry block, once all allocas are in it.
func (b *builder) finish() { b.entry.NewBr(b.start) }

// block makes a block that is not yet in the function.
func (b *builder) block(name string) *ir.Block { return ir.NewBlock(b.names.Fresh(name)) }

// use appends a block to the function and goes on there.
func (b *builder) use(block *ir.Block) {
	block.Parent = b.fn
	b.fn.Blocks = append(b.fn.Blocks, block)
	b.cur = block
}

// name gives the value the name of the variable that holds it, if it is an
// instruction without a name. A trial gives no names: what comes from outside
// of it would keep them, and they would be given again.
func (b *builder) name(v val, name string) {
	if b.trial != nil {
		return // v may be a value from outside of the trial, where other names are taken
	}
	inst, ok := v.(interface {
		IsUnnamed() bool
		SetName(string)
	})
	if ok && b.trial == nil && inst.IsUnnamed() {
		inst.SetName(b.names.Fresh(name))
	}
}

// alloca makes room for n values on the stack of the machine.
func (b *builder) alloca(t types.Type, n int) val {
	a := ir.NewAlloca(t)
	if n > 1 {
		a.NElems = ll.Int(n)
	}
	b.entry.Insts = append(b.entry.Insts, a)
	return a
}

func (b *builder) gep(p val, index val) val {
	b.uniform("a row begins at a place that varies", index)
	t := p.Type().(*types.PointerType)
	g := &ir.InstGetElementPtr{ElemType: t.ElemType, Src: p, Indices: []val{index}, InBounds: true, Typ: t}
	b.cur.Insts = append(b.cur.Insts, g)
	b.size++
	return g
}

// load reads the element at an index of a buffer; tags are bytes in memory.
func (b *builder) load(p, index val) val {
	t := p.Type().(*types.PointerType).ElemType
	if b.lanes != nil && (isVector(index) || b.inLanes(p)) {
		return b.loadLanes(p, index)
	}
	b.size++
	v := b.cur.NewLoad(t, b.gep(p, index))
	if t.Equal(types.I8) {
		return b.cur.NewTrunc(v, types.I1)
	}
	return v
}

func (b *builder) store(v, p, index val) {
	if b.lanes != nil && (isVector(v) || isVector(index) || b.inLanes(p)) {
		b.storeLanes(v, p, index)
		return
	}
	if v.Type().Equal(types.I1) {
		v = b.cur.NewZExt(v, types.I8)
	}
	b.size++
	b.cur.NewStore(v, b.gep(p, index))
}

// wordAt is the place of a leaf in a block of words.
func (b *builder) wordAt(words, index val, l abi.Leaf) val {
	t := b.typeIn(l)
	if l == abi.TagLeaf {
		t = types.I8
	}
	p := b.gep(words, index)
	if t.Equal(types.I64) {
		return p
	}
	b.size++
	return b.cur.NewBitCast(p, types.NewPointer(t))
}

// loadWord reads a leaf from a block of words, such as a stack.
func (b *builder) loadWord(words, index val, l abi.Leaf) val {
	return b.loadFrom(b.wordAt(words, index, l), l)
}

// loadFrom reads a leaf from the place of a word.
func (b *builder) loadFrom(p val, l abi.Leaf) val {
	b.size++
	v := b.cur.NewLoad(p.Type().(*types.PointerType).ElemType, p)
	if isVector(v) {
		v.Align = 8
	}
	if l == abi.TagLeaf {
		return b.cur.NewTrunc(v, types.I1)
	}
	return v
}

// storeWord writes a leaf to a block of words. What is undefined, as the other sides of a sum
// are, is not written: then it is what was there.
func (b *builder) storeWord(v, words, index val, l abi.Leaf) {
	if isUndef(v) {
		return
	}
	v = b.as(v, b.typeIn(l))
	b.storeTo(v, b.wordAt(words, index, l), l)
}

// storeTo writes a leaf to the place of a word.
func (b *builder) storeTo(v, p val, l abi.Leaf) {
	b.size++
	if l == abi.TagLeaf {
		v = b.cur.NewZExt(v, types.I8)
	}
	s := b.cur.NewStore(v, p)
	if isVector(v) {
		s.Align = 8
	}
}

// call calls a function of the runtime or an internal one.
func (b *builder) call(f *ir.Func, args ...val) *ir.InstCall {
	b.size++
	if b.trial != nil && f != b.Runtime.Failure && !b.Runtime.IsPure(f) {
		b.trial.others++
	}
	return b.cur.NewCall(f, args...)
}

// add, sub and mul are arithmetic on sizes, which are checked not to overflow.
func (b *builder) add(x, y val) val {
	if c, ok := x.(ll.Int); ok {
		x, y = y, c
	}
	if c, ok := y.(ll.Int); ok {
		if c == 0 {
			return x
		}
		if d, ok := x.(ll.Int); ok {
			return d + c
		}
	}
	b.size++
	i := b.cur.NewAdd(b.match(x, y))
	i.OverflowFlags = noWrap
	return i
}

func (b *builder) sub(x, y val) val {
	b.size++
	i := b.cur.NewSub(b.match(x, y))
	i.OverflowFlags = noWrap
	return i
}

func (b *builder) mul(x, y val) val {
	if c, ok := x.(ll.Int); ok {
		x, y = y, c
	}
	if c, ok := y.(ll.Int); ok {
		if c == 1 {
			return x
		}
		if d, ok := x.(ll.Int); ok {
			return d * c
		}
	}
	b.size++
	i := b.cur.NewMul(b.match(x, y))
	i.OverflowFlags = noWrap
	return i
}

var noWrap = []enum.OverflowFlag{enum.OverflowFlagNSW, enum.OverflowFlagNUW}

func (b *builder) icmp(p enum.IPred, x, y val) val {
	b.size++
	x, y = b.match(x, y)
	return b.cur.NewICmp(p, x, y)
}

// branch ends the current block.
func (b *builder) branch(cond val, yes, no *ir.Block) {
	b.uniform("a condition varies", cond)
	b.size++
	b.cur.NewCondBr(cond, yes, no)
}

func (b *builder) jump(to *ir.Block) {
	b.size++
	b.cur.NewBr(to)
}
