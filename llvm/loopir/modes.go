package loopir

// A function does with the buffers that it is given what their modes allow. Who calls it relies on that.
//
//	b : &    load, copy            passed on as &
//	b : +    accum                 passed on as +, and the tags of sums, which are fixed, are read
//	b        all of it, and store, clear, release; passed on in any way, pushed, returned

// A flow says of which modes the parameters are that a value may come from.
type flow struct {
	*checker
	from    []modes // by ID
	changed bool
}

// modes are a set of those that restrict.
type modes uint8

const (
	fromShared modes = 1 << iota
	fromAccumulator
)

// modes demands of all operations that they do what the modes of parameters allow.
func (c *checker) modes() {
	l := newFlow(c)
	c.f.Body.Walk(func(op *Op) {
		c.op = op
		l.operation(op)
	})
	c.op = nil
	for _, v := range c.f.Body.Yield {
		l.allowed(v, "returned", 0)
	}
}

// newFlow lets the modes of a function's parameters flow to all values.
func newFlow(c *checker) *flow {
	l := &flow{checker: c, from: make([]modes, c.f.Values)}
	for k, v := range c.f.Body.Params {
		switch c.f.Modes[k] {
		case Shared:
			l.from[v.ID] = fromShared
		case Accumulator:
			l.from[v.ID] = fromAccumulator
		}
	}
	for l.changed = true; l.changed; { // once more for each loop that carries something into another
		l.changed = false
		l.block(c.f.Body)
	}
	return l
}

// BufferModes says in which mode each buffer of the function can be passed on: that of the parameter that it may come from.
func (f *Func) BufferModes() func(*Value) Mode {
	l := newFlow(&checker{f: f})
	return func(v *Value) Mode {
		switch from := l.from[v.ID]; {
		case from&fromShared != 0:
			return Shared
		case from != 0:
			return Accumulator
		}
		return Owned
	}
}

// operation demands what the rules at the head of this file say.
func (l *flow) operation(op *Op) {
	switch op.Kind {
	case Load, Copy:
		if op.Args[0].Type.Elem != Bool {
			l.allowed(op.Args[0], "read", fromShared)
		}
	case Accum:
		l.allowed(op.Args[0], "added to", fromAccumulator)
	case Store, Clear, Release:
		l.allowed(op.Args[0], "set or given back", 0)
	case Push:
		for _, v := range op.Args[1:] {
			l.allowed(v, "pushed", 0)
		}
	case Call, Par:
		f := l.prog.Lookup(op.Func)
		for k, v := range op.Args {
			if v.Type.Form == Buffer {
				l.allowed(v, "passed on", map[Mode]modes{Shared: fromShared, Accumulator: fromAccumulator}[f.Modes[k]])
			}
		}
	}
}

// allowed demands that a value comes from no parameters but those of some modes, and from owned ones.
func (l *flow) allowed(v *Value, what string, some modes) {
	if other := l.from[v.ID] &^ some; other != 0 {
		name := "shared"
		if other == fromAccumulator {
			name = "an accumulator"
		}
		l.failf("%s is %s, and it is %s", v.mention(), what, name)
	}
}

// block lets modes flow from arguments to results, in order.
func (l *flow) block(b *Block) {
	for _, op := range b.Ops {
		switch op.Kind {
		case View, Row:
			l.join(op.Outs[0], op.Args[0])
		case Select:
			l.join(op.Outs[0], op.Args[1:]...)
		case If:
			l.block(op.Sub[0])
			l.block(op.Sub[1])
			for k, v := range op.Outs {
				l.join(v, op.Sub[0].Yield[k], op.Sub[1].Yield[k])
			}
		case For, While:
			in, _, _ := op.Carried()
			for k := range op.Outs {
				l.join(in[k], carried(op, k)...)
			}
			l.block(op.Sub[0])
			for k, v := range op.Outs {
				l.join(v, carried(op, k)...)
			}
		}
	}
}

// join adds the modes of some values to those of v.
func (l *flow) join(v *Value, vs ...*Value) {
	all := l.from[v.ID]
	for _, w := range vs {
		all |= l.from[w.ID]
	}
	l.changed = l.changed || all != l.from[v.ID]
	l.from[v.ID] = all
}
