package chad

import "fmt"

// A Deriver makes D(t). What it makes is type-checked.
type Deriver struct {
	mode     Mode
	calculus Calculus
	defs     map[*Def]*Def // D(f) of the definitions so far
	types    map[Term]Type // of the source terms
}

// NewDeriver is D→ or D←, with what primitives have as derivatives.
func NewDeriver(mode Mode, calculus Calculus) *Deriver {
	return &Deriver{mode: mode, calculus: calculus, defs: map[*Def]*Def{}, types: map[Term]Type{}}
}

// Def is D(f), of the type D(τ → σ)₁ for f : τ → σ: the derivative of a definition,
// which is a function without a context.
//
//	D→(f) = λx. let <z, z'> = D→_x(t) in <z, λ_v. z' • <0, v>>
//	D←(f) = λx. let <z, z'> = D←_x(t) in <z, λ_v. snd (z' • v)>
func (d *Deriver) Def(f *Def) (*Def, error) {
	if done, ok := d.defs[f]; ok {
		return done, nil
	}
	t, err := d.Term(f.Body, f.Param)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	from, to := d.mode.tangent(f.Param.Type), d.mode.tangent(f.Result)
	out := &Def{Name: d.mode.String() + f.Name, Param: t.Vars[0], Result: d.mode.primal(f.Type()).(FunType).To}
	p := newVar("z", d.mode.result(f.Result, t.Tangent))
	z, dz := fst(use(p)), snd(use(p))
	if d.mode == Forward {
		out.Body = &Let{p, t.Term, &Pair{z, &LinLambda{from, dot(dz, &LinPair{&LinZero{LUnit{}}, v})}}}
	} else {
		out.Body = &Let{p, t.Term, &Pair{z, &LinLambda{to, &LinSnd{dot(dz, v)}}}}
	}
	d.defs[f] = out
	return out, CheckDef(out)
}

// Derived is D(t) : D(τ)₁ * (A ⊸ B), a term in which Vars have the types D(τi)₁. Tangent is D(Γ)₂.
type Derived struct {
	Term    Term
	Vars    []*Var
	Tangent Linear
}

// Term is D(t) for a t in which the variables are free.
func (d *Deriver) Term(t Term, vars ...*Var) (out Derived, err error) {
	defer recovered(&err)
	check := &checker{scope: map[*Var]bool{}, types: d.types}
	for _, x := range vars {
		check.scope[x] = true
	}
	of := check.term(t)
	var g *context
	for _, x := range vars {
		g = d.bind(g, x)
		out.Vars = append(out.Vars, g.target)
	}
	out.Term, out.Tangent = d.term(g, t), g.all()
	got, err := Check(out.Term, out.Vars...)
	if want := d.mode.result(of, g.all()); err == nil && got != want {
		err = fmt.Errorf("%s has the type %s, and should have %s", d.mode, got, want)
	}
	return out, err
}

// term is D_Γ̄(t).
func (d *Deriver) term(g *context, t Term) Term {
	if d.mode == Forward {
		return d.forward(g, t)
	}
	return d.reverse(g, t)
}

// A context is Γ, the innermost variable first. D(Γ)₂ is a left-nested tuple that
// begins with 1: D(Γ, x : τ)₂ = D(Γ)₂*D(τ)₂, as in appendix B.1.
type context struct {
	outer   *context // nil: Γ is empty
	source  *Var     // x : τ
	target  *Var     // x : D(τ)₁
	tangent Linear   // D(Γ)₂
}

// all is D(Γ)₂.
func (g *context) all() Linear {
	if g == nil {
		return LUnit{}
	}
	return g.tangent
}

// bind is Γ, x.
func (d *Deriver) bind(g *context, x *Var) *context {
	return &context{g, x, newVar(x.Name, d.mode.primal(x.Type)), LProd{g.all(), d.mode.tangent(x.Type)}}
}

// find is the innermost part of the context whose last variable is x.
func (g *context) find(x *Var) *context {
	for ; g != nil; g = g.outer {
		if g.source == x {
			return g
		}
	}
	panic("chad: " + x.Name + " is not in the context")
}

// proj is proj_x(Γ̄) v: the x part of a v : D(Γ)₂.
func (g *context) proj(x *Var) LinTerm {
	t := v
	for h := g; h.source != x; h = h.outer {
		t = &LinFst{t}
	}
	return &LinSnd{t}
}

// coproj is coproj_x(Γ̄) v = <0, …, v, …, 0>, for a v : D(τ)₂.
func (g *context) coproj(x *Var) LinTerm {
	if g.source == x {
		return &LinPair{&LinZero{g.outer.all()}, v}
	}
	return &LinPair{g.outer.coproj(x), &LinZero{g.tangent.(LProd).B}}
}

// let is let <x, x'> = D(t) in body.
//
//	let <x, y> = t in s = let p = t in s[fst p/x, snd p/y]
func (d *Deriver) let(g *context, name string, t Term, body func(x, dx Term) Term) Term {
	p := newVar(name, d.mode.result(d.types[t], g.all()))
	return &Let{p, d.term(g, t), body(fst(use(p)), snd(use(p)))}
}

// named is let y = t in body, for a t of the given type.
func named(name string, of Type, t Term, body func(y Term) Term) Term {
	y := newVar(name, of)
	return &Let{y, t, body(use(y))}
}

// body is λx. D_{Γ̄, x}(t), and its type.
func (d *Deriver) body(g *context, x *Var, t Term) (Term, Type) {
	h := d.bind(g, x)
	return &Lambda{h.target, d.term(h, t)}, FunType{h.target.Type, d.mode.result(d.types[t], h.all())}
}

// over is λi. f (i), for an f that makes new terms.
func over(name string, of Type, f func(i Term) Term) Term {
	i := newVar(name, of)
	return &Lambda{i, f(use(i))}
}

// indices are the parts of a use of i : int*…*int.
func indices(i *Var) []Term {
	k := dimensions(i.Type)
	out := make([]Term, k)
	for j := range out {
		out[j] = part(use(i), j, k)
	}
	return out
}
