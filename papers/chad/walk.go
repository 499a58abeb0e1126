package chad

// rebuild is t with f of each term directly inside of it, and bind of each variable that
// t binds, for terms of the concrete language. Variables are bound before f sees their scope.
func rebuild(t Term, bind func(*Var) *Var, f func(Term) Term) Term {
	switch t := t.(type) {
	case *Let:
		bound := f(t.Bound)
		x := bind(t.Var)
		return &Let{x, bound, f(t.Body)}
	case *Op:
		args := make([]Term, len(t.Args))
		for i, a := range t.Args {
			args[i] = f(a)
		}
		return &Op{t.Pos, t.Op, args}
	case *Pair:
		a := f(t.A)
		return &Pair{a, f(t.B)}
	case *Fst:
		return &Fst{f(t.X)}
	case *Snd:
		return &Snd{f(t.X)}
	case *Lambda:
		x := bind(t.Var)
		return &Lambda{x, f(t.Body)}
	case *Apply:
		g := f(t.Func)
		return &Apply{g, f(t.Arg)}
	case *Inl:
		return &Inl{f(t.X), t.Other}
	case *Inr:
		return &Inr{f(t.X), t.Other}
	case *Case:
		x := f(t.X)
		l := bind(t.L)
		a := f(t.A)
		r := bind(t.R)
		return &Case{x, l, r, a, f(t.B)}
	case *Call:
		return &Call{t.Def, f(t.Arg)}
	case *Plus:
		a := f(t.A)
		return &Plus{a, f(t.B)}
	}
	return t // <>, 0, or a variable
}

// inside calls f for each term directly inside of t.
func inside(t Term, f func(Term)) {
	rebuild(t, func(x *Var) *Var { return x }, func(s Term) Term { f(s); return s })
}

// bound are the variables that t binds.
func bound(t Term) []*Var {
	switch t := t.(type) {
	case *Let:
		return []*Var{t.Var}
	case *Lambda:
		return []*Var{t.Var}
	case *Case:
		return []*Var{t.L, t.R}
	}
	return nil
}

// renamed is t with new variables in the place of those that it binds.
func renamed(t Term) Term {
	vars := map[*Var]*Var{}
	bind := func(x *Var) *Var {
		vars[x] = newVar(x.Name, x.Type)
		return vars[x]
	}
	var walk func(Term) Term
	walk = func(t Term) Term {
		x, ok := t.(*Use)
		if !ok {
			return rebuild(t, bind, walk)
		}
		if y, ok := vars[x.Var]; ok {
			return use(y)
		}
		return t
	}
	return walk(t)
}

// put is e[a/x].
func put(e Term, x *Var, a Term) Term {
	var walk func(Term) Term
	walk = func(t Term) Term {
		if y, ok := t.(*Use); ok {
			if y.Var == x {
				return renamed(a)
			}
			return t
		}
		return rebuild(t, func(x *Var) *Var { return x }, walk)
	}
	return walk(e)
}

// uses is how often x is used in t: where it is under a λ, many times, so that what
// runs there does not run more often than it did. written is how often it stands there.
func uses(t Term, x *Var) (runs, written int) {
	const many = 2
	var walk func(t Term, weight int)
	walk = func(t Term, weight int) {
		if runs >= many && written >= many {
			return
		}
		switch t := t.(type) {
		case *Use:
			if t.Var == x {
				runs += weight
				written++
			}
			return
		case *Lambda:
			weight = many
		}
		inside(t, func(s Term) { walk(s, weight) })
	}
	walk(t, 1)
	return runs, written
}

// free are the variables of t that it does not bind, in order.
func free(t Term) (vars []*Var) {
	own, seen := map[*Var]bool{}, map[*Var]bool{}
	var walk func(Term)
	walk = func(t Term) {
		for _, x := range bound(t) {
			own[x] = true
		}
		if x, ok := t.(*Use); ok && !own[x.Var] && !seen[x.Var] {
			seen[x.Var] = true
			vars = append(vars, x.Var)
		}
		inside(t, walk)
	}
	walk(t)
	return vars
}

// captured are the free variables of a source term, in order.
func captured(t Term) []*Var {
	own, seen := map[*Var]bool{}, map[*Var]bool{}
	var vars []*Var
	var walk func(Term)
	under := func(x *Var, t Term) { own[x] = true; walk(t) }
	walk = func(t Term) {
		switch t := t.(type) {
		case *Use:
			if !own[t.Var] && !seen[t.Var] {
				seen[t.Var] = true
				vars = append(vars, t.Var)
			}
		case *Map:
			walk(t.On)
			under(t.Var, t.Body)
		case *Build:
			walk(t.Size)
			for _, r := range t.Row {
				walk(r)
			}
			under(t.Var, t.Body)
		case *Sum:
			walk(t.Size)
			if t.Zero != nil {
				walk(t.Zero)
			}
			under(t.Var, t.Body)
		case *Max:
			walk(t.Size)
			under(t.Var, t.Body)
		case *Loop:
			walk(t.Count)
			walk(t.Init)
			under(t.Var, t.Body)
			if t.Cond != nil {
				under(t.CondV, t.Cond)
			}
		case *Stop:
			walk(t.X)
		default:
			for _, x := range bound(t) {
				own[x] = true
			}
			inside(t, walk)
		}
	}
	walk(t)
	return vars
}
