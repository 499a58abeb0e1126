package linear

// A Copower is an element of !τ⊗A: a sum of singletons !x⊗v.
type Copower struct {
	left, right *Copower // a sum, if they are not nil
	x           any
	v           Value
}

// Singleton is the linear function that makes singletons with the key t.
//
//	{(t, -)} : LFun(σ, Copower(τ, σ)) = λx. [<t, x>]
func Singleton(t any) LFun { return LFun{func(v Value) Value { return &Copower{x: t, v: v} }} }

// Lcopowfold takes copowers apart.
//
//	lcopowfold t : LFun(Copower(τ, σ), ρ) = λz. Σ t (fst x) (snd x) for x of z        for t : τ → LFun(σ, ρ)
func (m *Monoid) Lcopowfold(t func(x any) LFun) LFun {
	return LFun{func(z Value) Value {
		var total Value
		rest := []*Copower{z.(*Copower)}
		for len(rest) > 0 {
			c := rest[len(rest)-1]
			rest = rest[:len(rest)-1]
			if c.left != nil {
				rest = append(rest, c.right, c.left)
				continue
			}
			total = m.Plus(total, t(c.x).At(c.v))
		}
		return total
	}}
}
