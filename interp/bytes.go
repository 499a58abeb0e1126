package interp

import (
	"procad/internal/data"
	"procad/proc"
)

// bytes compiles  bytes{T} : T → (T, Int).
func (c *compiler) bytes(k *member) {
	v := c.block(k.in)
	n := c.fresh(data.LayoutOf(proc.Int))
	c.bind(k.out, slots{lay: data.LayoutOf(k.out.Type), part: []slots{v, n}})
	c.ext(func(_ *Machine, f *frame) error {
		f.w[n.w] = 8 * uint64(data.Held(v.lay, f.w[v.w:], f.o[v.o:]))
		return nil
	})
}
