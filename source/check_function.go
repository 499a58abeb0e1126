package source

import (
	"fmt"

	"procad/internal/diag"
)

// notMeant makes sure that a variable, which may be nil, is no function where one of its name is taken.
func (c *checker) notMeant(pos diag.Pos, v *Var) {
	if v == nil {
		return
	}
	c.later = append(c.later, func() {
		if isFunc(prune(v.Type)) {
			c.errorf(pos, CodeUnknownFunction, "%s is a variable here, and also a function", v.Name).
				Notef(v.Pos, "the variable").Hintf("give the variable another name")
		}
	})
}

// later says that the type of an argument is found best when those of the others, and so
// what is wanted of it, are known.
func later(e Expr) bool {
	switch e := e.(type) {
	case *Lambda:
		return true
	case *Ident:
		return e.local != nil || e.Eta != nil
	case *FieldOf:
		return e.Means != nil && later(e.Means)
	case *Derive:
		return later(e.X)
	case *Let:
		return later(e.Body)
	}
	return false
}

// checkArgs infers the types of arguments, those of functions as far as params say what is
// wanted. What does not agree is reported by arguments.
func (c *checker) checkArgs(args []Expr, params []Type) []Type {
	types := make([]Type, len(args))
	if len(args) != len(params) {
		return c.exprList(args)
	}
	left := 0
	for i, e := range args {
		if later(e) {
			left++
			continue
		}
		types[i] = c.exprAs(e, params[i])
		unify(types[i], params[i])
	}
	for ; left > 0; left-- {
		next := -1
		for i := range args {
			if types[i] == nil && (next < 0 || !takesKnown(params[next]) && takesKnown(params[i])) {
				next = i
			}
		}
		types[next] = c.exprAs(args[next], params[next])
		unify(types[next], params[next])
	}
	return types
}

// takesKnown says that t is a type of functions whose arguments have a known type.
func takesKnown(t Type) bool {
	f, ok := prune(t).(*Func)
	return ok && len(unknowns(nil, f.Arg)) == 0
}

// exprAs infers the type of e, which may be another one than what is wanted. That helps
// to find the types of functions.
func (c *checker) exprAs(e Expr, wanted Type) Type {
	f, ok := prune(wanted).(*Func)
	if !ok {
		return c.expr(e)
	}
	return c.noted(e, func() Type {
		switch e := e.(type) {
		case *Lambda:
			return c.lambda(e, f)
		case *Ident:
			if e.local != nil {
				return c.localValue(e, f)
			}
			if e.Eta != nil {
				return c.exprAs(e.Eta, f)
			}
		case *FieldOf:
			if e.Means != nil {
				return c.exprAs(e.Means, f)
			}
		case *Derive:
			return c.derive(e, f)
		case *Let:
			c.binds(e.Binds)
			return c.exprAs(e.Body, f)
		}
		return c.infer(e)
	})
}

// lambda checks a function, of which something may be known.
//
//	p : A ⊢ e : T
//	────────────────
//	\p. e : A -> T
func (c *checker) lambda(e *Lambda, hope *Func) Type {
	var arg Type
	switch {
	case e.Pat.Wanted != nil:
		arg = e.Pat.Wanted.Type()
	case hope != nil:
		arg = hope.Arg
	default:
		arg = c.unknown(e.Pat.Pos, "the argument of this function")
	}
	c.pattern(e.Pat, arg, e)
	if hope == nil {
		return &Func{Arg: arg, Result: c.expr(e.Body)}
	}
	return &Func{Arg: arg, Result: c.exprAs(e.Body, hope.Result)}
}

// localValue is a local function as a value, at the types that are known of it.
func (c *checker) localValue(e *Ident, hope *Func) Type {
	f := e.local
	params := make([]Type, len(f.Params))
	for i, p := range f.Params {
		if p.Type != nil {
			params[i] = p.Type.Type()
		} else {
			params[i] = c.unknown(p.Var.Pos, p.Var.Name)
		}
	}
	if hope != nil {
		unify(hope.Arg, TupleOf(params...))
	}
	inst := c.instance(f, params, &Call{node: node{pos: e.pos}, Name: f.Name})
	e.Fn = inst
	for _, v := range inst.Captures {
		c.use(v)
	}
	return &Func{Arg: TupleOf(params...), Result: inst.Sig.Result}
}

// defined is a definition as a value.
func (c *checker) defined(f *FuncRef) Type {
	c.funcRef(f)
	if f.Sig.Result == invalid {
		return invalid
	}
	return &Func{Arg: TupleOf(f.Sig.Params...), Result: f.Sig.Result}
}

// apply checks a call of a function that is a value.
//
//	f : (A1, …, An) -> T      ei : Ai
//	─────────────────────────────────        also f(e) for e : (A1, …, An)
//	f(e1, …, en) : T
func (c *checker) apply(e *Call) Type {
	if d, ok := e.Fn.(*Derive); ok {
		return c.applyDerived(e, d)
	}
	if later(e.Fn) {
		types := c.exprList(e.Args)
		f, ok := prune(c.exprAs(e.Fn, &Func{Arg: TupleOf(types...), Result: &typeVar{}})).(*Func)
		if !ok {
			return invalid
		}
		return c.given(e, "this function", f, types)
	}
	t := prune(c.expr(e.Fn))
	switch f := t.(type) {
	case *Func:
		return c.applyTo(e, calleeName(e), f)
	case *typeVar:
		if !f.numeric {
			types := c.exprList(e.Args)
			result := c.unknown(e.pos, "this")
			if unify(f, &Func{Arg: TupleOf(types...), Result: result}) {
				return result
			}
			// The arguments say that it is something else.
			if t = prune(f); !isUnknown(t) {
				c.noFunction(e, t)
				return invalid
			}
			c.errorf(e.pos, CodeCannotInfer, "%s is called with itself: no type is that of such a function", calleeName(e)).
				Hintf("a function that calls itself is a definition: def f(n: Int): Real = … f(n - 1) …")
			f.bound = invalid
			return invalid
		}
	case invalidType:
		c.exprList(e.Args)
		return invalid
	}
	c.exprList(e.Args)
	c.noFunction(e, t)
	return invalid
}

// applyTo checks the arguments of a call of what is called name.
func (c *checker) applyTo(e *Call, name string, f *Func) Type {
	params := f.Params()
	if len(e.Args) == 1 && len(params) != 1 {
		params = []Type{f.Arg}
	} else if len(params) == 1 && len(e.Args) > 1 {
		if _, unknown := prune(params[0]).(*typeVar); unknown {
			params = make([]Type, len(e.Args))
			for i := range params {
				params[i] = c.unknown(e.pos, fmt.Sprintf("argument %d", i+1))
			}
			unify(f.Arg, TupleOf(params...))
		}
	}
	types := c.checkArgs(e.Args, params)
	if msg := c.arguments(e.pos, name, e.Args, types, params); msg != nil {
		msg.Notef(Start(e.Fn), "it is %s", f)
	}
	return f.Result
}

// calleeName is what messages call the function that e applies.
func calleeName(e *Call) string {
	switch f := e.Fn.(type) {
	case *Ident:
		return f.Name
	case *FieldOf:
		return f.Name
	}
	return "this function"
}

// noFunction reports that something is called that is no function.
func (c *checker) noFunction(e *Call, t Type) {
	id, ok := e.Fn.(*Ident)
	if !ok {
		msg := c.errorf(e.pos, CodeUnknownFunction, "a function is needed here, but this is %s", t).Hintf("a product is a * b")
		if _, array := t.(*Array); array {
			msg.Hintf("an element is a[i]")
		}
		return
	}
	msg := c.errorf(id.pos, CodeUnknownFunction, "%s is %s, and no function", id.Name, t)
	if id.Var != nil {
		msg.Notef(id.Var.Pos, "bound here")
	}
	msg.Hintf("a product is %[1]s * (…), an element %[1]s[i]", id.Name)
}

// derive checks a derivative as a value.
//
//	e : (A1, …, An) -> T
//	────────────────────        as at the declarations of the operators
//	op(e) : …
func (c *checker) derive(e *Derive, hope *Func) Type {
	var t Type
	if hope == nil {
		t = c.expr(e.X)
	} else {
		t = c.exprAs(e.X, &Func{Arg: underived(e.Op, hope.Arg), Result: &typeVar{}})
	}
	switch f := prune(t).(type) {
	case *Func:
		return c.derived(e, f)
	case invalidType:
	default:
		msg := c.errorf(Start(e.X), CodeOperator, "%s takes a function, but this is %s", e.Op, f)
		if call, ok := e.X.(*Call); ok && call.Name != "" {
			msg.Hintf("write %s(%s)(…)", e.Op, call.Name)
		} else {
			msg.Hintf(`name the expression, def g(…): Real = …, and write %[1]s(g)(…), or write %[1]s(\x. e)(…)`, e.Op)
		}
	}
	return invalid
}

// underived is the type of the arguments of f where those of op(f) are of type t.
func underived(op Operator, t Type) Type {
	params := (&Func{Arg: t}).Params()
	switch n := len(params); {
	case (op == JVP || op == HVP) && n > 0 && n%2 == 0:
		params = params[:n/2]
	case op == VJP && n > 0:
		params = params[:n-1]
	case op == JVP, op == VJP, op == HVP:
		return &typeVar{}
	}
	return TupleOf(params...)
}

// derived is the type of a derivative of a function.
func (c *checker) derived(e *Derive, f *Func) Type {
	if t := c.ofParameter(e, f); t != nil {
		return t
	}
	if scalar(e.Op) {
		unify(f.Result, Real)
	}
	for _, v := range unknowns(nil, f.Arg, f.Result) {
		if v.numeric && v.bound == nil {
			v.bound = Real // a number that is differentiated
		}
	}
	if len(unknowns(nil, f.Arg, f.Result)) > 0 {
		c.errorf(Start(e.X), CodeCannotInfer, "the type of what %s differentiates is not known yet: it is %s", e.Op, f).
			Hintf(`write it: %s(\(x: Real). e)`, e.Op)
		return invalid
	}
	s := &settler{types: map[Type]Type{}}
	sig := Signature{Result: s.settle(f.Result)}
	for _, p := range f.Params() {
		sig.Params = append(sig.Params, s.settle(p))
	}
	out, problem := derive(e.Op, sig)
	if problem != "" {
		msg := c.errorf(e.pos, CodeOperator, "%s of this function: %s", e.Op, problem).Notef(Start(e.X), "it is %s", f)
		insteadOf(msg, e.Op, sig)
		return invalid
	}
	return &Func{Arg: TupleOf(out.Params...), Result: out.Result}
}

// applyDerived checks op(e)(e1, …, en).
func (c *checker) applyDerived(e *Call, d *Derive) Type {
	if !later(d.X) {
		f, ok := prune(c.expr(d)).(*Func)
		if !ok {
			c.exprList(e.Args)
			return invalid
		}
		return c.applyTo(e, "this derivative", f)
	}
	types := c.exprList(e.Args)
	if c.halfGiven(e, d, types) {
		return invalid
	}
	f, ok := prune(c.exprAs(d, &Func{Arg: TupleOf(types...), Result: &typeVar{}})).(*Func)
	if !ok {
		return invalid
	}
	return c.given(e, "this derivative", f, types)
}

// halfGiven reports a jvp, a vjp or an hvp without what it takes besides the arguments of its function.
func (c *checker) halfGiven(e *Call, d *Derive, types []Type) bool {
	if len(types) == 1 && isTuple(prune(types[0])) {
		return false
	}
	switch {
	case (d.Op == JVP || d.Op == HVP) && len(types)%2 == 1:
		c.errorf(e.pos, CodeArity, "%s takes the arguments of the function, and then a change of each, but there %s", d.Op, areGiven(len(types))).
			Hintf("write %s(f)(x, dx), or %[1]s(f)(x, y, dx, dy)", d.Op)
	case d.Op == VJP && len(types) == 1:
		c.errorf(e.pos, CodeArity, "vjp takes the arguments of the function, and then a cotangent of its result, but there is 1").
			Hintf("write vjp(f)(x, w); the gradient, where the result is Real, is grad(f)(x)")
	default:
		return false
	}
	return true
}

// given checks the arguments of a call of what is called name, whose types are known.
func (c *checker) given(e *Call, name string, f *Func, types []Type) Type {
	params := f.Params()
	if len(e.Args) == 1 && len(params) != 1 {
		params = []Type{f.Arg}
	}
	if msg := c.arguments(e.pos, name, e.Args, types, params); msg != nil {
		msg.Notef(Start(e.Fn), "it is %s", f)
	}
	return f.Result
}
