package chad

import (
	"fmt"
)

// Check is the type of t where the variables are those given: Γ ⊢ t : τ, Figures 3 and
// 5. The error says which term the rules do not admit.
func Check(t Term, vars ...*Var) (of Type, err error) {
	c := &checker{scope: map[*Var]bool{}}
	for _, x := range vars {
		c.scope[x] = true
	}
	defer recovered(&err)
	return c.term(t), nil
}

// CheckDef checks ⊢ f : τ → σ.
func CheckDef(d *Def) error {
	of, err := Check(d.Body, d.Param)
	if err == nil && of != d.Result {
		err = fmt.Errorf("%s has the type %s, and should have %s", d.Name, of, d.Result)
	}
	return err
}

// illTyped is the panic of a checker.
type illTyped struct{ error }

func recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case illTyped:
		*err = r.error
	default:
		panic(r)
	}
}

type checker struct {
	scope map[*Var]bool
	loose bool          // variables may be used that are not in scope
	types map[Term]Type // of all subterms, if it is not nil
}

func (c *checker) failf(format string, args ...any) {
	panic(illTyped{fmt.Errorf(format, args...)})
}

// with checks what is in the scope of x.
func (c *checker) with(x *Var, body func()) {
	if c.scope[x] {
		c.failf("%s is bound twice", x.Name)
	}
	c.scope[x] = true
	body()
	delete(c.scope, x)
}

// under is the type of t in the scope of x.
func (c *checker) under(x *Var, t Term) (of Type) {
	c.with(x, func() { of = c.term(t) })
	return of
}

func (c *checker) want(t Term, of Type, what string) {
	if got := c.term(t); got != of {
		c.failf("%s is of the type %s, and should be of %s", what, got, of)
	}
}

func (c *checker) binds(x *Var, of Type) {
	if x.Type != of {
		c.failf("%s is of the type %s, and stands for what is of %s", x.Name, x.Type, of)
	}
}

func (c *checker) terms(list []Term) []Type {
	types := make([]Type, len(list))
	for i, t := range list {
		types[i] = c.term(t)
	}
	return types
}

func (c *checker) term(t Term) Type {
	of := c.rule(t)
	if c.types != nil {
		c.types[t] = of
	}
	return of
}

// rule is the typing rule for t.
func (c *checker) rule(t Term) Type {
	switch t := t.(type) {
	// (x : τ) ∈ Γ
	// ───────────
	// Γ ⊢ x : τ
	case *Use:
		if !c.scope[t.Var] && !c.loose {
			c.failf("%s is not in scope", t.Var.Name)
		}
		return t.Var.Type

	// Γ ⊢ t : τ     Γ, x : τ ⊢ s : σ
	// ──────────────────────────────
	// Γ ⊢ let x = t in s : σ
	case *Let:
		c.binds(t.Var, c.term(t.Bound))
		return c.under(t.Var, t.Body)

	// Γ ⊢ ti : τi     op ∈ Op of τ1, …, τk and σ
	// ──────────────────────────────────────────
	// Γ ⊢ op(t1, …, tk) : σ
	case *Op:
		args := c.terms(t.Args)
		of := t.Op.Result(args)
		if of == nil {
			c.failf("%s of %v", t.Op.Name(), args)
		}
		return of

	// Γ ⊢ <> : 1
	case *Unit:
		return UnitType{}

	// Γ ⊢ t : τ     Γ ⊢ s : σ
	// ───────────────────────
	// Γ ⊢ <t, s> : τ*σ
	case *Pair:
		return ProdType{c.term(t.A), c.term(t.B)}

	// Γ ⊢ t : τ*σ          Γ ⊢ t : τ*σ
	// ─────────────        ─────────────
	// Γ ⊢ fst t : τ        Γ ⊢ snd t : σ
	case *Fst:
		return c.product(t.X).A
	case *Snd:
		return c.product(t.X).B

	// Γ, x : τ ⊢ t : σ
	// ──────────────────
	// Γ ⊢ λx. t : τ → σ
	case *Lambda:
		return FunType{t.Var.Type, c.under(t.Var, t.Body)}

	// Γ ⊢ t : σ → τ     Γ ⊢ s : σ
	// ───────────────────────────
	// Γ ⊢ t s : τ
	case *Apply:
		f, ok := c.term(t.Func).(FunType)
		if !ok {
			c.failf("what is no function is applied")
		}
		c.want(t.Arg, f.From, "an argument")
		return f.To

	// ⊢ f : σ → τ     Γ ⊢ s : σ
	// ─────────────────────────
	// Γ ⊢ f s : τ
	case *Call:
		c.want(t.Arg, t.Def.Param.Type, "an argument of "+t.Def.Name)
		return t.Def.Result

	// Γ; v : A ⊢ t : B
	// ────────────────────
	// Γ ⊢ λ_v. t : A ⊸ B
	case *LinLambda:
		return LFunType{t.From, c.linear(t.From, t.Body)}

	case *Zero, *Plus:
		return c.concrete(t)
	}
	return c.sums(t)
}

func (c *checker) product(t Term) ProdType {
	p, ok := c.term(t).(ProdType)
	if !ok {
		c.failf("a projection of what is no pair")
	}
	return p
}

// sums is the rules for sums and for what binds indices.
func (c *checker) sums(t Term) Type {
	switch t := t.(type) {
	// Γ ⊢ t : τ                 Γ ⊢ t : σ
	// ────────────────          ────────────────
	// Γ ⊢ inl t : τ+σ           Γ ⊢ inr t : τ+σ
	case *Inl:
		return SumType{c.term(t.X), t.Other}
	case *Inr:
		return SumType{t.Other, c.term(t.X)}

	// Γ ⊢ t : τ+σ     Γ, x : τ ⊢ a : ρ     Γ, y : σ ⊢ b : ρ
	// ─────────────────────────────────────────────────────
	// Γ ⊢ case t of inl x → a | inr y → b : ρ
	case *Case:
		s, ok := c.term(t.X).(SumType)
		if !ok {
			c.failf("a case of what is no sum")
		}
		c.binds(t.L, s.A)
		c.binds(t.R, s.B)
		a, b := c.under(t.L, t.A), c.under(t.R, t.B)
		if a != b {
			c.failf("the branches of a case are of the types %s and %s", a, b)
		}
		return a

	// Γ ⊢ s : real[_]     Γ, x : real ⊢ t : real
	// ──────────────────────────────────────────
	// Γ ⊢ map(x.t, s) : real[_]
	case *Map:
		c.want(t.On, vectorType, "what map runs over")
		c.binds(t.Var, RealType{})
		if of := c.under(t.Var, t.Body); of != Type(RealType{}) {
			c.failf("map gives elements of the type %s", of)
		}
		return vectorType

	// Γ ⊢ n : int     Γ, i : int ⊢ t : τ
	// ──────────────────────────────────      and for several dimensions
	// Γ ⊢ build(i < n. t) : τ[_]
	case *Build:
		k := c.binder(t.Size, t.Var)
		if rows := c.terms(t.Row); !ints(rows, len(rows)) {
			c.failf("sizes of rows that are not of the type int")
		}
		return arrayOf(c.under(t.Var, t.Body), k)

	// Γ ⊢ n : int     Γ, i : int ⊢ t : τ
	// ──────────────────────────────────      τ can be added
	// Γ ⊢ sum(i < n. t) : τ
	case *Sum:
		c.binder(t.Size, t.Var)
		of := c.under(t.Var, t.Body)
		if t.Zero != nil {
			c.want(t.Zero, of, "the sum of nothing")
		}
		return of

	// Γ ⊢ n : int     Γ, i : int ⊢ t : τ
	// ──────────────────────────────────      τ is real or int; with an index: int
	// Γ ⊢ max(i < n. t) : τ
	case *Max:
		c.binder(t.Size, t.Var)
		of := c.under(t.Var, t.Body)
		if of != Type(RealType{}) && of != Type(IntType{}) {
			c.failf("a maximum of %s", of)
		}
		if t.Index {
			return t.Var.Type
		}
		return of

	// Γ ⊢ n : int     Γ ⊢ s : τ     Γ, p : int*τ ⊢ t : τ     Γ, a : τ ⊢ c : 1+1
	// ────────────────────────────────────────────────────────────────────────
	// Γ ⊢ loop(n, s, p. t, a. c) : τ
	case *Loop:
		c.want(t.Count, IntType{}, "a count")
		of := c.term(t.Init)
		c.binds(t.Var, ProdType{IntType{}, of})
		if got := c.under(t.Var, t.Body); got != of {
			c.failf("a loop takes its state from %s to %s", of, got)
		}
		if t.Cond != nil {
			c.binds(t.CondV, of)
			if got := c.under(t.CondV, t.Cond); got != Type(boolType) {
				c.failf("a condition of the type %s", got)
			}
		}
		return of

	// Γ ⊢ t : τ
	// ──────────────
	// Γ ⊢ stop t : τ
	case *Stop:
		return c.term(t.X)
	}
	c.failf("there is no rule for %T", t)
	return nil
}

// binder checks i < n, and is the number of indices.
func (c *checker) binder(size Term, x *Var) int {
	of := c.term(size)
	k := dimensions(of)
	if k == 0 {
		c.failf("a size of the type %s", of)
	}
	c.binds(x, of)
	return k
}
