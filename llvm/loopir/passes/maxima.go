package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
)

// maxima finds the largest number of a loop in a free one, which can run in vectors. In the order of the iterations a NaN stays
// where it comes first, and is not taken later. So the first iteration is by itself, and later NaNs count as -∞. Of zeros with
// both signs either may come out.
//
//	m = for seq i < n (s = 0.0) { x = …; c = or (eq i, 0), (lt s, x); yield select c, x, s }
//	   ↦
//	x0 = …, where i is 0
//	t = for free i < n from 1 (s = -inf) { x = …; k = eq x, x; y = select k, x, -inf; yield max y, s }
//	m = if lt x0, t { yield t } else { yield x0 }
//
// Where the loop keeps the number w of the iteration too, and x is cheap, a second loop looks for the first x that is t:
//
//	w = for free i < n from 1 (s = n) { x = …; c = eq x, t; k = select c, i, n; yield min k, s }
//
// There is none if x was rounded in another way the second time. Then the loop runs as it was.
//
// n > 0 has been checked.
//
// A fold to the larger number gives a NaN up with the next number, so a loop with a NaN runs again in order:
//
//	m = for seq i < n (s = x0) { x = …; yield max s, x }
//	   ↦
//	t, b = for free i < n (s = -inf, c = false) { x = …; k = eq x, x; y = select k, x, -inf; yield max y, s; or c, not k }
//	m = if and (lt 0, n), not b { yield max x0, t } else { m = for seq i < n …; yield m }
//
// If it is max x, s, then only x0 may be a NaN in the end, and m = max t, x0. It is the same with min and inf (maxima_fold.go).
func maxima(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		m := &maximiser{f, p, map[val]bool{}}
		m.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// A maximiser goes through a function.
type maximiser struct {
	f        *loopir.Func
	prog     *loopir.Program
	positive map[val]bool // Ints that are checked not to be 0
}

func (m *maximiser) block(b block) {
	var ops, learnt []*loopir.Op
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			m.block(inner)
		}
		if op.Kind == loopir.Check && op.Claim.Test == loopir.NonZero && op.Mask == nil && !m.positive[op.Args[0]] {
			m.positive[op.Args[0]] = true
			learnt = append(learnt, op)
		}
		if x := m.largest(op); x != nil {
			ops = append(ops, m.free(op, x)...)
			continue
		}
		if e := extremeOf(op); e != nil {
			ops = append(ops, m.fold(e)...)
			continue
		}
		ops = append(ops, op)
	}
	for _, op := range learnt {
		delete(m.positive, op.Args[0])
	}
	b.Ops = ops
}

// largest is the number of an iteration of which a loop finds the largest one; nil if it does something else.
func (m *maximiser) largest(op *loopir.Op) val {
	if op.Kind != loopir.For || op.Order != loopir.Seq || op.From != nil || len(op.Outs) == 0 || len(op.Outs) > 2 || !m.positive[op.Args[0]] {
		return nil
	}
	body := op.Sub[0]
	i, s := body.Params[0], body.Params[1]
	choice := body.Yield[0].Def
	if choice == nil || choice.Kind != loopir.Select || choice.Args[2] != s || s.Type != loopir.RealType || !harmless(body.Ops) {
		return nil
	}
	c, x := choice.Args[0].Def, choice.Args[1]
	if c == nil || c.Kind != loopir.Or || x == s {
		return nil
	}
	first, more := c.Args[0].Def, c.Args[1].Def
	if first == nil || more == nil || first.Kind != loopir.Eq || !slices.Equal(first.Args, []val{i, m.f.Int(0)}) ||
		more.Kind != loopir.Lt || !slices.Equal(more.Args, []val{s, x}) {
		return nil
	}
	own := 2 // how often what is carried may be used: x does not depend on it
	if len(op.Outs) == 2 {
		which := body.Yield[1].Def
		if which == nil || which.Kind != loopir.Select || !slices.Equal(which.Args, []val{choice.Args[0], i, body.Params[2]}) || size(body.Ops, cheap) > cheap {
			return nil
		}
		own++
	}
	body.Walk(func(op *loopir.Op) {
		op.Uses(func(v val) {
			if slices.Contains(body.Params[1:], v) {
				own--
			}
		})
	})
	if own != 0 {
		return nil
	}
	return x
}

// cheap is how many operations an iteration may have that runs twice.
const cheap = 16

// free writes the free loops.
func (m *maximiser) free(op *loopir.Op, x val) []*loopir.Op {
	w := &builder{f: m.f}
	body, n := op.Sub[0], op.Args[0]
	none := m.f.Const(loopir.RealType, math.Float64bits(math.Inf(-1)))
	c := newCopier(m.f)
	c.of[body.Params[0]] = m.f.Int(0)
	for _, inner := range m.term(op) {
		w.ops = append(w.ops, c.op(inner))
	}
	first := c.value(x)
	largest := m.loop(w, op, x, none, func(u *builder, _, y, s val) val {
		number := u.make(loopir.Select, loopir.RealType, u.make(loopir.Eq, loopir.BoolType, y, y), y, none)
		return u.make(loopir.Max, loopir.RealType, number, s)
	})
	more := w.make(loopir.Lt, loopir.BoolType, first, largest)
	found := []val{largest}
	v := &builder{f: m.f}
	if len(op.Outs) == 2 {
		at := m.loop(v, op, x, n, func(u *builder, i, y, s val) val {
			here := u.make(loopir.Select, loopir.IntType, u.make(loopir.Eq, loopir.BoolType, y, largest), i, n)
			return u.make(loopir.Min, loopir.IntType, here, s)
		})
		again := &loopir.Op{Kind: loopir.If, Args: []val{v.make(loopir.Lt, loopir.BoolType, at, n)}}
		for _, out := range op.Outs {
			m.f.NewOut(again, out.Type, out.Name)
		}
		v.ops = append(v.ops, again)
		was := newCopier(m.f).op(op)
		again.Sub = []block{{In: again, Yield: []val{largest, at}}, {In: again, Ops: []*loopir.Op{was}, Yield: slices.Clone(was.Outs)}}
		found = again.Outs
	}
	last := &loopir.Op{Kind: loopir.If, Args: []val{more}, Outs: op.Outs}
	for _, v := range last.Outs {
		v.Def = last
	}
	last.Sub = []block{{In: last, Ops: v.ops, Yield: slices.Clone(found)}, {In: last, Yield: []val{first, m.f.Int(0)}[:len(op.Outs)]}}
	return append(w.ops, last)
}

// term are the operations of an iteration that make its number.
func (m *maximiser) term(op *loopir.Op) []*loopir.Op {
	body := op.Sub[0]
	own := []*loopir.Op{body.Yield[0].Def, body.Yield[0].Def.Args[0].Def, body.Yield[0].Def.Args[0].Def.Args[1].Def}
	if len(op.Outs) == 2 {
		own = append(own, body.Yield[1].Def)
	}
	return slices.DeleteFunc(slices.Clone(body.Ops), func(op *loopir.Op) bool { return slices.Contains(own, op) })
}

// loop writes a free loop over all iterations but the first one. It returns what it carries in the end.
func (m *maximiser) loop(w *builder, op *loopir.Op, x, init val, next func(u *builder, i, y, s val) val) val {
	body := op.Sub[0]
	loop := &loopir.Op{Kind: loopir.For, Order: loopir.Free, From: m.f.Int(1), Args: []val{op.Args[0], init}}
	in := &loopir.Block{In: loop}
	loop.Sub = []block{in}
	c := newCopier(m.f)
	i := m.f.NewParam(in, loopir.IntType, body.Params[0].Name)
	s := m.f.NewParam(in, init.Type, "")
	c.of[body.Params[0]] = i
	u := &builder{f: m.f}
	for _, inner := range m.term(op) {
		u.ops = append(u.ops, c.op(inner))
	}
	in.Yield = []val{next(u, i, c.value(x), s)}
	in.Ops = u.ops
	w.ops = append(w.ops, loop)
	return m.f.NewOut(loop, init.Type, "")
}
