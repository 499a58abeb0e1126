package chad

// reverse is D←_Γ̄(t), sections 2.3, 2.5 and 7.5. Every variable that a rule binds is new.
func (d *Deriver) reverse(g *context, t Term) Term {
	// lin is λ_v. s : D←(τ)₂ ⊸ D←(Γ)₂.
	lin := func(s LinTerm) Term { return &LinLambda{d.mode.tangent(d.types[t]), s} }
	switch t := t.(type) {
	// D←(x) = <x, λ_v. coproj_x(Γ̄) v>
	case *Use:
		return &Pair{use(g.find(t.Var).target), lin(g.coproj(t.Var))}

	// D←(let x = t in s) = let <x, x'> = D←(t) in let <y, y'> = D←_{Γ̄, x}(s) in
	//                      <y, λ_v. let v = y' • v in fst v + x' • (snd v)>
	case *Let:
		return d.let(g, t.Var.Name, t.Bound, func(x, dx Term) Term {
			h := d.bind(g, t.Var)
			return &Let{h.target, x, d.let(h, "y", t.Body, func(y, dy Term) Term {
				return &Pair{y, lin(&LinLetV{dot(dy, v), &LinPlus{&LinFst{v}, dot(dx, &LinSnd{v})}})}
			})}
		})

	// D←(op(t1, …, tk)) = let <x1, x1'> = D←(t1) in … let <xk, xk'> = D←(tk) in
	//                     <op(x1, …, xk), λ_v. let v = Dop^t(x1, …, xk; v) in x1' • (proj_1 v) + … + xk' • (proj_k v)>
	case *Op:
		return d.args(g, t.Args, func(xs, dxs []Term, types []Type) Term {
			parts := make([]LinTerm, len(dxs))
			for i, dx := range dxs {
				parts[i] = dot(dx, linPart(v, i, len(dxs)))
			}
			return &Pair{&Op{t.Pos, t.Op, xs}, lin(&LinLetV{d.differentiable(t).Transpose(d.calculus, xs, types), plus(g.all(), parts...)})}
		})

	// D←(<>) = <<>, λ_v. 0>
	case *Unit:
		return &Pair{&Unit{}, lin(&LinZero{g.all()})}

	// D←(<t, s>) = let <x, x'> = D←(t) in let <y, y'> = D←(s) in <<x, y>, λ_v. x' • (fst v) + y' • (snd v)>
	case *Pair:
		return d.let(g, "x", t.A, func(x, dx Term) Term {
			return d.let(g, "y", t.B, func(y, dy Term) Term {
				return &Pair{&Pair{x, y}, lin(&LinPlus{dot(dx, &LinFst{v}), dot(dy, &LinSnd{v})})}
			})
		})

	// D←(fst t) = let <x, x'> = D←(t) in <fst x, λ_v. x' • <v, 0>>
	case *Fst:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{fst(x), lin(dot(dx, &LinPair{v, &LinZero{d.pair(t.X).B}}))}
		})

	// D←(snd t) = let <x, x'> = D←(t) in <snd x, λ_v. x' • <0, v>>
	case *Snd:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{snd(x), lin(dot(dx, &LinPair{&LinZero{d.pair(t.X).A}, v}))}
		})

	// D←(λx. t) = let y = λx. D←_{Γ̄, x}(t) in
	//             <λx. let <z, z'> = y x in <z, λ_v. snd (z' • v)>,
	//              λ_v. case v of !x ⊗ v → fst ((snd (y x)) • v)>
	case *Lambda:
		f, of := d.body(g, t.Var, t.Body)
		from := d.mode.primal(t.Var.Type)
		x := newVar(t.Var.Name, from)
		return named("y", of, f, func(y Term) Term {
			return &Pair{
				over(t.Var.Name, from, func(x Term) Term {
					return named("z", of.(FunType).To, &Apply{y, x}, func(z Term) Term {
						return &Pair{fst(z), &LinLambda{d.mode.tangent(d.types[t.Body]), &LinSnd{dot(snd(z), v)}}}
					})
				}),
				lin(&LinCase{v, x, &LinFst{dot(snd(&Apply{y, use(x)}), v)}}),
			}
		})

	// D←(t s) = let <x, xctx'> = D←(t) in let <y, y'> = D←(s) in let <z, xarg'> = x y in
	//           <z, λ_v. xctx' • (!y ⊗ v) + y' • (xarg' • v)>
	case *Apply:
		return d.let(g, "x", t.Func, func(x, dx Term) Term {
			return d.let(g, "y", t.Arg, func(y, dy Term) Term {
				return named("z", d.mode.primal(d.types[t.Func]).(FunType).To, &Apply{x, y}, func(z Term) Term {
					return &Pair{fst(z), lin(&LinPlus{
						dot(dx, &LinCopower{y, v}),
						dot(dy, dot(snd(z), v)),
					})}
				})
			})
		})

	// D←(f t) = let <x, x'> = D←(t) in let <z, z'> = D←(f) x in <z, λ_v. x' • (z' • v)>
	case *Call:
		return d.let(g, "x", t.Arg, func(x, dx Term) Term {
			f := d.called(t.Def)
			return named("z", f.Result, &Call{f, x}, func(z Term) Term {
				return &Pair{fst(z), lin(dot(dx, dot(snd(z), v)))}
			})
		})

	// D←(inl t) = let <x, x'> = D←(t) in <inl x, λ_v. x' • (unlinl v)>
	case *Inl:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{&Inl{x, d.mode.primal(t.Other)}, lin(dot(dx, &LinOp{Unside{false}, nil, v}))}
		})

	// D←(inr t) = let <x, x'> = D←(t) in <inr x, λ_v. x' • (unlinr v)>
	case *Inr:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{&Inr{x, d.mode.primal(t.Other)}, lin(dot(dx, &LinOp{Unside{true}, nil, v}))}
		})

	// D←(case t of inl x → a | inr y → b) = let <z, z'> = D←(t) in case z of
	//     inl x → let <r, r'> = D←_{Γ̄, x}(a) in <r, λ_v. let v = r' • v in fst v + z' • (linl (snd v))>
	//   | inr y → let <r, r'> = D←_{Γ̄, y}(b) in <r, λ_v. let v = r' • v in fst v + z' • (linr (snd v))>
	case *Case:
		sum := d.mode.tangent(d.types[t.X]).(LSum)
		return d.let(g, "z", t.X, func(z, dz Term) Term {
			branch := func(h *context, side Side, t Term) Term {
				return d.let(h, "r", t, func(r, dr Term) Term {
					return &Pair{r, lin(&LinLetV{dot(dr, v), &LinPlus{&LinFst{v}, dot(dz, &LinOp{side, nil, &LinSnd{v}})}})}
				})
			}
			l, r := d.bind(g, t.L), d.bind(g, t.R)
			return &Case{z, l.target, r.target, branch(l, Side{false, sum.B}, t.A), branch(r, Side{true, sum.A}, t.B)}
		})

	// D←(stop t) = let <x, x'> = D←(t) in <x, λ_v. 0>
	case *Stop:
		return d.let(g, "x", t.X, func(x, _ Term) Term { return &Pair{x, lin(&LinZero{g.all()})} })
	}
	return d.reverseLoop(g, t, lin)
}

// pair is D(τ*σ)₂ for t : τ*σ.
func (d *Deriver) pair(t Term) LProd { return d.mode.tangent(d.types[t]).(LProd) }
