package chad

// A Rule is a rule of Table 1, appendix B: an equation that is used from left to right
// on terms of the concrete language. It preserves time.
type Rule struct {
	Name string
	Law  string // as it stands in the table
	// apply is the right side for a left side; nil if the rule does not match.
	apply func(t Term) Term
}

// Simplify is t after as many uses of the rules as there are, from the inside out. Used, if
// it is not nil, sees each of them.
func Simplify(t Term, rules []Rule, used func(r Rule, before, after Term)) Term {
	s := &simplifier{rules: rules, used: used}
	for {
		s.changed = false
		t = s.term(t)
		if !s.changed {
			return t
		}
	}
}

type simplifier struct {
	rules   []Rule
	used    func(r Rule, before, after Term)
	changed bool
}

// term uses the rules on a binding before its body, so that what is put into the body
// is there when its iteration comes, and on other terms after what is inside.
func (s *simplifier) term(t Term) Term {
	if let, ok := t.(*Let); ok {
		t = &Let{let.Var, s.term(let.Bound), let.Body}
		if f, ok := t.(*Let).Bound.(*Lambda); ok {
			let.Var.total = total(f.Body)
		}
		if after := s.once(t); after != nil {
			return s.term(after)
		}
		t = &Let{let.Var, t.(*Let).Bound, s.term(let.Body)}
		if after := s.once(t); after != nil {
			return after
		}
		return t
	}
	t = rebuild(t, func(x *Var) *Var { return x }, s.term)
	for {
		after := s.once(t)
		if after == nil {
			return t
		}
		if _, ok := after.(*Let); ok {
			return s.term(after)
		}
		t = after
	}
}

// once is t after the first rule that matches; nil if there is none.
func (s *simplifier) once(t Term) Term {
	for _, r := range s.rules {
		if after := r.apply(t); after != nil {
			s.changed = true
			if s.used != nil {
				s.used(r, t, after)
			}
			return after
		}
	}
	return nil
}

// Table1 is the rules of Table 1, in its order.
func Table1() []Rule { return append(append(letRules(), plusRules()...), arrayRules()...) }

// cheap says that t costs nothing to evaluate again.
func cheap(t Term) bool {
	switch t := t.(type) {
	case *Use, *Unit, *Zero:
		return true
	case *Fst:
		return cheap(t.X)
	case *Snd:
		return cheap(t.X)
	case *Pair:
		return cheap(t.A) && cheap(t.B)
	case *Op:
		_, ok := t.Op.(Constant)
		return ok
	}
	return false
}

// total says that the evaluation of t cannot end with an error, so that it may go
// where it is not needed.
func total(t Term) bool {
	switch t := t.(type) {
	case *Lambda:
		return true // it is not applied here
	case *Apply:
		f, ok := t.Func.(*Use)
		return ok && f.Var.total && total(t.Arg)
	case *Call:
		return false
	case *Op:
		switch op := t.Op.(type) {
		case Scalar:
			switch op.Op {
			case "idiv", "imod", "int":
				return false
			}
		case Constant, Size, Single, Plain, PlainSum, PlainBuild, ListMap, ListSum, ListZip, Literal:
		case Vector:
			if op != VSum {
				return false
			}
		default:
			return false
		}
		for _, a := range t.Args {
			if f, ok := a.(*Lambda); ok && !total(f.Body) {
				return false
			}
		}
	}
	ok := true
	inside(t, func(s Term) { ok = ok && total(s) })
	return ok
}

// begins says that x is what the evaluation of t begins with.
func begins(t Term, x *Var) bool {
	switch t := t.(type) {
	case *Use:
		return t.Var == x
	case *Let:
		return begins(t.Bound, x)
	case *Pair:
		return begins(t.A, x)
	case *Fst:
		return begins(t.X, x)
	case *Snd:
		return begins(t.X, x)
	case *Plus:
		return begins(t.A, x)
	case *Apply:
		return begins(t.Func, x)
	case *Case:
		return begins(t.X, x)
	case *Op:
		return len(t.Args) > 0 && begins(t.Args[0], x)
	}
	return false
}
