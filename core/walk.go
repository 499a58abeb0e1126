package core

// Carried are the places of the sizes that t carries: those of rows, of the sum
// of nothing, of a check, of what C gives. They cost nothing and cannot fail.
func Carried(t Term) []*Term {
	switch t := t.(type) {
	case *Build:
		places := make([]*Term, len(t.Row))
		for i := range t.Row {
			places[i] = &t.Row[i]
		}
		return places
	case *Reduce:
		return shapePlaces(t.Zero, nil)
	case *SizeCheck:
		return shapePlaces(t.Shape, nil)
	case *Foreign:
		return shapePlaces(t.Shape, nil)
	}
	return nil
}

func shapePlaces(s Shape, places []*Term) []*Term {
	switch s := s.(type) {
	case *ArrayShape:
		for i := range s.Sizes {
			if s.Sizes[i].Size != nil {
				places = append(places, &s.Sizes[i].Size)
			}
		}
	case *TupleShape:
		for _, e := range s.Elems {
			places = shapePlaces(e, places)
		}
	case *SumShape:
		for _, e := range s.Cons {
			places = shapePlaces(e, places)
		}
	}
	return places
}

// Places are all places of the terms directly inside of t.
func Places(t Term) []*Term {
	always, others := Slots(t)
	return append(append(always, others...), Carried(t)...)
}

// Visit goes through t and all terms inside of it, outer terms first.
func Visit(t Term, f func(Term)) {
	for {
		f(t)
		switch let := t.(type) { // chains of bindings are long
		case *Let:
			Visit(let.Bound, f)
			t = let.Body
			continue
		case *Untuple:
			Visit(let.Bound, f)
			t = let.Body
			continue
		}
		EachSlot(t, func(at *Term, _ bool) { Visit(*at, f) })
		for _, at := range Carried(t) {
			Visit(*at, f)
		}
		return
	}
}

// BoundIn are the variables that are bound in t.
func BoundIn(t Term) map[*Var]bool {
	vars := map[*Var]bool{}
	Visit(t, func(t Term) {
		for _, v := range Bound(t) {
			if v != nil {
				vars[v] = true
			}
		}
	})
	return vars
}

// Mentions says that t uses one of the variables.
func Mentions(t Term, vars ...*Var) bool {
	found := false
	Visit(t, func(t Term) {
		if use, ok := t.(*Use); ok {
			for _, v := range vars {
				found = found || use.Var == v
			}
		}
	})
	return found
}

// Independent says that t uses none of the variables, but where it binds them itself.
func Independent(t Term, of map[*Var]bool) bool {
	own := BoundIn(t)
	free := true
	Visit(t, func(t Term) {
		if use, ok := t.(*Use); ok && of[use.Var] && !own[use.Var] {
			free = false
		}
	})
	return free
}

// UseOf is a use of v, at the place where v is bound.
func UseOf(v *Var) *Use { return &Use{Node: Node{At: v.Pos, Of: v.Type}, Var: v} }

// Indexed takes a[i][j, k] apart into a and i, j, k.
func Indexed(t *Index) (base Term, at []Term) {
	at, base = t.At, t.X
	for {
		inner, ok := base.(*Index)
		if !ok {
			return base, at
		}
		at = append(inner.At[:len(inner.At):len(inner.At)], at...)
		base = inner.X
	}
}

// Inner is what is inside of the bindings of t.
func Inner(t Term) Term {
	for {
		switch let := t.(type) {
		case *Let:
			t = let.Body
		case *Untuple:
			t = let.Body
		default:
			return t
		}
	}
}

// PlanOf is what a program says about the reverse of t, if t is a sequential loop.
func PlanOf(t Term) Plan {
	if p := planIn(t); p != nil {
		return *p
	}
	return Plan{}
}
