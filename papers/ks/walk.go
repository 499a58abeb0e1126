package ks

// Children are the terms directly inside of t.
func Children(t Term) []Term {
	switch t := t.(type) {
	case *Call:
		return []Term{t.Arg}
	case *Pair:
		return t.Elems
	case *Lambda:
		return []Term{t.Body}
	case *Let:
		return []Term{t.Bound, t.Body}
	case *Case:
		out := []Term{t.X}
		for _, arm := range t.Arms {
			out = append(out, arm.Body)
		}
		return out
	}
	return nil
}

// With is t with other terms inside of it, of the types of the old ones.
func With(t Term, children []Term) Term {
	switch t := t.(type) {
	case *Call:
		return &Call{t.Node, t.Fun, children[0]}
	case *Pair:
		return &Pair{t.Node, children}
	case *Lambda:
		return &Lambda{t.Node, t.Var, children[0]}
	case *Let:
		return &Let{t.Node, t.Var, children[0], children[1]}
	case *Case:
		out := &Case{Node: t.Node, X: children[0]}
		for i, arm := range t.Arms {
			out.Arms = append(out.Arms, Arm{arm.Var, children[i+1]})
		}
		return out
	}
	return t
}

// Bound are the variables that t itself binds; some may be nil.
func Bound(t Term) []*Var {
	switch t := t.(type) {
	case *Lambda:
		return []*Var{t.Var}
	case *Let:
		return []*Var{t.Var}
	case *Case:
		var out []*Var
		for _, arm := range t.Arms {
			out = append(out, arm.Var)
		}
		return out
	}
	return nil
}

// Visit goes through t and all terms inside of it, outer terms first.
func Visit(t Term, f func(Term)) {
	f(t)
	for _, e := range Children(t) {
		Visit(e, f)
	}
}

// Free are the variables that are used in t and not bound in it, in the order of
// their first use. No variable is bound twice.
func Free(t Term) []*Var {
	seen := map[*Var]bool{}
	Visit(t, func(t Term) {
		for _, x := range Bound(t) {
			seen[x] = true
		}
	})
	var out []*Var
	Visit(t, func(t Term) {
		if u, ok := t.(*Use); ok && !seen[u.Var] {
			seen[u.Var] = true
			out = append(out, u.Var)
		}
	})
	return out
}
