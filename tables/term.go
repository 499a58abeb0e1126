package tables

import (
	"strconv"
	"strings"

	"procad/prim"
	"procad/proc"
)

// A kind says what a term is.
type kind byte

const (
	scalar kind = iota // a parameter or a variable: Real or Int
	array              // a name of Θ
	index              // the number of a turn
	number             // a constant
	size               // size(a, k)
	read               // a[i, …]
	check              // the check of a row a[i, …], which has no value
	apply              // op(x, …)
	sum                // sum(i < n) e; what follows e is checked in a turn
)

// A term is what a variable holds, as far as it is made by operations that
// cannot fail but for the range of an index. Equal terms are one.
type term struct {
	kind  kind
	typ   proc.Type
	name  string  // of a parameter, a variable, an array, an index, an operation
	bits  uint64  // of a constant; the axis of a size
	args  []*term // of a size, read or check the array first; of a sum n, e and the checks
	id    int
	local bool // it has something that is known in one definition only
	count int  // of the terms in it
	price int  // of its dear operations, in additions
}

const (
	maxCount = 64      // terms in a term
	maxPrice = 1 << 20 // where prices end
)

// dear is the price from which on something is worth a table.
var dear = prim.Price("exp")

// Terms are kept by what they are made of.
type terms map[string]*term

// of is the one term that is like t; nil if a part is missing or there are too many.
func (ts terms) of(t term) *term {
	var key strings.Builder
	key.WriteString(string(rune('a' + t.kind)))
	key.WriteString(strconv.FormatUint(t.bits, 10))
	if t.local {
		key.WriteByte('!')
	}
	t.count = 1
	switch t.kind {
	case apply:
		// A few additions are cheaper than to read what they give, and in straight
		// lines LLVM takes them out of a loop.
		if t.price = prim.Price(proc.Func(t.name)); t.price == 1 {
			t.price = 0
		}
	case sum:
		t.price = dear
	}
	for _, a := range t.args {
		if a == nil {
			return nil
		}
		key.WriteByte(' ')
		key.WriteString(strconv.Itoa(a.id))
		t.count += a.count
		t.price = min(t.price+a.price, maxPrice)
		t.local = t.local || a.local
	}
	key.WriteByte(' ')
	key.WriteString(t.name)
	if t.typ != nil {
		key.WriteByte(':')
		key.WriteString(t.typ.String())
	}
	if t.count > maxCount {
		return nil
	}
	if known := ts[key.String()]; known != nil {
		return known
	}
	t.id = len(ts)
	ts[key.String()] = &t
	return &t
}

// within says that t has u in it.
func (t *term) within(u *term) bool {
	if t == u {
		return true
	}
	for _, a := range t.args {
		if a.within(u) {
			return true
		}
	}
	return false
}

// each visits t and its parts, parts first.
func (t *term) each(visit func(*term)) {
	for _, a := range t.args {
		a.each(visit)
	}
	visit(t)
}

// A view is an array, or a row of it: the array and the indices of the row.
type view struct {
	array *term
	at    []*term
}

// element is v[i, …]; kind is read or check.
func (ts terms) element(k kind, t proc.Type, v *view, at []*term) *term {
	args := append([]*term{v.array}, v.at...)
	return ts.of(term{kind: k, typ: t, args: append(args, at...)})
}

func (ts terms) size(v *view, axis int) *term {
	return ts.of(term{kind: size, typ: proc.Int, bits: uint64(len(v.at) + axis), args: []*term{v.array}})
}

// A substitution replaces parameters: scalars by terms, arrays by views.
type substitution struct {
	terms
	scalars map[*term]*term
	arrays  map[*term]*view
	done    map[*term]*term
	order   []*term // what it replaces
}

func newSubstitution(ts terms) *substitution {
	return &substitution{terms: ts, scalars: map[*term]*term{}, arrays: map[*term]*view{}, done: map[*term]*term{}}
}

func (s *substitution) put(x, t *term) {
	s.scalars[x] = t
	s.order = append(s.order, x)
}

// of is t with everything replaced; nil if something has no replacement.
func (s *substitution) of(t *term) *term {
	if u, ok := s.done[t]; ok {
		return u
	}
	u := s.replaced(t)
	s.done[t] = u
	return u
}

func (s *substitution) replaced(t *term) *term {
	switch t.kind {
	case scalar:
		return s.scalars[t]
	case index:
		if u := s.scalars[t]; u != nil {
			return u
		}
		return t
	case array:
		return nil
	case number:
		return t
	case size:
		if v := s.arrays[t.args[0]]; v != nil {
			return s.size(v, int(t.bits))
		}
		return nil
	case read, check:
		v := s.arrays[t.args[0]]
		if v == nil {
			return nil
		}
		return s.element(t.kind, t.typ, v, s.all(t.args[1:]))
	}
	u := *t
	u.local, u.args = false, s.all(t.args)
	return s.terms.of(u)
}

func (s *substitution) all(list []*term) []*term {
	out := make([]*term, len(list))
	for i, t := range list {
		out[i] = s.of(t)
	}
	return out
}
