package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// inspect gives loops a version without checks that depend on what is read, such as of an index in an array of indices. A loop before it
// makes these checks alone (an inspector):
//
//	for i < n { …; k = load x[i]; check k < m; … }
//	   ↦
//	bad = for free i < n (s = false) { k = load x[i]; c = k < 0 or m <= k; yield or s, c }
//	if bad { for i < n { …; check k < m; … } } else { for free i < n { …; check k < m guarded; … } }
//
// It pays where the iterations commute once no check can end them, and take much longer than their checks. The inspector
// of a loop inside that is the same in all iterations is before that of the loop.
func inspect(p *loopir.Program, opts Options, report func(Report)) {
	for _, f := range p.Funcs {
		free := map[*loopir.Op]bool{}
		for _, loop := range p.FreeLoops(f) {
			free[loop] = neutral(loop)
		}
		i := &inspector{f: f, free: free, room: opts.room(f)}
		i.block(f.Body, report)
		f.Drop()
		f.Renumber()
	}
}

// inspectedWork is how many times the operations of its inspector a loop has at least.
const inspectedWork = 5

// An inspector goes through a function.
type inspector struct {
	f    *loopir.Func
	free map[*loopir.Op]bool
	room *int // how many operations may still be copied
}

func (s *inspector) block(b block, report func(Report)) {
	var ops []*loopir.Op
	for _, op := range b.Ops {
		if op.Kind == loopir.For && (op.Order == loopir.Free || s.free[op]) && !proven(op.Sub[0].Ops) {
			if made := s.loop(op, report); made != nil {
				ops = append(ops, made...)
				continue
			}
		}
		for _, inner := range op.Sub {
			s.block(inner, report)
		}
		ops = append(ops, op)
	}
	b.Ops = ops
}

// loop writes the inspector of a loop, and its versions; nil if there can be none, or it does not pay.
func (s *inspector) loop(loop *loopir.Op, report func(Report)) []*loopir.Op {
	long := size([]*loopir.Op{loop}, mostOps)
	if long > *s.room {
		return nil
	}
	v := &inspection{inspector: s, copier: newCopier(s.f), set: setIn(loop), before: &builder{f: s.f}, possible: true}
	w := &builder{f: s.f}
	bad := v.repeat(w, loop)
	if bad == nil {
		bad = s.f.Bool(false)
	}
	if len(v.once) > 0 {
		bad = w.make(loopir.Or, loopir.BoolType, bad, v.ahead(w, loop))
	}
	if !v.possible || work([]*loopir.Op{loop}) < inspectedWork*work(w.ops) {
		return nil
	}
	*s.room -= long
	slow := newCopier(s.f).op(loop)
	for _, check := range v.checks {
		check.Claim.Proof = loopir.Guarded
		e := prim.RuntimeError{Kind: check.Claim.Kind}
		report(Report{Func: s.f.Name, Pos: check.Pos, What: e.Code(), Done: true, Reason: "left out: a loop before makes it for all iterations"})
	}
	choice := instead(s.f, w.early(bad), loop)
	side(choice, []*loopir.Op{slow}, slow.Outs)
	side(choice, []*loopir.Op{loop}, loop.Outs)
	return append(w.ops, choice)
}

// work is about how long operations take.
func work(ops []*loopir.Op) float64 {
	total := 0.0
	for _, op := range ops {
		switch {
		case op.Kind == loopir.Check && op.Claim.Proof != loopir.Unproven, op.Kind == loopir.View, op.Kind == loopir.Row:
			continue
		case op.Kind == loopir.Math:
			total += mathCost
		default:
			total++
		}
		inner := 0.0
		for _, b := range op.Sub {
			inner += work(b.Ops)
		}
		if op.Kind == loopir.For {
			inner *= expected
		}
		total += inner
	}
	return total
}

// prune leaves what the results of operations need: of checks, those of what is read.
func prune(op *loopir.Op) {
	needed, at := map[val]bool{}, map[val]bool{} // values, and indices and divisors
	for _, b := range op.Sub {
		b.Blocks(func(b block) {
			for _, y := range b.Yield {
				needed[y] = true
			}
		})
	}
	var visit func(b block)
	visit = func(b block) {
		var kept []*loopir.Op
		for k := len(b.Ops) - 1; k >= 0; k-- {
			op := b.Ops[k]
			for _, inner := range op.Sub {
				visit(inner)
			}
			switch {
			case op.Kind == loopir.Check && at[op.Args[0]], slices.ContainsFunc(op.Outs, func(v val) bool { return needed[v] }):
			default:
				continue
			}
			op.Uses(func(v val) { needed[v] = true })
			if op.Kind == loopir.Load || op.Kind == loopir.Row || op.Kind == loopir.Div || op.Kind == loopir.Mod {
				for _, i := range op.Args[1:] {
					at[i] = true
				}
			}
			kept = append(kept, op)
		}
		slices.Reverse(kept)
		b.Ops = kept
	}
	for _, b := range op.Sub {
		visit(b)
	}
}

// An inspection writes the checks of a loop alone.
type inspection struct {
	*inspector
	*copier
	set      map[val]bool // memory in which an iteration sets or adds to elements
	checks   []*loopir.Op // that are inspected
	before   *builder     // the inspectors of loops inside that stand before
	once     []val        // whether they find that a check fails
	root     *builder     // the body of the inspector
	possible bool
}

// repeat writes a loop that says whether a check fails in an iteration of a loop.
func (v *inspection) repeat(w *builder, loop *loopir.Op) val {
	f := v.inspector.f
	count := v.value(loop.Args[0])
	var ops []*loopir.Op
	if v.root != nil { // the check that it is not negative may be made later
		most := w.op(loopir.Max, loopir.IntType, f.Int(0), count)
		ops, count = []*loopir.Op{most}, most.Outs[0]
	}
	made := loopOf(f, loopir.Free, count, []val{f.Bool(false)})
	if loop.From != nil {
		made.From = v.value(loop.From)
	}
	body := made.Sub[0]
	v.of[loop.Sub[0].Params[0]] = body.Params[0]
	for _, s := range loop.Sub[0].Params[1:] {
		v.of[s] = nil
	}
	u := &builder{f: f}
	if v.root == nil {
		v.root = u
	}
	fails := v.fails(u, loop.Sub[0].Ops)
	if fails == nil {
		return nil
	}
	next := u.make(loopir.Or, loopir.BoolType, body.Params[1], fails)
	body.Ops, body.Yield = u.ops, []val{next}
	prune(made)
	ops = append(ops, made)
	if v.root != u && v.same(ops, loop) && (w == v.root || all(made.Sub[0].Ops, anywhere)) {
		v.before.ops = append(v.before.ops, ops...)
		v.once = append(v.once, made.Outs[0])
		return nil
	}
	w.ops = append(w.ops, ops...)
	return made.Outs[0]
}

// same says that operations of the inspector, which stand for a loop inside, take nothing that the inspector makes in an iteration.
func (v *inspection) same(ops []*loopir.Op, loop *loopir.Op) bool {
	own, taken := map[val]bool{}, map[val]bool{}
	madeIn(loop, own)
	(&loopir.Block{Ops: ops}).Walk(func(op *loopir.Op) { op.Uses(func(x val) { taken[x] = true }) })
	for old, now := range v.of {
		if now != nil && !own[old] && taken[now] {
			return false
		}
	}
	return true
}

// anywhere says that an operation can run where its checks need not hold.
func anywhere(op *loopir.Op) bool {
	return op.Kind == loopir.For || op.Kind == loopir.If || total(op)
}

// ahead writes what stands before the inspector. It runs if the loop has an iteration: its checks may be proven by that.
func (v *inspection) ahead(w *builder, loop *loopir.Op) val {
	f := v.inspector.f
	from := f.Int(0)
	if loop.From != nil {
		from = loop.From
	}
	some := &loopir.Op{Kind: loopir.If, Args: []val{w.make(loopir.Lt, loopir.BoolType, from, loop.Args[0])}}
	any := v.once[0]
	for _, c := range v.once[1:] {
		any = v.before.make(loopir.Or, loopir.BoolType, any, c)
	}
	side(some, v.before.ops, []val{any})
	side(some, nil, []val{f.Bool(false)})
	w.ops = append(w.ops, some)
	return f.NewOut(some, loopir.BoolType, "")
}

// fails writes what says whether a check of operations fails; nil if none can. What follows a check runs if that did not fail: it may
// need it. What is not copied has no value: then nothing may need it.
func (v *inspection) fails(w *builder, ops []*loopir.Op) val {
	for k, op := range ops {
		unproven := !all([]*loopir.Op{op}, func(op *loopir.Op) bool { return !open(op) })
		var failed val
		switch {
		case open(op):
			failed = v.fail(w, op)
		case unproven && op.Kind == loopir.If && v.known(op.Args[0]):
			failed = v.choice(w, op)
		case unproven && op.Kind == loopir.For && v.known(op.Args[0]) && (op.From == nil || v.known(op.From)):
			failed = v.repeat(w, op)
		case unproven || op.Kind == loopir.Call:
			v.possible = false
		case v.repeatable(op):
			w.ops = append(w.ops, v.op(op))
			continue
		}
		if v.forget(op); !v.possible {
			return nil
		}
		if failed == nil {
			continue
		}
		u := &builder{f: v.inspector.f}
		if open(op) {
			check := v.op(op)
			check.Claim.Proof = loopir.Implied
			u.ops = append(u.ops, check)
		}
		if later := v.fails(u, ops[k+1:]); later != nil {
			failed = v.otherwise(w, failed, u.ops, later)
		}
		return failed
	}
	return nil
}

// otherwise writes:  if failed { true } else { …; later }
func (v *inspection) otherwise(w *builder, failed val, ops []*loopir.Op, later val) val {
	made := &loopir.Op{Kind: loopir.If, Args: []val{failed}}
	side(made, nil, []val{v.inspector.f.Bool(true)})
	side(made, ops, []val{later})
	w.ops = append(w.ops, made)
	return v.inspector.f.NewOut(made, loopir.BoolType, "")
}

// forget says that the inspector has no value for what an operation makes.
func (v *inspection) forget(op *loopir.Op) {
	for _, out := range op.Outs {
		v.of[out] = nil
	}
}

// known says that the inspector has a value.
func (v *inspection) known(x val) bool {
	w, changed := v.of[x]
	return !changed || w != nil
}

// repeatable says that an operation can run in the inspector too: it computes with what is known there, and reads from outside what no
// iteration writes. What proves a check that is left there does so here.
func (v *inspection) repeatable(op *loopir.Op) bool {
	good := op.Mask == nil && len(op.Sub) == 0 && (op.Kind == loopir.Check || op.Kind.Pure() && op.Kind != loopir.Local && op.Kind != loopir.Cell && op.Kind != loopir.Len)
	op.Uses(func(x val) { good = good && v.known(x) })
	return good && (op.Kind != loopir.Load || !meets(op.Args[0], v.set))
}

// fail writes the opposite of what a check demands.
func (v *inspection) fail(w *builder, op *loopir.Op) val {
	ok := op.Mask == nil
	for _, x := range op.Args[:op.Claim.Test.Args()] {
		ok = ok && v.known(x)
	}
	if !ok {
		v.possible = false
		return nil
	}
	v.checks = append(v.checks, op)
	f := v.inspector.f
	x := v.value(op.Args[0])
	switch op.Claim.Test {
	case loopir.Below:
		low := w.make(loopir.Lt, loopir.BoolType, x, f.Int(0))
		return w.make(loopir.Or, loopir.BoolType, low, w.make(loopir.Le, loopir.BoolType, v.value(op.Args[1]), x))
	case loopir.NonNegative:
		return w.make(loopir.Lt, loopir.BoolType, x, f.Int(0))
	}
	v.possible = false
	return nil
}

// choice writes what says whether a check on the side that is taken fails.
func (v *inspection) choice(w *builder, op *loopir.Op) val {
	f := v.inspector.f
	made := &loopir.Op{Kind: loopir.If, Args: []val{v.value(op.Args[0])}}
	for _, b := range op.Sub {
		u := &builder{f: f}
		c := v.fails(u, b.Ops)
		if c == nil {
			c = f.Bool(false)
		}
		side(made, u.ops, []val{c})
	}
	w.ops = append(w.ops, made)
	return f.NewOut(made, loopir.BoolType, "")
}
