package llvm

import (
	"slices"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
)

// A node is a definition that the module needs, and how it is written.
type node struct {
	def          *proc.Def
	order        int                // its place among the definitions, in the order in which they are found
	calls        int                // how many statements call it
	iterations   int                // how many loops have it as their body
	code         cost.Code          // roughly its instructions
	lines        map[*proc.Case]int // those in a line of the branches of its Cases, if it is outlined
	inline       bool               // written where it is used, not as a function of its own
	always       bool               // a function that LLVM has to inline
	outlined     bool               // a function too long for one piece
	loopOutlined bool               // a function that LLVM must not inline
	loops        bool               // it runs a loop
	runs         int                // how often it runs in a call of an entry, up to often
	aliased      map[int]bool       // the places of its zone with accumulators that may be the same
	traced       bool               // passages is known
	passages     []passage          // where the leaves of its result come from (effects.go)
	inlined      int                // roughly its instructions with all that it calls inline; 0 if not yet known
	writes       *writes            // what it sets as the iteration of a fold
	asked        bool               // writes is known
	searched     bool               // prints is known
	prints       bool               // it runs a trace
	effort       *effort            // what it computes with all that it calls; nil if not yet known
	sig          *signature
}

// node finds a definition; nil for what has none.
func (m *emitter) node(f proc.Func) (*node, error) {
	if n, ok := m.nodes[f]; ok {
		return n, nil
	}
	def, err := m.lookup(f)
	if err != nil {
		return nil, err
	}
	var n *node
	if def != nil {
		n = &node{def: def}
	}
	m.nodes[f] = n
	return n, nil
}

// plan finds all definitions that the entries need, callees first, and decides
// how each is written.
func (m *emitter) plan(entries []abi.Entry) ([]*node, error) {
	var order []*node
	const open, done = 1, 2
	state := map[*node]int{}
	var visit func(n *node) error
	reach := func(f proc.Func, iteration bool) error {
		n, err := m.node(f)
		if err != nil || n == nil {
			return err
		}
		if iteration {
			n.iterations++
		} else {
			n.calls++
		}
		return visit(n)
	}
	visit = func(n *node) error {
		switch state[n] {
		case open:
			return abort.Bugf("%s calls itself, which native code cannot do", n.def.Name)
		case done:
			return nil
		}
		state[n] = open
		err := eachCall(n.def.Body, func(s *proc.Call) error {
			if _, _, ok := prim.Message(s.Func); ok {
				return nil
			}
			if _, body, ok := s.Func.Loop(); ok {
				return reach(body, true)
			}
			if family, types, _ := s.Func.Family(); family == "slots" {
				m.slotted[types[0]] = true
			}
			return reach(s.Func, false)
		})
		if err != nil {
			return err
		}
		state[n] = done
		n.order = len(order)
		order = append(order, n)
		return nil
	}
	for _, e := range entries {
		n, err := m.node(e.Func)
		if err != nil {
			return nil, err
		}
		if n == nil {
			return nil, abort.Bugf("no definition is called %s", e.Func)
		}
		n.calls++
		if err := visit(n); err != nil {
			return nil, err
		}
	}
	for _, n := range order {
		m.decide(n)
	}
	m.repeats(entries, order)
	m.aliases(order)
	return order, nil
}

// eachCall calls yield for every Call in p until there is an error.
func eachCall(p proc.Procedure, yield func(*proc.Call) error) error {
	var err error
	p.Calls(func(c *proc.Call) {
		if err == nil {
			err = yield(c)
		}
	})
	return err
}

// often is how many runs make a definition worth the time that LLVM takes for it.
const often = 16

// repeats counts how often each definition runs in a call of an entry, up to often.
func (m *emitter) repeats(entries []abi.Entry, order []*node) {
	for _, e := range entries {
		m.nodes[e.Func].runs++
	}
	for _, n := range slices.Backward(order) {
		if n.iterations > 0 {
			n.runs = often
		}
		n.def.Body.Calls(func(c *proc.Call) {
			if callee := m.nodes[c.Func]; callee != nil {
				callee.runs = min(callee.runs+n.runs, often)
			}
		})
	}
}

// decide says how a definition is written, after what it calls.
func (m *emitter) decide(n *node) {
	n.lines = map[*proc.Case]int{}
	n.code = m.sizer().Of(n.def.Body, n.lines)
	n.loops = m.hasLoop(n.def.Body)
	uses, l := n.calls+n.iterations, m.limits
	switch {
	case n.code.All <= l.tiny:
		n.inline = true
	case n.iterations > 0 && n.calls == 0:
		n.inline = n.code.All <= l.small || uses == 1 && n.code.All <= l.once
	}
	if m.without(optim.Inline) {
		n.inline = false
	}
	n.loopOutlined = !m.without(optim.LoopOutlining) && m.heavyLoop(n.def.Body)
	n.always = !m.without(optim.Inline) && !n.loopOutlined && (n.code.All <= l.always || uses == 1 && n.code.All <= l.once || uses == 2 && n.code.All <= l.twice)
	n.outlined = !m.without(optim.Outlining) && (n.code.Line > l.whole || n.code.All > l.looped)
	if !n.outlined {
		n.lines = nil
	}
}

// heavyLoop says that p has a loop of many instructions without a loop inside.
// In a function of its own, LLVM knows what its arrays are: more than a call is worth.
func (m *emitter) heavyLoop(p proc.Procedure) bool {
	found := false
	p.Calls(func(c *proc.Call) {
		if _, body, ok := c.Func.Loop(); ok {
			n := m.nodes[body]
			found = found || n != nil && n.inline && !n.loops && n.code.All >= m.limits.heavy
		}
	})
	return found
}

// hasLoop says that p runs a loop, in what it calls if not by itself.
func (m *emitter) hasLoop(p proc.Procedure) bool {
	found := false
	p.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Call:
			_, _, loop := s.Func.Loop()
			n := m.nodes[s.Func]
			found = found || loop || n != nil && n.loops
		case *proc.Add:
			_, array := s.In.Type.(*proc.ArrayType)
			found = found || array
		}
	})
	return found
}

// sizer counts instructions, of definitions for which it is decided how they are written.
func (m *emitter) sizer() *cost.Sizer {
	return &cost.Sizer{
		Width: m.Width,
		Call: func(f proc.Func, call cost.Code) (cost.Code, bool) {
			n := m.nodes[f]
			if n != nil && (n.inline || n.always) {
				return n.code, true
			}
			return call, n != nil
		},
		Iteration: func(body proc.Func) int {
			if n := m.nodes[body]; n != nil && n.inline {
				return n.code.All
			}
			return 0
		},
	}
}
