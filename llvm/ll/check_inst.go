package ll

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// instruction checks one instruction by its rule.
func (c *Checker) instruction(x ir.Instruction) {
	switch x := x.(type) {
	case *ir.InstFAdd:
		c.arithmetic("fadd", isReals, x.X, x.Y)
	case *ir.InstFSub:
		c.arithmetic("fsub", isReals, x.X, x.Y)
	case *ir.InstFMul:
		c.arithmetic("fmul", isReals, x.X, x.Y)
	case *ir.InstFDiv:
		c.arithmetic("fdiv", isReals, x.X, x.Y)
	case *ir.InstFNeg:
		c.arithmetic("fneg", isReals, x.X, x.X)
	case *ir.InstAdd:
		c.arithmetic("add", isInts, x.X, x.Y)
	case *ir.InstSub:
		c.arithmetic("sub", isInts, x.X, x.Y)
	case *ir.InstMul:
		c.arithmetic("mul", isInts, x.X, x.Y)
	case *ir.InstUDiv:
		c.arithmetic("udiv", isInts, x.X, x.Y)
	case *ir.InstSDiv:
		c.arithmetic("sdiv", isInts, x.X, x.Y)
	case *ir.InstURem:
		c.arithmetic("urem", isInts, x.X, x.Y)
	case *ir.InstSRem:
		c.arithmetic("srem", isInts, x.X, x.Y)
	case *ir.InstShl:
		c.arithmetic("shl", isInts, x.X, x.Y)
	case *ir.InstLShr:
		c.arithmetic("lshr", isInts, x.X, x.Y)
	case *ir.InstAShr:
		c.arithmetic("ashr", isInts, x.X, x.Y)
	case *ir.InstAnd:
		c.arithmetic("and", isInts, x.X, x.Y)
	case *ir.InstOr:
		c.arithmetic("or", isInts, x.X, x.Y)
	case *ir.InstXor:
		c.arithmetic("xor", isInts, x.X, x.Y)
	case *ir.InstFreeze:
		c.arithmetic("freeze", isInts, x.X, x.X)
	case *ir.InstICmp:
		c.arithmetic("icmp", isIntsOrPointer, x.X, x.Y)
	case *ir.InstFCmp:
		c.arithmetic("fcmp", isReals, x.X, x.Y)
	case *ir.InstSelect:
		c.choice(x)
	case *ir.InstPhi:
		for _, in := range x.Incs {
			c.equal("a value of a phi", c.of(in.X), x.Typ)
		}
	case *ir.InstCall:
		c.call(x)

	case *ir.InstBitCast:
		c.cast("bitcast", c.of(x.From), x.To)
	case *ir.InstPtrToInt:
		c.cast("ptrtoint", c.of(x.From), x.To)
	case *ir.InstIntToPtr:
		c.cast("inttoptr", c.of(x.From), x.To)
	case *ir.InstZExt:
		c.cast("zext", c.of(x.From), x.To)
	case *ir.InstSExt:
		c.cast("sext", c.of(x.From), x.To)
	case *ir.InstTrunc:
		c.cast("trunc", c.of(x.From), x.To)
	case *ir.InstSIToFP:
		c.cast("sitofp", c.of(x.From), x.To)
	case *ir.InstFPToSI:
		c.cast("fptosi", c.of(x.From), x.To)

	case *ir.InstAlloca:
		if x.NElems != nil && !isInts(c.of(x.NElems)) {
			c.wrong("the number of elements of an alloca is %v", x.NElems.Type())
		}
		c.equal("what an alloca points to", pointee(x.Typ), x.ElemType)
	case *ir.InstLoad:
		c.equal("what a load reads", x.ElemType, pointee(c.of(x.Src)))
	case *ir.InstStore:
		c.equal("what is stored", c.of(x.Src), pointee(c.of(x.Dst)))
	case *ir.InstGetElementPtr:
		c.element(x.ElemType, x.Src, x.Indices, x.Typ)

	case *ir.InstExtractValue:
		c.equal("a part of a value", x.Typ, c.part(c.of(x.X), x.Indices))
	case *ir.InstInsertValue:
		c.equal("a part of a value", c.of(x.Elem), c.part(c.of(x.X), x.Indices))
	case *ir.InstExtractElement:
		c.lanes(c.of(x.X), c.of(x.Index), x.Typ)
	case *ir.InstInsertElement:
		c.lanes(c.of(x.X), c.of(x.Index), c.of(x.Elem))
	case *ir.InstShuffleVector:
		c.equal("the second vector of a shuffle", c.of(x.Y), c.of(x.X))
		c.of(x.Mask)
	default:
		c.wrong("there is no rule for %T", x)
	}
}

// terminator checks the end of a block of a function with such a result.
//
//	a : T          a : i1
//	───────        ───────────────
//	ret T a        br i1 a, …, …
func (c *Checker) terminator(x ir.Terminator, result types.Type) {
	switch x := x.(type) {
	case *ir.TermRet:
		if x.X == nil {
			c.equal("what is returned", types.Void, result)
		} else {
			c.equal("what is returned", c.of(x.X), result)
		}
	case *ir.TermCondBr:
		c.equal("the condition of a branch", c.of(x.Cond), types.I1)
	case *ir.TermSwitch:
		t := c.of(x.X)
		for _, k := range x.Cases {
			c.equal("a case of a switch", c.of(k.X), t)
		}
	case *ir.TermBr, *ir.TermUnreachable:
	default:
		c.wrong("there is no rule for %T", x)
	}
}

// arithmetic checks an operation on two values of one type.
//
//	a, b : T     T fits op
//	──────────────────────
//	op T a, b
func (c *Checker) arithmetic(op string, fits func(types.Type) bool, a, b value.Value) {
	t := c.of(a)
	if !fits(t) {
		c.wrong("%s has an operand of type %v", op, t)
	}
	c.equal("the second operand of "+op, c.of(b), t)
}

// choice checks a select.
//
//	k : i1 or a vector as long as T     a, b : T
//	────────────────────────────────────────────
//	select k, T a, T b
func (c *Checker) choice(x *ir.InstSelect) {
	cond, t := c.of(x.Cond), c.of(x.ValueTrue)
	c.equal("the second value of a select", c.of(x.ValueFalse), t)
	c.equal("the type of a select", x.Typ, t)
	want := types.Type(types.I1)
	if k, ok := cond.(*types.VectorType); ok {
		want = types.NewVector(k.Len, types.I1)
		if v, ok := t.(*types.VectorType); !ok || v.Len != k.Len {
			c.wrong("a select has the condition %v for %v", cond, t)
		}
	}
	c.equal("the condition of a select", cond, want)
}

// element checks the computation of an address.
//
//	p : T *     i1, … : ints     U is the part of T at i2, …
//	────────────────────────────────────────────────────────
//	getelementptr T, T * p, i1, …  :  U *
//
// With a vector of indices it is a vector of pointers.
func (c *Checker) element(t types.Type, from value.Value, indices []value.Value, result types.Type) {
	c.equal("what a getelementptr begins with", t, pointee(c.of(from)))
	lanes := uint64(0)
	for k, i := range indices {
		it := c.of(i)
		if !isInts(it) {
			c.wrong("an index is %v", it)
		}
		if v, ok := it.(*types.VectorType); ok {
			lanes = v.Len
		}
		if k > 0 {
			t = c.within(t, i)
		}
	}
	want := types.Type(types.NewPointer(t))
	if lanes > 0 {
		want = types.NewVector(lanes, want)
	}
	c.equal("a getelementptr", result, want)
}

// within is the type of the part of T at an index.
func (c *Checker) within(t types.Type, index value.Value) types.Type {
	switch t := t.(type) {
	case *types.ArrayType:
		return t.ElemType
	case *types.StructType:
		if k, ok := index.(*constant.Int); ok && k.X.IsInt64() {
			return c.field(t, uint64(k.X.Int64()))
		}
	}
	c.wrong("%v has no part at %v", t, index)
	return nil
}

// part is the type of the part of T at numbers.
func (c *Checker) part(t types.Type, indices []uint64) types.Type {
	for _, i := range indices {
		switch u := t.(type) {
		case *types.ArrayType:
			t = u.ElemType
		case *types.StructType:
			t = c.field(u, i)
		default:
			c.wrong("%v has no parts", t)
		}
	}
	return t
}

func (c *Checker) field(t *types.StructType, i uint64) types.Type {
	if i >= uint64(len(t.Fields)) {
		c.wrong("%v has no field %d", t, i)
	}
	return t.Fields[i]
}

// lanes checks what takes an element from a vector, or puts one into it.
//
//	v : <n x T>     i : int     a : T
//	─────────────────────────────────
//	insertelement v, a, i
func (c *Checker) lanes(vector, index, elem types.Type) {
	v, ok := vector.(*types.VectorType)
	if !ok || !isInts(index) {
		c.wrong("an element of %v is taken at %v", vector, index)
	}
	c.equal("an element of a vector", elem, v.ElemType)
}

// cast checks a conversion from T to U.
//
//	bitcast            two types of pointers, or of as many bits that are none
//	ptrtoint, inttoptr a pointer and an integer
//	zext, sext         integers, U longer than T
//	trunc              integers, U shorter than T
//	sitofp, fptosi     an integer and a double
//
// All but the pointers may be vectors of as many elements.
func (c *Checker) cast(op string, from, to types.Type) {
	ok := false
	switch op {
	case "bitcast":
		ok = isPointer(from) && isPointer(to) || !isPointer(from) && !isPointer(to) && bitsOf(from) == bitsOf(to) && bitsOf(from) > 0
	case "ptrtoint":
		ok = isPointer(from) && isInts(to)
	case "inttoptr":
		ok = isInts(from) && isPointer(to)
	case "zext", "sext":
		ok = isInts(from) && isInts(to) && bitsOf(from) < bitsOf(to)
	case "trunc":
		ok = isInts(from) && isInts(to) && bitsOf(from) > bitsOf(to)
	case "sitofp":
		ok = isInts(from) && isReals(to)
	case "fptosi":
		ok = isReals(from) && isInts(to)
	}
	if _, n := lanesOf(from); ok && op != "bitcast" {
		_, m := lanesOf(to)
		ok = n == m
	}
	if !ok {
		c.wrong("a %s goes from %v to %v", op, from, to)
	}
}

// lanesOf takes a vector apart; another type is one lane.
func lanesOf(t types.Type) (types.Type, uint64) {
	if v, ok := t.(*types.VectorType); ok {
		return v.ElemType, v.Len
	}
	return t, 1
}

func isReals(t types.Type) bool {
	e, _ := lanesOf(t)
	_, ok := e.(*types.FloatType)
	return ok
}

func isInts(t types.Type) bool {
	e, _ := lanesOf(t)
	_, ok := e.(*types.IntType)
	return ok
}

func isPointer(t types.Type) bool {
	_, ok := t.(*types.PointerType)
	return ok
}

func isIntsOrPointer(t types.Type) bool { return isInts(t) || isPointer(t) }

// bitsOf is how many bits a number or a vector of numbers has; 0 for others.
func bitsOf(t types.Type) uint64 {
	e, n := lanesOf(t)
	switch e := e.(type) {
	case *types.IntType:
		return n * e.BitSize
	case *types.FloatType:
		if e.Kind == types.FloatKindDouble {
			return n * 64
		}
	}
	return 0
}
