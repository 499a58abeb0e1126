package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// carried lets a loop have one Local for a buffer that it carries. What is before the loop keeps its buffer, which gets the last one's
// elements behind the loop. An iteration may choose whether it makes the next one, as one of a while does.
//
//	y = for i < n (s = x) { …; t = alloc 4; …; release s; yield t }
//	   ↦
//	c = local 4; if 0 < n { c = x }; for i < n { …; t = local 4; …; c = t }; if 0 < n { x = c }
//
// Unless x is known to have as many elements, elements of x are read before the loop. So the first iteration reads some of them, through
// a view of all, whatever else happens.
func (l *localiser) carried(b block, loop *loopir.Op) {
	for k := 0; k < len(loop.Outs); k++ {
		if c := l.carries(loop, k); c != nil {
			l.keep(b, loop, c)
			k--
		}
	}
}

// A carriedBuffer is a buffer as above.
type carriedBuffer struct {
	at       int // the place of the buffer in what the loop carries
	first, s val
	n        int
	next     []nextBuffer
	chosen   []val // the results of choices that are the next one
	same     int   // how many blocks yield s
}

// A nextBuffer is made and yielded by a block, which gives the one before back.
type nextBuffer struct {
	in             block
	alloc, release *loopir.Op
}

// carries finds what a loop carries at a place; nil if it is no small buffer.
func (l *localiser) carries(loop *loopir.Op, k int) *carriedBuffer {
	carried, first, yield := loop.Carried()
	c := &carriedBuffer{at: k, first: first[k], s: carried[k]}
	body := loop.Sub[0]
	if c.s.Type.Form != loopir.Buffer || c.first.Origin == loopir.Undefined || !l.next(c, yield[k], []block{body}) || len(c.next) == 0 {
		return nil
	}
	yields := 0
	for _, u := range l.uses[c.s] {
		switch {
		case u.op == nil:
			yields++
		case !l.borrows(u.op, c.s) && !slices.ContainsFunc(c.next, func(next nextBuffer) bool { return next.release == u.op }):
			return nil
		}
	}
	if yields != c.same || (1+len(c.next))*c.n > l.left || !allocates(c.first, c.n) && !reads(body.Ops, c.s, c.n, true) {
		return nil
	}
	return c
}

// next finds where the last one of some blocks, each in the one before, makes what it yields, in place of s.
func (l *localiser) next(c *carriedBuffer, y val, blocks []block) bool {
	in := blocks[len(blocks)-1]
	if y == c.s {
		c.same++
		return true
	}
	made, yields := y.Def, 0
	for _, u := range l.uses[y] {
		if u.op == nil {
			yields++
		} else if !l.borrows(u.op, y) {
			return false
		}
	}
	if made == nil || yields != 1 || !slices.Contains(in.Ops, made) {
		return false
	}
	switch made.Kind {
	case loopir.Alloc:
		var releases []use
		for _, u := range l.uses[c.s] {
			if u.op != nil && u.op.Kind == loopir.Release && slices.Contains(blocks, u.in) {
				releases = append(releases, u)
			}
		}
		n, ok := l.small(made)
		if !ok || len(releases) != 1 || releases[0].in != in || c.n != 0 && c.n != n {
			return false
		}
		c.n = n
		c.next = append(c.next, nextBuffer{in, made, releases[0].op})
		return true
	case loopir.If:
		c.chosen = append(c.chosen, y)
		k := slices.Index(made.Outs, y)
		return !slices.ContainsFunc(made.Sub, func(side block) bool { return !l.next(c, side.Yield[k], append(slices.Clone(blocks), side)) })
	}
	return false
}

// allocates says that a buffer is an Alloc of n elements.
func allocates(v val, n int) bool {
	return v.Def != nil && v.Def.Kind == loopir.Alloc && v.Def.Args[0].IsInt(int64(n))
}

// reads says that operations read an element of a buffer through a view of all of its n elements: before anything can end the run, or
// at least where nothing does.
func reads(ops []*loopir.Op, s val, n int, first bool) bool {
	for _, op := range ops {
		switch {
		case op.Kind == loopir.Load:
			if view := op.Args[0].Def; view != nil && view.Kind == loopir.View && view.Args[0] == s {
				return elements(view) == n
			}
		case op.Kind == loopir.For && op.From == nil:
			if times, known := op.Args[0].IsConst(); known && int64(times) > 0 && reads(op.Sub[0].Ops, s, n, first) {
				return true
			}
		}
		if first && !safe(op) {
			return false
		}
	}
	return false
}

// elements is how many elements a view has, if that is known, or else 0.
func elements(view *loopir.Op) int {
	n := 1
	for _, d := range view.Args[1:] {
		bits, known := d.IsConst()
		if !known || bits > mostSmall || n > mostSmall {
			return 0
		}
		n *= int(bits)
	}
	return n
}

// safe says that an operation cannot end the run, but for want of memory.
func safe(op *loopir.Op) bool {
	return proven([]*loopir.Op{op}) && all([]*loopir.Op{op}, func(op *loopir.Op) bool { return !op.Kind.Ordered() })
}

// keep rewrites the loop.
func (l *localiser) keep(b block, loop *loopir.Op, c *carriedBuffer) {
	f := l.f
	w := &builder{f: f}
	local := w.make(loopir.Local, c.s.Type, f.Int(int64(c.n)))
	l.left -= c.n
	some := f.Bool(true) // whether there is an iteration
	if loop.Kind == loopir.For {
		from := f.Int(0)
		if loop.From != nil {
			from = loop.From
		}
		some = w.make(loopir.Lt, loopir.BoolType, from, loop.Args[0])
	}
	w.ops = append(w.ops, l.copied(some, c.first, local, c.n)...)
	out := loop.Outs[c.at]

	same := renaming{c.s: local, out: c.first}
	for _, next := range c.next {
		replace(next.in, next.release, nil)
		end := &builder{f: f}
		end.elements(next.alloc.Outs[0], local, c.n)
		next.in.Ops = append(next.in.Ops, end.ops...)
		l.local(next.alloc, c.n)
	}
	uncarry(loop, c.at)
	for _, v := range c.chosen {
		same[v] = local
		unchosen(v.Def, slices.Index(v.Def.Outs, v))
	}
	same.block(f.Body)
	at := slices.Index(b.Ops, loop)
	if !l.onlyReleased(out) {
		insert(b, at+1, l.copied(some, local, c.first, c.n))
	}
	insert(b, at, w.ops)
	l.uses = usesOf(f)
}

// onlyReleased says that a buffer is given back, and nothing else.
func (l *localiser) onlyReleased(v val) bool {
	return !slices.ContainsFunc(l.uses[v], func(u use) bool { return u.op == nil || u.op.Kind != loopir.Release })
}

// copied copies elements if there is a reason.
func (l *localiser) copied(c, from, to val, n int) []*loopir.Op {
	u := &builder{f: l.f}
	u.elements(from, to, n)
	if c.Origin == loopir.Constant {
		return u.ops
	}
	op := &loopir.Op{Kind: loopir.If, Args: []val{c}}
	side(op, u.ops, nil)
	side(op, nil, nil)
	return []*loopir.Op{op}
}

// elements writes a copy of the first elements of a buffer.
func (w *builder) elements(from, to val, n int) {
	t, size := loopir.ViewOf(from.Type.Elem, 1), w.f.Int(int64(n))
	x, y := w.make(loopir.View, t, from, size), w.make(loopir.View, t, to, size)
	for i := range n {
		v := w.make(loopir.Load, loopir.Type{Elem: from.Type.Elem}, x, w.f.Int(int64(i)))
		w.ops = append(w.ops, &loopir.Op{Kind: loopir.Store, Args: []val{y, w.f.Int(int64(i)), v}})
	}
}
