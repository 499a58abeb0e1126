package core

// loop is the rule of a loop.
func (c *checker) loop(e Term) Type {
	switch e := e.(type) {
	// Γ ⊢ ni : Int     Γ, i1 : Int, …, ik : Int ⊢ e : σ[_, …] (r dimensions, perhaps none)
	// ──────────────────────────────────────────────────────────────────────────────────────
	// Γ ⊢ [e for i1 < n1, …, ik < nk] : σ[_, …] (k + r dimensions)
	case *Build:
		if len(e.Binders) == 0 {
			c.failf(e.At, "a build without an index")
		}
		vars := make([]*Var, len(e.Binders))
		for i, b := range e.Binders {
			c.want(b.Size, Int)
			c.binds(e.At, b.Var, Int)
			vars[i] = b.Var
		}
		c.ints(e.Row)
		var t Type
		c.in(e.At, vars, func() { t = c.term(e.Body) })
		rank, elem := 0, t
		if a, ok := t.(*ArrayType); ok {
			rank, elem = a.Rank, a.Elem
		}
		if e.Row != nil && len(e.Row) != rank {
			c.failf(e.At, "%d sizes are not those of %s", len(e.Row), t)
		}
		if !flat(elem) {
			c.failf(e.At, "%s is no type of elements", elem)
		}
		return ArrayOf(t, len(e.Binders))

	// Γ, i1 : Int, …, ij-1 : Int ⊢ nj : Int     Γ, i1 : Int, …, ik : Int ⊢ e : τ
	// ───────────────────────────────────────────────────────────────────────── τ can be added
	// Γ ⊢ sum(i1 < n1, …, ik < nk) e : τ                        and for max: τ is Real or Int
	//                                                            and for argmax(i < n) e : Int
	case *Reduce:
		if len(e.Binders) == 0 {
			c.failf(e.At, "a %s without an index", e.Op)
		}
		return c.reduce(e, 0)

	// Γ ⊢ a : T     Γ ⊢ v : σ[_, …]     Γ, acc : T, x : v[i] ⊢ e : T
	// ───────────────────────────────────────────────────────────────
	// Γ ⊢ fold(\(acc, x). e, a, v) : T          T of numbers, and no acc, if it adds
	case *Fold:
		c.label(e.At, e.Plan)
		t, over := c.term(e.Init), c.array(e.Over)
		if e.Adds && (!Additive(t) || e.Acc != nil) {
			c.failf(e.At, "a fold of %s that adds", t)
		}
		c.binds(e.At, e.Acc, t)
		c.binds(e.At, e.Elem, ArrayOf(over.Elem, over.Rank-1))
		c.in(e.At, []*Var{e.Acc, e.Elem}, func() { c.want(e.Body, t) })
		return t

	// Γ ⊢ n : Int     Γ ⊢ a : T     Γ, s : T ⊢ e : T
	// ───────────────────────────────────────────────
	// Γ ⊢ nTimes(n, a, \s. e) : T
	case *NTimes:
		c.label(e.At, e.Plan)
		c.want(e.Count, Int)
		t := c.term(e.Init)
		c.step(e, e.State, t, e.Body, t)
		return t

	// Γ ⊢ n : Int     Γ ⊢ a : T     Γ, s : T ⊢ c : Bool     Γ, s : T ⊢ e : T
	// ────────────────────────────────────────────────────────────────────────
	// Γ ⊢ while(n, a, \s. c, \s. e) : T
	case *While:
		c.label(e.At, e.Plan)
		c.want(e.Limit, Int)
		t := c.term(e.Init)
		c.step(e, e.Test, t, e.Cond, Bool)
		c.step(e, e.State, t, e.Body, t)
		return t

	// Γ ⊢ n : Int     Γ ⊢ a : T     Γ, i : Int, s : T ⊢ e : T
	// ────────────────────────────────────────────────────────
	// Γ ⊢ ccl(n, a, \(i, s). e) : T
	case *Ccl:
		c.want(e.Count, Int)
		t := c.term(e.Init)
		c.binds(e.At, e.Index, Int)
		c.binds(e.At, e.State, t)
		c.in(e.At, []*Var{e.Index, e.State}, func() { c.want(e.Body, t) })
		return t
	}
	c.failf(e.Pos(), "there is no rule for %T", e)
	return nil
}

// step checks that Γ, s : S ⊢ e : T.
func (c *checker) step(loop Term, s *Var, from Type, e Term, to Type) {
	c.binds(loop.Pos(), s, from)
	c.in(loop.Pos(), []*Var{s}, func() { c.want(e, to) })
}

// reduce checks the loops from number k on.
func (c *checker) reduce(e *Reduce, k int) (t Type) {
	if k < len(e.Binders) {
		b := e.Binders[k]
		c.want(b.Size, Int)
		c.binds(e.At, b.Var, Int)
		c.in(e.At, []*Var{b.Var}, func() { t = c.reduce(e, k+1) })
		if k == 0 {
			c.shape(e.At, e.Zero, t)
		}
		return t
	}
	t = c.term(e.Body)
	switch {
	case e.Op == Sum && addable(t):
	case e.Op == Max && (t == Real || t == Int):
	case e.Op == ArgMax && (t == Real || t == Int) && len(e.Binders) == 1:
		return Int
	default:
		c.failf(e.At, "there is no %s of %s", e.Op, t)
	}
	return t
}

// addable reports whether values of t can be added.
func addable(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return true
	case *CapturedType:
		return !t.Trace
	case *TupleType:
		for _, e := range t.Elems {
			if !addable(e) {
				return false
			}
		}
		return true
	case *ArrayType:
		return addable(t.Elem)
	}
	return false
}
