package inline

import "procad/core"

// A Callee is a function whose body is known.
type Callee struct {
	Params []*core.Var
	Body   core.Term
}

// Known is the function that a term names, where lambda gives those that variables
// stand for; nil of a derivative, and of a function that is not known.
func Known(f core.Term, lambda func(*core.Var) *core.Lambda) *Callee {
	switch f := f.(type) {
	case *core.Global:
		return &Callee{f.Def.Params, f.Def.Body}
	case *core.Use:
		if fn := lambda(f.Var); fn != nil {
			return &Callee{fn.Params, fn.Body}
		}
	}
	return nil
}

// Call is a copy of the body of c in the place of a call of it. The arguments are
// moved into it; those that are variables take the places of the parameters.
func Call(c *Callee, call *core.Apply) core.Term {
	fn := Copy(c, call)
	body := fn.Body
	for i := len(fn.Params) - 1; i >= 0; i-- {
		n := core.Node{At: call.Args[i].Pos(), Of: body.Type()}
		body = &core.Let{Node: n, Var: fn.Params[i], Bound: call.Args[i], Body: body}
	}
	Variables(&body)
	return body
}

// Copy is the function c for the place of a call of it: its loops with labels are copies there.
func Copy(c *Callee, call *core.Apply) *core.Lambda {
	fn := core.Copy(&core.Lambda{Params: c.Params, Body: c.Body}).(*core.Lambda)
	core.Called(fn.Body, call.At)
	return fn
}

// Variables takes the variable for what else is bound to it in a term, and removes
// sizes that nothing uses.
//
//	let y = x in e  =  e[x/y]        let n = size(x, k) in e  =  e, if n is not in e
func Variables(at *core.Term) {
	uses := map[*core.Var]int{}
	core.Visit(*at, func(t core.Term) {
		if use, ok := t.(*core.Use); ok {
			uses[use.Var]++
		}
	})
	variables(at, map[*core.Var]*core.Var{}, uses)
}

func variables(at *core.Term, names map[*core.Var]*core.Var, uses map[*core.Var]int) {
	for {
		t := *at
		if use, ok := t.(*core.Use); ok && names[use.Var] != nil {
			use.Var = names[use.Var]
		}
		let, ok := t.(*core.Let)
		if !ok {
			for _, p := range core.Places(t) {
				variables(p, names, uses)
			}
			return
		}
		variables(&let.Bound, names, uses)
		use, variable := let.Bound.(*core.Use)
		_, size := let.Bound.(*core.Size)
		switch {
		case variable && let.Var != nil:
			names[let.Var] = use.Var
			*at = let.Body
		case size && uses[let.Var] == 0:
			*at = let.Body
		default:
			at = &let.Body
		}
	}
}
