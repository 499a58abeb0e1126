package chad

// forwardLoop is D→_Γ̄(t) for the terms that bind indices and elements.
func (d *Deriver) forwardLoop(g *context, t Term) Term {
	lin := func(t LinTerm) Term { return &LinLambda{g.all(), t} }
	switch t := t.(type) {
	// D→(map(x.t, s)) = let y = λx. D→_{Γ̄, x}(t) in let <z, z'> = D→(s) in
	//                   <map(λx. fst (y x), z), λ_v. Dmap(x. (snd (y x)) • v, z, z' • v)>
	//
	// Dmap(x.t, s, r) = let v = <v, r> in build(i < size s. t[s[i]/x, <fst v, (snd v) ! i>/v])
	case *Map:
		f, of := d.body(g, t.Var, t.Body)
		return named("y", of, f, func(y Term) Term {
			return d.let(g, "z", t.On, func(z, dz Term) Term {
				i := newVar("i", IntType{})
				return &Pair{
					&Op{Op: Mapper{}, Args: []Term{over(t.Var.Name, t.Var.Type, func(x Term) Term { return fst(&Apply{y, x}) }), z}},
					lin(&LinLetV{&LinPair{v, dot(dz, v)}, &LinBuild{size(z), i,
						dot(snd(&Apply{y, element(z, i)}), &LinPair{&LinFst{v}, &LinOp{Project{}, indices(i), &LinSnd{v}}})}}),
				}
			})
		})

	// D→(build(i < n. t)) = let y = λi. D→_{Γ̄, i}(t) in let <n, _> = D→(n) in
	//                       <build(n, λi. fst (y i)), λ_v. build(i < n. (snd (y i)) • <v, 0>)>
	case *Build:
		return d.overIndices(g, t.Size, t.Var, t.Body, func(n, y Term) Term {
			i := newVar(t.Var.Name, t.Var.Type)
			return &Pair{
				&Op{t.Pos, Builder{len(t.Row)}, append([]Term{n, d.primalOf(y, t.Var)}, d.primals(g, t.Row)...)},
				lin(&LinBuild{n, i, dot(snd(&Apply{y, use(i)}), &LinPair{v, &LinZero{d.mode.tangent(i.Type)}})}),
			}
		})

	// D→(sum(i < n. t)) = let y = λi. D→_{Γ̄, i}(t) in let <n, _> = D→(n) in
	//                     <sum(n, λi. fst (y i)), λ_v. sum(i < n. (snd (y i)) • <v, 0>)>
	case *Sum:
		return d.overIndices(g, t.Size, t.Var, t.Body, func(n, y Term) Term {
			i := newVar(t.Var.Name, t.Var.Type)
			return &Pair{
				d.totalled(g, t, n, y),
				lin(&LinSum{n, i, dot(snd(&Apply{y, use(i)}), &LinPair{v, &LinZero{d.mode.tangent(i.Type)}})}),
			}
		})

	// D→(max(i < n. t)) = let y = λi. D→_{Γ̄, i}(t) in let <n, _> = D→(n) in
	//                     let <z, z'> = y (argmax(n, λi. fst (y i))) in <z, λ_v. z' • <v, 0>>
	//
	// D→(argmax(i < n. t)) = … <argmax(n, λi. fst (y i)), λ_v. 0>
	case *Max:
		return d.overIndices(g, t.Size, t.Var, t.Body, func(n, y Term) Term {
			at := &Op{t.Pos, ArgMax{}, []Term{n, d.primalOf(y, t.Var)}}
			zero := &LinZero{d.mode.tangent(t.Var.Type)}
			if t.Index {
				return &Pair{at, lin(zero)}
			}
			return named("z", d.bodyType(g, t.Var, t.Body), &Apply{y, at}, func(z Term) Term {
				return &Pair{fst(z), lin(dot(snd(z), &LinPair{v, zero}))}
			})
		})

	// D→(loop(n, s, p. t, a. c)) = let y = λp. D→_{Γ̄, p}(t) in let <n, _> = D→(n) in let <z, z'> = D→(s) in
	//     let r = trace(n, z, λp. fst (y p), λa. fst (D→_{Γ̄, a}(c))) in
	//     <snd r, λ_v. scan(p ∈ fst r. (snd (y p)) • <fst v, <0, snd v>>; z' • v)>
	case *Loop:
		return d.overIndices(g, t.Count, t.Var, t.Body, func(n, y Term) Term {
			return d.let(g, "z", t.Init, func(z, dz Term) Term {
				p := newVar("p", d.mode.primal(t.Var.Type))
				return d.traced(g, t, n, z, y, func(r Term) Term {
					return &Pair{snd(r), lin(&LinScan{fst(r), p,
						dot(snd(&Apply{y, use(p)}), &LinPair{&LinFst{v}, &LinPair{&LinZero{LUnit{}}, &LinSnd{v}}}),
						dot(dz, v)})}
				})
			})
		})
	}
	panic("chad: no rule")
}

// overIndices is let y = λi. D_{Γ̄, i}(t) in let <n, _> = D(n) in body. As n is of ints,
// its derivative has no use.
func (d *Deriver) overIndices(g *context, size Term, i *Var, t Term, body func(n, y Term) Term) Term {
	f, of := d.body(g, i, t)
	return named("y", of, f, func(y Term) Term {
		return d.let(g, "n", size, func(n, _ Term) Term { return body(n, y) })
	})
}

// bodyType is the type of D_{Γ̄, x}(t).
func (d *Deriver) bodyType(g *context, x *Var, t Term) Type {
	return d.mode.result(d.types[t], d.bind(g, x).all())
}

// primalOf is λx. fst (y x).
func (d *Deriver) primalOf(y Term, x *Var) Term {
	return over(x.Name, d.mode.primal(x.Type), func(x Term) Term { return fst(&Apply{y, x}) })
}

// primals is fst (D(t)) of each t.
func (d *Deriver) primals(g *context, list []Term) []Term {
	out := make([]Term, len(list))
	for i, t := range list {
		out[i] = fst(d.term(g, t))
	}
	return out
}

// totalled is sum(n, λi. fst (y i)).
func (d *Deriver) totalled(g *context, t *Sum, n, y Term) Term {
	args := []Term{n, d.primalOf(y, t.Var)}
	if t.Zero != nil {
		args = append(args, fst(d.term(g, t.Zero)))
	}
	return &Op{t.Pos, Summer{t.Zero != nil, t.Inner}, args}
}

// traced is let r = trace(n, z, λp. fst (y p), λa. fst (D_{Γ̄, a}(c))) in body.
func (d *Deriver) traced(g *context, t *Loop, n, z, y Term, body func(r Term) Term) Term {
	args := []Term{n, z, d.primalOf(y, t.Var)}
	if t.Cond != nil {
		h := d.bind(g, t.CondV)
		args = append(args, &Lambda{h.target, fst(d.term(h, t.Cond))})
	}
	p := d.mode.primal(t.Var.Type)
	of := ProdType{ListType{p}, p.(ProdType).B}
	return named("r", of, &Op{t.Pos, Tracer{t.Down, t.Cond != nil}, args}, body)
}

// size is size z, and element is z[i].
func size(z Term) Term { return &Op{Op: Size{}, Args: []Term{z}} }

func element(z Term, i *Var) Term { return &Op{Op: Index{1}, Args: []Term{z, use(i)}} }
