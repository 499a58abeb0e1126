package activity

import (
	"slices"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A callee is what is called in the place of a function.
type callee struct {
	f        proc.Func
	in       proc.Type // what its argument is converted to
	out      proc.Type // the type of the result
	inactive bool      // the result is inactive after the call
	stopped  bool      // stop: the result is the argument, made inactive
	shape    bool      // zeros of an array that is inactive
}

// callee chooses what is called in the place of f, or of its variant that gives less: where some of its parameters
// are active, none is inactive, all of its result is given, and it gains nothing from an analysis of its callees, f itself.
func (a *Activity) callee(f proc.Func, sig proc.Sig, zone []proc.Type, in, given proc.Type) (callee, error) {
	var useful proc.Type // of the argument of a variant
	if given != sig.Out {
		t, err := a.given(f, given)
		if err != nil {
			return callee{}, err
		}
		useful, in = t, meet(in, t)
	}
	all := parameters(sig, zone, in)
	family, _, _ := f.Family()
	if _, _, ok := deriv.OfRule(f); ok && !deriv.Discrete(proc.NewTuple(all...)) {
		return a.ruled(f, sig, zone, in), nil
	}
	if useful == nil && Inactive(all...).empty() && !deriv.Discrete(proc.NewTuple(all...)) && family != "stop" {
		return a.active(f, sig, in)
	}
	if kind, body, ok := f.Loop(); ok {
		return a.loop(f, kind, body, zone, in, useful)
	}
	d, err := a.lib.Def(f)
	if err != nil || d == nil {
		return a.primitive(f, sig, zone, in), err
	}
	out, err := a.of(d, zone, in, given)
	return callee{f: Name(f, sig, zone, in, out), in: in, out: out}, err
}

// ruled is what is called in the place of a function with a rule where something that it is given is
// active: its result is, as no analysis looks into it.
func (a *Activity) ruled(f proc.Func, sig proc.Sig, zone []proc.Type, in proc.Type) callee {
	return callee{f: Name(f, sig, zone, in, sig.Out), in: in, out: sig.Out}
}

// active chooses what is called where no parameter is inactive.
func (a *Activity) active(f proc.Func, sig proc.Sig, in proc.Type) (callee, error) {
	c := callee{f: f, in: in, out: sig.Out}
	_, body, loop := f.Loop()
	if !loop {
		body = f
	}
	iteration, err := a.inside(body)
	if c.f = iteration; loop {
		c.f = f.Around(iteration)
	}
	return c, err
}

// inside is Inside where f gains from it, and else f.
func (a *Activity) inside(f proc.Func) (proc.Func, error) {
	if gains, err := a.Gains(f); !gains || err != nil {
		return f, err
	}
	return Inside(f), nil
}

// Inside is f with all its parameters active, and what it calls inactive where it can be.
func Inside(f proc.Func) proc.Func { return deriv.Inactive("0", "0").Of(f) }

// Name is inactive.I.O$f for parameters and a result of the given types, or f
// where nothing is inactive.
func Name(f proc.Func, sig proc.Sig, zone []proc.Type, in, out proc.Type) proc.Func {
	i, o := Inactive(parameters(sig, zone, in)...), Inactive(out)
	if i.empty() && o.empty() {
		return f
	}
	return deriv.Inactive(i.String(), o.String()).Of(f)
}

// parameters are the types of what a function can hold: shared names and its argument.
func parameters(sig proc.Sig, zone []proc.Type, in proc.Type) []proc.Type {
	var ts []proc.Type
	for i, r := range sig.Zone {
		if r.Mode == proc.Shared {
			ts = append(ts, zone[i])
		}
	}
	return append(ts, in)
}

// transparent are the families that do with what is inactive what they do with
// anything: they are called at H A in the place of A.
var transparent = map[string]bool{
	"blank": true, "copy": true, "swap": true, "zip": true, "unzip": true, "retype": true, "bytes": true, "trace": true, "unreachable": true,
}

// primitive is a function without a definition. If its parameters are inactive, so
// is its result; if some are, they are freed.
//
//	b = Call op a        a' = Call lift a ; b' = Call op a' ; b = Call inactive b'        a : H S
//	b = Call op a        a' = Call lift a ; b = Call op a'                            otherwise
func (a *Activity) primitive(f proc.Func, sig proc.Sig, zone []proc.Type, in proc.Type) callee {
	family, types, _ := f.Family()
	inactive := deriv.Discrete(in)
	for _, t := range zone {
		inactive = inactive && deriv.Discrete(t)
	}
	switch {
	case family == "stop":
		return callee{f: f, in: sig.In, out: deriv.Deactivate(sig.Out), stopped: true}
	case prim.IsExtern(f): // what is made of it is never differentiated
		g := f.At(append(slices.Clone(zone), in, types[len(types)-1])...)
		if inactive {
			g = f.At(append(slices.Clone(zone), in, deriv.Deactivate(sig.Out))...)
		}
		if same, err := a.lib.Sig(g); err == nil {
			return callee{f: g, in: in, out: same.Out}
		}
	case family == "zeros" && inactive:
		return callee{f: f, in: in, out: deriv.Deactivate(sig.Out), shape: true}
	case transparent[family] && inactive:
		g := f.At(mapped(types, deriv.Deactivate)...)
		if same, err := a.lib.Sig(g); err == nil && same.In == in {
			return callee{f: g, in: in, out: same.Out}
		}
	}
	c := callee{f: f, in: sig.In, out: sig.Out}
	if t := deriv.Deactivate(sig.Out); inactive && proc.Scalar(t) && t != sig.Out {
		c.inactive, c.out = true, t
	}
	return c
}

// loop is a loop. Its state is what it begins with, joined with what its iterations
// make of it, which is the least type that an iteration keeps:
//
//	σ = ⊔ σk        σ0 = s, σk+1 = σk ⊔ Result(f, θ, σk)
//
// where f is the variant that gives what is useful of a state.
//
// The elements of an array, and the parts of a sum, are active if one is.
func (a *Activity) loop(f proc.Func, kind proc.LoopKind, body proc.Func, zone []proc.Type, in, useful proc.Type) (callee, error) {
	sig, err := a.lib.Sig(body)
	if err != nil {
		return callee{}, err
	}
	var all []proc.Type
	for range kind.Indices() {
		all = append(all, proc.Int)
	}
	all = append(all, zone...)
	inside, err := a.inside(body)
	if err != nil {
		return callee{}, err
	}
	name := func(in, out proc.Type) proc.Func {
		iteration := Name(body, sig, all, in, out)
		if iteration == body {
			iteration = inside
		}
		return f.Around(iteration)
	}
	switch kind {
	case proc.NTimes, proc.Fold, proc.FoldR, proc.CCL, proc.While:
		state := proc.Elems(in)[1]
		if useful != nil {
			useful = proc.Elems(useful)[1]
		}
		for {
			t, err := a.iterated(kind, body, all, state, useful)
			if err != nil {
				return callee{}, err
			}
			if kind == proc.While {
				t = proc.Elems(t)[1]
			}
			next := join(state, t)
			if next == state {
				break
			}
			state = next
		}
		next := state
		if kind == proc.While {
			next = proc.NewTuple(proc.Bool, state)
		}
		return callee{f: name(state, next), in: proc.NewTuple(proc.Int, state), out: state}, nil
	}
	t, err := a.Result(body, all, proc.Unit)
	if err != nil {
		return callee{}, err
	}
	if kind == proc.Adds {
		t = join(proc.Elems(in)[1], t)
	}
	t = whole(t)
	call, err := kind.Sig(body, proc.Sig{Zone: sig.Zone, In: proc.Unit, Out: t})
	return callee{f: name(proc.Unit, t), in: call.In, out: call.Out}, err
}

// iterated is what an iteration gives, or its variant where not all of a state is useful.
func (a *Activity) iterated(kind proc.LoopKind, body proc.Func, zone []proc.Type, state, useful proc.Type) (proc.Type, error) {
	if useful == nil {
		return a.Result(body, zone, state)
	}
	d, err := a.lib.Def(body)
	if err != nil {
		return nil, err
	}
	if kind == proc.While {
		useful = proc.NewTuple(proc.Bool, useful)
	}
	return a.of(d, zone, state, useful)
}
