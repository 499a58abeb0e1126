package chad

// plusRules are the rules of Table 1 on monoids.
func plusRules() []Rule {
	binary := func(f func(a, b Term) Term) func(Term) Term {
		return func(t Term) Term {
			if p, ok := t.(*Plus); ok {
				return f(p.A, p.B)
			}
			return nil
		}
	}
	return []Rule{
		// plusZero1: plus zero a ⇝ a
		{"plusZero1", "plus zero a ⇝ a", binary(func(a, b Term) Term {
			if isZero(a) {
				return b
			}
			return nil
		})},

		// plusZero2: plus a zero ⇝ a
		{"plusZero2", "plus a zero ⇝ a", binary(func(a, b Term) Term {
			if isZero(b) {
				return a
			}
			return nil
		})},

		// plusPair: plus <a, b> <c, d> ⇝ <plus a c, plus b d>
		{"plusPair", "plus <a, b> <c, d> ⇝ <plus a c, plus b d>", binary(func(a, b Term) Term {
			p, ok := a.(*Pair)
			q, also := b.(*Pair)
			if ok && also {
				return &Pair{&Plus{p.A, q.A}, &Plus{p.B, q.B}}
			}
			return nil
		})},

		// plusLet1: plus (let x = e in a) b ⇝ let x = e in plus a b
		{"plusLet1", "plus (let x = e in a) b ⇝ let x = e in plus a b", binary(func(a, b Term) Term {
			if x, ok := a.(*Let); ok {
				return &Let{x.Var, x.Bound, &Plus{x.Body, b}}
			}
			return nil
		})},

		// plusLet2: plus a (let x = e in b) ⇝ let x = e in plus a b
		{"plusLet2", "plus a (let x = e in b) ⇝ let x = e in plus a b", binary(func(a, b Term) Term {
			if x, ok := b.(*Let); ok {
				return &Let{x.Var, x.Bound, &Plus{a, x.Body}}
			}
			return nil
		})},

		// algebra: 0 * x ⇝ 0, x * 0 ⇝ 0 (etc.)
		//
		// The others are the laws of section 9.2 and Figure 6 for the 0 of pairs, functions and
		// linear operations: fst 0 = 0, snd 0 = 0, 0 x = 0, lop(t; 0) = 0.
		{"algebra", "0 * x ⇝ 0, x * 0 ⇝ 0 (etc.)", func(t Term) Term {
			switch t := t.(type) {
			case *Fst:
				if z, ok := t.X.(*Zero); ok {
					return &Zero{z.Of.(ProdType).A}
				}
			case *Snd:
				if z, ok := t.X.(*Zero); ok {
					return &Zero{z.Of.(ProdType).B}
				}
			case *Apply:
				if z, ok := t.Func.(*Zero); ok && total(t.Arg) {
					return &Zero{z.Of.(FunType).To}
				}
			case *Op:
				op, ok := t.Op.(Plain)
				if !ok {
					return nil
				}
				x, isNumber := constantOf(t.Args[0])
				_, scales := op.Op.(Scale)
				if !isZero(t.Args[len(t.Args)-1]) && !(scales && isNumber && x == 0) {
					return nil
				}
				types := make([]Type, len(t.Args))
				for i, a := range t.Args {
					types[i] = typeIn(a)
				}
				return &Zero{op.Result(types)}
			}
			return nil
		}},
	}
}

func isZero(t Term) bool {
	_, ok := t.(*Zero)
	return ok
}
