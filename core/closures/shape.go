package closures

import (
	"fmt"
	"strconv"
	"strings"

	"procad/core"
)

// A shape is what is known of the functions in a value, without the data in it. rep is the type of
// the data that a value of the shape is made of:
//
//	rep(τ) = τ                                    τ without functions
//	rep(\x. e with s1, …, sn) = (rep(s1), …, rep(sn))        si of its free variables
//	rep(op(s)) = rep(s)
//	rep((s1, …, sn)) = (rep(s1), …, rep(sn))
//	rep(coni s) = rep(s)                          where the constructor is known
//	rep(Inl s1 + Inr s2) = rep(s1) + rep(s2)
//	rep(s1 | s2 | … | sn) = rep(s1) + (rep(s2) + …)          one of several functions
//	rep(s[_, …]) = rep(s)[_, …]
type shape interface{ rep() core.Type }

type (
	plainShape struct{ of core.Type }
	funShape   struct {
		fn   *core.Lambda
		id   int
		caps []shape
	}
	opShape struct {
		op core.Operator
		f  shape
	}
	tupleShape struct{ elems []shape }
	conShape   struct {
		of  *core.SumType
		con int
		x   shape
	}
	sumShape struct {
		of   *core.SumType
		cons []shape
	}
	choiceShape struct{ of []shape } // funShape and opShape, of which none are alike
	arrayShape  struct {
		elem shape
		rank int
	}
)

func reps(list []shape) core.Type {
	types := make([]core.Type, len(list))
	for i, s := range list {
		types[i] = s.rep()
	}
	return core.TupleOf(types...)
}

func (s *plainShape) rep() core.Type { return s.of }
func (s *funShape) rep() core.Type   { return reps(s.caps) }
func (s *opShape) rep() core.Type    { return s.f.rep() }
func (s *tupleShape) rep() core.Type { return reps(s.elems) }
func (s *conShape) rep() core.Type   { return s.x.rep() }
func (s *sumShape) rep() core.Type   { return core.SumOf(s.cons[0].rep(), s.cons[1].rep()) }
func (s *arrayShape) rep() core.Type { return core.ArrayOf(s.elem.rep(), s.rank) }

func (s *choiceShape) rep() core.Type { return choiceOf(s.of) }

// choiceOf is the sum of the data of several functions.
func choiceOf(list []shape) core.Type {
	if len(list) == 1 {
		return list[0].rep()
	}
	return core.SumOf(list[0].rep(), choiceOf(list[1:]))
}

// key tells shapes apart.
func key(s shape) string {
	var b strings.Builder
	writeKey(&b, s)
	return b.String()
}

func writeKey(b *strings.Builder, s shape) {
	list := func(of []shape) {
		b.WriteByte('(')
		for _, s := range of {
			writeKey(b, s)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	switch s := s.(type) {
	case *plainShape:
		b.WriteString(s.of.String())
	case *funShape:
		b.WriteString("\\" + strconv.Itoa(s.id))
		list(s.caps)
	case *opShape:
		b.WriteString(string(s.op))
		list([]shape{s.f})
	case *tupleShape:
		list(s.elems)
	case *conShape:
		fmt.Fprintf(b, "!%d", s.con)
		list([]shape{s.x})
	case *sumShape:
		b.WriteByte('+')
		list(s.cons)
	case *choiceShape:
		b.WriteByte('|')
		list(s.of)
	case *arrayShape:
		fmt.Fprintf(b, "[%d", s.rank)
		list([]shape{s.elem})
	}
}

// depth is how often functions are captured by others in s.
func depth(s shape) int {
	most := 0
	each := func(list []shape, more int) {
		for _, s := range list {
			most = max(most, depth(s)+more)
		}
	}
	switch s := s.(type) {
	case *funShape:
		each(s.caps, 1)
	case *opShape:
		each([]shape{s.f}, 1)
	case *tupleShape:
		each(s.elems, 0)
	case *conShape:
		each([]shape{s.x}, 0)
	case *sumShape:
		each(s.cons, 0)
	case *choiceShape:
		each(s.of, 0)
	case *arrayShape:
		each([]shape{s.elem}, 0)
	}
	return most
}

// shapeOf is the shape of a value.
func (p *pass) shapeOf(v value) shape {
	switch v := v.(type) {
	case data:
		return &plainShape{v.Type()}
	case *closure:
		return &funShape{v.fn, p.id(v.fn), p.shapes(v.caps)}
	case *derived:
		return &opShape{v.op, p.shapeOf(v.f)}
	case *tuple:
		return &tupleShape{p.shapes(v.elems)}
	case *inject:
		return &conShape{v.of, v.con, p.shapeOf(v.x)}
	}
	return v.(*packed).shape
}

func (p *pass) shapes(list []value) []shape {
	out := make([]shape, len(list))
	for i, v := range list {
		out[i] = p.shapeOf(v)
	}
	return out
}

// join is the shape of what has one shape or the other.
func join(a, b shape) shape {
	if key(a) == key(b) {
		return a
	}
	switch a := a.(type) {
	case *plainShape:
		return a
	case *tupleShape:
		return &tupleShape{joinAll(a.elems, b.(*tupleShape).elems)}
	case *arrayShape:
		return &arrayShape{join(a.elem, b.(*arrayShape).elem), a.rank}
	case *conShape, *sumShape:
		return joinSums(a, b)
	}
	out := &choiceShape{}
	for _, s := range append(alternatives(a), alternatives(b)...) {
		out.add(s)
	}
	if len(out.of) == 1 {
		return out.of[0]
	}
	return out
}

func joinAll(a, b []shape) []shape {
	out := make([]shape, len(a))
	for i := range a {
		out[i] = join(a[i], b[i])
	}
	return out
}

func joinSums(a, b shape) shape {
	x, one := a.(*conShape)
	y, other := b.(*conShape)
	switch {
	case one && other && x.con == y.con:
		return &conShape{x.of, x.con, join(x.x, y.x)}
	case one && other:
		s := &sumShape{x.of, make([]shape, 2)}
		s.cons[x.con], s.cons[y.con] = x.x, y.x
		return s
	case one:
		return joinSums(b, a)
	}
	s := a.(*sumShape)
	out := &sumShape{s.of, append([]shape{}, s.cons...)}
	if other {
		out.cons[y.con] = join(s.cons[y.con], y.x)
		return out
	}
	out.cons = joinAll(s.cons, b.(*sumShape).cons)
	return out
}

// alternatives are the functions that a shape is one of.
func alternatives(s shape) []shape {
	if c, ok := s.(*choiceShape); ok {
		return c.of
	}
	return []shape{s}
}

// add adds a function to a choice: a lambda that is there already may have other functions in its
// free variables.
func (c *choiceShape) add(s shape) {
	for i, t := range c.of {
		if alike(s, t) {
			c.of[i] = merge(t, s)
			return
		}
	}
	c.of = append(c.of, s)
}

// alike says that two functions are of one lambda, or derivatives of one kind.
func alike(s, t shape) bool {
	switch s := s.(type) {
	case *funShape:
		u, ok := t.(*funShape)
		return ok && s.fn == u.fn
	case *opShape:
		u, ok := t.(*opShape)
		return ok && s.op == u.op
	}
	return false
}

// merge is the join of shapes that are alike.
func merge(s, t shape) shape {
	if f, ok := s.(*funShape); ok {
		return &funShape{f.fn, f.id, joinAll(f.caps, t.(*funShape).caps)}
	}
	f := s.(*opShape)
	return &opShape{f.op, join(f.f, t.(*opShape).f)}
}
