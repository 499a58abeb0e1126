package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// roots are the memory that a buffer or a view may be in.
func roots(v val, to map[val]bool) { loopir.Roots(v, to) }

// rootsWith are the roots where some values are others.
func rootsWith(same map[val]val, v val, to map[val]bool) { loopir.RootsWith(same, v, to) }

// ordered are the memory with which a loop does more than to add to elements: whose order counts.
func ordered(p *loopir.Program, loop *loopir.Op) map[val]bool {
	used := map[val]bool{}
	for _, b := range loop.Sub {
		b.Walk(func(op *loopir.Op) {
			switch op.Kind {
			case loopir.Accum, loopir.View, loopir.Row:
				return
			}
			for k, v := range op.Args {
				switch v.Type.Form {
				case loopir.Buffer, loopir.Shaped, loopir.Stack:
				default:
					continue
				}
				if op.Kind.Calls() && p.Lookup(op.Func).Modes[k] == loopir.Accumulator {
					continue
				}
				roots(v, used)
			}
		})
	}
	return used
}

// meets says that a buffer may be in memory of a set.
func meets(v val, set map[val]bool) bool {
	own := map[val]bool{}
	roots(v, own)
	for w := range own {
		if set[w] {
			return true
		}
	}
	return false
}

// setIn are the memory in which a loop sets elements, or adds to them.
func setIn(loop *loopir.Op) map[val]bool { return accessedIn(loop, loopir.Store, loopir.Accum) }

// accessedIn are the memory to which operations of some kinds in a loop do something.
func accessedIn(loop *loopir.Op, kinds ...loopir.Kind) map[val]bool {
	set := map[val]bool{}
	loop.Sub[0].Walk(func(op *loopir.Op) {
		if slices.Contains(kinds, op.Kind) {
			roots(op.Args[0], set)
		}
	})
	return set
}
