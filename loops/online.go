package loops

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// The first sweep of while. How many iterations there will be is not known, so no
// iteration is taped, and the state before an iteration p is kept where p is a multiple of
// the gap g. With every(k), g = k; with recompute g is larger than any p. With
// binomial(s), g = 1 at first, and when no checkpoint is free and another state is
// due, every other one is dropped and g is doubled:
//
//	revf$while{f} [θ] (n, s)      = (s', (p, a, S, B, c, 0, K, ∅))    where (K, p, g, c, s') = while{online} (n, (∅, 0, g, c, s))
//	online [a, θ] (K, p, g, c, s) = (b, (K', p + 1, g', c', s'))      where (b, s') = f [θ] s
//	thin [a, g] K                 = K without the states before iterations that are no multiples of g; it has a of them
//
// thinTo moves what stays from K to another stack, thinBack moves it back.
func (c *checkpoint) onlineForward() (proc.Var, error) {
	b := c.b
	in := c.in(c.loop.zone(), proc.NewTuple(proc.Int, c.f.In), "n", "s")
	k := c.plan.Strategy.K
	gap, free, room, traces := int64(maxIterations), int64(1), int64(1), int64(1)
	family, taped := "slots", "slots"
	switch c.kind {
	case deriv.Every:
		// Nobody knows how many states there will be.
		gap, free, room, family = min(k, maxIterations), maxIterations, 0, "empty"
		if traces = k; k > maxFirst {
			traces, taped = 0, "empty"
		}
	case deriv.Binomial:
		gap, free, room = 1, min(k, maxIterations), min(k, maxIterations)
		if k > maxFirst {
			room, family = 0, "empty"
		}
	}
	// One more iteration may run than give true.
	most := func(items int64) proc.Var {
		if items == 0 {
			return c.k(0)
		}
		return c.plus(c.min(c.k(items-1), c.max(in[0], c.k(0))), c.k(1))
	}
	stack := b.Call("K", proc.NewStack(c.checkpoint()), proc.FamilyOf(family, c.checkpoint()), nil, most(room))
	t := b.Call("T", proc.NewStack(c.x), proc.FamilyOf(taped, c.x), nil, most(traces))
	a := c.k(min(k, maxIterations))
	var end []proc.Var
	c.share([]proc.Var{a}, func(refs []proc.Ref) {
		w := b.Tuple("W", stack, c.k(0), c.k(gap), c.k(free), in[1])
		w = b.Call("W'", w.Type, proc.While.Of(c.iteration(deriv.Online)), namesOf(join(refs, c.theta())), b.Tuple("nW", in[0], w))
		end = b.Untuple(w, "K", "p", "g", "c", "s'")
	})
	c.bounded(end[1])
	x := b.Tuple("x", end[1], a, c.k(0), c.k(0), end[3], c.k(0), end[0], t)
	return c.finish(b.Tuple("o", end[4], x)), c.err
}

// maxFirst is for how many checkpoints room is made before it is known whether there
// are so many iterations, if there can be so many.
const maxFirst = 1 << 20

func (c *checkpoint) online() {
	a := c.shared("a", proc.Int)
	stack := proc.NewStack(c.checkpoint())
	b := c.b
	switch c.phase {
	case deriv.Online:
		in := c.in(join([]proc.Ref{a}, c.theta()), proc.NewTuple(stack, proc.Int, proc.Int, proc.Int, c.f.In), "K", "p", "g", "c", "s")
		c.onlineIteration(a, in[0], in[1], in[2], in[3], in[4])
	case deriv.Thin:
		g := c.shared("g", proc.Int)
		k := c.in([]proc.Ref{a, g}, stack, "K")[0]
		stay := c.half(c.read(a))
		h := b.Call("H", stack, proc.FamilyOf("slots", c.checkpoint()), nil, stay)
		both := b.Tuple("KH", k, h)
		kh := b.Untuple(b.Call("KH'", both.Type, proc.NTimes.Of(c.iteration(deriv.ThinTo)), []string{g.Name}, b.Tuple("aKH", c.read(a), both)), "K", "H")
		both = b.Tuple("HK", kh[1], kh[0])
		hk := b.Untuple(b.Call("HK'", both.Type, proc.NTimes.Of(c.iteration(deriv.ThinBack)), nil, b.Tuple("nHK", stay, both)), "H", "K")
		b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", c.checkpoint()), nil, hk[0]))
		c.done(hk[1])
	case deriv.ThinTo:
		g := c.shared("g", proc.Int)
		in := c.in([]proc.Ref{g}, proc.NewTuple(stack, stack), "K", "H")
		k, x := c.pop(in[0])
		p := b.Untuple(x, "p", "s")
		none := c.k(0)
		h := c.cond(c.op(prim.IEq, c.op(prim.IMod, p[0], c.read(g)), none),
			func() []proc.Var { return []proc.Var{c.push(in[1], b.Tuple("x", p...)), c.k(0)} },
			func() []proc.Var {
				b.Elim(p[1])
				return []proc.Var{in[1], c.k(0)}
			})
		c.done(b.Tuple("KH", k, h[0]))
	case deriv.ThinBack:
		in := c.in(nil, proc.NewTuple(stack, stack), "H", "K")
		h, x := c.pop(in[0])
		c.done(b.Tuple("HK", h, c.push(in[1], x)))
	}
}

// half is ⌈n/2⌉.
func (m *maker) half(n proc.Var) proc.Var { return m.div(m.plus(n, m.k(1)), m.k(2)) }

func (c *checkpoint) pop(k proc.Var) (rest, x proc.Var) {
	kx := c.b.Untuple(c.b.Call("kx", proc.NewTuple(k.Type, c.checkpoint()), proc.FamilyOf("pop", c.checkpoint()), nil, k), "K", "x")
	return kx[0], kx[1]
}

func (c *checkpoint) push(k, x proc.Var) proc.Var {
	return c.b.Call("K'", k.Type, proc.FamilyOf("push", c.checkpoint()), nil, c.b.Tuple("kx", k, x))
}

func (c *checkpoint) onlineIteration(a proc.Ref, k, p, g, free, s proc.Var) {
	b := c.b
	due := func(g proc.Var) proc.Var { return c.op(prim.IEq, c.op(prim.IMod, p, g), c.k(0)) }
	// Room is made where p is due and there is none.
	full := c.cond(due(g), func() []proc.Var { return []proc.Var{c.min(c.k(1), free)} }, func() []proc.Var { return []proc.Var{c.k(1)} })[0]
	made := c.cond(c.less(full, c.k(1)), func() []proc.Var {
		g2 := c.mul(g, c.k(2))
		var thin proc.Var
		c.share([]proc.Var{g2}, func(refs []proc.Ref) {
			thin = c.call("K", c.iteration(deriv.Thin), join([]proc.Ref{a}, refs), k)
		})
		return []proc.Var{thin, g2, c.sub(c.read(a), c.half(c.read(a)))}
	}, func() []proc.Var { return []proc.Var{k, g, free} })
	k, g, free = made[0], made[1], made[2]
	kept := c.cond(due(g), func() []proc.Var {
		ks := b.Untuple(c.call("ks", c.iteration(deriv.Save), nil, b.Tuple("Kps", k, p, s)), "K", "s")
		return []proc.Var{ks[0], c.sub(free, c.k(1)), ks[1]}
	}, func() []proc.Var { return []proc.Var{k, free, s} })
	bs := b.Untuple(c.call("bs", c.once(c.body), c.theta(), kept[2]), "b", "s'")
	c.done(b.Tuple("o", bs[0], b.Tuple("W", kept[0], c.plus(p, c.k(1)), g, kept[1], bs[1])))
}
