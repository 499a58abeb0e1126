package lower

import (
	"errors"

	"procad/core"
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// A packing says how the leaves of values are put into one variable: it is a
// leaf, by its number, or a tuple of packings. The empty tuple is ().
type packing struct {
	leaf  int // -1 of a tuple
	elems []*packing
}

func packLeaf(i int) *packing { return &packing{leaf: i} }

// packTuple is the tuple of the given packings; one stays as it is.
func packTuple(elems ...*packing) *packing {
	if len(elems) == 1 {
		return elems[0]
	}
	return &packing{leaf: -1, elems: elems}
}

func (p *packing) unit() bool { return p.leaf < 0 && len(p.elems) == 0 }

// typ is the type of what is packed, given the types of the leaves.
func (p *packing) typ(leaves []proc.Type) proc.Type {
	if p.leaf >= 0 {
		return leaves[p.leaf]
	}
	types := make([]proc.Type, len(p.elems))
	for i, e := range p.elems {
		types[i] = e.typ(leaves)
	}
	return proc.NewTuple(types...)
}

// tangent is the packing of δ of what p packs, where d gives the number of the
// tangent of a leaf, -1 if it is ():
//
//	δ(τ1, …, τn) = (δτ1, …, δτn)        () if all δτi = ()
func (p *packing) tangent(d func(int) int) *packing {
	if p.leaf >= 0 {
		if i := d(p.leaf); i >= 0 {
			return packLeaf(i)
		}
		return packTuple()
	}
	elems := make([]*packing, len(p.elems))
	all := true
	for i, e := range p.elems {
		elems[i] = e.tangent(d)
		all = all && elems[i].unit()
	}
	if all {
		return packTuple()
	}
	return packTuple(elems...)
}

// A layout says how a function of the source, with parameters and a result of
// many leaves, is called as a procedure f : [Θ] S → T. Leaves are counted over
// all parameters, left to right; so are those of the result.
type layout struct {
	name     proc.Func
	result   core.Type
	inTypes  []proc.Type // of the leaves
	outTypes []proc.Type
	zone     []int // the leaves that are passed as names of Θ
	in, out  *packing
	captured []*leaf // what a local function sees from outside, passed after those
}

// layoutOf is the layout of a definition, or of a derivative of one, which is
// called with arguments at the given positions.
func (f *fn) layoutOf(fn core.Term, at []diag.Pos) *layout {
	switch g := fn.(type) {
	case *core.Global:
		return f.callees[g.Def]
	case *core.Ruled:
		return f.ruledLayout(g.Rule)
	}
	r := fn.(*core.Derive)
	of := f.layoutOf(r.Func, at)
	d := derivs[r.Op]
	if r.Op == core.VJP {
		if check := f.seedCheck(r, of, at[len(r.Func.Type().(*core.FuncType).Params)]); !check.IsZero() {
			d = deriv.Checking(d, check)
		}
	}
	inactive := f.holding(r, of)
	l := derived(r, inactive, d.Of(inactive.name))
	if inactive != of {
		l.name = deriv.Erased.Of(l.name)
	}
	sig, err := f.sig(f.program, l.name)
	f.derivable(r, err)
	if in, out := l.in.typ(l.inTypes), l.out.typ(l.outTypes); sig.In != in || sig.Out != out || len(sig.Zone) != len(l.zone) {
		f.failf(r.At, CodeInternal, "%s has type %s → %s, and is used as %s → %s", l.name, sig.In, sig.Out, in, out)
	}
	return l
}

// derivable reports that a derivative could not be made: because of the program, or not.
func (f *fn) derivable(r *core.Derive, err error) {
	if err == nil {
		return
	}
	if e, ok := errors.AsType[*diag.Error](err); ok && e.Code != CodeInternal {
		f.fail(diag.Errorf(r.At, e.Code, "%s", e.Msg).Hintf("%s", e.Hint))
	}
	f.fail(diag.Errorf(r.At, CodeInternal, "%s: %v", functionName(r), err).Because(err))
}

// holding is the layout of f as op[W](f) derives it: inactive.I.0$f, in which is inactive what is
// not wanted.
func (f *fn) holding(r *core.Derive, of *layout) *layout {
	if r.Wanted == nil {
		return of
	}
	inactive := *of
	inactive.inTypes = nil
	for i, p := range r.Func.Type().(*core.FuncType).Params {
		for _, t := range leafTypes(p, nil) {
			if !r.Wanted[i] {
				t = deriv.Deactivate(t)
			}
			inactive.inTypes = append(inactive.inTypes, t)
		}
	}
	sig, err := f.sig(f.program, of.name)
	f.derivable(r, err)
	zone := make([]proc.Type, len(of.zone))
	for i, leaf := range of.zone {
		zone[i] = inactive.inTypes[leaf]
	}
	inactive.name = activity.Name(of.name, sig, zone, of.in.typ(inactive.inTypes), sig.Out)
	if inactive.name == of.name { // all of it is discrete
		return of
	}
	return &inactive
}

// derived is the layout of op(f), given that of f, under a name. A tangent leaf is
// there for every leaf whose tangent type is not ().
func derived(r *core.Derive, f *layout, name proc.Func) *layout {
	t := r.Of.(*core.FuncType)
	l := &layout{name: name, result: t.Result, zone: f.zone, in: f.in}
	for _, p := range t.Params {
		l.inTypes = leafTypes(p, l.inTypes)
	}
	l.outTypes = leafTypes(l.result, nil)
	switch r.Op {
	case core.JVP:
		// fwd$f : [s : &A, ṡ : &δA, …] (S, δS) → (T, δT)
		dIn := tangentLeaves(f.inTypes, len(f.inTypes))
		l.zone = nil
		for _, i := range f.zone {
			l.zone = append(l.zone, i)
			if d := dIn(i); d >= 0 {
				l.zone = append(l.zone, d)
			}
		}
		l.in = packTuple(f.in, f.in.tangent(dIn))
		l.out = f.withTangent(l.result).out
	case core.VJP:
		// vjp$f : [Θ] (S, δT) → (T, G)
		l.in = packTuple(f.in, f.out.tangent(tangentLeaves(f.outTypes, len(f.inTypes))))
		l.out = packTuple(f.out, f.cotangents(len(f.outTypes)))
	case core.Grad:
		// grad$f : [Θ] S → G
		l.out = f.cotangents(0)
	default:
		// jacfwd$f, jacrev$f : [Θ] S → J, flat
		l.out = f.jacobians()
	}
	return l
}

var derivs = map[core.Operator]proc.Deriv{
	core.JVP: deriv.Fwd, core.VJP: deriv.VJP, core.Grad: deriv.Grad, core.JacFwd: deriv.JacFwd, core.JacRev: deriv.JacRev,
}

// tangentLeaves numbers the leaves whose tangent is not (), from a number on.
func tangentLeaves(types []proc.Type, from int) func(int) int {
	numbers := make([]int, len(types))
	for i, t := range types {
		numbers[i] = -1
		if !deriv.Discrete(t) {
			numbers[i] = from
			from++
		}
	}
	return func(i int) int { return numbers[i] }
}

// cotangents packs G: the cotangents of the names of Θ that have one, then δS
// if that is not (). They are leaves of the result, from a number on.
func (f *layout) cotangents(from int) *packing {
	d := tangentLeaves(f.inTypes, from)
	var parts []*packing
	for _, i := range f.zone {
		if n := d(i); n >= 0 {
			parts = append(parts, packLeaf(n))
		}
	}
	if p := f.in.tangent(d); !p.unit() {
		parts = append(parts, p)
	}
	return packTuple(parts...)
}

// jacobians packs J: one for every name of Θ with a tangent, then one for
// every such leaf of S.
func (f *layout) jacobians() *packing {
	d := tangentLeaves(f.inTypes, 0)
	var parts []*packing
	add := func(i int) {
		if n := d(i); n >= 0 {
			parts = append(parts, packLeaf(n))
		}
	}
	for _, i := range f.zone {
		add(i)
	}
	var walk func(p *packing)
	walk = func(p *packing) {
		if p.leaf >= 0 {
			add(p.leaf)
		}
		for _, e := range p.elems {
			walk(e)
		}
	}
	walk(f.in)
	return packTuple(parts...)
}
