package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

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
	module.Body // what is written so far
	*scope
	valueRanges
	outliner *outliner // of a function that is outlined in pieces; nil if it is not

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
	return &builder{emitter: m, Body: *module.NewBody(m.Module, fn, ctx), valueRanges: newValueRanges(), unchecked: map[val]bool{}, unfilled: map[*proc.Call]int64{}, steady: map[val]steady{}}
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
		inst.SetName(b.Names.Fresh(name))
	}
}

// gep is the address of an element of a buffer.
func (b *builder) gep(p val, index val) val {
	b.uniform("a row begins at a place that varies", index)
	return b.Body.GEP(p, index)
}

// load reads the element at an index of a buffer; tags are bytes in memory.
func (b *builder) load(p, index val) val {
	t := p.Type().(*types.PointerType).ElemType
	if b.lanes != nil && (isVector(index) || b.inLanes(p)) {
		return b.loadLanes(p, index)
	}
	b.Size++
	v := b.Cur.NewLoad(t, b.gep(p, index))
	if t.Equal(types.I8) {
		return b.Cur.NewTrunc(v, types.I1)
	}
	return v
}

func (b *builder) store(v, p, index val) {
	if b.lanes != nil && (isVector(v) || isVector(index) || b.inLanes(p)) {
		b.storeLanes(v, p, index)
		return
	}
	if v.Type().Equal(types.I1) {
		v = b.Cur.NewZExt(v, types.I8)
	}
	b.Size++
	b.Cur.NewStore(v, b.gep(p, index))
}

// wordAt is the place of a leaf in a block of words.
func (b *builder) wordAt(words, index val, l abi.Leaf) val {
	return b.WordOf(b.gep(words, index), l, b.typeIn(l))
}

// loadWord reads a leaf from a block of words, such as a stack.
func (b *builder) loadWord(words, index val, l abi.Leaf) val {
	return b.LoadFrom(b.wordAt(words, index, l), l)
}

// storeWord writes a leaf to a block of words. What is undefined, as the other sides of a sum
// are, is not written: then it is what was there.
func (b *builder) storeWord(v, words, index val, l abi.Leaf) {
	if ll.IsUndef(v) {
		return
	}
	v = b.as(v, b.typeIn(l))
	b.StoreTo(v, b.wordAt(words, index, l), l)
}

// call calls a function of the runtime or an internal one.
func (b *builder) call(f *ir.Func, args ...val) *ir.InstCall {
	if b.trial != nil && f != b.Runtime.Failure && !b.Runtime.IsPure(f) {
		b.trial.others++
	}
	return b.Body.Call(f, args...)
}

// branch ends the current block.
func (b *builder) branch(cond val, yes, no *ir.Block) {
	b.uniform("a condition varies", cond)
	b.Body.Branch(cond, yes, no)
}
