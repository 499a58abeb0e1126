package derive

import (
	"slices"

	"procad/proc"
	"procad/proc/deriv"
)

// reversible is the definition to derive reverse passes of d from.
func (l *typed) reversible(d *proc.Def) (*proc.Def, error) {
	op, f, ok := deriv.Apart(d.Name)
	if named := ok && deriv.Restoring(d.Name) != d.Name; named || op == deriv.Erased {
		of, err := l.need(name{f: d.Name, of: f})
		if err != nil {
			return nil, err
		}
		again, err := l.reversible(of)
		if again == of || err != nil {
			return d, err
		}
		if !named {
			return l.erase(again)
		}
		renamed := *again
		renamed.Name = d.Name
		return &renamed, nil
	}
	if !ok || op != deriv.JacRev {
		return d, nil
	}
	tx, err := l.Sig(deriv.RevF.Of(f))
	if err != nil || !proc.HasStack(proc.Elems(tx.Out)[1]) {
		return d, err
	}
	return jacrevByRows(l, f)
}

// jacrevByRows is another jacrev$f for its own reverse derivatives. Those of
// jacrev$f itself would add cotangents of the copies of the trace, which cannot
// be done where it has stacks. Here every iteration runs a forward pass of its own,
// so that nothing is copied and iterations commute.
//
//	sum{row.jacrev$f} [Θ, arg…, J…] (size t)        where t = f [Θ] a
func jacrevByRows(l *typed, f proc.Func) (*proc.Def, error) {
	m, err := newMaker(l, deriv.JacRev, f)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	a := m.in("a", m.sig.In)
	out := m.sig.Out
	var js []proc.Var
	m.shareParts(a, func() {
		js = m.loose(nil, func() []proc.Var {
			var dims []proc.Var
			if rankOf(out) > 0 {
				t := m.Call("t", out, m.f, names(m.sig.Zone), m.argument(parts))
				m.Elim(m.Share(t, "t.s", func(s string) { dims = m.sizes(s, rankOf(out)) }))
			}
			return m.jacobians(out, dims, all, func(js []proc.Ref) {
				zone := slices.Concat(names(m.sig.Zone), names(partRefs(parts)), names(js))
				m.Elim(m.Call("u", proc.Unit, proc.SumOf.Of(deriv.IterationOf(deriv.JacRev, deriv.Row).Of(m.f)), zone, m.product(dims)))
			})
		})
	})
	return m.done(m.Tuple("j", js...))
}

// jacrevRow is one forward pass and one reverse pass:
//
//	row.jacrev$f [l, Θ, arg…, J…] () = ()    after revr$f [Θ, J[i]…] (x, (1 at i, t)), where (t, x) = revf$f [Θ] (arg, …)
func jacrevRow(l *typed, n name) (*proc.Def, error) {
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
	iteration := proc.Ref{Name: m.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	out := m.sig.Out
	js := m.jacobianRefs(out, all)
	m.def.Zone = slices.Concat([]proc.Ref{iteration}, m.sig.Zone, partRefs(parts), js)
	u := m.in("u", proc.Unit)
	m.loose([]proc.Var{u}, func() []proc.Var {
		a := m.argument(parts)
		run := m.Untuple(m.Call("tx", tx.Out, deriv.RevF.Of(m.f), names(m.sig.Zone), a), "t", "x")
		var idx []proc.Var
		var seed proc.Var
		l := m.Read("l", proc.Int, iteration.Name)
		t := m.Share(run[0], "t.s", func(s string) {
			idx = m.indices(l, m.sizes(s, rankOf(out)))
			seed = m.oneHot(s, out, idx)
		})
		if rankOf(out) > 0 {
			seed = m.Tuple("t.bar", seed, t)
		}
		var c proc.Var
		m.rows(js, all, idx, func(bars []string) {
			c = m.Call("s.bar", deriv.Cotangent(m.sig.In), deriv.RevR.Of(m.f), m.zoneWith(bars), m.Tuple("xt", run[1], seed))
		})
		m.addParts(c, parts, js, all, idx)
		return nil
	})
	return m.done(m.Unit())
}
