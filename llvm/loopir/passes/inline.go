package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/proc"
)

const (
	short = 40   // operations of a function that is written wherever it is called
	once  = 3000 // of one that is called at one place
	inner = 250  // of one that is called in a loop, whose checks may be proven there
)

// inline writes functions where they are called: short ones, those that are called at one place, and in loops those that are not
// long. An operation that can fail and has no position gets that of the call.
//
//	y = call f(x)    ↦    the body of f, with x for its parameters, and y for what it yields
//
// Functions that nobody calls any more are left out.
func inline(p *loopir.Program, _ Options, _ func(Report)) {
	calls := map[proc.Func]int{}
	for _, f := range p.Funcs {
		f.Body.Walk(func(op *loopir.Op) {
			if op.Kind == loopir.Call {
				calls[op.Func]++
			}
		})
	}
	for _, f := range p.Entries {
		calls[f]++
	}
	for _, f := range p.Funcs { // callees first
		n := &inliner{prog: p, f: f, of: renaming{}, calls: calls, room: growth*size(f.Body.Ops, mostOps) + leastOps}
		n.block(f.Body)
		if n.done {
			f.Renumber()
		}
	}
	p.DropUnreached()
}

type inliner struct {
	prog *loopir.Program
	f    *loopir.Func
	of   renaming
	done bool

	calls map[proc.Func]int // at how many places a function is called
	loops int               // around the place
	room  int               // how many operations may still be written in loops
}

func (n *inliner) block(b block) {
	ops := make([]*loopir.Op, 0, len(b.Ops))
	for _, op := range b.Ops {
		n.of.uses(op)
		if op.Kind == loopir.For || op.Kind == loopir.While {
			n.loops++
		}
		for _, inner := range op.Sub {
			n.block(inner)
		}
		if op.Kind == loopir.For || op.Kind == loopir.While {
			n.loops--
		}
		if op.Kind != loopir.Call {
			ops = append(ops, op)
			continue
		}
		callee := n.prog.Lookup(op.Func)
		if callee == n.f || n.owns(callee, op) || !disjoint(callee, op) || !n.wanted(callee) {
			ops = append(ops, op)
			continue
		}
		n.done = true
		c := newCopier(n.f)
		for i, v := range callee.Body.Params {
			c.of[v] = op.Args[i]
		}
		for _, inner := range callee.Body.Ops {
			copied := c.op(inner)
			positioned(copied, op)
			ops = append(ops, copied)
		}
		for i, v := range callee.Body.Yield {
			n.of[op.Outs[i]] = c.value(v)
		}
	}
	b.Ops = ops
	n.of.list(b.Yield)
}

// wanted says that a function is written where it is called.
func (n *inliner) wanted(f *loopir.Func) bool {
	long := size(f.Body.Ops, once)
	switch {
	case long <= short, n.calls[f.Name] == 1 && len(n.prog.Entries) > 0 && long <= once:
		return true
	case n.loops > 0 && long <= inner && long <= n.room:
		n.room -= long
		return true
	}
	return false
}

// disjoint says that what a function is given to own, or to add to, is other memory than all else that it is given, as far as the operations
// around a call would say without it. Who calls it sees to that, but where loops carry several buffers, and exchange them, it can be
// seen from the call only.
func disjoint(f *loopir.Func, call *loopir.Op) bool {
	given := map[val]val{} // what the call gives back
	for k, v := range f.Body.Yield {
		if v.Origin == loopir.Parameter {
			given[call.Outs[k]] = call.Args[slices.Index(f.Body.Params, v)]
		}
	}
	list := make([]map[val]bool, len(call.Args))
	for k, v := range call.Args {
		if v.Type.Form == loopir.Buffer {
			list[k] = map[val]bool{}
			rootsWith(given, v, list[k])
		}
	}
	for k, own := range list {
		if own == nil || f.Modes[k] == loopir.Shared {
			continue
		}
		for j, other := range list {
			for v := range other {
				if j != k && own[v] {
					return false
				}
			}
		}
	}
	return true
}

// owns says that a function is given buffers or stacks as its own, and gives some back of which it is not clear which. From a
// call it is: two results are not the same buffer. From operations it is, too, where all that a result may be was allocated or
// popped, or is a parameter, and no other result may be that. A buffer that a loop only changes where it is stays the result of a
// call: it is known from that alone to be other memory than all else. So does every result of a loop, if the function is called at
// several places: a copy of it for each makes programs longer.
func (n *inliner) owns(f *loopir.Func, call *loopir.Op) bool {
	memory := func(t loopir.Type) bool { return t.Form == loopir.Buffer || t.Form == loopir.Stack }
	given := false
	for k, v := range f.Body.Params {
		given = given || f.Modes[k] == loopir.Owned && memory(v.Type)
	}
	if !given {
		return false
	}
	seen := map[val]bool{}
	for _, v := range f.Body.Yield {
		if !memory(v.Type) {
			continue
		}
		may := map[val]bool{}
		roots(v, may)
		if n.calls[f.Name] > 1 && len(loopir.Sources(v)) > 0 {
			return true
		}
		changed, apart := v.Type.Form == loopir.Buffer && v.Origin == loopir.Result, true
		for w := range may {
			k := slices.Index(f.Body.Params, w)
			changed, apart = changed && k >= 0, apart && k >= 0 && n.apart(call.Args[k])
			clear := w.Origin == loopir.Parameter || fresh(w)
			if !clear || seen[w] {
				return true
			}
			seen[w] = true
		}
		if changed && !apart {
			return true
		}
	}
	return false
}

// apart says that a buffer or a stack is known to be other memory than all that the function is lent: it was made here, or the
// function was given it as its own.
func (n *inliner) apart(v val) bool {
	may := map[val]bool{}
	roots(v, may)
	for w := range may {
		k := slices.Index(n.f.Body.Params, w)
		if !fresh(w) && (k < 0 || n.f.Modes[k] != loopir.Owned) {
			return false
		}
	}
	return true
}

// fresh says that a buffer or a stack was made, or popped: it is other memory than all that was there before.
func fresh(v val) bool {
	return v.Def != nil && slices.Contains([]loopir.Kind{loopir.Alloc, loopir.Copy, loopir.Empty, loopir.Pop}, v.Def.Kind)
}

// positioned gives operations without a position that of a call.
func positioned(op, call *loopir.Op) {
	if op.Kind.Positioned() && !op.Pos.Known() {
		op.Pos = call.Pos
	}
	for _, b := range op.Sub {
		for _, inner := range b.Ops {
			positioned(inner, call)
		}
	}
}
