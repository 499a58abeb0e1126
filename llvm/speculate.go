package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/ll"
)

// Where an iteration that has a wrong index may go on, nobody has to look at the indices
// before the loop. The iteration takes the last element instead, and notes that; if that
// was noted, the loop runs again, with its checks:
//
//	wrong = 0;  for all i:  k = min(obs[i], n - 1);  wrong = wrong ∨ (k ⊕ obs[i]);  … x[k] …
//	if wrong ≠ 0 then the loop with all checks
//
// LLVM has vectors for that, nothing is read twice, and an index may be read at a
// place that is read. The iteration may go on in two cases:
//
//   - Every iteration checks the index, and the loop does not change what the index comes
//     from. Then the loop that runs again ends in a run-time error, and what the iterations have done
//     to memory does not matter.
//   - The iterations do the same when they run again, since they read nothing that they
//     write, and every iteration writes all that it ever writes. This is for checks in branches: a
//     branch may be taken only the first time, if functions for vectors round in another way.

// A speculation notes wrong indices in a word.
type speculation struct {
	note val
	of   map[val]val   // the indices that stand for others
	last map[claim]val // the largest index, for each claim of a check that it stands for
}

// speculates says whether all checks that the guard does not cover can be made so.
func (s *indexSet) speculates() bool {
	if !s.mayInspect() {
		return false
	}
	var stores []*ir.InstStore
	loads, into := map[val]bool{}, s.changed()
	again := true
	for _, block := range s.written {
		always := s.always(block)
		for _, inst := range block.Insts {
			switch inst := inst.(type) {
			case *ir.InstStore:
				stores = append(stores, inst)
				again = again && always && !s.inside[s.memory(inst.Dst)]
			case *ir.InstLoad:
				loads[s.memory(inst.Src)] = true
			}
		}
	}
	again = again && !slices.ContainsFunc(stores, func(st *ir.InstStore) bool { return loads[s.memory(st.Dst)] })
	for k, c := range s.found.checks {
		if s.drop[k] {
			continue
		}
		if _, ok := s.claim(c.i, c.n); !ok || !s.readFrom(c.i, into, 0) || !again && !s.always(c.in) {
			return false
		}
	}
	return true
}

// changed are the arrays that the loop may write to, itself or in what it calls.
func (s *indexSet) changed() map[val]bool {
	into := map[val]bool{}
	for _, block := range s.written {
		for _, inst := range block.Insts {
			switch inst := inst.(type) {
			case *ir.InstStore:
				into[s.memory(inst.Dst)] = true
			case *ir.InstCall:
				for _, x := range inst.Args {
					if types.IsPointer(x.Type()) {
						into[s.memory(x)] = true
					}
				}
			}
		}
	}
	return into
}

// memory is what an address was made from: an array.
func (s *indexSet) memory(p val) val {
	for {
		switch v := p.(type) {
		case *ir.InstGetElementPtr:
			p = v.Src
		case *ir.InstBitCast:
			p = v.From
		default:
			return p
		}
	}
}

// readFrom says that v is computed from Ints that the loop reads, and does not change,
// from the number of the iteration and from what is known before the loop.
func (s *indexSet) readFrom(v val, changed map[val]bool, depth int) bool {
	if !s.inside[v] || v == s.i {
		return true
	}
	if depth == maxHoist {
		return false
	}
	switch v := v.(type) {
	case *ir.InstAdd, *ir.InstSub, *ir.InstMul, *ir.InstGetElementPtr:
	case *ir.InstLoad:
		if from := s.memory(v.Src); !v.Type().Equal(types.I64) || s.inside[from] || changed[from] {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(operands(v.(value.User)), func(x val) bool { return !s.readFrom(x, changed, depth+1) })
}

// always says that every iteration comes through a block of the loop.
func (s *indexSet) always(block *ir.Block) bool {
	head := s.written[0]
	seen := map[*ir.Block]bool{block: true}
	var avoids func(at *ir.Block) bool // an iteration that goes on at a block gets to its end
	avoids = func(at *ir.Block) bool {
		if seen[at] {
			return false
		}
		seen[at] = true
		return slices.ContainsFunc(at.Term.Succs(), func(next *ir.Block) bool {
			return next == head || avoids(next)
		})
	}
	return block == head || !avoids(s.iteration())
}

// iteration is the first block of an iteration.
func (s *indexSet) iteration() *ir.Block {
	return s.written[0].Term.(*ir.TermCondBr).TargetTrue.(*ir.Block)
}

// clamp is an index that exists, given one that perhaps does not, which is noted.
func (b *builder) clamp(w *speculation, last, i val) val {
	k := b.Choice(b.ICmp(enum.IPredULT, i, last), i, last)
	if _, ok := k.(*ir.InstSelect); ok {
		w.of[k] = i
	}
	wrong := b.Cur.NewOr(b.Cur.NewLoad(types.I64, w.note), b.Cur.NewXor(k, i))
	b.Cur.NewStore(wrong, w.note)
	b.Size += 4
	return k
}

// speculating writes the loop that notes wrong indices, and the one with checks for
// where there are any, or where the guard does not hold.
func (s *indexSet) speculating() []val {
	l := s.loop
	w := &speculation{s.Alloca(types.I64, 1), map[val]val{}, map[claim]val{}}
	for k, c := range s.found.checks {
		if !s.drop[k] {
			claim, _ := s.claim(c.i, c.n)
			s.lessEq(ll.Int(1), claim.limit)
			w.last[claim] = s.minus(claim.limit, ll.Int(1))
		}
	}
	s.kept = 0
	fast, right, plain, join := s.Block("speculate"), s.Block("right"), s.Block("plain"), s.Block("join")
	s.branch(s.holds(), fast, plain)
	s.Use(fast)
	mark := s.mark()
	s.Cur.NewStore(ll.Int(0), w.note)
	s.speculation = w
	xs := s.fast(ll.Int(0), l.n, l.init)
	s.speculation = nil
	br := s.Cur.NewCondBr(s.ICmp(enum.IPredEQ, s.Cur.NewLoad(types.I64, w.note), ll.Int(0)), right, plain)
	br.Metadata = s.Likely()
	s.undo(mark)
	s.Use(right)
	s.Jump(join)
	s.Use(plain)
	ys := l.plain(ll.Int(0), l.n, l.init)
	s.undo(mark)
	last := s.Cur
	s.Jump(join)
	s.Use(join)
	out := make([]val, len(xs))
	for k := range xs {
		out[k] = s.Phi(xs[k], right, ys[k], last)
	}
	return out
}
