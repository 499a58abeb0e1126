package passes

import (
	"math"

	"procad/llvm/loopir"
	"procad/prim"
)

// strength carries powers whose exponent goes up by one from iteration to iteration: one multiplication in the place of one or two
// for each binary digit (strength reduction).
//
//	for i < n { y = powi(x, i + c) }    ↦    q = powi(x, c); for i < n (p = q) { …; y is p; yield mul p, x }
//
// x is the same in all iterations, and c ≥ 0 is a small number. A free loop becomes one in order, but for its sums. After i iterations
// i roundings are in p, each of half a unit in the last place. In x^i by squaring there are as many, since each digit doubles them.
func strength(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		s := &reducer{walker: newWalker(f), of: renaming{}}
		s.after = s.loop
		s.block(f.Body)
		s.of.block(f.Body)
		f.Drop()
		f.Renumber()
	}
}

// A reducer goes through a function.
type reducer struct {
	*walker
	of renaming
}

// loop carries the powers in the iterations of a loop. It returns how many operations follow.
func (s *reducer) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For || loop.From != nil {
		return 0
	}
	body := loop.Sub[0]
	made := map[val]bool{}
	madeIn(loop, made)
	w := &builder{f: s.f}
	for _, op := range body.Ops {
		if op.Kind != loopir.Math || op.Func != prim.Powi || op.Mask != nil || made[op.Args[0]] {
			continue
		}
		e := s.facts.of(op.Args[1])
		i := body.Params[0]
		c, ok := e.with(i, number(0)).constant()
		if e.of(i) != 1 || !ok || c < 0 || c > mostAhead {
			continue
		}
		first := s.f.Const(loopir.RealType, math.Float64bits(1))
		switch {
		case c == 1:
			first = op.Args[0]
		case c > 1:
			power := w.op(loopir.Math, loopir.RealType, op.Args[0], s.f.Int(c))
			power.Func = prim.Powi
			w.ops = append(w.ops, power)
			first = power.Outs[0]
		}
		loop.Args = append(loop.Args, first)
		power := s.f.NewParam(body, loopir.RealType, "")
		s.f.NewOut(loop, loopir.RealType, "")
		next := w.op(loopir.Mul, loopir.RealType, power, op.Args[0])
		body.Ops = append(body.Ops, next)
		body.Yield = append(body.Yield, next.Outs[0])
		s.of[op.Outs[0]] = power
		if loop.Order == loopir.Free {
			loop.Order = loopir.Slide
		}
	}
	insert(b, at, w.ops)
	return len(w.ops)
}

// mostAhead bounds c.
const mostAhead = 16
