package interp

import (
	"procad/internal/data"
	"procad/proc"
)

// Calls shows the calls of some functions, as they begin, while a Machine runs. The values are copies, those of zone
// stand behind the names of Θ. Show may end the run with an error.
func Calls(of func(proc.Func) bool, show func(f proc.Func, zone []data.Value, arg data.Value) error) Option {
	return func(m *Machine) { m.shown, m.show = of, show }
}

// showCall shows a call whose arguments are in the frame of the callee.
func (m *Machine) showCall(f proc.Func, c *code, callee *frame) error {
	zone := make([]data.Value, len(c.sig.Zone))
	for i, r := range c.sig.Zone {
		zone[i] = callee.r[i].value(r.Type)
	}
	arg := data.Value{Type: c.sig.In, Words: callee.w[:c.in.Words], Objects: callee.o[:c.in.Objects]}
	return m.show(f, zone, arg.Clone())
}
