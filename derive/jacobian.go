package derive

import (
	"fmt"

	"procad/linear"
	"procad/proc"
)

// A Jacobian has a block for every input with a tangent: the shared names, in
// the order of the zone, then the parts of the argument that are Real or
// arrays of Real. A block has the dimensions of the result, then those of its
// input; a number where there are none.
//
// block is one input: the name in Θ behind which it stands.
type block struct {
	ref  string
	typ  proc.Type // Real or Array^r Real
	part int       // its place in the argument, -1 if it is in the zone
}

func (b block) rank() int {
	if a, ok := b.typ.(*proc.ArrayType); ok {
		return a.Rank
	}
	return 0
}

func rankOf(t proc.Type) int { return block{typ: t}.rank() }

func realOrArray(t proc.Type) bool {
	a, ok := t.(*proc.ArrayType)
	return t == proc.Real || ok && a.Elem == proc.Real
}

// blocks lists the inputs; parts are the parts of the argument.
func (m *maker) blocks() (all []block, parts []proc.Type, err error) {
	parts = proc.Elems(m.sig.In)
	check := func(t proc.Type) error {
		if !realOrArray(t) {
			return fmt.Errorf("%s: %s is neither Real nor an array of Real nor discrete", m.def.Name, t)
		}
		return nil
	}
	if err := check(m.sig.Out); err != nil {
		return nil, nil, err
	}
	for _, r := range m.grads {
		if err := check(r.Type); err != nil {
			return nil, nil, err
		}
		all = append(all, block{r.Name, r.Type, -1})
	}
	for i, t := range parts {
		if proc.Tangent(t) == proc.Unit {
			continue
		}
		if err := check(t); err != nil {
			return nil, nil, err
		}
		all = append(all, block{fmt.Sprint("arg", i), t, i})
	}
	return all, parts, nil
}

// jacobianType is the type of a block's Jacobian, for a result of the given rank.
func jacobianType(out proc.Type, b block) proc.Type {
	if r := rankOf(out) + b.rank(); r > 0 {
		return proc.NewArray(r, proc.Real)
	}
	return proc.Real
}

// loose collects statements that use variables any number of times, and makes
// them single-use in the end.
func (m *maker) loose(ins []proc.Var, body func() []proc.Var) []proc.Var {
	outer := m.Body
	m.Body = nil
	outs := body()
	inner, finals := linear.Procedure(m.Body, ins, outs, m.Names)
	m.Body = append(outer, inner...)
	return finals
}

// sizes reads the dimensions of a shared name.
func (m *maker) sizes(ref string, rank int) []proc.Var {
	out := make([]proc.Var, rank)
	for k := range out {
		out[k] = m.Var(ref+".n", proc.Int)
		m.Emit(&proc.Size{Out: out[k], Ref: ref, Axis: k})
	}
	return out
}

// blank makes a Jacobian of zeros.
func (m *maker) blank(name string, dims []proc.Var) proc.Var {
	if len(dims) == 0 {
		return m.Real(name, 0)
	}
	t := proc.NewArray(len(dims), proc.Real)
	return m.Call(name, t, proc.FamilyOf("blank", t), nil, m.Tuple("dims", dims...))
}

// product multiplies dimensions.
func (m *maker) product(dims []proc.Var) proc.Var {
	total := m.Int("one", 1)
	for _, n := range dims {
		total = m.Call("total", proc.Int, "imul", nil, m.Tuple("tn", total, n))
	}
	return total
}

// indices takes the number of a turn apart: the last index runs fastest.
func (m *maker) indices(l proc.Var, dims []proc.Var) []proc.Var {
	idx := make([]proc.Var, len(dims))
	for k := len(dims) - 1; k > 0; k-- {
		idx[k] = m.Call("i", proc.Int, "imod", nil, m.Tuple("ln", l, dims[k]))
		l = m.Call("l", proc.Int, "idiv", nil, m.Tuple("ln", l, dims[k]))
	}
	if len(dims) > 0 {
		idx[0] = l
	}
	return idx
}

// parts shares the parts of the argument under the names arg0, arg1, … while
// body runs, and drops them.
func (m *maker) shareParts(a proc.Var, body func()) {
	parts := []proc.Var{a}
	if ts := proc.Elems(a.Type); len(ts) != 1 {
		parts = m.Untuple(a, "arg")
	}
	var open func(k int)
	open = func(k int) {
		if k == len(parts) {
			body()
			return
		}
		m.Elim(m.Share(parts[k], fmt.Sprint("arg", k), func(string) { open(k + 1) }))
	}
	open(0)
}

// argument makes the argument anew from the shared parts.
func (m *maker) argument(parts []proc.Type) proc.Var {
	vs := make([]proc.Var, len(parts))
	for i, t := range parts {
		name := fmt.Sprint("arg", i)
		if _, ok := t.(*proc.ArrayType); ok {
			vs[i] = m.Call(name+".v", t, proc.FamilyOf("copy", t), []string{name}, m.Unit())
		} else {
			vs[i] = m.Read(name+".v", t, name)
		}
	}
	return m.Tuple("a", vs...)
}

// partRefs are the shared parts as names of a turn's zone.
func partRefs(parts []proc.Type) []proc.Ref {
	refs := make([]proc.Ref, len(parts))
	for i, t := range parts {
		refs[i] = proc.Ref{Name: fmt.Sprint("arg", i), Mode: proc.Shared, Type: t}
	}
	return refs
}

// oneHot is a tangent of the shape of a shared array that is 1 at an index and
// 0 elsewhere.
func (m *maker) oneHot(ref string, t proc.Type, idx []proc.Var) proc.Var {
	if t == proc.Real {
		return m.Real("one", 1)
	}
	z := m.Call(ref+".dir", t, proc.FamilyOf("zeros", t), []string{ref}, m.Unit())
	return m.Accum(z, ref+".dir.s", func(s string) {
		m.Emit(&proc.Add{Ref: s, Idx: idx, In: m.Real("one", 1)})
	})
}

func names(refs []proc.Ref) []string {
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = r.Name
	}
	return out
}

// jacobians opens an accumulator of zeros for every block and returns what
// body leaves in them.
func (m *maker) jacobians(out proc.Type, outDims []proc.Var, all []block, body func(js []proc.Ref)) []proc.Var {
	starts := make([]proc.Var, len(all))
	refs := make([]proc.Ref, len(all))
	labels := make([]string, len(all))
	for k, b := range all {
		starts[k] = m.blank("j", append(append([]proc.Var(nil), outDims...), m.sizes(b.ref, b.rank())...))
		labels[k] = b.ref + ".j"
		refs[k] = proc.Ref{Mode: proc.Accumulator, Type: jacobianType(out, b)}
	}
	return m.accumulated(starts, labels, func(bars []string) {
		for k := range refs {
			refs[k].Name = bars[k]
		}
		body(refs)
	})
}

// jacobianRefs are the Jacobians as names of a turn's zone.
func (m *maker) jacobianRefs(out proc.Type, all []block) []proc.Ref {
	refs := make([]proc.Ref, len(all))
	for k, b := range all {
		refs[k] = proc.Ref{Name: m.Names.Fresh(b.ref + ".j"), Mode: proc.Accumulator, Type: jacobianType(out, b)}
	}
	return refs
}

// jacrev is  jacrev$f [Θ] S → J: one forward pass, and a reverse pass for
// every element of the result, each on a copy of the trace.
//
//	(t, x) = revf$f [Θ] a
//	fold{turn.jacrev$f} [Θ, t, J…] (size t, x)
//
// A trace with stacks in it is not copied, because cotangents of stacks cannot
// be added: see jacagain.go.
func jacrev(l *Library, d proc.Deriv, f proc.Func) (*proc.Def, error) {
	m, err := newMaker(l, d, f)
	if err != nil {
		return nil, err
	}
	all, _, err := m.blocks()
	if err != nil {
		return nil, err
	}
	a := m.in("a", m.sig.In)
	tx, err := l.Sig(proc.RevF.Of(f))
	if err != nil {
		return nil, err
	}
	if hasStack(proc.Elems(tx.Out)[1]) {
		return m.jacrevAgain(a)
	}
	var js []proc.Var
	var t, x proc.Var
	var dims [][]proc.Var
	// The sizes of owned arrays are read before revf$f consumes them.
	a = m.measure(a, all, &dims)
	parts := m.Untuple(m.Call("tx", tx.Out, proc.RevF.Of(f), names(m.sig.Zone), a), "t", "x")
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
				m.Elim(m.Call("x'", x.Type, proc.Fold.Of(proc.JacRev.Turn().Of(f)), zone, m.Tuple("nx", n, x)))
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

// jacrevTurn is one reverse pass:
//
//	turn.jacrev$f [l, Θ, t, J…] x = x'    after revr$f [Θ, J[i]…] (x, (1 at i, t)), x' a copy of x
func jacrevTurn(l *Library, f proc.Func, _ int) (*proc.Def, error) {
	m, err := newMaker(l, proc.JacRev.Turn(), f)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	tx, err := l.Sig(proc.RevF.Of(f))
	if err != nil {
		return nil, err
	}
	out := m.sig.Out
	turn := proc.Ref{Name: m.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	if hasStack(proc.Elems(tx.Out)[1]) {
		return m.jacrevAgainTurn(turn, tx.Out, all, parts)
	}
	ts := proc.Ref{Name: m.Names.Fresh("t.s"), Mode: proc.Shared, Type: out}
	js := m.jacobianRefs(out, all)
	zone := append([]proc.Ref{turn}, m.sig.Zone...)
	m.def.Zone = append(append(zone, ts), js...)
	x := m.in("x", proc.Elems(tx.Out)[1])
	now, next := m.Dup(x)

	m.loose([]proc.Var{now}, func() []proc.Var {
		dims := m.sizes(ts.Name, rankOf(out))
		idx := m.indices(m.Read("l", proc.Int, turn.Name), dims)
		seed := m.oneHot(ts.Name, out, idx)
		if rankOf(out) > 0 {
			seed = m.Tuple("t.bar", seed, m.Call("t", out, proc.FamilyOf("copy", out), []string{ts.Name}, m.Unit()))
		}
		var s proc.Var
		m.rows(js, all, idx, func(bars []string) {
			s = m.Call("s.bar", proc.Cotangent(m.sig.In), proc.RevR.Of(f), m.zoneWith(bars), m.Tuple("xt", now, seed))
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
		if proc.Tangent(parts[i]) == proc.Unit {
			m.Elim(c)
		}
	}
}

// jacfwd is  jacfwd$f [Θ] S → J: a forward pass for every element of every
// input. turn2k.jacfwd$f runs one for block k, turn2k+1.jacfwd$f puts one
// element of the tangent of the result in its place.
func jacfwd(l *Library, d proc.Deriv, f proc.Func) (*proc.Def, error) {
	m, err := newMaker(l, d, f)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	a := m.in("a", m.sig.In)
	var js []proc.Var
	m.shareParts(a, func() {
		js = m.loose(nil, func() []proc.Var {
			t := m.Call("t", m.sig.Out, f, names(m.sig.Zone), m.argument(parts))
			var outDims []proc.Var
			if rankOf(m.sig.Out) > 0 {
				t = m.Share(t, "t.s", func(s string) { outDims = m.sizes(s, rankOf(m.sig.Out)) })
			}
			m.Elim(t)
			return m.jacobians(m.sig.Out, outDims, all, func(js []proc.Ref) {
				for k, b := range all {
					n := m.product(m.sizes(b.ref, b.rank()))
					zone := append(append(names(m.sig.Zone), names(partRefs(parts))...), js[k].Name)
					m.Elim(m.Call("u", proc.Unit, proc.SumOf.Of(proc.JacFwd.TurnOf(2*k).Of(f)), zone, n))
				}
			})
		})
	})
	return m.done(m.Tuple("j", js...))
}

// jacfwdTurn is one forward pass, or one element of its result.
//
//	turn2k.jacfwd$f [l, Θ, arg…, J] () = ()      after J[…, i] += ṫ, where (_, ṫ) = fwd$f [Θ, 1 at i of block k] (a, …)
//	turn2k+1.jacfwd$f [o, ṫ, i…, J] () = ()      after J[o, i] += ṫ[o]
func jacfwdTurn(l *Library, f proc.Func, k int) (*proc.Def, error) {
	m, err := newMaker(l, proc.JacFwd.TurnOf(k), f)
	if err != nil {
		return nil, err
	}
	all, parts, err := m.blocks()
	if err != nil {
		return nil, err
	}
	if k/2 >= len(all) {
		return nil, fmt.Errorf("nothing is called %s", m.def.Name)
	}
	b, out := all[k/2], m.sig.Out
	turn := proc.Ref{Name: m.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	j := proc.Ref{Name: m.Names.Fresh(b.ref + ".j"), Mode: proc.Accumulator, Type: jacobianType(out, b)}
	if k%2 == 1 {
		return m.jacfwdElement(turn, j, out, b)
	}
	m.def.Zone = append(append(append([]proc.Ref{turn}, m.sig.Zone...), partRefs(parts)...), j)
	u := m.in("u", proc.Unit)
	m.loose([]proc.Var{u}, func() []proc.Var {
		idx := m.indices(m.Read("l", proc.Int, turn.Name), m.sizes(b.ref, b.rank()))
		var dot proc.Var
		m.directions(b, idx, func(dots map[string]string) {
			dot = m.forward(b, parts, idx, dots)
		})
		if rankOf(out) == 0 {
			m.Emit(&proc.Add{Ref: j.Name, Idx: idx, In: dot})
			return nil
		}
		m.Elim(m.Share(dot, "t.dot", func(s string) {
			var is []string
			var open func(i int)
			open = func(i int) {
				if i == len(idx) {
					n := m.product(m.sizes(s, rankOf(out)))
					zone := append(append([]string{s}, is...), j.Name)
					m.Elim(m.Call("u", proc.Unit, proc.SumOf.Of(proc.JacFwd.TurnOf(k+1).Of(f)), zone, n))
					return
				}
				m.Elim(m.Share(idx[i], "i.s", func(n string) {
					is = append(is, n)
					open(i + 1)
				}))
			}
			open(0)
		}))
		return nil
	})
	return m.done(m.Unit())
}

// directions shares a tangent for every name of the zone that has one: zeros,
// or 1 at an index of the given block.
func (m *maker) directions(b block, idx []proc.Var, body func(dots map[string]string)) {
	dots := map[string]string{}
	var open func(k int)
	open = func(k int) {
		if k == len(m.grads) {
			body(dots)
			return
		}
		r := m.grads[k]
		dot := m.zeroOf(r)
		if b.part < 0 && b.ref == r.Name {
			m.Elim(dot)
			dot = m.oneHot(r.Name, r.Type, idx)
		}
		m.Elim(m.Share(dot, r.Name+".dot", func(s string) {
			dots[r.Name] = s
			open(k + 1)
		}))
	}
	open(0)
}

// forward calls fwd$f and returns the tangent of its result.
func (m *maker) forward(b block, parts []proc.Type, idx []proc.Var, dots map[string]string) proc.Var {
	var tangents []proc.Var
	for i, t := range parts {
		name := fmt.Sprint("arg", i)
		switch {
		case proc.Tangent(t) == proc.Unit:
			tangents = append(tangents, m.Unit())
		case b.part == i:
			tangents = append(tangents, m.oneHot(name, t, idx))
		default:
			tangents = append(tangents, m.zeroOf(proc.Ref{Name: name, Mode: proc.Shared, Type: t}))
		}
	}
	aDot := m.Unit()
	if proc.Tangent(m.sig.In) != proc.Unit {
		aDot = m.Tuple("a.dot", tangents...)
	}
	var zone []string
	for _, r := range m.sig.Zone {
		zone = append(zone, r.Name)
		if dot, ok := dots[r.Name]; ok {
			zone = append(zone, dot)
		}
	}
	o := m.Call("o", proc.NewTuple(m.sig.Out, m.sig.Out), proc.Fwd.Of(m.f), zone, m.Tuple("i", m.argument(parts), aDot))
	td := m.Untuple(o, "t", "t.dot")
	m.Elim(td[0])
	return td[1]
}

func (m *maker) jacfwdElement(turn, j proc.Ref, out proc.Type, b block) (*proc.Def, error) {
	dot := proc.Ref{Name: m.Names.Fresh("t.dot"), Mode: proc.Shared, Type: out}
	m.def.Zone = []proc.Ref{turn, dot}
	var is []proc.Ref
	for range b.rank() {
		is = append(is, proc.Ref{Name: m.Names.Fresh("i.s"), Mode: proc.Shared, Type: proc.Int})
	}
	m.def.Zone = append(append(m.def.Zone, is...), j)
	u := m.in("u", proc.Unit)
	m.loose([]proc.Var{u}, func() []proc.Var {
		o := m.indices(m.Read("l", proc.Int, turn.Name), m.sizes(dot.Name, rankOf(out)))
		idx := append([]proc.Var(nil), o...)
		for _, i := range is {
			idx = append(idx, m.Read("i", proc.Int, i.Name))
		}
		m.Emit(&proc.Add{Ref: j.Name, Idx: idx, In: m.Read("x", proc.Real, dot.Name, o...)})
		return nil
	})
	return m.done(m.Unit())
}
