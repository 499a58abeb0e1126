package passes

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// vectorise runs the iterations of an outer free loop in lanes, each lane one iteration:
//
//	y = for free i < n (s = x) { … yield add s, e }
//	   ↦
//	t = for seq k < n / 8 (v = splat 0.0) { i = iota 8 k; … in vectors …; yield add v, e }
//	y = add x, reduce t, and then the iterations that are left
//
// A value varies if it differs from lane to lane, and is a vector then (lane_values.go). All others are computed once for all
// lanes (lane_write.go). Loops inside must have as many iterations in all lanes. The sides of a choice have masks, if it is not the
// same in all lanes (lane_choice.go). What an iteration allocates gets one more axis, that of the lanes. No check may be left. A fold adds up Reals in
// its order: lanes compute what it adds, and add it one after the other.
//
//	y = for seq i < n (s = x) { … yield add s, e }
//	   ↦
//	z = for seq k < n / 8 (s = x) { i = iota 8 k; … in vectors …; yield reduce e, s }, and then the iterations that are left
//
// First there are blocks
// of several vectors, where these stay in registers (lane_width.go), and copies of rows to which the lanes come back (lane_rows.go).
//
// A loop that is known to have iterations for half of a vector at most stays as it is. Innermost loops are for LLVM, unless it would
// not find their vectors. Where loops inside are for LLVM, and read what lies side by side, both ways are compared (lane_cost.go).
func vectorise(p *loopir.Program, opts Options, report func(Report)) {
	if opts.Lanes < 2 || opts.Lanes&(opts.Lanes-1) != 0 {
		return
	}
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		v := &vectoriser{walker: newWalker(f), width: opts.Lanes, report: report, room: opts.room(f), folds: map[*loopir.Op]bool{}}
		for _, loop := range p.FreeLoops(f) {
			v.folds[loop] = loop.Order == loopir.Seq && neutral(loop) && addsReals(loop)
		}
		v.before = v.loop
		v.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// A vectoriser goes through a function.
type vectoriser struct {
	*walker
	width  int
	report func(Report)
	room   *int                // how many operations may still be in versions
	folds  map[*loopir.Op]bool // loops in order whose iterations commute, but for the Reals that they add up
}

// loop writes a loop in lanes, if that is possible and pays.
func (v *vectoriser) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For || v.copies[loop] {
		return 0
	}
	say := func(way Way, why string) {
		if way == OneByOne && v.folds[loop] {
			way, why = InOrder, ordering(loop)
		}
		v.report(Report{Func: v.f.Name, Pos: loop.Pos, What: Loop, Way: way, Done: way == InLanes, Reason: why})
	}
	if loop.Order != loopir.Free && !v.folds[loop] {
		say(InOrder, ordering(loop))
		return 0
	}
	if !v.folds[loop] && !loops(loop.Sub[0].Ops) && !beyondLLVM(loop) {
		switch {
		case !proven(loop.Sub[0].Ops):
			say(OneByOne, keptChecks)
		case !straight(loop.Sub[0].Ops):
			say(OneByOne, notInLanes)
		case loop.Hint == loopir.Usual:
			say(ByLLVM, "")
		}
		return 0
	}
	if v.atMost(loop, int64(v.width/2)) {
		say(OneByOne, fewLanes)
		return 0
	}
	l := newLaneValues(v, loop)
	if l.why != "" {
		say(OneByOne, l.why)
		return 0
	}
	if why := l.plan(); why != "" {
		say(OneByOne, why)
		return 0
	}
	say(InLanes, "")
	ops := newLaneWriter(v, l).write()
	v.copies[loop] = true
	b.Ops = slices.Replace(b.Ops, at, at+1, ops...)
	return len(ops) - 1
}

// beyondLLVM says that LLVM does not find vectors for an innermost loop, though there are some: it has functions of mathematics, and
// a choice that depends on numbers. A choice that depends on the index is for split.
func beyondLLVM(loop *loopir.Op) bool {
	made := map[val]bool{}
	madeIn(loop, made)
	math, choice := false, false
	for _, op := range loop.Sub[0].Ops {
		math = math || op.Kind == loopir.Math && inVectors[op.Func.Text()]
		choice = choice || op.Kind == loopir.If && made[op.Args[0]] && ofData(op.Args[0])
	}
	return math && choice && straight(loop.Sub[0].Ops)
}

// ofData says that a value is made from a comparison of Reals, or from an element.
func ofData(v val) bool {
	seen := map[val]bool{}
	var made func(v val) bool
	made = func(v val) bool {
		if v.Def == nil || seen[v] {
			return false
		}
		seen[v] = true
		switch v.Def.Kind {
		case loopir.Load:
			return true
		case loopir.Lt, loopir.Le, loopir.Eq:
			return v.Def.Args[0].Type.Elem == loopir.Real || slices.ContainsFunc(v.Def.Args, made)
		}
		return v.Def.Kind.Pure() && slices.ContainsFunc(v.Def.Args, made)
	}
	return made(v)
}

// ordering is why a loop is in order.
func ordering(loop *loopir.Op) string {
	switch {
	case loop.Order == loopir.Slide && !neutral(loop):
		return "an iteration leaves a number for the next one"
	case !proven(loop.Sub[0].Ops):
		return keptChecks
	}
	return "an iteration needs what earlier ones give or set, or it prints"
}

// inLanes says that a primitive can be computed in lanes.
func inLanes(op *loopir.Op) bool {
	switch op.Func {
	case prim.Polygamma, prim.CacheBytes:
		return false
	case prim.Powi: // which is written out where the exponent is a small number
		n, ok := op.Args[1].IsConst()
		return ok && n != 0 && n <= mostAhead
	}
	return true
}

// log2 is k where n = 2^k.
func log2(n int) int64 {
	k := int64(0)
	for n > 1 {
		n /= 2
		k++
	}
	return k
}
