package factor

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// A term is a scalar that no turn changes. Equal terms are the same pointer.
//
//	t ::= k | s | a[t, …] | size(a, k) | i | f(t, …)      s, a in the zone of the turn, i of a loop in it
type term struct {
	kind  termKind
	typ   proc.Type
	bits  uint64 // of a constant; the axis of a size
	name  string // of Θ
	f     proc.Func
	args  []*term
	pos   diag.Pos
	names []string // the indices of loops in it
}

type termKind byte

const (
	constant termKind = iota
	scalar
	element
	size
	index
	apply
)

// terms makes them.
type terms struct{ known map[string]*term }

func (ts *terms) of(t term) *term {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %v %x %s %d", t.kind, t.typ, t.bits, t.name, t.f.ID())
	for _, a := range t.args {
		fmt.Fprintf(&key, " %p", a)
	}
	if old := ts.known[key.String()]; old != nil {
		return old
	}
	if t.kind == index {
		t.names = []string{t.name}
	}
	for _, a := range t.args {
		for _, n := range a.names {
			if !slices.Contains(t.names, n) {
				t.names = append(t.names, n)
			}
		}
	}
	ts.known[key.String()] = &t
	return &t
}

// within says that a term depends on one of some indices.
func (t *term) within(indices []string) bool {
	return slices.ContainsFunc(indices, func(i string) bool { return slices.Contains(t.names, i) })
}

// total says that a term can be computed where its turn does not begin: nothing in it can fail.
func (t *term) total() bool {
	if t.kind == element || t.kind == apply && slices.Contains(partial, t.f) {
		return false
	}
	return !slices.ContainsFunc(t.args, func(a *term) bool { return !a.total() })
}

// partial are the primitives that can fail.
var partial = []proc.Func{prim.IDiv, prim.IMod, prim.ToInt}

// A value is what is known of a variable. Nothing is known where it is nil.
type value struct {
	term  *term    // a scalar
	parts []*value // of a tuple
	dims  []*term  // of an array, nil for one that is not known
	item  *value   // of a stack: what every item is like
	never bool     // there is none such: an item of an empty stack
}

// join is what two values have in common.
func join(a, b *value) *value {
	switch {
	case a == nil || b == nil:
		return nil
	case a.never:
		return b
	case b.never:
		return a
	}
	v := &value{}
	if a.term == b.term {
		v.term = a.term
	}
	if len(a.parts) == len(b.parts) {
		for i := range a.parts {
			v.parts = append(v.parts, join(a.parts[i], b.parts[i]))
		}
	}
	if len(a.dims) == len(b.dims) {
		v.dims = slices.Clone(a.dims)
		for i := range v.dims {
			if a.dims[i] != b.dims[i] {
				v.dims[i] = nil
			}
		}
	}
	if a.item != nil && b.item != nil {
		v.item = join(a.item, b.item)
	}
	return v
}

// without is v where some indices are not known.
func (v *value) without(indices []string) *value {
	if v == nil {
		return nil
	}
	out := &value{never: v.never, item: v.item.without(indices)}
	if v.term != nil && !v.term.within(indices) {
		out.term = v.term
	}
	for _, p := range v.parts {
		out.parts = append(out.parts, p.without(indices))
	}
	for _, d := range v.dims {
		if d != nil && d.within(indices) {
			d = nil
		}
		out.dims = append(out.dims, d)
	}
	return out
}

// equal compares what is known.
func (v *value) equal(w *value) bool {
	if v == nil || w == nil {
		return v == w
	}
	return v.term == w.term && v.never == w.never && v.item.equal(w.item) && slices.Equal(v.dims, w.dims) &&
		slices.EqualFunc(v.parts, w.parts, (*value).equal)
}

// part is a component of a tuple.
func (v *value) part(i int) *value {
	if v == nil || i >= len(v.parts) {
		return nil
	}
	return v.parts[i]
}

// dim is a dimension of an array.
func (v *value) dim(axis int) *term {
	if v == nil || axis >= len(v.dims) {
		return nil
	}
	return v.dims[axis]
}

func (v *value) termOf() *term {
	if v == nil {
		return nil
	}
	return v.term
}
