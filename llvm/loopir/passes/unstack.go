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
// has an array for each. A number that is the same in all items needs none. Where an iteration allocates an array of d elements,
// for the same d, and adds it, all of them are the rows of one:
//
//	for i < n (p = s) { a = alloc d; …; yield push p, a }    ↦    c = alloc n d; for i < n { a = row c[i]; … }
//
// An item may differ from one side of a choice to the other, if the iteration that takes it goes by a number of the item, its tag.
// Numbers that are never in one item share an array (unstack_items.go):
//
//	if c { push p, x, y, 1 } else { push p, z, 0 }    ↦    if c { a[i] = x; b[i] = y; t[i] = 1 } else { a[i] = z; t[i] = 0 }
//	k = pop q; if k == 0 { z = pop r } else { x, y = pop r }    ↦    k = t[j]; if k == 0 { z = a[j] } else { x = a[j]; y = b[j] }
//
// If n d elements are more than any memory has, the run ends here, and not in an iteration. All of it stands in one block. A small buffer
// that the loop carries is copied to a row (unstack_carried.go).
func unstack(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		u := newUnstacker(p, f)
		u.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// An unstacker goes through a function.
type unstacker struct {
	prog *loopir.Program
	f    *loopir.Func
	uses map[val][]*loopir.Op // of stacks, but for what loops and choices yield, and of their lengths
}

func newUnstacker(p *loopir.Program, f *loopir.Func) *unstacker {
	u := &unstacker{prog: p, f: f, uses: map[val][]*loopir.Op{}}
	length := func(v val) bool { return v.Def != nil && v.Def.Kind == loopir.Len }
	f.Body.Walk(func(op *loopir.Op) {
		op.Uses(func(v val) {
			if v.Type == loopir.StackType || length(v) {
				u.uses[v] = append(u.uses[v], op)
			}
		})
	})
	f.Body.Blocks(func(b *loopir.Block) {
		for _, v := range b.Yield {
			if v.Type == loopir.StackType && b.In == nil || length(v) {
				u.uses[v] = append(u.uses[v], nil)
			}
		}
	})
	return u
}

// A trace is a stack as above.
type trace struct {
	empty       *loopir.Op
	fill, take  *loopir.Op // the loops
	fillAt      int        // the place of the stack in what they carry
	takeAt      int
	puts, takes []stackOp // in the loops
	ends        []*loopir.Op
	release     *loopir.Op
	parts       []itemPart
	arrays      []*itemArray // of numbers
	never       []val        // what is popped where no run comes
}

// An itemPart is a number or a buffer of an item.
type itemPart struct {
	words          []word // where it is pushed
	popped         []val
	on             []bool     // the ways through an iteration on which it is pushed
	same           bool       // it is the same number in all items
	array          *itemArray // of a number
	length         val        // of a buffer
	alloc, release *loopir.Op // of it; no alloc of one that the loop carries
}

func (p *itemPart) pushed() val { return p.words[0].value() }

func (p *itemPart) elem() loopir.Elem { return p.pushed().Type.Elem }

// An itemArray has an element for each item: a number that is on some ways.
type itemArray struct {
	elem loopir.Elem
	on   []bool
	view val
}

// mostRoom bounds how many times as many numbers there may be room for as the smallest item has.
const mostRoom = 3

func (u *unstacker) block(b block) {
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			u.block(inner)
		}
	}
	for _, op := range b.Ops {
		if op.Kind == loopir.For {
			u.early(b, op)
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
	end, ok := val(nil), false
	body := t.fill.Sub[0]
	if t.puts, end, ok = stackOps(body, body.Params[1+t.fillAt], loopir.Push); !ok || end != body.Yield[t.fillAt] {
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
	if t.takes, end, ok = stackOps(body, body.Params[1+t.takeAt], loopir.Pop); !ok || end != body.Yield[t.takeAt] {
		return nil
	}
	for _, op := range u.uses[body.Params[1+t.takeAt]] {
		if op.Kind == loopir.Len {
			if !u.asked(body, op) {
				return nil
			}
			t.ends = append(t.ends, op)
		}
	}
	if !u.parts(b, t) {
		return nil
	}
	for _, op := range u.uses[t.take.Outs[t.takeAt]] {
		switch {
		case op.Kind == loopir.Release && t.release == nil && slices.Contains(b.Ops, op):
			t.release = op
		case op.Kind == loopir.Len && u.asked(b, op):
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

// parts finds how the parts of an item can be kept. Numbers that are never on one way share an array. If most items took little of
// what there is room for, they stay on a stack.
func (u *unstacker) parts(b block, t *trace) bool {
	ok := false
	if t.parts, ok = items(t.puts, t.takes); !ok || len(t.parts) == 0 {
		return false
	}
	if t.never, ok = unreached(t.takes, t.parts); !ok {
		return false
	}
	made := map[val]bool{} // since the stack is
	for _, op := range b.Ops[slices.Index(b.Ops, t.empty):] {
		madeIn(op, made)
	}
	least := make([]int, len(t.parts[0].on)) // how many numbers there are on a way
	for k := range t.parts {
		p := &t.parts[k]
		if !u.part(t, p, made) {
			return false
		}
		if p.same || p.length != nil {
			continue
		}
		p.array = t.arrayFor(p)
		for i, on := range p.on {
			if on {
				least[i]++
			}
		}
	}
	return len(t.arrays) <= mostRoom*slices.Min(least)
}

// arrayFor is an array for a number: one that has no other on the ways of this one, or a new one.
func (t *trace) arrayFor(p *itemPart) *itemArray {
	for _, a := range t.arrays {
		meet := func() bool {
			for i, on := range p.on {
				if on && a.on[i] {
					return true
				}
			}
			return false
		}
		if a.elem == p.elem() && !meet() {
			for i, on := range p.on {
				a.on[i] = a.on[i] || on
			}
			return a
		}
	}
	a := &itemArray{elem: p.elem(), on: slices.Clone(p.on)}
	t.arrays = append(t.arrays, a)
	return a
}

// part finds how a part of an item can be kept: as a number, or as a row. A row is allocated in the one loop, and given back in
// the other.
func (u *unstacker) part(t *trace, p *itemPart, made map[val]bool) bool {
	pushed, body := p.pushed(), t.fill.Sub[0]
	if pushed.Type.Form == loopir.Scalar {
		p.same = !slices.ContainsFunc(p.words, func(w word) bool { return w.value() != pushed || made[pushed] })
		return true
	}
	if pushed.Type.Form != loopir.Buffer || len(p.words) > 1 || len(p.popped) > 1 || !slices.Contains(body.Ops, p.words[0].push) ||
		!slices.Contains(t.take.Sub[0].Ops, p.popped[0].Def) {
		return false
	}
	if u.carriedPart(t, p) {
		return true
	}
	alloc := pushed.Def
	if alloc == nil || alloc.Kind != loopir.Alloc || !slices.Contains(body.Ops, alloc) || made[alloc.Args[0]] {
		return false
	}
	p.alloc, p.length = alloc, alloc.Args[0]
	return u.lent(t, p)
}

// lent says that both loops only look at a buffer, but for the push, and that the one that takes it gives it back.
func (u *unstacker) lent(t *trace, p *itemPart) bool {
	body, pushed, popped := t.take.Sub[0], p.pushed(), p.popped[0]
	ok := !slices.Contains(t.fill.Sub[0].Yield, pushed) && !slices.Contains(body.Yield, popped)
	t.fill.Sub[0].Walk(func(op *loopir.Op) {
		ok = ok && (op == p.words[0].push || u.borrows(op, pushed))
	})
	body.Walk(func(op *loopir.Op) {
		if op.Kind == loopir.Release && op.Args[0] == popped && p.release == nil && slices.Contains(body.Ops, op) {
			p.release = op
			return
		}
		ok = ok && u.borrows(op, popped)
	})
	return ok && p.release != nil
}

// borrows says that an operation, and what its blocks yield, leaves a buffer where it is.
func (u *unstacker) borrows(op *loopir.Op, v val) bool {
	for _, b := range op.Sub {
		if slices.Contains(b.Yield, v) {
			return false
		}
	}
	k := slices.Index(op.Args, v)
	switch {
	case k < 0:
		return true
	case op.Kind == loopir.Call:
		return u.prog.Lookup(op.Func).Modes[k] != loopir.Owned
	case op.Kind == loopir.View, op.Kind == loopir.Row, op.Kind == loopir.Load, op.Kind == loopir.Store, op.Kind == loopir.Accum,
		op.Kind == loopir.Clear, op.Kind == loopir.Copy:
		return true
	}
	return false
}

// rewrite makes arrays of a stack, which is made at a place of a block.
func (u *unstacker) rewrite(b block, at int, t *trace) {
	n := t.empty.Args[0]
	w := &builder{f: u.f}
	fits := func(d val) {
		check := &loopir.Op{Kind: loopir.Check, Pos: t.empty.Pos, Args: []val{d, n}}
		check.Claim = &loopir.Claim{Test: loopir.Fits, Kind: prim.SizeOverflow}
		w.ops = append(w.ops, check)
	}
	allocate := func(e loopir.Elem, n val) val {
		alloc := w.op(loopir.Alloc, loopir.BufferOf(e), n)
		alloc.Pos = t.empty.Pos
		w.ops = append(w.ops, alloc)
		return alloc.Outs[0]
	}
	fits(u.f.Int(1))
	last := w.make(loopir.Sub, loopir.IntType, n, u.f.Int(1))
	fill, take := t.fill.Sub[0], t.take.Sub[0]
	first := &builder{f: u.f}
	i := first.make(loopir.Sub, loopir.IntType, last, take.Params[0])
	first.ops = append(first.ops, implied(i, n))
	stores, loads := map[*loopir.Op][]*loopir.Op{}, map[*loopir.Op][]*loopir.Op{} // in the place of pushes, of pops
	load := func(v val, k loopir.Kind, view val) {
		pop := v.Def
		loads[pop] = append(loads[pop], standFor(v, k, view, i))
	}
	var releases []*loopir.Op
	same := renaming{}
	for _, v := range t.never {
		same[v] = u.f.Undef(v.Type)
	}
	for _, p := range t.parts {
		pushed := p.pushed()
		switch {
		case p.same:
			for _, v := range p.popped {
				same[v] = pushed
			}
			continue
		case p.length == nil:
			a := p.array
			if a.view == nil {
				buffer := allocate(a.elem, n)
				a.view = w.make(loopir.View, loopir.ViewOf(a.elem, 1), buffer, n)
				releases = append(releases, &loopir.Op{Kind: loopir.Release, Args: []val{buffer}})
			}
			for _, to := range p.words {
				stores[to.push] = append(stores[to.push], &loopir.Op{Kind: loopir.Store, Args: []val{a.view, fill.Params[0], to.value()}})
			}
			for _, v := range p.popped {
				load(v, loopir.Load, a.view)
			}
			continue
		}
		d := w.make(loopir.Max, loopir.IntType, p.length, u.f.Int(0))
		fits(d)
		buffer := allocate(p.elem(), w.make(loopir.Mul, loopir.IntType, n, d))
		view := w.make(loopir.View, loopir.ViewOf(p.elem(), 2), buffer, n, d)
		releases = append(releases, &loopir.Op{Kind: loopir.Release, Args: []val{buffer}})
		if i, push := fill.Params[0], p.words[0].push; p.alloc == nil {
			stores[push] = append(stores[push], u.toRow(p, view, i)...)
		} else {
			replace(fill, p.alloc, []*loopir.Op{standFor(pushed, loopir.Row, view, i)})
		}
		load(p.popped[0], loopir.Row, view)
		replace(take, p.release, nil)
	}
	insert(take, slices.Index(take.Ops, t.takes[0].op), first.ops)
	unstacked(fill, t.puts, stores)
	uncarry(t.fill, t.fillAt)
	unstacked(take, t.takes, loads)
	uncarry(t.take, t.takeAt)
	same.block(take)
	replace(b, t.release, releases)
	for _, op := range t.ends {
		u.without(b, op)
		u.without(take, op)
	}
	b.Ops = slices.Replace(b.Ops, at, at+1, w.ops...)
}

// unstacked puts operations in the place of what happens to a stack in a block.
func unstacked(b block, list []stackOp, by map[*loopir.Op][]*loopir.Op) {
	for _, s := range list {
		if s.op.Kind != loopir.If {
			replace(b, s.op, by[s.op])
			continue
		}
		for k, side := range s.op.Sub {
			unstacked(side, s.sides[k], by)
		}
		unchosen(s.op, s.at)
	}
}

// standFor is an operation that makes a value in the place of another one.
func standFor(v val, k loopir.Kind, args ...val) *loopir.Op {
	op := &loopir.Op{Kind: k, Args: args, Outs: []val{v}}
	v.Def = op
	return op
}

// asked says that the length of a stack is found in a block, and that only checks of that block use it.
func (u *unstacker) asked(b block, size *loopir.Op) bool {
	return slices.Contains(b.Ops, size) && !slices.ContainsFunc(u.uses[size.Outs[0]], func(op *loopir.Op) bool {
		return op == nil || op.Kind != loopir.Check || !slices.Contains(b.Ops, op)
	})
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
	from, next := loop.BeforeCarried()
	loop.Args = slices.Delete(loop.Args, from+k, from+k+1)
	loop.Outs = slices.Delete(loop.Outs, k, k+1)
	body.Params = slices.Delete(body.Params, from+k, from+k+1)
	body.Yield = slices.Delete(body.Yield, next+k, next+k+1)
}

// unchosen takes a result out of a choice.
func unchosen(choice *loopir.Op, k int) {
	choice.Outs = slices.Delete(choice.Outs, k, k+1)
	for _, side := range choice.Sub {
		side.Yield = slices.Delete(side.Yield, k, k+1)
	}
}
