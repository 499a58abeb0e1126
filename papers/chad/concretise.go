package chad

// Concrete is t^T for a Cartesian term t of the target language, section 9.2: linear
// functions are functions, copowers are lists. 0 and + stay, as in section 9.3.
// The variables get new ones; those of free, with the types τ^T, are returned.
func Concrete(t Term, free ...*Var) (Term, []*Var) {
	c := &concretiser{vars: map[*Var]*Var{}, defs: map[*Def]*Def{}}
	out := make([]*Var, len(free))
	for i, x := range free {
		out[i] = c.bind(x)
	}
	return c.term(t), out
}

// ConcreteDef is the definition with D(f)^T for its body.
func ConcreteDef(d *Def) *Def {
	c := &concretiser{vars: map[*Var]*Var{}, defs: map[*Def]*Def{}}
	return c.def(d)
}

type concretiser struct {
	vars map[*Var]*Var
	defs map[*Def]*Def
}

func (c *concretiser) def(d *Def) *Def {
	if done, ok := c.defs[d]; ok {
		return done
	}
	out := &Def{Name: d.Name, Param: c.bind(d.Param), Result: concreteType(d.Result)}
	c.defs[d] = out
	out.Body = c.term(d.Body)
	return out
}

func (c *concretiser) bind(x *Var) *Var {
	y := newVar(x.Name, concreteType(x.Type))
	c.vars[x] = y
	return y
}

func (c *concretiser) term(t Term) Term {
	switch t := t.(type) {
	case *Use:
		return use(c.vars[t.Var])
	case *Call:
		return &Call{c.def(t.Def), c.term(t.Arg)}
	case *Inl:
		return &Inl{c.term(t.X), concreteType(t.Other)}
	case *Inr:
		return &Inr{c.term(t.X), concreteType(t.Other)}
	case *LinLambda:
		x := newVar("v", plain(t.From))
		body, _ := c.linear(t.Body, t.From, use(x))
		return &Lambda{x, body}
	}
	return rebuild(t, c.bind, c.term)
}

// linear is t^T x for Γ; v : A ⊢ t : B, a term for the B that t is at v = x, and B. x may occur
// any number of times.
func (c *concretiser) linear(t LinTerm, a Linear, x Term) (Term, Linear) {
	switch t := t.(type) {
	// lid x = x
	case *LinVar:
		return x, a

	case *LinLet:
		bound := c.term(t.Bound)
		y := c.bind(t.Var)
		body, b := c.linear(t.Body, a, x)
		return &Let{y, bound, body}, b

	// (t ;l s) x = s (t x)
	case *LinLetV:
		bound, b := c.linear(t.Bound, a, x)
		y := newVar("v", plain(b))
		body, to := c.linear(t.Body, b, use(y))
		return &Let{y, bound, body}, to

	case *LinOp:
		args := make([]Term, len(t.Args), len(t.Args)+1)
		types := make([]Type, len(t.Args))
		for i, s := range t.Args {
			args[i] = c.term(s)
			types[i] = typeIn(s)
		}
		from, b := c.linear(t.X, a, x)
		return &Op{Op: Plain{t.Op, b}, Args: append(args, from)}, t.Op.Result(types, b)

	// 0 of 1 is <>
	case *LinUnit:
		return &Zero{UnitType{}}, LUnit{}

	// lpair(t, s) x = <t x, s x>
	case *LinPair:
		l, b := c.linear(t.A, a, x)
		r, d := c.linear(t.B, a, x)
		return &Pair{l, r}, LProd{b, d}

	// lfst x = fst x, lsnd x = snd x
	case *LinFst:
		of, b := c.linear(t.X, a, x)
		return fst(of), b.(LProd).A
	case *LinSnd:
		of, b := c.linear(t.X, a, x)
		return snd(of), b.(LProd).B

	// lswap t x = λy. t y x
	case *LinPower:
		y := c.bind(t.Var)
		body, b := c.linear(t.Body, a, x)
		return &Lambda{y, body}, Power{t.Var.Type, b}

	// leval t x = x t
	case *LinAt:
		p, b := c.linear(t.X, a, x)
		return &Apply{p, c.term(t.Arg)}, b.(Power).To

	// {(t, -)} x = [<t, x>]
	case *LinCopower:
		by, b := c.linear(t.By, a, x)
		arg := c.term(t.X)
		return &Op{Op: Single{}, Args: []Term{&Pair{arg, by}}}, Copower{typeIn(t.X), b}

	// lcopowfold t z = sum (map (λp. t (fst p) (snd p)) z)
	case *LinCase:
		z, b := c.linear(t.X, a, x)
		y := c.bind(t.Var)
		p := newVar("p", ProdType{y.Type, plain(b.(Copower).By)})
		w := newVar("v", plain(b.(Copower).By))
		body, to := c.linear(t.Body, b.(Copower).By, use(w))
		f := &Lambda{p, &Let{y, fst(use(p)), &Let{w, snd(use(p)), body}}}
		return &Op{Op: ListSum{}, Args: []Term{&Op{Op: ListMap{}, Args: []Term{f, z}}}}, to
	}
	return c.linearLoop(t, a, x)
}

// linearLoop is linear for applications, monoids, arrays and loops.
func (c *concretiser) linearLoop(t LinTerm, a Linear, x Term) (Term, Linear) {
	switch t := t.(type) {
	// (s ;l t) x = t (s x)
	case *LinApply:
		f := c.term(t.Func)
		arg, _ := c.linear(t.Arg, a, x)
		return &Apply{f, arg}, typeIn(t.Func).(LFunType).To

	// 0 x = 0
	case *LinZero:
		return &Zero{plain(t.Of)}, t.Of

	// (t + s) x = t x + s x
	case *LinPlus:
		l, b := c.linear(t.A, a, x)
		r, _ := c.linear(t.B, a, x)
		return &Plus{l, r}, b

	// lbuild(n, t) x = build(n, λi. t i x)
	case *LinBuild:
		n, i := c.term(t.Size), c.bind(t.Var)
		body, b := c.linear(t.Body, a, x)
		return &Op{Op: PlainBuild{}, Args: []Term{n, &Lambda{i, body}}}, linearArrayOf(b, dimensions(t.Var.Type))

	// lsum(n, t) x = sum(n, λi. t i x)
	case *LinSum:
		n, i := c.term(t.Size), c.bind(t.Var)
		body, b := c.linear(t.Body, a, x)
		return &Op{Op: PlainSum{}, Args: []Term{n, &Lambda{i, body}}}, b

	// lscan(l, t, s) x = scan(l, λp. λd. t p <x, d>, s x)
	case *LinScan:
		l := c.term(t.Over)
		init, b := c.linear(t.Init, a, x)
		p, d := c.bind(t.Var), newVar("d", plain(b))
		w := newVar("v", ProdType{plain(a), plain(b)})
		body, _ := c.linear(t.Body, LProd{a, b}, use(w))
		f := &Lambda{p, &Lambda{d, &Let{w, &Pair{x, use(d)}, body}}}
		return &Op{Op: PlainScan{}, Args: []Term{l, f, init}}, b

	// lback(l, t, s) x = back(l, λp. λd. t p d, s x)
	case *LinBack:
		l := c.term(t.Over)
		init, b := c.linear(t.Init, a, x)
		p, d := c.bind(t.Var), newVar("d", plain(b))
		body, to := c.linear(t.Body, b, use(d))
		return &Op{Op: PlainBack{}, Args: []Term{l, &Lambda{p, &Lambda{d, body}}, init}}, to
	}
	panic("chad: no rule")
}

// typeIn is the type of a term that is well typed where it stands.
func typeIn(t Term) Type { return (&checker{loose: true, scope: map[*Var]bool{}}).term(t) }
