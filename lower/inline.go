package lower

import (
	"procad/source"
)

// A callee is a function of the source, which can be lowered in the place of a
// call, with the checks of the sizes in T1, … and T where they are:
//
//	def f(p1 : T1, …) : T = e        f(e1, …)    ↦    let p1 = e1; … in e
type callee struct {
	params []*source.Param
	result source.TypeExpr // nil if left out
	body   source.Expr
	name   string
}

// calleeOf is what a call calls; nil of what has no body in the source: library
// functions and derivatives.
func calleeOf(c source.Callee) *callee {
	switch c := c.(type) {
	case *source.FuncRef:
		if c.Op == "" {
			return calleeOfDef(c.Def)
		}
	case *source.Instance:
		return &callee{c.Params, c.Result, c.Body, c.Func.Name}
	}
	return nil
}

func calleeOfDef(d *source.Def) *callee { return &callee{d.Params, d.Result, d.Body, d.Name} }

// inline lowers c in the place of a call. The same function may be called again,
// so what its variables are is forgotten.
func (f *fn) inline(c *callee, args []value, to *target) (v value) {
	f.scoped(func() {
		for i, p := range c.params {
			f.set(p.Var, args[i])
		}
		f.bindSizes(c.params)
		v = f.yield(c, to, to.wantsFew())
	})
	return v
}

// yield is the result of c, whose parameters are set. It may be of few elements
// that are not made, or not.
func (f *fn) yield(c *callee, to *target, few bool) value {
	before := f.yields
	f.yields = few
	defer func() { f.yields = before }()
	if c.result != nil && hasSizes(c.result) {
		return f.wanted(c.body, c.result, to, "the result of "+c.name)
	}
	return f.expr(c.body, to)
}

// set says what a variable is.
func (l *lowerer) set(v *source.Var, x value) {
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

// weight is how many expressions a body comes to where all that can be lowered in
// place is, and loops of few turns are written out.
func (l *lowerer) weight(body source.Expr) int {
	if n, ok := l.weights[body]; ok {
		return n
	}
	n := 0
	var count func(e source.Expr, times int)
	count = func(e source.Expr, times int) {
		n = min(n+times, mostInlined+1)
		label := ""
		switch e := e.(type) {
		case *source.Call:
			if c := calleeOf(e.Func); c != nil {
				n = min(n+times*l.weight(c.body), mostInlined+1)
			}
		case *source.Comp:
			times *= fewTurns(e.Binders)
		case *source.Reduce:
			times *= fewTurns(e.Binders)
		case *source.Fold:
			label = e.Plan.Label
		case *source.NTimes:
			label = e.Plan.Label
		case *source.While:
			label = e.Plan.Label
		}
		if label != "" {
			n = mostInlined + 1
		}
		if n <= mostInlined {
			parts(e, func(x source.Expr) { count(x, times) })
		}
	}
	count(body, 1)
	l.weights[body] = n
	return n
}

// fewTurns is how many turns of loops are written out, as far as the bounds say it.
func fewTurns(binders []*source.Binder) int {
	n := 1
	for _, b := range binders {
		if lit, ok := b.Bound.(*source.IntLit); ok && lit.Value > 0 && int64(n)*lit.Value <= mostFew {
			n *= int(lit.Value)
		}
	}
	return n
}
