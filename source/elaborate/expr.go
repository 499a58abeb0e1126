package elaborate

import (
	"fmt"
	"slices"

	"procad/core"
	"procad/source"
)

// expr is x as a term.
func (e *elaborator) expr(x source.Expr) core.Term {
	n := node(x.Pos(), e.typ(x.Type()))
	switch x := x.(type) {
	case *source.IntLit:
		if n.Of == core.Real {
			return &core.RealConst{Node: n, Value: float64(x.Value)}
		}
		return &core.IntConst{Node: n, Value: x.Value}
	case *source.RealLit:
		return &core.RealConst{Node: n, Value: x.Value}
	case *source.BoolLit:
		return truth(n, x.Value)
	case *source.Ident:
		if x.Con != nil {
			return e.construct(n, x.Type().(*source.NamedSum), x.Con, nil)
		}
		if x.Const != nil {
			return e.constant(n, x.Const.Def)
		}
		switch f := x.Fn.(type) {
		case *source.FuncRef:
			return e.value(n, e.ref(f))
		case *source.Instance:
			fn := use(e.instances[f])
			fn.At = n.At
			return e.value(n, fn)
		}
		if x.Eta != nil {
			return e.lambda(n, x.Eta)
		}
		return &core.Use{Node: n, Var: e.vars[x.Var]}
	case *source.Lambda:
		return e.lambda(n, x)
	case *source.Derive:
		return e.derive(n, x)
	case *source.TupleExpr:
		return &core.Tuple{Node: n, Elems: e.exprs(x.Elems)}
	case *source.RecordExpr:
		return e.record(n, x)
	case *source.With:
		return e.with(n, x)
	case *source.FieldOf:
		if x.Means != nil {
			return e.expr(x.Means)
		}
		return e.fieldOf(n, x)
	case *source.Annot:
		return e.wanted(x.X, x.Wanted, "this")
	case *source.Inject:
		con := 0
		if x.Right {
			con = 1
		}
		return &core.Inject{Node: n, Con: con, X: e.expr(x.X)}
	case *source.Unary:
		if _, array := n.Of.(*core.ArrayType); array {
			return e.elementwise(n, x)
		}
		return &core.Prim{Node: n, Op: unaries[x.Op], Args: []core.Term{e.expr(x.X)}}
	case *source.Binary:
		if _, array := n.Of.(*core.ArrayType); array {
			return e.elementwise(n, x)
		}
		return e.binary(n, x)
	case *source.Index:
		if slices.ContainsFunc(x.Args, isRange) {
			return e.slice(n, x)
		}
		if stored(x.X) != nil {
			return e.indexFields(n, x)
		}
		return indexed(n, e.expr(x.X), e.exprs(x.Args))
	case *source.Call:
		return e.call(n, x)
	case *source.Let:
		binds := e.let(x.Binds, nil)
		return lets(binds, e.expr(x.Body))
	case *source.If:
		return choice(n, e.expr(x.Cond), e.expr(x.Then), e.expr(x.Else))
	case *source.Case:
		return e.matching(n, x)
	case *source.ArrayLit:
		return e.arrayLit(n, x)
	case *source.Comp:
		binders, before, starts := e.binders(x.Binders)
		if stored(x) != nil {
			return lets(before, buildFields(n, binders, lets(starts, e.expr(x.Elem))))
		}
		b := &core.Build{Node: n, Binders: binders, Body: lets(starts, e.expr(x.Elem))}
		b.Row = rowSizes(b)
		return lets(before, b)
	case *source.Reduce:
		return e.reduce(n, x)
	case *source.SizeOf:
		if stored(x.X) != nil {
			return e.sizeOfFields(n, x)
		}
		return &core.Size{Node: n, X: e.expr(x.X), Axis: x.Axis}
	case *source.SetAt:
		if stored(x) != nil {
			return e.setFields(n, x)
		}
		if len(x.Index) < n.Of.(*core.ArrayType).Rank {
			return e.setRow(n, x)
		}
		return &core.Set{Node: n, X: e.expr(x.X), At: e.exprs(x.Index), Value: e.expr(x.Value)}
	case *source.StopGradient:
		return &core.StopGradient{Node: n, X: e.expr(x.X)}
	case *source.Trace:
		return &core.Trace{Node: n, Name: x.Name, Form: e.formOf(x.X.Type()), X: e.expr(x.X)}
	case *source.Assert:
		return e.assert(n, x.Cond, x.Msg)
	}
	return e.loop(n, x)
}

// indexed is a[at].
//
//	a[i][j] = a[i, j]
func indexed(n core.Node, a core.Term, at []core.Term) core.Term {
	if row, ok := a.(*core.Index); ok {
		a, at = row.X, slices.Concat(row.At, at)
	}
	return &core.Index{Node: n, X: a, At: at}
}

// loop is a sequential loop.
func (e *elaborator) loop(n core.Node, x source.Expr) core.Term {
	switch x := x.(type) {
	case *source.Scan:
		return e.scan(n, x)
	case *source.Fold:
		if stored(x.Over) != nil {
			return e.foldFields(n, x)
		}
		out := &core.Fold{Node: n, Plan: plan(x.Plan), Init: e.expr(x.Init), Over: e.expr(x.Over)}
		var binds []binding
		out.Acc, binds = e.receive(x.Acc, binds)
		out.Elem, binds = e.receive(x.Elem, binds)
		out.Body = lets(binds, e.expr(x.Body))
		return out
	case *source.NTimes:
		out := &core.NTimes{Node: n, Plan: plan(x.Plan), Count: e.expr(x.N), Init: e.expr(x.Init)}
		out.State, out.Body = e.step(x.State, x.Body)
		return out
	case *source.While:
		out := &core.While{Node: n, Plan: plan(x.Plan), Limit: e.expr(x.N), Init: e.expr(x.Init)}
		out.Test, out.Cond = e.step(x.Test, x.Cond)
		out.State, out.Body = e.step(x.State, x.Body)
		return out
	case *source.Ccl:
		out := &core.Ccl{Node: n, Count: e.expr(x.N), Init: e.expr(x.Init)}
		var binds []binding
		out.Index, binds = e.receive(x.Index, binds)
		out.State, binds = e.receive(x.State, binds)
		out.Body = lets(binds, e.expr(x.Body))
		return out
	}
	panic(fmt.Sprintf("elaborate: no rule for %T", x))
}

// step is \p. x.
func (e *elaborator) step(p *source.Pattern, x source.Expr) (*core.Var, core.Term) {
	v, binds := e.receive(p, nil)
	return v, lets(binds, e.expr(x))
}

func (e *elaborator) exprs(list []source.Expr) []core.Term {
	out := make([]core.Term, len(list))
	for i, x := range list {
		out[i] = e.expr(x)
	}
	return out
}

func plan(p source.Plan) core.Plan {
	out := core.Plan{Label: p.Label}
	if p.Strategy.Kind != "" {
		out.Strategy = p.Strategy
	}
	return out
}

// truth is true or false.
func truth(n core.Node, b bool) core.Term {
	con := core.False
	if b {
		con = core.True
	}
	return &core.Inject{Node: n, Con: con, X: &core.Tuple{Node: node(n.At, core.Unit)}}
}

// choice is if c then a else b.
func choice(n core.Node, c, a, b core.Term) core.Term {
	return &core.Case{Node: n, X: c, Arms: []core.Arm{core.True: {Body: a}, core.False: {Body: b}}}
}

// An operator is a primitive, whose result may be negated.
type operator struct {
	op  core.Op
	not bool
}

var unaries = map[source.Op]core.Op{source.Sub: core.Neg, source.Not: core.Not}

var operators = map[source.Op]operator{
	source.Add: {op: core.Add}, source.Sub: {op: core.Sub}, source.Mul: {op: core.Mul}, source.Quo: {op: core.Quo},
	source.Div: {op: core.IDiv}, source.Mod: {op: core.IMod}, source.Pow: {op: core.Powi},
	source.Eq: {op: core.Eq}, source.Ne: {op: core.Eq, not: true},
	source.Lt: {op: core.Lt}, source.Le: {op: core.Le}, source.Gt: {op: core.Gt}, source.Ge: {op: core.Ge},
}

// binary is an operator. Those of Bools decide by their left operand.
//
//	x && y = if x then y else false        x || y = if x then true else y
func (e *elaborator) binary(n core.Node, x *source.Binary) core.Term {
	a, b := e.expr(x.X), e.expr(x.Y)
	switch x.Op {
	case source.And:
		return choice(n, a, b, truth(n, false))
	case source.Or:
		return choice(n, a, truth(n, true), b)
	}
	op := operators[x.Op]
	if x, ok := infinity(op.op, a, b); ok {
		return &core.RealConst{Node: n, Value: x}
	}
	if op.op == core.Powi && n.Of == core.Int {
		return intPower(n, a, b)
	}
	var out core.Term = &core.Prim{Node: n, Op: op.op, Args: []core.Term{a, b}}
	if op.not {
		out = &core.Prim{Node: n, Op: core.Not, Args: []core.Term{out}}
	}
	return out
}

// infinity is a number that is written as a quotient by 0, which has no derivative:
//
//	1 / 0 = ∞        -1 / 0 = -∞        0 / 0 = NaN
func infinity(op core.Op, a, b core.Term) (x float64, ok bool) {
	zero, ok := b.(*core.RealConst)
	if op != core.Quo || !ok || zero.Value != 0 {
		return 0, false
	}
	sign := 1.0
	if neg, ok := a.(*core.Prim); ok && neg.Op == core.Neg {
		sign, a = -1, neg.Args[0]
	}
	number, ok := a.(*core.RealConst)
	if !ok {
		return 0, false
	}
	return sign * number.Value / zero.Value, true
}

func (e *elaborator) call(n core.Node, x *source.Call) core.Term {
	if x.Fn != nil {
		return e.apply(n, x)
	}
	if x.Expansion != nil {
		return e.expansion(x)
	}
	args := e.exprs(x.Args)
	switch f := x.Func.(type) {
	case *source.Con:
		return e.construct(n, x.Type().(*source.NamedSum), f, args)
	case *source.Builtin:
		if f.Name == "concat" {
			return e.concat(n, args)
		}
		return &core.Prim{Node: n, Op: core.Op(f.Name), Args: args}
	case *source.Instance:
		fn := use(e.instances[f])
		fn.At = n.At
		return &core.Apply{Node: n, Func: fn, Args: args}
	case *source.FuncRef:
		return &core.Apply{Node: n, Func: e.ref(f), Args: args}
	}
	panic("elaborate: a call of nothing")
}

// ref is a definition, or a derivative of one.
func (e *elaborator) ref(r *source.FuncRef) core.Term {
	if r.Op == "" {
		d := e.defs[r.Def]
		return &core.Global{Node: node(r.Pos, d.Type()), Def: d}
	}
	return derivative(r.Pos, r.Op, e.ref(r.Arg))
}
