package derive

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split"
)

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
