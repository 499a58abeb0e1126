package lower

import (
	"fmt"
	"math"

	"procad/core"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// expr emits what computes e and returns its value, whose variables are called
// as the target says where they are new.
func (f *fn) expr(e core.Term, to *target) value {
	for {
		f.at = e.Pos()
		rest, ok := f.binding(e)
		if !ok {
			break
		}
		e = rest
	}
	switch e := e.(type) {
	case *core.IntConst:
		out := f.result(to, proc.Int)
		return f.constant(e.At, out, uint64(e.Value))
	case *core.RealConst:
		out := f.result(to, proc.Real)
		return f.constant(e.At, out, math.Float64bits(e.Value))
	case *core.Use:
		return f.env[e.Var]
	case *core.Tuple:
		// (set(a, i, x), a[0]): what is without arrays comes first, so that what it
		// reads need not be copied before it is updated.
		v := value{elems: make([]value, len(e.Elems))}
		for _, scalar := range []bool{true, false} {
			for i, x := range e.Elems {
				if proc.Scalar(TypeOf(x.Type())) == scalar {
					v.elems[i] = f.expr(x, to.part(i))
				}
			}
		}
		return v
	case *core.SizeCheck:
		return f.checked(e, to)
	case *core.Inject:
		return f.inject(e, to)
	case *core.Prim:
		return f.prim(e, to)
	case *core.Literal:
		return value{leaf: f.literal(e)}
	case *core.Index:
		return f.element(e, to)
	case *core.Apply:
		return f.application(e, to)
	case *core.Case:
		return f.caseOf(e, to)
	case *core.Build:
		return f.comp(e, to)
	case *core.Reduce:
		return f.reduce(e, to)
	case *core.Fold:
		return f.fold(e, to)
	case *core.NTimes:
		return f.nTimes(e, to)
	case *core.While:
		return f.while(e, to)
	case *core.Ccl:
		return f.ccl(e, to)
	case *core.Size:
		a := f.array(e.X, "a")
		return f.value(f.size(e.At, f.result(to, proc.Int), a, e.Axis))
	case *core.Set:
		return f.setAt(e, to)
	case *core.StopGradient:
		return f.stop(e.At, f.expr(e.X, nil), to)
	case *core.Assert:
		return f.assert(e)
	case *core.Foreign:
		return f.foreign(e, to)
	case *core.Trace:
		return f.trace(e, to)
	case *core.StackTerm:
		return f.stack(e, to)
	}
	panic(fmt.Sprintf("lower: no rule for %T", e))
}

// constant is a number.
func (f *fn) constant(pos diag.Pos, out proc.Var, bits uint64) value {
	f.emit(&proc.Const{Where: where(pos), Out: out, Bits: bits})
	v := f.value(out)
	v.leaf.bits = &bits
	return v
}

// scalar is the variable that a scalar expression gives.
func (f *fn) scalar(e core.Term) proc.Var { return f.linear(f.expr(e, nil).leaf) }

// array is the leaf that an array expression gives.
func (f *fn) array(e core.Term, name string) *leaf { return f.expr(e, &target{name: name}).leaf }

// binding lowers the first binding of e and returns what is left; false if e
// binds nothing.
func (f *fn) binding(e core.Term) (rest core.Term, ok bool) {
	switch e := e.(type) {
	case *core.Let:
		f.bind(e)
		return e.Body, true
	case *core.Untuple:
		body := core.Term(e)
		p := untupled(e, &body)
		f.match(p, f.expr(e.Bound, p.target()))
		return body, true
	}
	return nil, false
}

// bind lowers x = e.
func (f *fn) bind(e *core.Let) {
	if fn, ok := e.Bound.(*core.Lambda); ok {
		f.instances[e.Var] = f.instance(e.Var, fn)
		return
	}
	p := &pattern{v: e.Var, of: e.Bound.Type()}
	f.match(p, f.expr(e.Bound, p.target()))
}

func (f *fn) inject(e *core.Inject, to *target) value {
	if e.Of == core.Bool {
		return f.value(f.boolConst(e.At, f.result(to, proc.Bool), e.Con == core.True))
	}
	x := f.nested(e.At, f.expr(e.X, nil))
	out := f.result(to, TypeOf(e.Of))
	if e.Con == 1 {
		f.emit(&proc.Inr{Where: where(e.At), Out: out, In: x})
	} else {
		f.emit(&proc.Inl{Where: where(e.At), Out: out, In: x})
	}
	return f.value(out)
}

// prim is op(e1, …, en).
func (f *fn) prim(e *core.Prim, to *target) value {
	if _, ok := binary(e); ok {
		return value{leaf: f.spine(e, to)}
	}
	switch e.Op {
	case core.Neg, core.Not:
		return f.unary(e, to)
	}
	args := make([]*leaf, len(e.Args))
	for i, arg := range e.Args {
		args[i] = f.expr(arg, nil).leaf
	}
	ins := f.linears(args)
	op, out := proc.Name(string(e.Op)), TypeOf(e.Of)
	if forInt := intBuiltins[e.Op]; !forInt.IsZero() && out == proc.Int {
		op = forInt
	}
	return f.value(f.call(e.At, op, f.result(to, out), ins...))
}

// intBuiltins are the primitives for Int of functions for both.
var intBuiltins = map[core.Op]proc.Func{"abs": prim.IAbs, "min": prim.IMin, "max": prim.IMax, core.BitAnd: prim.IAnd, core.ShiftLeft: prim.IShl, core.ShiftRight: prim.IShr}

func (f *fn) unary(e *core.Prim, to *target) value {
	if e.Op == core.Not {
		// x != y of Bools: not y or y, as x is true or false
		if eq, ok := e.Args[0].(*core.Prim); ok && eq.Op == core.Eq && eq.Args[0].Type() == core.Bool {
			return f.value(f.boolEqual(e, f.scalar(eq.Args[0]), f.scalar(eq.Args[1]), false, to))
		}
		return f.value(f.not(e, f.scalar(e.Args[0]), to))
	}
	return f.negative(e.At, f.scalar(e.Args[0]), to)
}

// negative is -x.
func (f *fn) negative(pos diag.Pos, x proc.Var, to *target) value {
	if x.Type == proc.Int {
		return f.value(f.call(pos, prim.INeg, f.result(to, proc.Int), x))
	}
	return f.value(f.call(pos, prim.Neg, f.result(to, proc.Real), x))
}

// An operator is the primitive for a binary operator, whose operands may come
// in the other order.
type operator struct {
	prim proc.Func
	swap bool
}

var realOps = map[core.Op]operator{
	core.Add: {prim: prim.Add}, core.Sub: {prim: prim.Sub}, core.Mul: {prim: prim.Mul}, core.Quo: {prim: prim.Div}, core.Powi: {prim: prim.Powi},
	core.Eq: {prim: prim.Eq},
	core.Lt: {prim: prim.Lt}, core.Le: {prim: prim.Le}, core.Gt: {prim: prim.Lt, swap: true}, core.Ge: {prim: prim.Le, swap: true},
}

var intOps = map[core.Op]operator{
	core.Add: {prim: prim.IAdd}, core.Sub: {prim: prim.ISub}, core.Mul: {prim: prim.IMul}, core.IDiv: {prim: prim.IDiv}, core.IMod: {prim: prim.IMod},
	core.Eq: {prim: prim.IEq},
	core.Lt: {prim: prim.ILt}, core.Le: {prim: prim.ILe}, core.Gt: {prim: prim.ILt, swap: true}, core.Ge: {prim: prim.ILe, swap: true},
}

// A binaryTerm is x op y, where op is an operator, or && or ||.
type binaryTerm struct {
	core.Term
	x, y core.Term
	op   core.Op // "" of && and ||
	and  bool    // of &&
}

func binary(e core.Term) (binaryTerm, bool) {
	switch e := e.(type) {
	case *core.Prim:
		if _, ok := realOps[e.Op]; ok || !intOps[e.Op].prim.IsZero() {
			return binaryTerm{e, e.Args[0], e.Args[1], e.Op, false}, true
		}
	case *core.Case:
		if x, y, and, ok := logical(e); ok {
			return binaryTerm{e, x, y, "", and}, true
		}
	}
	return binaryTerm{}, false
}

// spine goes up the left operands in a loop, because chains of operators are long.
func (f *fn) spine(e core.Term, to *target) *leaf {
	var spine []binaryTerm
	for {
		b, ok := binary(e)
		if !ok {
			break
		}
		spine = append(spine, b)
		e = b.x
	}
	x := f.scalar(e)
	for i := len(spine) - 1; i > 0; i-- {
		x = f.operation(spine[i], x, nil)
	}
	return f.own(f.operation(spine[0], x, to))
}

// operation is x op e.y.
func (f *fn) operation(e binaryTerm, x proc.Var, to *target) proc.Var {
	pos := e.Pos()
	right := func(to *target) { f.into(pos, f.expr(e.y, to), to) }
	truth := func(b bool) func(*target) {
		return func(to *target) { f.boolConst(pos, f.result(to, proc.Bool), b) }
	}
	switch {
	case e.op == "" && e.and:
		return f.choice(e, x, to, right, truth(false))
	case e.op == "":
		return f.choice(e, x, to, truth(true), right)
	case e.op == core.Powi && isTwo(e.y):
		return f.call(pos, prim.Mul, f.result(to, proc.Real), x, x)
	case x.Type == proc.Bool:
		return f.boolEqual(e, x, f.scalar(e.y), true, to)
	}
	y := f.scalar(e.y)
	ops, out := realOps, proc.Real
	if x.Type == proc.Int {
		ops, out = intOps, proc.Int
	}
	op := ops[e.op]
	if op.swap {
		x, y = y, x
	}
	switch e.op {
	case core.Eq, core.Lt, core.Le, core.Gt, core.Ge:
		out = proc.Bool
	}
	return f.call(pos, op.prim, f.result(to, out), x, y)
}

func isTwo(e core.Term) bool {
	lit, ok := e.(*core.IntConst)
	return ok && lit.Value == 2
}

// element is an element of an array, or the view that is left of an array.
//
//	x = Read s i1 … ir          Row s i1 … ik (r. …)
func (f *fn) element(e *core.Index, to *target) value {
	x, args := core.Indexed(e)
	a := f.array(x, "a")
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
	ref := f.ref(a)
	f.views[r.Name] = []string{ref}
	f.emit(&proc.Row{Where: where(pos), Ref: ref, Idx: idx, Name: r.Name})
	return r
}

// setAt replaces an element.
//
//	t = (a, i1, …, ir, x); p = Call swap{A} t; (a', old) = p
func (f *fn) setAt(e *core.Set, to *target) value {
	pos := e.Pos()
	a := f.array(e.X, "a")
	ins := make([]proc.Var, 1, len(e.At)+2)
	for _, i := range e.At {
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

// assert is a run-time error where the condition is false.
func (f *fn) assert(e *core.Assert) value {
	check := [...]string{core.Asserted: "assert", core.WithinDepth: "depth", core.SameTags: "seedTag"}[e.Code]
	f.call(e.Pos(), proc.CheckOf(check, e.Message), f.variable("u", proc.Unit), f.scalar(e.Cond))
	return value{}
}

// require calls assert{"message"}.
func (f *fn) require(pos diag.Pos, message string, c proc.Var) {
	f.call(pos, proc.CheckOf("assert", message), f.variable("u", proc.Unit), c)
}
