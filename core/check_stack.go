package core

// stack is the rule of an operation on stacks.
func (c *checker) stack(e *StackTerm) Type {
	want := map[StackOp]int{Empty: 0, Push: 2, Pop: 1, Drained: 1}
	if n, ok := want[e.Op]; !ok || n != len(e.Args) {
		c.failf(e.At, "%s does not take %d arguments", e.Op, len(e.Args))
	}
	// Γ ⊢ empty : Stack τ
	if e.Op == Empty {
		if _, ok := e.Of.(*StackType); !ok {
			c.failf(e.At, "%s is no stack", e.Of)
		}
		return e.Of
	}
	t, ok := c.term(e.Args[0]).(*StackType)
	if !ok {
		c.failf(e.At, "%s is no stack", e.Args[0].Type())
	}
	switch e.Op {
	// Γ ⊢ s : Stack τ     Γ ⊢ x : τ
	// ──────────────────────────────
	// Γ ⊢ push(s, x) : Stack τ
	case Push:
		c.want(e.Args[1], t.Elem)
		return t
	// Γ ⊢ s : Stack τ
	// ──────────────────────────
	// Γ ⊢ pop(s) : (Stack τ, τ)
	case Pop:
		return TupleOf(t, t.Elem)
	}
	// Γ ⊢ s : Stack τ
	// ─────────────────────
	// Γ ⊢ drained(s) : ()
	return Unit
}
