package graph

import "procad/proc"

// An abstract interpretation runs a procedure on abstract values: what is known of values. This is the one
// driver. It keeps Γ, the abstract values of variables, and Θ, those of names. A Domain says what an abstract
// value is, and which one each statement makes. Below, ⟦p⟧ is what a procedure makes of Γ under Θ. A variable
// stands for its abstract value, and op for the method of the domain.
//
//	⟦p ; q⟧                          ⟦q⟧ ⟦p⟧, unless p stops: what follows a stop is not reached
//	⟦b = op a…⟧                      Γ \ a…, b ↦ op(a…)
//	⟦(b1, …, bn) = a⟧                Γ \ a, bk ↦ Parts(a)k
//	⟦x = Read s i…⟧                  Γ \ i…, x ↦ Read(Θ(s), i…)                    likewise Add, Size
//	⟦v' = Share v (s. p)⟧            ⟦p⟧ (Γ \ v) under Θ, s ↦ n, then v' ↦ Shared(v, n)       n = Share(v)
//	⟦v' = Accum v (s. p)⟧            likewise
//	⟦Row s i… (r. p)⟧                ⟦p⟧ (Γ \ i…) under Θ, r ↦ Row(Θ(s), i…)       likewise Choose
//	⟦Case a (Inl x p) (Inr y q)⟧     L ⊔ R      L = ⟦p⟧ (Γ \ a, x ↦ Payload(a, left)), R likewise
//	⟦b = Call f [θ] a⟧               Γ \ a, b ↦ Call(a, Θ(θ)), for which a domain has two rules that it may ask for
//
//	Inside f [θ] a                   Γf(out) after ⟦pf⟧ {in ↦ a} under {θf ↦ Θ(θ)}
//	Loop{f} [θ] (n, s)               σ with s ⊑ σ and f(σ) ⊑ σ, the limit of σ0 = s, σk+1 = Widen(k, σk, f(σk))
//
// L ⊔ R has Join(l, r) of each variable that both branches leave. A branch that stops, or of which the
// domain says that it does not run, leaves nothing: the other one is what is left. Where none is, the
// Case stops too.
//
// Variables are used once, so Γ has only what is not yet used, and a branch begins with the Γ
// before the Case: changes since then are on a trail, and are taken back. So a Case costs
// as much as its branches change. A domain that is asked about variables afterwards keeps all of
// them. Then two branches must not use a name for different variables. Names of Θ are unique, so they stay.

// An Interpreter runs procedures in a domain.
type Interpreter[V, N any] struct {
	domain Domain[V, N]
	keep   bool
	depth  int
	dead   bool
	body   func(proc.Procedure) // Procedure
	scope[V, N]
}

// A scope has what a definition binds.
type scope[V, N any] struct {
	vars  map[string]V // Γ
	zone  map[string]N // Θ
	open  int          // the branches of Cases around
	trail []change[V]  // what they have changed
}

// A change is what was known of a variable before it, if it was there.
type change[V any] struct {
	v   proc.Var
	was V
	had bool
}

func newScope[V, N any]() scope[V, N] { return scope[V, N]{vars: map[string]V{}, zone: map[string]N{}} }

// Interpret is for definitions, by Inside.
func Interpret[V, N any](d Domain[V, N]) *Interpreter[V, N] {
	r := &Interpreter[V, N]{domain: d}
	r.body = r.Procedure
	return r
}

// Keep is for a procedure, where variables stay in Γ when they are used.
func Keep[V, N any](d Domain[V, N]) *Interpreter[V, N] {
	r := Interpret(d)
	r.keep, r.scope = true, newScope[V, N]()
	return r
}

// Depth is how many calls the procedure at hand is inside of.
func (r *Interpreter[V, N]) Depth() int { return r.depth }

// Stop says that what follows is not reached.
func (r *Interpreter[V, N]) Stop() { r.dead = true }

// Var is what Γ has, and Name what Θ has.
func (r *Interpreter[V, N]) Var(v proc.Var) V      { return r.vars[v.Name] }
func (r *Interpreter[V, N]) Name(name string) N    { return r.zone[name] }
func (r *Interpreter[V, N]) Open(name string, n N) { r.zone[name] = n }

// Bind binds a variable, unless that is not reached.
func (r *Interpreter[V, N]) Bind(v proc.Var, x V) {
	if r.dead {
		return
	}
	r.note(v)
	r.vars[v.Name] = r.domain.Bind(v, x)
}

// Use is what is known of a variable that is used.
func (r *Interpreter[V, N]) Use(v proc.Var) V {
	x, bound := r.vars[v.Name]
	switch {
	case !bound:
		x = r.domain.Bind(v, x)
		if r.keep {
			r.vars[v.Name] = x
		}
	case !r.keep:
		r.note(v)
		delete(r.vars, v.Name)
	}
	return x
}

func (r *Interpreter[V, N]) uses(vs []proc.Var) []V {
	if len(vs) == 0 {
		return nil
	}
	xs := make([]V, len(vs))
	for i, v := range vs {
		xs[i] = r.Use(v)
	}
	return xs
}

// note puts a variable that changes on the trail.
func (r *Interpreter[V, N]) note(v proc.Var) {
	if r.open > 0 {
		was, had := r.vars[v.Name]
		r.trail = append(r.trail, change[V]{v, was, had})
	}
}

// Procedure runs p, as far as it is reached.
func (r *Interpreter[V, N]) Procedure(p proc.Procedure) {
	for _, s := range p {
		if r.dead {
			return
		}
		r.domain.Before(s)
		r.stmt(s, r.body)
	}
}

// Across runs a statement without what is in it.
func (r *Interpreter[V, N]) Across(s proc.Stmt) { r.stmt(s, func(proc.Procedure) {}) }

// stmt runs a statement; run runs the procedures in it.
func (r *Interpreter[V, N]) stmt(s proc.Stmt, run func(proc.Procedure)) {
	d := r.domain
	switch s := s.(type) {
	case *proc.Call:
		zone := make([]N, len(s.Zone))
		for i, name := range s.Zone {
			zone[i] = r.zone[name]
		}
		r.Bind(s.Out, d.Call(s, r.Use(s.In), zone))
	case *proc.Const:
		r.Bind(s.Out, d.Const(s))
	case *proc.Elim:
		d.Elim(s, r.Use(s.In))
	case *proc.Dup:
		r.Bind(s.Out, d.Dup(s, r.Use(s.In)))
	case *proc.Tuple:
		r.Bind(s.Out, d.Tuple(s, r.uses(s.Ins)))
	case *proc.Untuple:
		parts := d.Parts(r.Use(s.In), s.In.Type)
		for i, v := range s.Outs {
			r.Bind(v, at(parts, i))
		}
	case *proc.Inl:
		r.Bind(s.Out, d.Inject(s.Out, r.Use(s.In), true))
	case *proc.Inr:
		r.Bind(s.Out, d.Inject(s.Out, r.Use(s.In), false))
	case *proc.Case:
		r.cases(s, r.Use(s.In), run)
	case *proc.Share:
		x := r.Use(s.In)
		n := d.Share(s, x)
		r.Open(s.Name, n)
		run(s.Body)
		r.Bind(s.Out, d.Shared(s, x, n))
	case *proc.Accum:
		x := r.Use(s.In)
		n := d.Accum(s, x)
		r.Open(s.Name, n)
		run(s.Body)
		r.Bind(s.Out, d.Accumulated(s, x, n))
	case *proc.Read:
		r.Bind(s.Out, d.Read(s, r.zone[s.Ref], r.uses(s.Idx)))
	case *proc.Add:
		idx := r.uses(s.Idx)
		d.Add(s, r.zone[s.Ref], idx, r.Use(s.In))
	case *proc.Size:
		r.Bind(s.Out, d.Size(s, r.zone[s.Ref]))
	case *proc.Row:
		r.Open(s.Name, d.Row(s, r.zone[s.Ref], r.uses(s.Idx)))
		run(s.Body)
	case *proc.Choose:
		r.Open(s.Name, d.Choose(s, r.Use(s.In), r.zone[s.True], r.zone[s.False]))
		run(s.Body)
	}
}

// at is a part, if parts are known apart.
func at[V any](parts []V, i int) (x V) {
	if i < len(parts) {
		return parts[i]
	}
	return x
}

// An end is what a branch has changed, in that order. There is none of one that stops or does not run.
type end[V any] struct {
	order []proc.Var
	now   map[string]change[V]
}

// cases runs the branches of a Case.
func (r *Interpreter[V, N]) cases(c *proc.Case, in V, run func(proc.Procedure)) {
	from, ran := len(r.trail), false
	branch := func(b proc.Branch, left bool, at *end[V]) func() bool {
		return func() bool {
			ran = true
			r.Bind(b.Var, r.domain.Payload(c, in, left))
			run(b.Body)
			e, reached := r.takeBack(from), !r.dead
			if reached {
				*at = e
			}
			r.dead = false
			return reached
		}
	}
	var left, right end[V]
	r.open++
	r.domain.Cases(c, in, branch(c.L, true, &left), branch(c.R, false, &right))
	r.open--
	switch {
	case left.now != nil && right.now != nil:
		r.join(c, in, left, right)
	case left.now != nil:
		r.leave(left)
	case right.now != nil:
		r.leave(right)
	default:
		r.dead = ran
	}
}

// takeBack is the end of a branch. Γ is as it was before, unless variables are kept.
func (r *Interpreter[V, N]) takeBack(from int) end[V] {
	e := end[V]{now: make(map[string]change[V], len(r.trail)-from)}
	for _, c := range r.trail[from:] {
		if _, met := e.now[c.v.Name]; met {
			continue
		}
		x, is := r.vars[c.v.Name]
		e.now[c.v.Name] = change[V]{c.v, x, is}
		if is || c.had { // not what the branch binds and uses
			e.order = append(e.order, c.v)
		}
	}
	for k := len(r.trail) - 1; k >= from && !r.keep; k-- {
		r.put(r.trail[k])
	}
	r.trail = r.trail[:from]
	return e
}

// put has a variable in Γ as it was.
func (r *Interpreter[V, N]) put(c change[V]) {
	if c.had {
		r.vars[c.v.Name] = c.was
	} else {
		delete(r.vars, c.v.Name)
	}
}

// leave has variables after a Case as a branch leaves them.
func (r *Interpreter[V, N]) leave(e end[V]) {
	for _, v := range e.order {
		r.note(v)
		r.put(e.now[v.Name])
	}
}

// join has what both branches leave, and nothing of what both use up.
func (r *Interpreter[V, N]) join(c *proc.Case, in V, left, right end[V]) {
	for _, v := range left.order {
		switch x, y := left.now[v.Name], right.now[v.Name]; {
		case !x.had:
			r.note(v)
			r.put(x)
		case y.had:
			r.Bind(v, r.domain.Join(c, in, v, x.was, y.was))
		}
	}
}

// Inside is what a definition gives for an argument, by its body.
func (r *Interpreter[V, N]) Inside(d *proc.Def, zone []N, in V) V {
	outer := r.scope
	r.scope = newScope[V, N]()
	r.depth++
	for i, ref := range d.Zone {
		r.zone[ref.Name] = zone[i]
	}
	r.Bind(d.In, in)
	r.Procedure(d.Body)
	var out V
	if !r.dead {
		out = r.Use(d.Out)
	}
	r.depth--
	r.scope = outer
	return out
}

// A Body is that of a loop, for a domain.
type Body[V any] interface {
	// Index gives Θ the number of an iteration: one of so many, along an axis.
	Index(axis int, count V)
	// Iteration is what the body gives for a state.
	Iteration(state V) V
	// Widen is a state that covers state and next, unless state does: then the limit is reached.
	Widen(k int, state, next V) (wider V, more bool)
}

// A Looped is what is known of a loop.
type Looped[V any] struct {
	Counts []V // how many iterations there are, along each axis
	First  V   // what comes before the first one: a state, or the beginning of a sum
	State  V   // before any iteration, and after the last one, of a loop that has one
	Out    V   // what an iteration gives
}

// Loop runs the body of a loop that is called with a, of a type.
//
//	a = n1, …           sum, max, argmax, build, …      body : () → T
//	a = (n, s)          adds                            likewise
//	a = (n, s)          fold, foldr, ccl, nTimes        body : S → S
//	a = (n, s)          while                           body : S → (Bool, S)
func (r *Interpreter[V, N]) Loop(kind proc.LoopKind, a V, t proc.Type, body Body[V]) Looped[V] {
	l := Looped[V]{Counts: []V{a}}
	parts := r.domain.Parts(a, t)
	state := kind.Sequential() || kind == proc.CCL
	switch {
	case kind.BuildRank() > 1:
		l.Counts = make([]V, kind.BuildRank())
		for axis := range l.Counts {
			l.Counts[axis] = at(parts, axis)
		}
	case state || kind == proc.Adds:
		l.Counts[0], l.First = at(parts, 0), at(parts, 1)
	}
	for axis := range kind.Indices() {
		body.Index(axis, l.Counts[axis])
	}
	iteration := func(σ V) (reached bool) { // there may be none, so what follows the loop is reached
		l.Out = body.Iteration(σ)
		reached, r.dead = !r.dead, false
		return reached
	}
	if !state {
		var none V
		iteration(none)
		return l
	}
	l.State = Limit(l.First, func(k int, σ V) (V, bool) {
		if !iteration(σ) {
			return σ, false
		}
		next := l.Out
		if kind == proc.While {
			next = at(r.domain.Parts(next, proc.NewTuple(proc.Bool, proc.Elems(t)[1])), 1)
		}
		return body.Widen(k, σ, next)
	})
	return l
}

// Limit is the first of σ0, σ1, … that next says is enough.
func Limit[V any](σ V, next func(k int, σ V) (wider V, more bool)) V {
	for k := 0; ; k++ {
		wider, more := next(k, σ)
		if !more {
			return σ
		}
		σ = wider
	}
}
