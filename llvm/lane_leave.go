package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/ll"
)

// A check that fails in some lanes only cannot end in a run-time error there and then:
// the run-time error has to be that of the first iteration that has one. So where anything
// goes wrong in a block of iterations, the lanes are left, and all iterations from the
// first one of the block on run one after the other:
//
//	block:  …; br all lanes are fine, ok, leave
//	leave:  the iterations from the first of this block on, as they are
//
// What lanes have added to memory by then counts twice, but such a check fails
// again, in the iteration that it is of. Only where the iteration is in a branch it may be
// that the next time another one is taken, as functions for vectors round in
// another way, and so it may be of an index that is made of a Real: so there must be
// no check in a branch where iterations add to memory, and none of such an index after an add.

// leaveUnless goes on in lanes where cond holds, in all lanes that are at work.
func (b *builder) leaveUnless(cond val) {
	l := b.lanes
	if b.single != nil {
		l = b.single
	}
	if l.mask != nil {
		l.doubt = l.doubt || cond != constant.False // which says that no lane comes here
		cond = b.Cur.NewOr(b.splat(cond), b.Not(l.mask))
		b.Size++
	}
	l.doubt = l.doubt || l.reals && (l.added || len(l.loops) > 0 || b.single != nil)
	if isVector(cond) {
		cond = b.all(cond)
	}
	ok, leave := b.Block("ok"), l.leave
	if b.trial != nil {
		leave = ok // what is written for trial is in another function
	}
	br := b.Cur.NewCondBr(cond, ok, leave)
	br.Metadata = b.Likely()
	l.left = l.left || b.trial == nil
	b.Use(ok)
	b.Size++
}

// all says that a condition holds in all lanes, some that it holds in one.
func (b *builder) all(cond val) val  { return b.lanesAre(enum.IPredEQ, cond, -1) }
func (b *builder) some(cond val) val { return b.lanesAre(enum.IPredNE, cond, 0) }

// lanesAre compares the lanes of a condition as a number with a bit for each.
func (b *builder) lanesAre(p enum.IPred, cond val, bits int64) val {
	t := types.NewInt(uint64(b.lanes.width))
	b.Size += 2
	return b.Cur.NewICmp(p, b.Cur.NewBitCast(cond, t), constant.NewInt(t, bits))
}

// A way is one of several into what comes after a loop in lanes.
type way struct {
	from *ir.Block
	vals []val
}

// meet goes on where several ways meet.
func (b *builder) meet(ways []way) []val {
	join := b.Block("join")
	for _, w := range ways {
		w.from.NewBr(join)
	}
	b.Use(join)
	out := make([]val, len(ways[0].vals))
	for k := range out {
		var in []*ir.Incoming
		for _, w := range ways {
			in = append(in, ir.NewIncoming(w.vals[k], w.from))
		}
		out[k] = b.Cur.NewPhi(in...)
	}
	b.Size += len(out)
	return out
}

// blocksInLanes writes the blocks of W iterations of a loop in lanes: write gets their
// number, and gives the sums after them. The result is the sums, and the number of
// the iteration that is next. Iterations that may run again leave none over: the last block ends
// with the last iteration.
func (b *builder) blocksInLanes(n val, s *series, trial *lanes, write func(blocks val) []val) []val {
	on := b.Block("lanes")
	b.Jump(on)
	b.Use(on)
	l := newLanes(trial.width)
	l.leave = b.Block("leave")
	b.lanes = l
	defer func() { b.lanes = nil }()
	for _, e := range trial.equal {
		b.agree(e[0], e[1])
	}
	var blocks, iterations val = b.Cur.NewUDiv(n, ll.Int(l.width)), n
	if s.again {
		blocks = b.Add(b.Cur.NewUDiv(b.Sub(n, ll.Int(1)), ll.Int(l.width)), ll.Int(1))
	} else {
		iterations = b.Mul(blocks, ll.Int(l.width))
	}
	sums := write(blocks)
	out := append(sums, iterations)
	if !l.left {
		return out
	}
	ways := []way{{b.Cur, out}}
	b.Use(l.leave)
	b.freeRows()
	b.freeSlabs()
	return b.meet(append(ways, way{b.Cur, append(b.total(s, l.sums), l.first)}))
}
