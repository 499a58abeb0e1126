package loopir

import "slices"

// A Free loop carries no order from iteration to iteration, except by what is summed:
//
//	for free i < n (s = x) { … t = add s, e; yield t }   s and t are used nowhere else; so with max, min and or
//	                                                     (of max and min, no number is a NaN);
//	                                                     or t is s, or from outside of the loop, and s is not used
//	load, store, accum v[… i …]                          each access to b is by one view, with i, or c + i, or c - i, at one axis
//	f(row v[… i …])                                      and so of a row
//	accum b[…] += e                                      or nothing reads or sets b
//	load b[…]                                            or nothing sets b, or adds to it
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

// A LoopMemory is the memory from outside of a free loop.
type LoopMemory struct{ *freeLoop }

// LoopMemory is for the free loops of a function. The program is one that the checker accepts.
func (p *Program) LoopMemory(f *Func) func(loop *Op) *LoopMemory {
	c := newChecker(f, p, printing{})
	c.block(f.Body)
	return func(loop *Op) *LoopMemory {
		c.op = loop
		return &LoopMemory{c.freeLoop(loop)}
	}
}

// Contended is where several iterations may add to elements to which others add as well.
func (m *LoopMemory) Contended() (list []Place) {
	for _, b := range m.list {
		if u := m.uses[b]; u.adds && !u.apart {
			list = append(list, b)
		}
	}
	return list
}

// Places is where a buffer may be.
func (m *LoopMemory) Places(v *Value) []Place { return m.places(v) }

// A use is what a loop does with memory from outside of it.
type use struct {
	reads, adds, sets bool
	first             *Op  // the first access
	apart             bool // each iteration accesses other elements
}

// A freeLoop is one that is checked.
type freeLoop struct {
	*checker
	body *Block
	i    *Value
	uses map[Place]*use
	list []Place // those of uses, in the order in which they are met
	of   map[*Value][]Place
}

// A Place is memory: what was allocated, or a parameter of the function. What an earlier iteration of a loop allocated is
// another place than what this one did.
type Place struct {
	made    *Value
	earlier *Block // of the loop; nil: it is from this iteration
}

func (c *checker) freeLoop(loop *Op) *freeLoop {
	body := loop.Sub[0]
	l := &freeLoop{c, body, body.Params[0], map[Place]*use{}, nil, map[*Value][]Place{}}
	l.sums(body)
	body.Walk(l.effect)
	for _, b := range l.list {
		switch u := l.uses[b]; {
		case u.apart:
		case u.adds && (u.reads || u.sets):
			c.failf("an iteration reads or sets %s, to which others add", b.made.mention())
		case u.sets:
			c.failf("an iteration sets %s where others may read or set it", b.made.mention())
		}
	}
	return l
}

// commutes says that it does not matter in which order numbers are put together, but for rounding, NaNs and signs of zeros.
func (k Kind) commutes() bool { return k == Add || k == Max || k == Min || k == Or }

// sums demands that what is carried is only added to, or put together in another way without an order.
func (l *freeLoop) sums(body *Block) {
	carried := map[*Value]int{}
	for k, s := range body.Params[1:] {
		carried[s], carried[body.Yield[k]] = 0, 0
	}
	body.AllUses(func(v *Value) {
		if _, ok := carried[v]; ok {
			carried[v]++
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
	case Load:
		l.access(op, func(u *use) { u.reads = true })
	case Accum:
		l.access(op, func(u *use) { u.adds = true })
	case Store:
		l.access(op, func(u *use) { u.sets = true })
	case Copy:
		l.each(op.Args[0], func(u *use) { u.reads, u.apart = true, false })
	case Clear, Release, Push, Pop, Grow, Shrink:
		l.each(op.Args[0], func(*use) { l.failf("an iteration does %s with %s", op.Kind, op.Args[0].mention()) })
	case Call, Par:
		l.callee(op)
	}
}

// access notes an access to an element, or to a row.
func (l *freeLoop) access(op *Op, as func(*use)) {
	if row := l.row(op.Args[0]); row != nil {
		op = row
	}
	l.each(op.Args[0], func(u *use) {
		if u.first == nil {
			u.first = op
		}
		k := l.axis(op)
		u.apart = u.apart && k >= 0 && u.first.Args[0] == op.Args[0] && l.axis(u.first) == k && u.first.Indices()[k] == op.Indices()[k]
		as(u)
	})
}

// row is what makes the row that a buffer of an iteration is; nil if it is none.
func (l *freeLoop) row(v *Value) *Op {
	if d := v.Def; d != nil && d.Kind == Row && l.within(v, l.body) {
		return d
	}
	return nil
}

// axis is the axis at which the index is another one in each iteration, in a view from outside of the loop; -1 if there is none.
func (l *freeLoop) axis(op *Op) int {
	if op.Args[0].Type.Form != Shaped || l.within(op.Args[0], l.body) {
		return -1
	}
	return slices.IndexFunc(op.Indices(), l.moves)
}

// moves says that an Int is the number of the iteration, alone, or added to or subtracted from what is the same in all iterations.
func (l *freeLoop) moves(v *Value) bool {
	d := v.Def
	switch {
	case v == l.i:
		return true
	case d == nil || d.Mask != nil || d.Kind != Add && d.Kind != Sub || !l.within(v, l.body):
		return false
	}
	return l.moves(d.Args[0]) && !l.within(d.Args[1], l.body) || l.moves(d.Args[1]) && !l.within(d.Args[0], l.body)
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
		as := func(u *use) {
			switch f.Modes[k] {
			case Shared:
				u.reads = true
			case Accumulator:
				u.adds = true
			default:
				u.sets = true
			}
		}
		if row := l.row(v); row != nil {
			l.access(row, as)
			continue
		}
		l.each(v, func(u *use) {
			u.apart = false
			as(u)
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
		yes = yes || op.Kind.Ordered() || op.Kind.Calls() && known.of(p.Lookup(op.Func), p)
	})
	known[f] = yes
	return yes
}

// Prints says that a function prints, counts or calls functions of C, itself or in what it calls.
func (p *Program) Prints(f *Func) bool { return printing{}.of(f, p) }

// each calls yield for the memory from outside that a value may be in.
func (l *freeLoop) each(v *Value, yield func(*use)) {
	places, ok := l.of[v]
	if !ok {
		places = l.places(v)
		l.of[v] = places
	}
	for _, p := range places {
		if l.uses[p] == nil {
			l.uses[p] = &use{apart: true}
			l.list = append(l.list, p)
		}
		yield(l.uses[p])
	}
}

func (l *freeLoop) places(v *Value) (list []Place) {
	seen := map[Place]bool{}
	var visit func(Place)
	visit = func(p Place) {
		if seen[p] {
			return
		}
		seen[p] = true
		from := Sources(p.made)
		for _, w := range from {
			visit(Place{w, l.earlier(p, w)})
		}
		if len(from) == 0 && !l.within(p.made, l.body) && p.made.Origin != Undefined {
			list = append(list, p)
		}
	}
	visit(Place{v, nil})
	return list
}

// earlier is the loop of which an earlier iteration made w, a source of p. What a loop carries was made by one, if it was
// made in its block.
func (l *freeLoop) earlier(p Place, w *Value) *Block {
	if p.earlier != nil && l.within(w, p.earlier) {
		return p.earlier
	}
	if p.made.Origin == Parameter && l.within(w, p.made.Block) {
		return p.made.Block
	}
	return nil
}
