package passes

import "procad/llvm/loopir"

// wider is how many iterations are a block where each value is several vectors. While one operation waits for the one before
// it, as in a loop inside whose iterations need each other, the other vectors compute (interleaving). All values have to stay in
// registers, and Locals on the stack.
func (l *laneValues) wider() int {
	live := l.pressure(l.loop.Sub[0], map[val]bool{})
	local := uint64(0) // elements of the largest Local
	l.loop.Sub[0].Walk(func(op *loopir.Op) {
		if op.Kind == loopir.Local {
			local = max(local, op.Args[0].Bits)
		}
	})
	width := l.width
	for width < mostVectors*l.width && live*2*width/l.width <= registers(l.width) && local*2*uint64(width) <= loopir.MostLocal {
		width *= 2
	}
	return width
}

const mostVectors = 4

// mostNear is how many elements in memory an iteration may have, so that those of a wide block stay in the second cache.
const mostNear = 1024

// allocated are how many elements an iteration allocates, at each place; not all is known before the loop, if ok is false.
func (l *laneValues) allocated() (sizes []val, ok bool) {
	made := map[val]bool{}
	madeIn(l.loop, made)
	ok = true
	l.loop.Sub[0].Walk(func(op *loopir.Op) {
		if op.Kind == loopir.Alloc {
			sizes = append(sizes, op.Args[0])
			ok = ok && !made[op.Args[0]]
		}
	})
	return sizes, ok
}

// registers are how many vectors of so many lanes a machine has.
func registers(lanes int) int {
	if lanes >= 8 {
		return 32
	}
	return 16
}

// pressure is how many values that vary are needed later at some place of a block, at most: values of the block, and those of
// outside that the block, or what follows, needs.
func (l *laneValues) pressure(b block, outside map[val]bool) int {
	last := map[val]int{} // the operation that needs a value last
	need := func(v val, at int) {
		if l.varies[v] {
			last[v] = at
		}
	}
	for k, op := range b.Ops {
		op.AllUses(func(v val) { need(v, k) })
	}
	for _, v := range b.Yield {
		need(v, len(b.Ops))
	}
	live := map[val]bool{}
	for v := range outside {
		live[v] = true
	}
	for _, v := range b.Params {
		if l.varies[v] {
			live[v] = true
		}
	}
	most := len(live)
	for k, op := range b.Ops {
		for _, inner := range op.Sub {
			most = max(most, l.pressure(inner, live))
		}
		for v := range live {
			if at, ok := last[v]; !outside[v] && (!ok || at <= k) {
				delete(live, v)
			}
		}
		for _, v := range op.Outs {
			if l.varies[v] && last[v] > k {
				live[v] = true
			}
		}
		most = max(most, len(live))
	}
	return most
}
