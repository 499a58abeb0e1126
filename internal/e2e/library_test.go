package e2e_test

import (
	"fmt"
	"math/rand/v2"

	"procad/internal/data"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// library holds what a library has of f against each other: pullback, its two halves,
// pushforward, and where f gives a Real its gradient and the product of its Hessian.
//
// It adds definitions to the program, and so is the last property that is checked.
//
//	vjpr(vjpf x, ȳ) = vjp(x, ȳ) = g      ⟨ȳ, jvp(x, g)⟩ = ⟨g, g⟩      ⟨Hg, h⟩ = ⟨g, Hh⟩ for h = Hg
func library(s *subject, r *rand.Rand) error {
	if deriv.Discrete(s.sig.Out) || deriv.Discrete(s.sig.In) && !moves(s.zone) {
		return nil
	}
	u := s.unit
	d := u.Program.Lookup(s.f)
	face, err := u.Callable(d)
	if err != nil {
		return err
	}
	l := &libraryOf{subject: s, unit: u, face: face}
	y, err := s.value(s.machine())
	if err != nil {
		return meaningless(err)
	}
	seed := tangent(y, floats(r))

	pullback, err := u.Pullback(d, face)
	if err != nil {
		return err
	}
	tg, err := l.call(pullback, seed)
	if err != nil {
		return meaningless(err)
	}
	g := data.Tuple(tg[1:]...)
	if !finite(tg...) {
		return discard("large numbers")
	}
	forward, reverse, err := u.ForwardReverse(d, face)
	if err != nil {
		return err
	}
	zone, arg, err := l.args(forward.Face).For(forward.Def)
	if err != nil {
		return err
	}
	m := interp.New(u.Library.Def)
	ty, err := m.Call(forward.Def.Name, zone, arg)
	if err != nil {
		return meaningless(err)
	}
	again, err := m.Call(reverse.Def.Name, zone, data.Tuple(ty.Part(1), seed))
	if err != nil {
		return meaningless(err)
	}
	if !near(g, again) {
		return fmt.Errorf("the halves of vjp give %v, and vjp %v", floatsOf(again), floatsOf(g))
	}
	pushforward, err := u.Pushforward(d, face)
	if err != nil {
		return err
	}
	td, err := l.call(pushforward, tg[1:]...)
	if err != nil {
		return meaningless(err)
	}
	if err := agree(seed, td[1], g, g); err != nil {
		return err
	}
	if s.sig.Out != proc.Real {
		return nil
	}
	curvature, err := u.Curvature(d, face)
	if err != nil {
		return err
	}
	k := len(tg) - 1
	first, err := l.call(curvature, tg[1:]...)
	if err != nil {
		return meaningless(err)
	}
	if !finite(first...) {
		return discard("large numbers")
	}
	second, err := l.call(curvature, first[k:]...)
	if err != nil {
		return meaningless(err)
	}
	return agree(data.Tuple(first[k:]...), data.Tuple(first[k:]...), g, data.Tuple(second[k:]...))
}

// moves says that some of the values have a tangent.
func moves(zone []data.Value) bool {
	for _, v := range zone {
		if !deriv.Discrete(v.Type) {
			return true
		}
	}
	return false
}

// agree compares ⟨a, b⟩ with ⟨c, d⟩.
func agree(a, b, c, d data.Value) error {
	if !finite(a, b, c, d) {
		return discard("large numbers")
	}
	left, size := product([]data.Value{a}, []data.Value{b})
	right, more := product([]data.Value{c}, []data.Value{d})
	if diff := left - right; diff > 1e-9*(size+more)+1e-12 || diff < -1e-9*(size+more)-1e-12 {
		return fmt.Errorf("%v and %v are not the same", left, right)
	}
	return nil
}

// A libraryOf calls functions that libraries have of a subject.
type libraryOf struct {
	*subject
	unit *pipeline.Unit
	face *proc.Interface
}

func (l *libraryOf) args(face *proc.Interface, more ...data.Value) *data.Args {
	a := &data.Args{Interface: face}
	for _, p := range l.face.Params {
		a.Values = append(a.Values, l.valueOf(p))
	}
	a.Values = append(a.Values, more...)
	return a
}

// valueOf is the value of a parameter.
func (l *libraryOf) valueOf(p proc.Param) data.Value {
	switch {
	case len(p.Parts) > 0:
		parts := make([]data.Value, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = l.valueOf(part)
		}
		return data.Tuple(parts...)
	case p.Ref != "":
		for i, r := range l.sig.Zone {
			if r.Name == p.Ref {
				return l.zone[i]
			}
		}
	case p.Type == proc.Unit:
		return data.Unit()
	case p.Index >= 0 && len(proc.Elems(l.arg.Type)) > 1:
		return l.arg.Part(p.Index)
	}
	return l.arg
}

// call gives the parts of a result.
func (l *libraryOf) call(c *pipeline.Combined, more ...data.Value) ([]data.Value, error) {
	zone, arg, err := l.args(c.Face, more...).For(c.Def)
	if err != nil {
		return nil, err
	}
	out, err := interp.New(l.unit.Library.Def).Call(c.Def.Name, zone, arg)
	if err != nil || len(c.Results) == 1 {
		return []data.Value{out}, err
	}
	parts := make([]data.Value, len(c.Results))
	for i := range parts {
		parts[i] = out.Part(i)
	}
	return parts, nil
}
