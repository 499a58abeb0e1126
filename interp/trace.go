package interp

import (
	"bytes"

	"procad/internal/data"
	"procad/internal/form"
	"procad/proc"
)

// trace compiles  trace{T, "x = _"} : T → T.
func (c *compiler) trace(name string, parts *form.Form, in slots, out proc.Var) {
	v := c.block(in)
	c.bind(out, v)
	l := v.lay
	c.ext(func(m *Machine, f *frame) error {
		if m.trace == nil || m.mod61 {
			return nil
		}
		line := bytes.NewBufferString(name + " = ")
		x := data.Value{Type: l.Type, Words: f.w[v.w:][:l.Words], Objects: f.o[v.o:][:l.Objects], Form: parts}
		if err := data.Write(line, x); err != nil {
			return err
		}
		line.WriteByte('\n')
		_, err := m.trace.Write(line.Bytes())
		return err
	})
}
