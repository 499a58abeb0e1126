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
func (m *module) writesOf(n *node) *writes {
	if n.asked {
		return n.writes
	}
	n.asked = true
	f := &follower{module: m, node: n, steady: map[graph.Symbol]bool{graph.Iteration: true}}
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
	out := f.definition(n.def, zone, in)
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

// A follower follows the Ints and the arrays of an iteration.
type follower struct {
	*module
	node   *node
	writes *writes
	last   graph.Symbol
	steady map[graph.Symbol]bool
	sizes  map[sizeOf]graph.Symbol
	maybe  int // in how many branches and loops of unknown length the code stands
	again  int // in how many such loops
	steps  int
	*followed
}

// A followed is the scope of a definition.
type followed struct {
	vars map[string]known
	zone map[string]known
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

// definition follows the body of a definition.
func (f *follower) definition(d *proc.Def, zone []known, in known) known {
	caller := f.followed
	f.followed = &followed{vars: map[string]known{d.In.Name: in}, zone: map[string]known{}}
	for k, r := range d.Zone {
		f.zone[r.Name] = zone[k]
	}
	f.procedure(d.Body)
	out := f.vars[d.Out.Name]
	f.followed = caller
	return out
}

// take is what is known of a variable that is used.
func (f *follower) take(v proc.Var) known {
	x := f.vars[v.Name]
	delete(f.vars, v.Name)
	return x
}

// plain takes a variable in which there must be no array of the state.
func (f *follower) plain(v proc.Var) known {
	x := f.take(v)
	if !isPlain(x) {
		panic(otherUse{})
	}
	return x
}

// bind notes what is known of a variable; every Int has a graph.Symbol at least.
func (f *follower) bind(v proc.Var, x known) {
	if _, ok := x.(*graph.Affine); !ok && v.Type == proc.Int {
		x = f.fresh(false)
	}
	if x != nil {
		f.vars[v.Name] = x
	}
}

func (f *follower) procedure(p proc.Procedure) {
	for _, s := range p {
		if f.steps++; f.steps > maxFollowed {
			panic(otherUse{})
		}
		f.stmt(s)
	}
}

func (f *follower) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		f.bind(s.Out, f.call(s))
	case *proc.Const:
		var x known
		if s.Out.Type == proc.Int {
			x = graph.Whole(int64(s.Bits))
		}
		f.bind(s.Out, x)
	case *proc.Elim:
		if x := f.take(s.In); hasArrays(x) {
			panic(otherUse{})
		}
	case *proc.Dup:
		x := f.plain(s.In)
		f.bind(s.Out, parts{x, x})
	case *proc.Tuple:
		list := make(parts, len(s.Ins))
		for k, v := range s.Ins {
			list[k] = f.take(v)
		}
		f.bind(s.Out, list)
	case *proc.Untuple:
		list, _ := f.take(s.In).(parts)
		for k, v := range s.Outs {
			var x known
			if k < len(list) {
				x = list[k]
			}
			f.bind(v, x)
		}
	case *proc.Inl:
		f.plain(s.In)
	case *proc.Inr:
		f.plain(s.In)
	case *proc.Case:
		f.plain(s.In)
		f.branches(s)
	case *proc.Share:
		x := f.take(s.In)
		if !isPlain(x) && graph.Mentions(s.Body, s.Name, nil) {
			panic(otherUse{})
		}
		f.zone[s.Name] = x
		f.procedure(s.Body)
		f.bind(s.Out, x)
	case *proc.Accum:
		f.plain(s.In)
		f.zone[s.Name] = nil
		f.procedure(s.Body)
		f.bind(s.Out, nil)
	case *proc.Read:
		var x known
		if len(s.Idx) == 0 {
			x = f.zone[s.Ref]
		}
		for _, v := range s.Idx {
			f.plain(v)
		}
		f.bind(s.Out, x)
	case *proc.Add:
		for _, v := range s.Idx {
			f.plain(v)
		}
		f.plain(s.In)
	case *proc.Size:
		f.bind(s.Out, f.size(f.zone[s.Ref], s.Axis))
	case *proc.Row:
		for _, v := range s.Idx {
			f.plain(v)
		}
		f.zone[s.Name] = nil
		f.procedure(s.Body)
	case *proc.Choose:
		f.plain(s.In)
		f.zone[s.Name] = nil
		f.procedure(s.Body)
	}
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

// branches follows both branches of a Case, each from the same beginning.
func (f *follower) branches(c *proc.Case) {
	f.maybe++
	before := f.vars
	run := func(br proc.Branch) map[string]known {
		vars := make(map[string]known, len(before))
		for name, x := range before {
			vars[name] = x
		}
		f.vars = vars
		f.bind(br.Var, nil)
		f.procedure(br.Body)
		return f.vars
	}
	l, r := run(c.L), run(c.R)
	f.maybe--
	f.vars = map[string]known{}
	for name := range union(l, r) {
		f.vars[name] = f.join(l[name], r[name])
	}
}

func union(l, r map[string]known) map[string]bool {
	names := map[string]bool{}
	for name := range l {
		names[name] = true
	}
	for name := range r {
		names[name] = true
	}
	return names
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
	if !isPlain(x) || !isPlain(y) {
		panic(otherUse{})
	}
	return nil
}
