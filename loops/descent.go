package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// descent is what a descent leaves, from the state s before iteration p on, with l
// iterations to go and free checkpoints:
//
//	save (K, p, s)                             = (push (K, (p, s)), s)
//	descend [a, S, B, θ] (K, p, l, c, m, s)    = (m' > 0, (K', p', l', c', m', s'))
//	                                               where p' = p + m, l' = l - m, c' = c - 1, m' = next$X [a, S, B] (l', c'),
//	                                                     (K', s') = save (K, p', f^m s) if m' > 0, else (K, f^m s)
//
// resave is save, of a state right after it was taken from K.
func (c *checkpoint) descent(save deriv.Phase, room []proc.Ref, k, p, l, free, s proc.Var) []proc.Var {
	b := c.b
	m := c.next(room, l, free)
	return c.cond(c.less(c.k(0), m), func() []proc.Var {
		ks := b.Untuple(c.call("ks", c.iteration(save), nil, b.Tuple("Kps", k, p, s)), "K", "s")
		d := b.Tuple("D", ks[0], p, l, free, m, ks[1])
		d = b.Call("D'", d.Type, proc.While.Of(c.iteration(deriv.Descend)), namesOf(join(room, c.theta())), b.Tuple("lD", l, d))
		end := b.Untuple(d, "K", "p", "l", "c", "m", "s")
		return []proc.Var{end[0], end[1], end[2], end[3], end[5]}
	}, func() []proc.Var { return []proc.Var{k, p, l, free, s} })
}

func (c *checkpoint) next(room []proc.Ref, l, free proc.Var) proc.Var {
	return c.call("m", nextName(c.kind), room[:3], c.b.Tuple("lc", l, free))
}

func (c *checkpoint) keep() {
	b := c.b
	stack := proc.NewStack(c.checkpoint())
	in := c.in(nil, proc.NewTuple(stack, proc.Int, c.f.In), "K", "p", "s")
	s, copy := b.Dup(in[2])
	c.done(b.Tuple("Ks", c.push(in[0], b.Tuple("x", in[1], copy)), s))
}

func (c *checkpoint) descend() {
	b := c.b
	room := c.room()
	stack := proc.NewStack(c.checkpoint())
	in := c.in(join(room, c.theta()), proc.NewTuple(stack, proc.Int, proc.Int, proc.Int, proc.Int, c.f.In), "K", "p", "l", "c", "m", "s")
	k, p, l, free, m := in[0], in[1], in[2], in[3], in[4]
	s := c.advanced(room[3:], p, m, in[5])
	p, l, free = c.plus(p, m), c.sub(l, m), c.sub(free, c.k(1))
	m = c.next(room, l, free)
	more := c.less(c.k(0), m)
	ks := c.cond(more, func() []proc.Var {
		return b.Untuple(c.call("ks", c.iteration(deriv.Save), nil, b.Tuple("Kps", k, p, s)), "K", "s")
	}, func() []proc.Var { return []proc.Var{k, s} })
	c.done(b.Tuple("o", more, b.Tuple("D", ks[0], p, l, free, m, ks[1])))
}

// advanced is f^m s, from iteration p on. Where an iteration is not f, it is
//
//	advance [j, p, θ] s = f [p + j, θ] s         where iterations have an index
//	advance [θ] s       = s', (_, s') = f [θ] s  in while
func (c *checkpoint) advanced(length []proc.Ref, p, m, s proc.Var) proc.Var {
	iteration := c.iteration(deriv.Advance)
	if c.loop.kind == proc.NTimes {
		iteration = c.once(c.body)
	}
	return c.iterations("s'", iteration, length, p, m, s)
}

// iterations runs an iteration m times, whose zone begins with j and p where iterations have an index.
func (c *checkpoint) iterations(name string, iteration proc.Func, length []proc.Ref, p, m, s proc.Var) proc.Var {
	ms := c.b.Tuple("ms", m, s)
	switch c.loop.kind {
	case proc.NTimes, proc.While:
		return c.call(name, proc.NTimes.Of(iteration), c.theta(), ms)
	}
	c.share([]proc.Var{p}, func(p []proc.Ref) {
		s = c.call(name, proc.Fold.Of(iteration), join(p, length, c.theta()), ms)
	})
	return s
}

func (c *checkpoint) advance() {
	if c.loop.kind == proc.While {
		s := c.in(c.theta(), c.f.In, "s")[0]
		c.done(c.state(c.call("bs", c.once(c.body), c.theta(), s)))
		return
	}
	s, at, length := c.iterationIn(c.f.In, "s")
	c.indexed(at(), length, func(index []proc.Ref) { s[0] = c.call("s'", c.once(c.body), join(index, c.theta()), s[0]) })
	c.done(s[0])
}

// iterationIn sets zone and argument of an iteration that iterations runs, which is number at.
func (c *checkpoint) iterationIn(t proc.Type, names ...string) (in []proc.Var, at func() proc.Var, length []proc.Ref) {
	switch c.loop.kind {
	case proc.NTimes, proc.While:
		return c.in(c.theta(), t, names...), func() proc.Var { return proc.Var{} }, nil
	}
	j, p := c.shared("j", proc.Int), c.shared("p", proc.Int)
	length = c.length()
	in = c.in(join([]proc.Ref{j, p}, length, c.theta()), t, names...)
	return in, func() proc.Var { return c.plus(c.read(p), c.read(j)) }, length
}

// indexed runs body with the index of the iteration that runs as number p.
func (c *checkpoint) indexed(p proc.Var, length []proc.Ref, body func(index []proc.Ref)) {
	switch c.loop.kind {
	case proc.NTimes, proc.While:
		body(nil)
		return
	case proc.FoldR:
		p = c.sub(c.sub(c.read(length[0]), c.k(1)), p)
	}
	c.share([]proc.Var{p}, body)
}

// taped are T and s after the l iterations from p on, by
//
//	tape [j, p, θ] (T, s) = (push (T, t), s')    where (s', t) = revf$f [p + j, θ] s, without j and p where iterations have no index
func (c *checkpoint) taped(length []proc.Ref, p, l, t, s proc.Var) []proc.Var {
	return c.b.Untuple(c.iterations("Ts'", c.iteration(deriv.Tape), length, p, l, c.b.Tuple("Ts", t, s)), "T", "s'")
}

func (c *checkpoint) tape() {
	b := c.b
	stack := proc.NewStack(c.x)
	in, at, length := c.iterationIn(proc.NewTuple(stack, c.f.In), "T", "s")
	var st []proc.Var
	c.indexed(at(), length, func(index []proc.Ref) {
		st = b.Untuple(c.call("bt", c.once(c.plan.F(c.body)), join(index, c.theta()), in[1]), "s'", "t")
	})
	c.done(b.Tuple("o", b.Call("T'", stack, proc.FamilyOf("push", c.x), nil, b.Tuple("Tt", in[0], st[1])), c.state(st[0])))
}

// trace tapes the one iteration that a descent leaves, without its value:
//
//	tapeLast [i, θ] (T, s) = push (T, t)    where (_, t) = revf$f [i, θ] s
func (c *checkpoint) trace() {
	b := c.b
	var index []proc.Ref
	if c.loop.kind.Indices() > 0 {
		index = []proc.Ref{c.shared("i", proc.Int)}
	}
	zone := join(index, c.theta())
	stack := proc.NewStack(c.x)
	in := c.in(zone, proc.NewTuple(stack, c.f.In), "T", "s")
	t := c.call("t", deriv.Trace.Of(c.once(c.plan.F(c.body))), zone, in[1])
	c.done(b.Call("T'", stack, proc.FamilyOf("push", c.x), nil, b.Tuple("Tt", in[0], t)))
}

// state is s' of what an iteration gives, which is (b, s') in while.
func (c *checkpoint) state(out proc.Var) proc.Var {
	if c.loop.kind != proc.While {
		return out
	}
	parts := c.b.Untuple(out, "b", "s'")
	c.b.Elim(parts[0])
	return parts[1]
}

func (c *checkpoint) reverse() {
	b := c.b
	cot := deriv.Cotangent(c.f.In)
	i, room, zone := c.shared("i", proc.Int), c.room(), deriv.CotangentZone(c.loop.zone(), c.bar)
	ks, ts := proc.NewStack(c.checkpoint()), proc.NewStack(c.x)
	in := c.in(join([]proc.Ref{i}, room, zone), proc.NewTuple(ks, ts, proc.Int, proc.Int, cot), "K", "T", "r", "c", "s'.bar")
	k, t, r, free := in[0], in[1], in[2], in[3]
	taped := r
	if c.kind == deriv.Auto { // the trace of the first iteration is below all others
		taped = c.max(r, c.sub(c.k(1), c.read(i)))
	}
	at := c.cond(c.less(c.k(0), taped), func() []proc.Var { return []proc.Var{k, t, r, free} }, func() []proc.Var {
		a := b.Tuple("a", c.read(i), k, t, free)
		return b.Untuple(c.call("o", c.iteration(deriv.Restore), join(room, c.theta()), a), "K", "T", "r", "c")
	})
	tx := b.Untuple(b.Call("Tt", proc.NewTuple(ts, c.x), proc.FamilyOf("pop", c.x), nil, at[1]), "T", "t")
	var s proc.Var
	c.indexed(c.read(i), room[3:], func(index []proc.Ref) {
		end := in[4]
		if c.loop.kind == proc.While {
			end = cotOfCounted(b, end)
		}
		s = c.call("s.bar", c.plan.R(c.body), join(index, zone), b.Tuple("ts", tx[1], end))
	})
	c.done(b.Tuple("o", at[0], tx[0], c.sub(at[2], c.k(1)), at[3], s))
}

func (c *checkpoint) restore() {
	b := c.b
	room := c.room()
	ks, ts := proc.NewStack(c.checkpoint()), proc.NewStack(c.x)
	in := c.in(join(room, c.theta()), proc.NewTuple(proc.Int, ks, ts, proc.Int), "i", "K", "T", "c")
	k, x := c.pop(in[1])
	ps := b.Untuple(x, "p", "s")
	l := c.sub(c.plus(in[0], c.k(1)), ps[0])
	free := c.plus(in[3], c.k(1))
	d := []proc.Var{k, ps[0], l, free, ps[1]}
	if c.loop.kind != proc.While || c.kind != deriv.Every { // there, l ≤ k: all is taped
		d = c.descent(deriv.Resave, room, k, ps[0], l, free, ps[1])
	}
	if !c.alone() {
		end := c.taped(room[3:], d[1], d[2], in[2], d[4])
		c.done(b.Tuple("o", d[0], end[0], d[2], d[3]))
		return
	}
	var end proc.Var
	c.indexed(in[0], room[3:], func(index []proc.Ref) {
		end = c.call("T", c.iteration(deriv.TapeLast), join(index, c.theta()), b.Tuple("Ts", in[2], d[4]))
	})
	c.done(b.Tuple("o", d[0], end, d[2], d[3]))
}
