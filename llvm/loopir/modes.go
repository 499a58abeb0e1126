package loopir

import "fmt"

// A function does with the buffers that it is given what their modes allow. Who calls it relies on that.
//
//	b : &    load, copy            passed on as &
//	b : +    accum                 passed on as +, and the tags of sums, which are fixed, are read
//	b        all of it, and store, clear, release; passed on in any way

// modes demands that of all operations.
func (c *checker) modes() {
	mode := map[*Value]Mode{}
	for k, v := range c.f.Body.Params {
		mode[v] = c.f.Modes[k]
	}
	c.f.Body.Walk(func(op *Op) {
		c.op = op
		switch op.Kind {
		case Load, Copy:
			if op.Args[0].Type.Elem != Bool {
				c.allowed(mode, op.Args[0], Shared)
			}
		case Accum:
			c.allowed(mode, op.Args[0], Accumulator)
		case Store, Clear, Release:
			c.allowed(mode, op.Args[0], Owned)
		case Call:
			for k, v := range op.Args {
				if v.Type.Form == Buffer {
					c.allowed(mode, v, c.prog.Lookup(op.Func).Modes[k])
				}
			}
		}
	})
}

// allowed demands that the function may use a buffer as something of a mode.
func (c *checker) allowed(mode map[*Value]Mode, v *Value, as Mode) {
	seen := map[*Value]bool{}
	var visit func(*Value)
	visit = func(v *Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		if m, ok := mode[v]; ok && m != Owned && m != as {
			c.failf("%s is used as %s, and it is %s", v.mention(), as, m)
		}
		for _, from := range c.sources(v) {
			visit(from)
		}
	}
	visit(v)
}

// String is the mode in a message.
func (m Mode) String() string {
	if m == Owned {
		return "owned"
	}
	return fmt.Sprintf("%q", rune(m))
}
