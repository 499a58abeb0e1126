package derive

import (
	"procad/proc"
	"procad/proc/deriv"
)

// jacrev is  jacrev$f [Θ] S → J: one forward pass, and a reverse pass for
// every element of the result, each on a copy of the trace.
//
//	(t, x) = revf$f [Θ] a
//	fold{iteration.jacrev$f} [Θ, t, J…] (size t, x)
//
// What is derived from it by reverse mode is derived from another definition
// where the trace has stacks: see jacrev_rows.go.
func jacrev(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	all, _, err := m.blocks()
	if err != nil {
		return nil, err
	}
	a := m.in("a", m.sig.In)
	tx, err := l.Sig(deriv.RevF.Of(m.f))
	if err != nil {
		return nil, err
	}
	var js []proc.Var
	var t, x proc.Var
	var dims [][]proc.Var
	// The sizes of owned arrays are read before revf$f consumes them.
	a = m.measure(a, all, &dims)
	parts := m.Untuple(m.Call("tx", tx.Out, deriv.RevF.Of(m.f), names(m.sig.Zone), a), "t", "x")
	t, x = parts[0], parts[1]
	t = m.Share(t, "t.s", func(ts string) {
		free := []proc.Var{x}
		for _, ds := range dims {
			free = append(free, ds...)
		}
		js = m.loose(free, func() []proc.Var {
			outDims := m.sizes(ts, rankOf(m.sig.Out))
			starts := make([]proc.Var, len(all))
			labels := make([]string, len(all))
			for k, b := range all {
				starts[k] = m.blank("j", append(append([]proc.Var(nil), outDims...), dims[k]...))
				labels[k] = b.ref + ".j"
			}
			return m.accumulated(starts, labels, func(bars []string) {
				n := m.product(outDims)
				zone := append(append(names(m.sig.Zone), ts), bars...)
				m.Elim(m.Call("x'", x.Type, proc.Fold.Of(deriv.Iteration(deriv.JacRev).Of(m.f)), zone, m.Tuple("nx", n, x)))
			})
		})
	})
	m.Elim(t)
	return m.done(m.Tuple("j", js...))
}

// measure reads the dimensions of every block, in front of the call that
// consumes the argument.
func (m *maker) measure(a proc.Var, all []block, dims *[][]proc.Var) proc.Var {
	parts := []proc.Var{a}
	if len(proc.Elems(a.Type)) != 1 {
		parts = m.Untuple(a, "arg")
	}
	for _, b := range all {
		if b.part < 0 {
			*dims = append(*dims, m.sizes(b.ref, b.rank()))
			continue
		}
		var ds []proc.Var
		if b.rank() > 0 {
			parts[b.part] = m.Share(parts[b.part], b.ref, func(s string) { ds = m.sizes(s, b.rank()) })
		}
		*dims = append(*dims, ds)
	}
	return m.Tuple("a", parts...)
}

// jacrevIteration is one reverse pass:
//
//	iteration.jacrev$f [l, Θ, t, J…] x = x'    after revr$f [Θ, J[i]…] (x, (1 at i, t)), x' a copy of x
func jacrevIteration(l *typed, n name) (*proc.Def, error) {
	m, err := newMaker(l, n.d, n.of)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	tx, err := l.Sig(deriv.RevF.Of(m.f))
	if err != nil {
		return nil, err
	}
	out := m.sig.Out
	iteration := proc.Ref{Name: m.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	ts := proc.Ref{Name: m.Names.Fresh("t.s"), Mode: proc.Shared, Type: out}
	js := m.jacobianRefs(out, all)
	zone := append([]proc.Ref{iteration}, m.sig.Zone...)
	m.def.Zone = append(append(zone, ts), js...)
	x := m.in("x", proc.Elems(tx.Out)[1])
	now, next := m.Dup(x)

	m.loose([]proc.Var{now}, func() []proc.Var {
		dims := m.sizes(ts.Name, rankOf(out))
		idx := m.indices(m.Read("l", proc.Int, iteration.Name), dims)
		seed := m.oneHot(ts.Name, out, idx)
		if rankOf(out) > 0 {
			seed = m.Tuple("t.bar", seed, m.Call("t", out, proc.FamilyOf("copy", out), []string{ts.Name}, m.Unit()))
		}
		var s proc.Var
		m.rows(js, all, idx, func(bars []string) {
			s = m.Call("s.bar", deriv.Cotangent(m.sig.In), deriv.RevR.Of(m.f), m.zoneWith(bars), m.Tuple("xt", now, seed))
		})
		m.addParts(s, parts, js, all, idx)
		return nil
	})
	return m.done(next)
}

// rows opens the rows of the Jacobians of the zone's names.
func (m *maker) rows(js []proc.Ref, all []block, idx []proc.Var, body func(bars []string)) {
	var bars []string
	var open func(k int)
	open = func(k int) {
		switch {
		case k == len(all) || all[k].part >= 0:
			body(bars)
		case len(idx) == 0:
			bars = append(bars, js[k].Name)
			open(k + 1)
		case all[k].rank() == 0: // the row is one number
			row := m.Accum(m.Real("zero", 0), js[k].Name+".row", func(bar string) {
				bars = append(bars, bar)
				open(k + 1)
			})
			m.Emit(&proc.Add{Ref: js[k].Name, Idx: idx, In: row})
		default:
			outer := m.Body
			m.Body = nil
			name := m.Names.Fresh(js[k].Name + ".row")
			bars = append(bars, name)
			open(k + 1)
			m.Body = append(outer, &proc.Row{Ref: js[k].Name, Idx: idx, Name: name, Body: m.Body})
		}
	}
	open(0)
}

// addParts adds the cotangents of the argument's parts to their rows.
func (m *maker) addParts(s proc.Var, parts []proc.Type, js []proc.Ref, all []block, idx []proc.Var) {
	if s.Type == proc.Unit {
		m.Elim(s)
		return
	}
	cots := []proc.Var{s}
	if len(parts) != 1 {
		cots = m.Untuple(s, "c")
	}
	for k, b := range all {
		if b.part < 0 {
			continue
		}
		c := cots[b.part]
		if b.rank() == 0 {
			m.Emit(&proc.Add{Ref: js[k].Name, Idx: idx, In: c})
			continue
		}
		ca := m.Untuple(c, "c", "v")
		m.Elim(ca[1])
		if len(idx) == 0 {
			m.Emit(&proc.Add{Ref: js[k].Name, In: ca[0]})
			continue
		}
		name := m.Names.Fresh(js[k].Name + ".row")
		m.Emit(&proc.Row{Ref: js[k].Name, Idx: idx, Name: name, Body: proc.Procedure{&proc.Add{Ref: name, In: ca[0]}}})
	}
	for i, c := range cots {
		if deriv.Tangent(parts[i]) == proc.Unit {
			m.Elim(c)
		}
	}
}
