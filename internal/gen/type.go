package gen

import "strings"

// A typ is a type with sizes.
type typ struct {
	kind  kind
	parts []*typ // of a tuple, a record, a sum (two), an array (its elements); of a named sum those of all constructors
	dims  []dim  // of an array

	naming *naming // of a declared type, and of a record that is the tangent of one
}

type kind int

const (
	realKind kind = iota
	intKind
	boolKind
	unitKind
	tupleKind
	sumKind
	arrayKind
	recordKind
	namedKind
)

var (
	realType = &typ{kind: realKind}
	intType  = &typ{kind: intKind}
	boolType = &typ{kind: boolKind}
	unitType = &typ{kind: unitKind}
)

// A dim is a size: a name or a literal, and what is known about it.
type dim struct {
	text     string
	min, max int
}

// maxSize is the largest size.
const maxSize = 5

func literal(n int) dim { return dim{string(rune('0' + n)), n, n} }

func tupleOf(parts ...*typ) *typ {
	switch len(parts) {
	case 0:
		return unitType
	case 1:
		return parts[0]
	}
	return &typ{kind: tupleKind, parts: parts}
}

func sumOf(l, r *typ) *typ { return &typ{kind: sumKind, parts: []*typ{l, r}} }

func arrayOf(elem *typ, dims ...dim) *typ {
	if len(dims) == 0 {
		return elem
	}
	return &typ{kind: arrayKind, parts: []*typ{elem}, dims: dims}
}

// String is the type as it is written in a program.
func (t *typ) String() string {
	if t.naming != nil && t.naming.name != "" {
		return t.naming.name
	}
	switch t.kind {
	case recordKind:
		fields := make([]string, len(t.parts))
		for i, p := range t.parts {
			fields[i] = t.naming.fields[i] + ": " + p.String()
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	case realKind:
		return "Real"
	case intKind:
		return "Int"
	case boolKind:
		return "Bool"
	case sumKind:
		return t.parts[0].operand() + " + " + t.parts[1].operand()
	case arrayKind:
		return t.parts[0].operand() + sizes(t.dims)
	}
	parts := make([]string, len(t.parts))
	for i, p := range t.parts {
		parts[i] = p.String()
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (t *typ) operand() string {
	if t.kind == sumKind {
		return "(" + t.String() + ")"
	}
	return t.String()
}

func sizes(dims []dim) string {
	texts := make([]string, len(dims))
	for i, d := range dims {
		texts[i] = d.text
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func (t *typ) equal(u *typ) bool { return t.String() == u.String() }

func (t *typ) scalar() bool { return !t.any(func(t *typ) bool { return t.kind == arrayKind }) }

// any says that f holds for t or one of its parts.
func (t *typ) any(f func(*typ) bool) bool {
	if f(t) {
		return true
	}
	for _, p := range t.parts {
		if p.any(f) {
			return true
		}
	}
	return false
}

// additive says that sum adds values of type t.
func (t *typ) additive() bool {
	return !t.any(func(t *typ) bool {
		return t.kind == sumKind || t.kind == namedKind || t.kind == boolKind || t.kind == unitKind
	})
}

// tangent is δt.
func (t *typ) tangent() *typ {
	switch t.kind {
	case realKind:
		return realType
	case namedKind:
		if t.naming.rec != nil {
			if tupleOf(t.naming.rec...).any(func(t *typ) bool { return t.kind == realKind }) {
				return t
			}
			return unitType
		}
		nested := t.nested()
		if d := nested.tangent(); d.kind == unitKind || !d.equal(nested) {
			return d
		}
		return t
	case tupleKind, sumKind, arrayKind, recordKind:
		parts := make([]*typ, len(t.parts))
		discrete := true
		for i, p := range t.parts {
			parts[i] = p.tangent()
			discrete = discrete && parts[i].kind == unitKind
		}
		if u := (&typ{kind: t.kind, parts: parts, dims: t.dims}); !discrete {
			if t.kind == recordKind {
				u.naming = &naming{fields: t.naming.fields}
				if t.same(parts) {
					return t
				}
			}
			return u
		}
	}
	return unitType
}

// same says that t has the given parts.
func (t *typ) same(parts []*typ) bool {
	for i, p := range t.parts {
		if !p.equal(parts[i]) {
			return false
		}
	}
	return true
}

// tagged says that tangents of t have tags, which have to be those of the value.
func (t *typ) tagged() bool {
	return t.any(func(t *typ) bool { return (t.kind == sumKind || t.kind == namedKind) && t.tangent().kind != unitKind })
}

// replace puts other sizes in the place of named ones.
func (t *typ) replace(sizes map[string]dim) *typ {
	if t.naming != nil { // its sizes are numbers
		return t
	}
	u := &typ{kind: t.kind}
	for _, p := range t.parts {
		u.parts = append(u.parts, p.replace(sizes))
	}
	for _, d := range t.dims {
		if to, ok := sizes[d.text]; ok {
			d = to
		}
		u.dims = append(u.dims, d)
	}
	return u
}

// match finds sizes such that t.replace(sizes) is u; free are those that may
// be replaced.
func (t *typ) match(u *typ, free map[string]dim, sizes map[string]dim) bool {
	if t.naming != nil || u.naming != nil {
		return t.equal(u)
	}
	if t.kind != u.kind || len(t.parts) != len(u.parts) || len(t.dims) != len(u.dims) {
		return false
	}
	for i, p := range t.parts {
		if !p.match(u.parts[i], free, sizes) {
			return false
		}
	}
	for i, d := range t.dims {
		want, isFree := free[d.text]
		is, known := sizes[d.text]
		switch to := u.dims[i]; {
		case !isFree && d.text != to.text, known && is.text != to.text, isFree && to.min < want.min:
			return false
		case isFree:
			sizes[d.text] = to
		}
	}
	return true
}

// scalarType is a random type without arrays.
func (g *generator) scalarType(depth int) *typ {
	if t := g.declared(false); t != nil {
		return t
	}
	switch k := g.choose(12); {
	case k < 6 || depth == 0 && k < 9:
		return realType
	case k == 6 || depth == 0 && k < 11:
		return intType
	case k == 7 || depth == 0:
		return boolType
	case k < 10:
		return tupleOf(g.scalarType(depth-1), g.scalarType(depth-1))
	case k == 10:
		return sumOf(g.scalarType(depth-1), g.scalarType(depth-1))
	}
	return tupleOf(g.scalarType(depth-1), realType, g.scalarType(depth-1))
}

// elemType is the random type of elements.
func (g *generator) elemType() *typ {
	if g.chance(1, 4) {
		return g.scalarType(1)
	}
	return realType
}

// arrayType is a random array type with sizes that are in scope: often that
// of a variable, or of its rows.
func (g *generator) arrayType() *typ {
	arrays := g.of(func(v variable) bool { return v.typ.kind == arrayKind })
	if len(arrays) > 0 && g.chance(2, 3) {
		t := g.oneOf(arrays).typ
		if len(t.dims) > 1 && g.chance(1, 2) {
			return arrayOf(t.parts[0], t.dims[1:]...)
		}
		return t
	}
	dims := []dim{g.size()}
	if g.chance(1, 3) {
		dims = append(dims, g.size())
	}
	return arrayOf(g.elemType(), dims...)
}

// anyType is a random type, arrays included.
func (g *generator) anyType() *typ {
	if t := g.declared(!g.opts.Scalar); t != nil {
		return t
	}
	if g.opts.Scalar {
		return g.scalarType(2)
	}
	switch k := g.choose(10); {
	case k < 6:
		return g.scalarType(1)
	case k < 9:
		return g.arrayType()
	}
	return tupleOf(g.arrayType(), g.scalarType(0))
}

// size is a size that is in scope.
func (g *generator) size() dim {
	if n := len(g.dims); n > 0 && !g.chance(1, 4) {
		return g.dims[g.choose(n)]
	}
	return literal(1 + g.choose(4))
}
