package core

// Slots are the places of the terms directly inside of t, so that a pass can
// replace them. Those in always are evaluated once whenever t is; those in others
// are evaluated any number of times: the bodies of loops and lambdas, the arms of
// cases. The sizes of a Build.Row and of shapes are in neither: see Carried.
func Slots(t Term) (always, others []*Term) {
	sure, all := 0, 0
	EachSlot(t, func(_ *Term, always bool) {
		all++
		if always {
			sure++
		}
	})
	if all == 0 {
		return nil, nil
	}
	places := make([]*Term, all)
	always, others = places[:0:sure], places[sure:sure]
	EachSlot(t, func(at *Term, sure bool) {
		if sure {
			always = append(always, at)
		} else {
			others = append(others, at)
		}
	})
	return always, others
}

// EachSlot calls yield for each of the Slots of t: those that are always evaluated first.
func EachSlot(t Term, yield func(at *Term, always bool)) {
	list := func(terms []Term) {
		for i := range terms {
			yield(&terms[i], true)
		}
	}
	switch t := t.(type) {
	case *Prim:
		list(t.Args)
	case *Lambda:
		yield(&t.Body, false)
	case *Apply:
		yield(&t.Func, true)
		list(t.Args)
	case *Derive:
		yield(&t.Func, true)
	case *Tuple:
		list(t.Elems)
	case *Let:
		yield(&t.Bound, true)
		yield(&t.Body, true)
	case *Untuple:
		yield(&t.Bound, true)
		yield(&t.Body, true)
	case *Inject:
		yield(&t.X, true)
	case *Case:
		yield(&t.X, true)
		for i := range t.Arms {
			yield(&t.Arms[i].Body, false)
		}
	case *Build:
		for i := range t.Binders {
			yield(&t.Binders[i].Size, true)
		}
		yield(&t.Body, false)
	case *Reduce:
		for i := range t.Binders {
			yield(&t.Binders[i].Size, i == 0)
		}
		yield(&t.Body, false)
	case *Literal:
		list(t.Elems)
	case *Index:
		yield(&t.X, true)
		list(t.At)
	case *Size:
		yield(&t.X, true)
	case *Set:
		yield(&t.X, true)
		list(t.At)
		yield(&t.Value, true)
	case *Fold:
		yield(&t.Init, true)
		yield(&t.Over, true)
		yield(&t.Body, false)
	case *NTimes:
		yield(&t.Count, true)
		yield(&t.Init, true)
		yield(&t.Body, false)
	case *While:
		yield(&t.Limit, true)
		yield(&t.Init, true)
		yield(&t.Cond, false)
		yield(&t.Body, false)
	case *Ccl:
		yield(&t.Count, true)
		yield(&t.Init, true)
		yield(&t.Body, false)
	case *SizeCheck:
		yield(&t.X, true)
	case *Assert:
		yield(&t.Cond, true)
	case *StackTerm:
		list(t.Args)
	case *Foreign:
		list(t.Args)
	case *Trace:
		yield(&t.X, true)
	case *StopGradient:
		yield(&t.X, true)
	case *Roll:
		yield(&t.X, true)
	case *Unroll:
		yield(&t.X, true)
	}
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
