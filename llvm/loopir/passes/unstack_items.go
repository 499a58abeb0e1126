package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// mostWays bounds how many ways there may be through the choices of an iteration.
const mostWays = 16

// A stackOp is what happens to a stack in a block: a push or a pop, or a choice that carries the stack, where sides has what happens on
// each side.
type stackOp struct {
	op    *loopir.Op
	sides [2][]stackOp
	at    int // the place of the stack among the results of the choice
}

// stackOps finds what happens in a block to a stack, which is v at first, by operations of a kind and by choices. ok is false if anything
// else uses it, but to ask for the length of v. end is what the stack is then.
func stackOps(b block, v val, kind loopir.Kind) (list []stackOp, end val, ok bool) {
	end = v
	for _, op := range b.Ops {
		switch {
		case op.Kind == kind && op.Args[0] == end:
			list = append(list, stackOp{op: op})
			end = op.Outs[0]
		case op.Kind == loopir.Len && op.Args[0] == v && end == v && v.Origin == loopir.Parameter && kind == loopir.Pop:
		case op.Kind == loopir.If && mentions(op, end):
			m := stackOp{op: op, at: -1}
			var last [2]val
			for k, side := range op.Sub {
				if m.sides[k], last[k], ok = stackOps(side, end, kind); !ok {
					return nil, nil, false
				}
			}
			for k := range op.Outs {
				if op.Sub[0].Yield[k] == last[0] && op.Sub[1].Yield[k] == last[1] {
					m.at = k
				}
			}
			if m.at < 0 {
				return nil, nil, false
			}
			list = append(list, m)
			end = op.Outs[m.at]
		case mentions(op, end):
			return nil, nil, false
		}
	}
	return list, end, true
}

// mentions says that an operation uses a value, or that one in its blocks does.
func mentions(op *loopir.Op, v val) bool {
	found := false
	op.AllUses(func(w val) { found = found || w == v })
	return found
}

// A way is one way through the choices of an iteration: which side each takes, and the pushes on it.
type way struct {
	side   map[*loopir.Op]int
	truth  map[val]bool // of conditions
	pushes []*loopir.Op
}

// ways are all ways through an iteration in which this happens to the stack; nil if they are too many.
func ways(list []stackOp) []way {
	all := []way{{side: map[*loopir.Op]int{}, truth: map[val]bool{}}}
	many := false
	var through func(from []way, list []stackOp) []way
	through = func(from []way, list []stackOp) []way {
		for _, m := range list {
			if m.op.Kind != loopir.If {
				for k := range from {
					from[k].pushes = append(from[k].pushes, m.op)
				}
				continue
			}
			var next []way
			for side := range m.sides {
				var here []way
				for _, w := range from {
					if truth, known := w.truth[m.op.Args[0]]; !known || truth == (side == 0) {
						here = append(here, w.with(m.op, side))
					}
				}
				next = append(next, through(here, m.sides[side])...)
			}
			if from = next; many || len(from) > mostWays {
				many = true
				return nil
			}
		}
		return from
	}
	if all = through(all, list); many {
		return nil
	}
	return all
}

// with is a way that goes on by a side of a choice.
func (w way) with(choice *loopir.Op, side int) way {
	next := way{map[*loopir.Op]int{choice: side}, map[val]bool{choice.Args[0]: side == 0}, slices.Clone(w.pushes)}
	for op, s := range w.side {
		next.side[op] = s
	}
	for v, truth := range w.truth {
		next.truth[v] = truth
	}
	return next
}

// A word is where a number is pushed: an argument of a push.
type word struct {
	push *loopir.Op
	k    int
}

func (w word) value() val { return w.push.Args[w.k] }

// items finds what is pushed for each value that is popped. On each way through the iteration that pushes, the iteration that pops
// goes its own way: the items have numbers, its tags, from which its choices follow. A part of an item is what one
// number may be: all words that are popped as one value, and all values that are popped from one word. ok is false
// if the iteration that pops does not take what was pushed.
func items(puts, takes []stackOp) (parts []itemPart, ok bool) {
	of := map[any]int{} // the part of a word, or of a popped value
	add := func(w word, v val) {
		p, known := of[w]
		q, too := of[v]
		switch {
		case !known && !too:
			p = len(parts)
			parts = append(parts, itemPart{})
		case !known:
			p = q
		case known && too && p != q:
			for x, r := range of {
				if r == q {
					of[x] = p
				}
			}
			parts[p].words = append(parts[p].words, parts[q].words...)
			parts[p].popped = append(parts[p].popped, parts[q].popped...)
			parts[q] = itemPart{}
		}
		if of[w] = p; !known {
			parts[p].words = append(parts[p].words, w)
		}
		if of[v] = p; !too {
			parts[p].popped = append(parts[p].popped, v)
		}
	}
	list := ways(puts)
	for _, w := range list {
		t := taking{way: w, bits: map[val]bits{}}
		if !t.run(takes) || len(t.way.pushes) > 0 {
			return nil, false
		}
		for _, pair := range t.pairs {
			add(pair.w, pair.v)
		}
	}
	parts = slices.DeleteFunc(parts, func(p itemPart) bool { return len(p.words) == 0 })
	return parts, len(list) > 0 && apartOn(parts, list)
}

// unreached are the values that are popped on no way: the choices around contradict each other. ok is false if there are others than
// numbers.
func unreached(takes []stackOp, parts []itemPart) (never []val, ok bool) {
	popped := map[val]bool{}
	for _, p := range parts {
		for _, v := range p.popped {
			popped[v] = true
		}
	}
	ok = true
	var visit func(list []stackOp)
	visit = func(list []stackOp) {
		for _, s := range list {
			if s.op.Kind == loopir.If {
				visit(s.sides[0])
				visit(s.sides[1])
				continue
			}
			for _, v := range s.op.Outs[1:] {
				if !popped[v] {
					never = append(never, v)
					ok = ok && v.Type.Form == loopir.Scalar
				}
			}
		}
	}
	visit(takes)
	return never, ok
}

// apartOn gives each part the ways that it is on. ok is false if a part is twice on one way.
func apartOn(parts []itemPart, list []way) (ok bool) {
	for k := range parts {
		p := &parts[k]
		p.on = make([]bool, len(list))
		for _, w := range p.words {
			if w.value().Type != p.words[0].value().Type {
				return false
			}
			for i, way := range list {
				if slices.Contains(way.pushes, w.push) {
					if p.on[i] {
						return false
					}
					p.on[i] = true
				}
			}
		}
		for _, v := range p.popped {
			if v.Type != p.words[0].value().Type {
				return false
			}
		}
	}
	return true
}

// A taking is an iteration that pops what was pushed on a way.
type taking struct {
	way   way
	used  int          // how many words of the last push that is left are popped
	bits  map[val]bits // of what was popped, and of what was asked for
	pairs []pair
}

type pair struct {
	w word
	v val
}

// run goes through what happens to the stack. It ends if a choice does not follow from what was pushed.
func (t *taking) run(list []stackOp) bool {
	for _, m := range list {
		if m.op.Kind == loopir.If {
			known := t.known(m.op.Args[0])
			if known.zero&1 == known.one&1 || !t.run(m.sides[known.zero&1]) {
				return false
			}
			continue
		}
		// The last push is popped first. A pop may take the end of what one push left, or of several.
		outs := m.op.Outs[1:]
		for len(outs) > 0 {
			n := len(t.way.pushes)
			if n == 0 {
				return false
			}
			push := t.way.pushes[n-1]
			left := len(push.Args) - 1 - t.used
			take := min(left, len(outs))
			for k := range take {
				w, v := word{push, left - take + k + 1}, outs[len(outs)-take+k]
				t.pairs = append(t.pairs, pair{w, v})
				t.bits[v] = t.known(w.value())
			}
			outs, t.used = outs[:len(outs)-take], t.used+take
			if take == left {
				t.way.pushes, t.used = t.way.pushes[:n-1], 0
			}
		}
	}
	return true
}

// bits are those of an Int, or the one of a Bool, that are known to be 0 or 1.
type bits struct{ zero, one uint64 }

// known finds bits of a value on the way.
func (t *taking) known(v val) bits {
	known, ok := t.bits[v]
	if !ok {
		known = t.find(v)
		t.bits[v] = known
	}
	return known
}

func (t *taking) find(v val) bits {
	if c, ok := v.IsConst(); ok {
		return bits{^c, c}
	}
	if truth, ok := t.way.truth[v]; ok {
		return bitOf(truth)
	}
	if v.Def == nil || v.Type != loopir.IntType && v.Type != loopir.BoolType || v.Def.Mask != nil {
		return bits{}
	}
	switch a := v.Def.Args; v.Def.Kind {
	case loopir.If:
		if side, ok := t.way.side[v.Def]; ok {
			return t.known(v.Def.Sub[side].Yield[slices.Index(v.Def.Outs, v)])
		}
	case loopir.Select:
		c, x, y := t.known(a[0]), t.known(a[1]), t.known(a[2])
		switch {
		case c.one&1 != 0:
			return x
		case c.zero&1 != 0:
			return y
		}
		return bits{x.zero & y.zero, x.one & y.one}
	case loopir.Add:
		if x, y := t.known(a[0]), t.known(a[1]); ^x.zero&^y.zero == 0 { // no bit is in both
			return bits{x.zero & y.zero, x.one | y.one}
		}
	case loopir.And:
		x, y := t.known(a[0]), t.known(a[1])
		return bits{x.zero | y.zero, x.one & y.one}
	case loopir.Not:
		x := t.known(a[0])
		return bits{x.one, x.zero}
	case loopir.Eq:
		if a[0].Type == loopir.IntType {
			switch x, y := t.known(a[0]), t.known(a[1]); {
			case x.zero&y.one != 0 || x.one&y.zero != 0:
				return bitOf(false)
			case x.zero|x.one == ^uint64(0) && x == y:
				return bitOf(true)
			}
		}
	}
	return bits{}
}

func bitOf(truth bool) bits {
	if truth {
		return bits{zero: ^uint64(1), one: 1}
	}
	return bits{zero: ^uint64(0)}
}
