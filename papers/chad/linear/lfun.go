package linear

// An LFun is a linear function: a homomorphism of monoids. It takes 0 to 0.
type LFun struct{ apply func(Value) Value }

// At is f(x).
func (f LFun) At(x Value) Value {
	if x == nil {
		return nil
	}
	return f.apply(x)
}

// Lop is the linear function that a linear operation denotes: f respects +.
//
//	lop(t1, …, tk) : LFun(LDom(lop), CDom(lop))
func Lop(f func(Value) Value) LFun { return LFun{f} }

// Lid is the identity.
//
//	lid : LFun(τ, τ) = λx. x
func Lid() LFun { return LFun{func(x Value) Value { return x }} }

// Compose is f, and then g.
//
//	t ;l s : LFun(τ, ρ) = λx. s (t x)
func Compose(f, g LFun) LFun { return LFun{func(x Value) Value { return g.At(f.At(x)) }} }

// Zero is the zero function.
//
//	0 : LFun(τ, σ) = λ_. 0
func Zero() LFun { return LFun{func(Value) Value { return nil }} }

// PlusLFun is f + g.
//
//	t + s : LFun(τ, σ) = λx. t x + s x
func (m *Monoid) PlusLFun(f, g LFun) LFun {
	return LFun{func(x Value) Value { return m.Plus(f.At(x), g.At(x)) }}
}

// Lswap exchanges arguments.
//
//	lswap t : LFun(σ, τ → ρ) = λx. λy. t y x        for t : τ → LFun(σ, ρ)
func Lswap(t func(y any) LFun) LFun {
	return LFun{func(x Value) Value { return PowerOf(func(y any) Value { return t(y).At(x) }) }}
}

// Leval evaluates at t.
//
//	leval t : LFun(τ → σ, σ) = λx. x t
func Leval(t any) LFun { return LFun{func(x Value) Value { return At(x, t) }} }

// Lfst and Lsnd are the projections.
//
//	lfst : LFun(τ*σ, τ) = λx. fst x
//	lsnd : LFun(τ*σ, σ) = λx. snd x
func Lfst() LFun { return LFun{func(x Value) Value { return x.(*Pair).A }} }
func Lsnd() LFun { return LFun{func(x Value) Value { return x.(*Pair).B }} }

// Lpair is the pairing. A pair of zeros is 0.
//
//	lpair(t, s) : LFun(τ, σ*ρ) = λx. <t x, s x>
func Lpair(f, g LFun) LFun {
	return LFun{func(x Value) Value {
		a, b := f.At(x), g.At(x)
		if a == nil && b == nil {
			return nil
		}
		return &Pair{a, b}
	}}
}
