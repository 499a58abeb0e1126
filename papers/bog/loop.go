package bog

import (
	"fmt"

	"procad/papers/ks"
)

// forwardLoop has the rules that Figure 24 does not have.
func (d *Deriver) forwardLoop(e Term) ks.Term {
	at := e.Pos()
	switch e := e.(type) {
	// ∇f[case e of con x → ek, …] = let (a, b1) = ∇f[e] in
	//                               case a of con x → (let (r, bk) = ∇f[ek] in (r, (b1, ink bk))), …
	case *Case:
		return let("p", d.forward(e.X), func(p ks.Term) ks.Term {
			arms := make([]ks.Term, len(e.Arms))
			for k, arm := range e.Arms {
				arms[k] = d.forward(arm.Body)
			}
			b := either(arms)
			out := &ks.Case{Node: ks.Node{At: at, Of: ks.Tuple{e.of, ks.Tuple{trace(p), b}}}, X: pi(p, 0)}
			for k, arm := range e.Arms {
				body := let("q", arms[k], func(q ks.Term) ks.Term {
					return ks.Tuples(at, pi(q, 0), ks.Tuples(at, pi(p, 1), ks.Do(at, ks.Inject{K: k, To: b}, pi(q, 1))))
				})
				out.Arms = append(out.Arms, ks.Arm{Var: arm.X, Body: body})
			}
			return out
		})

	// ∇f[build(n, λi. e)] = let (n, b) = ∇f[n] in let (r, bs) = Φ(build(n, λi. ∇f[e])) in (r, (b, (n, bs)))
	case *Build:
		return d.each(e.Sizes, func(sizes, traces []ks.Term) ks.Term {
			vector := ks.Do(at, ks.Build{}, sizes[0], ks.Fn(e.I, d.forward(e.Elem)))
			return let("q", ks.Do(at, ks.Unzip{}, append([]ks.Term{vector}, sizes[1:]...)...), func(q ks.Term) ks.Term {
				kept := ks.Tuples(at, sizes[0], pi(q, 1))
				return ks.Tuples(at, pi(q, 0), ks.Tuples(at, ks.Tuples(at, traces...), kept))
			})
		})

	// ∇f[fold (λt. e) acc v] = let (a, b1) = ∇f[acc] in let (w, b2) = ∇f[v] in
	//                          let (r, bs) = scan (λt. ∇f[e]) a w in (r, ((b1, b2), bs))
	case *Fold:
		return d.each([]Term{e.Acc, e.Over}, func(values, traces []ks.Term) ks.Term {
			scan := ks.Do(at, Scan{}, ks.Fn(e.T, d.forward(e.Body)), values[0], values[1])
			return let("q", scan, func(q ks.Term) ks.Term {
				return ks.Tuples(at, pi(q, 0), ks.Tuples(at, ks.Tuples(at, traces...), pi(q, 1)))
			})
		})
	}
	panic(fmt.Sprintf("bog: no rule for %T", e))
}

// either is the sum of the traces of ∇f[e1], ….
func either(arms []ks.Term) ks.Sum {
	out := ks.Sum{}
	for k, e := range arms {
		name := fmt.Sprint("In", k+1)
		if len(arms) == 2 {
			name = []string{"Inl", "Inr"}[k]
		}
		out.Cons = append(out.Cons, ks.Con{Name: name, Of: trace(e)})
	}
	return out
}

// reverseLoop has the rules that Figure 25 does not have.
func (r *reverser) reverseLoop(e Term, dt, b ks.Term, body func() ks.Term) ks.Term {
	at := e.Pos()
	switch e := e.(type) {
	// ∇r[case e of con x → ek, …] δt b = { (b1, b2) = b
	//                                     ; (δe, δvs) = case b2 of ink bk → (let ∇r[ek] δt bk in (con δx, δvs)), … } ++ ∇r[e] δe b1
	case *Case:
		sum := e.X.Type().(ks.Sum)
		tangents := ks.Tangent(sum).(ks.Sum)
		vs := free(e.Arms[0].Body, e.Arms[0].X)
		return let("b2", pi(b, 1), func(b2 ks.Term) ks.Term {
			traces := b2.Type().(ks.Sum)
			out := &ks.Case{X: b2}
			for k, arm := range e.Arms {
				bk := &ks.Var{Name: "b", Type: traces.Cons[k].Of}
				inner := r.inside(arm.Body, dt, ks.UseOf(at, bk), func(in *reverser) ks.Term {
					dx := zero(sum.Cons[k].Of)
					if arm.X != nil && !ks.Discrete(arm.X.Type) {
						dx = in.d[arm.X]
					}
					return ks.Tuples(at, ks.Do(at, ks.Inject{K: k, To: tangents}, dx), in.tuple(vs))
				})
				out.Arms = append(out.Arms, ks.Arm{Var: bk, Body: inner})
			}
			out.Node = ks.Node{At: at, Of: out.Arms[0].Body.Type()}
			return let("p", out, func(p ks.Term) ks.Term {
				return r.spread(vs, pi(p, 1), func() ks.Term {
					return r.bind(e.X, pi(p, 0), pi(b, 0), body)
				})
			})
		})

	// ∇r[build(n, λi. e)] δt b = { (b1, (n, bs)) = b ; δvs = sum(build(n, λi. let ∇r[e] δt[i] bs[i] in δvs)) } ++ ∇r[n] 0 b1
	case *Build:
		vs := free(e.Elem, e.I)
		finish := func() ks.Term { return r.plain(e.Sizes, body) }
		if len(vs) == 0 {
			return finish()
		}
		i := &ks.Var{Name: "i", Type: ks.N}
		element := func(v ks.Term) ks.Term { return ks.Do(at, ks.Index{}, ks.UseOf(at, i), v) }
		return let("n", pi(pi(b, 1), 0), func(n ks.Term) ks.Term {
			each := r.inside(e.Elem, element(dt), element(pi(pi(b, 1), 1)), func(in *reverser) ks.Term { return in.tuple(vs) })
			sum := ks.Do(at, ks.Add{Of: each.Type()}, ks.Do(at, ks.Build{}, n, ks.Fn(i, each)))
			return let("δvs", sum, func(all ks.Term) ks.Term { return r.spread(vs, all, finish) })
		})

	// ∇r[fold (λt. e) acc v] δt b = { ((b1, b2), bs) = b
	//                               ; ((δa, δvs), δw) = scan' (λ((δa, δvs), be). let ∇r[e] δa be in ((π1(δt'), δvs + δvs'), π2(δt'))) (δt, 0) bs }
	//                               ++ ∇r[acc] δa b1 ++ ∇r[v] δw b2
	case *Fold:
		vs := free(e.Body, e.T)
		s := &ks.Var{Name: "s", Type: ks.Tuple{ks.Tuple{ks.Tangent(e.of), tangentsOf(vs)}, b.Type().(ks.Tuple)[1].(ks.Vec).Elem}}
		use := ks.UseOf(at, s)
		step := r.inside(e.Body, pi(pi(use, 0), 0), pi(use, 1), func(in *reverser) ks.Term {
			dt := in.d[e.T]
			return ks.Tuples(at, ks.Tuples(at, pi(dt, 0), plus(pi(pi(use, 0), 1), in.tuple(vs))), pi(dt, 1))
		})
		start := ks.Tuples(at, dt, ks.Do(at, ks.Zero{Of: tangentsOf(vs)}))
		return let("p", ks.Do(at, Scan{Down: true}, ks.Fn(s, step), start, pi(b, 1)), func(p ks.Term) ks.Term {
			return r.spread(vs, pi(pi(p, 0), 1), func() ks.Term {
				return r.bind(e.Acc, pi(pi(p, 0), 0), pi(pi(b, 0), 0), func() ks.Term {
					return r.bind(e.Over, pi(p, 1), pi(pi(b, 0), 1), body)
				})
			})
		})
	}
	panic(fmt.Sprintf("bog: no rule for %T", e))
}
