package derive

import (
	"fmt"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split"
	"procad/split/activity"
)

// CodeOneWay is of a forward derivative of a function whose rule has none.
const CodeOneWay = "rule-one-way"

// CodeRuleType is of parts of a rule, as procedures, whose types are not those that belong to its function.
const CodeRuleType = "rule-type"

// The function of a rule is ruled$f, which is value$f, or inactive.I.O$ruled$f. Its derivatives
// are made of jvp$f, split$f and pull$f, some of which the program defines, and never of value$f.

// ruledDef is  ruled$f [Θ] S → T  =  value$f , where the program gives what derivatives are made of.
func ruledDef(l *typed, n name) (*proc.Def, error) {
	given := func(d proc.Deriv) bool { return l.prog.Lookup(d.Of(n.of)) != nil }
	value := l.prog.Lookup(deriv.ValueRule.Of(n.of))
	if value == nil {
		return nil, fmt.Errorf("%s: the program has no %s", n.f, deriv.ValueRule.Of(n.of))
	}
	if given(deriv.SplitRule) != given(deriv.PullRule) {
		return nil, l.noRule(n.of, value)
	}
	if err := l.ruleTypes(n.of, value); err != nil {
		return nil, err
	}
	return calling(n.f, value.Name, value.Sig(), value.Pos), nil
}

// noRule is of a rule from which a derivative cannot be made.
func (l *typed) noRule(f proc.Func, value *proc.Def) error {
	return diag.Errorf(value.Pos, split.CodeNoDerivative, "the rule of %s gives no derivative: there is neither %s nor both of %s and %s",
		f, deriv.JVPRule.Of(f), deriv.SplitRule.Of(f), deriv.PullRule.Of(f))
}

// ruleTypes compares the types of the parts of a rule with that of value$f : [Θ] S → T, which only shares names.
//
//	jvp$f : [Θ, Θ̇] (S, δS) → (T, δT)      split$f : [Θ] S → (T, X)      pull$f : [Θ̄] (X, δT) → δS
func (l *typed) ruleTypes(f proc.Func, value *proc.Def) error {
	sig := value.Sig()
	same := func(d *proc.Def, zone []proc.Ref, in, out proc.Type) error {
		fits := len(zone) == len(d.Zone) && d.In.Type == in && d.Out.Type == out
		for i := range min(len(zone), len(d.Zone)) {
			fits = fits && zone[i].Mode == d.Zone[i].Mode && zone[i].Type == d.Zone[i].Type
		}
		if !fits {
			return diag.Errorf(d.Pos, CodeRuleType, "%s does not have the type that belongs to %s: that is %s → %s, with the names of the zone that go with it", d.Name, value.Name, in, out)
		}
		return nil
	}
	none := func(s string) string { return s }
	for _, r := range sig.Zone {
		if r.Mode != proc.Shared {
			return diag.Errorf(value.Pos, CodeRuleType, "%s adds to names of its zone, and has a rule", f)
		}
	}
	if d := l.prog.Lookup(deriv.JVPRule.Of(f)); d != nil {
		if err := same(d, deriv.TangentZone(sig.Zone, none), proc.NewTuple(sig.In, deriv.Tangent(sig.In)), proc.NewTuple(sig.Out, deriv.Tangent(sig.Out))); err != nil {
			return err
		}
	}
	d := l.prog.Lookup(deriv.SplitRule.Of(f))
	if d == nil {
		return nil
	}
	x := proc.Type(proc.Unit)
	if pair := proc.Elems(d.Out.Type); len(pair) == 2 {
		x = pair[1]
	}
	if err := same(d, sig.Zone, sig.In, proc.NewTuple(sig.Out, x)); err != nil {
		return err
	}
	return same(l.prog.Lookup(deriv.PullRule.Of(f)), deriv.CotangentZone(sig.Zone, none), proc.NewTuple(x, deriv.Tangent(sig.Out)), deriv.Tangent(sig.In))
}

// calling is a definition that calls another function.
func calling(f, callee proc.Func, sig proc.Sig, pos diag.Pos) *proc.Def {
	d := activity.Primitive(callee, sig)
	d.Name, d.Pos = f, pos
	return d
}

func (l *typed) ruledPos(f proc.Func) diag.Pos {
	_, base, _ := deriv.OfRule(f)
	if d := l.prog.Lookup(deriv.ValueRule.Of(base)); d != nil {
		return d.Pos
	}
	return diag.Pos{}
}

// A ruleMaker is a derivative of a function with a rule in the making.
type ruleMaker struct {
	*proc.Builder
	lib  *typed
	n    name
	base proc.Func
	kind proc.Deriv
	sig  proc.Sig // of the function, with Inactive
	full proc.Sig // and without
	def  *proc.Def
}

func newRuleMaker(l *typed, n name) (*ruleMaker, error) {
	m := &ruleMaker{lib: l, n: n}
	m.kind, m.base, _ = deriv.OfRule(n.of)
	var err error
	if m.sig, err = l.Sig(n.of); err != nil {
		return nil, err
	}
	given := func(d proc.Deriv) bool { return l.prog.Lookup(d.Of(m.base)) != nil }
	if m.kind != deriv.Constant && !given(deriv.PullRule) && !given(deriv.JVPRule) {
		return nil, l.noRule(m.base, l.prog.Lookup(deriv.ValueRule.Of(m.base)))
	}
	if m.full, err = l.Sig(deriv.Active(n.of)); err != nil {
		return nil, err
	}
	m.def = &proc.Def{Name: n.f, Pos: l.ruledPos(n.of), Zone: m.sig.Zone}
	return m, nil
}

// begin sets the argument; the names of the zone are taken.
func (m *ruleMaker) begin(name string, t proc.Type) proc.Var {
	m.Builder = &proc.Builder{Names: proc.NewNames(m.def), Pos: m.def.Pos}
	m.def.In = m.Var(name, t)
	return m.def.In
}

func (m *ruleMaker) done(out proc.Var) (*proc.Def, error) {
	m.def.Body, m.def.Out = m.Body, out
	return m.def, nil
}

// part is jvp$f, split$f or pull$f at the types of what it is given, and the type of its result.
//
//	inactive.I.O$d$f : [Θ'] S' → T'
func (m *ruleMaker) part(d proc.Deriv, zone []proc.Type, in proc.Type) (proc.Func, proc.Sig, proc.Type, error) {
	f := d.Of(m.base)
	sig, err := m.lib.Sig(f)
	if err != nil {
		return f, sig, nil, err
	}
	same := in == sig.In
	for i, t := range zone {
		same = same && t == sig.Zone[i].Type
	}
	if same {
		return f, sig, sig.Out, nil
	}
	out, err := m.lib.activity.Result(f, zone, in)
	if err != nil {
		return f, sig, nil, err
	}
	return activity.Name(f, sig, zone, in, out), sig, out, nil
}

// lift is v with Real for what is inactive in it.
func (m *ruleMaker) lift(v proc.Var, to proc.Type) proc.Var {
	if v.Type == to {
		return v
	}
	return m.Call(v.Name, to, proc.FamilyOf("lift", v.Type, to), nil, v)
}

// keeps says that revr$f needs the argument, since cotangents of it have the arrays in it.
func (m *ruleMaker) keeps() bool { return deriv.Cotangent(m.sig.In) != deriv.Tangent(m.sig.In) }

// inert says that no part of the function is active.
func (m *ruleMaker) inert() bool {
	active := !deriv.Discrete(m.sig.In)
	for _, r := range m.sig.Zone {
		active = active || !deriv.Discrete(r.Type)
	}
	return !active
}

// ruledForward is  fwd$ruled$f [Θ, Θ̇] (s, ṡ) = jvp$f [Θ, Θ̇] (s, ṡ), with 0 for tangents of what is inactive.
func ruledForward(l *typed, n name) (*proc.Def, error) {
	m, err := newRuleMaker(l, n)
	if err != nil {
		return nil, err
	}
	names := proc.NewNames(m.def)
	dots := map[string]string{}
	m.def.Zone = deriv.TangentZone(m.sig.Zone, func(s string) string { dots[s] = names.Fresh(s + ".dot"); return dots[s] })
	in := m.begin("a", proc.NewTuple(m.sig.In, deriv.Tangent(m.sig.In)))
	both := m.Untuple(in, "s", "ds")
	s, ds := both[0], both[1]
	if deriv.Tangent(m.full.In) != ds.Type {
		var again proc.Var
		s, again = m.Dup(s)
		ds = m.widen(ds, again, m.full.In)
	}
	var types []proc.Type
	for _, r := range m.sig.Zone {
		types = append(types, r.Type)
		if t := activeTangent(r.Type); t != proc.Unit {
			types = append(types, t)
		}
	}
	f, _, out, err := m.part(deriv.JVPRule, types, proc.NewTuple(s.Type, ds.Type))
	if err != nil {
		return nil, err
	}
	var o proc.Var
	var args []string
	var over func(zone []proc.Ref)
	over = func(zone []proc.Ref) {
		if len(zone) == 0 {
			o = m.Call("o", out, f, args, m.Tuple("a", s, ds))
			return
		}
		r := zone[0]
		args = append(args, r.Name)
		dot := activeTangent(r.Type)
		switch {
		case dot == proc.Unit:
		case dots[r.Name] != "":
			args = append(args, dots[r.Name])
		default:
			zero := m.blank(r, dot)
			m.Elim(m.Share(zero, r.Name+".dot", func(s string) {
				args = append(args, s)
				over(zone[1:])
			}))
			return
		}
		over(zone[1:])
	}
	over(m.sig.Zone)
	want := proc.NewTuple(m.sig.Out, deriv.Tangent(m.sig.Out))
	if o.Type != want {
		o = m.lift(o, proc.NewTuple(m.full.Out, deriv.Tangent(m.full.Out)))
	}
	if o.Type != want {
		return nil, fmt.Errorf("%s: the result is %s and not %s", n.f, o.Type, want)
	}
	return m.done(o)
}

// activeTangent is the tangent of a type where nothing is inactive.
func activeTangent(t proc.Type) proc.Type { return deriv.Tangent(deriv.Activate(t)) }

// widen is a tangent of all of v, a T or less of one, whose tangent is d; it consumes both.
func (m *ruleMaker) widen(d, v proc.Var, t proc.Type) proc.Var {
	if d.Type == deriv.Tangent(t) {
		m.Elim(v)
		return d
	}
	if tuple, ok := t.(*proc.TupleType); ok && d.Type != proc.Unit {
		vs, ds := m.Untuple(v, "v"), m.Untuple(d, "d")
		for i, e := range tuple.Elems {
			ds[i] = m.widen(ds[i], vs[i], e)
		}
		return m.Tuple("d", ds...)
	}
	if sum, ok := t.(*proc.SumType); ok && d.Type != proc.Unit {
		of, have := v.Type.(*proc.SumType), d.Type.(*proc.SumType)
		return m.cases(v, deriv.Tangent(t), [2]proc.Type{of.L, of.R}, func(x proc.Var, left bool) proc.Var {
			to, part := sum.L, have.L
			if !left {
				to, part = sum.R, have.R
			}
			dx := m.Var("d", part)
			m.Project(d, dx, left)
			return m.widen(dx, x, to)
		})
	}
	m.Elim(d)
	return m.zero(m.lift(v, t))
}

// ruledRevF is  revf$ruled$f [Θ] s = split$f [Θ] s , which leaves s too where its cotangent needs it.
func ruledRevF(l *typed, n name) (*proc.Def, error) {
	m, err := newRuleMaker(l, n)
	if err != nil {
		return nil, err
	}
	if m.inert() {
		return m.half()
	}
	s := m.begin("a", m.sig.In)
	f, _, out, err := m.part(deriv.SplitRule, zoneTypes(m.sig.Zone), m.sig.In)
	if err != nil {
		return nil, err
	}
	var kept proc.Var
	if m.keeps() {
		s, kept = m.Dup(s)
	}
	tx := m.Untuple(m.Call("tx", out, f, names(m.sig.Zone), s), "t", "x")
	t, x := m.lift(tx[0], m.sig.Out), tx[1]
	if m.keeps() {
		x = m.Tuple("x", kept, x)
	}
	return m.done(m.Tuple("o", t, x))
}

// half is a half of a function in which nothing is active.
func (m *ruleMaker) half() (*proc.Def, error) {
	n := m.n
	def, err := m.lib.need(n)
	if err != nil {
		return nil, err
	}
	n.def = def
	return half(m.lib, n)
}

func zoneTypes(zone []proc.Ref) []proc.Type {
	types := make([]proc.Type, len(zone))
	for i, r := range zone {
		types[i] = r.Type
	}
	return types
}

// ruledRevR is  revr$ruled$f [Θ̄] (x, t̄) = pull$f [Θ̄] (x, t̄) , without what it adds to cotangents
// of names that are inactive:
//
//	erase.k$inactive.I.O$pull$f
func ruledRevR(l *typed, n name) (*proc.Def, error) {
	m, err := newRuleMaker(l, n)
	if err != nil {
		return nil, err
	}
	if m.inert() {
		return m.half()
	}
	own, _ := split.PolicyOf(n.d)
	tx, err := l.Sig(own.F.Of(n.of))
	if err != nil {
		return nil, err
	}
	taken := proc.NewNames(m.def)
	bars := map[string]string{}
	m.def.Zone = deriv.CotangentZone(m.sig.Zone, func(s string) string { bars[s] = taken.Fresh(s + ".bar"); return bars[s] })
	in := m.begin("a", proc.NewTuple(proc.Elems(tx.Out)[1], deriv.Cotangent(m.sig.Out)))
	xw := m.Untuple(in, "x", "t.bar")
	x, w := xw[0], rev.Strip(m.Builder, xw[1], m.sig.Out)
	var kept proc.Var
	if m.keeps() {
		both := m.Untuple(x, "s", "x")
		kept, x = both[0], both[1]
	}
	var types []proc.Type
	var args []string
	var erased []int
	place := 0
	for _, r := range m.sig.Zone {
		types, args = append(types, r.Type), append(args, r.Name)
		place++
		if t := activeTangent(r.Type); t != proc.Unit {
			types = append(types, t)
			if bars[r.Name] == "" {
				erased = append(erased, place)
			} else {
				args = append(args, bars[r.Name])
			}
			place++
		}
	}
	f, _, out, err := m.part(deriv.PullRule, types, proc.NewTuple(x.Type, w.Type))
	if err != nil {
		return nil, err
	}
	if short := withoutEffects(f, erased); len(erased) == 0 || m.erasable(short) {
		ds := m.Call("s.bar", out, short, args, m.Tuple("xw", x, w))
		return m.pulled(ds, kept)
	}
	var ds proc.Var
	m.dropped(args, func(args []string) { ds = m.Call("s.bar", out, f, args, m.Tuple("xw", x, w)) })
	return m.pulled(ds, kept)
}

// erasable says that a procedure without some of its effects could be made.
func (m *ruleMaker) erasable(f proc.Func) bool {
	_, err := m.lib.Sig(f)
	return err == nil
}

// dropped opens accumulators that nobody wants for the names that have none, given
// the names that there are.
func (m *ruleMaker) dropped(args []string, body func(args []string)) {
	var all []string
	var open func(zone []proc.Ref, args []string)
	open = func(zone []proc.Ref, args []string) {
		if len(zone) == 0 {
			body(all)
			return
		}
		r := zone[0]
		all, args = append(all, args[0]), args[1:]
		t := activeTangent(r.Type)
		switch {
		case t == proc.Unit:
		case deriv.Tangent(r.Type) == proc.Unit:
			m.Elim(m.Accum(m.blank(r, t), r.Name+".bar", func(s string) {
				all = append(all, s)
				open(zone[1:], args)
			}))
			return
		default:
			all, args = append(all, args[0]), args[1:]
		}
		open(zone[1:], args)
	}
	open(m.sig.Zone, args)
}

// blank is an array of zeros of type t with the sizes of a name.
func (m *ruleMaker) blank(r proc.Ref, t proc.Type) proc.Var {
	var dims []proc.Var
	for k := range t.(*proc.ArrayType).Rank {
		n := m.Var("n", proc.Int)
		m.Emit(&proc.Size{Out: n, Ref: r.Name, Axis: k})
		dims = append(dims, n)
	}
	return m.Call("z", t, proc.FamilyOf("blank", t), nil, m.Tuple("dims", dims...))
}

// pulled is the result of revr$ruled$f, given that of pull$f.
func (m *ruleMaker) pulled(ds, kept proc.Var) (*proc.Def, error) {
	ds = m.narrow(m.lift(ds, deriv.Tangent(m.full.In)), m.full.In, m.sig.In)
	if m.keeps() {
		ds = rev.Pair(m.Builder, ds, kept)
	}
	return m.done(ds)
}

// withoutEffects is f without the accumulators at some places of its zone.
func withoutEffects(f proc.Func, places []int) proc.Func {
	for i := len(places) - 1; i >= 0; i-- {
		f = deriv.Erase(places[i]).Of(f)
	}
	return f
}

// narrow is a tangent of a T, made one of an S, which is a T with less that is active.
func (m *ruleMaker) narrow(d proc.Var, t, s proc.Type) proc.Var {
	switch {
	case d.Type == deriv.Tangent(s):
		return d
	case deriv.Discrete(s):
		m.Elim(d)
		return m.Unit()
	}
	switch t := t.(type) {
	case *proc.TupleType:
		ds := m.Untuple(d, "d")
		for i, e := range t.Elems {
			ds[i] = m.narrow(ds[i], e, proc.Elems(s)[i])
		}
		return m.Tuple("d", ds...)
	case *proc.SumType:
		to := s.(*proc.SumType)
		return m.cases(d, deriv.Tangent(s), [2]proc.Type{deriv.Tangent(t.L), deriv.Tangent(t.R)}, func(x proc.Var, left bool) proc.Var {
			if left {
				return m.narrow(x, t.L, to.L)
			}
			return m.narrow(x, t.R, to.R)
		})
	}
	panic(fmt.Sprintf("derive: %s is no part of %s", s, t))
}

// cases is a sum of type t, on the side of v, a sum of the given types: what it has there is made of what v has.
func (m *ruleMaker) cases(v proc.Var, t proc.Type, of [2]proc.Type, make func(x proc.Var, left bool) proc.Var) proc.Var {
	out := m.Var("d", t)
	outer := m.Body
	branch := func(left bool, of proc.Type) proc.Branch {
		x := m.Var("x", of)
		m.Body = nil
		if y := make(x, left); left {
			m.Emit(&proc.Inl{Out: out, In: y})
		} else {
			m.Emit(&proc.Inr{Out: out, In: y})
		}
		return proc.Branch{Var: x, Body: m.Body}
	}
	c := &proc.Case{In: v, L: branch(true, of[0]), R: branch(false, of[1])}
	m.Body = outer
	m.Emit(c)
	return out
}
