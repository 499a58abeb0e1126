package loopir

// A Free loop carries no order from iteration to iteration, except by what is summed:
//
//	for free i < n (s = x) { … t = add s, e; yield t }   s and t are used nowhere else; so with max, min and or
//	                                                     (of max and min, no number is a NaN);
//	                                                     or t is s, or from outside of the loop, and s is not used
//	store v[… i …] = e                                   each Store to b is by one view, with i, or i + c, at one axis, and nothing reads b
//	accum b[…] += e                                      nothing reads or sets b
//
// where b, and its view v, are from outside of the loop. It prints and counts nothing, calls no functions of C, and gives back no such memory.

// free checks all loops that are free.
func (c *checker) free() {
	c.f.Body.Walk(func(op *Op) {
		if op.Kind == For && op.Order == Free {
			c.op = op
			c.freeLoop(op)
		}
	})
}

// FreeLoops are the loops in order whose iterations commute, but for rounding: they would be accepted as free ones. The
// program is one that the checker accepts.
func (p *Program) FreeLoops(f *Func) (list []*Op) {
	c := newChecker(f, p, printing{})
	c.block(f.Body)
	f.Body.Walk(func(op *Op) {
		if op.Kind != For || op.Order == Free {
			return
		}
		c.errs, c.op = nil, op
		if c.freeLoop(op); len(c.errs) == 0 {
			list = append(list, op)
		}
	})
	return list
}

// A use is what a loop does with memory from outside of it.
type use struct {
	reads, adds bool
	sets        *Op  // the first Store; nil if there is none
	apart       bool // each iteration sets other elements
}

// A freeLoop is one that is checked.
type freeLoop struct {
	*checker
	body *Block
	i    *Value
	uses map[place]*use
	list []place // those of uses, in the order in which they are met
	of   map[*Value][]place
}

// A place is memory: what was allocated, or a parameter of the function. What an earlier iteration of a loop allocated is
// another place than what this one did.
type place struct {
	made    *Value
	earlier *Block // of the loop; nil: it is from this iteration
}

func (c *checker) freeLoop(loop *Op) {
	body := loop.Sub[0]
	l := &freeLoop{c, body, body.Params[0], map[place]*use{}, nil, map[*Value][]place{}}
	l.sums(body)
	body.Walk(l.effect)
	for _, b := range l.list {
		switch u := l.uses[b]; {
		case u.adds && (u.reads || u.sets != nil):
			c.failf("an iteration reads or sets %s, to which others add", b.made.mention())
		case u.sets != nil && (u.reads || !u.apart):
			c.failf("an iteration sets %s where others may read or set it", b.made.mention())
		}
	}
}

// commutes says that it does not matter in which order numbers are put together, but for rounding, NaNs and signs of zeros.
func (k Kind) commutes() bool { return k == Add || k == Max || k == Min || k == Or }

// sums demands that what is carried is only added to, or put together in another way without an order.
func (l *freeLoop) sums(body *Block) {
	carried := map[*Value]int{}
	for k, s := range body.Params[1:] {
		carried[s], carried[body.Yield[k]] = 0, 0
	}
	count := func(v *Value) {
		if _, ok := carried[v]; ok {
			carried[v]++
		}
	}
	body.Walk(func(op *Op) { op.Uses(count) })
	body.Blocks(func(b *Block) {
		for _, v := range b.Yield {
			count(v)
		}
	})
	for k, s := range body.Params[1:] {
		y := body.Yield[k]
		if y == s || !l.within(y, l.body) && carried[s] == 0 {
			continue
		}
		if y.Def == nil || !y.Def.Kind.commutes() || y.Def.Args[0] != s && y.Def.Args[1] != s || carried[s] != 1 || carried[y] != 1 {
			l.failf("%s is carried from iteration to iteration", s.mention())
		}
	}
}

// effect notes what an operation does with memory from outside.
func (l *freeLoop) effect(op *Op) {
	if op.Kind.Ordered() {
		l.failf("an iteration does %s", op.Kind)
	}
	switch op.Kind {
	case Load, Copy:
		l.each(op.Args[0], func(u *use) { u.reads = true })
	case Accum:
		l.each(op.Args[0], func(u *use) { u.adds = true })
	case Store:
		l.each(op.Args[0], func(u *use) {
			k := l.axis(op)
			u.apart = k >= 0 && (u.sets == nil || u.apart && u.sets.Args[0] == op.Args[0] && l.axis(u.sets) == k && u.sets.Indices()[k] == op.Indices()[k])
			u.sets = op
		})
	case Clear, Release, Push, Pop, Grow, Shrink:
		l.each(op.Args[0], func(*use) { l.failf("an iteration does %s with %s", op.Kind, op.Args[0].mention()) })
	case Call:
		l.callee(op)
	}
}

// axis is the axis of which the number of the iteration is the index, alone or added to what is the same in all iterations, in a
// view from outside of the loop; -1 if there is none.
func (l *freeLoop) axis(op *Op) int {
	if op.Kind != Store || op.Args[0].Type.Form != Shaped || l.within(op.Args[0], l.body) {
		return -1
	}
	for k, v := range op.Indices() {
		if v == l.i {
			return k
		}
		if d := v.Def; d != nil && d.Kind == Add && d.Mask == nil {
			for side, x := range d.Args {
				if x == l.i && !l.within(d.Args[1-side], l.body) {
					return k
				}
			}
		}
	}
	return -1
}

// callee notes what a call does with memory from outside.
func (l *freeLoop) callee(op *Op) {
	f := l.prog.Lookup(op.Func)
	if l.printing.of(f, l.prog) {
		l.failf("an iteration calls %s, which prints, counts or calls C", op.Func)
	}
	for k, v := range op.Args {
		if v.Type.Form != Buffer && v.Type != StackType {
			continue
		}
		l.each(v, func(u *use) {
			switch f.Modes[k] {
			case Shared:
				u.reads = true
			case Accumulator:
				u.adds = true
			default:
				u.sets, u.apart = op, false
			}
		})
	}
}

// printing says which functions print, count or call functions of C, themselves or in what they call.
type printing map[*Func]bool

func (known printing) of(f *Func, p *Program) bool {
	yes, ok := known[f]
	if f == nil || ok {
		return yes
	}
	known[f] = false // as long as it is looked at
	f.Body.Walk(func(op *Op) {
		yes = yes || op.Kind.Ordered() || op.Kind == Call && known.of(p.Lookup(op.Func), p)
	})
	known[f] = yes
	return yes
}

// each calls yield for the memory from outside that a value may be in.
func (l *freeLoop) each(v *Value, yield func(*use)) {
	places, ok := l.of[v]
	if !ok {
		places = l.places(v)
		l.of[v] = places
	}
	for _, p := range places {
		if l.uses[p] == nil {
			l.uses[p] = &use{}
			l.list = append(l.list, p)
		}
		yield(l.uses[p])
	}
}

func (l *freeLoop) places(v *Value) (list []place) {
	seen := map[place]bool{}
	var visit func(place)
	visit = func(p place) {
		if seen[p] {
			return
		}
		seen[p] = true
		from := Sources(p.made)
		for _, w := range from {
			visit(place{w, l.earlier(p, w)})
		}
		if len(from) == 0 && !l.within(p.made, l.body) && p.made.Origin != Undefined {
			list = append(list, p)
		}
	}
	visit(place{v, nil})
	return list
}

// earlier is the loop of which an earlier iteration made w, a source of p. What a loop carries was made by one, if it was
// made in its block.
func (l *freeLoop) earlier(p place, w *Value) *Block {
	if p.earlier != nil && l.within(w, p.earlier) {
		return p.earlier
	}
	if p.made.Origin == Parameter && l.within(w, p.made.Block) {
		return p.made.Block
	}
	return nil
}
