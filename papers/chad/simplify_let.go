package chad

// letRules are the rules of Table 1 on bindings, functions and pairs.
func letRules() []Rule {
	return []Rule{
		// lamAppLet: (λx. e) a ⇝ let x = a in e
		{"lamAppLet", "(λx. e) a ⇝ let x = a in e", func(t Term) Term {
			a, ok := t.(*Apply)
			if !ok {
				return nil
			}
			if f, ok := a.Func.(*Lambda); ok {
				return &Let{f.Var, a.Arg, f.Body}
			}
			return nil
		}},

		// letRotate: let x = (let y = a in b) in e ⇝ let y = a in let x = b in e
		{"letRotate", "let x = (let y = a in b) in e ⇝ let y = a in let x = b in e", func(t Term) Term {
			if x, ok := t.(*Let); ok {
				if y, ok := x.Bound.(*Let); ok {
					return &Let{y.Var, y.Bound, &Let{x.Var, y.Body, x.Body}}
				}
			}
			return nil
		}},

		// letPairSplit: let x = <a, b> in e ⇝ let x1 = a in let x2 = b in e[<x1, x2>/x]
		{"letPairSplit", "let x = <a, b> in e ⇝ let x1 = a in let x2 = b in e[<x1, x2>/x]", func(t Term) Term {
			x, ok := t.(*Let)
			if !ok {
				return nil
			}
			p, ok := x.Bound.(*Pair)
			if !ok {
				return nil
			}
			of := x.Var.Type.(ProdType)
			x1, x2 := newVar(x.Var.Name, of.A), newVar(x.Var.Name+"'", of.B)
			return &Let{x1, p.A, &Let{x2, p.B, put(x.Body, x.Var, &Pair{use(x1), use(x2)})}}
		}},

		// letInline: let x = a in e ⇝ e[a/x]        if a is cheap or used at most once in e
		{"letInline", "let x = a in e ⇝ e[a/x] (if a is cheap or used at most once in e)", func(t Term) Term {
			x, ok := t.(*Let)
			if !ok {
				return nil
			}
			runs, written := uses(x.Body, x.Var)
			if _, isLambda := x.Bound.(*Lambda); cheap(x.Bound) || isLambda && written <= 1 || runs <= 1 && total(x.Bound) || runs == 1 && begins(x.Body, x.Var) {
				return put(x.Body, x.Var, x.Bound)
			}
			return nil
		}},

		// pairProj1: fst <a, b> ⇝ a
		{"pairProj1", "fst <a, b> ⇝ a", func(t Term) Term {
			if f, ok := t.(*Fst); ok {
				if p, ok := f.X.(*Pair); ok && total(p.B) {
					return p.A
				}
			}
			return nil
		}},

		// pairProj2: snd <a, b> ⇝ b
		{"pairProj2", "snd <a, b> ⇝ b", func(t Term) Term {
			if f, ok := t.(*Snd); ok {
				if p, ok := f.X.(*Pair); ok && total(p.A) {
					return p.B
				}
			}
			return nil
		}},

		// pairEta: <fst a, snd a> ⇝ a
		{"pairEta", "<fst a, snd a> ⇝ a", func(t Term) Term {
			p, ok := t.(*Pair)
			if !ok {
				return nil
			}
			l, isFst := p.A.(*Fst)
			r, isSnd := p.B.(*Snd)
			if isFst && isSnd && cheap(l.X) && same(l.X, r.X) {
				return l.X
			}
			return nil
		}},

		// letProj1: fst (let x = a in e) ⇝ let x = a in fst e
		{"letProj1", "fst (let x = a in e) ⇝ let x = a in fst e", func(t Term) Term {
			if f, ok := t.(*Fst); ok {
				if x, ok := f.X.(*Let); ok {
					return &Let{x.Var, x.Bound, fst(x.Body)}
				}
			}
			return nil
		}},

		// letProj2: snd (let x = a in e) ⇝ let x = a in snd e
		{"letProj2", "snd (let x = a in e) ⇝ let x = a in snd e", func(t Term) Term {
			if f, ok := t.(*Snd); ok {
				if x, ok := f.X.(*Let); ok {
					return &Let{x.Var, x.Bound, snd(x.Body)}
				}
			}
			return nil
		}},

		// letLamPairSplit: let f = λx. <a, b> in e ⇝ let f1 = λx. a in let f2 = λx. b in e[λx. <f1 x, f2 x>/f]
		{"letLamPairSplit", "let f = λx. <a, b> in e ⇝ let f1 = λx. a in let f2 = λx. b in e[λx. <f1 x, f2 x>/f]", func(t Term) Term {
			let, ok := t.(*Let)
			if !ok {
				return nil
			}
			f, ok := let.Bound.(*Lambda)
			if !ok {
				return nil
			}
			p, ok := f.Body.(*Pair)
			if !ok {
				return nil
			}
			of := let.Var.Type.(FunType)
			to := of.To.(ProdType)
			f1, f2 := newVar(let.Var.Name, FunType{of.From, to.A}), newVar(let.Var.Name+"'", FunType{of.From, to.B})
			x := newVar(f.Var.Name, of.From)
			eta := &Lambda{x, &Pair{&Apply{use(f1), use(x)}, &Apply{use(f2), use(x)}}}
			return &Let{f1, &Lambda{f.Var, p.A}, &Let{f2, renamed(&Lambda{f.Var, p.B}), put(let.Body, let.Var, eta)}}
		}},
	}
}

// same says that two cheap terms are the same.
func same(a, b Term) bool {
	switch a := a.(type) {
	case *Use:
		b, ok := b.(*Use)
		return ok && a.Var == b.Var
	case *Fst:
		b, ok := b.(*Fst)
		return ok && same(a.X, b.X)
	case *Snd:
		b, ok := b.(*Snd)
		return ok && same(a.X, b.X)
	}
	return false
}
