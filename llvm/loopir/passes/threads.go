package passes

import (
	"slices"
	"strconv"

	"procad/llvm/loopir"
	"procad/proc"
)

// threads divides costly free loops into chunks, which the threads of the machine share (loop parallelisation):
//
//	y = for free i < n (s = x) { b }
//	   ↦
//	y = if least < n · cost {                       as much work as waking up threads is worth
//	  par f.chunk(k, …);  add x, parts[0], …        k and the bounds of chunks depend on n and the cost alone
//	} else { call f.loop(0, n, x, …) }              the body is there once
//
//	f.loop(lo, hi, x, …) { for free i < hi from lo (s = x) { b } }
//	f.chunk(c, …)        { parts[c] = f.loop(c · per, min((c + 1) · per, n), 0, …) }
//
// What iterations add to elements that others add to as well, each chunk adds to a copy of its own. The copies are added up in the order
// of the chunks. So the result does not depend on how many threads there are. Where only chunks beside each other add to the same elements,
// there are no copies (threads_near.go).
//
// The outermost loops are divided. What they call runs in one thread, and a function that is called from nowhere else is left alone.
// Where order counts, loops with sums stay whole.
//
// Which loops are worth it, and what an iteration costs, is in threads_cost.go. threads_write.go writes the functions, and
// threads_add.go the one that adds copies.
func threads(p *loopir.Program, opts Options, report func(Report)) {
	if opts.Threads == NoLoops {
		return
	}
	t := &threading{prog: p, strict: opts.Strict, least: leastOf(opts.Threads), report: report, outside: map[*loopir.Func]bool{}, often: map[*loopir.Func]bool{}, written: map[*loopir.Func][]*loopir.Func{}, adders: map[*loopir.Func]*loopir.Func{}}
	for _, name := range p.Entries {
		t.outside[p.Lookup(name)] = true
	}
	for _, f := range slices.Backward(p.Funcs) { // callers first
		if t.outside[f] || len(p.Entries) == 0 {
			t.function(f)
		}
	}
	whole := p.Funcs
	*p = loopir.Program{Entries: p.Entries}
	for _, f := range whole {
		for _, g := range t.written[f] {
			p.Add(g)
		}
		p.Add(f)
	}
}

// A threading goes through a program.
type threading struct {
	prog    *loopir.Program
	strict  bool
	least   leastCosts
	report  func(Report)
	outside map[*loopir.Func]bool           // functions that are called outside of loops that are divided
	often   map[*loopir.Func]bool           // those of them that are called in loops
	written map[*loopir.Func][]*loopir.Func // those that stand before a function
	adders  map[*loopir.Func]*loopir.Func   // that of them which adds copies
	costs   map[*loopir.Func]float64

	// Of the function at hand:
	*walker
	modes  func(val) loopir.Mode
	memory func(*loopir.Op) *loopir.LoopMemory
}

// function divides the loops of a function, the outermost first.
func (t *threading) function(f *loopir.Func) {
	f.Renumber() // forms are in the order of IDs
	t.walker, t.modes, t.memory = newWalker(f), f.BufferModes(), t.prog.LoopMemory(f)
	t.before = t.visit
	t.walker.block(f.Body)
	f.Renumber()
}

// repeated says that the place is in a loop around, or in a function that is called in one.
func (t *threading) repeated() bool { return len(t.loops) > 0 || t.often[t.f] }

// reach notes what an operation calls, in a loop or not.
func (t *threading) reach(op *loopir.Op, often bool) {
	if op.Kind.Calls() {
		callee := t.prog.Lookup(op.Func)
		t.outside[callee] = true
		t.often[callee] = t.often[callee] || often
	}
}

// visit puts what stands for a loop in its place, and returns by how many places it has moved. Loops inside of a free loop that stays
// whole stay so too: it would be none any more if an iteration called them.
func (t *threading) visit(b block, at int, op *loopir.Op) int {
	t.reach(op, t.repeated())
	if op.Kind != loopir.For || op.Order != loopir.Free {
		return 0
	}
	d := t.division(op)
	if d == nil {
		t.copies[op] = true
		op.Sub[0].Walk(func(inner *loopir.Op) { t.reach(inner, true) })
		return 0
	}
	ops := d.write()
	b.Ops = slices.Replace(b.Ops, at, at+1, ops...)
	t.copies[op] = true
	return len(ops) - 1
}

// A divided loop is one that is divided into chunks.
type dividedLoop struct {
	*threading
	w     *builder
	loop  *loopir.Op
	made  map[val]bool  // what it makes itself
	given []val         // what it takes from outside: numbers and buffers
	added map[val][]val // those of given to which each chunk adds in a copy, and their dimensions
	width int64         // a chunk has as many iterations at least, since chunks beside each other add to the same elements; 0 if they do not
}

// division says how a loop is divided; nil if it is not.
func (t *threading) division(loop *loopir.Op) *dividedLoop {
	d := &dividedLoop{threading: t, w: &builder{f: t.f}, loop: loop, made: map[val]bool{}, added: map[val][]val{}}
	madeIn(loop, d.made)
	if reason := d.obstacle(); reason != "" {
		t.report(Report{Func: t.f.Name, Pos: loop.Pos, What: Threads, Reason: reason})
		return nil
	}
	t.report(Report{Func: t.f.Name, Pos: loop.Pos, What: Threads, Done: true})
	return d
}

// obstacle is why a loop is not divided; "" if it is.
func (d *dividedLoop) obstacle() string {
	if d.short() {
		return "an iteration is short"
	}
	body := d.loop.Sub[0]
	for k, s := range body.Params[1:] {
		switch y := body.Yield[k].Def; {
		case y == nil || !summed(y, s):
			return "it carries what is no sum, maximum or minimum"
		case d.strict && s.Type.Elem == loopir.Real:
			return "it carries a number, and the order counts"
		}
	}
	seen := map[val]bool{}
	take := func(v val) { d.take(v, seen) }
	take(d.loop.Args[0])
	if d.loop.From != nil {
		take(d.loop.From)
	}
	d.loop.Sub[0].AllUses(take)
	memory := d.memory(d.loop)
	owner := map[loopir.Place]val{} // the buffer that is taken
	for _, v := range d.given {
		switch v.Type.Form {
		case loopir.Stack:
			return "it reads a stack"
		case loopir.Shaped:
			return "it takes a view that is chosen"
		case loopir.Buffer:
			for _, w := range memory.Places(v) {
				if owner[w] != nil {
					return "two of its arrays may be the same memory"
				}
				owner[w] = v
			}
		}
	}
	for _, w := range memory.Contended() {
		v := owner[w]
		switch {
		case d.strict:
			return "iterations add to elements that others add to, and the order counts"
		case v == nil:
			return "iterations add to an array that is chosen"
		case d.added[v] != nil:
			continue
		}
		if width, ok := d.near(v, memory); ok {
			d.width = max(d.width, width)
			continue
		}
		switch {
		case v.Type.Elem != loopir.Real:
			return "iterations add Ints to elements that others add to"
		}
		if d.added[v] = d.extent(v); d.added[v] == nil {
			return "iterations add to an array whose size is not known before the loop"
		}
	}
	return ""
}

// summed says that a loop puts a number together with s in any order.
func summed(y *loopir.Op, s val) bool {
	switch y.Kind {
	case loopir.Add:
		return y.Outs[0].Type.Elem != loopir.Bool && s.Type.Form == loopir.Scalar
	case loopir.Max, loopir.Min:
		return s.Type == loopir.RealType
	case loopir.Or:
		return s.Type == loopir.BoolType
	}
	return false
}

// take notes a value from outside, or what it is made of.
func (d *dividedLoop) take(v val, seen map[val]bool) {
	if d.made[v] || seen[v] || v.Origin == loopir.Constant || v.Origin == loopir.Undefined {
		return
	}
	seen[v] = true
	if again(v) {
		for _, w := range v.Def.Args {
			d.take(w, seen)
		}
		return
	}
	d.given = append(d.given, v)
}

// extent are the dimensions of a buffer, as its views have them; nil if no view says so by what is known before the loop.
func (d *dividedLoop) extent(v val) (dims []val) {
	known := func(list []val) bool { return !slices.ContainsFunc(list, func(n val) bool { return d.made[n] }) }
	d.loop.Sub[0].Walk(func(op *loopir.Op) {
		note := func(w val) {
			if w.Type.Form == loopir.Shaped && w.Def != nil && w.Def.Kind == loopir.View && w.Def.Args[0] == v && dims == nil && known(w.Def.Args[1:]) {
				dims = w.Def.Args[1:]
			}
		}
		op.Uses(note)
		if op.Kind == loopir.Accum && op.Args[0] == v && dims == nil {
			dims = []val{}
		}
		if dims == nil && op.Kind.Calls() {
			if k := slices.Index(op.Args, v); k >= 0 {
				if list := d.passed(op, k); list != nil && known(list) {
					dims = list
				}
			}
		}
	})
	return dims
}

// passed are the dimensions that a call gives the function beside its k-th argument.
func (d *dividedLoop) passed(call *loopir.Op, k int) (dims []val) {
	callee := d.prog.Lookup(call.Func)
	buffer := callee.Body.Params[k]
	callee.Body.Walk(func(op *loopir.Op) {
		if dims != nil || op.Kind != loopir.View || op.Args[0] != buffer {
			return
		}
		var list []val
		for _, n := range op.Args[1:] {
			i := slices.Index(callee.Body.Params, n)
			switch {
			case i >= 0:
				list = append(list, call.Args[i])
			case n.Origin == loopir.Constant:
				list = append(list, d.f.Int(int64(n.Bits)))
			default:
				return
			}
		}
		dims = list
	})
	return dims
}

// name is what a new function is called: in one word, as no other one.
func (t *threading) name(what string) proc.Func {
	for k := len(t.written[t.f]) + 1; ; k++ {
		name := t.f.Name.InOneWord("." + what + strconv.Itoa(k))
		if t.prog.Lookup(name) == nil && !slices.ContainsFunc(t.written[t.f], func(g *loopir.Func) bool { return g.Name == name }) {
			return name
		}
	}
}
