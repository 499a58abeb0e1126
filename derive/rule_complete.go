package derive

import (
	"fmt"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split/activity"
)

// What a rule does not give is made of what it gives. A derivative that is linear in a part of its
// argument is its own derivative in it, whatever that part is: so R of jvp$f with S inactive, at the
// tangent 0, is the pullback, and R of pull$f with X inactive, at 0, the tangent.

// completeJVP is jvp$f of a rule that gives split$f and pull$f, or is constant.
func completeJVP(l *typed, n name) (*proc.Def, error) {
	m, err := newCompletion(l, n)
	if err != nil {
		return nil, err
	}
	if l.prog.Lookup(deriv.PullRule.Of(n.of)) == nil {
		return m.zeroJVP()
	}
	if r := l.prog.Rules[n.of]; r != nil && r.Nonlinear != "" {
		return nil, diag.Errorf(m.def.Pos, CodeOneWay, "%s has a derivative that is not linear in the cotangent, by its rule, and so no forward derivative", n.of.Given()).
			Because(nil).Hintf("give the rule a clause forward(…) = e, or take the derivative in reverse: grad, vjp, jacrev")
	}
	return m.transposedPull()
}

func newCompletion(l *typed, n name) (*ruleMaker, error) {
	m := &ruleMaker{lib: l, n: n, base: n.of}
	value, err := l.Def(deriv.ValueRule.Of(n.of))
	if err != nil {
		return nil, err
	}
	if value == nil {
		return nil, fmt.Errorf("%s: the program has no %s", n.f, deriv.ValueRule.Of(n.of))
	}
	m.sig = value.Sig()
	m.full = m.sig
	m.def = &proc.Def{Name: n.f, Pos: value.Pos, Zone: m.sig.Zone}
	return m, nil
}

// zeroJVP is  jvp$f [Θ, Θ̇] (s, ṡ) = (t, 0) , where t = constant$f [Θ] s.
func (m *ruleMaker) zeroJVP() (*proc.Def, error) {
	names := proc.NewNames(m.def)
	m.def.Zone = deriv.TangentZone(m.sig.Zone, func(s string) string { return names.Fresh(s + ".dot") })
	sds := m.Untuple(m.begin("a", proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In))), "s", "ds")
	m.Elim(sds[1])
	t, again := m.Dup(m.value(sds[0]))
	return m.done(m.Tuple("o", t, m.zero(again)))
}

// value is that of a constant rule, which is constant at each order.
func (m *ruleMaker) value(s proc.Var) proc.Var {
	return m.Call("t", m.sig.Out, deriv.Constant.Of(m.base), names(m.sig.Zone), s)
}

// zero is the zero tangent of a value, which it consumes.
func (m *ruleMaker) zero(v proc.Var) proc.Var {
	if deriv.Discrete(v.Type) {
		m.Elim(v)
		return m.Unit()
	}
	return rev.Strip(m.Builder, m.Call("z", deriv.Cotangent(v.Type), proc.FamilyOf("zero", v.Type), nil, v), v.Type)
}

// completeSplit is split$f of a rule that gives jvp$f, or is constant.
func completeSplit(l *typed, n name) (*proc.Def, error) {
	m, err := newCompletion(l, n)
	if err != nil {
		return nil, err
	}
	s := m.begin("s", m.sig.In)
	if l.prog.Lookup(deriv.JVPRule.Of(n.of)) == nil {
		// split$f [Θ] s = (constant$f [Θ] s, s)        where δS has sizes or tags, else without s
		if scalars(m.sig.In) {
			return m.done(m.Tuple("o", m.value(s), m.Unit()))
		}
		s, again := m.Dup(s)
		return m.done(m.Tuple("o", m.value(s), again))
	}
	j, err := m.inactiveJVP()
	if err != nil {
		return nil, err
	}
	tx, err := l.Sig(j.forward)
	if err != nil {
		return nil, err
	}
	s, again := m.Dup(s)
	in := m.Tuple("a", s, m.zero(again))
	var o proc.Var
	m.sharedDots(func(dots map[string]string) {
		var args []string
		for _, r := range m.sig.Zone {
			args = append(args, r.Name)
			if dots[r.Name] != "" {
				args = append(args, dots[r.Name])
			}
		}
		out := m.Untuple(m.Call("tx", tx.Out, j.forward, args, in), "tdt", "x")
		both := m.Untuple(out[0], "t", "dt")
		t, dt, x := both[0], both[1], out[1]
		var back proc.Var
		if t, back = m.Dup(t); !j.keepsT {
			m.Elim(back)
			back = m.Unit()
		}
		if !j.keepsDT {
			m.Elim(dt)
			dt = m.Unit()
		}
		o = m.Tuple("o", t, m.Tuple("left", x, back, dt))
	})
	return m.done(o)
}

// scalars says that values of t are numbers, whose zero tangent needs no value.
func scalars(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if !scalars(e) {
				return false
			}
		}
		return true
	case *proc.SumType:
		return deriv.Discrete(t)
	}
	return t == proc.Real || t == proc.Int
}

// completePull is pull$f likewise.
func completePull(l *typed, n name) (*proc.Def, error) {
	m, err := newCompletion(l, n)
	if err != nil {
		return nil, err
	}
	tx, err := l.Sig(deriv.SplitRule.Of(n.of))
	if err != nil {
		return nil, err
	}
	taken := proc.NewNames(m.def)
	bars := map[string]string{}
	m.def.Zone = deriv.CotangentZone(m.sig.Zone, func(s string) string { bars[s] = taken.Fresh(s + ".bar"); return bars[s] })
	xw := m.Untuple(m.begin("a", proc.NewTuple(proc.Elems(tx.Out)[1], deriv.Tangent(m.sig.Out))), "x", "w")
	x, w := xw[0], xw[1]
	if l.prog.Lookup(deriv.JVPRule.Of(n.of)) == nil {
		// pull$f [Θ̄] (s, t̄) = 0
		m.Elim(w)
		if scalars(m.sig.In) {
			m.Elim(x)
			return m.done(m.numbersZero(m.sig.In))
		}
		return m.done(m.zero(x))
	}
	j, err := m.inactiveJVP()
	if err != nil {
		return nil, err
	}
	left := m.Untuple(x, "x", "t", "dt")
	x, t, dt := left[0], left[1], left[2]
	if j.keepsT {
		t = m.cotZero(t, j.out)
	}
	if j.keepsDT {
		w = rev.Pair(m.Builder, w, dt)
	} else {
		m.Elim(dt)
	}
	if !j.keepsT {
		m.Elim(t)
		t = m.numbersZero(j.out)
	}
	var ds proc.Var
	m.sharedDots(func(dots map[string]string) {
		var args []string
		for _, r := range m.sig.Zone {
			args = append(args, r.Name)
			if dots[r.Name] != "" {
				args = append(args, dots[r.Name], bars[r.Name])
			}
		}
		sig, sigErr := l.Sig(j.reverse)
		if sigErr != nil {
			err = sigErr
			return
		}
		both := m.Call("c", sig.Out, j.reverse, args, m.Tuple("xc", x, m.cot(sig, t, w)))
		if both.Type == proc.Unit {
			ds = both
			return
		}
		c := m.Untuple(both, "s", "ds")
		m.Elim(c[0])
		ds = rev.Strip(m.Builder, c[1], deriv.Tangent(m.sig.In))
	})
	if err != nil {
		return nil, err
	}
	return m.done(ds)
}

// cot is the cotangent of a pair, () if both are.
func (m *ruleMaker) cot(sig proc.Sig, t, w proc.Var) proc.Var {
	if want := proc.Elems(sig.In)[1]; want == proc.Unit {
		m.Elim(t)
		m.Elim(w)
		return m.Unit()
	}
	return m.Tuple("c", t, w)
}

// A lineared is jvp$f with all inactive but tangents, as functions of a program.
type lineared struct {
	forward, reverse proc.Func
	out              proc.Type // T with Inactive
	keepsT, keepsDT  bool      // the cotangents of T and δT need what was there
}

// inactiveJVP is  erased$revf$inactive.I.O$jvp$f  and  erased$revr$inactive.I.O$jvp$f .
func (m *ruleMaker) inactiveJVP() (*lineared, error) {
	var zone []proc.Type
	for _, r := range m.sig.Zone {
		zone = append(zone, deriv.Deactivate(r.Type))
		if d := deriv.Tangent(r.Type); d != proc.Unit {
			zone = append(zone, d)
		}
	}
	in := proc.NewTuple(deriv.Deactivate(m.sig.In), deriv.Tangent(m.sig.In))
	f, sig, out, err := m.part(deriv.JVPRule, zone, in)
	if err != nil {
		return nil, err
	}
	j := &lineared{out: proc.Elems(out)[0]}
	dt := deriv.Tangent(m.sig.Out)
	if proc.Elems(out)[1] != dt { // a rule that gives 0
		f = activity.Name(deriv.JVPRule.Of(m.base), sig, zone, in, proc.NewTuple(j.out, dt))
	}
	j.forward, j.reverse = deriv.RevF.Of(f), deriv.RevR.Of(f)
	if deriv.HasInactive(f) {
		j.forward, j.reverse = deriv.Erased.Of(j.forward), deriv.Erased.Of(j.reverse)
	}
	j.keepsT = !scalars(m.sig.Out)
	j.keepsDT = deriv.Cotangent(dt) != dt
	return j, nil
}

// sharedDots opens a name of Θ for the tangent of each name that has one. What it holds does not matter
// where all is linear in it, so that it is the name itself where that has the same type.
func (m *ruleMaker) sharedDots(body func(dots map[string]string)) {
	dots := map[string]string{}
	var open func(zone []proc.Ref)
	open = func(zone []proc.Ref) {
		if len(zone) == 0 {
			body(dots)
			return
		}
		r := zone[0]
		switch d := deriv.Tangent(r.Type); d {
		case proc.Unit:
		case r.Type:
			dots[r.Name] = r.Name
		default:
			zero := m.Call("z", d, proc.FamilyOf("zeros", r.Type), []string{r.Name}, m.Unit())
			m.Elim(m.Share(zero, r.Name+".dot", func(s string) {
				dots[r.Name] = s
				open(zone[1:])
			}))
			return
		}
		open(zone[1:])
	}
	open(m.sig.Zone)
}

// cotZero is the cotangent 0 of v, a T as it runs, which was an S, with Inactive; it consumes v.
func (m *ruleMaker) cotZero(v proc.Var, s proc.Type) proc.Var {
	want := deriv.Activate(deriv.Cotangent(s))
	if scalars(v.Type) {
		m.Elim(v)
		return m.numbersZero(s)
	}
	switch s := s.(type) {
	case *proc.TupleType:
		vs := m.Untuple(v, "v")
		for i, e := range s.Elems {
			vs[i] = m.cotZero(vs[i], e)
		}
		if want == proc.Unit {
			for _, x := range vs {
				m.Elim(x)
			}
			return m.Unit()
		}
		return m.Tuple("c", vs...)
	case *proc.ArrayType:
		if deriv.Discrete(s) {
			return v
		}
		return m.Call("z", want, proc.FamilyOf("zero", v.Type), nil, v)
	case *proc.SumType:
		if want == proc.Unit {
			m.Elim(v)
			return m.Unit()
		}
		of := v.Type.(*proc.SumType)
		return m.cases(v, want, [2]proc.Type{of.L, of.R}, func(x proc.Var, left bool) proc.Var {
			if left {
				return m.cotZero(x, s.L)
			}
			return m.cotZero(x, s.R)
		})
	}
	m.Elim(v)
	return m.numbersZero(s)
}

// numbersZero is the cotangent 0 of numbers.
func (m *ruleMaker) numbersZero(s proc.Type) proc.Var {
	switch {
	case deriv.Discrete(s):
		return m.Unit()
	case s == proc.Real:
		return m.Real("z", 0)
	}
	var parts []proc.Var
	for _, e := range proc.Elems(s) {
		parts = append(parts, m.numbersZero(e))
	}
	return m.Tuple("z", parts...)
}

// transposedPull is  jvp$f [Θ, Θ̇] (s, ṡ) = (t, ṫ) , where R of pull$f takes ṡ to ṫ.
func (m *ruleMaker) transposedPull() (*proc.Def, error) {
	tx, err := m.lib.Sig(deriv.SplitRule.Of(m.base))
	if err != nil {
		return nil, err
	}
	x := proc.Elems(tx.Out)[1]
	var zone []proc.Type
	var accumulators []int
	place := 0
	for _, r := range m.sig.Zone {
		zone = append(zone, deriv.Deactivate(r.Type))
		place++
		if d := deriv.Tangent(r.Type); d != proc.Unit {
			zone, accumulators = append(zone, d), append(accumulators, place)
			place++
		}
	}
	dt, ds := deriv.Tangent(m.sig.Out), deriv.Tangent(m.sig.In)
	in := proc.NewTuple(deriv.Deactivate(x), dt)
	f, sig, out, err := m.part(deriv.PullRule, zone, in)
	if err != nil {
		return nil, err
	}
	if out != ds {
		f = activity.Name(deriv.PullRule.Of(m.base), sig, zone, in, ds)
	}
	forward, reverse := deriv.RevF.Of(f), deriv.RevR.Of(f)
	if deriv.HasInactive(f) {
		forward, reverse = deriv.Erased.Of(forward), deriv.Erased.Of(reverse)
	}
	dx, err := m.lib.Sig(forward)
	if err != nil {
		return nil, err
	}
	back, err := m.lib.Sig(reverse)
	if err != nil {
		return nil, err
	}
	taken := proc.NewNames(m.def)
	dots := map[string]string{}
	m.def.Zone = deriv.TangentZone(m.sig.Zone, func(s string) string { dots[s] = taken.Fresh(s + ".dot"); return dots[s] })
	sds := m.Untuple(m.begin("a", proc.NewTuple(m.sig.In, ds)), "s", "ds")
	left := m.Untuple(m.Call("tx", tx.Out, deriv.SplitRule.Of(m.base), names(m.sig.Zone), sds[0]), "t", "x")
	t, again := m.Dup(left[0])
	fx := m.Untuple(m.Call("dx", dx.Out, withoutEffects(forward, accumulators), names(m.sig.Zone), m.Tuple("xw", left[1], m.zero(again))), "d", "x")
	c := sds[1]
	if deriv.Cotangent(ds) != ds {
		c = rev.Pair(m.Builder, c, fx[0])
	} else {
		m.Elim(fx[0])
	}
	var args []string
	for _, r := range m.sig.Zone {
		args = append(args, r.Name)
		if dots[r.Name] != "" {
			args = append(args, dots[r.Name])
		}
	}
	w := m.Call("c", back.Out, reverse, args, m.Tuple("xc", fx[1], c))
	var parts []proc.Var
	if back.Out == proc.Unit {
		m.Elim(w)
		parts = []proc.Var{{}, m.Unit()}
	} else {
		parts = m.Untuple(w, "x", "w")
		m.Elim(parts[0])
	}
	return m.done(m.Tuple("o", t, rev.Strip(m.Builder, parts[1], dt)))
}
