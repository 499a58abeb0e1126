package chad

// reverseLoop is D←_Γ̄(t) for the terms that bind indices and elements. lin is λ_v. s,
// for the cotangents of t.
func (d *Deriver) reverseLoop(g *context, t Term, lin func(s LinTerm) Term) Term {
	switch t := t.(type) {
	// D←(map(x.t, s)) = let y = λx. D←_{Γ̄, x}(t) in let <z, z'> = D←(s) in
	//                   <map(λx. fst (y x), z), λ_v. Dmap^t(x. (snd (y x)) • v, z, z' • v)>
	//
	// Dmap^t(x.t, s, r) = let v = build(i < size s. t[s[i]/x, v ! i/v]) in
	//                     sum(i < size s. fst (v ! i)) + r[build(i < size s. snd (v ! i))/v]
	case *Map:
		f, of := d.body(g, t.Var, t.Body)
		return named("y", of, f, func(y Term) Term {
			return d.let(g, "z", t.On, func(z, dz Term) Term {
				i, j, k := newVar("i", IntType{}), newVar("i", IntType{}), newVar("i", IntType{})
				return &Pair{
					&Op{Op: Mapper{}, Args: []Term{over(t.Var.Name, t.Var.Type, func(x Term) Term { return fst(&Apply{y, x}) }), z}},
					lin(&LinLetV{
						&LinBuild{size(z), i, dot(snd(&Apply{y, element(z, i)}), &LinOp{Project{}, indices(i), v})},
						&LinPlus{
							&LinSum{size(z), j, &LinFst{&LinOp{Project{}, indices(j), v}}},
							dot(dz, &LinBuild{size(z), k, &LinSnd{&LinOp{Project{}, indices(k), v}}}),
						}}),
				}
			})
		})

	// D←(build(i < n. t)) = let y = λi. D←_{Γ̄, i}(t) in let <n, _> = D←(n) in
	//                       <build(n, λi. fst (y i)), λ_v. sum(i < n. fst ((snd (y i)) • (v ! i)))>
	case *Build:
		return d.overIndices(g, t.Size, t.Var, t.Body, func(n, y Term) Term {
			i := newVar(t.Var.Name, t.Var.Type)
			return &Pair{
				&Op{t.Pos, Builder{len(t.Row)}, append([]Term{n, d.primalOf(y, t.Var)}, d.primals(g, t.Row)...)},
				lin(&LinSum{n, i, &LinFst{dot(snd(&Apply{y, use(i)}), &LinOp{Project{}, indices(i), v})}}),
			}
		})

	// D←(sum(i < n. t)) = let y = λi. D←_{Γ̄, i}(t) in let <n, _> = D←(n) in
	//                     <sum(n, λi. fst (y i)), λ_v. sum(i < n. fst ((snd (y i)) • v))>
	case *Sum:
		return d.overIndices(g, t.Size, t.Var, t.Body, func(n, y Term) Term {
			i := newVar(t.Var.Name, t.Var.Type)
			return &Pair{d.totalled(g, t, n, y), lin(&LinSum{n, i, &LinFst{dot(snd(&Apply{y, use(i)}), v)}})}
		})

	// D←(max(i < n. t)) = let y = λi. D←_{Γ̄, i}(t) in let <n, _> = D←(n) in
	//                     let <z, z'> = y (argmax(n, λi. fst (y i))) in <z, λ_v. fst (z' • v)>
	//
	// D←(argmax(i < n. t)) = … <argmax(n, λi. fst (y i)), λ_v. 0>
	case *Max:
		return d.overIndices(g, t.Size, t.Var, t.Body, func(n, y Term) Term {
			at := &Op{t.Pos, ArgMax{}, []Term{n, d.primalOf(y, t.Var)}}
			if t.Index {
				return &Pair{at, lin(&LinZero{g.all()})}
			}
			return named("z", d.bodyType(g, t.Var, t.Body), &Apply{y, at}, func(z Term) Term {
				return &Pair{fst(z), lin(&LinFst{dot(snd(z), v)})}
			})
		})

	// D←(loop(n, s, p. t, a. c)) = let y = λp. D←_{Γ̄, p}(t) in let <n, _> = D←(n) in let <z, z'> = D←(s) in
	//     let r = trace(n, z, λp. fst (y p), λa. fst (D←_{Γ̄, a}(c))) in
	//     <snd r, λ_v. let v = back(p ∈ fst r. let v = (snd (y p)) • v in <fst v, snd (snd v)>; v) in
	//                  fst v + z' • (snd v)>
	case *Loop:
		return d.overIndices(g, t.Count, t.Var, t.Body, func(n, y Term) Term {
			return d.let(g, "z", t.Init, func(z, dz Term) Term {
				p := newVar("p", d.mode.primal(t.Var.Type))
				return d.traced(g, t, n, z, y, func(r Term) Term {
					step := &LinLetV{dot(snd(&Apply{y, use(p)}), v), &LinPair{&LinFst{v}, &LinSnd{&LinSnd{v}}}}
					return &Pair{snd(r), lin(&LinLetV{
						&LinBack{fst(r), p, step, v},
						&LinPlus{&LinFst{v}, dot(dz, &LinSnd{v})},
					})}
				})
			})
		})
	}
	panic("chad: no rule")
}
