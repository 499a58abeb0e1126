package emit

import "procad/core"

// gradient is gradient_f : S × Int → R × δS of an f : S → R, with room for so many bindings.
//
//	R{f} = \s. let (s0, a) = initVars_S (s, 0); (y, u) = runDelta (a + 1) (D{f} s0);
//	           m = eval 1 u emptyMap in (y, lookup_S (m, s0))
//
// The map is an array (section 5.3.3). Every binding is evaluated, also one that nothing
// reached: then with the adjoint 0.
func (e *emitter) gradient(f, dualF *core.Def) {
	b := builder{f.Pos}
	d := &core.Def{Pos: f.Pos, Name: "gradient_" + f.Name}
	var params []core.Term
	for _, p := range f.Params {
		v := b.fresh(p.Name, p.Type)
		d.Params = append(d.Params, v)
		params = append(params, b.use(v))
	}
	room := b.fresh("bindings", core.Int)
	d.Params = append(d.Params, room)
	d.Body = e.offsets(b, params, b.int(1), nil, func(base []core.Term, end core.Term) core.Term {
		args := make([]core.Term, len(params))
		for i, p := range f.Params {
			args[i] = e.initVars(b, p.Type, core.Copy(params[i]), base[i])
		}
		length := b.prim(core.Add, core.Copy(end), b.use(room))
		cells := b.build([]core.Term{length}, func([]core.Term) core.Term { return e.zero(b, binding) })
		run := e.call(b, dualF, append(args, b.tuple(core.Copy(end), cells)))
		y, w := b.fresh("y", core.Real), b.fresh("w", core.Int)
		r, m := b.fresh("r", dual), b.fresh("m", state)
		next, tape := b.fresh("n", core.Int), b.fresh("t", state.Elems[1])
		adj := b.fresh("adjoint", core.ArrayOf(core.Real, 1))
		seed := b.build([]core.Term{b.use(next)}, func(at []core.Term) core.Term {
			return b.choose(b.prim(core.Eq, at[0], b.use(w)), b.real(1), b.real(0))
		})
		parts := make([]core.Term, len(params))
		discrete := true
		for i, p := range f.Params {
			parts[i] = e.lookup(b, p.Type, core.Copy(params[i]), base[i], b.use(adj))
			discrete = discrete && core.Discrete(p.Type)
		}
		var result core.Term = &core.Tuple{Node: b.node(core.Unit)}
		if !discrete {
			result = b.tuple(parts...)
		}
		return b.open([]*core.Var{r, m}, run, b.open([]*core.Var{y, w}, b.use(r), b.open([]*core.Var{next, tape}, b.use(m),
			b.open([]*core.Var{nil, adj}, e.eval(b, b.use(next), core.Copy(end), b.use(tape), seed), b.tuple(b.use(y), result)))))
	})
	d.Result = d.Body.Type()
	e.add(d)
}

// eval is the adjoints of all ids: from the newest binding to the oldest, at the first id.
//
//	eval x (Add (Scale c (Var u)) (Scale d (Var v))) m = addDelta v (x * d) (addDelta u (x * c) m)
func (e *emitter) eval(b builder, next, first, tape, seed core.Term) core.Term {
	count := b.prim(core.Sub, core.Copy(next), first)
	newest := b.prim(core.Sub, next, b.int(1))
	return b.repeat(count, []core.Term{newest, seed}, func(s []core.Term) core.Term {
		return b.parts(b.index(tape, core.Copy(s[0])), func(bound []core.Term) core.Term {
			x := b.fresh("x", core.Real)
			add := func(adj, c, u core.Term) core.Term {
				return b.set(adj, b.prim(core.Add, b.index(core.Copy(adj), u), b.prim(core.SMul, b.use(x), c)), core.Copy(u))
			}
			mid := b.fresh("adjoint", seed.Type())
			return b.let(x, b.index(core.Copy(s[1]), core.Copy(s[0])), b.let(mid, add(s[1], bound[0], bound[1]),
				b.tuple(b.prim(core.Sub, s[0], b.int(1)), add(b.use(mid), bound[2], bound[3]))))
		})
	})
}

// offsets gives the parameters their first ids, one after the other.
func (e *emitter) offsets(
	b builder, params []core.Term, next core.Term, base []core.Term, body func(base []core.Term, end core.Term) core.Term,
) core.Term {
	if len(params) == 0 {
		return b.name("end", next, func(end core.Term) core.Term { return body(base, end) })
	}
	return b.name("id", next, func(id core.Term) core.Term {
		after := b.prim(core.Add, core.Copy(id), e.count(b, core.Copy(params[0])))
		return e.offsets(b, params[1:], after, append(base[:len(base):len(base)], id), body)
	})
}

// count is how many ids x has: those of the longest constructor of a sum, so that the elements of
// an array have as many each.
func (e *emitter) count(b builder, x core.Term) core.Term {
	t := x.Type()
	if n, ok := slots(t); ok {
		return b.int(n)
	}
	switch t := t.(type) {
	case *core.TupleType:
		return b.parts(x, func(parts []core.Term) core.Term {
			sum := b.int(0)
			for _, p := range parts {
				sum = b.prim(core.Add, sum, e.count(b, p))
			}
			return sum
		})
	case *core.SumType: // no element of an array, since it has one in it
		return b.cases(x, func(_ int, part core.Term) core.Term { return e.count(b, part) })
	case *core.ArrayType:
		n, _ := slots(t.Elem)
		return b.name("a", x, func(a core.Term) core.Term {
			product := b.int(n)
			for axis := range t.Rank {
				product = b.prim(core.Mul, product, b.size(core.Copy(a), axis))
			}
			return product
		})
	}
	unsupported(b.at, "a parameter of type %s", t)
	return nil
}

// slots is count, where that does not depend on a size.
func slots(t core.Type) (n int64, ok bool) {
	if core.Discrete(t) {
		return 0, true
	}
	switch t := t.(type) {
	case core.Basic:
		return 1, true
	case *core.TupleType:
		for _, elem := range t.Elems {
			k, ok := slots(elem)
			if !ok {
				return 0, false
			}
			n += k
		}
		return n, true
	case *core.SumType:
		for _, c := range t.Cons {
			k, ok := slots(c.Of)
			if !ok {
				return 0, false
			}
			n = max(n, k)
		}
		return n, true
	}
	return 0, false
}

// at is where element number at of an array with dims begins.
func (e *emitter) at(b builder, base, a core.Term, at []core.Term, stride int64) core.Term {
	flat := b.int(0)
	for axis, i := range at {
		flat = b.prim(core.Add, b.prim(core.Mul, flat, b.size(core.Copy(a), axis)), core.Copy(i))
	}
	return b.prim(core.Add, core.Copy(base), b.prim(core.Mul, flat, b.int(stride)))
}

// initVars is x with the ids base, base + 1, ….
func (e *emitter) initVars(b builder, t core.Type, x, base core.Term) core.Term {
	if core.Discrete(t) {
		return x
	}
	switch t := t.(type) {
	case *core.TupleType:
		return b.parts(x, func(parts []core.Term) core.Term {
			return e.offsets(b, parts, core.Copy(base), nil, func(base []core.Term, _ core.Term) core.Term {
				out := make([]core.Term, len(parts))
				for i := range parts {
					out[i] = e.initVars(b, t.Elems[i], core.Copy(parts[i]), base[i])
				}
				return b.tuple(out...)
			})
		})
	case *core.SumType:
		of := translated(t)
		return b.cases(x, func(con int, part core.Term) core.Term {
			return &core.Inject{Node: b.node(of), Con: con, X: e.initVars(b, t.Cons[con].Of, part, base)}
		})
	case *core.ArrayType:
		n, _ := slots(t.Elem)
		return b.each(x, func(elem core.Term, at []core.Term) core.Term {
			return b.name("id", e.at(b, base, x, at, n), func(id core.Term) core.Term { return e.initVars(b, t.Elem, elem, id) })
		})
	}
	return b.tuple(x, core.Copy(base))
}

// lookup is the adjoints of the ids of x, of type δt.
func (e *emitter) lookup(b builder, t core.Type, x, base, adj core.Term) core.Term {
	if core.Discrete(t) {
		return &core.Tuple{Node: b.node(core.Unit)}
	}
	switch t := t.(type) {
	case *core.TupleType:
		return b.parts(x, func(parts []core.Term) core.Term {
			return e.offsets(b, parts, core.Copy(base), nil, func(base []core.Term, _ core.Term) core.Term {
				out := make([]core.Term, len(parts))
				for i := range parts {
					out[i] = e.lookup(b, t.Elems[i], core.Copy(parts[i]), base[i], core.Copy(adj))
				}
				return b.tuple(out...)
			})
		})
	case *core.SumType:
		of := core.Tangent(t)
		return b.cases(x, func(con int, part core.Term) core.Term {
			return &core.Inject{Node: b.node(of), Con: con, X: e.lookup(b, t.Cons[con].Of, part, base, core.Copy(adj))}
		})
	case *core.ArrayType:
		n, _ := slots(t.Elem)
		return b.each(x, func(elem core.Term, at []core.Term) core.Term {
			return b.name("id", e.at(b, base, x, at, n), func(id core.Term) core.Term {
				return e.lookup(b, t.Elem, elem, id, core.Copy(adj))
			})
		})
	}
	return b.index(adj, core.Copy(base))
}
