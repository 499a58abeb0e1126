package llvm

import (
	"slices"

	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
)

// A node is a definition that the module needs, and how it is written.
type node struct {
	def        *proc.Def
	order      int // its place among the definitions, in the order in which they are found
	calls      int // how many statements call it
	iterations int // how many loops have it as their body
	weight     weight
	inline     bool         // written where it is used, not as a function of its own
	always     bool         // a function that LLVM has to inline
	cut        bool         // a function too long for one piece
	apart      bool         // a function that LLVM must not inline
	loops      bool         // it runs a loop
	runs       int          // how often it runs in a call of an entry, up to often
	aliased    map[int]bool // the places of its zone with accumulators that may be the same
	traced     bool         // through is known
	through    []passage    // where the leaves of its result come from (effects.go)
	inlined    int          // roughly its instructions with all that it calls inline; 0 if not yet known
	writes     *writes      // what it sets as the iteration of a fold
	asked      bool         // writes is known
	effort     *effort      // what it computes with all that it calls; nil if not yet known
	sig        *signature
}

// A weight is roughly a number of instructions, with those that are written
// inline: all of them, and those that are not in loops, which stand in a line.
type weight struct{ all, line int }

func (w *weight) add(v weight) {
	w.all += v.all
	w.line += v.line
}

// flat is the weight of n instructions in a line.
func flat(n int) weight { return weight{n, n} }

// node finds a definition; nil for what has none.
func (m *module) node(f proc.Func) (*node, error) {
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
func (m *module) plan(entries []Entry) ([]*node, error) {
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
			return errorf("%s calls itself, which native code cannot do", n.def.Name)
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
			return nil, errorf("no definition is called %s", e.Func)
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
	p.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok && err == nil {
			err = yield(c)
		}
	})
	return err
}

// often is how many runs make a definition worth the time that LLVM takes for it.
const often = 16

// repeats counts how often each definition runs in a call of an entry, up to often.
func (m *module) repeats(entries []Entry, order []*node) {
	for _, e := range entries {
		m.nodes[e.Func].runs++
	}
	for _, n := range slices.Backward(order) {
		if n.iterations > 0 {
			n.runs = often
		}
		n.def.Body.Walk(func(s proc.Stmt) {
			if c, ok := s.(*proc.Call); ok && m.nodes[c.Func] != nil {
				callee := m.nodes[c.Func]
				callee.runs = min(callee.runs+n.runs, often)
			}
		})
	}
}

// decide says how a definition is written, after what it calls.
func (m *module) decide(n *node) {
	n.weight = m.weigh(n.def.Body, nil)
	n.loops = m.hasLoop(n.def.Body)
	uses, l := n.calls+n.iterations, m.limits
	switch {
	case n.weight.all <= l.tiny:
		n.inline = true
	case n.iterations > 0 && n.calls == 0:
		n.inline = n.weight.all <= l.small || uses == 1 && n.weight.all <= l.once
	}
	if m.without(optim.Inline) {
		n.inline = false
	}
	n.apart = !m.without(optim.LoopOutlining) && m.heavyLoop(n.def.Body)
	n.always = !m.without(optim.Inline) && !n.apart && (n.weight.all <= l.always || uses == 1 && n.weight.all <= l.once || uses == 2 && n.weight.all <= l.twice)
	n.cut = !m.without(optim.Outlining) && (n.weight.line > l.whole || n.weight.all > l.looped)
}

// heavyLoop says that p has a loop of many instructions without a loop inside.
// In a function of its own, LLVM knows what its arrays are: more than a call is worth.
func (m *module) heavyLoop(p proc.Procedure) bool {
	found := false
	p.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok {
			if _, body, ok := c.Func.Loop(); ok {
				n := m.nodes[body]
				found = found || n != nil && n.inline && !n.loops && n.weight.all >= m.limits.heavy
			}
		}
	})
	return found
}

// hasLoop says that p runs a loop, in what it calls if not by itself.
func (m *module) hasLoop(p proc.Procedure) bool {
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

// weigh estimates what p becomes. The weight of the branches of every Case, in
// a line, is entered in cases, where it is not nil.
func (m *module) weigh(p proc.Procedure, cases map[*proc.Case]int) weight {
	var w weight
	for _, s := range p {
		w.add(m.weighStmt(s))
		var here weight
		proc.Bodies(s, func(body proc.Procedure) { here.add(m.weigh(body, cases)) })
		if c, ok := s.(*proc.Case); ok && cases != nil {
			cases[c] = here.line
		}
		w.add(here)
	}
	return w
}

func (m *module) weighStmt(s proc.Stmt) weight {
	switch s := s.(type) {
	case *proc.Call:
		return m.weighCall(s)
	case *proc.Case:
		return flat(4)
	case *proc.Choose, *proc.Add:
		return flat(6)
	case *proc.Read, *proc.Row:
		return flat(4)
	case *proc.Elim:
		if !proc.Scalar(s.In.Type) {
			return flat(m.width(s.In.Type))
		}
	case *proc.Dup:
		if !proc.Scalar(s.In.Type) {
			return flat(8 * m.width(s.In.Type))
		}
	}
	return weight{}
}

func (m *module) weighCall(s *proc.Call) weight {
	f := s.Func
	if _, body, ok := f.Loop(); ok {
		w := flat(10 + m.width(s.In.Type))
		if n := m.nodes[body]; n != nil && n.inline {
			w.all += n.weight.all
		}
		return w
	}
	if n := m.nodes[f]; n != nil {
		if n.inline || n.always {
			return n.weight
		}
		return flat(4 + m.width(s.In.Type) + m.width(s.Out.Type))
	}
	if _, ok := prim.Table[f]; ok {
		return flat(1)
	}
	return flat(4 + 2*(m.width(s.In.Type)+m.width(s.Out.Type)))
}
