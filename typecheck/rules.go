package typecheck

import (
	"procad/internal/diag"
	"procad/proc"
)

// A checker checks one definition, or one bare procedure.
type checker struct {
	*types
	def  *proc.Def // for messages
	sig  func(proc.Func) (proc.Sig, error)
	ctx  *context
	refs map[string]*ref
	stmt proc.Stmt // at hand
	errs diag.List
	// free collects the variables that are used and not bound, if they may be.
	free *[]proc.Var
}

// procedure checks
//
//	Γ ⊢ p ⊣ Δ'      Δ' ⊢ q ⊣ Δ
//	────────────────────────────
//	Γ ⊢ p ; q ⊣ Δ
func (c *checker) procedure(p proc.Procedure) {
	for _, s := range p {
		if len(c.errs) >= maxErrors {
			return
		}
		c.stmt = s
		c.statement(s)
	}
}

func (c *checker) statement(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		c.call(s)
	case *proc.Const:
		c.constant(s)
	case *proc.Elim:
		c.elim(s)
	case *proc.Dup:
		c.dup(s)
	case *proc.Tuple:
		c.tuple(s)
	case *proc.Untuple:
		c.untuple(s)
	case *proc.Inl:
		c.inject(s.Out, s.In, func(sum *proc.SumType) proc.Type { return sum.L })
	case *proc.Inr:
		c.inject(s.Out, s.In, func(sum *proc.SumType) proc.Type { return sum.R })
	case *proc.Case:
		c.branches(s)
	case *proc.Share:
		c.share(s)
	case *proc.Accum:
		c.accum(s)
	case *proc.Read:
		c.read(s)
	case *proc.Add:
		c.add(s)
	case *proc.Size:
		c.size(s)
	case *proc.Row:
		c.row(s)
	case *proc.Choose:
		c.choose(s)
	default:
		c.report(IllFormed, "this is no statement of the language")
	}
}

// call checks
//
//	Θ ∋ s1 : m1 τ1, …
//	─────────────────────────────────────────────     f : [m1 τ1, …] S → T
//	Θ | a : S ⊢ b = Call f [s1, …] a ⊣ b : T
func (c *checker) call(s *proc.Call) {
	in := c.use(s.In)
	sig, err := c.sig(s.Func)
	if err != nil {
		c.report(proc.CallCode(s.Func, c.sig), "%.300v", err)
		c.bind(s.Out)
		return
	}
	c.want(s.In.Name, in, sig.In)
	if len(s.Zone) != len(sig.Zone) {
		c.report(WrongArity, "%.100s takes %d names of Θ, not %d", s.Func, len(sig.Zone), len(s.Zone))
	} else {
		for i, want := range sig.Zone {
			if r := c.ref(s.Zone[i], want.Mode); r != nil {
				c.want(r.Name, r.Type, want.Type)
			}
		}
	}
	c.bindAs(s.Out, sig.Out)
}

// constant checks
//
//	──────────────────────────
//	⊢ a = Const k ⊣ a : T          T is Real, Int or ()
func (c *checker) constant(s *proc.Const) {
	if t := s.Out.Type; t != proc.Real && t != proc.Int && t != proc.Unit {
		c.report(TypeMismatch, "no constant has type %s", proc.Brief(t))
	}
	c.bind(s.Out)
}

// elim checks
//
//	─────────────────────
//	a : T ⊢ Elim a ⊣
func (c *checker) elim(s *proc.Elim) { c.use(s.In) }

// dup checks
//
//	──────────────────────────────────
//	s : T ⊢ t = Dup s ⊣ t : (T, T)
func (c *checker) dup(s *proc.Dup) {
	t := c.use(s.In)
	c.bindAs(s.Out, proc.NewTuple(t, t))
}

// tuple checks
//
//	─────────────────────────────────────────────────
//	a1 : T1, … ⊢ b = (a1, …, an) ⊣ b : (T1, …, Tn)      n = 0 or n ≥ 2
func (c *checker) tuple(s *proc.Tuple) {
	parts := make([]proc.Type, len(s.Ins))
	for i, v := range s.Ins {
		parts[i] = c.use(v)
	}
	if len(parts) == 1 {
		c.report(WrongArity, "no tuple has one part")
	}
	c.bindAs(s.Out, proc.NewTuple(parts...))
}

// untuple checks
//
//	─────────────────────────────────────────────────
//	b : (T1, …, Tn) ⊢ (a1, …, an) = b ⊣ a1 : T1, …      n = 0 or n ≥ 2
func (c *checker) untuple(s *proc.Untuple) {
	t := c.use(s.In)
	parts := proc.Elems(t)
	_, isTuple := t.(*proc.TupleType)
	switch {
	case !isTuple && t != proc.Unit:
		c.report(NotATuple, "%s : %s is no tuple", s.In.Name, proc.Brief(t))
	case len(parts) != len(s.Outs):
		c.report(WrongArity, "%s : %s has %d parts, not %d", s.In.Name, proc.Brief(t), len(parts), len(s.Outs))
	default:
		for i, v := range s.Outs {
			c.bindAs(v, parts[i])
		}
		return
	}
	for _, v := range s.Outs {
		c.bind(v)
	}
}

// inject checks
//
//	────────────────────────────────────     ────────────────────────────────────
//	b : T1 ⊢ a = Inl b ⊣ a : T1 + T2         b : T2 ⊢ a = Inr b ⊣ a : T1 + T2
func (c *checker) inject(out, in proc.Var, side func(*proc.SumType) proc.Type) {
	t := c.use(in)
	if sum, ok := out.Type.(*proc.SumType); ok {
		c.want(in.Name, t, side(sum))
	} else {
		c.report(NotASum, "%s : %s is no sum", out.Name, proc.Brief(out.Type))
	}
	c.bind(out)
}

// branches checks
//
//	Γ, x : T1 ⊢ p ⊣ Δ      Γ, y : T2 ⊢ q ⊣ Δ
//	───────────────────────────────────────────────
//	a : T1 + T2, Γ ⊢ Case a (Inl x p) (Inr y q) ⊣ Δ
func (c *checker) branches(s *proc.Case) {
	t := c.use(s.In)
	sum, ok := t.(*proc.SumType)
	if !ok {
		c.report(NotASum, "%s : %s is no sum", s.In.Name, proc.Brief(t))
		sum = &proc.SumType{L: s.L.Var.Type, R: s.R.Var.Type}
	}
	branch := func(b proc.Branch, t proc.Type) delta {
		start := c.ctx.begin()
		c.stmt = s
		c.bindAs(b.Var, t)
		c.procedure(b.Body)
		return c.ctx.end(start)
	}
	l := branch(s.L, sum.L)
	r := branch(s.R, sum.R)
	if len(c.errs) >= maxErrors {
		return
	}
	for _, m := range c.ctx.join(l, r, s) {
		c.mismatched(s, m)
	}
}

// use takes a variable out of the context and returns its type, which is ()
// where it is missing.
func (c *checker) use(v proc.Var) proc.Type {
	t := v.Type
	if known := c.find(v); known != nil {
		t = known.Type
	}
	if t == nil {
		return proc.Unit
	}
	return t
}

// find takes a variable out of the context.
func (c *checker) find(v proc.Var) *variable {
	known := c.ctx.of(v.Name)
	if known == nil && c.free != nil {
		known = c.ctx.assume(v)
		*c.free = append(*c.free, v)
		c.wellFormed(v)
	}
	if known == nil {
		c.report(Unbound, "nothing binds %s before it is used here", v.Name)
		return nil
	}
	switch known.state {
	case used:
		c.usedTwice(known)
		return known
	case pending, gone:
		e := c.report(Unbound, "%s is bound only in another branch of a Case", v.Name)
		note(e, known.boundAt, "it is bound here")
		return known
	case live:
		c.ctx.use(known, c.stmt)
	}
	if v.Type != known.Type {
		c.report(TypeMismatch, "%s is used as %s, but bound as %s", v.Name, proc.Brief(v.Type), proc.Brief(known.Type))
	}
	return known
}

func (c *checker) useAs(v proc.Var, want proc.Type) { c.want(v.Name, c.use(v), want) }

// bind puts a variable into the context.
func (c *checker) bind(v proc.Var) {
	c.wellFormed(v)
	if taken := c.ctx.bind(v, c.stmt); taken != nil {
		e := c.report(Redefined, "%s is bound a second time", v.Name)
		note(e, taken.boundAt, "it is bound here first")
		e.Hintf("names are unique in a definition")
	}
}

// bindAs binds a variable that a rule gives type t.
func (c *checker) bindAs(v proc.Var, t proc.Type) {
	c.want(v.Name, v.Type, t)
	c.bind(v)
}
