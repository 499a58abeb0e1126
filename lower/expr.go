package lower

import (
	"fmt"
	"math"
	"slices"

	"procad/diag"
	"procad/prim"
	"procad/proc"
	"procad/source"
)

// expr emits what computes e and returns its value, whose variables are called
// as the target says where they are new.
func (f *fn) expr(e source.Expr, to *target) value {
	f.begin(e)
	f.at = e.Pos()
	switch e := e.(type) {
	case *source.IntLit:
		out := f.result(to, procType(e.Type()))
		bits := uint64(e.Value)
		if out.Type == proc.Real {
			bits = math.Float64bits(float64(e.Value))
		}
		f.emit(&proc.Const{Where: where(e.Pos()), Out: out, Bits: bits})
		v := f.value(out)
		if out.Type == proc.Int {
			v.leaf.known = &e.Value
		}
		return v
	case *source.RealLit:
		out := f.result(to, proc.Real)
		f.emit(&proc.Const{Where: where(e.Pos()), Out: out, Bits: math.Float64bits(e.Value)})
		return f.value(out)
	case *source.BoolLit:
		return f.value(f.boolConst(e.Pos(), f.result(to, proc.Bool), e.Value))
	case *source.Ident:
		return f.env[e.Var]
	case *source.TupleExpr:
		// (set(a, i, x), a[0]): what is without arrays comes first, so that what it
		// reads need not be copied before it is updated.
		v := value{elems: make([]value, len(e.Elems))}
		for _, scalar := range []bool{true, false} {
			for i, x := range e.Elems {
				if proc.Scalar(procType(x.Type())) == scalar {
					v.elems[i] = f.expr(x, to.part(i))
				}
			}
		}
		return v
	case *source.Annot:
		return f.checked(e, to)
	case *source.Inject:
		return f.inject(e, to)
	case *source.Unary:
		return f.unary(e, to)
	case *source.Binary:
		return f.binary(e, to)
	case *source.Index:
		return f.element(e, to)
	case *source.Call:
		return f.application(e, to)
	case *source.Let:
		for _, b := range e.Binds {
			f.bind(b)
		}
		return f.expr(e.Body, to)
	case *source.If:
		return f.ifElse(e, to)
	case *source.Case:
		return f.caseOf(e, to)
	case *source.Comp:
		return f.comp(e, nil, to)
	case *source.Reduce:
		return f.reduce(e, nil, to)
	case *source.Fold:
		return f.fold(e, to)
	case *source.NTimes:
		return f.nTimes(e, to)
	case *source.While:
		return f.while(e, to)
	case *source.Ccl:
		return f.ccl(e, to)
	case *source.SizeOf:
		if n, ok := f.constant(e); ok {
			return value{leaf: f.knownLeaf(e.Type(), n)}
		}
		a := f.array(e.X, "a")
		return f.value(f.size(e.Pos(), f.result(to, proc.Int), a, e.Axis))
	case *source.SetAt:
		return f.setAt(e, to)
	case *source.StopGradient:
		return f.stop(e.Pos(), f.expr(e.X, &target{few: to.wantsFew()}), to)
	case *source.Assert:
		return f.assert(e)
	}
	panic(fmt.Sprintf("lower: no rule for %T", e))
}

// scalar is the variable that a scalar expression gives.
func (f *fn) scalar(e source.Expr) proc.Var { return f.linear(f.expr(e, nil).leaf) }

// array is the leaf that an array expression gives.
func (f *fn) array(e source.Expr, name string) *leaf { return f.expr(e, &target{name: name}).leaf }

// bind lowers a binding.
func (f *fn) bind(b source.Bind) {
	switch b := b.(type) {
	case *source.LetValue:
		to := f.patternTarget(b.Pat)
		if e := f.elements[b.Pat.Var]; e != nil {
			if e.there = f.fewDims(e.comp, to) != nil; !e.there {
				f.counted(e)
				return
			}
		}
		var v value
		if b.Pat.Wanted != nil {
			v = f.wanted(b.Value, b.Pat.Wanted, to, patternName(b.Pat))
		} else {
			v = f.expr(b.Value, to)
		}
		f.match(b.Pat, v)
	case *source.LocalFunc:
		for _, inst := range b.Instances {
			f.inPlace[inst] = f.small && f.inlinable(calleeOf(inst)) && f.readsFew(inst.Body)
			if !f.inPlace[inst] {
				f.instances[inst] = f.instance(inst)
			}
		}
	}
}

// match binds the variables of p to the parts of v. The sizes in the type of
// the whole pattern are checked by then; those of its parts are checked here.
func (f *fn) match(p *source.Pattern, v value) {
	switch p.Kind {
	case source.PatVar:
		f.set(p.Var, v)
	case source.PatTuple:
		for i, e := range p.Elems {
			f.match(e, v.elems[i])
			if e.Wanted != nil {
				f.checkSizes(e.Wanted, v.elems[i], e.Pos, patternName(e))
			}
		}
	}
}

// patternName is how messages name what p binds.
func patternName(p *source.Pattern) string {
	if p.Kind == source.PatVar {
		return p.Var.Name
	}
	return "this"
}

// receive is match for a pattern whose own sizes have not been checked.
func (f *fn) receive(p *source.Pattern, v value) {
	f.match(p, v)
	if p.Wanted != nil {
		f.checkSizes(p.Wanted, v, p.Pos, patternName(p))
	}
}

func (f *fn) inject(e *source.Inject, to *target) value {
	x := f.nested(e.Pos(), f.expr(e.X, nil))
	out := f.result(to, procType(e.Type()))
	if e.Right {
		f.emit(&proc.Inr{Where: where(e.Pos()), Out: out, In: x})
	} else {
		f.emit(&proc.Inl{Where: where(e.Pos()), Out: out, In: x})
	}
	return f.value(out)
}

func (f *fn) unary(e *source.Unary, to *target) value {
	if k, ok := f.constant(e); ok {
		return value{leaf: f.knownLeaf(e.Type(), k)}
	}
	x := f.scalar(e.X)
	if e.Op == source.Not {
		return f.value(f.not(e, x, to))
	}
	return f.negative(e.Pos(), x, to)
}

// negative is -x.
func (f *fn) negative(pos diag.Pos, x proc.Var, to *target) value {
	if x.Type == proc.Int {
		return f.value(f.call(pos, "ineg", f.result(to, proc.Int), x))
	}
	return f.value(f.call(pos, "neg", f.result(to, proc.Real), x))
}

// An operator is the primitive for a binary operator, whose operands may come
// in the other order.
type operator struct {
	prim proc.Func
	swap bool
}

var realOps = map[source.Op]operator{
	source.Add: {prim: "add"}, source.Sub: {prim: "sub"}, source.Mul: {prim: "mul"}, source.Quo: {prim: "div"}, source.Pow: {prim: "powi"},
	source.Eq: {prim: "eq"}, source.Ne: {prim: "eq"},
	source.Lt: {prim: "lt"}, source.Le: {prim: "le"}, source.Gt: {prim: "lt", swap: true}, source.Ge: {prim: "le", swap: true},
}

var intOps = map[source.Op]operator{
	source.Add: {prim: "iadd"}, source.Sub: {prim: "isub"}, source.Mul: {prim: "imul"}, source.Div: {prim: "idiv"}, source.Mod: {prim: "imod"},
	source.Eq: {prim: "ieq"}, source.Ne: {prim: "ieq"},
	source.Lt: {prim: "ilt"}, source.Le: {prim: "ile"}, source.Gt: {prim: "ilt", swap: true}, source.Ge: {prim: "ile", swap: true},
}

// binary goes up the left spine in a loop, because chains of operators are long.
func (f *fn) binary(e *source.Binary, to *target) value {
	spine := []*source.Binary{e}
	for {
		x, ok := spine[len(spine)-1].X.(*source.Binary)
		if !ok {
			break
		}
		spine = append(spine, x)
	}
	x := f.known(spine[len(spine)-1].X)
	for i := len(spine) - 1; i > 0; i-- {
		x = f.step(spine[i], x, nil)
	}
	return value{leaf: f.step(e, x, to)}
}

// known is the leaf of a scalar, without a variable if it is known.
func (f *fn) known(e source.Expr) *leaf {
	if _, named := e.(*source.Ident); !named {
		if k, ok := f.constant(e); ok {
			return f.knownLeaf(e.Type(), k)
		}
	}
	return f.expr(e, nil).leaf
}

// step is x op e.Y, where x may be known:
//
//	true && y = y        false && y = false        true || y = true        false || y = y
func (f *fn) step(e *source.Binary, x *leaf, to *target) *leaf {
	if x.known != nil && f.small {
		if e.Op == source.And || e.Op == source.Or {
			if (*x.known == 1) == (e.Op == source.And) {
				return f.expr(e.Y, to).leaf
			}
			return x
		}
		if y, ok := f.constant(e.Y); ok {
			if k, ok := evaluated(e.Op, *x.known, y); ok {
				return f.knownLeaf(e.Type(), k)
			}
		}
	}
	return f.own(f.operation(e, f.linear(x), to))
}

// operation is x op e.Y.
func (f *fn) operation(e *source.Binary, x proc.Var, to *target) proc.Var {
	switch {
	case e.Op == source.And:
		return f.choice(e, x, to, func(to *target) { f.into(e.Pos(), f.expr(e.Y, to), to) }, func(to *target) { f.boolConst(e.Pos(), f.result(to, proc.Bool), false) })
	case e.Op == source.Or:
		return f.choice(e, x, to, func(to *target) { f.boolConst(e.Pos(), f.result(to, proc.Bool), true) }, func(to *target) { f.into(e.Pos(), f.expr(e.Y, to), to) })
	case e.Op == source.Pow && isTwo(e.Y):
		return f.call(e.Pos(), "mul", f.result(to, proc.Real), x, x)
	case x.Type == proc.Bool:
		return f.boolEqual(e, x, f.scalar(e.Y), to)
	}
	y := f.scalar(e.Y)
	ops, out := realOps, proc.Real
	if x.Type == proc.Int {
		ops, out = intOps, proc.Int
	}
	op := ops[e.Op]
	if op.swap {
		x, y = y, x
	}
	switch e.Op {
	case source.Ne:
		return f.not(e, f.call(e.Pos(), op.prim, f.variable("t", proc.Bool), x, y), to)
	case source.Eq, source.Lt, source.Le, source.Gt, source.Ge:
		out = proc.Bool
	}
	return f.call(e.Pos(), op.prim, f.result(to, out), x, y)
}

func isTwo(e source.Expr) bool {
	lit, ok := e.(*source.IntLit)
	return ok && lit.Value == 2
}

// element is an element of an array, or the view that is left of an array.
//
//	x = Read s i1 … ir          Row s i1 … ik (r. …)
func (f *fn) element(e *source.Index, to *target) value {
	x, args := indexed(e)
	var a *leaf
	if v, rest, ok := f.elementOf(x, args); !ok {
		a = f.expr(x, &target{name: "a", few: true}).leaf
	} else if len(rest) == 0 {
		return v
	} else {
		a, args = v.leaf, rest
	}
	if a.few != nil {
		if v, ok := f.fewAt(a, args); ok {
			return v
		}
	}
	idx := make([]proc.Var, len(args))
	for i, arg := range args {
		idx[i] = f.scalar(arg)
	}
	if _, rank := arrayType(a.Type); len(idx) < rank {
		base := "row"
		if to != nil && !to.exact && to.name != "" {
			base = to.name
		}
		return value{leaf: f.row(e.Pos(), a, idx, base)}
	}
	elemType := e.Type()
	out := f.nestedVar(elemType, to)
	f.emit(&proc.Read{Where: where(e.Pos()), Out: out, Ref: f.ref(a), Idx: idx})
	return f.unnested(e.Pos(), out, elemType, to)
}

// row makes a view, which is known to the end of the block.
func (f *fn) row(pos diag.Pos, a *leaf, idx []proc.Var, base string) *leaf {
	elem, rank := arrayType(a.Type)
	mode := f.local(a).mode
	if mode == 0 {
		mode = proc.Shared
	}
	r := &leaf{Var: f.variable(base, proc.NewArray(rank-len(idx), elem)), fn: f, mode: mode}
	if len(f.local(a).dims) > 0 {
		r.dims = f.local(a).dims[len(idx):]
	}
	ref := f.ref(a)
	f.views[r.Name] = []string{ref}
	f.emit(&proc.Row{Where: where(pos), Ref: ref, Idx: idx, Name: r.Name})
	return r
}

// setAt replaces an element.
//
//	t = (a, i1, …, ir, x); p = Call swap{A} t; (a', old) = p
func (f *fn) setAt(e *source.SetAt, to *target) value {
	pos := e.Pos()
	a := f.expr(e.X, &target{name: "a", few: to.wantsFew()}).leaf
	if a.few != nil {
		if k, ok := f.fewPlace(a, e.Index); ok {
			elems := slices.Clone(a.few.elems)
			elems[k] = f.expr(e.Value, nil)
			return f.fewOf(a.Type, a.dims, elems)
		}
	}
	ins := make([]proc.Var, 1, len(e.Index)+2)
	for _, i := range e.Index {
		ins = append(ins, f.scalar(i))
	}
	x := f.nested(pos, f.expr(e.Value, nil))
	ins[0] = f.linear(a)
	ins = append(ins, x)
	swapped := f.call(pos, proc.FamilyOf("swap", a.Type), f.variable("t", proc.NewTuple(a.Type, x.Type)), ins...)
	out, old := f.result(to, a.Type), f.variable("old", x.Type)
	f.emit(&proc.Untuple{Where: where(pos), Outs: []proc.Var{out, old}, In: swapped})
	return f.value(out)
}

// assert is a fault where the condition is false.
func (f *fn) assert(e *source.Assert) value {
	f.require(e.Pos(), e.Msg, f.scalar(e.Cond))
	return value{}
}

// require calls assert{"message"}.
func (f *fn) require(pos diag.Pos, message string, c proc.Var) {
	f.call(pos, prim.MessageOf("assert", message), f.variable("u", proc.Unit), c)
}
