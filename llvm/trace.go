package llvm

import (
	written "procad/internal/form"
	"procad/proc"
)

// trace prints a value. In lanes there is none.
func (b *builder) trace(t proc.Type, name string, f *written.Form, in []val) {
	if b.lanes != nil {
		b.noLanes("there is no trace in lanes")
	}
	if b.trial != nil {
		b.trial.others++
	}
	b.CallTrace(t, name, f, b.outliner.localAll(b, in))
}

// prints says that a definition prints, itself or in what it calls.
func (m *emitter) prints(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok {
		return m.prints(body)
	}
	n := m.nodes[f]
	if n == nil {
		return f.OfFamily("trace")
	}
	if !n.searched {
		n.searched = true
		n.def.Body.Calls(func(c *proc.Call) { n.prints = n.prints || m.prints(c.Func) })
	}
	return n.prints
}
