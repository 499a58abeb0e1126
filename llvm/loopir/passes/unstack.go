package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// unstack makes arrays of stacks on which one loop leaves an item in each iteration, and from which another loop of as many
// iterations takes them:
//
//	s = empty n, w; t = for i < n (p = s) { …; yield push p, x }; …
//	u = for j < n (q = t) { r, y = pop q; …; yield r }; release u
//	   ↦
//	check n * 1 fits; b = alloc n; for i < n { …; store b[i] = x }; …; for j < n { y = load b[n - 1 - j]; … }; release b
//
// Then the item of an iteration is found without the others, and what may be empty need not be asked. An item of several numbers
// has an array for each. All of it stands in one block.
func unstack(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		u := &unstacker{f: f, uses: map[val][]*loopir.Op{}}
		f.Body.Walk(func(op *loopir.Op) {
			op.Uses(func(v val) {
				if v.Type == loopir.StackType {
					u.uses[v] = append(u.uses[v], op)
				}
			})
		})
		f.Body.Blocks(func(b *loopir.Block) {
			for _, v := range b.Yield {
				if v.Type == loopir.StackType && b.In == nil {
					u.uses[v] = append(u.uses[v], nil)
				}
			}
		})
		u.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// An unstacker goes through a function.
type unstacker struct {
	f    *loopir.Func
	uses map[val][]*loopir.Op // of stacks, but for what loops and choices yield
}

// A trace is a stack as above.
type trace struct {
	empty, push, pop *loopir.Op
	fill, take       *loopir.Op // the loops
	fillAt, takeAt   int        // the place of the stack in what they carry
	ends             []*loopir.Op
	release          *loopir.Op
}

func (u *unstacker) block(b block) {
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			u.block(inner)
		}
	}
	for again := true; again; {
		again = false
		for at, op := range b.Ops {
			if op.Kind != loopir.Empty {
				continue
			}
			if t := u.trace(b, op); t != nil {
				u.rewrite(b, at, t)
				again = true
				break
			}
		}
	}
}

// only is the one operation that uses a stack; nil if there are others.
func (u *unstacker) only(v val) *loopir.Op {
	if list := u.uses[v]; len(list) == 1 {
		return list[0]
	}
	return nil
}

// carries says that a loop in a block carries a stack, in as many iterations, and at which place.
func carries(b block, loop *loopir.Op, v, n val) (at int, ok bool) {
	if loop == nil || loop.Kind != loopir.For || loop.From != nil || loop.Args[0] != n || !slices.Contains(b.Ops, loop) {
		return 0, false
	}
	at = slices.Index(loop.Args[1:], v)
	return at, at >= 0
}

// trace finds what a stack is used for; nil if it is something else.
func (u *unstacker) trace(b block, empty *loopir.Op) *trace {
	t := &trace{empty: empty, fill: u.only(empty.Outs[0])}
	n, ok := empty.Args[0], false
	if t.fillAt, ok = carries(b, t.fill, empty.Outs[0], n); !ok {
		return nil
	}
	body := t.fill.Sub[0]
	if t.push = u.only(body.Params[1+t.fillAt]); t.push == nil || t.push.Kind != loopir.Push || !slices.Contains(body.Ops, t.push) ||
		body.Yield[t.fillAt] != t.push.Outs[0] || len(u.uses[t.push.Outs[0]]) > 0 {
		return nil
	}
	full := t.fill.Outs[t.fillAt]
	if t.take = u.only(full); t.take == t.fill {
		return nil
	}
	if t.takeAt, ok = carries(b, t.take, full, n); !ok {
		return nil
	}
	body = t.take.Sub[0]
	for _, op := range u.uses[body.Params[1+t.takeAt]] {
		switch {
		case op.Kind == loopir.Pop && t.pop == nil && slices.Contains(body.Ops, op):
			t.pop = op
		case op.Kind == loopir.Len:
			t.ends = append(t.ends, op)
		default:
			return nil
		}
	}
	if t.pop == nil || body.Yield[t.takeAt] != t.pop.Outs[0] || len(u.uses[t.pop.Outs[0]]) > 0 || len(t.pop.Outs) != len(t.push.Args) {
		return nil
	}
	for k, x := range t.push.Args[1:] {
		if x.Type.Form != loopir.Scalar || x.Type != t.pop.Outs[1+k].Type {
			return nil
		}
	}
	for _, op := range u.uses[t.take.Outs[t.takeAt]] {
		switch {
		case op.Kind == loopir.Release && t.release == nil && slices.Contains(b.Ops, op):
			t.release = op
		case op.Kind == loopir.Len:
			t.ends = append(t.ends, op)
		default:
			return nil
		}
	}
	if t.release == nil {
		return nil
	}
	return t
}

// rewrite makes arrays of a stack, which is made at a place of a block.
func (u *unstacker) rewrite(b block, at int, t *trace) {
	n := t.empty.Args[0]
	w := &builder{f: u.f}
	fits := &loopir.Op{Kind: loopir.Check, Pos: t.empty.Pos, Args: []val{u.f.Int(1), n}}
	fits.Claim = &loopir.Claim{Test: loopir.Fits, Kind: prim.SizeOverflow}
	w.ops = append(w.ops, fits)
	var buffers, views []val
	for _, x := range t.push.Args[1:] {
		alloc := w.op(loopir.Alloc, loopir.BufferOf(x.Type.Elem), n)
		alloc.Pos = t.empty.Pos
		w.ops = append(w.ops, alloc)
		buffers = append(buffers, alloc.Outs[0])
		views = append(views, w.make(loopir.View, loopir.ViewOf(x.Type.Elem, 1), alloc.Outs[0], n))
	}
	last := w.make(loopir.Sub, loopir.IntType, n, u.f.Int(1))

	stores := &builder{f: u.f}
	for k, x := range t.push.Args[1:] {
		stores.ops = append(stores.ops, &loopir.Op{Kind: loopir.Store, Args: []val{views[k], t.fill.Sub[0].Params[0], x}})
	}
	replace(t.fill.Sub[0], t.push, stores.ops)
	uncarry(t.fill, t.fillAt)

	loads := &builder{f: u.f}
	body := t.take.Sub[0]
	i := loads.make(loopir.Sub, loopir.IntType, last, body.Params[0])
	loads.ops = append(loads.ops, implied(i, n))
	for k, y := range t.pop.Outs[1:] {
		load := &loopir.Op{Kind: loopir.Load, Args: []val{views[k], i}, Outs: []val{y}}
		y.Def = load
		loads.ops = append(loads.ops, load)
	}
	replace(body, t.pop, loads.ops)
	uncarry(t.take, t.takeAt)

	var releases []*loopir.Op
	for _, x := range buffers {
		releases = append(releases, &loopir.Op{Kind: loopir.Release, Args: []val{x}})
	}
	replace(b, t.release, releases)
	for _, op := range t.ends {
		u.without(b, op)
		u.without(body, op)
	}
	b.Ops = slices.Replace(b.Ops, at, at+1, w.ops...)
}

// without leaves out the length of a stack, and what is asked of it.
func (u *unstacker) without(b block, size *loopir.Op) {
	b.Ops = slices.DeleteFunc(b.Ops, func(op *loopir.Op) bool {
		return op == size || op.Kind == loopir.Check && slices.Contains(op.Args, size.Outs[0])
	})
}

// replace puts operations in the place of one.
func replace(b block, old *loopir.Op, by []*loopir.Op) {
	at := slices.Index(b.Ops, old)
	b.Ops = slices.Replace(b.Ops, at, at+1, by...)
}

// uncarry takes out of a loop what it carries at a place.
func uncarry(loop *loopir.Op, k int) {
	body := loop.Sub[0]
	loop.Args = slices.Delete(loop.Args, 1+k, 2+k)
	loop.Outs = slices.Delete(loop.Outs, k, k+1)
	body.Params = slices.Delete(body.Params, 1+k, 2+k)
	body.Yield = slices.Delete(body.Yield, k, k+1)
}
