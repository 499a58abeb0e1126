package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// promote adds up what the iterations of a loop add to one element, and adds the sum after the loop. In memory each iteration
// would wait for the one before (scalar promotion).
//
//	for i < n { … accum v[c] += x }    ↦    t = for i < n (s = 0.0) { … yield add s, x }; accum v[c] += t
//
// In a branch the other branch adds 0. Nothing else may read or set the memory of v in the loop. The element has to be there
// also where no iteration looks at it: that is known at the place of the loop, or each iteration checks it and there is one.
//
// If a loop in order carries sums only then, it slides: what is summed is in any order.
//
// Loops inside come first, so a sum may leave several loops.
//
// What is added to an element that was set before, with accesses to other elements between, is set at once:
//
//	store v[i] = x; …; accum v[i] += y    ↦    …; store v[i] = add x, y
func promote(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		f.Renumber() // forms are in the order of IDs
		m := &promoter{walker: newWalker(f), prog: p}
		m.before, m.after = m.forward, m.loop
		m.block(f.Body)
		f.Renumber()
	}
}

// A promoter goes through a function.
type promoter struct {
	*walker
	prog *loopir.Program
}

// An element is where something is added.
type element struct {
	view  val
	at    []val
	every bool // each iteration adds to it
}

// loop promotes what a loop adds. It returns how many operations follow the loop now.
func (m *promoter) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For || len(loop.Sub[0].Ops) == 0 {
		return 0
	}
	var list []*element
	m.elements(loop.Sub[0], true, &list)
	if len(list) == 0 {
		return 0
	}
	made := map[val]bool{}
	madeIn(loop, made)
	used, keeps := ordered(m.prog, loop), addsReals(loop)
	var after []*loopir.Op
	for _, e := range list {
		if made[e.view] || slices.ContainsFunc(e.at, func(i val) bool { return made[i] }) || meets(e.view, used) {
			continue
		}
		w := &builder{f: m.f}
		there := m.there(e, w)
		if !there && !e.every {
			continue
		}
		sum := m.sum(loop.Sub[0], e)
		body := loop.Sub[0]
		loop.Args = append(loop.Args, m.f.Const(loopir.RealType, 0))
		s := m.f.NewParam(body, loopir.RealType, "")
		next := w.op(loopir.Add, loopir.RealType, s, sum)
		body.Ops = append(body.Ops, next)
		body.Yield = append(body.Yield, next.Outs[0])
		total := m.f.NewOut(loop, loopir.RealType, "")
		add := &loopir.Op{Kind: loopir.Accum, Args: append(append([]val{e.view}, e.at...), total)}
		w.ops = append(w.ops, add)
		if there {
			after = append(after, w.ops...)
			continue
		}
		first := m.f.Int(0)
		if loop.From != nil {
			first = loop.From
		}
		some := w.op(loopir.Lt, loopir.BoolType, first, loop.Args[0])
		when := &loopir.Op{Kind: loopir.If, Args: slices.Clone(some.Outs)}
		when.Sub = []block{{In: when, Ops: w.ops}, {In: when}}
		after = append(after, some, when)
	}
	if loop.Order == loopir.Seq && !keeps && len(loop.Outs) > 0 && neutral(loop) { // what a fold adds up keeps its order
		loop.Order = loopir.Slide
	}
	insert(b, at+1, after)
	return len(after)
}

// forward sets an element to which is added after it was set. It stays at its place.
func (m *promoter) forward(b block, at int, op *loopir.Op) int {
	if op.Kind != loopir.Accum || op.Args[0].Type.Elem != loopir.Real || op.Mask != nil || len(op.Indices()) == 0 {
		return 0
	}
	own := map[val]bool{}
	roots(op.Args[0], own)
	for k := at - 1; k >= 0; k-- {
		switch o := b.Ops[k]; {
		case o.Kind == loopir.Check || o.Kind == loopir.View || o.Kind.Pure() && o.Kind != loopir.Load && o.Kind != loopir.Cell:
		case o.Kind != loopir.Load && o.Kind != loopir.Store && o.Kind != loopir.Accum || o.Mask != nil:
			return 0
		case !meets(o.Args[0], own), o.Args[0] == op.Args[0] && m.apart(o.Indices(), op.Indices()):
		case o.Kind == loopir.Store && o.Args[0] == op.Args[0] && slices.Equal(o.Indices(), op.Indices()):
			last := len(op.Args) - 1
			sum := (&builder{f: m.f}).op(loopir.Add, loopir.RealType, o.Args[last], op.Args[last])
			b.Ops = slices.Insert(slices.Delete(b.Ops, k, k+1), at-1, sum)
			op.Kind, op.Args[last] = loopir.Store, sum.Outs[0]
			return 0
		default:
			return 0
		}
	}
	return 0
}

// apart says that two places in a view are known to be different ones: at one axis the indices differ by a number that is at least 1.
func (m *promoter) apart(at, other []val) bool {
	for k, i := range at {
		d := m.of(i).minus(m.of(other[k]))
		for _, d := range []form{d, number(0).minus(d)} {
			if m.exact(d) && m.proves(d.add(-1)) {
				return true
			}
		}
	}
	return false
}

// elements are those that operations of a block add to, but for those of loops inside.
func (m *promoter) elements(b block, every bool, list *[]*element) {
	for _, op := range b.Ops {
		switch op.Kind {
		case loopir.Accum:
			if op.Args[0].Type.Elem != loopir.Real || op.Mask != nil {
				continue
			}
			e := &element{op.Args[0], op.Indices(), every}
			if k := slices.IndexFunc(*list, e.is); k >= 0 {
				(*list)[k].every = (*list)[k].every || every
				continue
			}
			*list = append(*list, e)
		case loopir.If:
			m.elements(op.Sub[0], false, list)
			m.elements(op.Sub[1], false, list)
		}
	}
}

// is says that two elements are the same.
func (e *element) is(o *element) bool { return e.view == o.view && slices.Equal(e.at, o.at) }

// there writes checks that an element is there, and says whether that is known at the place of the loop.
func (m *promoter) there(e *element, w *builder) bool {
	known := true
	for k, i := range e.at {
		check := implied(i, e.view.Def.Args[1+k])
		w.ops = append(w.ops, check)
		known = known && m.follows(check)
	}
	return known
}

// sum takes the operations out of a block that add to an element, and returns what they add; nil if there are none.
func (m *promoter) sum(b block, e *element) (sum val) {
	w := &builder{f: m.f}
	plus := func(x val) {
		if sum == nil {
			sum = x
			return
		}
		sum = w.make(loopir.Add, loopir.RealType, sum, x)
	}
	for _, op := range b.Ops {
		if op.Kind == loopir.Accum && e.is(&element{view: op.Args[0], at: op.Indices()}) {
			plus(op.Args[len(op.Args)-1])
			continue
		}
		w.ops = append(w.ops, op)
		if op.Kind != loopir.If {
			continue
		}
		yes, no := m.sum(op.Sub[0], e), m.sum(op.Sub[1], e)
		if yes == nil && no == nil {
			continue
		}
		for k, x := range []val{yes, no} {
			if x == nil {
				x = m.f.Const(loopir.RealType, 0)
			}
			op.Sub[k].Yield = append(op.Sub[k].Yield, x)
		}
		plus(m.f.NewOut(op, loopir.RealType, ""))
	}
	b.Ops = w.ops
	return sum
}
