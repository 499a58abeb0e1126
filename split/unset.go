package split

import (
	"maps"
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// R gives arrays back as they were, since what comes before in F may need their elements. Where R reads no element of an
// array, as in sorting or in a sum of elements, there is no need: the array keeps its dimensions, and its elements
// are not set. Then F keeps no overwritten element.
//
//	(v', x) = swap (v, i…, y)      F: the same, with copies of i…      Υ: i…      R: (c', w) = v̄' ; (c, ȳ) = swap (c', i…, x̄) ; v̄ = (c, w)
//	b = Call f a                   F, R: those of unread.k…$f          k…: the arrays of a that are not restored
//	b = Call loop{f} a             F, R: those of loop{unread.k…$f}    where revr$f does not read them in its s̄' either
//
// Which arrays these are is found from R itself: it is made for trial, and the arrays are followed through it
// (graph.Reads). What is read of an array that was given back is read of the one that it was made from, too, for it has
// the other elements. What is not read is hidden from what R could read again (minimise), so that it is not read in the end.

// Unset has the arrays that R does not restore.
type Unset struct {
	arrays  map[*proc.Call][]int // by what changes them, by their numbers in deriv.Unread
	settled map[*proc.Call]bool  // of these, the loops whose reverse reads them (settled.go)
	hidden  map[string]bool      // the names that F gives them
}

// Func is the function of a call, or the one with the reverse that R calls instead.
func (u *Unset) Func(c *proc.Call) proc.Func {
	places := u.arrays[c]
	if len(places) == 0 || swap(c.Func) {
		return c.Func
	}
	if u.settled[c] {
		return withSettled(c.Func, places)
	}
	return withUnset(c.Func, places)
}

// restored is a call whose reverse gives arrays back in aBar.
type restored struct {
	call   *proc.Call
	aBar   proc.Var
	policy Policy
}

// mayLeaveUnset says that d calls something that may change an array in place.
func mayLeaveUnset(lib Library, d *proc.Def) (may bool) {
	if lib.Without().Has(optim.ShapeOnly) || lib.Without().Has(optim.Annotations) {
		return false
	}
	d.Body.Walk(func(s proc.Stmt) {
		c, ok := s.(*proc.Call)
		may = may || ok && ArraysIn(c.In.Type) > 0 && (swap(c.Func) || changes(lib, c.Func))
	})
	return may
}

// changes says that f is a definition, or an ordered loop, which has a reverse that leaves arrays unset.
func changes(lib Library, f proc.Func) bool {
	kind, body, loop := f.Loop()
	if loop {
		if !kind.Sequential() {
			return false
		}
		f = body
	}
	if _, _, ruled := deriv.OfRule(f); ruled {
		return false
	}
	d, err := lib.Def(f)
	return d != nil && err == nil
}

// Discarding is a definition f with a reverse that restores no array of the argument.
func Discarding(lib Library, f proc.Func) (proc.Func, error) {
	if _, _, loop := f.Loop(); loop || !changes(lib, f) || lib.Without().Has(optim.ShapeOnly) {
		return f, nil
	}
	s, err := lib.Sig(f)
	if err != nil {
		return f, err
	}
	places := make([]int, ArraysIn(s.In))
	for k := range places {
		places[k] = k
	}
	return withUnset(f, places), nil
}

// withUnset is f, or a loop, with a reverse that does not set some arrays.
func withUnset(f proc.Func, places []int) proc.Func {
	if _, body, loop := f.Loop(); loop {
		return f.Around(Leaving(body, places))
	}
	return Leaving(f, places)
}

// FindUnset makes R for trial. fuse says that R follows F at once; then nobody has what it restores in the end. A function
// that leaves some arrays unset keeps less, and may read others instead. So R is made again with those
// functions, until it reads none of the arrays that are left.
func FindUnset(lib Library, d *proc.Def, own Policy, fuse bool) (Unset, error) {
	if !mayLeaveUnset(lib, d) {
		return Unset{}, nil
	}
	if op, _, ok := deriv.Apart(d.Name); ok {
		if places, ok := deriv.IsSettled(op); ok {
			return settledIn(lib, d, places), nil
		}
	}
	for not, first := (Unset{}), true; ; first = false {
		t := newSplitter(lib, d, own, fuse)
		t.trial, t.unset = true, not
		r := t.both()
		if t.err != nil {
			return Unset{}, t.err
		}
		found := t.findUnset(r.rev, first)
		if t.err != nil || len(found.arrays) == 0 || maps.EqualFunc(found.arrays, not.arrays, slices.Equal[[]int]) {
			return found, t.err
		}
		not = found
	}
}

// findUnset finds them from R, the first time among all, and then among those that are not restored in R.
func (t *splitter) findUnset(rev proc.Procedure, first bool) Unset {
	anew := map[proc.Var]bool{}
	for _, r := range t.restored {
		anew[r.aBar] = true
	}
	flow := t.lib.Reads().Flow(rev, anew)
	wanted := t.outOfR(flow.Left)
	// What is read of an array that R gives back is read of what it is made from.
	for _, r := range t.restored {
		from := Values(flow.From[r.aBar], r.call.In.Type)
		for k, leaf := range Values(flow.Vars[r.aBar], r.call.In.Type) {
			if !left(leaf, wanted) {
				from[k].Reads()
			}
		}
	}
	found := Unset{map[*proc.Call][]int{}, map[*proc.Call]bool{}, map[string]bool{}}
	outs := map[proc.Var]bool{}
	for _, r := range t.restored {
		places, settled := t.leftBy(r, flow, wanted)
		if !first && settled != t.unset.settled[r.call] {
			continue
		}
		if !first {
			places = slices.DeleteFunc(places, func(k int) bool { return !slices.Contains(t.unset.arrays[r.call], k) })
		}
		if len(places) > 0 {
			found.arrays[r.call] = places
			if settled {
				found.settled[r.call] = true
			}
		}
		outs[r.call.Out] = true
	}
	if len(found.arrays) == 0 {
		return found
	}
	// The names of these arrays in F.
	fwd := t.lib.Reads().Flow(t.of.Body, outs)
	are := map[*graph.Array]bool{}
	for c, places := range found.arrays {
		for k, leaf := range arraysOf(fwd.Vars[c.In], c.In.Type) {
			if slices.Contains(places, k) {
				leaf.Each(func(a *graph.Array) { are[a] = true })
			}
		}
	}
	for n, h := range fwd.Names {
		h.Each(func(a *graph.Array) { found.hidden[n] = found.hidden[n] || are[a] })
	}
	return found
}

// left says that nobody reads the arrays in h, or wants them.
func left(h *graph.Contents, wanted map[*graph.Array]bool) bool {
	all := true
	h.Each(func(a *graph.Array) { all = all && !a.Read && !wanted[a] })
	return all
}

// leftBy are the arrays that the reverse of a call gives back, and nobody reads. Settled says that the reverse reads them.
func (t *splitter) leftBy(r restored, flow *graph.Flow, wanted map[*graph.Array]bool) (places []int, settled bool) {
	h, there := flow.Vars[r.aBar]
	if !there || !swap(r.call.Func) && !changes(t.lib, r.call.Func) {
		return nil, false
	}
	for k, leaf := range Values(h, r.call.In.Type) {
		if left(leaf, wanted) {
			places = append(places, k)
		}
	}
	if _, body, loop := r.call.Func.Loop(); loop && len(places) > 0 {
		if unset := t.unsetStates(body, r.policy, places); len(unset) > 0 {
			return unset, false
		}
		return t.settledStates(r.call.Func, r.policy, places), true
	}
	return places, false
}

// unsetStates are those of some arrays in the state of a loop that the reverse of its body does not read, and gives back as
// one of them: then no iteration needs them. This has to be so of the body that does not restore them.
func (t *splitter) unsetStates(body proc.Func, p Policy, asked []int) []int {
	may := t.passedOn(body, p, asked)
	for len(may) > 0 {
		left := t.passedOn(Leaving(body, may), p, may)
		if len(left) == len(may) {
			break
		}
		may = left
	}
	return may
}

// passedOn are those of some arrays in the state that one reverse of a body does not read, and gives back as one of them.
func (t *splitter) passedOn(body proc.Func, p Policy, asked []int) []int {
	f := t.sig(body)
	in, out, ok := t.lib.Reads().Argument(p.R.Of(body))
	if t.err != nil || !ok {
		return nil
	}
	given, back := Values(in.Part(1), f.Out), Values(out, f.In)
	may := make([]bool, len(given))
	for _, k := range asked {
		may[k] = !given[k].Read()
	}
	passedOn(given, back, may)
	return slices.DeleteFunc(slices.Clone(asked), func(k int) bool { return !may[k] })
}

// passedOn takes the arrays out of may that the reverse of an iteration gives back elsewhere than as one of may: k is given,
// and comes out in back.
func passedOn(given, back []*graph.Contents, may []bool) {
	for again := true; again; {
		again = false
		for k, h := range given {
			for j, b := range back {
				if may[k] && !may[j] && b.Shares(h) {
					may[k], again = false, true
				}
			}
		}
	}
}

// arraysOf are the arrays of a t, by their numbers in deriv.Unread.
func arraysOf(h *graph.Contents, t proc.Type) (arrays []*graph.Contents) {
	switch t := t.(type) {
	case *proc.ArrayType:
		return []*graph.Contents{h}
	case *proc.TupleType:
		for i, e := range t.Elems {
			arrays = append(arrays, arraysOf(h.Part(i), e)...)
		}
	}
	return arrays
}

// swapUnset is the rule of a swap whose array R does not restore.
//
//	(v', x) = swap (v, i…, y)      F: the same, with copies of i…      Υ: i…      R: (c', w) = v̄' ; (c, ȳ) = swap (c', i…, x̄) ; v̄ = (c, w)
//	     v without tangents                                                       R: v̄ = v̄' ; Elim i…
func (t *splitter) swapUnset(s *proc.Call) passes {
	f, r := t.build(s)
	in := f.Untuple(s.In, s.In.Name)
	n := len(in) - 1
	kept := make([]proc.Var, n-1)
	for k := range kept {
		in[1+k], kept[k] = f.Dup(in[1+k])
	}
	f.Emit(&proc.Call{Where: s.Where, Out: s.Out, Func: s.Func, In: f.Tuple(s.In.Name, in...)})

	name := t.name(s.Out.Name)
	bar := r.Untuple(t.give(r, s.Out), name+".v", name+".x")
	back := make([]proc.Var, len(in))
	for k := range kept {
		back[1+k] = r.Unit()
	}
	if c := deriv.Tangent(in[0].Type); c == proc.Unit {
		back[0], back[n] = bar[0], bar[1]
		for _, i := range kept {
			r.Elim(i)
		}
	} else {
		v := r.Untuple(bar[0], name+".c", name+".w")
		swapped := r.Call(name+".cx", proc.NewTuple(c, c.(*proc.ArrayType).Elem), proc.FamilyOf("swap", c), nil, r.Tuple(name+".a", slices.Concat(v[:1], kept, bar[1:])...))
		cx := r.Untuple(swapped, name+".c", name+".x")
		back[0], back[n] = r.Tuple(name+".v", cx[0], v[1]), cx[1]
	}
	t.take(r, s.In, func(aBar proc.Var) { r.Emit(&proc.Tuple{Where: at(r), Out: aBar, Ins: back}) })
	return passes{f.Body, kept, r.Body}
}
