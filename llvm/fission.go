package llvm

import (
	"slices"

	"github.com/llir/llvm/ir/enum"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/proc"
)

// The reverse of a stencil adds to neighbours: iteration i to s[i-1], s[i] and s[i+1].
// LLVM must keep such iterations in order, for what one adds the next one adds to
// again. But each of these adds by itself has an element for each iteration. So some
// iterations buffer what they add, and then it is added, one kind of add after the
// other, for all of them:
//
//	for i in part:  s[i + c] += x_i;  s[i + d] += y_i
//	   ↦
//	for i in part:  to[i - lo] = x_i;  and[i - lo] = y_i
//	for i in part:  s[i + c] += to[i - lo]
//	for i in part:  s[i + d] += and[i - lo]
//
// The loops have no iteration that depends on another one, and LLVM vectorises them. The first has more arrays than
// the loop had, so it is marked.

// A bufferedAdd is an Add to an element of an accumulator, with
// indices a·i + f in iteration i.
type bufferedAdd struct {
	root    *ref
	elem    proc.Type
	buffers []val
	dims    []val
	a, f    []val // computed before the loop
	branch  bool  // not in every iteration
	cells   []val // where it is buffered, for each leaf
	begun   bool  // the iteration has put something there
}

// moving is the index that differs from iteration to iteration; negative if there is none,
// or more than one.
func (p *bufferedAdd) moving() int {
	at := -1
	for k, a := range p.a {
		if a == ll.Int(0) {
			continue
		}
		if _, known := a.(ll.Int); !known || at >= 0 {
			return -1
		}
		at = k
	}
	return at
}

// same says that two adds are to the same element in every iteration.
func (p *bufferedAdd) same(q *bufferedAdd) bool {
	return slices.Equal(p.buffers, q.buffers) && slices.Equal(p.a, q.a) && slices.Equal(p.f, q.f)
}

// beside says that in every iteration two adds are to elements that differ at most in indices
// that are the same in all iterations. These are next to each other in memory.
func (p *bufferedAdd) beside(q *bufferedAdd) bool {
	k, j := p.moving(), q.moving()
	return k == j && k >= 0 && len(p.buffers) > 0 && p.buffers[0] == q.buffers[0] && p.a[k] == q.a[k] && p.f[k] == q.f[k]
}

// meets says that an iteration may add to an element to which another iteration adds by the
// other add, as far as LLVM can tell: of two rows it asks before the loop whether they are apart.
func (p *bufferedAdd) meets(q *bufferedAdd) bool {
	return !p.same(q) && !(p.beside(q) && p.moving() == len(p.a)-1)
}

// addOf is an Add in the iteration of the loop at hand; nil if its place is not known
// before the loop.
func (s *indexSet) addOf(r *ref, elem proc.Type, buffers, dims, idx []val) *bufferedAdd {
	s.look()
	p := &bufferedAdd{root: r, elem: elem, buffers: buffers, dims: dims}
	for _, v := range slices.Concat(buffers, dims) {
		if s.inside[v] {
			return nil
		}
	}
	for _, i := range idx {
		a, f, ok := s.linear(i, 0)
		if !ok {
			return nil
		}
		p.a, p.f = append(p.a, a), append(p.f, f)
	}
	return p
}

// maxBuffered bounds what an iteration buffers, in Reals.
const maxBuffered = 16

// bufferAdd buffers what is added to an element, if it was planned for it.
func (b *builder) bufferAdd(r *ref, elem proc.Type, buffers, dims, idx, x []val) bool {
	s, g := b.indexSet, b.promotion
	if s == nil || g == nil || len(buffers) == 0 || b.lanes != nil {
		return false
	}
	if b.trial == nil && s.from == nil {
		return false
	}
	p := s.addOf(r, elem, buffers, dims, idx)
	if b.trial != nil {
		if p == nil {
			p = &bufferedAdd{buffers: buffers}
		}
		p.branch = g.cases > 0
		b.trial.adds = append(b.trial.adds, p)
		return false
	}
	if p == nil {
		return false
	}
	k := slices.IndexFunc(s.buffered, p.same)
	if k < 0 {
		return false
	}
	p = s.buffered[k]
	for j, cells := range p.cells {
		cell := b.gep(cells, b.Sub(s.i, s.from))
		v := x[j]
		if p.begun {
			v = b.accumulate(b.Cur.NewLoad(abi.RealLeaf.Type(), cell), v)
		}
		b.Cur.NewStore(v, cell)
		b.Size += 2
	}
	p.begun = true
	return true
}

// planFission finds the adds that are to be buffered: where an iteration adds to
// several elements of an array, of which all are known.
func (s *indexSet) planFission() {
	s.buffered = nil
	if s.without(optim.Fission) || s.limits.part == 0 || !s.loop.commutes || s.kept > 0 || s.found.others > 0 {
		return
	}
	total := 0
	for _, p := range s.found.adds {
		known := !slices.ContainsFunc(s.found.adds, func(q *bufferedAdd) bool {
			return q.buffers[0] == p.buffers[0] && (q.branch || q.a == nil || q.moving() < 0)
		})
		meets := slices.ContainsFunc(s.found.adds, func(q *bufferedAdd) bool { return q.buffers[0] == p.buffers[0] && q.a != nil && p.meets(q) })
		if !known || !meets || slices.ContainsFunc(s.Leaves(p.elem), func(l abi.Leaf) bool { return l != abi.RealLeaf }) {
			continue
		}
		if !slices.ContainsFunc(s.buffered, p.same) {
			s.buffered = append(s.buffered, p)
			total += len(p.buffers)
		}
	}
	if total > maxBuffered {
		s.buffered = nil
	}
}

// inParts writes the iterations from lo to hi in parts.
func (s *indexSet) inParts(lo, hi val, init []val) []val {
	b, part := s.builder, ll.Int(s.limits.part)
	for _, p := range s.buffered {
		p.cells = nil
		for range p.buffers {
			p.cells = append(p.cells, b.Alloca(abi.RealLeaf.Type(), int(part)))
		}
	}
	parts := b.Cur.NewUDiv(b.Add(b.Sub(hi, lo), part-1), part)
	return b.loop(parts, init, func(k val, state []val) []val {
		from := b.Add(lo, b.Mul(k, part))
		left := b.Sub(hi, from)
		to := b.Add(from, b.Choice(b.ICmp(enum.IPredULT, left, part), left, part))
		for _, p := range s.buffered {
			p.begun = false
		}
		s.from = from
		state = s.unguarded(from, to, state, module.Compared)
		s.from = nil
		s.addBuffered(from, to)
		return state
	})
}

// addBuffered adds what the iterations from lo to hi have buffered.
func (s *indexSet) addBuffered(lo, hi val) {
	b := s.builder
	done := map[*bufferedAdd]bool{}
	for _, first := range s.buffered {
		if done[first] || !first.begun {
			continue
		}
		b.loopFrom(lo, hi, s.loop.n, nil, func(i val, _ []val) []val {
			for _, p := range s.buffered {
				if p.begun && p.beside(first) {
					done[p] = true
					b.addOne(p, i, b.Sub(i, lo))
				}
			}
			return nil
		})
	}
}

// addOne adds what iteration i has buffered, in the cells at a place.
func (b *builder) addOne(p *bufferedAdd, i, at val) {
	idx, x := slices.Clone(p.f), make([]val, len(p.cells))
	k := p.moving()
	idx[k] = b.iadd(b.imul(i, p.a[k]), p.f[k])
	for j, cells := range p.cells {
		x[j] = b.load(cells, at)
	}
	row, last := b.elementAt(p.buffers, p.dims, idx)
	b.addAt(p.root.whole(), p.elem, row, last, x)
}
