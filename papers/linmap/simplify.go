package linmap

import (
	"procad/papers/ks"
)

// A variable ∂x that is used twice is written twice, so what Eliminate makes may be
// exponentially larger. It gives up after so many equations, and before so many terms
// are written for one variable.
const (
	maxSteps  = 100_000
	maxCopied = 20_000
)

// A simplifier uses equations from left to right until none fits.
type simplifier struct {
	*Deriver
	eliminate bool // to remove all maps: the plan of Section 3
	steps     int
	done      map[ks.Term]bool // terms that no equation fits
}

// Simplify is a definition with the laws of Figures 4 and 5 used on its maps, and
// the Jacobians of built-in functions in the places of their calls. It gives what f
// gives where f's primal does not fail.
func (d *Deriver) Simplify(f *ks.Def) *ks.Def {
	s := &simplifier{Deriver: d, done: map[ks.Term]bool{}}
	return &ks.Def{At: f.At, Title: f.Title, Param: f.Param, Of: f.Of, Body: s.term(f.Body)}
}

// Eliminate is fwd$f or rev$f without linear maps: the last step of Section 3.
// Jacobians of built-in functions and variables ∂x take the places of their uses,
// and the Jacobian of a definition goes with ⊙ or ⊙ᴿ.
//
//	∂g(e) ⊙ dx = fwd$g(e, dx)     dr ⊙ᴿ ∂g(e) = rev$g(e, dr)
//
// ok is false if it takes too many steps, or terms; then maps are left.
func (d *Deriver) Eliminate(f *ks.Def) (g *ks.Def, ok bool) {
	s := &simplifier{Deriver: d, eliminate: true, done: map[ks.Term]bool{}}
	g = s.eliminated(f)
	return g, s.steps < maxSteps
}

func (s *simplifier) eliminated(f *ks.Def) *ks.Def {
	g := s.products[f]
	if g == nil {
		g = &ks.Def{At: f.At, Title: f.Title, Param: f.Param, Of: f.Of, Body: s.term(s.open(f.Body))}
		s.products[f] = g
		s.Products = append(s.Products, g)
	}
	return g
}

// open is the body of fwd$f or rev$f with that of ∂f in it.
func (s *simplifier) open(t ks.Term) ks.Term {
	if c, ok := t.(*ks.Call); ok && s.jacobianOf(c) != nil {
		return inline(c, c.Fun.(*ks.Def))
	}
	inside := ks.Children(t)
	made := make([]ks.Term, len(inside))
	for i, c := range inside {
		made[i] = s.open(c)
	}
	return ks.With(t, made)
}

func (s *simplifier) term(t ks.Term) ks.Term {
	for s.steps < maxSteps && !s.done[t] {
		t = s.inside(t)
		made := s.step(t)
		if made == nil {
			s.done[t] = true
			return t
		}
		s.steps++
		t = made
	}
	return t
}

// inside is t with the terms inside of it simplified.
func (s *simplifier) inside(t ks.Term) ks.Term {
	old := ks.Children(t)
	made := make([]ks.Term, len(old))
	changed := false
	for i, c := range old {
		made[i] = s.term(c)
		changed = changed || made[i] != c
	}
	if !changed {
		return t
	}
	return ks.With(t, made)
}

// step uses one equation; nil if none fits.
func (s *simplifier) step(t ks.Term) ks.Term {
	switch t := t.(type) {
	case *ks.Let:
		return s.let(t)
	case *ks.Call:
		for _, law := range Laws {
			if made := law.Rewrite(t); made != nil {
				return made
			}
		}
		if _, selects := t.Fun.(ks.Select); s.eliminate || selects {
			if made := value(t); made != nil {
				return made
			}
		}
		return s.call(t)
	case *ks.Case:
		for _, arm := range t.Arms {
			if !s.eliminate || !isA[ks.Zero](arm.Body) {
				return nil
			}
		}
		return t.Arms[0].Body
	}
	return nil
}

// let is let x = e in b without the let, where that makes nothing larger.
func (s *simplifier) let(t *ks.Let) ks.Term {
	maps := holdsMaps(t.Var.Type)
	n := ks.Uses(t.Body, t.Var)
	if maps && s.eliminate && n*ks.Weight(t.Bound) > maxCopied {
		s.steps = maxSteps
		return nil
	}
	switch {
	case n == 0 && (holdsMaps(t.Of) || s.eliminate):
		return t.Body
	case trivial(t.Bound), maps && (n == 1 || s.eliminate), n == 1 && s.eliminate:
		return ks.Substitute(t.Body, t.Var, t.Bound)
	}
	if !s.eliminate {
		return nil
	}
	switch e := t.Bound.(type) {
	case *ks.Let: // let x = (let y = a in e) in b = let y = a in let x = e in b
		return ks.In(e.Var, e.Bound, ks.In(t.Var, e.Body, t.Body))
	case *ks.Pair: // let x = (e1, e2) in b = let x1 = e1 in let x2 = e2 in b[(x1, x2)/x]
		return share(t.Var.Name, e, func(x ks.Term) ks.Term { return ks.Substitute(t.Body, t.Var, x) })
	}
	return nil
}

// trivial says that a name for t is longer than t.
func trivial(t ks.Term) bool {
	switch t := t.(type) {
	case *ks.Use, *ks.Const:
		return true
	case *ks.Call:
		switch t.Fun.(type) {
		case Zero, One, In, Out, ks.Zero:
			return true
		}
	}
	return false
}

// inline is let x = e in b for f(e), where f(x) = b.
func inline(t *ks.Call, f *ks.Def) ks.Term {
	fn := ks.Copy(ks.Fn(f.Param, f.Body)).(*ks.Lambda)
	if p, ok := t.Arg.(*ks.Pair); ok {
		return share(fn.Var.Name, p, func(x ks.Term) ks.Term { return ks.Substitute(fn.Body, fn.Var, x) })
	}
	return ks.In(fn.Var, t.Arg, fn.Body)
}

// call is a call of a derivative.
func (s *simplifier) call(t *ks.Call) ks.Term {
	if f, ok := t.Fun.(*ks.Def); ok && s.of[f] == nil && s.isBuiltin[f] {
		return inline(t, f)
	}
	if !s.eliminate {
		return nil
	}
	if _, args, ok := is[Apply](t); ok {
		if j, ok := args[0].(*ks.Call); ok && s.jacobianOf(j) != nil {
			return ks.Do(t.At, s.eliminated(s.Forward(s.jacobianOf(j))), j.Arg, args[1])
		}
		return through(args[0], func(m ks.Term) ks.Term { return apply2(m, args[1]) })
	}
	if _, args, ok := is[Reverse](t); ok {
		if j, ok := args[1].(*ks.Call); ok && s.jacobianOf(j) != nil {
			return ks.Do(t.At, s.eliminated(s.Reverse(s.jacobianOf(j))), j.Arg, args[0])
		}
		return through(args[1], func(m ks.Term) ks.Term { return reverse2(args[0], m) })
	}
	return nil
}

// jacobianOf is f for a call of ∂f.
func (d *Deriver) jacobianOf(t *ks.Call) *ks.Def {
	j, _ := t.Fun.(*ks.Def)
	return d.of[j]
}

// through is what is done to a map, done inside of a let or a case; nil for others.
//
//	(let y = e in m) ⊙ x = let y = e in (m ⊙ x)     (if b then m1 else m2) ⊙ x = if b then m1 ⊙ x else m2 ⊙ x
func through(m ks.Term, do func(ks.Term) ks.Term) ks.Term {
	switch m := m.(type) {
	case *ks.Let:
		return ks.In(m.Var, m.Bound, do(m.Body))
	case *ks.Case:
		out := &ks.Case{Node: ks.Node{At: m.At}, X: m.X}
		for _, arm := range m.Arms {
			out.Arms = append(out.Arms, ks.Arm{Var: arm.Var, Body: do(arm.Body)})
		}
		out.Of = out.Arms[0].Body.Type()
		return out
	}
	return nil
}
