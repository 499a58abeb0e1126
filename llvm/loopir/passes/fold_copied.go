package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// copied says that a loop carries what is x in the beginning only to give it up, once the iteration has made a copy y of it for the next one,
// as a reverse pass that runs for several seeds gives up its trace each time. Then the iteration may give up the copy, and the loop
// carries nothing: iterations that carry nothing may commute.
//
//	for … (s = x) { …; y = copy s; …; release s; yield y }
//	   ↦
//	for … { …; y = copy x; …; release y }
//
// Nothing before the copy uses s, and nothing else uses y. Nobody else has x, which the first iteration gives up.
func (d *folder) copied(body block, s, x, y val) bool {
	made := y.Def
	if made == nil || made.Kind != loopir.Copy || made.Args[0] != s || x.Origin == loopir.Undefined {
		return false
	}
	at := slices.Index(body.Ops, made)
	if at < 0 || usesIn(body, s, at) > 0 || usesIn(body, y, len(body.Ops)) > 0 || countOf(body.Yield, y) != 1 || countOf(body.Yield, s) != 0 {
		return false
	}
	return slices.ContainsFunc(body.Ops[at:], func(op *loopir.Op) bool { return d.givesUp(op, s) })
}

// usesIn counts the uses of a value in the first operations of a block.
func usesIn(b block, v val, n int) (count int) {
	for _, op := range b.Ops[:n] {
		op.AllUses(func(w val) {
			if w == v {
				count++
			}
		})
	}
	return count
}

// givesUp says that an operation gives a buffer or a stack back, or passes it on to a function that owns it from then on.
func (d *folder) givesUp(op *loopir.Op, v val) bool {
	switch {
	case op.Kind == loopir.Release:
		return op.Args[0] == v
	case op.Kind == loopir.Call:
		modes := d.prog.Lookup(op.Func).Modes
		k := slices.Index(op.Args, v)
		return k >= 0 && modes[k] == loopir.Owned
	}
	return false
}
