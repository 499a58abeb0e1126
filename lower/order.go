package lower

import (
	"maps"
	"slices"

	"procad/proc"
	"procad/proc/graph"
)

// An orderer moves a statement that consumes an array behind those that only read the
// array, so that owning copies it for none of them:
//
//	b = set(a, i, x); y = a[j]   becomes   y = a[j]; b = set(a, i, x)
//
// What reads a view of the array reads the array.
//
// Nothing is consumed before arrays have owners, so any order means the same in which each
// name is bound before it is mentioned. What depends on the statement moves with it. It stays
// where it is if a reader depends on it, since then the meaning needs two arrays; if what
// it would be moved over consumes something that it mentions, which would have to be
// copied instead; and if what moves may add to an accumulator.
type orderer struct {
	*fn
	places map[string][]int // in the block at hand, where a name is mentioned
	added  map[string]bool  // the accumulators
}

func newOrderer(f *fn) *orderer {
	o := &orderer{fn: f, added: map[string]bool{}}
	for _, ref := range f.zone {
		o.added[ref.Name] = ref.Mode == proc.Accumulator
	}
	return o
}

// body orders the body of a function.
func (o *orderer) body(p proc.Procedure) proc.Procedure {
	o.block(p)
	return p
}

// block orders a block, the blocks in it first, and returns the arrays that it mentions.
func (o *orderer) block(p proc.Procedure) map[string]bool {
	inside := make([]map[string]bool, len(p))
	for i, s := range p {
		switch s := s.(type) {
		case *proc.Case:
			inside[i] = o.block(s.L.Body)
			maps.Copy(inside[i], o.block(s.R.Body))
		case *proc.Accum:
			o.added[s.Name] = true
			inside[i] = o.block(s.Body)
		}
	}
	o.places = map[string][]int{}
	for i, s := range p {
		for name := range inside[i] {
			o.places[name] = append(o.places[name], i)
		}
		o.note(s, i)
	}
	all := map[string]bool{}
	for name := range o.places {
		all[name] = true
	}
	for i := len(p) - 1; i >= 0; i-- {
		o.sink(p, i)
	}
	return all
}

// note remembers which arrays the statement at i itself mentions.
func (o *orderer) note(s proc.Stmt, i int) {
	names := map[string]bool{}
	proc.Uses(s, func(v proc.Var) { names[v.Name] = isArray(v.Type) })
	proc.RefsUsed(s, func(name string) { names[name] = isArray(o.types.Get(name)) })
	maps.DeleteFunc(names, func(_ string, array bool) bool { return !array })
	for name := range o.viewed(names) {
		o.places[name] = append(o.places[name], i)
	}
}

// sink moves the statement at i.
func (o *orderer) sink(p proc.Procedure, i int) {
	if !consumesArray(p[i]) {
		return
	}
	last := i
	for name := range consumed(p[i]) {
		if _, view := o.views[name]; view || o.given[name] || !isArray(o.types.Get(name)) {
			continue
		}
		for _, k := range o.places[name] {
			last = max(last, k)
		}
	}
	if last == i {
		return
	}
	moved, kept, ok := o.divide(p[i : last+1])
	if !ok {
		return
	}
	copy(p[i:], slices.Concat(kept, moved))
	o.moved(p, i, last)
}

// consumesArray says that a statement with slots may consume an array.
func consumesArray(s proc.Stmt) bool {
	if _, share := s.(*proc.Share); share {
		return true // what is in its body may
	}
	return slices.ContainsFunc(slots(s), func(v *proc.Var) bool { return isArray(v.Type) })
}

// moved corrects the places after statements from i to last have been moved.
func (o *orderer) moved(p proc.Procedure, i, last int) {
	for _, s := range p[i : last+1] {
		for name := range o.viewed(o.arrays(mentioned(s))) {
			o.places[name] = slices.DeleteFunc(o.places[name], func(k int) bool { return i <= k && k <= last })
		}
	}
	for k, s := range p[i : last+1] {
		for name := range o.viewed(o.arrays(mentioned(s))) {
			o.places[name] = append(o.places[name], i+k)
		}
	}
}

// divide says what of a list moves behind the rest, its first statement and what depends
// on it, and whether it may.
func (o *orderer) divide(p proc.Procedure) (moved, kept proc.Procedure, ok bool) {
	bound, needs, takes := map[string]bool{}, map[string]bool{}, o.arrays(consumed(p[0]))
	for k, s := range p {
		names := mentioned(s)
		if k > 0 && !meet(names, bound) {
			if meet(consumed(s), needs) {
				return nil, nil, false
			}
			kept = append(kept, s)
			continue
		}
		if !o.movable(s) || k > 0 && meet(names, takes) {
			return nil, nil, false
		}
		maps.Copy(needs, o.viewed(o.arrays(names)))
		proc.Binds(s, func(v proc.Var) { bound[v.Name] = true })
		moved = append(moved, s)
	}
	return moved, kept, true
}

// arrays are those of some names that have an owner.
func (o *orderer) arrays(names map[string]bool) map[string]bool {
	maps.DeleteFunc(names, func(name string, _ bool) bool { return !managed(o.types.Get(name)) })
	return names
}

// viewed are some names, and what they are views of.
func (o *orderer) viewed(names map[string]bool) map[string]bool {
	for _, name := range slices.Collect(maps.Keys(names)) {
		o.addViewed(name, names)
	}
	return names
}

func (o *orderer) addViewed(name string, to map[string]bool) {
	for _, of := range o.views[name] {
		if !to[of] {
			to[of] = true
			o.addViewed(of, to)
		}
	}
}

// meet says that two sets have a name in common.
func meet(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

// movable says that a statement has no procedure in it, adds to nothing, and makes no view.
func (o *orderer) movable(s proc.Stmt) bool {
	return graph.EffectOf(s, func(name string) bool { return o.added[name] })&(graph.Adds|graph.Holds) == 0
}

// mentioned are the names that a statement uses, consumes or reads, nested ones too.
func mentioned(s proc.Stmt) map[string]bool {
	names := map[string]bool{}
	proc.Procedure{s}.Walk(func(s proc.Stmt) {
		proc.Uses(s, func(v proc.Var) { names[v.Name] = true })
		proc.RefsUsed(s, func(name string) { names[name] = true })
	})
	return names
}

// consumed are the names that it consumes: what is taken apart is not.
func consumed(s proc.Stmt) map[string]bool {
	names := map[string]bool{}
	proc.Procedure{s}.Walk(func(s proc.Stmt) {
		if _, apart := s.(*proc.Untuple); !apart {
			proc.Uses(s, func(v proc.Var) { names[v.Name] = true })
		}
	})
	return names
}
