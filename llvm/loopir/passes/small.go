package passes

import "procad/llvm/loopir"

// small writes out the iterations of innermost loops that have few of a known number (unrolling). What depends on the number of
// the iteration is known then, and the loop around may be an innermost one.
//
//	y = for i < 2 (s = x) { t = f(i, s); yield t }    ↦    t = f(0, x); y = f(1, t)
func small(p *loopir.Program, opts Options, report func(Report)) {
	for _, f := range p.Funcs {
		s := &unroller{facts: newFacts(), f: f, is: renaming{}, room: opts.room(f)}
		s.block(f.Body)
		f.Renumber()
	}
	fold(p, opts, report) // does what is known now
}

const (
	mostIterations = 8   // that are written out
	mostWritten    = 400 // operations that stand for a loop
)

type unroller struct {
	*facts
	f    *loopir.Func
	is   renaming // what the results of loops are
	room *int     // how many operations may still be copied
}

func (u *unroller) block(b block) {
	var ops []*loopir.Op
	for _, op := range b.Ops {
		u.is.uses(op)
		for _, inner := range op.Sub {
			u.block(inner)
		}
		if n, ok := u.iterations(op); ok {
			ops = u.write(op, n, ops)
			continue
		}
		ops = append(ops, op)
	}
	b.Ops = ops
	u.is.list(b.Yield)
}

// iterations is how many a loop has, if they are to be written out.
func (u *unroller) iterations(op *loopir.Op) (int, bool) {
	if op.Kind != loopir.For || op.From != nil || loops(op.Sub[0].Ops) {
		return 0, false
	}
	bits, known := op.Args[0].IsConst()
	n := int64(bits)
	if !known || n > mostIterations || u.vector(op, n) {
		return 0, false
	}
	n = max(0, n)
	long := int(n) * size(op.Sub[0].Ops, mostWritten)
	if long > mostWritten || long > *u.room {
		return 0, false
	}
	*u.room -= long
	return int(n), true
}

// vector says that LLVM makes a vector of the iterations of a loop: they only set elements. It makes none of what is written out.
func (u *unroller) vector(loop *loopir.Op, n int64) bool {
	return n > 0 && n%4 == 0 && len(loop.Outs) == 0 && friendly(loop, u.of)
}

// write appends the iterations of a loop.
func (u *unroller) write(loop *loopir.Op, n int, ops []*loopir.Op) []*loopir.Op {
	body, state := loop.Sub[0], loop.Args[1:]
	for i := range n {
		c := newCopier(u.f)
		c.of[body.Params[0]] = u.f.Int(int64(i))
		for k, s := range body.Params[1:] {
			c.of[s] = state[k]
		}
		for _, op := range body.Ops {
			ops = append(ops, c.op(op))
		}
		state = c.values(body.Yield)
	}
	for k, out := range loop.Outs {
		u.is[out] = state[k]
	}
	return ops
}
