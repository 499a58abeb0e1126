package linmap

import (
	"fmt"

	"procad/papers/ks"
)

// A Deriver makes derivatives of definitions, each once.
type Deriver struct {
	jacobians map[*ks.Def]*ks.Def // ∂f of f
	of        map[*ks.Def]*ks.Def // f of ∂f
	builtins  map[string]*ks.Def  // ∂f of a built-in function, by its name and the type of its argument
	isBuiltin map[*ks.Def]bool
	applied   map[applied]*ks.Def // fwd$f and rev$f
	products  map[*ks.Def]*ks.Def // these without linear maps
	Defs      []*ks.Def           // the Jacobians, callees first
	Products  []*ks.Def           // what Eliminate has made, callees first
}

// applied is fwd$f or rev$f, by its prefix.
type applied struct {
	prefix string
	f      *ks.Def
}

// NewDeriver has made nothing yet.
func NewDeriver() *Deriver {
	return &Deriver{
		jacobians: map[*ks.Def]*ks.Def{}, of: map[*ks.Def]*ks.Def{}, builtins: map[string]*ks.Def{}, isBuiltin: map[*ks.Def]bool{},
		applied: map[applied]*ks.Def{}, products: map[*ks.Def]*ks.Def{},
	}
}

// Jacobian is the full Jacobian ∂f : S → (S ⊸ T) of Figure 6.
//
//	∂f(x) = let ∂x = 𝟏 in ∇S[e]        for f(x) = e
func (d *Deriver) Jacobian(f *ks.Def) *ks.Def {
	if j := d.jacobians[f]; j != nil {
		return j
	}
	s := f.Param.Type
	dx := tangentVar(f.Param, s)
	n := &nabla{d, s, map[*ks.Var]*ks.Var{f.Param: dx}}
	body := ks.In(dx, one(f.At, s), n.term(f.Body))
	j := &ks.Def{At: f.At, Title: "∂" + f.Title, Param: f.Param, Of: body.Type(), Body: body}
	d.jacobians[f], d.of[j] = j, f
	d.Defs = append(d.Defs, j)
	return j
}

// Partial is ∂f for the function of a call.
func (d *Deriver) Partial(c *ks.Call) *ks.Def {
	if f, ok := c.Fun.(*ks.Def); ok {
		return d.Jacobian(f)
	}
	key := fmt.Sprintf("%#v %s", c.Fun, c.Arg.Type())
	if j := d.builtins[key]; j != nil {
		return j
	}
	x := &ks.Var{Name: "x", Type: c.Arg.Type()}
	body := builtin(c.Fun, x, c.Of)
	j := &ks.Def{Title: "∂" + c.Fun.Name(), Param: x, Of: body.Type(), Body: body}
	d.builtins[key], d.isBuiltin[j] = j, true
	d.Defs = append(d.Defs, j)
	return j
}

// Forward is the forward derivative fwd$f : (S, δS) → δT of Figure 6.
//
//	fwd$f(x, dx) = ∂f(x) ⊙ dx
func (d *Deriver) Forward(f *ks.Def) *ks.Def {
	return d.apply("fwd$", f, ks.Tangent(f.Param.Type), "dx", func(x, dx ks.Term) ks.Term {
		return ks.Do(f.At, Apply{}, ks.Do(f.At, d.Jacobian(f), x), dx)
	})
}

// Reverse is the reverse derivative rev$f : (S, δT) → δS of Figure 6.
//
//	rev$f(x, dr) = dr ⊙ᴿ ∂f(x)
func (d *Deriver) Reverse(f *ks.Def) *ks.Def {
	return d.apply("rev$", f, ks.Tangent(f.Of), "dr", func(x, dr ks.Term) ks.Term {
		return ks.Do(f.At, Reverse{}, dr, ks.Do(f.At, d.Jacobian(f), x))
	})
}

// apply is a function of x and another argument.
func (d *Deriver) apply(prefix string, f *ks.Def, second ks.Type, name string, body func(x, d ks.Term) ks.Term) *ks.Def {
	if made := d.applied[applied{prefix, f}]; made != nil {
		return made
	}
	t := &ks.Var{Name: "t", Type: ks.Tuple{f.Param.Type, second}}
	x, dx := &ks.Var{Name: "x", Type: f.Param.Type}, &ks.Var{Name: name, Type: second}
	e := body(ks.UseOf(f.At, x), ks.UseOf(f.At, dx))
	e = ks.In(dx, ks.Do(f.At, ks.Select{K: 1, N: 2}, ks.UseOf(f.At, t)), e)
	e = ks.In(x, ks.Do(f.At, ks.Select{K: 0, N: 2}, ks.UseOf(f.At, t)), e)
	made := &ks.Def{At: f.At, Title: prefix + f.Title, Param: t, Of: e.Type(), Body: e}
	d.applied[applied{prefix, f}] = made
	return made
}

// tangentVar is ∂x : s ⊸ τ for x : τ.
func tangentVar(x *ks.Var, s ks.Type) *ks.Var {
	return &ks.Var{Name: "∂" + x.Name, Type: ks.Lin{From: s, To: x.Type}}
}

// A nabla is ∇S of Figure 6: S, and the variables ∂x in scope.
type nabla struct {
	*Deriver
	s    ks.Type
	vars map[*ks.Var]*ks.Var
}

// bind is ∂x for x.
func (n *nabla) bind(x *ks.Var) *ks.Var {
	dx := tangentVar(x, n.s)
	n.vars[x] = dx
	return dx
}

// term is ∇S[e] : S ⊸ T for e : T.
func (n *nabla) term(e ks.Term) ks.Term {
	at := e.Pos()
	if ks.Discrete(e.Type()) {
		return zero(at, n.s, e.Type()) // there is nothing but 0 in δT
	}
	switch e := e.(type) {
	// ∇S[k] = 𝟎
	case *ks.Const:
		return zero(at, n.s, e.Of)

	// ∇S[x] = ∂x
	case *ks.Use:
		return ks.UseOf(at, n.vars[e.Var])

	// ∇S[(e1, …, en)] = ∇S[e1] × … × ∇S[en]
	case *ks.Pair:
		maps := make([]ks.Term, len(e.Elems))
		for i, x := range e.Elems {
			maps[i] = n.term(x)
		}
		return ks.Do(at, VCat{}, maps...)

	// ∇S[let x = e1 in e2] = let x = e1 in let ∂x = ∇S[e1] in ∇S[e2]
	case *ks.Let:
		if ks.Discrete(e.Var.Type) {
			return ks.In(e.Var, e.Bound, n.term(e.Body))
		}
		m := n.term(e.Bound)
		dx := n.bind(e.Var)
		return ks.In(e.Var, e.Bound, ks.In(dx, m, n.term(e.Body)))

	// ∇S[if b then e1 else e2] = if b then ∇S[e1] else ∇S[e2]
	// ∇S[case e of con x → b, …] = case e of con x → (let ∂x = out ∘ ∇S[e] in ∇S[b]), …
	case *ks.Case:
		return n.choice(e)

	case *ks.Call:
		return n.call(e)
	}
	panic(fmt.Sprintf("linmap: no rule for %T", e))
}

func (n *nabla) choice(e *ks.Case) ks.Term {
	sum := e.X.Type().(ks.Sum)
	arms := make([]ks.Arm, len(e.Arms))
	var m ks.Term
	var dm *ks.Var
	if !ks.Discrete(sum) {
		m = n.term(e.X)
		dm = &ks.Var{Name: "∂e", Type: m.Type()}
	}
	for k, arm := range e.Arms {
		if arm.Var == nil || ks.Discrete(arm.Var.Type) {
			arms[k] = ks.Arm{Var: arm.Var, Body: n.term(arm.Body)}
			continue
		}
		out := ks.Do(e.At, Compose{}, ks.Do(e.At, Out{k, sum}), ks.UseOf(e.At, dm))
		dx := n.bind(arm.Var)
		arms[k] = ks.Arm{Var: arm.Var, Body: ks.In(dx, out, n.term(arm.Body))}
	}
	c := &ks.Case{Node: ks.Node{At: e.At, Of: ks.Lin{From: n.s, To: e.Of}}, X: e.X, Arms: arms}
	if dm == nil {
		return c
	}
	return ks.In(dm, m, c)
}

func (n *nabla) call(e *ks.Call) ks.Term {
	switch e.Fun.(type) {
	// ∇S[build(en, λi. e)] = V(build(en, λi. ∇S[e]))
	case ks.Build:
		args := e.Args()
		each := args[1].(*ks.Lambda)
		return ks.Do(e.At, VCatV{}, ks.Do(e.At, ks.Build{}, args[0], ks.Fn(each.Var, n.term(each.Body))))
	case ks.Fold:
		return n.fold(e)
	}
	// ∇S[f(e)] = ∂f(e) ∘ ∇S[e]
	return ks.Do(e.At, Compose{}, ks.Do(e.At, n.Partial(e), e.Arg), n.term(e.Arg))
}

// fold is the rule of Figure 13. 𝟎 and 𝟏 have their types below and above.
//
//	∇s[fold (λt. e) acc v] = lmFold (λt. e) (λt. e') acc v ∘ p
//	  where p  = 𝟏s × (∇s[acc] × ∇s[v])
//	        e' = let ∂x = ∂x ∘ (𝟏s ⋈ 𝟎) in          for each x that is free in λt. e
//	             let ∂t = 𝟎 ⋈ 𝟏(a,b) in
//	             ∇(s,(a,b))[e]
func (n *nabla) fold(e *ks.Call) ks.Term {
	args := e.Args()
	step, acc, v := args[0].(*ks.Lambda), args[1], args[2]
	t := step.Var
	at := e.At
	p := ks.Do(at, VCat{}, one(at, n.s), ks.Do(at, VCat{}, n.term(acc), n.term(v)))

	inner := &nabla{n.Deriver, ks.Tuple{n.s, t.Type}, map[*ks.Var]*ks.Var{}}
	state := ks.Do(at, HCat{}, one(at, n.s), zero(at, t.Type, n.s))
	var lets []*ks.Let
	for _, x := range ks.Free(step) {
		if dx := n.vars[x]; dx != nil {
			lets = append(lets, &ks.Let{Var: inner.bind(x), Bound: ks.Do(at, Compose{}, ks.UseOf(at, dx), state)})
		}
	}
	dt := inner.bind(t)
	body := ks.Term(ks.In(dt, ks.Do(at, HCat{}, zero(at, n.s, t.Type), one(at, t.Type)), inner.term(step.Body)))
	for i := len(lets) - 1; i >= 0; i-- {
		body = ks.In(lets[i].Var, lets[i].Bound, body)
	}
	return ks.Do(at, Compose{}, ks.Do(at, LmFold{}, step, ks.Fn(t, body), acc, v), p)
}
