package build

import (
	"procad/internal/profile"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// Program makes the functions that entries need. They count what a meter has places for; nil is for nothing. What it makes
// was checked.
func Program(lookup abi.Lookup, meter *profile.Meter, entries ...proc.Func) (p *loopir.Program, err error) {
	defer abort.Catch(&err)
	m := &maker{
		lookup: lookup, meter: meter, layouts: abi.NewLayouts(), nodes: map[proc.Func]*node{},
		leaves: map[proc.Type][]loopir.Type{}, prog: &loopir.Program{Entries: entries},
	}
	for _, f := range entries {
		n := m.node(f)
		if n == nil {
			return nil, abort.Bugf("no definition is called %s", f)
		}
		n.calls++
		m.visit(n)
	}
	for _, n := range m.order {
		if n.calls > 0 || !n.inside() {
			m.prog.Add(m.function(n))
		}
	}
	if err := m.prog.Check(); err != nil {
		return nil, abort.Bugf("the loop IR is wrong: %w", err)
	}
	return m.prog, nil
}

// A maker makes a program.
type maker struct {
	lookup  abi.Lookup
	meter   *profile.Meter // nil if nothing is counted
	layouts *abi.Layouts
	nodes   map[proc.Func]*node
	order   []*node // callees first
	leaves  map[proc.Type][]loopir.Type
	prog    *loopir.Program
}

// A node is a definition that the program needs.
type node struct {
	def        *proc.Def
	calls      int // how many statements call it, and entries
	iterations int // how many loops have it as their body
	size       int // its statements, with those of bodies that are written inside
	state      visit
	prints     bool // it prints, counts or calls functions of C, itself or in what it calls; known when it is made
}

// A visit says how far a node was looked at.
type visit uint8

const (
	unseen visit = iota
	open
	done
)

// short is how many statements the body of a loop may have that is written inside of more than one loop.
const short = 60

// inside says that the body of a loop is written inside of the loop: once, or if it is short.
func (n *node) inside() bool {
	return n.iterations == 1 && n.calls == 0 || n.size <= short
}

// node finds a definition; nil for what has none.
func (m *maker) node(f proc.Func) *node {
	if n, ok := m.nodes[f]; ok {
		return n
	}
	def, err := m.lookup(f)
	if err != nil {
		abort.With(err)
	}
	var n *node
	if def != nil {
		n = &node{def: def}
	}
	m.nodes[f] = n
	return n
}

// visit finds what a definition calls, before it takes its place in the order.
func (m *maker) visit(n *node) {
	switch n.state {
	case done:
		return
	case open:
		abort.Fail("%s calls itself, which native code cannot do", n.def.Name)
	}
	n.state = open
	n.size = n.def.Body.Count()
	n.def.Body.Calls(func(c *proc.Call) {
		if _, _, ok := prim.Message(c.Func); ok {
			return
		}
		if _, body, ok := c.Func.Loop(); ok {
			if b := m.node(body); b != nil {
				b.iterations++
				m.visit(b)
				n.size += b.size
			}
			return
		}
		if callee := m.node(c.Func); callee != nil {
			callee.calls++
			m.visit(callee)
		}
	})
	n.state = done
	m.order = append(m.order, n)
}

// of are the types of the leaves of a value.
func (m *maker) of(t proc.Type) []loopir.Type {
	ls, ok := m.leaves[t]
	if !ok {
		m.layouts.Width(t) // which fails if there are too many
		ls = loopir.LeavesOf(t)
		m.leaves[t] = ls
	}
	return ls
}

func (m *maker) width(t proc.Type) int { return len(m.of(t)) }
