package core

// Slots are the places of the terms directly inside of t, so that a pass can
// replace them. Those in always are evaluated once whenever t is; those in others
// are evaluated any number of times: the bodies of loops and lambdas, the arms of
// cases. The sizes of a Build.Row and of shapes are in neither: see Carried.
func Slots(t Term) (always, others []*Term) {
	list := func(terms []Term) {
		for i := range terms {
			always = append(always, &terms[i])
		}
	}
	switch t := t.(type) {
	case *Prim:
		list(t.Args)
	case *Lambda:
		others = append(others, &t.Body)
	case *Apply:
		always = append(always, &t.Func)
		list(t.Args)
	case *Derive:
		always = append(always, &t.Func)
	case *Tuple:
		list(t.Elems)
	case *Let:
		always = append(always, &t.Bound, &t.Body)
	case *Untuple:
		always = append(always, &t.Bound, &t.Body)
	case *Inject:
		always = append(always, &t.X)
	case *Case:
		always = append(always, &t.X)
		for i := range t.Arms {
			others = append(others, &t.Arms[i].Body)
		}
	case *Build:
		for i := range t.Binders {
			always = append(always, &t.Binders[i].Size)
		}
		others = append(others, &t.Body)
	case *Reduce:
		for i := range t.Binders {
			if i == 0 {
				always = append(always, &t.Binders[i].Size)
			} else {
				others = append(others, &t.Binders[i].Size)
			}
		}
		others = append(others, &t.Body)
	case *Literal:
		list(t.Elems)
	case *Index:
		always = append(always, &t.X)
		list(t.At)
	case *Size:
		always = append(always, &t.X)
	case *Set:
		always = append(always, &t.X)
		list(t.At)
		always = append(always, &t.Value)
	case *Fold:
		always = append(always, &t.Init, &t.Over)
		others = append(others, &t.Body)
	case *NTimes:
		always = append(always, &t.Count, &t.Init)
		others = append(others, &t.Body)
	case *While:
		always = append(always, &t.Limit, &t.Init)
		others = append(others, &t.Cond, &t.Body)
	case *Ccl:
		always = append(always, &t.Count, &t.Init)
		others = append(others, &t.Body)
	case *SizeCheck:
		always = append(always, &t.X)
	case *Assert:
		always = append(always, &t.Cond)
	case *StopGradient:
		always = append(always, &t.X)
	}
	return always, others
}

// Bound are the variables that t itself binds; some may be nil.
func Bound(t Term) []*Var {
	switch t := t.(type) {
	case *Lambda:
		return t.Params
	case *Let:
		return []*Var{t.Var}
	case *Untuple:
		return t.Vars
	case *Case:
		var vars []*Var
		for _, arm := range t.Arms {
			vars = append(vars, arm.Var)
		}
		return vars
	case *Build:
		return binderVars(t.Binders)
	case *Reduce:
		return binderVars(t.Binders)
	case *Fold:
		return []*Var{t.Acc, t.Elem}
	case *NTimes:
		return []*Var{t.State}
	case *While:
		return []*Var{t.Test, t.State}
	case *Ccl:
		return []*Var{t.Index, t.State}
	}
	return nil
}

func binderVars(list []Binder) []*Var {
	vars := make([]*Var, len(list))
	for i, b := range list {
		vars[i] = b.Var
	}
	return vars
}
