package cl

import (
	"fmt"
	"slices"

	"procad/papers/ks"
)

// Convert is C of Figure 10: definitions of package ks in CL, each once.
type Convert struct {
	// Prune makes a body drop the variables that it does not use.
	Prune bool
	made  map[*ks.Def]*Def
	Defs  []*Def // callees first
}

// NewConvert has made nothing yet.
func NewConvert(prune bool) *Convert { return &Convert{Prune: prune, made: map[*ks.Def]*Def{}} }

// Def is F(f) = C[e](x: S) for f(x: S) = e. As f takes an S, and C[e] an
// environment with an S in it, the one is made of the other first.
func (c *Convert) Def(f *ks.Def) *Def {
	if d := c.made[f]; d != nil {
		return d
	}
	s := f.Param.Type
	body := then(tuple(s, identity(s)), c.scope(f.Body, f.Param))
	d := &Def{f.Title, body}
	c.made[f] = d
	c.Defs = append(c.Defs, d)
	return d
}

// A context is Γ = (x1: τ1, …, xn: τn).
type context []*ks.Var

// types is T(Γ) = (τ1, …, τn).
func (g context) types() ks.Tuple {
	out := ks.Tuple{}
	for _, x := range g {
		out = append(out, x.Type)
	}
	return out
}

// place is φ(Γ, x), counted from 0: that of the innermost variable.
func (g context) place(x *ks.Var) int {
	for i := len(g) - 1; i >= 0; i-- {
		if g[i] == x {
			return i
		}
	}
	panic("cl: " + x.Name + " is not bound")
}

// with is (Γ, x).
func (g context) with(x *ks.Var) context { return append(g[:len(g):len(g)], x) }

// scope is C[e]Γ, pruned.
//
//	C[e]Γ = P[φ(Γ, v1), …, φ(Γ, vm) / sz(Γ)]; C[e]Γ'        {v1, …, vm} = fv(e), Γ' = (v1: Γ(v1), …)
func (c *Convert) scope(e ks.Term, g ...*ks.Var) Code {
	switch e.(type) {
	case *ks.Const, *ks.Use:
		return c.term(e, g)
	}
	free := ks.Free(e)
	if !c.Prune || len(free) == len(g) {
		return c.term(e, g)
	}
	var places []int
	for _, x := range free {
		places = append(places, context(g).place(x))
	}
	slices.Sort(places)
	kept := context{}
	for _, i := range places {
		kept = append(kept, g[i])
	}
	return then(prune(context(g).types(), places...), c.term(e, kept))
}

// term is C[e]Γ : T(Γ) ⇒ τ for Γ ⊢ e : τ.
func (c *Convert) term(e ks.Term, g context) Code {
	s := g.types()
	switch e := e.(type) {
	// C[k]Γ = P[/ n]; K(k), as K(k) : () ⇒ R
	case *ks.Const:
		return then(drop(s), constant(e))

	// C[x]Γ = F(π(Γ, x))
	case *ks.Use:
		return sel(s, g.place(e.Var))

	// C[(e1, …, en)]Γ = (C[e1]Γ, …, C[en]Γ)
	case *ks.Pair:
		return tuple(s, c.terms(e.Elems, g)...)

	// C[let x = er in eb]Γ = L(x, C[er]Γ, C[eb](Γ, x))
	case *ks.Let:
		return let(e.Var.Name, c.term(e.Bound, g), func(ks.Tuple) Code { return c.scope(e.Body, g.with(e.Var)...) })

	// C[if e1 e2 e3]Γ = IF(C[e1]Γ, C[e2]Γ, C[e3]Γ)
	// C[case e of con x → b, …]Γ = CASE(C[e]Γ, x. C[b](Γ, x), …)
	case *ks.Case:
		if ks.Equal(e.X.Type(), ks.Bool) {
			return conditional(c.term(e.X, g), c.scope(e.Arms[0].Body, g...), c.scope(e.Arms[1].Body, g...))
		}
		out := &Case{arrow{e.At, s, e.Of}, c.term(e.X, g), nil}
		for k, arm := range e.Arms {
			x := arm.Var
			if x == nil {
				x = &ks.Var{Name: "_", Type: e.X.Type().(ks.Sum).Cons[k].Of}
			}
			out.Arms = append(out.Arms, Arm{x.Name, c.scope(arm.Body, g.with(x)...)})
		}
		return out

	case *ks.Call:
		return c.call(e, g)
	}
	panic(fmt.Sprintf("cl: no rule for %T", e))
}

func (c *Convert) terms(list []ks.Term, g context) []Code {
	out := make([]Code, len(list))
	for i, e := range list {
		out[i] = c.term(e, g)
	}
	return out
}

func (c *Convert) call(e *ks.Call, g context) Code {
	args := e.Args()
	body := func(f ks.Term) (string, Code) {
		fn := f.(*ks.Lambda)
		return fn.Var.Name, c.scope(fn.Body, g.with(fn.Var)...)
	}
	is := arrow{e.At, g.types(), e.Of}
	switch f := e.Fun.(type) {
	// C[build es (λi. ee)]Γ = B(C[es]Γ, i, C[ee](Γ, i))
	case ks.Build:
		i, elem := body(args[1])
		return &Build{is, c.term(args[0], g), elem, i, c.terms(args[2:], g)}

	// C[fold (λt. e) acc v]Γ = FOLD(C[acc]Γ, C[v]Γ, t, C[e](Γ, t))
	case ks.Fold:
		x, step := body(args[0])
		return &Fold{is, c.term(args[1], g), c.term(args[2], g), x, step}

	// C[iterations n s (λx. b) (λy. e)]Γ = COUNT(C[n]Γ, C[s]Γ, x. C[b](Γ, x), y. C[e](Γ, y))
	case ks.Iterations:
		x, cond := body(args[2])
		y, step := body(args[3])
		return &Count{is, c.term(args[0], g), c.term(args[1], g), x, y, cond, step}

	// C[f(e)]Γ = C[e]Γ; F(f)
	case *ks.Def:
		return then(c.term(e.Arg, g), funAt(e.At, c.Def(f), e.Arg.Type()))
	}
	return then(c.term(e.Arg, g), funAt(e.At, e.Fun, e.Arg.Type()))
}
