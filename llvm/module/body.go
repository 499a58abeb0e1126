package module

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
)

// A Body is the body of a function that is being written, block after block. Where one of two operands is a vector, the
// other one becomes one too.
type Body struct {
	In     *Module // the module that the function is in
	Func   *ir.Func
	Entry  *ir.Block   // holds the allocas
	start  *ir.Block   // what entry falls through to
	Cur    *ir.Block   // where the next instruction goes
	Ctx    value.Value // the context of the call, as the runtime knows it
	Names  *proc.Names // of the LLVM values and blocks
	Pos    diag.Pos    // of the statement at hand
	Caller value.Value // the position where that has none; nil if it has
	Size   int         // the instructions written so far, roughly
}

// NewBody begins the body of a function. Finish has to end it.
func NewBody(m *Module, fn *ir.Func, ctx value.Value) *Body {
	b := &Body{In: m, Func: fn, Ctx: ctx, Names: proc.NewNames()}
	for _, p := range fn.Params {
		b.Names.Fresh(p.Name())
	}
	b.Entry = b.Block("entry")
	b.start = b.Block("start")
	b.Use(b.Entry)
	b.Use(b.start)
	return b
}

// Finish ends the entry block, once all allocas are in it.
func (b *Body) Finish() { b.Entry.NewBr(b.start) }

// Block makes a block that is not yet in the function.
func (b *Body) Block(name string) *ir.Block { return ir.NewBlock(b.Names.Fresh(name)) }

// Use appends a block to the function and goes on there.
func (b *Body) Use(block *ir.Block) {
	block.Parent = b.Func
	b.Func.Blocks = append(b.Func.Blocks, block)
	b.Cur = block
}

// Alloca makes room for n values on the stack of the machine.
func (b *Body) Alloca(t types.Type, n int) value.Value {
	a := ir.NewAlloca(t)
	if n > 1 {
		a.NElems = ll.Int(n)
	}
	b.Entry.Insts = append(b.Entry.Insts, a)
	return a
}

// LoadFrom reads a leaf from the place of a word.
func (b *Body) LoadFrom(p value.Value, l abi.Leaf) value.Value {
	b.Size++
	v := b.Cur.NewLoad(p.Type().(*types.PointerType).ElemType, p)
	if _, ok := v.Type().(*types.VectorType); ok {
		v.Align = 8
	}
	if l == abi.TagLeaf {
		return b.Cur.NewTrunc(v, types.I1)
	}
	return v
}

// StoreTo writes a leaf to the place of a word.
func (b *Body) StoreTo(v, p value.Value, l abi.Leaf) {
	b.Size++
	if l == abi.TagLeaf {
		v = b.Cur.NewZExt(v, types.I8)
	}
	s := b.Cur.NewStore(v, p)
	if _, ok := v.Type().(*types.VectorType); ok {
		s.Align = 8
	}
}

// Add adds sizes, which are checked not to overflow.
func (b *Body) Add(x, y value.Value) value.Value {
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
	b.Size++
	i := b.Cur.NewAdd(b.Operands(x, y))
	i.OverflowFlags = ll.NoWrap
	return i
}

// Sub subtracts sizes.
func (b *Body) Sub(x, y value.Value) value.Value {
	b.Size++
	i := b.Cur.NewSub(b.Operands(x, y))
	i.OverflowFlags = ll.NoWrap
	return i
}

// Mul multiplies sizes.
func (b *Body) Mul(x, y value.Value) value.Value {
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
	b.Size++
	i := b.Cur.NewMul(b.Operands(x, y))
	i.OverflowFlags = ll.NoWrap
	return i
}

// ICmp compares Ints.
func (b *Body) ICmp(p enum.IPred, x, y value.Value) value.Value {
	b.Size++
	x, y = b.Operands(x, y)
	return b.Cur.NewICmp(p, x, y)
}

// Jump ends the current block.
func (b *Body) Jump(to *ir.Block) {
	b.Size++
	b.Cur.NewBr(to)
}

// Phi joins the values that two blocks leave; where both are the same there is
// nothing to join.
func (b *Body) Phi(x value.Value, from *ir.Block, y value.Value, from2 *ir.Block) value.Value {
	if x == y {
		return x
	}
	b.Size++
	return b.Cur.NewPhi(ir.NewIncoming(x, from), ir.NewIncoming(y, from2))
}

// Choice is x where cond holds and else y.
func (b *Body) Choice(cond, x, y value.Value) value.Value {
	if x == y || cond == constant.True {
		return x
	}
	if cond == constant.False {
		return y
	}
	b.Size++
	x, y = b.Operands(x, y)
	if t, ok := cond.Type().(*types.VectorType); ok {
		x, y = b.Splat(x, t.Len), b.Splat(y, t.Len)
	}
	return b.Cur.NewSelect(cond, x, y)
}

// Not is the other truth value.
func (b *Body) Not(x value.Value) value.Value {
	b.Size++
	return b.Cur.NewXor(b.Operands(x, constant.True))
}

// Or is true where one of two is.
func (b *Body) Or(x, y value.Value) value.Value {
	if x == constant.False {
		return y
	}
	if y == constant.False {
		return x
	}
	b.Size++
	return b.Cur.NewOr(x, y)
}

// Product is the number of elements of an array that exists, from its dimensions.
func (b *Body) Product(dims []value.Value) value.Value {
	var n value.Value = ll.Int(1)
	for _, d := range dims {
		n = b.Mul(n, d)
	}
	return n
}

// BytesOf is a buffer as bytes.
func (b *Body) BytesOf(p value.Value) value.Value {
	if p.Type().Equal(abi.BytePtr) {
		return p
	}
	return b.Cur.NewBitCast(p, abi.BytePtr)
}

// At is the position as a word.
func (b *Body) At() value.Value {
	if !b.Pos.Known() && b.Caller != nil {
		return b.Caller
	}
	return ll.Int(b.Pos.Word())
}

// TextPointer is a pointer to a message.
func (b *Body) TextPointer(message string) value.Value {
	if message == "" {
		return constant.NewNull(abi.BytePtr)
	}
	g := b.In.Message(message)
	p := ir.NewGetElementPtr(g.ContentType, g, ll.I32(0), ll.I32(0))
	p.InBounds = true
	b.Cur.Insts = append(b.Cur.Insts, p)
	return p
}

// GEP is the address of an element of a buffer.
func (b *Body) GEP(p value.Value, index value.Value) value.Value {
	t := p.Type().(*types.PointerType)
	g := &ir.InstGetElementPtr{ElemType: t.ElemType, Src: p, Indices: []value.Value{index}, InBounds: true, Typ: t}
	b.Cur.Insts = append(b.Cur.Insts, g)
	b.Size++
	return g
}

// WordOf is the place of a leaf, which has a type there, at the place of its first word.
func (b *Body) WordOf(p value.Value, l abi.Leaf, t types.Type) value.Value {
	if l == abi.TagLeaf {
		t = types.I8
	}
	if t.Equal(types.I64) {
		return p
	}
	b.Size++
	return b.Cur.NewBitCast(p, types.NewPointer(t))
}

// WordAt is the place of a leaf in a block of words.
func (b *Body) WordAt(words, index value.Value, l abi.Leaf) value.Value {
	return b.WordOf(b.GEP(words, index), l, l.Type())
}

// LoadWord reads a leaf from a block of words.
func (b *Body) LoadWord(words, index value.Value, l abi.Leaf) value.Value {
	return b.LoadFrom(b.WordAt(words, index, l), l)
}

// StoreWord writes a leaf to a block of words. What is undefined is not written.
func (b *Body) StoreWord(v, words, index value.Value, l abi.Leaf) {
	if !ll.IsUndef(v) {
		b.StoreTo(v, b.WordAt(words, index, l), l)
	}
}

// Call calls a function of the runtime or an internal one.
func (b *Body) Call(f *ir.Func, args ...value.Value) *ir.InstCall {
	b.Size++
	return b.Cur.NewCall(f, args...)
}

// Branch ends the current block by a condition.
func (b *Body) Branch(cond value.Value, yes, no *ir.Block) {
	b.Size++
	b.Cur.NewCondBr(cond, yes, no)
}

// When writes code that runs only where cond is true.
func (b *Body) When(cond value.Value, code func()) {
	yes, done := b.Block("when"), b.Block("done")
	b.Branch(cond, yes, done)
	b.Use(yes)
	code()
	b.Jump(done)
	b.Use(done)
}

// Check goes on only where ok is true; else failure ends the program.
func (b *Body) Check(ok value.Value, failure func()) {
	bad, good := b.Block("failure"), b.Block("ok")
	br := b.Cur.NewCondBr(ok, good, bad)
	br.Metadata = b.In.Likely()
	b.Use(bad)
	failure()
	b.Cur.NewUnreachable()
	b.Use(good)
	b.Size += 3
}

// Failure ends the program with a run-time error.
func (b *Body) Failure(kind prim.RuntimeErrorKind, x, y value.Value, message string) {
	b.Call(b.In.Runtime.Failure, b.Ctx, ll.I32(int64(kind)), b.At(), x, y, b.TextPointer(message))
}

// Operands makes both of two operands vectors if one is.
func (b *Body) Operands(x, y value.Value) (value.Value, value.Value) {
	t, ok := x.Type().(*types.VectorType)
	u, too := y.Type().(*types.VectorType)
	switch {
	case ok && !too:
		return x, b.Splat(y, t.Len)
	case too && !ok:
		return b.Splat(x, u.Len), y
	}
	return x, y
}

// Splat is a vector with a value in all of so many lanes.
func (b *Body) Splat(v value.Value, lanes uint64) value.Value {
	if _, ok := v.Type().(*types.VectorType); ok {
		return v
	}
	t := types.NewVector(lanes, v.Type())
	switch c := v.(type) {
	case *constant.Undef:
		return constant.NewUndef(t)
	case constant.Constant:
		all := make([]constant.Constant, lanes)
		for i := range all {
			all[i] = c
		}
		return constant.NewVector(t, all...)
	}
	b.Size += 2
	one := b.Cur.NewInsertElement(constant.NewUndef(t), v, ll.I32(0))
	return b.Cur.NewShuffleVector(one, constant.NewUndef(t), constant.NewZeroInitializer(types.NewVector(t.Len, types.I32)))
}
