package chad

// The concrete language, section 9.3: the source language with lists, 0 and +. Linear
// functions are functions in it, and copowers lists. It has no linear terms.
type (
	// Zero is 0.
	Zero struct{ Of Type }
	// Plus is t + s, of a monoid.
	Plus struct{ A, B Term }
)

func (*Zero) isTerm() {}
func (*Plus) isTerm() {}

// concrete is the rules for 0 and +.
func (c *checker) concrete(t Term) Type {
	switch t := t.(type) {
	// Γ ⊢ 0 : τ
	case *Zero:
		return t.Of

	// Γ ⊢ t : τ     Γ ⊢ s : τ
	// ───────────────────────
	// Γ ⊢ t + s : τ
	case *Plus:
		l, r := c.term(t.A), c.term(t.B)
		if l != r {
			c.failf("%s + %s", l, r)
		}
		return l
	}
	c.failf("there is no rule for %T", t)
	return nil
}

// plain is A^T, section 9.2.
//
//	real_^T = real      1_^T = 1      (A*B)^T = A^T*B^T      (A⊕B)^T = Maybe(A^T+B^T)
//	(τ → A)^T = τ^T → A^T             (!τ⊗A)^T = List(τ^T*A^T)
func plain(a Linear) Type {
	switch a := a.(type) {
	case LReal:
		return RealType{}
	case LUnit:
		return UnitType{}
	case LProd:
		return ProdType{plain(a.A), plain(a.B)}
	case LSum:
		return MaybeType{plain(a.A), plain(a.B)}
	case LArray:
		return ArrayType{plain(a.Elem), a.Rank}
	case Power:
		return FunType{concreteType(a.From), plain(a.To)}
	}
	c := a.(Copower)
	return ListType{ProdType{concreteType(c.Of), plain(c.By)}}
}

// concreteType is τ^T.
//
//	(A ⊸ B)^T = A^T → B^T
func concreteType(t Type) Type {
	switch t := t.(type) {
	case ProdType:
		return ProdType{concreteType(t.A), concreteType(t.B)}
	case SumType:
		return SumType{concreteType(t.A), concreteType(t.B)}
	case ArrayType:
		return ArrayType{concreteType(t.Elem), t.Rank}
	case ListType:
		return ListType{concreteType(t.Elem)}
	case FunType:
		return FunType{concreteType(t.From), concreteType(t.To)}
	case LFunType:
		return FunType{plain(t.From), plain(t.To)}
	}
	return t
}
