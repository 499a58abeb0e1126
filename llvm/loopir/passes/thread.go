package passes

import (
	"maps"
	"slices"

	"procad/llvm/loopir"
)

// thread makes each way through an iteration of a state machine one of its own, to its end (jump threading, by tail duplication). A state
// machine is a While that chooses by a Bool of its own state:
//
//	while (s, …) { x, y = if s { …; yield false, a } else { …; yield true, b }; z; yield c, x, … }
//	   ↦
//	while (s, …) { … = if s { …; z[a/y]; yield c, false, … } else { …; z[b/y]; yield c, true, … }; yield … }
//
// What follows a choice stands on both of its sides, if these say what it does, or what the next iteration does. Then the
// next state is known where an iteration ends, and it is a jump when code is written (llvm/loopir/emit).
func thread(p *loopir.Program, opts Options, report func(Report)) {
	changed := map[*loopir.Func]bool{}
	for _, f := range p.Funcs {
		f.Body.Walk(func(op *loopir.Op) {
			if op.Kind == loopir.While && machine(op) {
				t := &threader{f: f, left: opts.room(f)}
				if t.loop(op) {
					changed[f] = true
				}
			}
		})
		f.Renumber()
	}
	fold(p.Only(func(f *loopir.Func) bool { return changed[f] }), opts, report) // does what is known now
}

// machine says that a While chooses by its state.
func machine(loop *loopir.Op) bool {
	body := loop.Sub[0]
	for _, op := range body.Ops {
		if op.Kind == loopir.If && slices.Contains(body.Params, op.Args[0]) {
			return true
		}
	}
	return false
}

// A threader changes a loop.
type threader struct {
	f    *loopir.Func
	left *int // how many operations may still be written
}

// A rest is what follows: operations, and then what they give, which is what op gives and more follows, or the block ends.
type rest struct {
	ops   []*loopir.Op
	yield []val
	of    *loopir.Op
	next  *rest
}

// where is a copier on the way where a Bool is known.
func where(w *copier, c val, bits uint64) *copier {
	out := &copier{w.f, maps.Clone(w.of)}
	for {
		is := w.f.Const(loopir.BoolType, bits)
		for v, copied := range out.of {
			if copied == c {
				out.of[v] = is
			}
		}
		if out.of[c] = is; c.Def == nil || c.Def.Kind != loopir.Not {
			return out
		}
		c, bits = c.Def.Args[0], 1-bits
	}
}

// loop changes a loop, if there is room for it, and says whether it did.
func (t *threader) loop(loop *loopir.Op) (changed bool) {
	body := loop.Sub[0]
	w := newCopier(t.f)
	out := &loopir.Block{In: loop}
	for _, v := range body.Params {
		w.of[v] = t.f.NewParam(out, v.Type, v.Name)
	}
	left := *t.left
	if t.write(out, &rest{ops: body.Ops, yield: body.Yield}, w); *t.left < 0 {
		*t.left = left
		return false
	}
	loop.Sub[0] = out
	return true
}

// write copies what follows to the end of a block.
func (t *threader) write(to block, r *rest, w *copier) {
	for *t.left >= 0 {
		if len(r.ops) == 0 {
			if r.of == nil {
				for _, v := range r.yield {
					to.Yield = append(to.Yield, w.value(v))
				}
				return
			}
			for i, v := range r.yield {
				w.of[r.of.Outs[i]] = w.value(v)
			}
			r = r.next
			continue
		}
		op := r.ops[0]
		after := *r
		after.ops = r.ops[1:]
		r = &after
		if op.Kind == loopir.If {
			c := w.value(op.Args[0])
			if c.Origin == loopir.Constant || c.Origin == loopir.Undefined {
				side := op.Sub[1-c.Bits]
				r = &rest{side.Ops, side.Yield, op, r}
				continue
			}
			if t.decides(op, r) {
				t.fork(to, op, c, r, w)
				return
			}
		}
		*t.left--
		t.copy(to, op, w)
	}
}

// copy copies an operation whose Bools are known.
func (t *threader) copy(to block, op *loopir.Op, w *copier) {
	if op.Kind == loopir.Not {
		if bits, ok := w.value(op.Args[0]).IsConst(); ok {
			w.of[op.Outs[0]] = t.f.Const(loopir.BoolType, 1-bits)
			return
		}
	}
	out := w.op(op)
	*t.left -= size([]*loopir.Op{out}, *t.left+1) - 1
	to.Ops = append(to.Ops, out)
}

// fork ends a block with a choice, each of whose sides goes on with what follows.
func (t *threader) fork(to block, op *loopir.Op, c val, r *rest, w *copier) {
	choice := &loopir.Op{Kind: loopir.If, Args: []val{c}, Pos: op.Pos}
	for bits := range uint64(2) {
		b := &loopir.Block{In: choice}
		side := op.Sub[bits] // first the one where the condition holds
		t.write(b, &rest{side.Ops, side.Yield, op, r}, where(w, c, 1-bits))
		choice.Sub = append(choice.Sub, b)
	}
	if *t.left < 0 {
		return
	}
	for _, v := range choice.Sub[0].Yield {
		to.Yield = append(to.Yield, t.f.NewOut(choice, v.Type, v.Name))
	}
	to.Ops = append(to.Ops, choice)
}

// decides says that a choice says what follows: its condition is used there, or one side gives a known Bool.
func (t *threader) decides(op *loopir.Op, r *rest) bool {
	for i, v := range op.Outs {
		if v.Type == loopir.BoolType && (op.Sub[0].Yield[i].Origin == loopir.Constant || op.Sub[1].Yield[i].Origin == loopir.Constant) {
			return true
		}
	}
	for ; r != nil; r = r.next {
		found := false
		note := func(v val) { found = found || v == op.Args[0] }
		for _, op := range r.ops {
			op.AllUses(note)
		}
		for _, v := range r.yield {
			note(v)
		}
		if found {
			return true
		}
	}
	return false
}
