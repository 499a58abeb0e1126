package pipeline

import (
	"slices"

	"procad/proc"
	"procad/typecheck"
)

// A Combined is a function that gives the value of a function f and its
// gradient in every parameter in which anything is Real, in the order of the
// parameters. It is no part of the program.
//
//	Def  [Θ] S → (Real, δτ1, …, δτk)      (t, G) = vjp$f [Θ] (a, 1), sorted
type Combined struct {
	Def    *proc.Def
	Face   *proc.Interface
	Names  []string                           // of the parts of its result
	Lookup func(proc.Func) (*proc.Def, error) // of Def and all that it calls
}

// Combine makes value and gradient of d one function.
func (u *Unit) Combine(d *proc.Def, face *proc.Interface) (*Combined, error) {
	if err := u.Differentiable(d, face, nil); err != nil {
		return nil, err
	}
	vjp := proc.VJP.Of(d.Name)
	sig, err := u.Library.Sig(vjp)
	if err != nil {
		return nil, err
	}
	run, err := u.Library.Def(d.Name)
	if err != nil {
		return nil, err
	}
	def := &proc.Def{Pos: d.Pos, Name: "grad(" + d.Name + ")", Zone: run.Zone}
	b := &combiner{Builder: proc.Builder{Names: proc.NewNames(def), Pos: d.Pos}, bars: map[string]proc.Var{}}
	def.In = b.Var("a", run.In.Type)
	var zone []string
	for _, r := range d.Zone {
		zone = append(zone, r.Name)
	}
	tg := b.Untuple(b.Call("tg", sig.Out, vjp, zone, b.Tuple("i", def.In, b.Real("seed", 1))), "t", "g")
	b.open(d, face, tg[1])
	outs, outNames := tg[:1:1], []string{"value"}
	for _, p := range face.Params {
		if !proc.Discrete(p.Type) {
			outs, outNames = append(outs, b.gradient(p)), append(outNames, "grad_"+p.Name)
		}
	}
	def.Out = b.Tuple("r", outs...)
	def.Body = b.Body
	if err := typecheck.Def(def, u.Library.Sig); err != nil {
		return nil, &Internal{"combine", err}
	}
	return &Combined{def, Running(&proc.Interface{Params: face.Params, Result: def.Out.Type}), outNames, func(f proc.Func) (*proc.Def, error) {
		if f == def.Name {
			return def, nil
		}
		return u.Library.Def(f)
	}}, nil
}

// A combiner writes the body of a Combined.
type combiner struct {
	proc.Builder
	bars  map[string]proc.Var // the components of G for names of Θ
	parts []proc.Var          // those of δS
}

// open takes G apart.
func (b *combiner) open(d *proc.Def, face *proc.Interface, g proc.Var) {
	components := []proc.Var{g}
	if gradients(d) != 1 {
		components = b.Untuple(g, "g")
	}
	for _, r := range d.Zone {
		if !proc.Discrete(r.Type) {
			b.bars[r.Name], components = components[0], components[1:]
		}
	}
	if len(components) == 0 {
		return
	}
	b.parts = components
	if slices.ContainsFunc(face.Params, wholeArgument) || len(proc.Elems(d.In.Type)) == 1 {
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

// wholeArgument says that a parameter is the whole argument.
func wholeArgument(p proc.Param) bool { return p.Ref == "" && p.Index < 0 && len(p.Parts) == 0 }

// gradient is the component for a parameter.
func (b *combiner) gradient(p proc.Param) proc.Var {
	switch {
	case proc.Discrete(p.Type):
		return b.Unit()
	case len(p.Parts) > 0:
		parts := make([]proc.Var, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = b.gradient(part)
		}
		return b.Tuple("g", parts...)
	case p.Ref != "":
		return b.bars[p.Ref]
	}
	return b.parts[max(p.Index, 0)]
}
