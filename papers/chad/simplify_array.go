package chad

// arrayRules are the rules of Table 1 on lists. Those on sums and arrays over indices
// are the same: sum(n, λi. e) is the sum of a map over all i < n.
func arrayRules() []Rule {
	return []Rule{
		// mapPairSplit: map (λx. <b, c>) a ⇝ let a' = a in zip (map (λx. b) a') (map (λx. c) a')
		//
		// The table leaves the zip out, and has a pair of lists for a list of pairs.
		{"mapPairSplit", "map (λx. <b, c>) a ⇝ let a' = a in zip (map (λx. b) a') (map (λx. c) a')", func(t Term) Term {
			f, over := mapped[ListMap](t, 0, 1)
			if f == nil {
				return nil
			}
			p, ok := f.Body.(*Pair)
			if !ok {
				return nil
			}
			a := newVar("a", typeIn(over))
			l := &Op{Op: ListMap{}, Args: []Term{&Lambda{f.Var, p.A}, use(a)}}
			r := &Op{Op: ListMap{}, Args: []Term{renamed(&Lambda{f.Var, p.B}), use(a)}}
			return &Let{a, over, &Op{Op: ListZip{}, Args: []Term{l, r}}}
		}},

		// mapZero: map (λx. zero) a ⇝ zero        and build(n, λi. zero) ⇝ zero
		{"mapZero", "map (λx. zero) a ⇝ zero", func(t Term) Term {
			if f, over := mapped[ListMap](t, 0, 1); f != nil && isZero(f.Body) && total(over) {
				return &Zero{ListType{f.Body.(*Zero).Of}}
			}
			if f, n := mapped[PlainBuild](t, 1, 0); f != nil && isZero(f.Body) && total(n) {
				return &Zero{arrayOf(f.Body.(*Zero).Of, dimensions(f.Var.Type))}
			}
			return nil
		}},

		// sumZip: sum (zip a b) ⇝ <sum a, sum b>        and sum(n, λi. <a, b>) ⇝ <sum(n, λi. a), sum(n, λi. b)>
		{"sumZip", "sum (zip a b) ⇝ <sum a, sum b>", func(t Term) Term {
			if z, ok := summed(t); ok {
				if zip, ok := z.(*Op); ok && zip.Op == Operation(ListZip{}) {
					return &Pair{&Op{Op: ListSum{}, Args: zip.Args[:1]}, &Op{Op: ListSum{}, Args: zip.Args[1:]}}
				}
			}
			if f, n := mapped[PlainSum](t, 1, 0); f != nil && cheap(n) {
				if p, ok := f.Body.(*Pair); ok {
					l := &Op{Op: PlainSum{}, Args: []Term{n, &Lambda{f.Var, p.A}}}
					return &Pair{l, &Op{Op: PlainSum{}, Args: []Term{renamed(n), renamed(&Lambda{f.Var, p.B})}}}
				}
			}
			return nil
		}},

		// sumZero: sum zero ⇝ zero        and sum(n, λi. zero) ⇝ zero
		{"sumZero", "sum zero ⇝ zero", func(t Term) Term {
			if z, ok := summed(t); ok && isZero(z) {
				return &Zero{z.(*Zero).Of.(ListType).Elem}
			}
			if f, n := mapped[PlainSum](t, 1, 0); f != nil && isZero(f.Body) && total(n) {
				return f.Body
			}
			return nil
		}},

		// sumSingleton: sum (map (λx. [x]) e) ⇝ e
		{"sumSingleton", "sum (map (λx. [x]) e) ⇝ e", func(t Term) Term {
			z, ok := summed(t)
			if !ok {
				return nil
			}
			f, over := mapped[ListMap](z, 0, 1)
			if f == nil {
				return nil
			}
			if s, ok := f.Body.(*Op); ok && s.Op == Operation(Single{}) && same(s.Args[0], use(f.Var)) {
				return over
			}
			return nil
		}},
	}
}

// mapped is the λ, argument f, and argument over of an operation of the kind O; nil for
// other terms, and if the argument is no λ.
func mapped[O Operation](t Term, f, over int) (*Lambda, Term) {
	op, ok := t.(*Op)
	if !ok {
		return nil, nil
	}
	if _, ok := op.Op.(O); !ok {
		return nil, nil
	}
	l, ok := op.Args[f].(*Lambda)
	if !ok {
		return nil, nil
	}
	return l, op.Args[over]
}

// summed is the list that t is the sum of.
func summed(t Term) (Term, bool) {
	op, ok := t.(*Op)
	if !ok || op.Op != Operation(ListSum{}) {
		return nil, false
	}
	return op.Args[0], true
}
