package passes

import (
	"procad/internal/special"
	"procad/llvm/loopir"
	"procad/prim"
)

// hints gives free loops a version for few iterations, in which LLVM uses shorter vectors, or fills the last one up where it
// calls functions for vectors: a call for each iteration that is left over would take as long.
//
//	for free i < n { … }    ↦    if n < 64 { for free i < n short { … } } else { for free i < n { … } }
//
// So it is of loops without loops and calls in which no check is left.
func hints(p *loopir.Program, opts Options, _ func(Report)) {
	for _, f := range p.Funcs {
		h := &hinter{f: f, room: opts.room(f)}
		h.block(f.Body)
		f.Renumber()
	}
}

// fewIterations is where LLVM's usual vectors and unrolling begin to be worth it. Tests have another number.
var fewIterations uint64 = 64

// A hinter goes through a function.
type hinter struct {
	f    *loopir.Func
	room *int // how many operations may still be copied
}

func (h *hinter) block(b block) {
	var ops []*loopir.Op
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			h.block(inner)
		}
		if op.Kind == loopir.For && op.Order == loopir.Free && op.Hint == loopir.Usual && straight(op.Sub[0].Ops) {
			ops = append(ops, h.loop(op)...)
			continue
		}
		ops = append(ops, op)
	}
	b.Ops = ops
}

// loop gives a loop two versions, or the hint that its number of iterations asks for.
func (h *hinter) loop(op *loopir.Op) []*loopir.Op {
	hint := loopir.Short
	if vectorised(op.Sub[0].Ops) {
		hint = loopir.Filled
	}
	if n, ok := op.Args[0].IsConst(); ok && op.From == nil {
		if n < fewIterations {
			op.Hint = hint
		}
		return []*loopir.Op{op}
	}
	n := size([]*loopir.Op{op}, mostOps)
	if n > longest || n > *h.room {
		return []*loopir.Op{op}
	}
	*h.room -= n
	w := &builder{f: h.f}
	count := op.Args[0]
	if op.From != nil {
		count = w.make(loopir.Sub, loopir.IntType, count, op.From)
	}
	few := w.make(loopir.Lt, loopir.BoolType, count, h.f.Int(int64(fewIterations)))
	short := newCopier(h.f).op(op)
	short.Hint = hint
	choice := instead(h.f, few, op)
	side(choice, []*loopir.Op{short}, short.Outs)
	side(choice, []*loopir.Op{op}, op.Outs)
	return append(w.ops, choice)
}

// vectorised says that operations call functions of which there are ones for vectors.
func vectorised(ops []*loopir.Op) bool {
	for _, op := range ops {
		if op.Kind == loopir.Math && inVectors[op.Func.Text()] {
			return true
		}
		for _, b := range op.Sub {
			if vectorised(b.Ops) {
				return true
			}
		}
	}
	return false
}

// inVectors are the functions of which there are ones for vectors.
var inVectors = func() map[string]bool {
	table := map[string]bool{prim.Logistic.Text(): true}
	for _, f := range special.Functions {
		if f.Glibc > 0 {
			table[f.Name] = true
		}
	}
	return table
}()
