package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// carried lets a loop have one Local for a buffer that it carries. What is before the loop keeps its buffer, which gets the last one's
// elements behind the loop.
//
//	y = for i < n (s = x) { …; t = alloc 4; …; release s; yield t }
//	   ↦
//	c = local 4; if 0 < n { c = x }; for i < n { …; t = local 4; …; c = t }; if 0 < n { x = c }
//
// The elements of x are read before the loop. So the first iteration reads some of them, through a view of all, whatever else happens.
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
	at          int // the place of the buffer in what the loop carries
	first, s, y val
	n           int
	release     *loopir.Op
}

// carries finds what a loop carries at a place; nil if it is no small buffer.
func (l *localiser) carries(loop *loopir.Op, k int) *carriedBuffer {
	body := loop.Sub[0]
	c := &carriedBuffer{at: k, first: loop.Args[1+k], s: body.Params[1+k], y: body.Yield[k]}
	made := c.y.Def
	if c.s.Type.Form != loopir.Buffer || c.first.Origin == loopir.Undefined || made == nil || made.Kind != loopir.Alloc || !slices.Contains(body.Ops, made) {
		return nil
	}
	ok := false
	if c.n, ok = l.small(made); !ok || 2*c.n > l.left {
		return nil
	}
	yields := 0
	for _, u := range l.uses[c.y] {
		if u.op == nil {
			yields++
		} else if !l.borrows(u.op, c.y) {
			return nil
		}
	}
	if c.release = l.released(c.s, body, nil); yields != 1 || c.release == nil || !reads(body.Ops, c.s, c.n, true) {
		return nil
	}
	return c
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
	body, f := loop.Sub[0], l.f
	w := &builder{f: f}
	local := w.make(loopir.Local, c.s.Type, f.Int(int64(c.n)))
	l.left -= c.n
	from := f.Int(0)
	if loop.From != nil {
		from = loop.From
	}
	some := w.make(loopir.Lt, loopir.BoolType, from, loop.Args[0])
	w.ops = append(w.ops, l.copied(some, c.first, local, c.n))
	out := loop.Outs[c.at]

	same := renaming{c.s: local, out: c.first}
	replace(body, c.release, nil)
	end := &builder{f: f}
	end.elements(c.y, local, c.n)
	body.Ops = append(body.Ops, end.ops...)
	l.local(c.y.Def, c.n)
	uncarry(loop, c.at)
	same.block(f.Body)
	at := slices.Index(b.Ops, loop)
	if !l.onlyReleased(out) {
		insert(b, at+1, []*loopir.Op{l.copied(some, local, c.first, c.n)})
	}
	insert(b, at, w.ops)
	l.uses = usesOf(f)
}

// onlyReleased says that a buffer is given back, and nothing else.
func (l *localiser) onlyReleased(v val) bool {
	return !slices.ContainsFunc(l.uses[v], func(u use) bool { return u.op == nil || u.op.Kind != loopir.Release })
}

// copied is a choice that copies elements.
func (l *localiser) copied(c, from, to val, n int) *loopir.Op {
	u := &builder{f: l.f}
	u.elements(from, to, n)
	op := &loopir.Op{Kind: loopir.If, Args: []val{c}}
	side(op, u.ops, nil)
	side(op, nil, nil)
	return op
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
