package estimate

import (
	"procad/proc"
	"procad/proc/deriv"
)

// A rule runs a call of a member of a family, see prim.Sig. What it returns is
// new memory; it is nil where the call is a run-time error.
type rule func(fr *frame, types []proc.Type, zone []*Value, in *Value) *Value

var families map[string]rule

func init() {
	same := func(_ *frame, _ []proc.Type, _ []*Value, in *Value) *Value { return in }
	families = map[string]rule{
		"stop":        same,
		"trace":       same,
		"unreachable": func(*frame, []proc.Type, []*Value, *Value) *Value { return nil },
		"zeros":       zeros,
		"copy":        copyArray,
		"blank":       blank,
		"swap":        swap,
		"zip":         zip,
		"unzip":       unzip,
		"retype":      retype,
		"empty":       empty,
		"slots":       slots,
		"bytes":       bytesOf,
		"push":        push,
		"pop":         pop,
		"drained":     drained,
	}
}

// written counts the operations of filling an array.
func (fr *frame) written(v *Value) *Value {
	fr.copies(v)
	return v
}

// zeros{A} : [s : &A] () → δA
func zeros(fr *frame, types []proc.Type, zone []*Value, _ *Value) *Value {
	t := deriv.Tangent(types[0])
	if t == proc.Unit {
		return fr.unit()
	}
	s := zone[0]
	parts := append([]*Value(nil), s.parts...)
	parts[len(parts)-1] = fr.tangent(s.Elem())
	return fr.written(fr.make(t, parts...))
}

// tangent is any tangent of a scalar value: with its tags.
func (m *machine) tangent(v *Value) *Value {
	switch {
	case v == nil:
		return nil
	case v.typ == proc.Real:
		return m.anyReal()
	}
	t := deriv.Tangent(v.typ)
	if t == proc.Unit {
		return m.unit()
	}
	parts := make([]*Value, len(v.parts))
	for i, p := range v.parts {
		parts[i] = m.tangent(p)
	}
	return m.make(t, parts...)
}

// copy{A} : [s : &A] () → A
func copyArray(fr *frame, _ []proc.Type, zone []*Value, _ *Value) *Value { return fr.written(zone[0]) }

// blank{A} : (Int, …) → A
func blank(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	a := types[0].(*proc.ArrayType)
	dims := fr.dims(in)
	if dims == nil {
		return nil
	}
	return fr.written(fr.make(a, append(dims, fr.blankElem(a.Elem))...))
}

// dims are the counts in the argument of blank and build, as dimensions; nil
// where one is negative.
func (m *machine) dims(in *Value) []*Value {
	list := in.parts
	if in.typ == proc.Int {
		list = []*Value{in}
	}
	dims := make([]*Value, 0, len(list)+1)
	for _, d := range list {
		n, ok := d.iv.counts()
		if !ok {
			return nil
		}
		dims = append(dims, m.bounded(d, n))
	}
	return dims
}

// blankElem is an element of a blank array: numbers are 0, sums are Inl.
func (m *machine) blankElem(t proc.Type) *Value {
	switch t := t.(type) {
	case proc.RealType:
		return m.anyReal()
	case proc.IntType:
		return m.int(nothing)
	case *proc.SumType:
		return m.sum(t, m.blankElem(t.L), nil)
	}
	elems := proc.Elems(t)
	parts := make([]*Value, len(elems))
	for i, e := range elems {
		parts[i] = m.blankElem(e)
	}
	return m.make(t, parts...)
}

// swap{A} : (A, Int, …, σ) → (A, σ)
func swap(fr *frame, _ []proc.Type, _ []*Value, in *Value) *Value {
	a, x := in.parts[0], in.parts[len(in.parts)-1]
	if a.Elem() == nil {
		return nil
	}
	parts := append([]*Value(nil), a.parts...)
	parts[len(parts)-1] = fr.join(a.Elem(), fr.strip(x))
	t := proc.NewTuple(a.typ, x.typ)
	return fr.make(t, fr.make(a.typ, parts...), a.Elem())
}

// zip{A, B} : (Array^r σ, Array^r ρ) → Array^r (σ, ρ)
func zip(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	a, b := types[0].(*proc.ArrayType), types[1].(*proc.ArrayType)
	x, y := in.parts[0], in.parts[1]
	elem := proc.NewTuple(a.Elem, b.Elem)
	parts := make([]*Value, a.Rank, a.Rank+1)
	for i := range parts {
		parts[i] = fr.bounded(x.parts[i], y.parts[i].iv)
	}
	var e *Value
	if x.Elem() != nil && y.Elem() != nil {
		e = fr.make(elem, x.Elem(), y.Elem())
	}
	return fr.make(proc.NewArray(a.Rank, elem), append(parts, e)...)
}

// unzip{A, B} : Array^r (σ, ρ) → (Array^r σ, Array^r ρ)
func unzip(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	both := make([]*Value, 2)
	for i, t := range types {
		parts := append([]*Value(nil), in.parts...)
		if e := in.Elem(); e != nil {
			parts[len(parts)-1] = e.parts[i]
		}
		both[i] = fr.make(t, parts...)
	}
	return fr.make(proc.NewTuple(types...), both...)
}

// retype{A, B} : A → B differs in parts () of the elements.
func retype(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	b := types[1].(*proc.ArrayType)
	parts := append([]*Value(nil), in.parts...)
	if in.Elem() != nil {
		parts[len(parts)-1] = fr.anything(b.Elem)
	}
	return fr.make(b, parts...)
}

// empty{X} : Int → Stack X
func empty(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	n, ok := in.iv.counts()
	if !ok {
		return nil
	}
	t := proc.NewStack(types[0]).(*proc.StackType)
	return fr.intern(newStack(t, fr.startRoom(types[0], n), Exactly(unbounded)))
}

// slots{X} : Int → Stack X has room for all items at once, of whatever size.
func slots(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	n, ok := in.iv.counts()
	if !ok {
		return nil
	}
	t := proc.NewStack(types[0]).(*proc.StackType)
	return fr.intern(newStack(t, n.by(Exactly(fr.itemWords(types[0]).Hi)), n))
}

// bytes{T} : T → (T, Int)
func bytesOf(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	return fr.make(proc.NewTuple(types[0], proc.Int), in, fr.int(in.bytes))
}

// push{X} : (Stack X, X) → Stack X
func push(fr *frame, types []proc.Type, _ []*Value, in *Value) *Value {
	s, x := in.parts[0], fr.strip(in.parts[1])
	items := fr.more(s.parts[stackItems], Exactly(1))
	limit := s.parts[stackLimit]
	if items.iv.Lo > limit.iv.Hi {
		return nil
	}
	need := fr.more(s.parts[stackWords], Exactly(fr.itemWords(types[0]).Hi))
	out := fr.stack(s.typ,
		items,
		fr.more(s.parts[stackBytes], x.bytes),
		fr.more(s.parts[stackWords], x.words),
		fr.larger(s.parts[stackMost], need),
		s.parts[stackStart],
		limit,
		fr.join(s.Elem(), x))
	moving := fr.growing(out)
	if moving != nil {
		moving.plus(fr.own(out))
		fr.during(moving)
	}
	return out
}

// larger is the larger of two counts.
func (m *machine) larger(x, y *Value) *Value {
	switch {
	case x.iv.Lo >= y.iv.Hi:
		return x
	case y.iv.Lo >= x.iv.Hi:
		return y
	}
	return m.int(Interval{max(x.iv.Lo, y.iv.Lo), max(x.iv.Hi, y.iv.Hi)})
}

// pop{X} : Stack X → (Stack X, X)
func pop(fr *frame, _ []proc.Type, _ []*Value, in *Value) *Value {
	x := in.Elem()
	if x == nil || in.Items().Hi == 0 {
		return nil
	}
	parts := append([]*Value(nil), in.parts...)
	parts[stackItems] = fr.fewer(in.parts[stackItems], Exactly(1))
	parts[stackBytes] = fr.fewer(in.parts[stackBytes], x.bytes)
	parts[stackWords] = fr.fewer(in.parts[stackWords], x.words)
	return fr.make(proc.NewTuple(in.typ, x.typ), fr.stack(in.typ, parts...), x)
}

// drained{X} : Stack X → ()
func drained(fr *frame, _ []proc.Type, _ []*Value, in *Value) *Value {
	if in.Items().Lo > 0 {
		return nil
	}
	return fr.unit()
}
