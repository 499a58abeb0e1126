package pipeline

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
	"procad/lower"
	"procad/proc"
	"procad/proc/deriv"
	"procad/typecheck"
)

// A Combined is a function for callers outside of the program, which gives the
// value of a function f and what one of its derivatives gives beside it, in the
// order of the parameters. It is a definition of the program.
type Combined struct {
	Def  *proc.Def
	Face *proc.Interface
	// Results are the parts of its result: names, and sizes of arrays as written.
	Results []proc.Param
	// Tangents has the parameters that are tangents of others: they have their
	// dimensions and tags, which nobody has compared yet.
	Tangents map[string]string
}

// Names are those of the parts of the result.
func (c *Combined) Names() []string {
	names := make([]string, len(c.Results))
	for i, r := range c.Results {
		names[i] = r.Name
	}
	return names
}

// A combiner writes the definition of a Combined.
type combiner struct {
	proc.Builder
	unit *Unit
	of   *proc.Def
	face *proc.Interface
	def  *proc.Def
	// argument are the components of S, one if a parameter is the whole of it.
	argument []proc.Type
	bars     map[string]proc.Var // the components of G for names of Θ
	parts    []proc.Var          // those of δS
}

// combine begins a definition that is called as f with a suffix.
func (u *Unit) combine(d *proc.Def, face *proc.Interface, suffix string) *combiner {
	def := &proc.Def{Pos: d.Pos, Name: d.Name.Extended(suffix), Zone: d.Zone}
	for u.Program.Lookup(def.Name) != nil {
		def.Name = def.Name.Extended("'")
	}
	b := &combiner{
		Builder: proc.Builder{Names: proc.NewNames(d), Pos: d.Pos}, unit: u, of: d, face: face, def: def,
		argument: proc.Elems(d.In.Type), bars: map[string]proc.Var{},
	}
	if b.whole() {
		b.argument = []proc.Type{d.In.Type}
	}
	return b
}

// whole says that a parameter is the whole argument.
func (b *combiner) whole() bool {
	return slices.ContainsFunc(b.face.Params, func(p proc.Param) bool {
		return p.Ref == "" && p.Index < 0 && len(p.Parts) == 0 && p.Type != proc.Unit
	})
}

// take makes the argument of components of S and of others, and takes it apart.
//
//	a : (S1, …, Sn, τ1, …, τk)        (s1, …, sn, x1, …, xk) = a;  s = (s1, …, sn)
func (b *combiner) take(more ...proc.Type) (s proc.Var, others []proc.Var) {
	b.def.In = b.Var("a", proc.NewTuple(slices.Concat(b.argument, more)...))
	all := []proc.Var{b.def.In}
	if n := len(b.argument) + len(more); n != 1 {
		all = b.Untuple(b.def.In, "x")
	}
	n := len(b.argument)
	return b.Tuple("s", all[:n]...), all[n:]
}

// place is the parameter for the i-th component of the argument.
func (b *combiner) place(p proc.Param, i int) proc.Param {
	p.Ref, p.Index = "", i
	if i == 0 && b.def.In.Type == p.Type {
		p.Index = -1
	}
	return p
}

// params are the parameters of f, in the argument that take made.
func (b *combiner) params() []proc.Param {
	var moved func(list []proc.Param) []proc.Param
	moved = func(list []proc.Param) []proc.Param {
		list = slices.Clone(list)
		for i, p := range list {
			switch {
			case len(p.Parts) > 0:
				list[i].Parts = moved(p.Parts)
			case p.Ref == "" && p.Type != proc.Unit:
				list[i] = b.place(p, max(p.Index, 0))
			}
		}
		return list
	}
	return moved(b.face.Params)
}

// unused is a name that no parameter of f has.
func (b *combiner) unused(name string) string {
	for slices.ContainsFunc(b.face.Params, func(p proc.Param) bool { return p.Name == name }) {
		name += "_"
	}
	return name
}

// zone are the names of Θ.
func zone(refs []proc.Ref) []string {
	names := make([]string, len(refs))
	for i, r := range refs {
		names[i] = r.Name
	}
	return names
}

// finish ends the definition with the parts of its result, and adds it to the program.
func (b *combiner) finish(params []proc.Param, outs []proc.Var, results []proc.Param) (*Combined, error) {
	b.def.Out = b.Tuple("r", outs...)
	b.def.Body = b.Body
	if err := typecheck.Def(b.def, b.unit.Library.SigWithInactive); err != nil {
		return nil, &Internal{"combine", err}
	}
	b.unit.Program.Add(b.def)
	face := &proc.Interface{Params: params, Result: b.def.Out.Type}
	b.unit.Program.Params[b.def.Name] = face
	return &Combined{Def: b.def, Face: Running(face), Results: results}, nil
}

// Combine makes value and gradient of d one function, with a gradient for every
// parameter in which anything is Real.
//
//	[Θ] S → (Real, δτ1, …, δτk)      (t, G) = vjp$f [Θ] (a, 1), sorted
func (u *Unit) Combine(d *proc.Def, face *proc.Interface) (*Combined, error) {
	if err := u.Differentiable(d, face, nil); err != nil {
		return nil, err
	}
	b := u.combine(d, face, ".gradient")
	s, _ := b.take()
	return b.pull(deriv.VJP, s, b.Real("seed", 1), b.params())
}

// Pullback is vjp(f) as one function: its last parameter is the seed, of type δT.
//
//	[Θ] (S, δT) → (T, δτ1, …, δτk)      (t, G) = vjp$f [Θ] (a, seed), sorted
func (u *Unit) Pullback(d *proc.Def, face *proc.Interface) (*Combined, error) {
	vjp, err := u.checking(deriv.VJP, d, face)
	if err != nil {
		return nil, err
	}
	b := u.combine(d, face, ".pullback")
	s, seed := b.take(deriv.Tangent(d.Out.Type))
	params := b.params()
	last := proc.Param{Name: b.unused("seed"), Type: seed[0].Type, Of: face.Result, Form: face.Written.Form}
	return b.pull(vjp, s, seed[0], append(params, b.place(last, len(b.argument))))
}

// checking is a derivative that takes a seed for d, and compares it with the result
// where there is something to compare.
func (u *Unit) checking(v proc.Deriv, d *proc.Def, face *proc.Interface) (proc.Deriv, error) {
	if deriv.Discrete(d.Out.Type) {
		return proc.Deriv{}, u.notSmooth(d, face)
	}
	if !hasForm(deriv.Tangent(d.Out.Type)) {
		return v, nil
	}
	check, err := u.seedCheck(d)
	return deriv.Checking(v, check), err
}

// ForwardReverse is vjp(f) as two functions. The forward one gives the value and a
// trace Y, the reverse one takes that trace and a seed.
//
//	[Θ] S → (T, Y)      [Θ] (Y, δT) → (δτ1, …, δτk)      vjpf$f, and vjpr$f sorted
func (u *Unit) ForwardReverse(d *proc.Def, face *proc.Interface) (forward, reverse *Combined, err error) {
	vjpf, err := u.checking(deriv.VJPF, d, face)
	if err != nil {
		return nil, nil, err
	}
	vjpr, _ := u.checking(deriv.VJPR, d, face)
	b := u.combine(d, face, ".forward")
	s, _ := b.take()
	sig, err := u.Library.SigWithInactive(vjpf.Of(d.Name))
	if err != nil {
		return nil, nil, err
	}
	ty := b.Untuple(b.Call("ty", sig.Out, vjpf.Of(d.Name), zone(d.Zone), s), "t", "y")
	if forward, err = b.finish(b.params(), ty, b.value()); err != nil {
		return nil, nil, err
	}
	forward.Face.Result = deriv.Activate(ty[0].Type)
	b = u.combine(d, face, ".reverse")
	if sig, err = u.Library.SigWithInactive(vjpr.Of(d.Name)); err != nil {
		return nil, nil, err
	}
	b.def.In = b.Var("a", sig.In)
	outs, results := b.sorted(b.Call("g", sig.Out, vjpr.Of(d.Name), zone(d.Zone), b.def.In))
	seedParam := proc.Param{Name: "seed", Type: deriv.Tangent(d.Out.Type), Index: 1, Of: face.Result, Form: face.Written.Form}
	reverse, err = b.finish([]proc.Param{seedParam}, outs, results)
	return forward, reverse, err
}

// hasForm says that values of a type differ in more than numbers.
func hasForm(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		return slices.ContainsFunc(t.Elems, hasForm)
	case *proc.SumType, *proc.ArrayType:
		return true
	}
	return false
}

// seedCheck is the procedure that compares a seed with the result of d.
func (u *Unit) seedCheck(d *proc.Def) (proc.Func, error) {
	if c, ok := u.seedChecks[d.Name]; ok {
		return c, nil
	}
	base := u.original(d.Name)
	for _, def := range u.coreDefs() {
		if lower.Name(def.Name) != base {
			continue
		}
		c, err := lower.SeedCheck(u.Program, def)
		if err != nil {
			return proc.Func{}, err
		}
		if u.seedChecks == nil {
			u.seedChecks = map[proc.Func]proc.Func{}
		}
		u.seedChecks[d.Name] = c
		return c, typecheck.Def(u.Program.Lookup(c), u.Library.SigWithInactive)
	}
	return proc.Func{}, diag.Errorf(d.Pos, CodeSeedForm, "nothing compares the form of a seed with that of the result of %.100s, which has arrays or sums", u.Given(d.Name)).
		In(u.Source.Name).Hintf("build it from a .fun, or call vjp$%s in a function of your own", d.Name)
}

// coreDefs are the definitions of a .fun.
func (u *Unit) coreDefs() []*core.Def {
	if u.core == nil {
		return nil
	}
	return u.core.Defs
}

func (u *Unit) notSmooth(d *proc.Def, face *proc.Interface) error {
	return diag.Errorf(d.Pos, CodeNotReal, "the result of %.100s is %s: nothing in it is Real, so it has no derivative", u.Given(d.Name), diag.A(proc.BriefSource(face.Result))).
		In(u.Source.Name)
}

// pull calls a vjp$f, and sorts what it gives by the parameters.
func (b *combiner) pull(vjp proc.Deriv, s, seed proc.Var, params []proc.Param) (*Combined, error) {
	f := vjp.Of(b.of.Name)
	sig, err := b.unit.Library.SigWithInactive(f)
	if err != nil {
		return nil, err
	}
	tg := b.Untuple(b.Call("tg", sig.Out, f, zone(b.of.Zone), b.Tuple("i", s, seed)), "t", "g")
	outs, results := b.sorted(tg[1])
	return b.finish(params, append(tg[:1:1], outs...), append(b.value(), results...))
}

// sorted takes G apart, and sorts it by the parameters.
func (b *combiner) sorted(g proc.Var) (outs []proc.Var, results []proc.Param) {
	b.open(g)
	for _, p := range b.face.Params {
		if !deriv.Discrete(p.Type) {
			result := retyped(p, deriv.Tangent)
			result.Name, result.Of = "grad_"+p.Name, p.Type
			outs, results = append(outs, b.gradient(p)), append(results, result)
		}
	}
	return outs, results
}

// value is the value of f among the parts of a result.
func (b *combiner) value() []proc.Param { return []proc.Param{b.face.Returns("value")} }

// open takes G apart.
func (b *combiner) open(g proc.Var) {
	components := []proc.Var{g}
	if gradients(b.of) != 1 {
		components = b.Untuple(g, "g")
	}
	for _, r := range b.of.Zone {
		if !deriv.Discrete(r.Type) {
			b.bars[r.Name], components = components[0], components[1:]
		}
	}
	if len(components) == 0 {
		return
	}
	b.parts = components
	if len(b.argument) == 1 {
		return
	}
	b.parts = b.Untuple(components[0], "g")
	for i, part := range b.parts {
		if part.Type == proc.Unit {
			b.Elim(part)
			b.parts[i] = proc.Var{}
		}
	}
}

// gradient is the component for a parameter.
func (b *combiner) gradient(p proc.Param) proc.Var {
	return gradientOf[proc.Var]{
		unit: b.Unit, tuple: func(parts ...proc.Var) proc.Var { return b.Tuple("g", parts...) },
		zone: b.bars, part: func(i int) proc.Var { return b.parts[max(i, 0)] },
	}.of(p)
}
