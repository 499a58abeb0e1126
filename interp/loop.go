package interp

import (
	"math"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/mod61"
	"procad/prim"
	"procad/proc"
)

// A loopSite is a Call of a loop.
type loopSite struct {
	kind     proc.LoopKind
	body     *function
	code     *code // nil before the first run
	sig      proc.Sig
	counts   []int32 // the slots of the numbers of iterations
	inW, inO []run   // the state
	zone     []int32
	index    int32 // the first slot of the indices
	out      slots
	goesOn   int32 // where the results of an iteration begin: of a while with its Bool, else with the state
	run      func(*Machine, *frame, *loopSite, *frame) error
	kinds    []data.LeafKind // of what sum and adds add
}

// loop compiles a Call of loop{body}.
func (c *compiler) loop(s *proc.Call, kind proc.LoopKind, body proc.Func) {
	in := c.use(s.In)
	k := &loopSite{
		kind: kind, body: c.m.function(body), zone: c.zoneSlots(s.Zone),
		sig: proc.Sig{Zone: c.passed(s.Zone), In: s.In.Type, Out: s.Out.Type},
	}
	iterations := []slots{in}
	switch kind {
	case proc.NTimes, proc.Fold, proc.FoldR, proc.CCL, proc.While, proc.Adds:
		if len(in.lay.Parts) != 2 {
			c.failf("%s takes a count and a state", s.Func)
			return
		}
		iterations[0] = in.at(0)
		k.inW, k.inO = in.at(1).runs(nil, nil)
		k.run = map[proc.LoopKind]func(*Machine, *frame, *loopSite, *frame) error{
			proc.NTimes: (*Machine).nTimes, proc.Fold: (*Machine).fold,
			proc.FoldR: (*Machine).foldDown, proc.CCL: (*Machine).foldDown,
			proc.While: (*Machine).while, proc.Adds: (*Machine).adds,
		}[kind]
		k.kinds = data.LayoutOf(s.Out.Type).Kinds()
	case proc.SumOf:
		k.run, k.kinds = (*Machine).sum, data.LayoutOf(s.Out.Type).Kinds()
	case proc.MaxOf, proc.ArgMax:
		k.run = (*Machine).max
	default:
		k.run = (*Machine).build
		if r := kind.BuildRank(); r > 1 {
			if len(in.lay.Parts) != r {
				c.failf("%s takes %d counts", s.Func, r)
				return
			}
			iterations = iterations[:0]
			for i := range r {
				iterations = append(iterations, in.at(i))
			}
		}
	}
	for _, t := range iterations {
		if t.lay.Type != proc.Int {
			c.failf("%s takes a count, not %s", s.Func, diag.A(proc.Brief(t.lay.Type)))
			return
		}
		k.counts = append(k.counts, t.w)
	}
	for i := range kind.Indices() {
		at := c.fresh(data.LayoutOf(proc.Int)).w
		if i == 0 {
			k.index = at
		}
	}
	if kind == proc.While {
		both := c.fresh(data.LayoutOf(proc.NewTuple(proc.Bool, s.Out.Type)))
		k.goesOn, k.out = both.w, both.at(1)
		c.bind(s.Out, k.out)
	} else {
		k.out = c.bindFresh(s.Out)
		k.goesOn = k.out.w
	}
	c.code.loops = append(c.code.loops, k)
	c.emit(opLoop, int32(len(c.code.loops)-1), 0, 0, 0)
}

// loop runs a loop: it makes one frame for all iterations of the body.
func (m *Machine) loop(f *frame, k *loopSite) error {
	if k.code == nil {
		c, err := m.link(k.body)
		if err == nil {
			var sig proc.Sig
			sig, err = prim.Sig(k.kind.Of(k.body.name), func(g proc.Func) (proc.Sig, bool) { return c.sig, g == k.body.name })
			if err == nil {
				err = fits(k.kind.Of(k.body.name), k.sig, sig)
			} else {
				err = &prim.RuntimeError{Kind: prim.Internal, Message: err.Error()}
			}
		}
		if err != nil {
			return err
		}
		k.code = c
	}
	for _, slot := range k.counts {
		if n := int64(f.w[slot]); n < 0 {
			return &prim.RuntimeError{Kind: prim.NegativeCount, A: n}
		}
	}
	iteration, err := m.enter(k.code)
	if err != nil {
		return err
	}
	indices := k.kind.Indices()
	for i := range indices {
		at := k.index + int32(i)
		iteration.r[i] = ref{cells: f.w[at : at+1]}
	}
	for i, s := range k.zone {
		iteration.r[indices+i] = f.r[s]
	}
	if err := k.run(m, f, k, iteration); err != nil {
		return err
	}
	m.leave(iteration)
	return nil
}

// nTimes:  s ← f(s), n times.
func (m *Machine) nTimes(f *frame, k *loopSite, iteration *frame) error {
	m.startState(f, k)
	for range int64(f.w[k.counts[0]]) {
		if err := m.step(f, k, iteration); err != nil {
			return err
		}
	}
	return nil
}

// fold:  s ← f(i, s), i = 0 … n-1.
func (m *Machine) fold(f *frame, k *loopSite, iteration *frame) error {
	m.startState(f, k)
	for i := range int64(f.w[k.counts[0]]) {
		f.w[k.index] = uint64(i)
		if err := m.step(f, k, iteration); err != nil {
			return err
		}
	}
	return nil
}

// foldDown:  s ← f(i, s), i = n-1 … 0.
func (m *Machine) foldDown(f *frame, k *loopSite, iteration *frame) error {
	m.startState(f, k)
	n := int64(f.w[k.counts[0]])
	watched := m.watcher != nil && k.kind == proc.CCL
	if watched {
		m.watcher.Enters(k.body.name, n)
	}
	for i := n - 1; i >= 0; i-- {
		if watched {
			if err := m.watched(f, k, i); err != nil {
				return err
			}
		}
		f.w[k.index] = uint64(i)
		if err := m.step(f, k, iteration); err != nil {
			return err
		}
	}
	return nil
}

// while:  (c, s) ← f(s), until c is false; after n iterations that gave true it must be.
func (m *Machine) while(f *frame, k *loopSite, iteration *frame) error {
	m.startState(f, k)
	n := int64(f.w[k.counts[0]])
	for i := int64(0); ; i++ {
		if err := m.step(f, k, iteration); err != nil {
			return err
		}
		if f.w[k.goesOn] != 0 {
			return nil
		}
		if i == n {
			return &prim.RuntimeError{Kind: prim.IterationLimit, A: n}
		}
	}
}

// startState puts the initial state where the result will be: between iterations,
// the state is there.
func (m *Machine) startState(f *frame, k *loopSite) {
	copyWords(f.w[k.out.w:], f.w, k.inW)
	moveObjects(f.o[k.out.o:], f.o, k.inO)
}

// step runs one iteration on the state.
func (m *Machine) step(f *frame, k *loopSite, iteration *frame) error {
	w, o := f.w[k.out.w:][:k.out.lay.Words], f.o[k.out.o:][:k.out.lay.Objects]
	copy(iteration.w, w)
	copy(iteration.o, o)
	if err := m.exec(k.code, iteration); err != nil {
		return err
	}
	copyWords(f.w[k.goesOn:], iteration.w, k.code.retW)
	moveObjects(o, iteration.o, k.code.retO)
	return nil
}

// build:  the array of f(i…), in row-major order.
func (m *Machine) build(f *frame, k *loopSite, iteration *frame) error {
	dims := make([]int, len(k.counts))
	for i, slot := range k.counts {
		dims[i] = int(f.w[slot])
	}
	a, err := m.newArray(dims, k.out.lay.Elem.Words)
	if err != nil {
		return err
	}
	index := f.w[k.index:][:len(dims)]
	clear(index)
	for e := range a.Len() {
		if err := m.exec(k.code, iteration); err != nil {
			return err
		}
		for _, r := range k.code.retW {
			for i := range r.n {
				a.Leaves[r.dst+i][e] = iteration.w[r.src+i]
			}
		}
		for d := len(dims) - 1; d >= 0; d-- {
			if index[d]++; index[d] < uint64(dims[d]) {
				break
			}
			index[d] = 0
		}
	}
	f.o[k.out.o] = a
	return nil
}

// sum:  0 + f(0) + … + f(n-1), from left to right.
func (m *Machine) sum(f *frame, k *loopSite, iteration *frame) error {
	clear(f.w[k.out.w:][:len(k.kinds)])
	return m.addUp(f, k, iteration)
}

// adds:  s + f(0) + … + f(n-1), from left to right.
func (m *Machine) adds(f *frame, k *loopSite, iteration *frame) error {
	m.startState(f, k)
	return m.addUp(f, k, iteration)
}

func (m *Machine) addUp(f *frame, k *loopSite, iteration *frame) error {
	acc := f.w[k.out.w:][:len(k.kinds)]
	for i := range int64(f.w[k.counts[0]]) {
		f.w[k.index] = uint64(i)
		if err := m.exec(k.code, iteration); err != nil {
			return err
		}
		for _, r := range k.code.retW {
			for j := range r.n {
				x, to := iteration.w[r.src+j], r.dst+j
				if k.kinds[to] == data.RealLeaf {
					acc[to] = m.addReal(acc[to], x)
				} else {
					acc[to] += x
				}
			}
		}
	}
	return nil
}

// max:  the largest f(i), and for argmax the lowest i where it is. A NaN is
// kept where it comes first and never taken later.
func (m *Machine) max(f *frame, k *loopSite, iteration *frame) error {
	n := int64(f.w[k.counts[0]])
	if n == 0 {
		return &prim.RuntimeError{Kind: prim.EmptyMax}
	}
	var best uint64
	var at int64
	for i := range n {
		f.w[k.index] = uint64(i)
		if err := m.exec(k.code, iteration); err != nil {
			return err
		}
		if x := iteration.w[k.code.retW[0].src]; i == 0 || m.less(best, x) {
			best, at = x, i
		}
	}
	f.w[k.out.w] = best
	if k.kind == proc.ArgMax {
		f.w[k.out.w+1] = uint64(at)
	}
	return nil
}

// addReal adds two Reals in the arithmetic of the machine.
func (m *Machine) addReal(x, y uint64) uint64 {
	if m.mod61 {
		return mod61.Add(x, y)
	}
	return math.Float64bits(math.Float64frombits(x) + math.Float64frombits(y))
}

// less compares two Reals in the arithmetic of the machine.
func (m *Machine) less(x, y uint64) bool {
	if m.mod61 {
		return mod61.Signed(x) < mod61.Signed(y)
	}
	return math.Float64frombits(x) < math.Float64frombits(y)
}

func addReals(acc, xs []uint64) {
	for i, x := range xs {
		acc[i] = math.Float64bits(math.Float64frombits(acc[i]) + math.Float64frombits(x))
	}
}
