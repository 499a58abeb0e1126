package derive

import (
	"fmt"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
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
		if deriv.Tangent(t) == proc.Unit {
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
		total = m.Call("total", proc.Int, prim.IMul, nil, m.Tuple("tn", total, n))
	}
	return total
}

// indices takes the number of an iteration apart: the last index runs fastest.
func (m *maker) indices(l proc.Var, dims []proc.Var) []proc.Var {
	idx := make([]proc.Var, len(dims))
	for k := len(dims) - 1; k > 0; k-- {
		idx[k] = m.Call("i", proc.Int, prim.IMod, nil, m.Tuple("ln", l, dims[k]))
		l = m.Call("l", proc.Int, prim.IDiv, nil, m.Tuple("ln", l, dims[k]))
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

// partRefs are the shared parts as names of an iteration's zone.
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

// jacobianRefs are the Jacobians as names of an iteration's zone.
func (m *maker) jacobianRefs(out proc.Type, all []block) []proc.Ref {
	refs := make([]proc.Ref, len(all))
	for k, b := range all {
		refs[k] = proc.Ref{Name: m.Names.Fresh(b.ref + ".j"), Mode: proc.Accumulator, Type: jacobianType(out, b)}
	}
	return refs
}
