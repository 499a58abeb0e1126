package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// fission takes apart what an iteration adds to neighbours, as the reverse of a stencil does. LLVM must keep such iterations in
// order, for what one adds the next one adds to again. So some iterations buffer what they add, and then each element gets what
// several of them add to it:
//
//	for free i < n { …; accum v[i] += x; accum v[i + 2] += y }
//	   ↦
//	for seq p < parts {
//	  for free j < size { i = 128 p + j; …; store a[2 + j] = x; store b[2 + j] = y }
//	  for free j < size + 2 { accum v[128 p + j] += load a[2 + j] + load b[j] }
//	}
//
// where a and b have two zeros before the numbers of the iterations, and two behind. Places whose distance is not known, or far,
// are added to one after the other, each in a loop of its own. No loop inside has an iteration that depends on another one. The
// first has more arrays than the loop had, which LLVM compares before it. If it calls functions for vectors, its last vector is filled
// up: then it is faster than the loop for half as many iterations.
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
	least := leastParted
	if vectorised(ops) {
		least /= 2
	}
	if n, ok := s.of(loop.Args[0]).constant(); ok && n < int64(least) {
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
	many := w.make(loopir.Le, loopir.BoolType, s.f.Int(int64(least)), count)
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
	unknown := ordered(s.prog, loop) // memory with other additions, or to which an iteration does more than to add
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
	if op.Mask != nil || made[n.view] || op.Args[len(op.Args)-1].Type != loopir.RealType {
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

// farthest is how far neighbours may be from each other that get what they are to get together.
const farthest = 8

// A group is neighbours whose distances are known.
type group struct {
	list []*neighbour
	at   []int64 // how far each is behind the first place
	wide int64   // the largest of them
}

// groups are the groups of neighbours.
func groups(list []*neighbour, i val) []*group {
	var out []*group
	for _, n := range list {
		k := slices.IndexFunc(out, func(g *group) bool { return g.takes(n, i) })
		if k < 0 {
			out = append(out, &group{list: []*neighbour{n}, at: []int64{0}})
		}
	}
	return out
}

// takes adds a neighbour to a group, if it is one of it: of the same view, and not farther than some places of the index that
// the loop moves by one.
func (g *group) takes(n *neighbour, i val) bool {
	o := g.list[0]
	k := n.moves
	if n.view != o.view || k != o.moves || n.at[k].of(i) != 1 {
		return false
	}
	for j := range n.at {
		if j != k && !n.at[j].equal(o.at[j]) {
			return false
		}
	}
	d, ok := n.at[k].minus(o.at[k]).constant()
	if !ok {
		return false
	}
	at := append(slices.Clone(g.at), d+g.at[0])
	least := slices.Min(at)
	for j := range at {
		at[j] -= least
	}
	if wide := slices.Max(at); wide <= farthest {
		g.list, g.at, g.wide = append(g.list, n), at, wide
		return true
	}
	return false
}

// first is the neighbour at the first place.
func (g *group) first() *neighbour { return g.list[slices.Index(g.at, 0)] }

// A buffer keeps what each iteration adds to a neighbour, behind so many zeros.
type buffer struct {
	view, size val
	zeros      int64
}

// buffers makes them: one for all neighbours of a group that get the same number.
func (s *fissioner) buffers(w *builder, gs []*group) map[*neighbour]*buffer {
	of := map[*neighbour]*buffer{}
	for _, g := range gs {
		same := map[val]*buffer{}
		for _, n := range g.list {
			x := n.adds[0].Args[len(n.adds[0].Args)-1]
			if len(n.adds) == 1 && same[x] != nil {
				of[n] = same[x]
				continue
			}
			size := s.f.Int(part() + 2*g.wide)
			local := w.make(loopir.Local, loopir.BufferOf(loopir.Real), size)
			of[n] = &buffer{w.make(loopir.View, loopir.ViewOf(loopir.Real, 1), local, size), size, g.wide}
			s.zeros(w, of[n], nil)
			if len(n.adds) == 1 {
				same[x] = of[n]
			}
		}
	}
	return of
}

// zeros writes those of a buffer that are before its numbers, or behind so many of them.
func (s *fissioner) zeros(w *builder, b *buffer, count val) {
	for k := range b.zeros {
		at := s.f.Int(k)
		if count != nil {
			at = w.make(loopir.Add, loopir.IntType, count, s.f.Int(b.zeros+k))
		}
		w.ops = append(w.ops, implied(at, b.size), &loopir.Op{Kind: loopir.Store, Args: []val{b.view, at, s.f.Const(loopir.RealType, 0)}})
	}
}

// place is that of a buffer which is some places before the number of an iteration.
func (b *buffer) place(w *builder, j val, before int64) val {
	at := j
	if d := b.zeros - before; d != 0 {
		at = w.make(loopir.Add, loopir.IntType, j, w.f.Int(d))
	}
	w.ops = append(w.ops, implied(at, b.size))
	return at
}

// parts writes the loop over parts of the iterations.
func (s *fissioner) parts(w *builder, loop *loopir.Op, list []*neighbour, from, count val) *loopir.Op {
	gs := groups(list, loop.Sub[0].Params[0])
	buffers := s.buffers(w, gs)
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
	if vectorised(loop.Sub[0].Ops) {
		inner.Hint = loopir.Filled
	}
	s.buffered(inner.Sub[0], loop, list, buffers, first)
	v.ops = append(v.ops, inner)
	body.Yield = slices.Clone(inner.Outs)
	for _, g := range gs {
		filled := map[*buffer]bool{}
		for _, n := range g.list {
			if b := buffers[n]; !filled[b] {
				filled[b] = true
				s.zeros(v, b, size)
			}
		}
	}
	done := make([]bool, len(gs))
	for k, g := range gs {
		if done[k] {
			continue
		}
		elements := size
		if g.wide > 0 {
			elements = v.make(loopir.Add, loopir.IntType, size, s.f.Int(g.wide))
		}
		add := loopOf(s.f, loopir.Free, elements, nil)
		add.Hint = loopir.Compared
		u := &builder{f: s.f}
		i := u.make(loopir.Add, loopir.IntType, first, add.Sub[0].Params[0])
		for j := k; j < len(gs); j++ {
			if o := gs[j]; j == k || !done[j] && o.wide == g.wide && !o.overlaps(g) {
				s.added(u, o, buffers, add.Sub[0].Params[0], loop.Sub[0].Params[0], i)
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

// overlaps says that one iteration may add to a place of g where another one adds to one of o.
func (g *group) overlaps(o *group) bool {
	return slices.ContainsFunc(g.list, func(n *neighbour) bool {
		return slices.ContainsFunc(o.list, n.overlaps)
	})
}

// buffered writes the iterations, which store what they add.
func (s *fissioner) buffered(to block, loop *loopir.Op, list []*neighbour, buffers map[*neighbour]*buffer, first val) {
	body := loop.Sub[0]
	w := &builder{f: s.f}
	j := to.Params[0]
	i := w.make(loopir.Add, loopir.IntType, first, j)
	w.ops = append(w.ops, implied(i, loop.Args[0])) // it has been the number of one of its iterations
	c := newCopier(s.f)
	c.of[body.Params[0]] = i
	for k, v := range body.Params[1:] {
		c.of[v] = to.Params[1+k]
	}
	stored := map[*buffer]bool{}
	for _, op := range body.Ops {
		k := slices.IndexFunc(list, func(n *neighbour) bool { return slices.Contains(n.adds, op) })
		if k < 0 {
			w.ops = append(w.ops, c.op(op))
			continue
		}
		n := list[k]
		b := buffers[n]
		if op != n.adds[len(n.adds)-1] || stored[b] {
			continue
		}
		stored[b] = true
		var sum val
		for _, add := range n.adds {
			x := c.value(add.Args[len(add.Args)-1])
			if sum == nil {
				sum = x
			} else {
				sum = w.make(loopir.Add, loopir.RealType, sum, x)
			}
		}
		w.ops = append(w.ops, &loopir.Op{Kind: loopir.Store, Args: []val{b.view, b.place(w, j, 0), sum}})
	}
	to.Ops = w.ops
	to.Yield = c.values(body.Yield)
}

// added writes an addition of what was buffered for the neighbours of a group.
func (s *fissioner) added(w *builder, g *group, buffers map[*neighbour]*buffer, j, was, i val) {
	n := g.first()
	args := []val{n.view}
	for k, f := range n.at {
		v := n.adds[0].Args[1+k]
		if k == n.moves || n.made[v] {
			v = w.sum(f.with(was, one(i)))
		}
		w.ops = append(w.ops, implied(v, n.view.Def.Args[1+k]))
		args = append(args, v)
	}
	var sum val
	for k, n := range g.list {
		b := buffers[n]
		x := w.make(loopir.Load, loopir.RealType, b.view, b.place(w, j, g.at[k]))
		if sum == nil {
			sum = x
		} else {
			sum = w.make(loopir.Add, loopir.RealType, sum, x)
		}
	}
	w.ops = append(w.ops, &loopir.Op{Kind: loopir.Accum, Args: append(args, sum)})
}
