package compare

import (
	"errors"
	"math"
	"math/rand/v2"

	"procad/core"
	"procad/core/eval"
	"procad/papers"
	"procad/papers/number"
)

// An Outcome is what a system gave for a subject.
type Outcome struct {
	System papers.System
	*papers.Result
	// Difference is the larger of those of value and gradient from the first outcome, as Differ
	// has it.
	Difference float64
	// CannotSay is the construct that the system has no rule for; the Result is then nil.
	CannotSay *papers.Unsupported
}

// All runs all systems on a subject, the compiler first. The error is that of a run, about the
// program: all systems fail where one does, and none runs where one needs more memory than there is.
func (s *Subject) All(seed eval.Value, domain func() number.Domain) ([]Outcome, error) {
	var list []Outcome
	for _, system := range Systems(s.Unit) {
		if err := s.Afford(system); err != nil {
			return nil, err
		}
	}
	var refused error // that of a system which knows where, if there is one
	for _, system := range Systems(s.Unit) {
		o := Outcome{System: system}
		r, err := s.Run(system, seed, domain())
		unsupported, ok := errors.AsType[*papers.Unsupported](err)
		inexact, without := errors.AsType[*number.Refused](err)
		switch {
		case ok:
			o.CannotSay = unsupported
		case without:
			if refused == nil || inexact.Pos.Known() {
				refused = err
			}
		case err != nil:
			return nil, Located(s.Unit, s.Unit.Located(err))
		default:
			o.Result = r
			if o.Difference, err = farther(list, r); err != nil {
				return nil, err
			}
		}
		list = append(list, o)
	}
	if refused != nil {
		return nil, Located(s.Unit, refused)
	}
	return list, nil
}

// farther is the difference of r from the first result, 0 if it is that.
func farther(before []Outcome, r *papers.Result) (float64, error) {
	for _, o := range before {
		if o.Result == nil {
			continue
		}
		value, err := Differ(o.Value, r.Value)
		if err != nil {
			return 0, err
		}
		gradient, err := Differ(o.Gradient, r.Gradient)
		return max(value, gradient), err
	}
	return 0, nil
}

// Seed is 1 if the result of the subject is Real, and else a random element of δT with the
// constructors and sizes that the result has in the domain: multiples of 1/4, which have residues. The error is
// that of the run.
func (s *Subject) Seed(r *rand.Rand, d number.Domain) (eval.Value, error) {
	if s.Func.Result == core.Real {
		return 1.0, nil
	}
	args, err := number.Inputs(d, s.Args)
	if err != nil {
		return nil, err
	}
	if s.Limit > 0 {
		d = number.Within(s.Limit, d)
	}
	y, err := value(s.Unit, s.Func, args, d)
	if err != nil {
		return nil, err
	}
	return number.Tangent(s.Func.Result, y, func(any) eval.Value { return math.Trunc(8*r.NormFloat64()) / 4 }), nil
}
