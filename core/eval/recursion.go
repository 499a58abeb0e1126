package eval

import "procad/core"

// enter begins a call of d, and returns what ends it. A call within a recursion is one
// deeper than the call that makes it.
func (m *machine) enter(d *core.Def, at call) (leave func()) {
	recursion, depth := m.recursion, m.depth
	if r := d.Recursion; r == nil || r != recursion {
		m.recursion, m.depth = r, 1
	} else if m.depth++; m.depth > r.Limit {
		fail(at.pos, "recursion-depth", "%s", r.Message(d.Name))
	}
	return func() { m.recursion, m.depth = recursion, depth }
}

// stack is an operation on stacks.
func (m *machine) stack(e *env, t *core.StackTerm) Value {
	args := m.values(e, t.Args)
	switch t.Op {
	case core.Empty:
		return (*Stack)(nil)
	case core.Push:
		return &Stack{args[1], args[0].(*Stack)}
	case core.Pop:
		s := args[0].(*Stack)
		return Tuple{s.below, s.top}
	}
	if args[0].(*Stack) != nil {
		panic("eval: a stack that is not empty is dropped")
	}
	return Tuple{}
}
