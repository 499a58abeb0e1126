package source

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
)

// call checks f(e1, …, en).
func (c *checker) call(e *Call) Type {
	if e.Fn != nil {
		return c.apply(e)
	}
	c.notMeant(e.pos, e.shadows)
	switch f := e.Func.(type) {
	case *FuncRef:
		c.funcRef(f)
		if f.Sig.Result == invalid {
			c.exprList(e.Args)
			return invalid
		}
		types := c.checkArgs(e.Args, f.Sig.Params)
		before := len(c.errs)
		if msg := c.arguments(e.pos, f.String(), e.Args, types, f.Sig.Params); msg != nil {
			msg.Notef(f.Base().Pos, "%s : %s", f, f.Sig)
		} else if len(c.errs) > before && f.Types != nil {
			c.errs[before].Notef(f.Def.Pos, "%s : %s", f, f.Def.Sig)
		}
		return f.Sig.Result
	case *Builtin:
		return c.builtin(e, f)
	case *Con:
		if len(f.Args) == 0 {
			c.exprList(e.Args)
			c.errorf(e.pos, CodeArity, "%s has no arguments", f.Name).Notef(f.Pos, "declared here").Hintf("write %s without brackets", f.Name)
			return c.instanceOf(e.pos, f)
		}
		return c.construct(e.pos, f, e.Args)
	}
	if e.local != nil {
		return c.localCall(e)
	}
	c.exprList(e.Args)
	return invalid
}

// exprList infers the types of the expressions.
func (c *checker) exprList(list []Expr) []Type {
	types := make([]Type, len(list))
	for i, e := range list {
		types[i] = c.expr(e)
	}
	return types
}

// builtin checks a call of the library.
func (c *checker) builtin(e *Call, f *Builtin) Type {
	switch {
	case f.Meaning != nil:
		return c.meaning(e, f.Meaning)
	case f.own != nil:
		return f.own(c, e)
	}
	n := c.number(e.pos)
	shapes := [...]Type{real: Real, whole: Int, num: n}
	params := make([]Type, len(f.Params))
	for i, s := range f.Params {
		params[i] = shapes[s]
	}
	types := c.exprList(e.Args)
	if c.givenArrays(e, f) {
		return invalid
	}
	switch msg := c.arguments(e.pos, f.Name, e.Args, types, params); {
	case msg == nil:
	case f.Name == "max":
		msg.Hintf("the largest of many is max(i < n) v[i]")
	case f.Name == "min":
		msg.Hintf("the smallest of many is min(i < n) v[i]")
	}
	return shapes[f.Result]
}

// givenArrays reports a function of numbers that is given arrays.
func (c *checker) givenArrays(e *Call, f *Builtin) bool {
	if len(e.Args) != len(f.Params) {
		return false
	}
	for _, arg := range e.Args {
		if a, ok := prune(arg.Type()).(*Array); ok {
			c.errorf(Start(arg), CodeTypeMismatch, "%s is a function of numbers, but this is %s", f.Name, a).
				Hintf("%s", overElements(func(x []string) string { return f.Name + "(" + strings.Join(x, ", ") + ")" }, e.Args...))
			return true
		}
	}
	return false
}

// funcRef finds the type of a top-level function or a derivative.
func (c *checker) funcRef(r *FuncRef) {
	if r.Op == "" {
		r.Sig = Signature{Result: invalid}
		switch {
		case r.Def != nil && r.Def.Types != nil:
			c.instantiate(r)
		case r.Def != nil:
			r.Sig = r.Def.Sig
		}
		return
	}
	c.funcRef(r.Arg)
	sig := r.Arg.Sig
	if sig.Result == invalid {
		r.Sig = sig
		return
	}
	var problem string
	r.Sig, problem = derive(r.Op, sig)
	if problem != "" {
		msg := c.errorf(r.Pos, CodeOperator, "%s of %s: %s", r.Op, r.Arg, problem).
			Notef(r.Base().Pos, "%s : %s", r.Arg, sig)
		insteadOf(msg, r.Op, sig)
		r.Sig = Signature{Result: invalid}
	}
}

// String is the signature as (A1, …, An) → T.
func (s Signature) String() string {
	params := ""
	for i, p := range s.Params {
		if len(params) >= maxTypeString {
			params += ", …"
			break
		}
		if i > 0 {
			params += ", "
		}
		params += p.String()
	}
	return fmt.Sprintf("(%s) → %s", params, s.Result)
}

// derive is the type of op(f) if f : sig; or why there is none. The types are
// those at the declarations of the operators.
func derive(op Operator, sig Signature) (_ Signature, problem string) {
	n := len(sig.Params)
	params := sig.Params[:n:n]
	tangents := make([]Type, n)
	for i, p := range params {
		tangents[i] = Tangent(p)
	}
	size := typeSize(sig.Result, maxTypeSize)
	for _, p := range params {
		size += typeSize(p, maxTypeSize)
	}
	if 2*size > maxTypeSize {
		return Signature{}, fmt.Sprintf("its type would have more than %d parts", maxTypeSize)
	}
	if hasFunc(TupleOf(params...)) || hasFunc(sig.Result) {
		return Signature{}, fmt.Sprintf("functions have no derivatives of their own, and it is %s", sig)
	}
	switch op {
	case JVP:
		return Signature{append(params, tangents...), TupleOf(sig.Result, Tangent(sig.Result))}, ""
	case VJP:
		return Signature{append(params, Tangent(sig.Result)), TupleOf(sig.Result, tangentOf(tangents))}, ""
	case Grad:
		if sig.Result != Real {
			return Signature{}, fmt.Sprintf("its result has to be Real, and is %s", sig.Result)
		}
		return Signature{params, tangentOf(tangents)}, ""
	case HVP:
		return hvp(sig)
	case Hessian:
		return hessian(sig)
	}
	out, ok := realRank(sig.Result)
	if !ok {
		return Signature{}, fmt.Sprintf("its result has to be Real or an array of Reals, and is %s", sig.Result)
	}
	jacobians := make([]Type, n)
	for i, p := range params {
		in, ok := realRank(p)
		switch {
		case Discrete(p):
			jacobians[i] = Unit
		case !ok:
			return Signature{}, fmt.Sprintf("parameter %d has to be Real, an array of Reals or discrete, and is %s", i+1, p)
		default:
			jacobians[i] = ArrayOf(Real, out+in)
		}
	}
	return Signature{params, TupleOf(jacobians...)}, ""
}

// insteadOf hints at what there is of a function that takes or gives values without sizes, for which there is no
// array of all derivatives.
func insteadOf(msg *diag.Error, op Operator, sig Signature) {
	takes, gives := recursiveIn(TupleOf(sig.Params...)), recursiveIn(sig.Result)
	switch {
	case !takes && !gives:
	case op == Hessian:
		msg.Hintf("a tree of trees has no type: hvp(f)(t, d) is the derivative of grad(f) along d")
	case gives:
		msg.Hintf("jvp(f)(x, d) is the derivative along d, a value shaped like the result; vjp(f)(x, w) is the gradient of the inner product of w and the result")
	case sig.Result == Real:
		msg.Hintf("grad(f) has the derivative in each number of a value, and is shaped like it")
	default:
		msg.Hintf("vjp(f)(t, w) has the derivatives of one row, shaped like t; [vjp(f)(t, row(i)) for …] has all rows")
	}
}

// recursiveIn says that values of recursive types with Reals are in those of t.
func recursiveIn(t Type) bool {
	if named, ok := t.(*NamedSum); ok && named.Decl.recursive {
		return !Discrete(t)
	}
	return slices.ContainsFunc(contents(t), recursiveIn)
}

// tangentOf is δS for S = A1 if n = 1, else (A1, …, An); given are the δAi.
func tangentOf(tangents []Type) Type {
	for _, t := range tangents {
		if t != Unit {
			return TupleOf(tangents...)
		}
	}
	return Unit
}

// realRank is the rank of Real or an array of Reals.
func realRank(t Type) (rank int, ok bool) {
	if a, ok := t.(*Array); ok {
		return a.Rank, a.Elem == Real
	}
	return 0, t == Real
}
