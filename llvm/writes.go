package llvm

import (
	"procad/proc"
	"procad/proc/graph"
)

// A fold often does nothing with an array but fill it: its iterations only set
// elements, and nothing looks at what they overwrite.
//
//	a ← fold(\(a, i). set(set(a, 2*i, x), 2*i + 1, y), a, …)
//
// Which elements an iteration sets is found out by following the Ints of its body.

// The writes of an iteration are what it does with the arrays of the state.
type writes struct {
	arrays []*arrayWrites // in the order of the state
	only   bool           // the state has nothing but these arrays
}

// An arrayWrites lists the elements that an iteration sets.
type arrayWrites struct {
	array *proc.ArrayType
	at    []write
}

// A write sets one element.
type write struct {
	at     []*graph.Affine // nil for an index that is not known
	steady []bool          // of an index: nothing in it differs from iteration to iteration but their number
	always bool            // it happens in every iteration
	once   bool            // it happens in an iteration once, if at all
}

// writesOf finds out what an iteration of fold{f} writes; nil if it does anything
// else with an array of its state.
func (m *emitter) writesOf(n *node) *writes {
	if n.asked {
		return n.writes
	}
	n.asked = true
	f := &follower{emitter: m, node: n, steady: map[graph.Symbol]bool{graph.Iteration: true}}
	f.run = graph.Interpret(f)
	defer func() {
		switch r := recover().(type) {
		case nil, otherUse:
		default:
			panic(r)
		}
	}()
	w := &writes{only: true}
	in := f.state(n.def.In.Type, w)
	if len(w.arrays) == 0 {
		return nil
	}
	f.writes = w
	zone := []known{graph.Symbolic(graph.Iteration)}
	for _, r := range n.def.Zone[1:] {
		zone = append(zone, f.outside(r))
	}
	out := f.run.Inside(n.def, zone, in)
	if !sameArrays(in, out) {
		return nil
	}
	n.writes = w
	return w
}

// What is known of a value: an Int as an *graph.Affine, an arrayState, an overwritten
// element, the parts of a tuple; nil if it is anything else.
type (
	known       any
	parts       []known
	arrayState  int
	overwritten struct{}
)

// An otherUse ends the search: an array of the state is used in another way.
type otherUse struct{}

// A follower follows the Ints and the arrays of an iteration: it is a domain of abstract interpretation. What is known
// of a name of Θ is what is known of the value behind it.
type follower struct {
	graph.Unknown[known, known]
	*emitter
	run    *graph.Interpreter[known, known]
	node   *node
	writes *writes
	last   graph.Symbol
	steady map[graph.Symbol]bool
	sizes  map[sizeOf]graph.Symbol
	maybe  int // in how many branches and loops of unknown length the code stands
	again  int // in how many such loops
	steps  int
}

// A sizeOf is a dimension of an array from outside the loop.
type sizeOf struct {
	array outer
	axis  int
}

// An outer is an array from outside the loop.
type outer int

// maxFollowed bounds the statements that are followed.
const maxFollowed = 20_000

// maxUnfolded is the largest number of iterations that are followed one by one.
const maxUnfolded = 64

func (f *follower) fresh(steady bool) *graph.Affine {
	f.last++
	f.steady[f.last] = steady
	return graph.Symbolic(f.last)
}

// outside is what is known of a name of the zone of the body.
func (f *follower) outside(r proc.Ref) known {
	if r.Type == proc.Int && r.Mode == proc.Shared {
		return f.fresh(true)
	}
	f.last++
	return outer(f.last)
}

// state lists the arrays of a state.
func (f *follower) state(t proc.Type, w *writes) known {
	switch t := t.(type) {
	case *proc.ArrayType:
		w.arrays = append(w.arrays, &arrayWrites{array: t})
		return arrayState(len(w.arrays) - 1)
	case *proc.TupleType:
		list := make(parts, len(t.Elems))
		for k, e := range t.Elems {
			list[k] = f.state(e, w)
		}
		return list
	}
	w.only = w.only && t == proc.Unit
	return nil
}

// sameArrays says that two values have the same arrays of the state, in the same places.
func sameArrays(x, y known) bool {
	switch x := x.(type) {
	case arrayState:
		return x == y
	case parts:
		list, ok := y.(parts)
		if !ok || len(x) != len(list) {
			return !hasArrays(x) && !hasArrays(y)
		}
		for k := range x {
			if !sameArrays(x[k], list[k]) {
				return false
			}
		}
		return true
	}
	return !hasArrays(y)
}

// hasArrays says that a value has arrays of the state in it.
func hasArrays(x known) bool {
	switch x := x.(type) {
	case arrayState:
		return true
	case parts:
		for _, y := range x {
			if hasArrays(y) {
				return true
			}
		}
	}
	return false
}

// isPlain says that a value has neither arrays of the state nor their old elements in it.
func isPlain(x known) bool {
	switch x := x.(type) {
	case arrayState, overwritten:
		return false
	case parts:
		for _, y := range x {
			if !isPlain(y) {
				return false
			}
		}
	}
	return true
}

// mustBePlain ends the search where there are arrays of the state, or their old elements.
func mustBePlain(xs ...known) {
	for _, x := range xs {
		if !isPlain(x) {
			panic(otherUse{})
		}
	}
}

func (f *follower) Before(proc.Stmt) {
	if f.steps++; f.steps > maxFollowed {
		panic(otherUse{})
	}
}

// Bind gives every Int a symbol at least.
func (f *follower) Bind(v proc.Var, x known) known {
	if _, ok := x.(*graph.Affine); !ok && v.Type == proc.Int {
		return f.fresh(false)
	}
	return x
}

func (f *follower) Const(s *proc.Const) known {
	if s.Out.Type == proc.Int {
		return graph.Whole(int64(s.Bits))
	}
	return nil
}

func (f *follower) Elim(_ *proc.Elim, x known) {
	if hasArrays(x) {
		panic(otherUse{})
	}
}

func (f *follower) Dup(_ *proc.Dup, x known) known {
	mustBePlain(x)
	return parts{x, x}
}

func (f *follower) Tuple(_ *proc.Tuple, list []known) known { return parts(list) }

func (f *follower) Parts(x known, _ proc.Type) []known {
	list, _ := x.(parts)
	return list
}

func (f *follower) Inject(_ proc.Var, x known, _ bool) known {
	mustBePlain(x)
	return nil
}

func (f *follower) Cases(_ *proc.Case, in known, left, right func() bool) {
	mustBePlain(in)
	f.maybe++
	left()
	right()
	f.maybe--
}

func (f *follower) Join(_ *proc.Case, _ known, _ proc.Var, l, r known) known { return f.join(l, r) }

func (f *follower) Share(s *proc.Share, x known) known {
	if !isPlain(x) && graph.Mentions(s.Body, s.Name, nil) {
		panic(otherUse{})
	}
	return x
}

func (f *follower) Accum(_ *proc.Accum, x known) known {
	mustBePlain(x)
	return nil
}

func (f *follower) Read(_ *proc.Read, ref known, idx []known) known {
	if len(idx) == 0 {
		return ref
	}
	mustBePlain(idx...)
	return nil
}

func (f *follower) Add(_ *proc.Add, _ known, idx []known, x known) {
	mustBePlain(idx...)
	mustBePlain(x)
}

func (f *follower) Size(s *proc.Size, ref known) known { return f.size(ref, s.Axis) }

func (f *follower) Row(_ *proc.Row, _ known, idx []known) known {
	mustBePlain(idx...)
	return nil
}

func (f *follower) Choose(_ *proc.Choose, in, _, _ known) known {
	mustBePlain(in)
	return nil
}

// size is the dimension of an array: that of one from outside is always the same.
func (f *follower) size(of known, axis int) known {
	array, ok := of.(outer)
	if !ok {
		return nil
	}
	key := sizeOf{array, axis}
	if s, ok := f.sizes[key]; ok {
		return graph.Symbolic(s)
	}
	if f.sizes == nil {
		f.sizes = map[sizeOf]graph.Symbol{}
	}
	x := f.fresh(true)
	f.sizes[key] = f.last
	return x
}

// join is what is known of a value that is x or y.
func (f *follower) join(x, y known) known {
	switch x := x.(type) {
	case *graph.Affine:
		if b, ok := y.(*graph.Affine); ok && x.Equal(b) {
			return x
		}
		return f.fresh(false)
	case parts:
		if list, ok := y.(parts); ok && len(list) == len(x) {
			out := make(parts, len(x))
			for k := range x {
				out[k] = f.join(x[k], list[k])
			}
			return out
		}
	case arrayState, overwritten, outer:
		if x == y {
			return x
		}
	}
	mustBePlain(x, y)
	return nil
}
