// Package proctest makes random procedures for property tests.
package proctest

import (
	"math"

	"pgregory.net/rapid"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// Zone is a zone Θ that random definitions have.
var Zone = []proc.Ref{
	{Name: "s", Mode: proc.Shared, Type: proc.Real},
	{Name: "v", Mode: proc.Shared, Type: proc.NewArray(1, proc.Real)},
	{Name: "m", Mode: proc.Shared, Type: proc.NewArray(2, proc.NewTuple(proc.Real, proc.Int))},
	{Name: "a", Mode: proc.Accumulator, Type: proc.NewArray(2, proc.Real)},
	{Name: "b", Mode: proc.Accumulator, Type: proc.Real},
}

// Def draws a definition that is well typed but for linearity: each variable
// is bound once (the branches of a Case bind the same ones for the statements
// after it) and used any number of times.
func Def(t *rapid.T, name proc.Func) *proc.Def {
	in := proc.Var{Name: "in", Type: proc.NewTuple(proc.Real, proc.Int, proc.Bool, proc.NewArray(1, proc.Real))}
	d := &proc.Def{Name: name, Zone: Zone, In: in}
	g := &generator{t: t, names: proc.NewNames(d), vars: []proc.Var{in}, refs: Zone, fuel: 60}
	parts := g.fresh("x", proc.Elems(in.Type)...)
	g.emit(&proc.Untuple{Outs: parts, In: in})
	g.vars = append(g.vars, parts...)
	g.steps(3)
	d.Out = rapid.SampledFrom(g.vars).Draw(t, "result")
	d.Body = g.body
	return d
}

type generator struct {
	t     *rapid.T
	names *proc.Names
	vars  []proc.Var // in scope
	refs  []proc.Ref // in scope
	body  proc.Procedure
	fuel  int // statements still to be made
}

func (g *generator) emit(s proc.Stmt) { g.body = append(g.body, s) }

func (g *generator) fresh(base string, types ...proc.Type) []proc.Var {
	vs := make([]proc.Var, len(types))
	for i, t := range types {
		vs[i] = proc.Var{Name: g.names.Fresh(base), Type: t}
	}
	return vs
}

// bind makes a variable that is in scope from now on.
func (g *generator) bind(t proc.Type) proc.Var {
	v := g.fresh("x", t)[0]
	g.vars = append(g.vars, v)
	return v
}

func (g *generator) below(n int, label string) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

// choose draws one of the variables that ok accepts.
func (g *generator) choose(ok func(proc.Type) bool) (v proc.Var, found bool) {
	var fit []proc.Var
	for _, v := range g.vars {
		if ok(v.Type) {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return proc.Var{}, false
	}
	return fit[g.below(len(fit), "variable")], true
}

func is(want proc.Type) func(proc.Type) bool {
	return func(t proc.Type) bool { return t == want }
}

// value draws or makes a variable of a type without arrays and stacks.
func (g *generator) value(t proc.Type) proc.Var {
	if v, ok := g.choose(is(t)); ok && g.below(4, "old") > 0 {
		return v
	}
	switch t := t.(type) {
	case *proc.TupleType:
		ins := make([]proc.Var, len(t.Elems))
		for i, e := range t.Elems {
			ins[i] = g.value(e)
		}
		v := g.bind(t)
		g.emit(&proc.Tuple{Out: v, Ins: ins})
		return v
	case *proc.SumType:
		in := g.value(t.R)
		v := g.bind(t)
		g.emit(&proc.Inr{Out: v, In: in})
		return v
	}
	v := g.bind(t)
	g.emit(&proc.Const{Out: v, Bits: g.bits(t)})
	return v
}

// zero makes v a zero, or what is made of such.
func (g *generator) zero(v proc.Var) {
	switch t := v.Type.(type) {
	case *proc.TupleType:
		ins := g.fresh("x", t.Elems...)
		for _, in := range ins {
			g.zero(in)
		}
		g.emit(&proc.Tuple{Out: v, Ins: ins})
	case *proc.SumType:
		in := g.fresh("x", t.L)[0]
		g.zero(in)
		g.emit(&proc.Inl{Out: v, In: in})
	default:
		g.emit(&proc.Const{Out: v})
	}
}

func (g *generator) bits(t proc.Type) uint64 {
	switch t {
	case proc.Real:
		return math.Float64bits(rapid.Float64().Draw(g.t, "real"))
	case proc.Int:
		return uint64(rapid.Int64().Draw(g.t, "int"))
	}
	return 0
}

// steps draws statements; nested ones to the given depth.
func (g *generator) steps(depth int) {
	for range g.below(12, "steps") {
		if g.fuel--; g.fuel < 0 {
			return
		}
		g.step(depth)
	}
}

func (g *generator) step(depth int) {
	forms := []func(){g.call, g.constant, g.elim, g.dup, g.tuple, g.untuple, g.inject, g.read, g.add, g.size}
	if depth > 0 {
		forms = append(forms, func() { g.branches(depth) }, func() { g.branches(depth) }, func() { g.share(depth) },
			func() { g.accum(depth) }, func() { g.row(depth) }, func() { g.choice(depth) })
	}
	forms[g.below(len(forms), "form")]()
}

var functions = []proc.Func{prim.Mul, prim.Exp, prim.Powi, prim.IAdd, prim.IDiv, prim.Lt, prim.ToReal, proc.CheckOf("assert", `a "}" b`),
	proc.FamilyOf("push", proc.NewTuple(proc.Real, proc.Int)), proc.FamilyOf("empty", proc.Bool)}

func (g *generator) call() {
	f := functions[g.below(len(functions), "function")]
	sig, err := prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
	if err != nil {
		panic(err)
	}
	in, ok := g.choose(is(sig.In))
	if !ok {
		if !proc.Scalar(sig.In) {
			return
		}
		in = g.value(sig.In)
	}
	g.emit(&proc.Call{Out: g.bind(sig.Out), Func: f, In: in})
}

func (g *generator) constant() {
	t := []proc.Type{proc.Real, proc.Int, proc.Unit}[g.below(3, "type")]
	v := g.bind(t)
	g.emit(&proc.Const{Out: v, Bits: g.bits(t)})
}

func (g *generator) any() proc.Var {
	v, _ := g.choose(func(proc.Type) bool { return true })
	return v
}

func (g *generator) elim() { g.emit(&proc.Elim{In: g.any()}) }

func (g *generator) dup() {
	v := g.any()
	g.emit(&proc.Dup{Out: g.bind(proc.NewTuple(v.Type, v.Type)), In: v})
}

func (g *generator) tuple() {
	n := g.below(4, "parts")
	if n == 1 {
		n = 0
	}
	ins := make([]proc.Var, n)
	types := make([]proc.Type, n)
	for i := range ins {
		ins[i] = g.any()
		types[i] = ins[i].Type
	}
	g.emit(&proc.Tuple{Out: g.bind(proc.NewTuple(types...)), Ins: ins})
}

func (g *generator) untuple() {
	in, ok := g.choose(func(t proc.Type) bool { _, ok := t.(*proc.TupleType); return ok || t == proc.Unit })
	if !ok {
		return
	}
	outs := g.fresh("x", proc.Elems(in.Type)...)
	g.vars = append(g.vars, outs...)
	g.emit(&proc.Untuple{Outs: outs, In: in})
}

func (g *generator) inject() {
	in, other := g.any(), g.any().Type
	if g.below(2, "side") == 0 {
		g.emit(&proc.Inl{Out: g.bind(proc.NewSum(in.Type, other)), In: in})
	} else {
		g.emit(&proc.Inr{Out: g.bind(proc.NewSum(other, in.Type)), In: in})
	}
}

// ref draws a name of Θ of a mode, 0 for any, with at least the given rank.
func (g *generator) ref(mode proc.Mode, rank int) (r proc.Ref, found bool) {
	var fit []proc.Ref
	for _, r := range g.refs {
		if (mode == 0 || r.Mode == mode) && rankOf(r.Type) >= rank {
			fit = append(fit, r)
		}
	}
	if len(fit) == 0 {
		return proc.Ref{}, false
	}
	return fit[g.below(len(fit), "ref")], true
}

func rankOf(t proc.Type) int {
	if a, ok := t.(*proc.ArrayType); ok {
		return a.Rank
	}
	return 0
}

func (g *generator) indices(n int) []proc.Var {
	idx := make([]proc.Var, n)
	for i := range idx {
		idx[i] = g.value(proc.Int)
	}
	return idx
}

func (g *generator) read() {
	r, _ := g.ref(proc.Shared, 0)
	idx := g.indices(rankOf(r.Type))
	t := r.Type
	if a, ok := t.(*proc.ArrayType); ok {
		t = a.Elem
	}
	g.emit(&proc.Read{Out: g.bind(t), Ref: r.Name, Idx: idx})
}

func (g *generator) add() {
	r, ok := g.ref(proc.Accumulator, 0)
	if !ok {
		return
	}
	t := r.Type
	if in, ok := g.choose(is(t)); ok {
		g.emit(&proc.Add{Ref: r.Name, Idx: []proc.Var{}, In: in})
		return
	}
	if a, ok := t.(*proc.ArrayType); ok {
		t = a.Elem
	}
	idx := g.indices(rankOf(r.Type))
	g.emit(&proc.Add{Ref: r.Name, Idx: idx, In: g.value(t)})
}

func (g *generator) size() {
	if r, ok := g.ref(proc.Shared, 1); ok {
		g.emit(&proc.Size{Out: g.bind(proc.Int), Ref: r.Name, Axis: g.below(rankOf(r.Type), "axis")})
	}
}

// nested draws a body in which r is visible.
func (g *generator) nested(r proc.Ref, depth int) proc.Procedure {
	outer, refs := g.body, g.refs
	g.body, g.refs = nil, append(refs[:len(refs):len(refs)], r)
	g.steps(depth - 1)
	inner := g.body
	g.body, g.refs = outer, refs
	return inner
}

func (g *generator) share(depth int) {
	in, ok := g.choose(func(t proc.Type) bool { return proc.Scalar(t) || rankOf(t) > 0 })
	if !ok {
		return
	}
	name := g.names.Fresh("r")
	body := g.nested(proc.Ref{Name: name, Mode: proc.Shared, Type: in.Type}, depth)
	g.emit(&proc.Share{Out: g.bind(in.Type), In: in, Name: name, Body: body})
}

func (g *generator) accum(depth int) {
	in, ok := g.choose(func(t proc.Type) bool {
		return (proc.Scalar(t) || rankOf(t) > 0) && t != proc.Unit && deriv.Tangent(t) == t
	})
	if !ok {
		return
	}
	name := g.names.Fresh("r")
	body := g.nested(proc.Ref{Name: name, Mode: proc.Accumulator, Type: in.Type}, depth)
	g.emit(&proc.Accum{Out: g.bind(in.Type), In: in, Name: name, Body: body})
}

func (g *generator) row(depth int) {
	r, ok := g.ref(0, 2)
	if !ok {
		return
	}
	k := 1 + g.below(rankOf(r.Type)-1, "indices")
	idx := g.indices(k)
	name := g.names.Fresh("r")
	a := r.Type.(*proc.ArrayType)
	body := g.nested(proc.Ref{Name: name, Mode: r.Mode, Type: proc.NewArray(a.Rank-k, a.Elem)}, depth)
	g.emit(&proc.Row{Ref: r.Name, Idx: idx, Name: name, Body: body})
}

func (g *generator) choice(depth int) {
	r, _ := g.ref(0, 0)
	c := g.value(proc.Bool)
	name := g.names.Fresh("r")
	body := g.nested(proc.Ref{Name: name, Mode: r.Mode, Type: r.Type}, depth)
	g.emit(&proc.Choose{In: c, True: r.Name, False: r.Name, Name: name, Body: body})
}

// branches draws a Case whose branches both bind a few variables for the
// statements that follow.
func (g *generator) branches(depth int) {
	in, ok := g.choose(func(t proc.Type) bool { _, ok := t.(*proc.SumType); return ok })
	if !ok {
		in = g.value(proc.Bool)
	}
	var results []proc.Var
	zeros := map[proc.Var]bool{} // both branches make them
	for range g.below(3, "results") {
		t := []proc.Type{proc.Real, proc.Int, proc.NewTuple(proc.Real, proc.Bool)}[g.below(3, "type")]
		results = append(results, g.fresh("z", t)...)
		zeros[results[len(results)-1]] = g.below(3, "zero") == 0
	}
	sum := in.Type.(*proc.SumType)
	branch := func(t proc.Type) proc.Branch {
		outer, vars := g.body, g.vars
		g.body, g.vars = nil, vars[:len(vars):len(vars)]
		b := proc.Branch{Var: g.bind(t)}
		g.steps(depth - 1)
		for _, z := range results {
			if zeros[z] {
				g.zero(z)
				g.vars = append(g.vars, z)
				continue
			}
			// z is the first part of a pair: there is no other way to name a value again.
			from := g.value(z.Type)
			pair := g.bind(proc.NewTuple(z.Type, proc.Int))
			g.emit(&proc.Tuple{Out: pair, Ins: []proc.Var{from, g.value(proc.Int)}})
			g.emit(&proc.Untuple{Outs: []proc.Var{z, g.bind(proc.Int)}, In: pair})
			g.vars = append(g.vars, z)
		}
		g.steps(depth - 1)
		b.Body = g.body
		g.body, g.vars = outer, vars
		return b
	}
	l := branch(sum.L)
	r := branch(sum.R)
	g.emit(&proc.Case{In: in, L: l, R: r})
	g.vars = append(g.vars, results...)
}
