package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/ll"
)

// An index that is read from an array, as in x[obs[i]], is not known before the
// loop. Where an iteration that has a wrong one cannot go on (speculate.go), it is looked at
// before: an array that no iteration sets does not change while the loop runs. So a loop before
// it, which LLVM vectorises, looks at all such indices; if they are in range, the
// loop itself runs without their checks.
//
//	ok = for all i: obs[i] < n;  if ok then the loop without checks, else the loop with all of them
//
// Each iteration of it reads whatever is needed, also where an iteration of the loop asks
// first. That is safe, because the checks of all places that do not depend on
// what is read are covered by the guard, for every iteration.

// manyInspected is how many iterations have to be, for looking at all indices first
// to be worth it.
const manyInspected = 16

// mayInspect says whether there are checks that the guard does not cover, and no other run-time errors.
func (s *indexSet) mayInspect() bool {
	return !s.without(optim.Speculation) && s.kept > 0 && s.found.others == 0 && s.lanes == nil && !s.opts.Unchecked
}

// inspected says whether all checks that the guard does not cover can be made so.
func (s *indexSet) inspected() bool {
	if !s.mayInspect() {
		return false
	}
	changed := s.changed()
	for k, c := range s.found.checks {
		if s.drop[k] {
			continue
		}
		if _, ok := s.claim(c.i, c.n); !ok || !s.readFrom(c.i, changed, 0) {
			return false
		}
		if reads, ok := s.copied(c.i, nil, map[val]val{}, 0); !ok || !reads {
			return false
		}
	}
	return true
}

// inspect writes the loop that looks at the indices, and says whether they are in range.
func (s *indexSet) inspect() val {
	out := s.builder.loop(s.loop.n, []val{ll.Int(0)}, func(i val, bad []val) []val {
		copies := map[val]val{s.i: i}
		wrong := bad[0]
		for k, c := range s.found.checks {
			if s.drop[k] {
				continue
			}
			limit, _ := s.invariant(c.n, 0)
			s.copied(c.i, s.Cur, copies, 0)
			out := s.ICmp(enum.IPredUGE, copies[c.i], limit)
			s.Size += 2
			wrong = s.Cur.NewOr(wrong, s.Cur.NewZExt(out, types.I64))
		}
		return []val{wrong}
	})
	return s.ICmp(enum.IPredEQ, out[0], ll.Int(0))
}

// copied computes v again in another block, or finds out whether that can be
// done where there is none. It says whether anything is read for v.
func (s *indexSet) copied(v val, to *ir.Block, copies map[val]val, depth int) (reads, ok bool) {
	if _, done := copies[v]; done || !s.inside[v] || v == s.i {
		if !done && to != nil {
			copies[v] = v
		}
		_, again := v.(*ir.InstLoad)
		return done && again, true
	}
	if depth == maxHoist {
		return false, false
	}
	var in []val
	switch v := v.(type) {
	case *ir.InstAdd:
		in = []val{v.X, v.Y}
	case *ir.InstSub:
		in = []val{v.X, v.Y}
	case *ir.InstMul:
		in = []val{v.X, v.Y}
	case *ir.InstGetElementPtr:
		in = append([]val{v.Src}, v.Indices...)
	case *ir.InstLoad:
		if !v.Type().Equal(types.I64) {
			return false, false
		}
		in = []val{v.Src}
	default:
		return false, false
	}
	for _, x := range in {
		r, ok := s.copied(x, to, copies, depth+1)
		if !ok {
			return false, false
		}
		reads = reads || r
	}
	_, load := v.(*ir.InstLoad)
	if load && reads {
		return true, false // the place depends on what is read
	}
	if to != nil {
		copies[v] = copyInst(to, v, copies)
		s.Size++
	}
	return reads || load, true
}

// copyInst appends an instruction with other operands. Nothing is said of overflow,
// since an iteration that does not compute it may compute anything here.
func copyInst(to *ir.Block, v val, copies map[val]val) val {
	switch v := v.(type) {
	case *ir.InstAdd:
		return to.NewAdd(copies[v.X], copies[v.Y])
	case *ir.InstSub:
		return to.NewSub(copies[v.X], copies[v.Y])
	case *ir.InstMul:
		return to.NewMul(copies[v.X], copies[v.Y])
	case *ir.InstGetElementPtr:
		indices := make([]val, len(v.Indices))
		for k, x := range v.Indices {
			indices[k] = copies[x]
		}
		g := &ir.InstGetElementPtr{ElemType: v.ElemType, Src: copies[v.Src], Indices: indices, Typ: v.Typ}
		to.Insts = append(to.Insts, g)
		return g
	}
	load := v.(*ir.InstLoad)
	return to.NewLoad(load.ElemType, copies[load.Src])
}

// checked writes the loop without checks if the guard holds and indices that are
// read are in range, and else with all of them.
func (s *indexSet) checked() []val {
	l := s.loop
	if s.speculates() {
		return s.speculating()
	}
	ok := s.holds()
	if s.inspected() {
		s.require("≤", enum.IPredULE, ll.Int(manyInspected), l.n)
		ok = s.either(s.holds(), func() []val { return []val{s.inspect()} }, func() []val { return []val{constant.False} })[0]
		for k, c := range s.found.checks {
			if claim, ok := s.claim(c.i, c.n); ok && !s.drop[k] {
				s.proved[claim] = true
			}
		}
		s.kept = 0
	}
	return l.either(ok,
		func() []val { return s.fast(ll.Int(0), l.n, l.init) },
		func() []val { return l.plain(ll.Int(0), l.n, l.init) })
}
