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

// Substitute is t with e for x. Each copy of e binds variables of its own.
func Substitute(t Term, x *Var, e Term) Term {
	if u, ok := t.(*Use); ok && u.Var == x {
		return Copy(e)
	}
	for _, y := range Bound(t) {
		if y == x {
			panic("ks: " + x.Name + " is bound in the term where it is replaced")
		}
	}
	return with(t, func(c Term) Term { return Substitute(c, x, e) })
}

// with is t with f of each term directly inside of it.
func with(t Term, f func(Term) Term) Term {
	old := Children(t)
	made := make([]Term, len(old))
	changed := false
	for i, c := range old {
		made[i] = f(c)
		changed = changed || made[i] != c
	}
	if !changed {
		return t
	}
	return With(t, made)
}

// Copy is t with other variables for those that it binds.
func Copy(t Term) Term { return rename(t, map[*Var]*Var{}) }

func rename(t Term, to map[*Var]*Var) Term {
	fresh := func(x *Var) *Var {
		if x == nil {
			return nil
		}
		to[x] = &Var{x.Name, x.Type}
		return to[x]
	}
	switch t := t.(type) {
	case *Use:
		if y := to[t.Var]; y != nil {
			return &Use{t.Node, y}
		}
		return t
	case *Lambda:
		x := fresh(t.Var)
		return &Lambda{t.Node, x, rename(t.Body, to)}
	case *Let:
		bound := rename(t.Bound, to)
		x := fresh(t.Var)
		return &Let{t.Node, x, bound, rename(t.Body, to)}
	case *Case:
		out := &Case{Node: t.Node, X: rename(t.X, to)}
		for _, arm := range t.Arms {
			x := fresh(arm.Var)
			out.Arms = append(out.Arms, Arm{x, rename(arm.Body, to)})
		}
		return out
	}
	return with(t, func(c Term) Term { return rename(c, to) })
}

// Uses is how often t uses x. Under a λ it is at least two.
func Uses(t Term, x *Var) int {
	if u, ok := t.(*Use); ok && u.Var == x {
		return 1
	}
	n := 0
	for _, c := range Children(t) {
		n += Uses(c, x)
	}
	if _, ok := t.(*Lambda); ok {
		n *= 2
	}
	return n
}

// Weight is how many terms t is made of.
func Weight(t Term) int {
	n := 0
	Visit(t, func(Term) { n++ })
	return n
}
