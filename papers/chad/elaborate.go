package chad

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/papers"
)

// unsaid is the panic of a construct that the source language does not have.
type unsaid struct {
	at        diag.Pos
	construct string
}

// An elaborator takes core to the source language. Tuples of core are nested pairs,
// and its sums nested binary ones.
type elaborator struct {
	defs  map[*core.Def]*Def
	vars  map[*core.Var]Term // what a variable of core stands for
	types map[Term]Type      // of the terms of definitions that are done

	// inTerms says that terms are what the derivatives are. Then an array that is written out has no functions: its
	// operation keeps the type of the elements.
	inTerms bool
}

func newElaborator() *elaborator {
	return &elaborator{defs: map[*core.Def]*Def{}, vars: map[*core.Var]Term{}, types: map[Term]Type{}}
}

// inTerms is an elaborator for D→ and D←.
func inTerms() *elaborator {
	e := newElaborator()
	e.inTerms = true
	return e
}

// definition is f, type-checked. The error is a *papers.Unsupported.
func (e *elaborator) definition(f *core.Def) (def *Def, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unsaid)
			if !ok {
				panic(r)
			}
			err = &papers.Unsupported{Pos: u.at, System: name, Construct: u.construct}
		}
	}()
	defer recovered(&err)
	return e.def(f), nil
}

// typeOf is the type of core's t.
func typeOf(at diag.Pos, t core.Type) Type {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Int {
			return IntType{}
		}
		return RealType{}
	case *core.TupleType:
		return tupleOf(typesOf(at, t.Elems)...)
	case *core.SumType:
		return sumType(at, t.Cons)
	case *core.ArrayType:
		return ArrayType{typeOf(at, t.Elem), t.Rank}
	case *core.FuncType:
		return FunType{tupleOf(typesOf(at, t.Params)...), typeOf(at, t.Result)}
	}
	panic(unsaid{at, fmt.Sprintf("the type %s", t)})
}

func typesOf(at diag.Pos, list []core.Type) []Type {
	out := make([]Type, len(list))
	for i, t := range list {
		out[i] = typeOf(at, t)
	}
	return out
}

// sumType is τ1+(τ2+(…+τn)).
func sumType(at diag.Pos, cons []core.Con) Type {
	t := typeOf(at, cons[len(cons)-1].Of)
	for i := len(cons) - 2; i >= 0; i-- {
		t = SumType{typeOf(at, cons[i].Of), t}
	}
	return t
}

// def is the definition d, whose parameters are one tuple.
func (e *elaborator) def(d *core.Def) *Def {
	if done, ok := e.defs[d]; ok {
		return done
	}
	if d.Recursion != nil {
		panic(unsaid{d.Pos, "a recursive function"})
	}
	param, body := e.function("x", d.Pos, d.Params, d.Body)
	out := &Def{Name: d.Name, Param: param, Body: body, Result: typeOf(d.Pos, d.Result)}
	c := &checker{scope: map[*Var]bool{param: true}, types: e.types}
	c.want(body, out.Result, d.Name)
	e.defs[d] = out
	return out
}

// function is the variable and the body of a function of the given parameters.
//
//	\(x1, …, xn). e = λp. let x1 = proj_1 p in … let xn = proj_n p in e
func (e *elaborator) function(name string, at diag.Pos, params []*core.Var, body core.Term) (*Var, Term) {
	if len(params) == 1 {
		x := e.variable(params[0])
		return x, e.term(body)
	}
	types := make([]Type, len(params))
	for i, x := range params {
		types[i] = typeOf(at, x.Type)
	}
	p := newVar(name, tupleOf(types...))
	return p, e.components(params, use(p), func() Term { return e.term(body) })
}

// variableOf is a new variable for x, which may be nil, of the type of t.
func (e *elaborator) variableOf(x *core.Var, at diag.Pos, t core.Type) *Var {
	if x == nil {
		return newVar("_", typeOf(at, t))
	}
	return e.variable(x)
}

// variable is a new variable for x.
func (e *elaborator) variable(x *core.Var) *Var {
	y := newVar(x.Name, typeOf(x.Pos, x.Type))
	if y.Name == "" {
		y.Name = "x"
	}
	e.vars[x] = use(y)
	return y
}

// components is let x1 = proj_1 t in … let xn = proj_n t in body. A variable may be nil.
func (e *elaborator) components(xs []*core.Var, t Term, body func() Term) Term {
	var bind func(i int) Term
	bind = func(i int) Term {
		if i == len(xs) {
			return body()
		}
		if xs[i] == nil {
			return bind(i + 1)
		}
		y := e.variable(xs[i])
		return &Let{y, part(t, i, len(xs)), bind(i + 1)}
	}
	return bind(0)
}

func (e *elaborator) terms(list []core.Term) []Term {
	out := make([]Term, len(list))
	for i, t := range list {
		out[i] = e.term(t)
	}
	return out
}

// term is t in the source language.
func (e *elaborator) term(t core.Term) Term {
	switch t := t.(type) {
	case *core.Use:
		return e.vars[t.Var].(*Use).again()
	case *core.RealConst:
		return &Op{Pos: t.At, Op: Constant{Value: t.Value}}
	case *core.IntConst:
		return whole(t.Value)
	case *core.Prim:
		return &Op{t.At, Scalar{t.Op}, e.terms(t.Args)}
	case *core.Global:
		x := newVar("x", e.def(t.Def).Param.Type)
		return &Lambda{x, &Call{e.def(t.Def), use(x)}}
	case *core.Lambda:
		x, body := e.function("p", t.At, t.Params, t.Body)
		return &Lambda{x, body}
	case *core.Apply:
		arg := pairs(e.terms(t.Args)...)
		if g, ok := t.Func.(*core.Global); ok {
			return &Call{e.def(g.Def), arg}
		}
		return &Apply{e.term(t.Func), arg}
	case *core.Derive:
		panic(unsaid{t.At, string(t.Op) + " inside of a program, whose derivative is in another language than the program"})
	case *core.Ruled:
		panic(unsaid{t.At, "a rule for the derivative of " + t.Rule.Name})
	case *core.Tuple:
		return pairs(e.terms(t.Elems)...)
	case *core.Let:
		bound := e.term(t.Bound)
		x := e.variableOf(t.Var, t.At, t.Bound.Type())
		return &Let{x, bound, e.term(t.Body)}
	case *core.Untuple:
		p := newVar("p", typeOf(t.At, t.Bound.Type()))
		return &Let{p, e.term(t.Bound), e.components(t.Vars, use(p), func() Term { return e.term(t.Body) })}
	case *core.Inject:
		return e.inject(t)
	case *core.Case:
		cons := t.X.Type().(*core.SumType).Cons
		return e.cases(t, e.term(t.X), cons, t.Arms)
	case *core.StopGradient:
		return &Stop{e.term(t.X)}
	}
	return e.array(t)
}

// again is another use of the same variable.
func (t *Use) again() Term { return use(t.Var) }

// inject is inr (… (inl e)).
func (e *elaborator) inject(t *core.Inject) Term {
	cons := t.Of.(*core.SumType).Cons
	out := e.term(t.X)
	if t.Con < len(cons)-1 {
		out = &Inl{out, sumType(t.At, cons[t.Con+1:])}
	}
	for i := t.Con - 1; i >= 0; i-- {
		out = &Inr{out, typeOf(t.At, cons[i].Of)}
	}
	return out
}

// cases is case x of inl x1 → b1 | inr y → case y of …
func (e *elaborator) cases(t *core.Case, x Term, cons []core.Con, arms []core.Arm) Term {
	arm := func(i int) (*Var, func() Term) {
		y := e.variableOf(arms[i].Var, t.At, cons[i].Of)
		return y, func() Term { return e.term(arms[i].Body) }
	}
	l, a := arm(0)
	switch len(cons) {
	case 1:
		return &Let{l, x, a()}
	case 2:
		r, b := arm(1)
		return &Case{x, l, r, a(), b()}
	}
	r := newVar("y", sumType(t.At, cons[1:]))
	return &Case{x, l, r, a(), e.cases(t, use(r), cons[1:], arms[1:])}
}
