package core

// lacking says that t is a call of a derivative whose result has () for cotangents
// that are not wanted, where its text gives all of them.
func lacking(t Term) bool {
	call, ok := t.(*Apply)
	if !ok {
		return false
	}
	d, ok := call.Func.(*Derive)
	if !ok || d.Wanted == nil {
		return false
	}
	for i, p := range d.Func.Type().(*FuncType).Params {
		if !d.Wanted[i] && !Discrete(p) {
			return true
		}
	}
	return false
}

// without prints a call whose text gives more than its value:
//
//	let (g, _) = grad(f)(x, y) in (g, ())
func (p *printer) without(t *Apply) {
	d := t.Func.(*Derive)
	of := d.Func.Type().(*FuncType)
	cotangents := t.Of
	if d.Op == VJP {
		cotangents = t.Of.(*TupleType).Elems[1]
	}
	var pattern, value string
	part := func(t Type) (pattern, value string) {
		name := p.bind(&Var{Name: "g", Type: t})
		return name, name
	}
	call := p.aside(func() { p.call(t) })
	switch {
	case len(of.Params) == 1 || cotangents == Unit:
		pattern, value = "_", "()"
	default:
		for i, t := range cotangents.(*TupleType).Elems {
			x, is := "_", "()"
			if d.Wanted[i] || Discrete(of.Params[i]) {
				x, is = part(t)
			}
			pattern, value = pattern+", "+x, value+", "+is
		}
		pattern, value = "("+pattern[2:]+")", "("+value[2:]+")"
	}
	if d.Op == VJP {
		y, is := part(t.Of.(*TupleType).Elems[0])
		pattern, value = "("+y+", "+pattern+")", "("+is+", "+value+")"
	}
	p.WriteString("let " + pattern + " = " + call + " in " + value)
}

// apart says that a let takes all apart that the text of a call of a derivative gives
// beside its value, so that nothing sees it.
func (p *printer) apart(let Term) bool {
	var vars []*Var
	var bound, body Term
	switch let := let.(type) {
	case *Let:
		vars, bound, body = []*Var{let.Var}, let.Bound, let.Body
	case *Untuple:
		vars, bound, body = let.Vars, let.Bound, let.Body
	}
	if !lacking(bound) {
		return false
	}
	d := bound.(*Apply).Func.(*Derive)
	text := DerivedType(d.Op, d.Func.Type().(*FuncType), nil).Result
	if _, ok := let.(*Let); ok {
		return unseen(vars[0], text, bound.Type(), body)
	}
	return unseenParts(vars, text, bound.Type(), body)
}

// unseen says that nothing in body sees of a variable more than its value, where
// the text gives it a value of another type.
func unseen(v *Var, text, value Type, body Term) bool {
	if v == nil || Equal(text, value) {
		return true
	}
	switch let := body.(type) {
	case *Use:
		return let.Var != v
	case *Untuple:
		if use, ok := let.Bound.(*Use); ok && use.Var == v {
			return unseenParts(let.Vars, text, value, let.Body) && unseen(v, text, value, let.Body)
		}
	}
	always, others := Slots(body)
	for _, s := range append(always, others...) {
		if !unseen(v, text, value, *s) {
			return false
		}
	}
	return true
}

func unseenParts(vars []*Var, text, value Type, body Term) bool {
	texts, values := text.(*TupleType).Elems, value.(*TupleType).Elems
	for i, v := range vars {
		if !unseen(v, texts[i], values[i], body) {
			return false
		}
	}
	return true
}
