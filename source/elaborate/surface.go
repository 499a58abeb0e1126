package elaborate

import (
	"fmt"

	"procad/core"
	"procad/diag"
	"procad/proc"
	"procad/source"
)

// Update makes the body of what d was in the source from the body that passes
// gave d: what lower takes is the source program.
func (o *Origins) Update(d *core.Def) {
	was := o.defs[d]
	s := &surface{o, map[source.TypeExpr]bool{was.Result: true}}
	was.Body = s.expr(d.Body)
}

// surface makes expressions of terms.
type surface struct {
	*Origins
	results map[source.TypeExpr]bool // of functions, whose sizes are checked where they end
}

// variable is what v was, or a new variable.
func (s *surface) variable(v *core.Var) *source.Var {
	if x := s.vars[v]; x != nil {
		return x
	}
	s.vars[v] = &source.Var{Pos: v.Pos, Name: v.Name, Type: s.typ(v.Type)}
	return s.vars[v]
}

// typ is t as a type of the source.
func (s *surface) typ(t core.Type) source.Type {
	if u, ok := s.types[t]; ok {
		return u
	}
	var u source.Type
	switch t := t.(type) {
	case core.Basic:
		u = map[core.Basic]source.Type{core.Real: source.Real, core.Int: source.Int}[t]
	case *core.TupleType:
		elems := make([]source.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = s.typ(e)
		}
		u = source.TupleOf(elems...)
	case *core.SumType:
		if u = source.Bool; t != core.Bool {
			u = &source.Sum{L: s.typ(t.Cons[0].Of), R: s.typ(t.Cons[1].Of)}
		}
	case *core.ArrayType:
		u = &source.Array{Elem: s.typ(t.Elem), Rank: t.Rank}
	default:
		panic(fmt.Sprintf("elaborate: %s has no form in the source", t))
	}
	s.types[t] = u
	return u
}

// pattern binds v, which may be nil.
func (s *surface) pattern(v *core.Var, of core.Type, pos diag.Pos) *source.Pattern {
	if v == nil {
		return &source.Pattern{Pos: pos, Kind: source.PatWild, Type: s.typ(of)}
	}
	return &source.Pattern{Pos: v.Pos, Kind: source.PatVar, Var: s.variable(v), Type: s.typ(of)}
}

// receive is the pattern that v, which may be nil, was before elaboration took it
// apart at the beginning of body. What is left of body is put there.
//
//	\v. let (x, w) = v; (y, z) = w in e        \(x, (y, z)). e
func (s *surface) receive(v *core.Var, of core.Type, pos diag.Pos, body *core.Term) *source.Pattern {
	if v == nil || s.vars[v] != nil {
		return s.pattern(v, of, pos)
	}
	whole := func(bound core.Term) (wanted source.TypeExpr, ok bool) {
		if check, ok := bound.(*core.SizeCheck); ok {
			wanted, bound = s.checks[check], check.X
		}
		use, ok := bound.(*core.Use)
		return wanted, ok && use.Var == v
	}
	switch let := (*body).(type) {
	case *core.Let:
		if wanted, ok := whole(let.Bound); ok {
			p := s.pattern(let.Var, of, pos)
			p.Wanted, *body = wanted, let.Body
			return p
		}
	case *core.Untuple:
		if wanted, ok := whole(let.Bound); ok {
			*body = let.Body
			return s.tuple(let, wanted, body)
		}
	}
	return s.pattern(v, of, pos)
}

// tuple is the pattern of the components of let.Bound, which the beginning of
// body may take apart.
func (s *surface) tuple(let *core.Untuple, wanted source.TypeExpr, body *core.Term) *source.Pattern {
	of := let.Bound.Type().(*core.TupleType)
	p := &source.Pattern{Pos: let.At, Kind: source.PatTuple, Wanted: wanted, Type: s.typ(of)}
	for i, v := range let.Vars {
		p.Elems = append(p.Elems, s.receive(v, of.Elems[i], let.At, body))
	}
	return p
}

// step is \v. body.
func (s *surface) step(v *core.Var, of core.Type, pos diag.Pos, body core.Term) (*source.Pattern, source.Expr) {
	p := s.receive(v, of, pos, &body)
	return p, s.expr(body)
}

func (s *surface) exprs(list []core.Term) []source.Expr {
	out := make([]source.Expr, len(list))
	for i, t := range list {
		out[i] = s.expr(t)
	}
	return out
}

func (s *surface) expr(t core.Term) source.Expr {
	switch t := t.(type) {
	case *core.Let, *core.Untuple:
		return s.lets(t)
	case *core.SizeCheck:
		if s.results[s.checks[t]] {
			return s.expr(t.X)
		}
		return typed(s, t, &source.Annot{X: s.expr(t.X), Wanted: s.checks[t]})
	case *core.Use:
		return typed(s, t, &source.Ident{Name: t.Var.Name, Var: s.variable(t.Var)})
	case *core.RealConst:
		return typed(s, t, &source.RealLit{Value: t.Value})
	case *core.IntConst:
		return typed(s, t, &source.IntLit{Value: t.Value})
	case *core.Prim:
		return s.prim(t)
	case *core.Apply:
		return s.call(t)
	case *core.Tuple:
		return typed(s, t, &source.TupleExpr{Elems: s.exprs(t.Elems)})
	case *core.Inject:
		if t.Of == core.Bool {
			return typed(s, t, &source.BoolLit{Value: t.Con == core.True})
		}
		return typed(s, t, &source.Inject{Right: t.Con == 1, X: s.expr(t.X)})
	case *core.Case:
		return s.cases(t)
	case *core.Index:
		return typed(s, t, &source.Index{X: s.expr(t.X), Args: s.exprs(t.At)})
	case *core.Size:
		return typed(s, t, &source.SizeOf{X: s.expr(t.X), Axis: t.Axis})
	case *core.Set:
		return typed(s, t, &source.SetAt{X: s.expr(t.X), Index: s.exprs(t.At), Value: s.expr(t.Value)})
	case *core.StopGradient:
		return typed(s, t, &source.StopGradient{X: s.expr(t.X)})
	case *core.Assert:
		return typed(s, t, &source.Assert{Cond: s.expr(t.Cond), Msg: t.Message})
	}
	return s.loop(t)
}

// typed gives e, which stands for t, the place and the type of t.
func typed[E source.Expr](s *surface, t core.Term, e E) E {
	return source.Typed(e, t.Pos(), s.typ(t.Type()))
}

// lets is a chain of bindings. Those of the sizes of parameters are said by the
// types of these.
func (s *surface) lets(t core.Term) source.Expr {
	let := &source.Let{}
	first := t
	for {
		switch b := t.(type) {
		case *core.Let:
			if fn, ok := b.Bound.(*core.Lambda); ok {
				let.Binds = append(let.Binds, s.function(b.Var, fn))
			} else if b.Var == nil || !s.entry[b.Var] {
				let.Binds = append(let.Binds, s.value(b))
			}
			t = b.Body
			continue
		case *core.Untuple:
			value := s.expr(b.Bound)
			t = b.Body
			let.Binds = append(let.Binds, &source.LetValue{Pat: s.tuple(b, nil, &t), Value: value})
			continue
		}
		break
	}
	let.Body = s.expr(t)
	if len(let.Binds) == 0 {
		return let.Body
	}
	return typed(s, first, let)
}

// value is x = e. Sizes that are checked under the name of x are in its pattern.
func (s *surface) value(b *core.Let) *source.LetValue {
	p := s.pattern(b.Var, b.Bound.Type(), b.At)
	bound := b.Bound
	if check, ok := bound.(*core.SizeCheck); ok && b.Var != nil && check.Name == b.Var.Name {
		p.Wanted, bound = s.checks[check], check.X
	}
	return &source.LetValue{Pat: p, Value: s.expr(bound)}
}

// function is a local function, for one list of argument types.
func (s *surface) function(v *core.Var, fn *core.Lambda) *source.LocalFunc {
	was := s.instances[v]
	inst := *was
	local := *was.Func
	inst.Func, local.Instances = &local, []*source.Instance{&inst}
	s.instances[v] = &inst
	if inst.Result != nil {
		s.results[inst.Result] = true
	}
	inst.Body = s.expr(fn.Body)
	return &local
}

// binaries are the operators with two operands.
var binaries = map[core.Op]source.Op{
	core.Add: source.Add, core.Sub: source.Sub, core.Mul: source.Mul, core.Quo: source.Quo,
	core.IDiv: source.Div, core.IMod: source.Mod, core.Powi: source.Pow,
	core.Eq: source.Eq, core.Lt: source.Lt, core.Le: source.Le, core.Gt: source.Gt, core.Ge: source.Ge,
}

func (s *surface) prim(t *core.Prim) source.Expr {
	args := s.exprs(t.Args)
	if op, ok := binaries[t.Op]; ok {
		return typed(s, t, &source.Binary{Op: op, X: args[0], Y: args[1]})
	}
	switch t.Op {
	case core.Neg:
		return typed(s, t, &source.Unary{Op: source.Sub, X: args[0]})
	case core.Not:
		return typed(s, t, &source.Unary{Op: source.Not, X: args[0]})
	}
	return typed(s, t, &source.Call{Name: string(t.Op), Args: args, Func: source.Library(string(t.Op))})
}

func (s *surface) call(t *core.Apply) source.Expr {
	call := &source.Call{Args: s.exprs(t.Args)}
	switch f := t.Func.(type) {
	case *core.Use:
		call.Name, call.Func = f.Var.Name, s.instances[f.Var]
	case *core.Global, *core.Derive:
		ref := s.ref(f)
		call.Name, call.Func = ref.Name, ref
		if ref.Op != "" {
			call.Ref = ref
		}
	default:
		panic("elaborate: a call of what is not a name has no form in the source")
	}
	return typed(s, t, call)
}

// ref is a definition, or a derivative of one.
func (s *surface) ref(f core.Term) *source.FuncRef {
	ft := f.Type().(*core.FuncType)
	ref := &source.FuncRef{Pos: f.Pos(), Sig: source.Signature{Result: s.typ(ft.Result)}}
	for _, p := range ft.Params {
		ref.Sig.Params = append(ref.Sig.Params, s.typ(p))
	}
	switch f := f.(type) {
	case *core.Global:
		ref.Def, ref.Name = s.defs[f.Def], f.Def.Name
	case *core.Derive:
		ref.Op, ref.Arg = source.Operator(f.Op), s.ref(f.Func)
	default:
		panic("elaborate: a derivative of what is not a name has no form in the source")
	}
	return ref
}

// cases is case, if, && or ||.
func (s *surface) cases(t *core.Case) source.Expr {
	arm := func(i int) source.Expr { return s.expr(t.Arms[i].Body) }
	if t.X.Type() == core.Bool {
		x := s.expr(t.X)
		switch {
		case t.Of == core.Bool && core.IsTruth(t.Arms[core.False].Body, core.False):
			return typed(s, t, &source.Binary{Op: source.And, X: x, Y: arm(core.True)})
		case t.Of == core.Bool && core.IsTruth(t.Arms[core.True].Body, core.True):
			return typed(s, t, &source.Binary{Op: source.Or, X: x, Y: arm(core.False)})
		}
		return typed(s, t, &source.If{Cond: x, Then: arm(core.True), Else: arm(core.False)})
	}
	of := t.X.Type().(*core.SumType)
	out := &source.Case{X: s.expr(t.X)}
	out.LPat, out.L = s.step(t.Arms[0].Var, of.Cons[0].Of, t.At, t.Arms[0].Body)
	out.RPat, out.R = s.step(t.Arms[1].Var, of.Cons[1].Of, t.At, t.Arms[1].Body)
	return typed(s, t, out)
}

func (s *surface) binders(list []core.Binder) []*source.Binder {
	out := make([]*source.Binder, len(list))
	for i, b := range list {
		out[i] = &source.Binder{Var: s.variable(b.Var), Bound: s.expr(b.Size)}
	}
	return out
}

func (s *surface) loop(t core.Term) source.Expr {
	switch t := t.(type) {
	case *core.Build:
		return typed(s, t, &source.Comp{Binders: s.binders(t.Binders), Elem: s.expr(t.Body)})
	case *core.Reduce:
		return typed(s, t, &source.Reduce{Op: source.ReduceOp(t.Op), Binders: s.binders(t.Binders), Body: s.expr(t.Body)})
	case *core.Fold:
		over := t.Over.Type().(*core.ArrayType)
		out := &source.Fold{Plan: s.plan(t.Plan), Init: s.expr(t.Init), Over: s.expr(t.Over)}
		body := t.Body
		out.Acc = s.receive(t.Acc, t.Of, t.At, &body)
		out.Elem, out.Body = s.step(t.Elem, core.ArrayOf(over.Elem, over.Rank-1), t.At, body)
		return typed(s, t, out)
	case *core.NTimes:
		out := &source.NTimes{Plan: s.plan(t.Plan), N: s.expr(t.Count), Init: s.expr(t.Init)}
		out.State, out.Body = s.step(t.State, t.Of, t.At, t.Body)
		return typed(s, t, out)
	case *core.While:
		out := &source.While{Plan: s.plan(t.Plan), N: s.expr(t.Limit), Init: s.expr(t.Init)}
		out.Test, out.Cond = s.step(t.Test, t.Of, t.At, t.Cond)
		out.State, out.Body = s.step(t.State, t.Of, t.At, t.Body)
		return typed(s, t, out)
	case *core.Ccl:
		out := &source.Ccl{N: s.expr(t.Count), Init: s.expr(t.Init)}
		body := t.Body
		out.Index = s.receive(t.Index, core.Int, t.At, &body)
		out.State, out.Body = s.step(t.State, t.Of, t.At, body)
		return typed(s, t, out)
	}
	panic(fmt.Sprintf("elaborate: %T has no form in the source", t))
}

func (s *surface) plan(p core.Plan) source.Plan {
	out := source.Plan{Label: p.Label}
	if p.Strategy != nil {
		out.Strategy = p.Strategy.(proc.Strategy)
	}
	return out
}
