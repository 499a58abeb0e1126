package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// fission takes apart what an iteration adds to neighbours, as the reverse of a stencil does. LLVM must keep such iterations in
// order, for what one adds the next one adds to again. But each of these additions by itself is to another element in each
// iteration. So some iterations buffer what they add, and then it is added, one kind of addition after the other:
//
//	for free i < n { …; accum v[i + c] += x; accum v[i + d] += y }
//	   ↦
//	for seq p < parts {
//	  for free j < size { i = 128 p + j; …; store a[j] = x; store b[j] = y }
//	  for free j < size { accum v[128 p + j + c] += load a[j] }
//	  for free j < size { accum v[128 p + j + d] += load b[j] }
//	}
//
// No loop inside has an iteration that depends on another one. The first has more arrays than the loop had, which LLVM
// compares before it.
func fission(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		s := &fissioner{walker: newWalker(f), prog: p}
		s.before = s.loop
		s.block(f.Body)
		f.Renumber()
	}
}

// mostBuffered is how many Reals an iteration may buffer.
const mostBuffered = 16

// partBits says how many iterations buffer what they add, 2 to this power; leastParted how many make it worth it. Tests have
// other numbers.
var (
	partBits    = 7
	leastParted = 32
)

func part() int64 { return 1 << partBits }

// A fissioner goes through a function.
type fissioner struct {
	*walker
	prog *loopir.Program
}

// A neighbour is an element of which the loop's index moves one index; each iteration adds to another one.
type neighbour struct {
	view  val
	at    []form
	moves int // which index
	adds  []*loopir.Op
	made  map[val]bool // what the loop makes
}

// loop takes a loop apart. It returns how many places it has moved.
func (s *fissioner) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For || loop.Order != loopir.Free || loop.Hint != loopir.Usual {
		return 0
	}
	ops := loop.Sub[0].Ops
	if size(ops, longest) > longest || !straight(ops) {
		return 0
	}
	if n, ok := s.of(loop.Args[0]).constant(); ok && n < int64(leastParted) {
		return 0
	}
	list := s.neighbours(loop)
	if len(list) == 0 || len(list) > mostBuffered {
		return 0
	}
	w := &builder{f: s.f}
	from := s.f.Int(0)
	if loop.From != nil {
		from = loop.From
	}
	// Few iterations run as before.
	count := w.make(loopir.Sub, loopir.IntType, loop.Args[0], from)
	many := w.make(loopir.Le, loopir.BoolType, s.f.Int(int64(leastParted)), count)
	parts := &builder{f: s.f}
	outer := s.parts(parts, loop, list, from, count)
	choice := instead(s.f, many, loop)
	side(choice, parts.ops, outer.Outs)
	side(choice, []*loopir.Op{loop}, loop.Outs)
	s.copies[outer], s.copies[loop] = true, true
	b.Ops[at] = choice
	insert(b, at, w.ops)
	return len(w.ops)
}

// neighbours are the elements whose additions are to be buffered: of memory to which an iteration adds at several places that
// are not the same in all iterations, if all its additions are of that kind. What is added in a branch is none.
func (s *fissioner) neighbours(loop *loopir.Op) []*neighbour {
	body := loop.Sub[0]
	made := map[val]bool{}
	madeIn(loop, made)
	var list []*neighbour
	unknown := map[val]bool{} // memory with other additions
	for _, op := range body.Ops {
		for _, b := range op.Sub {
			b.Walk(func(op *loopir.Op) {
				if op.Kind == loopir.Accum {
					roots(op.Args[0], unknown)
				}
			})
		}
		if op.Kind != loopir.Accum {
			continue
		}
		n := s.neighbour(op, body.Params[0], made)
		if n == nil {
			roots(op.Args[0], unknown)
			continue
		}
		if k := slices.IndexFunc(list, n.is); k >= 0 {
			list[k].adds = append(list[k].adds, op)
			continue
		}
		list = append(list, n)
	}
	list = slices.DeleteFunc(list, func(n *neighbour) bool { return meets(n.view, unknown) })
	return slices.DeleteFunc(slices.Clone(list), func(n *neighbour) bool {
		own := map[val]bool{}
		roots(n.view, own)
		return !slices.ContainsFunc(list, func(o *neighbour) bool { return o != n && meets(o.view, own) && n.overlaps(o) })
	})
}

// neighbour is what an addition is to; nil if that is no place that moves with the index i.
func (s *fissioner) neighbour(op *loopir.Op, i val, made map[val]bool) *neighbour {
	n := &neighbour{view: op.Args[0], moves: -1, adds: []*loopir.Op{op}, made: made}
	if op.Mask != nil || made[n.view] || n.view.Type.Elem != loopir.Real {
		return nil
	}
	for k, v := range op.Indices() {
		f := s.of(v)
		if slices.ContainsFunc(f.terms, func(t term) bool { return made[t.v] && t.v != i }) {
			return nil
		}
		if f.of(i) != 0 {
			if n.moves >= 0 {
				return nil
			}
			n.moves = k
		}
		n.at = append(n.at, f)
	}
	if n.moves < 0 {
		return nil
	}
	return n
}

// is says that two places are the same in every iteration.
func (n *neighbour) is(o *neighbour) bool {
	return n.view == o.view && slices.EqualFunc(n.at, o.at, form.equal)
}

// overlaps says that one iteration may add to n where another one adds to o, as far as LLVM can tell: of two rows it asks
// before the loop whether they are the same.
func (n *neighbour) overlaps(o *neighbour) bool {
	k := n.moves
	rows := n.view == o.view && k == o.moves && k == len(n.at)-1 && n.at[k].equal(o.at[k])
	return !rows
}

// parts writes the loop over parts of the iterations.
func (s *fissioner) parts(w *builder, loop *loopir.Op, list []*neighbour, from, count val) *loopir.Op {
	buffers := make([]val, len(list))
	for k := range list {
		local := w.make(loopir.Local, loopir.BufferOf(loopir.Real), s.f.Int(part()))
		buffers[k] = w.make(loopir.View, loopir.ViewOf(loopir.Real, 1), local, s.f.Int(part()))
	}
	whole := w.make(loopir.Add, loopir.IntType, count, s.f.Int(part()-1))
	number := w.make(loopir.Shr, loopir.IntType, whole, s.f.Int(int64(partBits)))
	outer := loopOf(s.f, loopir.Seq, number, loop.Args[1:])
	body := outer.Sub[0]
	v := &builder{f: s.f}
	begin := v.make(loopir.Mul, loopir.IntType, body.Params[0], s.f.Int(part()))
	first := v.make(loopir.Add, loopir.IntType, from, begin)
	size := v.make(loopir.Min, loopir.IntType, v.make(loopir.Sub, loopir.IntType, count, begin), s.f.Int(part()))

	inner := loopOf(s.f, loopir.Free, size, body.Params[1:])
	inner.Hint = loopir.Compared
	s.buffered(inner.Sub[0], loop, list, buffers, first)
	v.ops = append(v.ops, inner)
	body.Yield = slices.Clone(inner.Outs)
	done := make([]bool, len(list))
	for k := range list {
		if done[k] {
			continue
		}
		add := loopOf(s.f, loopir.Free, size, nil)
		add.Hint = loopir.Compared
		u := &builder{f: s.f}
		i := s.numbered(u, add.Sub[0].Params[0], loop, first)
		for j := k; j < len(list); j++ {
			if j == k || !list[j].overlaps(list[k]) && !done[j] {
				s.added(u, list[j], buffers[j], add.Sub[0].Params[0], loop.Sub[0].Params[0], i)
				done[j] = true
			}
		}
		add.Sub[0].Ops = u.ops
		v.ops = append(v.ops, add)
	}
	body.Ops = v.ops
	w.ops = append(w.ops, outer)
	return outer
}

// numbered is the number of the iteration of the loop as it was, which has been one of its iterations.
func (s *fissioner) numbered(w *builder, j val, loop *loopir.Op, first val) val {
	i := w.make(loopir.Add, loopir.IntType, first, j)
	w.ops = append(w.ops, implied(j, s.f.Int(part())), implied(i, loop.Args[0]))
	return i
}

// buffered writes the iterations, which store what they add.
func (s *fissioner) buffered(to block, loop *loopir.Op, list []*neighbour, buffers []val, first val) {
	body := loop.Sub[0]
	w := &builder{f: s.f}
	i := s.numbered(w, to.Params[0], loop, first)
	c := newCopier(s.f)
	c.of[body.Params[0]] = i
	for k, v := range body.Params[1:] {
		c.of[v] = to.Params[1+k]
	}
	for _, op := range body.Ops {
		k := slices.IndexFunc(list, func(n *neighbour) bool { return slices.Contains(n.adds, op) })
		if k < 0 {
			w.ops = append(w.ops, c.op(op))
			continue
		}
		n := list[k]
		if op != n.adds[len(n.adds)-1] {
			continue
		}
		var sum val
		for _, add := range n.adds {
			x := c.value(add.Args[len(add.Args)-1])
			if sum == nil {
				sum = x
			} else {
				sum = w.make(loopir.Add, loopir.RealType, sum, x)
			}
		}
		w.ops = append(w.ops, &loopir.Op{Kind: loopir.Store, Args: []val{buffers[k], to.Params[0], sum}})
	}
	to.Ops = w.ops
	to.Yield = c.values(body.Yield)
}

// added writes an addition of what was buffered.
func (s *fissioner) added(w *builder, n *neighbour, buffer, j, was, i val) {
	args := []val{n.view}
	for k, f := range n.at {
		v := n.adds[0].Args[1+k]
		if k == n.moves || n.made[v] {
			v = w.sum(f.with(was, form{terms: []term{{i, 1}}}))
		}
		w.ops = append(w.ops, implied(v, n.view.Def.Args[1+k]))
		args = append(args, v)
	}
	x := w.make(loopir.Load, loopir.RealType, buffer, j)
	w.ops = append(w.ops, &loopir.Op{Kind: loopir.Accum, Args: append(args, x)})
}
