package source

import (
	"strings"

	"procad/internal/diag"
)

// In a rule of a function with a function parameter f : (A1, …, An) -> T there are, with dS as in a call of vjp,
//
//	split(f) : (A1, …, An) -> (T, trace f)        pull(f) : (trace f, δT) -> (d f, dS)
//	vjp(f)   : (A1, …, An, δT) -> (T, (d f, dS))
//	jvp(f)   : (A1, …, An, d f, δA1, …, δAn) -> (T, δT)
//	zero(f)  : d f
//
// where d f is the cotangent, or the tangent, of what f captures. Values of d f are added, and multiplied by Reals.
const (
	Split Operator = "split"
	Pull  Operator = "pull"
	Zero  Operator = "zero"
)

// captures is what a function parameter of a rule captures: d f and trace f are of it.
type captures struct {
	rule *Def
	name string // of the parameter
}

func (k *captures) String() string { return k.rule.Name + "." + k.name }

// Captured is d f, or trace f.
type Captured struct {
	of    *captures
	trace bool
}

func (*Captured) isType() {}

func (t *Captured) String() string {
	if t.trace {
		return "trace " + t.of.name
	}
	return "d " + t.of.name
}

// Of is the parameter of a rule that t is of, and says whether t is trace f.
func (t *Captured) Of() (name string, trace bool) { return t.of.String(), t.trace }

// Captures is the name of the parameter of a rule that functions of type t are; "" of other functions.
func (t *Func) Captures() string {
	if t.of == nil {
		return ""
	}
	return t.of.String()
}

// ofRule is split(f), pull(f) or zero(f) for a function parameter f of the rule at hand; nil of other texts.
func (p *parser) ofRule() Expr {
	switch op := Operator(p.text()); op {
	case Split, Pull, Zero:
		f := p.peek(2)
		if f.kind != tokName || !p.functions[p.textOf(f)] || !p.isAt(p.peek(3), ")") {
			return nil
		}
		pos := p.pos()
		p.next()
		open := p.expect("(")
		x := p.expr()
		p.close(")", open)
		return &Derive{p.node(pos, x), op, x}
	}
	return nil
}

// functionParams are the names of the parameters of a rule that may be functions, as their types are written.
func functionParams(params []*Param) map[string]bool {
	names := map[string]bool{}
	for _, param := range params {
		switch t := param.Type.(type) {
		case *FuncType:
			names[param.Var.Name] = true
		case *TypeName:
			names[param.Var.Name] = isUpper(t.Name) && !strings.Contains(" Real Int Bool ", " "+t.Name+" ")
		}
	}
	return names
}

// ofParameter is the type of op(f) for a parameter f of a rule; nil of other derivatives.
func (c *checker) ofParameter(e *Derive, f *Func) Type {
	switch e.Op {
	case Split, Pull, Zero:
		if f.of == nil {
			c.errorf(e.pos, CodeOperator, "%s is for the functions that a rule takes", e.Op).Notef(Start(e.X), "it is %s", f)
			return invalid
		}
	case JVP, VJP:
	default:
		return nil
	}
	if f.of == nil {
		return nil
	}
	params := f.Params()
	params = params[:len(params):len(params)]
	df, trace := &Captured{of: f.of}, &Captured{f.of, true}
	t := f.Result
	switch e.Op {
	case Split:
		return &Func{Arg: f.Arg, Result: TupleOf(t, trace)}
	case Pull:
		return &Func{Arg: TupleOf(trace, Tangent(t)), Result: TupleOf(df, cotangentsOf(params))}
	case VJP:
		return &Func{Arg: TupleOf(append(params, Tangent(t))...), Result: TupleOf(t, TupleOf(df, cotangentsOf(params)))}
	case JVP:
		params = append(params, df)
		for _, p := range f.Params() {
			params = append(params, Tangent(p))
		}
		return &Func{Arg: TupleOf(params...), Result: TupleOf(t, Tangent(t))}
	}
	return df
}

// capturedOp is the type of an operation with what functions capture; nil of other ones.
//
//	a : d f    b : d f           a : d f        x : Real    a : d f       a : d f    x : Real
//	──────────────────           ────────       ───────────────────       ───────────────────
//	a + b, a - b : d f           -a : d f       x * a, a * x : d f        a / x : d f
func (c *checker) capturedOp(op Op, pos diag.Pos, operands ...Expr) Type {
	var list []*Captured
	var types []Type
	for _, x := range operands {
		t := prune(x.Type())
		types = append(types, t)
		if k, ok := t.(*Captured); ok {
			list = append(list, k)
		}
	}
	if len(list) == 0 {
		return nil
	}
	d := list[0]
	fits := !d.trace
	switch op {
	case Add, Sub:
		fits = fits && len(list) == len(operands) && *list[len(list)-1] == *d
	case Mul:
		fits = fits && len(list) == 1 && (unify(types[0], Real) || unify(types[1], Real))
	case Quo:
		fits = fits && len(list) == 1 && unify(types[1], Real)
	default:
		fits = false
	}
	if fits {
		return d
	}
	var texts []string
	for _, t := range types {
		texts = append(texts, t.String())
	}
	c.errorf(pos, CodeTypeMismatch, "%s is not for %s", op, strings.Join(texts, " and ")).
		Hintf("values of a type d f can be added, and multiplied by Reals")
	return invalid
}

// ruleParams gives the function parameters of a clause types that say which parameters of the rule they are, and says
// what the types are.
func (r *Rule) ruleParams(d *Def, clause *Def, of []*captures) []Type {
	params := make([]Type, len(d.Params))
	for i, p := range clause.Params[:len(d.Params)] {
		params[i] = p.Var.Type
		if f, ok := prune(p.Var.Type).(*Func); ok {
			params[i] = &Func{f.Arg, f.Result, of[i]}
			p.Var.Type, clause.Sig.Params[i] = params[i], params[i]
		}
	}
	return params
}

// FunctionNames are what d f and trace f are called by, for each parameter; "" of one that is no function.
func (r *Rule) FunctionNames() []string {
	names := make([]string, len(r.head.Params))
	for i, p := range r.head.Params {
		if isFunc(prune(p.Var.Type)) {
			names[i] = (&captures{r.Of, p.Var.Name}).String()
		}
	}
	return names
}
