package passes

import "procad/llvm/loopir"

// counts gives innermost loops the number of iterations that is known at their place, if it is small, and then writes them out: a check
// or a test before has found that an Int is this number.
//
//	check n == 3; for i < n { … }    ↦    check n == 3; for i < 3 { check i < n implied; … }    ↦    …
func counts(p *loopir.Program, opts Options, report func(Report)) {
	found := false
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		w := newWalker(f)
		w.before = func(_ block, _ int, op *loopir.Op) int {
			if n, ok := w.iterations(op); ok {
				count := op.Args[0]
				op.Args[0] = f.Int(n)
				insert(op.Sub[0], 0, []*loopir.Op{implied(op.Sub[0].Params[0], count)})
				found = true
			}
			return 0
		}
		w.block(f.Body)
	}
	if found {
		small(p, opts, report)
	}
}

// iterations is how many a loop has where that is known of its place, but not a number there.
func (k *facts) iterations(loop *loopir.Op) (int64, bool) {
	if loop.Kind != loopir.For || loop.From != nil || loop.Args[0].Origin == loopir.Constant {
		return 0, false
	}
	n := one(loop.Args[0])
	for _, g := range latest(k.known, mostKnown) {
		if least, ok := n.minus(g.f).constant(); ok && g.exact && 0 < least && least <= mostIterations && k.proves(number(least).minus(n)) {
			return least, true
		}
	}
	return 0, false
}
