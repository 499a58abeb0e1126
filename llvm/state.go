package llvm

import (
	"slices"

	"procad/internal/native"
	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// A state is what is known of the leaves that a loop hands from iteration to iteration.
type state struct {
	same   []bool // the leaf is loop-invariant
	stacks []iterationStack
}

// An iterationStack is a stack to which every iteration pushes one item, or from which every
// iteration pops as many, of a fixed size.
type iterationStack struct {
	at   int // the place of its first leaf in the state
	more int // the words that an iteration pushes; negative if it pops
}

// stateOf finds out what iterations of a loop do with its state.
func (b *builder) stateOf(kind proc.LoopKind, body proc.Func) state {
	iteration := b.iterations(kind, body)
	st := state{same: make([]bool, len(iteration))}
	for k, p := range iteration {
		st.same[k] = p == passage{from: k}
		if length := k + 1; length < len(iteration) && iteration[length].from == length && p.from == k {
			if q := iteration[length]; q.more != 0 && q.more <= 1 && b.fixed(q.item) && b.most(q.item) > 0 && !b.slotted[q.item] {
				st.stacks = append(st.stacks, iterationStack{k, q.more * b.most(q.item)})
			}
		}
	}
	if b.without(optim.Stacks) || kind == proc.While {
		st.stacks = nil
	}
	return st
}

// unchecked is the state of iterations that know their stacks to be ready: then none moves.
func (s state) unchecked() state {
	same := slices.Clone(s.same)
	for _, k := range s.stacks {
		same[k.at], same[k.at+2] = true, true
	}
	return state{same: same, stacks: s.stacks}
}

// moves says that a leaf is only the same where stacks are not checked.
func (s state) moves(leaf int) bool {
	return slices.ContainsFunc(s.stacks, func(k iterationStack) bool { return leaf >= k.at && leaf < k.at+3 })
}

// holding lets a loop carry only the leaves that iterations change.
func (s state) holding(loop looper) looper {
	if !slices.Contains(s.same, true) {
		return loop
	}
	return func(n val, init []val, iteration func(i val, state []val) []val) []val {
		return s.all(init, loop(n, s.varying(init), func(i val, vary []val) []val {
			return s.varying(iteration(i, s.all(init, vary)))
		}))
	}
}

// until is holding for a while loop, whose iterations give one more leaf first.
func (s state) until(init []val, iteration func([]val) []val, write func([]val, func([]val) []val) []val) []val {
	return s.all(init, write(s.varying(init), func(vary []val) []val {
		next := iteration(s.all(init, vary))
		return append([]val{next[0]}, s.varying(next[1:])...)
	}))
}

// varying are the leaves that iterations change.
func (s state) varying(leaves []val) []val {
	var out []val
	for k, v := range leaves {
		if k >= len(s.same) || !s.same[k] {
			out = append(out, v)
		}
	}
	return out
}

// all are all leaves, given those that iterations change.
func (s state) all(init, vary []val) []val {
	out := make([]val, 0, len(init))
	for k, v := range init {
		if k >= len(s.same) || !s.same[k] {
			v, vary = vary[0], vary[1:]
		}
		out = append(out, v)
	}
	return out
}

// ready lists the stacks of a state that may be used without checks under a
// condition that can be computed before the loop: those that iterations pop from, and
// those that were made for the items that its iterations push.
func (b *builder) ready(l *innermost) []iterationStack {
	var out []iterationStack
	for _, k := range l.state.stacks {
		n, made := b.capacities[l.init[k.at]]
		if k.more < 0 || made && n == b.rep(l.n) && l.init[k.at+1] == ll.Int(0) {
			out = append(out, k)
		}
	}
	return out
}

// guardStacks requires that stacks have room, or enough items, for all iterations.
func (s *indexSet) guardStacks() {
	for _, k := range s.loop.state.stacks {
		if k.more > 0 {
			// n · words(X) ≤ MostCapacity: then that much is reserved
			s.lessEq(s.loop.n, ll.Int(native.MostCapacity/k.more))
			continue
		}
		s.lessEq(s.loop.n, ll.Int(abi.MaxElements/-k.more))
		s.lessEq(s.times(s.loop.n, ll.Int(-k.more)), s.loop.init[k.at+1])
	}
}

// useUnchecked lets code use stacks without checks, until it is done.
func (b *builder) useUnchecked(stacks []iterationStack, init []val) (done func()) {
	for _, k := range stacks {
		b.unchecked[init[k.at]] = true
	}
	return func() {
		for _, k := range stacks {
			delete(b.unchecked, init[k.at])
		}
	}
}
