package typecheck

import (
	"procad/proc"
	"procad/proc/deriv"
)

// A ref is a name of zone Θ; out of scope it stays taken.
type ref struct {
	proc.Ref
	inScope bool
}

// share checks
//
//	Θ, s : &τ | Γ ⊢ p ⊣ Δ
//	─────────────────────────────────────────────────
//	Θ | v : τ, Γ ⊢ v' = Share v (s. p) ⊣ v' : τ, Δ
func (c *checker) share(s *proc.Share) {
	t := c.use(s.In)
	c.nested(proc.Ref{Name: s.Name, Mode: proc.Shared, Type: t}, s.Body)
	c.stmt = s
	c.bindAs(s.Out, t)
}

// accum checks
//
//	Θ, s : +τ | Γ ⊢ p ⊣ Δ
//	─────────────────────────────────────────────────     τ = δτ
//	Θ | v : τ, Γ ⊢ v' = Accum v (s. p) ⊣ v' : τ, Δ
func (c *checker) accum(s *proc.Accum) {
	t := c.use(s.In)
	c.nested(proc.Ref{Name: s.Name, Mode: proc.Accumulator, Type: t}, s.Body)
	c.stmt = s
	c.bindAs(s.Out, t)
}

// read checks
//
//	Θ ∋ s : &Array^r σ                                    Θ ∋ s : &τ
//	───────────────────────────────────────────────       ────────────────────────    τ scalar
//	Θ | i1 : Int, … ⊢ x = Read s i1 … ir ⊣ x : σ          Θ | ⊢ x = Read s ⊣ x : τ
func (c *checker) read(s *proc.Read) {
	c.indices(s.Idx)
	r := c.ref(s.Ref, proc.Shared)
	if r == nil {
		c.bind(s.Out)
		return
	}
	rank, elem := shape(r.Type)
	if len(s.Idx) != rank {
		c.report(WrongArity, "%s : %s is read with %d indices, not %d", s.Ref, proc.Brief(r.Type), rank, len(s.Idx))
		c.bind(s.Out)
		return
	}
	c.bindAs(s.Out, elem)
}

// add checks
//
//	Θ ∋ s : +Array^r σ                                    Θ ∋ s : +τ
//	─────────────────────────────────────────────         ───────────────────────    τ scalar, or an array of the same dimensions
//	Θ | i1 : Int, …, x : σ ⊢ Add s i1 … ir x ⊣            Θ | x : τ ⊢ Add s x ⊣
func (c *checker) add(s *proc.Add) {
	c.indices(s.Idx)
	x := c.use(s.In)
	r := c.ref(s.Ref, proc.Accumulator)
	if r == nil {
		return
	}
	rank, elem := shape(r.Type)
	switch len(s.Idx) {
	case 0:
		c.want(s.In.Name, x, r.Type)
	case rank:
		c.want(s.In.Name, x, elem)
	default:
		c.report(WrongArity, "%s : %s is added to with %d indices, or as a whole, not with %d", s.Ref, proc.Brief(r.Type), rank, len(s.Idx))
	}
}

// size checks
//
//	Θ ∋ s : &Array^r σ      0 ≤ k < r
//	─────────────────────────────────
//	Θ | ⊢ n = Size s k ⊣ n : Int
func (c *checker) size(s *proc.Size) {
	if r := c.ref(s.Ref, proc.Shared); r != nil {
		if rank, _ := shape(r.Type); s.Axis < 0 || s.Axis >= rank {
			c.report(BadAxis, "%s : %s has no dimension %d", s.Ref, proc.Brief(r.Type), s.Axis)
		}
	}
	c.bindAs(s.Out, proc.Int)
}

// row checks
//
//	Θ ∋ s : m Array^n σ      Θ, r : m Array^(n-k) σ | Γ ⊢ p ⊣ Δ      0 < k < n
//	──────────────────────────────────────────────────────────────────────────
//	Θ | i1 : Int, …, Γ ⊢ Row s i1 … ik (r. p) ⊣ Δ
func (c *checker) row(s *proc.Row) {
	c.indices(s.Idx)
	r := c.ref(s.Ref, 0)
	if r == nil {
		return
	}
	rank, elem := shape(r.Type)
	k := len(s.Idx)
	if k == 0 || k >= rank {
		c.report(WrongArity, "%s : %s has no rows with %d indices", s.Ref, proc.Brief(r.Type), k)
		return
	}
	c.nested(proc.Ref{Name: s.Name, Mode: r.Mode, Type: proc.NewArray(rank-k, elem)}, s.Body)
}

// choose checks
//
//	Θ ∋ s1 : m τ, s2 : m τ      Θ, r : m τ | Γ ⊢ p ⊣ Δ
//	──────────────────────────────────────────────────
//	Θ | c : Bool, Γ ⊢ Choose c s1 s2 (r. p) ⊣ Δ
func (c *checker) choose(s *proc.Choose) {
	c.useAs(s.In, proc.Bool)
	yes := c.ref(s.True, 0)
	if yes == nil {
		c.ref(s.False, 0)
		return
	}
	if no := c.ref(s.False, yes.Mode); no != nil {
		c.want(no.Name, no.Type, yes.Type)
	}
	c.nested(proc.Ref{Name: s.Name, Mode: yes.Mode, Type: yes.Type}, s.Body)
}

func (c *checker) indices(idx []proc.Var) {
	for _, v := range idx {
		c.useAs(v, proc.Int)
	}
}

// shape is the number of indices that an element has, and its type.
func shape(t proc.Type) (rank int, elem proc.Type) {
	if a, ok := t.(*proc.ArrayType); ok {
		return a.Rank, a.Elem
	}
	return 0, t
}

// ref looks a name of Θ up, which must have the given mode unless that is 0.
func (c *checker) ref(name string, mode proc.Mode) *ref {
	r := c.refs[name]
	switch {
	case r == nil || !r.inScope:
		e := c.report(UnknownRef, "no name of Θ is called %s here", name)
		if v := c.ctx.of(name); v != nil && v.state == live {
			e.Hintf("%s is a variable: v = Share %s (s. …) makes it a name of Θ", name, name)
		}
		return nil
	case mode == proc.Shared && r.Mode != mode:
		c.report(NotShared, "%s is an accumulator: it can only be added to", name)
		return nil
	case mode == proc.Accumulator && r.Mode != mode:
		c.report(NotAccumulator, "%s is shared: it can only be read", name)
		return nil
	}
	return r
}

// nested checks a body that one more name of Θ is visible in.
func (c *checker) nested(r proc.Ref, body proc.Procedure) {
	bound := c.enter(r)
	c.procedure(body)
	bound.inScope = false
}

// enter brings a name of Θ into scope.
//
//	τ is scalar or an array; of an accumulator, τ = δτ ≠ (): what has no tangent is not added to
func (c *checker) enter(r proc.Ref) *ref {
	if c.refs[r.Name] != nil {
		c.report(Redefined, "%s is bound a second time in zone Θ", r.Name).Hintf("names are unique in a definition")
	}
	_, isArray := r.Type.(*proc.ArrayType)
	switch {
	case !c.wellFormed(proc.Var{Name: r.Name, Type: r.Type}):
	case !isArray && !proc.Scalar(r.Type):
		c.report(IllFormed, "%s : %s is neither scalar nor an array, which names of Θ are", r.Name, proc.Brief(r.Type))
	case r.Mode == proc.Accumulator && r.Type == proc.Unit:
		c.report(TypeMismatch, "%s : () has nothing to add to, which accumulators have", r.Name)
	case r.Mode == proc.Accumulator && deriv.Tangent(r.Type) != r.Type:
		c.report(TypeMismatch, "%s : %s is no type of tangents, which accumulators hold", r.Name, proc.Brief(r.Type))
	case r.Mode != proc.Accumulator && r.Mode != proc.Shared:
		c.report(IllFormed, "%s is neither shared nor an accumulator", r.Name)
	}
	bound := &ref{r, true}
	c.refs[r.Name] = bound
	return bound
}
