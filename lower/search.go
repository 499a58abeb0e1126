package lower

import (
	"slices"

	"procad/core"
)

// A search goes through a body and knows what is around each place.
type search struct {
	*lowerer
	inner   *core.Build // the loops of which are those of the one around it
	found   map[*core.Var]*element
	around  []place            // innermost last
	sizes   map[*core.Var]bool // of parameters
	counted []core.Term        // bounds that have been compared with 0
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

func (s *search) exprs(list ...core.Term) {
	for _, e := range list {
		s.expr(e)
	}
}

func (s *search) branches(list ...core.Term) { s.inside(seldom, func() { s.exprs(list...) }) }

// loop goes through a loop. turn is its body if that can begin with something; the
// turns around do so too if those inside are written out.
func (s *search) loop(binders []core.Binder, body, turn core.Term, out bool) {
	var around []place
	for _, b := range binders {
		s.inside(around, func() { s.expr(b.Size) })
		around = append(around, place{index: b.Var, size: b.Size})
	}
	s.counted = append(s.counted, binders[0].Size)
	around[len(around)-1].turn = turn
	if out {
		around[0].turn = turn
	}
	s.inside(around, func() {
		for _, b := range binders[1:] {
			s.counted = append(s.counted, b.Size)
		}
		s.expr(body)
	})
}

func (s *search) expr(e core.Term) {
	for { // chains of bindings are long
		switch let := e.(type) {
		case *core.Let:
			s.bind(let)
			e = let.Body
			continue
		case *core.Untuple:
			s.expr(let.Bound)
			e = let.Body
			continue
		}
		break
	}
	switch e := e.(type) {
	case *core.Use:
		if a := s.found[e.Var]; a != nil {
			a.other = true
		}
	case *core.Index:
		s.index(e)
	case *core.Build:
		turn, out := e.Body, s.columned(e) && s.inner != e
		if inner, ok := turn.(*core.Build); ok {
			turn, s.inner = nil, inner // the loops are one
		}
		s.loop(e.Binders, e.Body, turn, out)
	case *core.Reduce:
		s.loop(e.Binders, e.Body, e.Body, false)
	case *core.Fold:
		s.expr(e.Init)
		s.branches(e.Over, e.Body)
	default:
		always, others := core.Slots(e)
		for _, x := range always {
			s.expr(*x)
		}
		for _, x := range others {
			s.branches(*x)
		}
	}
}

func (s *search) bind(let *core.Let) {
	switch b := let.Bound.(type) {
	case *core.Lambda:
		s.branches(b.Body)
	case *core.Build:
		e := &element{comp: b, number: len(s.found), depth: len(s.around), inner: map[*core.Var]bool{}}
		for _, size := range e.bounds(b, nil) {
			if !s.positive(size) && !slices.ContainsFunc(e.doubtful, func(d core.Term) bool { return equal(d, size) }) {
				e.doubtful = append(e.doubtful, size)
			}
		}
		s.expr(b)
		if let.Var != nil {
			s.found[let.Var] = e
		}
	case *core.Size:
		s.expr(b)
		s.sizes[let.Var] = true
	default:
		s.expr(b)
	}
}

// positive says that a bound is 0 at least, or that a negative one is a fault
// before.
func (s *search) positive(bound core.Term) bool {
	switch e := bound.(type) {
	case *core.IntConst, *core.Size:
		return true
	case *core.Use:
		if s.sizes[e.Var] {
			return true
		}
	}
	return slices.ContainsFunc(s.counted, func(e core.Term) bool { return equal(e, bound) })
}

// index notes a[i, …].
func (s *search) index(e *core.Index) {
	base, args := indexed(e)
	s.exprs(args...)
	id, ok := base.(*core.Use)
	if !ok {
		s.expr(base)
		return
	}
	if a := s.found[id.Var]; a != nil {
		a.reads = append(a.reads, read{args, slices.Clone(s.around[a.depth:])})
	}
}
