package e2e_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"procad/core"
	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A subject is a function with data to run it on.
type subject struct {
	text string // of the program, for messages
	unit *pipeline.Unit
	prog *proc.Program
	lib  *derive.Library
	f    proc.Func
	sig  proc.Sig
	def  *proc.Def // of f
	args *data.Args
	zone []data.Value
	arg  data.Value
	core *core.Program // as it is elaborated; nil if nobody asked yet
}

// newSubject gives a function of u the data of a JSON object. An empty name
// means the only function that no other calls.
func newSubject(u *pipeline.Unit, name, json string) (*subject, error) {
	d, err := u.Entry(name)
	if err != nil {
		return nil, err
	}
	s := &subject{unit: u, prog: u.Program, lib: u.Library, f: d.Name, sig: d.Sig()}
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: json}, u.Program.InterfaceOf(d.Name))
	if err != nil {
		return nil, err
	}
	s.def, s.args = d, args
	s.zone, s.arg, err = args.For(d)
	return s, err
}

// call runs a function on values that may be inactive, which is nothing to an engine.
func call(m pipeline.Engine, f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	free := func(v data.Value) data.Value {
		v.Type = deriv.Activate(v.Type)
		return v
	}
	values := make([]data.Value, len(zone))
	for i, v := range zone {
		values[i] = free(v)
	}
	return m.Call(f, values, free(arg))
}

// random is s with other Reals.
func (s *subject) random(real number) *subject {
	r := *s
	r.arg = refill(s.arg, real)
	r.zone = make([]data.Value, len(s.zone))
	for i, v := range s.zone {
		r.zone[i] = refill(v, real)
	}
	return &r
}

func (s *subject) machine(opts ...interp.Option) *interp.Machine {
	return interp.New(s.lib.Def, opts...)
}

// direction are random tangents of the zone and of the argument.
func (s *subject) direction(real number) (zone []data.Value, arg data.Value) {
	return tangents(s.zone, real), tangent(s.arg, real)
}

// value runs f. What f adds to is left as it was.
func (s *subject) value(m *interp.Machine) (data.Value, error) {
	return call(m, s.f, clones(s.zone), s.arg)
}

// forward runs fwd$f. The accumulators of zone are added to.
func (s *subject) forward(m *interp.Machine, zone, zoneDot []data.Value, argDot data.Value) (y, yDot data.Value, err error) {
	var all []data.Value
	for i, v := range zone {
		if all = append(all, v); zoneDot[i].Type != proc.Unit {
			all = append(all, zoneDot[i])
		}
	}
	o, err := call(m, deriv.Fwd.Of(s.f), all, data.Tuple(s.arg, argDot))
	if err != nil {
		return y, yDot, fmt.Errorf("fwd$%s: %w", s.f, err)
	}
	return o.Part(0), o.Part(1), nil
}

// reverse runs rev$f. The accumulators of zone, and the cotangents zoneBar of
// shared names, are added to.
func (s *subject) reverse(m *interp.Machine, zone, zoneBar []data.Value, yBar data.Value) (y, argBar data.Value, err error) {
	var all []data.Value
	for i, v := range zone {
		if all = append(all, v); zoneBar[i].Type != proc.Unit {
			all = append(all, zoneBar[i])
		}
	}
	o, err := call(m, deriv.Rev.Of(s.f), all, data.Tuple(s.arg, yBar))
	if err != nil {
		return y, argBar, fmt.Errorf("rev$%s: %w", s.f, err)
	}
	return o.Part(0), o.Part(1), nil
}

// dual is one experiment on f: tangents forwards, cotangents backwards.
//
//	ẋ, ṡ, ȧ ↦ ẏ, ȧ'        ȳ, ā' ↦ x̄, s̄, ā = ā'        s shared, a accumulators
type dual struct {
	x, y             data.Value
	dots, bars       []data.Value // of what goes in: the zone, then the argument
	outDots, outBars []data.Value // of what comes out: the accumulators, then the result
}

func (s *subject) dual(real number, opts ...interp.Option) (*dual, error) {
	m := s.machine(opts...)
	zoneDot, argDot := s.direction(real)
	d := &dual{x: s.arg, dots: append(clones(zoneDot), argDot)}
	zone := clones(s.zone)
	y, yDot, err := s.forward(m, zone, zoneDot, argDot)
	if err != nil {
		return nil, err
	}
	d.y = y
	bars := make([]data.Value, len(zone))
	for i, r := range s.sig.Zone {
		bars[i] = tangent(s.zone[i], zero)
		if r.Mode == proc.Accumulator {
			bars[i] = tangent(s.zone[i], real)
			d.outDots, d.outBars = append(d.outDots, zoneDot[i]), append(d.outBars, bars[i])
		}
	}
	yBar := tangent(y, real)
	y2, argBar, err := s.reverse(m, clones(s.zone), bars, yBar)
	if err != nil {
		return nil, err
	}
	if !identical(y, y2) {
		return nil, fmt.Errorf("fst (fwd$%s …) = %s, but fst (rev$%s …) = %s", s.f, show(y), s.f, show(y2))
	}
	d.bars = append(bars, argBar)
	d.outDots, d.outBars = append(d.outDots, yDot), append(d.outBars, yBar)
	return d, nil
}

// rounding is what is left of terms of about 1 that cancel, as in a - a with a of
// many operations: the products may be as small as that, and say nothing.
const rounding = 1e-15

// check says whether ⟨x̄, ẋ⟩ = ⟨ȳ, ẏ⟩ but for rounding.
func (d *dual) check() error {
	in, a := product(d.bars, d.dots)
	out, b := product(d.outBars, d.outDots)
	if diff := math.Abs(in - out); !(diff <= 1e-12*(a+b)+rounding) || math.IsInf(a+b, 0) {
		return fmt.Errorf("⟨x̄, ẋ⟩ = %v, ⟨ȳ, ẏ⟩ = %v, terms %v", in, out, a+b)
	}
	return nil
}

// dualityExact checks the same for integers modulo 2^61-1. It gives ⟨ȳ, ẏ⟩.
func (s *subject) dualityExact(r *rand.Rand) (uint64, error) {
	real := residues(r)
	d, err := s.random(real).dual(real, interp.Mod61())
	if err != nil {
		return 0, err
	}
	in, out := productMod(d.bars, d.dots), productMod(d.outBars, d.outDots)
	if in != out {
		return out, fmt.Errorf("modulo 2^61-1, ⟨x̄, ẋ⟩ = %d, ⟨ȳ, ẏ⟩ = %d", in, out)
	}
	return out, nil
}

// derivative is the subject d$f, for fwd and rev, with random tangents as data.
func (s *subject) derivative(r *rand.Rand, d proc.Deriv) (*subject, error) {
	def, err := s.lib.WithInactive(d.Of(s.f))
	if err != nil {
		return nil, err
	}
	of := *s
	of.f, of.sig, of.zone = def.Name, def.Sig(), nil
	for _, v := range s.zone {
		if of.zone = append(of.zone, v); deriv.Tangent(v.Type) != proc.Unit {
			of.zone = append(of.zone, tangent(v, floats(r)))
		}
	}
	with := s.arg
	if d == deriv.Rev {
		if with, err = s.value(s.machine()); err != nil {
			return nil, err
		}
	}
	of.arg = data.Tuple(s.arg, tangent(with, floats(r)))
	return &of, nil
}

// show is a value as JSON.
func show(v data.Value) string {
	var b strings.Builder
	if err := data.Write(&b, v); err != nil {
		return err.Error()
	}
	return b.String()
}
