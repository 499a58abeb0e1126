package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/typecheck"
)

// derivs are the transformations that every function has.
var derivs = []proc.Deriv{deriv.Fwd, deriv.Rev, deriv.RevF, deriv.RevR, deriv.VJP}

// closure is f with its derivatives and all that they call.
func (s *subject) closure() (*proc.Program, error) {
	fs := []proc.Func{s.f}
	for _, d := range derivs {
		fs = append(fs, d.Of(s.f))
	}
	return s.unit.Closure(fs...)
}

func types(s *subject, _ *rand.Rand) error {
	p, err := s.closure()
	if err != nil {
		return err
	}
	return typecheck.Program(p)
}

func parsePrint(s *subject, _ *rand.Rand) error {
	p, err := s.closure()
	if err != nil {
		return err
	}
	var first, second strings.Builder
	if err := p.Print(&first); err != nil {
		return err
	}
	q, err := proc.Parse(&diag.Source{Name: "printed.proc", Text: first.String()}, pipeline.Sig)
	if err != nil {
		return err
	}
	if err := q.Print(&second); err != nil {
		return err
	}
	if first.String() != second.String() {
		return fmt.Errorf("parse (print p) is another program than p:\n%s", first.String())
	}
	return typecheck.Program(q)
}

func size(s *subject, _ *rand.Rand) error {
	for _, d := range s.prog.Defs {
		n := 1 + d.Body.Count() + tags(d.In.Type)
		f, err := s.count(deriv.RevF.Of(d.Name))
		if err != nil {
			return err
		}
		r, err := s.count(deriv.RevR.Of(d.Name))
		if err != nil {
			return err
		}
		t, err := s.count(deriv.Fwd.Of(d.Name))
		if err != nil {
			return err
		}
		if f+r > 40*n || t > 20*n {
			return fmt.Errorf("%s has %d statements and tags; F and R have %d + %d, fwd has %d", d.Name, n-1, f, r, t)
		}
	}
	return nil
}

// tags is how many tags a type has: to Elim a value takes a statement, and its zero cotangent a Case for each.
func tags(t proc.Type) int {
	switch t := t.(type) {
	case *proc.TupleType:
		n := 0
		for _, e := range t.Elems {
			n += tags(e)
		}
		return n
	case *proc.SumType:
		return 1 + tags(t.L) + tags(t.R)
	}
	return 0
}

func (s *subject) count(f proc.Func) (int, error) {
	d, err := s.lib.Def(f)
	if err != nil {
		return 0, err
	}
	return d.Body.Count(), nil
}
