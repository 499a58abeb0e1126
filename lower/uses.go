package lower

import (
	"slices"

	"procad/source"
)

// uses says of the arrays of a program how they are used. An array is read at
// known places if everything that uses it either reads elements at indices made
// of numbers, sizes and indices of loops over few turns, or hands it to a function
// or a variable whose array is read at known places.
//
// That decides whether an array of few elements is made or not. Where sizes turn
// out not to be known after all, it is made where it is needed.
type uses struct {
	whole    map[*source.Var]bool          // something needs the array itself
	returned map[*source.Var]bool          // it is, or may be, the result of its function
	flows    map[*source.Var][]*source.Var // the variables that it is handed to
	steady   map[*source.Var]bool          // Ints that are known if sizes are
	handed   func(source.Callee) *callee   // what calls may be lowered in place
}

// A sink is where an array goes.
type sink struct {
	known  bool // nobody needs the array itself
	result bool // to the result of the function
	to     *source.Var
	parts  []sink // of a tuple
}

var anywhere = sink{known: true}

// part is where part i of a tuple goes.
func (s sink) part(i int) sink {
	if i < len(s.parts) {
		return s.parts[i]
	}
	return sink{known: s.known, result: s.result}
}

func newUses(handed func(source.Callee) *callee) *uses {
	return &uses{
		whole: map[*source.Var]bool{}, returned: map[*source.Var]bool{}, flows: map[*source.Var][]*source.Var{},
		steady: map[*source.Var]bool{}, handed: handed,
	}
}

// definition goes through d. Its callees have been gone through.
func (u *uses) definition(d *source.Def) { u.function(calleeOfDef(d), d.Sizes) }

func (u *uses) function(c *callee, sizes []*source.Var) {
	for _, v := range sizes {
		u.steady[v] = true
	}
	for _, p := range c.params {
		if p.Var.Type == source.Int {
			u.steady[p.Var] = true
		}
	}
	u.expr(c.body, sink{known: true, result: true})
}

// known says that v is read at known places, or is the result of its function,
// where that may be of few elements.
func (u *uses) known(v *source.Var, result bool) bool {
	return !u.needed(v) && (result || !u.returned[v])
}

// needed says that something needs the array itself.
func (u *uses) needed(v *source.Var) bool {
	if needed, ok := u.whole[v]; ok {
		return needed
	}
	needed := slices.ContainsFunc(u.flows[v], u.needed)
	u.whole[v] = needed
	return needed
}

// goes notes that v goes somewhere.
func (u *uses) goes(v *source.Var, s sink) {
	switch {
	case s.to != nil:
		u.flows[v] = append(u.flows[v], s.to)
	case !s.known:
		u.whole[v] = true
	case s.result:
		u.returned[v] = true
	}
}

func (u *uses) exprs(list ...source.Expr) {
	for _, e := range list {
		u.expr(e, sink{})
	}
}

func (u *uses) expr(e source.Expr, s sink) {
	switch e := e.(type) {
	case *source.Ident:
		if _, array := e.Var.Type.(*source.Array); array {
			u.goes(e.Var, s)
		}
	case *source.TupleExpr:
		for i, x := range e.Elems {
			u.expr(x, s.part(i))
		}
	case *source.Annot:
		u.expr(e.X, s)
	case *source.Index:
		base, args := indexed(e)
		known := !slices.ContainsFunc(args, func(e source.Expr) bool { return !u.steadily(e) })
		_, row := e.Type().(*source.Array)
		switch {
		case !known:
			u.expr(base, sink{})
		case row:
			u.expr(base, s)
		default:
			u.expr(base, anywhere)
		}
		u.exprs(args...)
	case *source.Call:
		c := u.handed(e.Func)
		for i, arg := range e.Args {
			if c != nil {
				u.expr(arg, sink{known: true, to: c.params[i].Var})
			} else {
				u.expr(arg, sink{})
			}
		}
	case *source.Let:
		for _, b := range e.Binds {
			switch b := b.(type) {
			case *source.LetValue:
				u.expr(b.Value, u.pattern(b.Pat))
				if b.Pat.Kind == source.PatVar && b.Pat.Type == source.Int {
					u.steady[b.Pat.Var] = u.steadily(b.Value)
				}
			case *source.LocalFunc:
				for _, inst := range b.Instances {
					u.function(calleeOf(inst), inst.Sizes)
				}
			}
		}
		u.expr(e.Body, s)
	case *source.If:
		u.expr(e.Cond, sink{})
		u.expr(e.Then, s)
		u.expr(e.Else, s)
	case *source.Case:
		u.expr(e.X, sink{})
		u.expr(e.L, s)
		u.expr(e.R, s)
	case *source.StopGradient:
		u.expr(e.X, s)
	case *source.SetAt:
		if !slices.ContainsFunc(e.Index, func(e source.Expr) bool { return !u.steadily(e) }) {
			u.expr(e.X, s)
		} else {
			u.expr(e.X, sink{})
		}
		u.exprs(e.Index...)
		u.exprs(e.Value)
	case *source.SizeOf:
		u.expr(e.X, anywhere)
	case *source.Comp:
		u.binders(e.Binders)
		if _, inner := e.Elem.(*source.Comp); inner {
			u.expr(e.Elem, s)
		} else {
			u.expr(e.Elem, sink{})
		}
	case *source.Reduce:
		if e.Op == source.SumOf {
			u.binders(e.Binders)
		}
		u.expr(e.Body, sink{})
	default:
		parts(e, func(x source.Expr) { u.expr(x, sink{}) })
	}
}

// pattern is where a value goes that p takes apart.
func (u *uses) pattern(p *source.Pattern) sink {
	switch p.Kind {
	case source.PatVar:
		return sink{known: true, to: p.Var}
	case source.PatTuple:
		s := sink{}
		for _, e := range p.Elems {
			s.parts = append(s.parts, u.pattern(e))
		}
		return s
	}
	return anywhere
}

func (u *uses) binders(list []*source.Binder) {
	for _, b := range list {
		u.expr(b.Bound, sink{})
		lit, number := b.Bound.(*source.IntLit)
		u.steady[b.Var] = u.steadily(b.Bound) && (!number || lit.Value <= mostFew)
	}
}

// steadily says that an Int is known if sizes are.
func (u *uses) steadily(e source.Expr) bool {
	switch e := e.(type) {
	case *source.IntLit:
		return true
	case *source.Ident:
		return u.steady[e.Var]
	case *source.SizeOf:
		return true
	case *source.Unary:
		return u.steadily(e.X)
	case *source.Binary:
		return u.steadily(e.X) && u.steadily(e.Y)
	}
	return false
}
