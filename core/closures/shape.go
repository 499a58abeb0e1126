package closures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"procad/core"
	"procad/internal/diag"
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
//
// An array that functions use from around the place where one of them is chosen is no data: it is used
// under the name that it has there, by whichever function is called. Such a variable has no part in rep.
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
	nameShape struct{ v *core.Var } // of a free variable of a function
)

func reps(list []shape) core.Type {
	var types []core.Type
	for _, s := range list {
		if !isName(s) {
			types = append(types, s.rep())
		}
	}
	return core.TupleOf(types...)
}

func isName(s shape) bool {
	_, ok := s.(*nameShape)
	return ok
}

func (s *plainShape) rep() core.Type { return s.of }
func (s *funShape) rep() core.Type   { return reps(s.caps) }
func (s *opShape) rep() core.Type    { return s.f.rep() }
func (s *tupleShape) rep() core.Type { return reps(s.elems) }
func (s *conShape) rep() core.Type   { return s.x.rep() }
func (s *sumShape) rep() core.Type   { return core.SumOf(s.cons[0].rep(), s.cons[1].rep()) }
func (s *arrayShape) rep() core.Type { return core.ArrayOf(s.elem.rep(), s.rank) }
func (s *nameShape) rep() core.Type  { return core.Unit }

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
	writeKey(&b, s, func(v *core.Var) string { return fmt.Sprintf("%p", v) })
	return b.String()
}

// formKey tells lists of shapes apart where the variables that they name are parameters.
func formKey(list ...shape) string {
	var b strings.Builder
	numbers := map[*core.Var]int{}
	for _, s := range list {
		writeKey(&b, s, func(v *core.Var) string {
			if numbers[v] == 0 {
				numbers[v] = len(numbers) + 1
			}
			return strconv.Itoa(numbers[v]) + v.Type.String()
		})
	}
	return b.String()
}

func writeKey(b *strings.Builder, s shape, name func(*core.Var) string) {
	list := func(of []shape) {
		b.WriteByte('(')
		for _, s := range of {
			writeKey(b, s, name)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	switch s := s.(type) {
	case *plainShape:
		b.WriteString(s.of.String())
	case *nameShape:
		b.WriteString("@" + name(s.v))
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

// around is the shape of a value where it leaves the scope of some variables: the arrays that its functions
// use are named but for these.
func (p *pass) around(v value, left map[*core.Var]bool) shape {
	switch v := v.(type) {
	case *closure:
		caps := make([]shape, len(v.caps))
		for i, x := range v.caps {
			caps[i] = p.around(x, left)
			if d, ok := x.(data); ok {
				if use, ok := d.Term.(*core.Use); ok && !left[use.Var] && arrayIn(use.Of) != nil {
					caps[i] = &nameShape{use.Var}
				}
			}
		}
		return &funShape{v.fn, p.id(v.fn), caps}
	case *derived:
		return &opShape{v.op, p.around(v.f, left)}
	case *tuple:
		elems := make([]shape, len(v.elems))
		for i, x := range v.elems {
			elems[i] = p.around(x, left)
		}
		return &tupleShape{elems}
	case *inject:
		return &conShape{v.of, v.con, p.around(v.x, left)}
	case *packed:
		return renamed(v.shape, func(w *core.Var) shape {
			if left[w] {
				return &plainShape{w.Type}
			}
			return &nameShape{w}
		})
	}
	return p.shapeOf(v)
}

// bound are the variables that a block binds, and others.
func (b *block) bound(more ...*core.Var) map[*core.Var]bool {
	vars := map[*core.Var]bool{}
	for _, x := range b.binds {
		for _, v := range x.vars {
			vars[v] = true
		}
	}
	for _, v := range more {
		vars[v] = true
	}
	return vars
}

// renamed is a shape with other parts in the place of the variables that it names.
func renamed(s shape, to func(v *core.Var) shape) shape {
	each := func(list []shape) []shape {
		out := make([]shape, len(list))
		for i, s := range list {
			out[i] = renamed(s, to)
		}
		return out
	}
	switch s := s.(type) {
	case *nameShape:
		return to(s.v)
	case *funShape:
		return &funShape{s.fn, s.id, each(s.caps)}
	case *opShape:
		return &opShape{s.op, renamed(s.f, to)}
	case *tupleShape:
		return &tupleShape{each(s.elems)}
	case *conShape:
		return &conShape{s.of, s.con, renamed(s.x, to)}
	case *sumShape:
		return &sumShape{s.of, each(s.cons)}
	case *choiceShape:
		return &choiceShape{each(s.of)}
	case *arrayShape:
		return &arrayShape{renamed(s.elem, to), s.rank}
	}
	return s
}

// named are the variables that a shape names, each once.
func named(s shape) (list []*core.Var) {
	renamed(s, func(v *core.Var) shape {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
		return &nameShape{v}
	})
	return list
}

// opened is a value whose data has all that its functions use.
func (p *pass) opened(at diag.Pos, v value, b *block) value {
	all := func(values []value) []value {
		out := make([]value, len(values))
		for i, v := range values {
			out[i] = p.opened(at, v, b)
		}
		return out
	}
	switch v := v.(type) {
	case *closure:
		return &closure{v.fn, all(v.caps), v.local}
	case *derived:
		return &derived{v.op, p.opened(at, v.f, b)}
	case *tuple:
		return &tuple{all(v.elems)}
	case *inject:
		return &inject{v.of, v.con, p.opened(at, v.x, b)}
	case *packed:
		if len(named(v.shape)) > 0 {
			s := renamed(v.shape, func(w *core.Var) shape { return &plainShape{w.Type} })
			return p.bound(p.pack(at, v, s, b), s, b)
		}
	}
	return v
}

// join is the shape of what has one shape or the other.
func join(a, b shape) shape {
	if key(a) == key(b) {
		return a
	}
	if isName(b) {
		a, b = b, a
	}
	switch a := a.(type) {
	case *nameShape:
		return &plainShape{a.v.Type}
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
