package ks

import (
	"fmt"

	"procad/internal/diag"
)

// Verify reports what is wrong with a definition and those that it calls: a term
// whose type is not what the rules give, a variable that is used where it is not
// bound. Such a definition is a run-time error of the pass that made it.
//
// The rules are Γ ⊢ e : τ. They stand above the lines that check them; those of
// built-in functions are their Result.
func Verify(f *Def) (err error) {
	c := &checker{done: map[*Def]bool{}, scope: map[*Var]int{}}
	defer diag.Catch[*diag.Error](&err)
	c.def(f)
	return nil
}

type checker struct {
	done  map[*Def]bool
	scope map[*Var]int // Γ
}

func (c *checker) failf(at diag.Pos, format string, args ...any) {
	panic(diag.Errorf(at, "internal", format, args...))
}

// x : S ⊢ e : T
// ──────────────
// f(x: S): T = e
func (c *checker) def(f *Def) {
	if c.done[f] {
		return
	}
	c.done[f] = true
	outer := c.scope
	c.scope = map[*Var]int{}
	c.in(f.Param, func() { c.want(f.Body, f.Of) })
	c.scope = outer
}

func (c *checker) in(x *Var, body func()) {
	if x == nil {
		body()
		return
	}
	c.scope[x]++
	body()
	c.scope[x]--
}

func (c *checker) want(e Term, t Type) {
	if got := c.term(e); !Equal(got, t) {
		c.failf(e.Pos(), "this is %s, and %s is wanted", got, t)
	}
}

// term is the τ for which Γ ⊢ e : τ.
func (c *checker) term(e Term) Type {
	t := c.rule(e)
	if !Equal(t, e.Type()) {
		c.failf(e.Pos(), "%T is %s, but says %s", e, t, e.Type())
	}
	return t
}

func (c *checker) rule(e Term) Type {
	switch e := e.(type) {
	// Γ ⊢ k : R     Γ ⊢ k : N
	case *Const:
		if e.Of != R && e.Of != N {
			c.failf(e.At, "a constant of type %s", e.Of)
		}
		return e.Of

	// Γ, x : τ ⊢ x : τ
	case *Use:
		if c.scope[e.Var] == 0 {
			c.failf(e.At, "%s is not bound here", e.Var.Name)
		}
		return e.Var.Type

	// Γ ⊢ e : S     f : S → T
	// ────────────────────────
	// Γ ⊢ f(e) : T
	case *Call:
		t, err := e.Fun.Result(c.term(e.Arg))
		if err != nil {
			c.failf(e.At, "%v", err)
		}
		if f, ok := e.Fun.(*Def); ok {
			c.def(f)
		}
		return t

	// Γ ⊢ ei : τi
	// ─────────────────────────────
	// Γ ⊢ (e1, …, en) : (τ1, …, τn)
	case *Pair:
		types := make(Tuple, len(e.Elems))
		for i, x := range e.Elems {
			types[i] = c.term(x)
		}
		return types

	// Γ, x : τ ⊢ e : τ'
	// ─────────────────
	// Γ ⊢ λx. e : τ → τ'
	case *Lambda:
		var t Type
		c.in(e.Var, func() { t = c.term(e.Body) })
		return Func{e.Var.Type, t}

	// Γ ⊢ e1 : τ     Γ, x : τ ⊢ e2 : τ'
	// ─────────────────────────────────
	// Γ ⊢ let x = e1 in e2 : τ'
	case *Let:
		c.want(e.Bound, e.Var.Type)
		var t Type
		c.in(e.Var, func() { t = c.term(e.Body) })
		return t

	// Γ ⊢ e : con1 τ1 + … + conn τn     Γ, xi : τi ⊢ ei : τ
	// ──────────────────────────────────────────────────────
	// Γ ⊢ case e of con1 x1 → e1, … : τ
	case *Case:
		sum, ok := c.term(e.X).(Sum)
		if !ok || len(sum.Cons) != len(e.Arms) {
			c.failf(e.At, "a case of %s with %d arms", e.X.Type(), len(e.Arms))
		}
		for i, arm := range e.Arms {
			if arm.Var != nil && !Equal(arm.Var.Type, sum.Cons[i].Of) {
				c.failf(e.At, "%s is %s, and is bound to %s", arm.Var.Name, arm.Var.Type, sum.Cons[i].Of)
			}
			c.in(arm.Var, func() { c.want(arm.Body, e.Of) })
		}
		return e.Of
	}
	panic(fmt.Sprintf("ks: no rule for %T", e))
}
