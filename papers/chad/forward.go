package chad

// forward is D→_Γ̄(t), section 7.4. Every variable that a rule binds is new.
func (d *Deriver) forward(g *context, t Term) Term {
	// lin is λ_v. t : D→(Γ)₂ ⊸ D→(τ)₂.
	lin := func(t LinTerm) Term { return &LinLambda{g.all(), t} }
	switch t := t.(type) {
	// D→(x) = <x, λ_v. proj_x(Γ̄) v>
	case *Use:
		return &Pair{use(g.find(t.Var).target), lin(g.proj(t.Var))}

	// D→(let x = t in s) = let <x, x'> = D→(t) in let <y, y'> = D→_{Γ̄, x}(s) in
	//                      <y, λ_v. y' • <v, x' • v>>
	case *Let:
		return d.let(g, t.Var.Name, t.Bound, func(x, dx Term) Term {
			h := d.bind(g, t.Var)
			return &Let{h.target, x, d.let(h, "y", t.Body, func(y, dy Term) Term {
				return &Pair{y, lin(dot(dy, &LinPair{v, dot(dx, v)}))}
			})}
		})

	// D→(op(t1, …, tk)) = let <x1, x1'> = D→(t1) in … let <xk, xk'> = D→(tk) in
	//                     <op(x1, …, xk), λ_v. let v = <x1' • v, …, xk' • v> in Dop(x1, …, xk; v)>
	case *Op:
		return d.args(g, t.Args, func(xs, dxs []Term, types []Type) Term {
			tangents := make([]LinTerm, len(dxs))
			for i, dx := range dxs {
				tangents[i] = dot(dx, v)
			}
			return &Pair{&Op{t.Pos, t.Op, xs}, lin(&LinLetV{linPairs(tangents...), d.differentiable(t).Derivative(d.calculus, xs, types)})}
		})

	// D→(<>) = <<>, λ_v. <>>
	case *Unit:
		return &Pair{&Unit{}, lin(&LinUnit{})}

	// D→(<t, s>) = let <x, x'> = D→(t) in let <y, y'> = D→(s) in <<x, y>, λ_v. <x' • v, y' • v>>
	case *Pair:
		return d.let(g, "x", t.A, func(x, dx Term) Term {
			return d.let(g, "y", t.B, func(y, dy Term) Term {
				return &Pair{&Pair{x, y}, lin(&LinPair{dot(dx, v), dot(dy, v)})}
			})
		})

	// D→(fst t) = let <x, x'> = D→(t) in <fst x, λ_v. fst (x' • v)>
	case *Fst:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{fst(x), lin(&LinFst{dot(dx, v)})}
		})

	// D→(snd t) = let <x, x'> = D→(t) in <snd x, λ_v. snd (x' • v)>
	case *Snd:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{snd(x), lin(&LinSnd{dot(dx, v)})}
		})

	// D→(λx. t) = let y = λx. D→_{Γ̄, x}(t) in
	//             <λx. let <z, z'> = y x in <z, λ_v. z' • <0, v>>, λ_v. λx. (snd (y x)) • <v, 0>>
	case *Lambda:
		f, of := d.body(g, t.Var, t.Body)
		from, arg := d.mode.primal(t.Var.Type), d.mode.tangent(t.Var.Type)
		x := newVar(t.Var.Name, from)
		return named("y", of, f, func(y Term) Term {
			return &Pair{
				over(t.Var.Name, from, func(x Term) Term {
					return named("z", of.(FunType).To, &Apply{y, x}, func(z Term) Term {
						return &Pair{fst(z), &LinLambda{arg, dot(snd(z), &LinPair{&LinZero{g.all()}, v})}}
					})
				}),
				lin(&LinPower{x, dot(snd(&Apply{y, use(x)}), &LinPair{v, &LinZero{arg}})}),
			}
		})

	// D→(t s) = let <x, xctx'> = D→(t) in let <y, y'> = D→(s) in let <z, xarg'> = x y in
	//           <z, λ_v. (xctx' • v) y + xarg' • (y' • v)>
	case *Apply:
		return d.let(g, "x", t.Func, func(x, dx Term) Term {
			return d.let(g, "y", t.Arg, func(y, dy Term) Term {
				return named("z", d.mode.primal(d.types[t.Func]).(FunType).To, &Apply{x, y}, func(z Term) Term {
					return &Pair{fst(z), lin(&LinPlus{
						&LinAt{dot(dx, v), y},
						dot(snd(z), dot(dy, v)),
					})}
				})
			})
		})

	// D→(f t) = let <x, x'> = D→(t) in let <z, z'> = D→(f) x in <z, λ_v. z' • (x' • v)>
	case *Call:
		return d.let(g, "x", t.Arg, func(x, dx Term) Term {
			f := d.called(t.Def)
			return named("z", f.Result, &Call{f, x}, func(z Term) Term {
				return &Pair{fst(z), lin(dot(snd(z), dot(dx, v)))}
			})
		})

	// D→(inl t) = let <x, x'> = D→(t) in <inl x, λ_v. linl (x' • v)>
	case *Inl:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{&Inl{x, d.mode.primal(t.Other)}, lin(&LinOp{Side{false, d.mode.tangent(t.Other)}, nil, dot(dx, v)})}
		})

	// D→(inr t) = let <x, x'> = D→(t) in <inr x, λ_v. linr (x' • v)>
	case *Inr:
		return d.let(g, "x", t.X, func(x, dx Term) Term {
			return &Pair{&Inr{x, d.mode.primal(t.Other)}, lin(&LinOp{Side{true, d.mode.tangent(t.Other)}, nil, dot(dx, v)})}
		})

	// D→(case t of inl x → a | inr y → b) = let <z, z'> = D→(t) in case z of
	//     inl x → let <r, r'> = D→_{Γ̄, x}(a) in <r, λ_v. r' • <v, unlinl (z' • v)>>
	//   | inr y → let <r, r'> = D→_{Γ̄, y}(b) in <r, λ_v. r' • <v, unlinr (z' • v)>>
	case *Case:
		return d.let(g, "z", t.X, func(z, dz Term) Term {
			branch := func(h *context, right bool, t Term) Term {
				return d.let(h, "r", t, func(r, dr Term) Term {
					return &Pair{r, lin(dot(dr, &LinPair{v, &LinOp{Unside{right}, nil, dot(dz, v)}}))}
				})
			}
			l, r := d.bind(g, t.L), d.bind(g, t.R)
			return &Case{z, l.target, r.target, branch(l, false, t.A), branch(r, true, t.B)}
		})

	// D→(stop t) = let <x, x'> = D→(t) in <x, λ_v. 0>
	case *Stop:
		return d.let(g, "x", t.X, func(x, _ Term) Term {
			return &Pair{x, lin(&LinZero{d.mode.tangent(d.types[t.X])})}
		})
	}
	return d.forwardLoop(g, t)
}

// args is let <x1, x1'> = D(t1) in … let <xk, xk'> = D(tk) in body.
func (d *Deriver) args(g *context, args []Term, body func(xs, dxs []Term, types []Type) Term) Term {
	var xs, dxs []Term
	var types []Type
	var from func(k int) Term
	from = func(k int) Term {
		if k == len(args) {
			return body(xs, dxs, types)
		}
		return d.let(g, "x", args[k], func(x, dx Term) Term {
			xs, dxs, types = append(xs, x), append(dxs, dx), append(types, d.types[args[k]])
			return from(k + 1)
		})
	}
	return from(0)
}

// differentiable is the operation of a source term.
func (d *Deriver) differentiable(t *Op) Differentiable {
	op, ok := t.Op.(Differentiable)
	if !ok {
		panic("chad: " + t.Op.Name() + " is not an operation of the source language")
	}
	return op
}

// called is D(f).
func (d *Deriver) called(f *Def) *Def {
	df, err := d.Def(f)
	if err != nil {
		panic(illTyped{err})
	}
	return df
}
