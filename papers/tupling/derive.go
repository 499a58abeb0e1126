package tupling

import (
	"fmt"

	"procad/papers/ks"
	"procad/papers/linmap"
)

// A nabla is ∇̄ of Figure 7 or 8: the space a that maps come from, and the
// variables x̄ : (τ, a ⊸ τ) in scope. The figures have the same rules, but for the
// call of a function.
type nabla struct {
	a    ks.Type
	vars map[*ks.Var]*ks.Var
	call func(n *nabla, e *ks.Call) ks.Term // ∇̄[f(e)]
}

// bind is x̄ for x.
func (n *nabla) bind(x *ks.Var) *ks.Var {
	bar := &ks.Var{Name: x.Name + "̄", Type: n.tupled(x.Type)}
	n.vars[x] = bar
	return bar
}

// tupled is (τ, a ⊸ τ).
func (n *nabla) tupled(t ks.Type) ks.Type { return ks.Tuple{t, ks.Lin{From: n.a, To: t}} }

// first and second are π1(e) and π2(e).
func first(e ks.Term) ks.Term  { return ks.Do(e.Pos(), ks.Select{K: 0, N: 2}, e) }
func second(e ks.Term) ks.Term { return ks.Do(e.Pos(), ks.Select{K: 1, N: 2}, e) }

// let is let x = e in body(x).
func let(name string, e ks.Term, body func(x ks.Term) ks.Term) ks.Term {
	x := &ks.Var{Name: name, Type: e.Type()}
	return ks.In(x, e, body(ks.UseOf(e.Pos(), x)))
}

// constant is (v, 𝟎).
func (n *nabla) constant(v ks.Term) ks.Term {
	return ks.Tuples(v.Pos(), v, ks.Do(v.Pos(), linmap.Zero{From: n.a, To: v.Type()}))
}

// primal is the value of e, where the value of x is π1(x̄).
func (n *nabla) primal(e ks.Term) ks.Term {
	for _, x := range ks.Free(e) {
		if bar := n.vars[x]; bar != nil {
			e = ks.Substitute(e, x, first(ks.UseOf(e.Pos(), bar)))
		}
	}
	return ks.Copy(e)
}

// term is ∇̄[e] : (T, a ⊸ T) for e : T.
func (n *nabla) term(e ks.Term) ks.Term {
	at := e.Pos()
	if ks.Discrete(e.Type()) {
		return n.constant(n.primal(e)) // there is nothing but 0 in δT
	}
	switch e := e.(type) {
	// ∇̄[k] = (k, 𝟎)
	case *ks.Const:
		return n.constant(e)

	// ∇̄[x] = x̄
	case *ks.Use:
		return ks.UseOf(at, n.vars[e.Var])

	// ∇̄[(e1, …, en)] = ∇̄[e1] ×̄ … ×̄ ∇̄[en]
	case *ks.Pair:
		parts := make([]ks.Term, len(e.Elems))
		for i, x := range e.Elems {
			parts[i] = n.term(x)
		}
		return ks.Do(at, VCat{}, parts...)

	// ∇̄[let x = e1 in e2] = let x̄ = ∇̄[e1] in ∇̄[e2]
	case *ks.Let:
		bound := n.term(e.Bound)
		return ks.In(n.bind(e.Var), bound, n.term(e.Body))

	// ∇̄[case e of con x → b, …] = let ē = ∇̄[e] in case π1(ē) of con x → (let x̄ = (x, out ∘ π2(ē)) in ∇̄[b]), …
	case *ks.Case:
		return let("ē", n.term(e.X), func(bar ks.Term) ks.Term { return n.choice(e, bar) })

	case *ks.Call:
		switch e.Fun.(type) {
		case ks.Build:
			return n.build(e)
		case ks.Fold:
			return n.fold(e)
		}
		return n.call(n, e)
	}
	panic(fmt.Sprintf("tupling: no rule for %T", e))
}

func (n *nabla) choice(e *ks.Case, bar ks.Term) ks.Term {
	sum := e.X.Type().(ks.Sum)
	c := &ks.Case{Node: ks.Node{At: e.At, Of: n.tupled(e.Of)}, X: first(bar)}
	for k, arm := range e.Arms {
		if arm.Var == nil {
			c.Arms = append(c.Arms, ks.Arm{Body: n.term(arm.Body)})
			continue
		}
		x := &ks.Var{Name: arm.Var.Name, Type: arm.Var.Type}
		m := ks.Do(e.At, linmap.Compose{}, ks.Do(e.At, linmap.Out{K: k, Of: sum}), second(bar))
		bound := ks.Tuples(e.At, ks.UseOf(e.At, x), m)
		c.Arms = append(c.Arms, ks.Arm{Var: x, Body: ks.In(n.bind(arm.Var), bound, n.term(arm.Body))})
	}
	return c
}

// build is a rule of Figure 7. The index is a constant in it.
//
//	∇̄[build(en, λi. e)] = let p = Φ(build(en, λi. ∇̄[e])) in (π1(p), V(π2(p)))
func (n *nabla) build(e *ks.Call) ks.Term {
	args := e.Args()
	step := args[1].(*ks.Lambda)
	i := &ks.Var{Name: step.Var.Name, Type: ks.N}
	body := ks.In(n.bind(step.Var), n.constant(ks.UseOf(e.At, i)), n.term(step.Body))
	pairs := []ks.Term{ks.Do(e.At, ks.Build{}, n.primal(args[0]), ks.Fn(i, body))}
	for _, size := range args[2:] {
		pairs = append(pairs, n.primal(size))
	}
	return let("p", ks.Do(e.At, ks.Unzip{}, pairs...), func(p ks.Term) ks.Term {
		return ks.Tuples(e.At, first(p), ks.Do(e.At, linmap.VCatV{}, second(p)))
	})
}

// fold is ours: Figures 7 and 8 have no rule for it. Its state is the accumulator
// with its map.
//
//	∇̄[fold (λt. e) acc v] = let v̄ = ∇̄[v] in
//	                        fold (λs. let t̄ = π1(s) ×̄ ∇̄[v[i]] in ∇̄[e]) ∇̄[acc] (build(sz(v), λi. i))        for i = π2(s)
func (n *nabla) fold(e *ks.Call) ks.Term {
	args := e.Args()
	at := e.At
	step := args[0].(*ks.Lambda)
	v := &ks.Var{Name: "v", Type: args[2].Type()}
	i := &ks.Var{Name: "i", Type: ks.N}
	acc := n.term(args[1])
	vBound := n.term(args[2])
	vBar := n.bind(v)
	s := &ks.Var{Name: "s", Type: ks.Tuple{acc.Type(), ks.N}}
	element := ks.In(n.bind(i), n.constant(second(ks.UseOf(at, s))), n.term(ks.Do(at, ks.Index{}, ks.UseOf(at, i), ks.UseOf(at, v))))
	t := ks.Do(at, VCat{}, first(ks.UseOf(at, s)), element)
	body := ks.In(n.bind(step.Var), t, n.term(step.Body))
	size := ks.Do(at, ks.Size{}, first(ks.UseOf(at, vBar)))
	k := &ks.Var{Name: "i", Type: ks.N}
	over := ks.Do(at, ks.Build{}, size, ks.Fn(k, ks.UseOf(at, k)))
	return ks.In(vBar, vBound, ks.Do(at, ks.Fold{}, ks.Fn(s, body), acc, over))
}
