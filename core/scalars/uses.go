package scalars

import (
	"slices"

	"procad/core"
	"procad/core/inline"
)

// uses says of the arrays of a program how they are used. An array is read at
// known places if everything that uses it either reads elements at indices made
// of numbers, sizes and indices of loops over few iterations, or hands it to a function
// or a variable whose array is read at known places.
//
// That decides whether an array of few elements is made or not. Where sizes iteration
// out not to be known after all, it is made where it is needed.
type uses struct {
	whole    map[*core.Var]bool             // something needs the array itself
	returned map[*core.Var]bool             // it is, or may be, the result of its function
	flows    map[*core.Var][]*core.Var      // the variables that it is handed to
	steady   map[*core.Var]bool             // Ints that are known if sizes are
	handed   func(core.Term) *inline.Callee // the functions that may be put in the place of calls
}

// A sink is where an array goes.
type sink struct {
	known  bool // nobody needs the array itself
	result bool // to the result of the function
	to     *core.Var
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

func newUses(handed func(core.Term) *inline.Callee) *uses {
	return &uses{
		whole: map[*core.Var]bool{}, returned: map[*core.Var]bool{}, flows: map[*core.Var][]*core.Var{},
		steady: map[*core.Var]bool{}, handed: handed,
	}
}

// function goes through c. Its callees have been gone through.
func (u *uses) function(c *inline.Callee) {
	for _, p := range c.Params {
		if p.Type == core.Int {
			u.steady[p] = true
		}
	}
	u.expr(c.Body, sink{known: true, result: true})
}

// known says that v is read at known places, or is the result of its function,
// where that may be of few elements.
func (u *uses) known(v *core.Var, result bool) bool {
	return !u.needed(v) && (result || !u.returned[v])
}

// needed says that something needs the array itself.
func (u *uses) needed(v *core.Var) bool {
	if needed, ok := u.whole[v]; ok {
		return needed
	}
	needed := slices.ContainsFunc(u.flows[v], u.needed)
	u.whole[v] = needed
	return needed
}

// goes notes that v goes somewhere.
func (u *uses) goes(v *core.Var, s sink) {
	switch {
	case s.to != nil:
		u.flows[v] = append(u.flows[v], s.to)
	case !s.known:
		u.whole[v] = true
	case s.result:
		u.returned[v] = true
	}
}

func (u *uses) exprs(list ...core.Term) {
	for _, e := range list {
		u.expr(e, sink{})
	}
}

func (u *uses) expr(e core.Term, s sink) {
	for { // chains of bindings are long
		switch let := e.(type) {
		case *core.Let:
			u.bind(let)
			e = let.Body
			continue
		case *core.Untuple:
			u.expr(let.Bound, u.components(let))
			e = let.Body
			continue
		}
		break
	}
	switch e := e.(type) {
	case *core.Use:
		if _, array := e.Of.(*core.ArrayType); array {
			u.goes(e.Var, s)
		}
	case *core.Tuple:
		for i, x := range e.Elems {
			u.expr(x, s.part(i))
		}
	case *core.SizeCheck:
		u.expr(e.X, s)
	case *core.Index:
		base, args := core.Indexed(e)
		known := !slices.ContainsFunc(args, func(e core.Term) bool { return !u.steadily(e) })
		_, row := e.Of.(*core.ArrayType)
		switch {
		case !known:
			u.expr(base, sink{})
		case row:
			u.expr(base, s)
		default:
			u.expr(base, anywhere)
		}
		u.exprs(args...)
	case *core.Apply:
		c := u.handed(e.Func)
		for i, arg := range e.Args {
			if c != nil {
				u.expr(arg, sink{known: true, to: c.Params[i]})
			} else {
				u.expr(arg, sink{})
			}
		}
	case *core.Case:
		u.expr(e.X, sink{})
		for _, arm := range e.Arms {
			u.expr(arm.Body, s)
		}
	case *core.StopGradient:
		u.expr(e.X, s)
	case *core.Set:
		if !slices.ContainsFunc(e.At, func(e core.Term) bool { return !u.steadily(e) }) {
			u.expr(e.X, s)
		} else {
			u.expr(e.X, sink{})
		}
		u.exprs(e.At...)
		u.exprs(e.Value)
	case *core.Size:
		u.expr(e.X, anywhere)
	case *core.Build:
		u.binders(e.Binders)
		if _, inner := e.Body.(*core.Build); inner {
			u.expr(e.Body, s)
		} else {
			u.expr(e.Body, sink{})
		}
	case *core.Reduce:
		if e.Op == core.Sum {
			u.binders(e.Binders)
		}
		u.expr(e.Body, sink{})
	default:
		always, others := core.Slots(e)
		for _, x := range append(always, others...) {
			u.expr(*x, sink{})
		}
	}
}

func (u *uses) bind(let *core.Let) {
	if fn, ok := let.Bound.(*core.Lambda); ok {
		u.function(calleeOfLambda(fn))
		return
	}
	if let.Var == nil {
		u.expr(let.Bound, anywhere)
		return
	}
	u.expr(let.Bound, sink{known: true, to: let.Var})
	if let.Var.Type == core.Int {
		u.steady[let.Var] = u.steadily(let.Bound)
	}
}

// components is where a value goes that let takes apart.
func (u *uses) components(let *core.Untuple) sink {
	s := sink{}
	for _, v := range let.Vars {
		switch inner := taken(v, let.Body); {
		case v == nil:
			s.parts = append(s.parts, anywhere)
		case inner != nil:
			s.parts = append(s.parts, u.components(inner))
		default:
			s.parts = append(s.parts, sink{known: true, to: v})
		}
	}
	return s
}

// taken is where t begins with taking v apart; nil if it does not. v has no name
// then. An array in it is made where something else needs v.
func taken(v *core.Var, t core.Term) *core.Untuple {
	if v == nil || v.Name != "" {
		return nil
	}
	for {
		let, ok := t.(*core.Untuple)
		if !ok {
			return nil
		}
		if use, ok := let.Bound.(*core.Use); ok && use.Var == v {
			return let
		}
		t = let.Body
	}
}

func (u *uses) binders(list []core.Binder) {
	for _, b := range list {
		u.expr(b.Size, sink{})
		lit, number := b.Size.(*core.IntConst)
		u.steady[b.Var] = u.steadily(b.Size) && (!number || lit.Value <= inline.MostFew)
	}
}

// steadily says that an Int is known if sizes are.
func (u *uses) steadily(e core.Term) bool {
	switch e := e.(type) {
	case *core.IntConst, *core.Size:
		return true
	case *core.Use:
		return u.steady[e.Var]
	case *core.Prim:
		return !slices.ContainsFunc(e.Args, func(x core.Term) bool { return !u.steadily(x) })
	}
	return false
}
