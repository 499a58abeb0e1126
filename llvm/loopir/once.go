package loopir

// A stack is gone when it is pushed to, popped from, given back, passed on or yielded: nobody may use it again. So
// generated code may change it where it is.
//
//	s ⊢ t = push s, x ⊣ t      s ⊢ t, x = pop s ⊣ t      s ⊢ release s ⊣      s ⊢ yield s ⊣
//	s ⊢ t, b = grow s, n ⊣ t, b      s ⊢ t, b = shrink s, n ⊣ t, b
//	s ⊢ n = len s ⊣ s, n       s ⊢ t = copy s ⊣ s, t      s ⊢ call f(s) ⊣ s, if that is shared in f
//
// What one block of an if uses up is there in the other one. A loop may not use up what is made outside of it.

// stacks demands that of all stacks.
func (c *checker) stacks() {
	o := &once{c, map[*Value]bool{}, nil, nil}
	o.block(c.f.Body)
}

// A once knows what is gone at a place of the function.
type once struct {
	*checker
	gone  map[*Value]bool
	log   []*Value // of what is gone, in order
	loops []*Block // around the place
}

func (o *once) block(b *Block) {
	for _, op := range b.Ops {
		o.op = op
		o.operation(op)
	}
	o.op = b.In
	for _, v := range b.Yield {
		o.use(v, true)
	}
}

func (o *once) operation(op *Op) {
	for k, v := range op.Args {
		o.use(v, op.Kind != Len && op.Kind != Copy && !o.shares(op, k))
	}
	if op.Kind != If {
		for _, b := range op.Sub {
			o.loops = append(o.loops, b)
			o.block(b)
			o.loops = o.loops[:len(o.loops)-1]
		}
		return
	}
	mark := len(o.log)
	o.block(op.Sub[0])
	end := len(o.log)
	for _, v := range o.log[mark:end] {
		delete(o.gone, v)
	}
	o.block(op.Sub[1])
	for _, v := range o.log[mark:end] {
		o.gone[v] = true
	}
}

// shares says that a call leaves a stack to its caller.
func (o *once) shares(op *Op, k int) bool {
	if !op.Kind.Calls() {
		return false
	}
	f := o.prog.Lookup(op.Func)
	return k < len(f.Modes) && f.Modes[k] == Shared
}

// use demands that a stack is there, and takes it away if the use does so.
func (o *once) use(v *Value, up bool) {
	if v.Type != StackType || v.Origin == Undefined {
		return
	}
	if o.gone[v] {
		o.failf("the stack %s is gone", v.mention())
	}
	if !up {
		return
	}
	if k := indexOf(o.f.Body.Params, v); k >= 0 && o.f.Modes[k] == Shared {
		o.failf("the stack %s is shared", v.mention())
	}
	if n := len(o.loops); n > 0 && !o.within(v, o.loops[n-1]) {
		o.failf("each iteration uses up the stack %s", v.mention())
	}
	o.gone[v] = true
	o.log = append(o.log, v)
}
