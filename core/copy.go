package core

import (
	"fmt"
	"slices"
)

// Copy is t with variables of its own in the place of those that it binds. Those
// that it only uses are the same.
func Copy(t Term) Term { return (&copier{}).term(t) }

// A copier knows which variables have been copied.
type copier struct{ vars map[*Var]*Var }

// bind is a copy of v, which may be nil.
func (c *copier) bind(v *Var) *Var {
	if v == nil {
		return nil
	}
	if c.vars == nil {
		c.vars = map[*Var]*Var{}
	}
	w := *v
	c.vars[v] = &w
	return &w
}

func (c *copier) binds(vars []*Var) []*Var {
	out := make([]*Var, len(vars))
	for i, v := range vars {
		out[i] = c.bind(v)
	}
	return out
}

func (c *copier) binders(list []Binder) []Binder {
	out := make([]Binder, len(list))
	for i, b := range list {
		out[i] = Binder{c.bind(b.Var), b.Size}
	}
	return out
}

// term copies t: the node with its variables first, and then what is in it.
func (c *copier) term(t Term) Term {
	out := c.node(t)
	for at := out; ; { // chains of bindings are long
		var body *Term
		switch let := at.(type) {
		case *Let:
			let.Bound, body = c.term(let.Bound), &let.Body
		case *Untuple:
			let.Bound, body = c.term(let.Bound), &let.Body
		}
		if body != nil {
			*body = c.node(*body)
			at = *body
			continue
		}
		for _, p := range Places(at) {
			*p = c.term(*p)
		}
		return out
	}
}

// node copies t without what is in it.
func (c *copier) node(t Term) Term {
	switch t := t.(type) {
	case *Use:
		out := *t
		if v := c.vars[t.Var]; v != nil {
			out.Var = v
		}
		return &out
	case *RealConst:
		return clone(t)
	case *IntConst:
		return clone(t)
	case *Prim:
		out := clone(t)
		out.Args = slices.Clone(t.Args)
		return out
	case *Global:
		return clone(t)
	case *Ruled:
		return clone(t)
	case *Lambda:
		out := clone(t)
		out.Params = c.binds(t.Params)
		return out
	case *Apply:
		out := clone(t)
		out.Args = slices.Clone(t.Args)
		return out
	case *Derive:
		out := clone(t)
		out.Wanted = slices.Clone(t.Wanted)
		return out
	case *Tuple:
		out := clone(t)
		out.Elems = slices.Clone(t.Elems)
		return out
	case *Let:
		out := clone(t)
		out.Var = c.bind(t.Var)
		return out
	case *Untuple:
		out := clone(t)
		out.Vars = c.binds(t.Vars)
		return out
	case *Inject:
		return clone(t)
	case *Case:
		out := clone(t)
		out.Arms = slices.Clone(t.Arms)
		for i, arm := range t.Arms {
			out.Arms[i].Var = c.bind(arm.Var)
		}
		return out
	case *Literal:
		out := clone(t)
		out.Elems = slices.Clone(t.Elems)
		return out
	case *Index:
		out := clone(t)
		out.At = slices.Clone(t.At)
		return out
	case *Size:
		return clone(t)
	case *Set:
		out := clone(t)
		out.At = slices.Clone(t.At)
		return out
	case *SizeCheck:
		out := clone(t)
		out.Shape = CopyShape(t.Shape)
		return out
	case *Assert:
		return clone(t)
	case *StackTerm:
		out := clone(t)
		out.Args = slices.Clone(t.Args)
		return out
	case *Foreign:
		out := clone(t)
		out.Args, out.Shape = slices.Clone(t.Args), CopyShape(t.Shape)
		return out
	case *Trace:
		return clone(t)
	case *StopGradient:
		return clone(t)
	case *Roll:
		return clone(t)
	case *Unroll:
		return clone(t)
	case *Absent:
		return clone(t)
	}
	return c.loop(t)
}

// loop copies a loop without what is in it.
func (c *copier) loop(t Term) Term {
	switch t := t.(type) {
	case *Build:
		out := clone(t)
		out.Binders, out.Row = c.binders(t.Binders), slices.Clone(t.Row)
		return out
	case *Reduce:
		out := clone(t)
		out.Binders, out.Zero = c.binders(t.Binders), CopyShape(t.Zero)
		return out
	case *Fold:
		out := clone(t)
		out.Acc, out.Elem = c.bind(t.Acc), c.bind(t.Elem)
		return out
	case *NTimes:
		out := clone(t)
		out.State = c.bind(t.State)
		return out
	case *While:
		out := clone(t)
		out.Test, out.State = c.bind(t.Test), c.bind(t.State)
		return out
	case *Ccl:
		out := clone(t)
		out.Index, out.State = c.bind(t.Index), c.bind(t.State)
		return out
	}
	panic(fmt.Sprintf("core: no copy of %T", t))
}

func clone[T any](t *T) *T {
	out := *t
	return &out
}

// CopyShape is a shape with places of its own for its sizes.
func CopyShape(s Shape) Shape {
	parts := func(list []Shape) []Shape {
		out := make([]Shape, len(list))
		for i, s := range list {
			out[i] = CopyShape(s)
		}
		return out
	}
	switch s := s.(type) {
	case *ArrayShape:
		return &ArrayShape{slices.Clone(s.Sizes)}
	case *TupleShape:
		return &TupleShape{parts(s.Elems)}
	case *SumShape:
		return &SumShape{parts(s.Cons)}
	}
	return nil
}
