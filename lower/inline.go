package lower

import (
	"slices"

	"procad/core"
)

// A callee is a function of the program, which can be lowered in the place of a
// call, with the checks of the sizes of parameters and result where they are:
//
//	def f(x1 : T1, …) : T = e        f(e1, …)    ↦    let x1 = e1; … in e
type callee struct {
	params []*core.Var
	body   core.Term
}

// calleeOf is the function that f is; nil of a derivative.
func (l *lowerer) calleeOf(f core.Term) *callee {
	switch f := f.(type) {
	case *core.Global:
		return calleeOfDef(f.Def)
	case *core.Use:
		if fn := l.lambdas[f.Var]; fn != nil {
			return calleeOfLambda(fn)
		}
	}
	return nil
}

func calleeOfDef(d *core.Def) *callee { return &callee{d.Params, d.Body} }

func calleeOfLambda(fn *core.Lambda) *callee { return &callee{fn.Params, fn.Body} }

// result is the sizes that the result has to have, nil if nothing says them.
func (c *callee) result() core.Shape {
	for t := c.body; ; {
		switch b := t.(type) {
		case *core.Let:
			t = b.Body
		case *core.Untuple:
			t = b.Body
		case *core.SizeCheck:
			return b.Shape
		default:
			return nil
		}
	}
}

// inline lowers c in the place of a call. The same function may be called again,
// so what its variables are is forgotten.
func (f *fn) inline(c *callee, args []value, to *target) (v value) {
	f.scoped(func() {
		for i, p := range c.params {
			f.set(p, args[i])
		}
		v = f.yield(f.enter(c, nil), to, to.wantsFew())
	})
	return v
}

// enter binds the sizes of parameters with which a body begins, and checks
// others. It returns what is left of the body.
func (f *fn) enter(c *callee, checked func(*core.SizeCheck)) core.Term {
	body := c.body
	for {
		let, ok := body.(*core.Let)
		if !ok {
			return body
		}
		switch b := let.Bound.(type) {
		case *core.Size:
			f.bindSize(let.Var, b)
		case *core.SizeCheck:
			x, ok := b.X.(*core.Use)
			if !ok || !slices.Contains(c.params, x.Var) {
				return body
			}
			v := f.expr(x, nil)
			f.checkSizes(b.Shape, v, b.At, b.Name)
			if checked != nil {
				checked(b)
			}
			if let.Var != nil {
				f.set(let.Var, v)
			}
		default:
			return body
		}
		body = let.Body
	}
}

// yield is the result of a function, whose parameters are set. It may be of few
// elements that are not made, or not.
func (f *fn) yield(body core.Term, to *target, few bool) value {
	before := f.yields
	f.yields = few
	defer func() { f.yields = before }()
	return f.expr(body, to)
}

// set says what a variable is.
func (l *lowerer) set(v *core.Var, x value) {
	l.env[v] = x
	l.bound = append(l.bound, v)
}

// scoped forgets the variables that are set meanwhile.
func (l *lowerer) scoped(lower func()) {
	before := len(l.bound)
	lower()
	for _, v := range l.bound[before:] {
		delete(l.env, v)
	}
	l.bound = l.bound[:before]
}

// mostInlined bounds the size of a function that is lowered where it is called,
// so that a program grows in proportion to its calls at most.
const mostInlined = 1000

// inlinable says that c may be lowered in the place of a call. A loop with a
// label is one loop.
func (l *lowerer) inlinable(c *callee) bool { return c != nil && l.weight(c.body) <= mostInlined }

// weight is how many terms a body comes to where all that can be lowered in
// place is, and loops of few turns are written out.
func (l *lowerer) weight(body core.Term) int { return l.weigher.Body(body) }

// planOf is what the program says about the reverse of a loop.
func planOf(t core.Term) core.Plan {
	switch t := t.(type) {
	case *core.Fold:
		return t.Plan
	case *core.NTimes:
		return t.Plan
	case *core.While:
		return t.Plan
	}
	return core.Plan{}
}
