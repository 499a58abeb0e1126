package lower

import (
	"slices"

	"procad/source"
)

// A search goes through a body and knows what is around each place.
type search struct {
	*lowerer
	inner   *source.Comp // the loops of which are those of the one around it
	found   map[*source.Var]*element
	around  []place              // innermost last
	sizes   map[*source.Var]bool // of parameters
	counted []source.Expr        // bounds that have been compared with 0
}

// inside goes through part of an expression with more around it.
func (s *search) inside(more []place, do func()) {
	around, counted := len(s.around), len(s.counted)
	s.around = append(s.around, more...)
	do()
	s.around, s.counted = s.around[:around], s.counted[:counted]
}

// seldom is what may run not at all, or often.
var seldom = []place{{}}

func (s *search) exprs(list ...source.Expr) {
	for _, e := range list {
		s.expr(e)
	}
}

func (s *search) branches(list ...source.Expr) { s.inside(seldom, func() { s.exprs(list...) }) }

// loop goes through a loop. turn is its body if that can begin with something; the
// turns around do so too if those inside are written out.
func (s *search) loop(binders []*source.Binder, body, turn source.Expr, out bool) {
	var around []place
	for _, b := range binders {
		s.inside(around, func() { s.expr(b.Bound) })
		around = append(around, place{Binder: b})
	}
	s.counted = append(s.counted, binders[0].Bound)
	around[len(around)-1].turn = turn
	if out {
		around[0].turn = turn
	}
	s.inside(around, func() {
		for _, b := range binders[1:] {
			s.counted = append(s.counted, b.Bound)
		}
		s.expr(body)
	})
}

func (s *search) expr(e source.Expr) {
	switch e := e.(type) {
	case *source.Ident:
		if a := s.found[e.Var]; a != nil {
			a.other = true
		}
	case *source.TupleExpr:
		s.exprs(e.Elems...)
	case *source.Annot:
		s.expr(e.X)
	case *source.Inject:
		s.expr(e.X)
	case *source.Unary:
		s.expr(e.X)
	case *source.Binary:
		s.expr(e.X)
		if e.Op == source.And || e.Op == source.Or {
			s.branches(e.Y)
		} else {
			s.expr(e.Y)
		}
	case *source.Index:
		s.index(e)
	case *source.Call:
		s.exprs(e.Args...)
	case *source.Let:
		for _, b := range e.Binds {
			s.bind(b)
		}
		s.expr(e.Body)
	case *source.If:
		s.expr(e.Cond)
		s.branches(e.Then, e.Else)
	case *source.Case:
		s.expr(e.X)
		s.branches(e.L, e.R)
	case *source.Comp:
		turn, out := e.Elem, s.columned(e) && s.inner != e
		if inner, ok := turn.(*source.Comp); ok {
			turn, s.inner = nil, inner // the loops are one
		}
		s.loop(e.Binders, e.Elem, turn, out)
	case *source.Reduce:
		s.loop(e.Binders, e.Body, e.Body, false)
	case *source.Fold:
		s.expr(e.Init)
		s.branches(e.Over, e.Body)
	case *source.NTimes:
		s.exprs(e.N, e.Init)
		s.branches(e.Body)
	case *source.While:
		s.exprs(e.N, e.Init)
		s.branches(e.Cond, e.Body)
	case *source.Ccl:
		s.exprs(e.N, e.Init)
		s.branches(e.Body)
	case *source.SizeOf:
		s.expr(e.X)
	case *source.SetAt:
		s.expr(e.X)
		s.exprs(e.Index...)
		s.expr(e.Value)
	case *source.StopGradient:
		s.expr(e.X)
	case *source.Assert:
		s.expr(e.Cond)
	}
}

func (s *search) bind(b source.Bind) {
	switch b := b.(type) {
	case *source.LetValue:
		comp, ok := b.Value.(*source.Comp)
		if !ok || b.Pat.Kind != source.PatVar || b.Pat.Wanted != nil {
			s.expr(b.Value)
			return
		}
		e := &element{comp: comp, number: len(s.found), depth: len(s.around), inner: map[*source.Var]bool{}}
		for _, bound := range e.bounds(comp, nil) {
			if !s.positive(bound) && !slices.ContainsFunc(e.doubtful, func(d source.Expr) bool { return equal(d, bound) }) {
				e.doubtful = append(e.doubtful, bound)
			}
		}
		s.expr(b.Value)
		s.found[b.Pat.Var] = e
	case *source.LocalFunc:
		for _, inst := range b.Instances {
			s.params(inst.Params)
			s.branches(inst.Body)
		}
	}
}

// positive says that a bound is 0 at least, or that a negative one is a fault
// before.
func (s *search) positive(bound source.Expr) bool {
	switch e := bound.(type) {
	case *source.IntLit, *source.SizeOf:
		return true
	case *source.Ident:
		if s.sizes[e.Var] {
			return true
		}
	}
	return slices.ContainsFunc(s.counted, func(e source.Expr) bool { return equal(e, bound) })
}

// params notes which sizes the types of parameters name.
func (s *search) params(list []*source.Param) {
	for _, p := range list {
		if p.Type != nil {
			s.named(p.Type)
		}
	}
}

func (s *search) named(t source.TypeExpr) {
	switch t := t.(type) {
	case *source.TupleType:
		for _, e := range t.Elems {
			s.named(e)
		}
	case *source.ArrayType:
		for _, size := range t.Sizes {
			if size.Binds {
				s.sizes[size.Var] = true
			}
		}
	}
}

// index notes a[i, …].
func (s *search) index(e *source.Index) {
	base, args := indexed(e)
	s.exprs(args...)
	id, ok := base.(*source.Ident)
	if !ok {
		s.expr(base)
		return
	}
	if a := s.found[id.Var]; a != nil {
		a.reads = append(a.reads, read{args, slices.Clone(s.around[a.depth:])})
	}
}
