package chad

// linear is the B of Γ; v : A ⊢ t : B, Figure 5.
func (c *checker) linear(a Linear, t LinTerm) Linear {
	switch t := t.(type) {
	// Γ; v : A ⊢ v : A
	case *LinVar:
		return a

	// Γ ⊢ t : τ     Γ, x : τ; v : A ⊢ s : B
	// ─────────────────────────────────────
	// Γ; v : A ⊢ let x = t in s : B
	case *LinLet:
		c.binds(t.Var, c.term(t.Bound))
		return c.linearUnder(t.Var, a, t.Body)

	// Γ; v : A ⊢ t : B     Γ; v : B ⊢ s : C
	// ─────────────────────────────────────
	// Γ; v : A ⊢ let v = t in s : C
	case *LinLetV:
		return c.linear(c.linear(a, t.Bound), t.Body)

	// Γ ⊢ ti : τi     Γ; v : A ⊢ s : LDom(lop)
	// ─────────────────────────────────────────
	// Γ; v : A ⊢ lop(t1, …, tk; s) : CDom(lop)
	case *LinOp:
		args, from := c.terms(t.Args), c.linear(a, t.X)
		to := t.Op.Result(args, from)
		if to == nil {
			c.failf("%s of %v and %s", t.Op.Name(), args, from)
		}
		return to

	// Γ; v : A ⊢ <> : 1_
	case *LinUnit:
		return LUnit{}

	// Γ; v : A ⊢ t : B     Γ; v : A ⊢ s : C
	// ─────────────────────────────────────
	// Γ; v : A ⊢ <t, s> : B*C
	case *LinPair:
		return LProd{c.linear(a, t.A), c.linear(a, t.B)}

	// Γ; v : A ⊢ t : B*C          Γ; v : A ⊢ t : B*C
	// ────────────────────        ────────────────────
	// Γ; v : A ⊢ fst t : B        Γ; v : A ⊢ snd t : C
	case *LinFst:
		return c.linearProduct(a, t.X).A
	case *LinSnd:
		return c.linearProduct(a, t.X).B

	// Γ, y : σ; v : A ⊢ t : B
	// ──────────────────────────
	// Γ; v : A ⊢ λy. t : σ → B
	case *LinPower:
		return Power{t.Var.Type, c.linearUnder(t.Var, a, t.Body)}

	// Γ; v : A ⊢ t : σ → B     Γ ⊢ s : σ
	// ──────────────────────────────────
	// Γ; v : A ⊢ t s : B
	case *LinAt:
		p, ok := c.linear(a, t.X).(Power)
		if !ok {
			c.failf("what is no power is applied")
		}
		c.want(t.Arg, p.From, "an argument of a power")
		return p.To

	// Γ ⊢ t : σ     Γ; v : A ⊢ s : B
	// ──────────────────────────────
	// Γ; v : A ⊢ !t ⊗ s : !σ⊗B
	case *LinCopower:
		return Copower{c.term(t.X), c.linear(a, t.By)}

	// Γ; v : A ⊢ t : !σ⊗B     Γ, y : σ; v : B ⊢ s : C
	// ───────────────────────────────────────────────
	// Γ; v : A ⊢ case t of !y ⊗ v → s : C
	case *LinCase:
		p, ok := c.linear(a, t.X).(Copower)
		if !ok {
			c.failf("a case of what is no copower")
		}
		c.binds(t.Var, p.Of)
		return c.linearUnder(t.Var, p.By, t.Body)

	// Γ ⊢ t : B ⊸ C     Γ; v : A ⊢ s : B
	// ──────────────────────────────────
	// Γ; v : A ⊢ t • s : C
	case *LinApply:
		f, ok := c.term(t.Func).(LFunType)
		if !ok {
			c.failf("what is no linear function is applied")
		}
		if arg := c.linear(a, t.Arg); arg != f.From {
			c.failf("a linear function of %s is applied to %s", f.From, arg)
		}
		return f.To

	// Γ; v : A ⊢ 0 : B
	case *LinZero:
		return t.Of

	// Γ; v : A ⊢ t : B     Γ; v : A ⊢ s : B
	// ─────────────────────────────────────
	// Γ; v : A ⊢ t + s : B
	case *LinPlus:
		l, r := c.linear(a, t.A), c.linear(a, t.B)
		if l != r {
			c.failf("%s + %s", l, r)
		}
		return l
	}
	return c.linearLoop(a, t)
}

// linearLoop is the rules that linear_term.go shows with its terms.
func (c *checker) linearLoop(a Linear, t LinTerm) Linear {
	switch t := t.(type) {
	case *LinBuild:
		k := c.binder(t.Size, t.Var)
		return linearArrayOf(c.linearUnder(t.Var, a, t.Body), k)
	case *LinSum:
		c.binder(t.Size, t.Var)
		return c.linearUnder(t.Var, a, t.Body)
	case *LinScan:
		c.list(t.Over, t.Var)
		of := c.linear(a, t.Init)
		if got := c.linearUnder(t.Var, LProd{a, of}, t.Body); got != of {
			c.failf("a scan takes its state from %s to %s", of, got)
		}
		return of
	case *LinBack:
		c.list(t.Over, t.Var)
		of := c.linear(a, t.Init)
		p, ok := c.linearUnder(t.Var, of, t.Body).(LProd)
		if !ok || p.B != of {
			c.failf("a scan from the last takes its state from %s to %s", of, p)
		}
		return p
	}
	c.failf("there is no rule for %T", t)
	return nil
}

// list checks that x stands for the elements of t.
func (c *checker) list(t Term, x *Var) {
	l, ok := c.term(t).(ListType)
	if !ok {
		c.failf("a scan of what is no list")
	}
	c.binds(x, l.Elem)
}

func (c *checker) linearUnder(x *Var, a Linear, t LinTerm) (of Linear) {
	c.with(x, func() { of = c.linear(a, t) })
	return of
}

func (c *checker) linearProduct(a Linear, t LinTerm) LProd {
	p, ok := c.linear(a, t).(LProd)
	if !ok {
		c.failf("a projection of what is no linear pair")
	}
	return p
}
