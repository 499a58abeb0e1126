package activity

import (
	"fmt"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
)

// Def is inactive.I.O$f, of f with the definition d.
//
//	Θ | s : S ⊢ p ⊣ t : T        gives        Θ' | s : S' ⊢ H p ⊣ t : T'
//
// Variables have the types that the analysis found. Where a variable is made
// with less that is active than its type says, as in one branch of a Case, it is lifted. What O has beside what is
// inactive in t is not useful: it is made inactive.
func Def(a *Activity, without optim.Set, name proc.Func, d *proc.Def) (*proc.Def, error) {
	in, out, err := types(name, d.Sig())
	if err != nil {
		return nil, err
	}
	zone := make([]proc.Type, len(d.Zone))
	def := &proc.Def{Pos: d.Pos, Name: name, Zone: make([]proc.Ref, len(d.Zone)), In: proc.Var{Name: d.In.Name, Type: in[len(in)-1]}}
	k := 0
	for i, r := range d.Zone {
		if r.Mode == proc.Shared {
			r.Type = in[k]
			k++
		}
		def.Zone[i], zone[i] = r, r.Type
	}
	fl := a.flow(d, zone, def.In.Type, out)
	if fl.err != nil {
		return nil, fl.err
	}
	if t := meet(fl.of(d.Out), out); join(t, out) != out {
		return nil, fmt.Errorf("%s: the result of %s is active, it is %s and not %s", name, d.Name, proc.Brief(t), proc.Brief(out))
	}
	w := &writer{flow: fl, Builder: proc.Builder{Names: proc.NewNames(d), Pos: d.Pos}}
	w.procedure(d.Body)
	if fl.err != nil {
		return nil, fl.err
	}
	def.Out = w.convert(w.use(d.Out), out)
	def.Body = linear.SimplifyUnless(without, w.Body)
	return def, nil
}

// Primitive is a definition of a function that has none, for Def.
func Primitive(f proc.Func, sig proc.Sig) *proc.Def {
	zone := make([]proc.Ref, len(sig.Zone))
	names := make([]string, len(sig.Zone))
	for i, r := range sig.Zone {
		names[i] = fmt.Sprint("s", i)
		zone[i] = proc.Ref{Name: names[i], Mode: r.Mode, Type: r.Type}
	}
	in, out := proc.Var{Name: "a", Type: sig.In}, proc.Var{Name: "b", Type: sig.Out}
	return &proc.Def{Name: f, Zone: zone, In: in, Body: proc.Procedure{&proc.Call{Out: out, Func: f, Zone: names, In: in}}, Out: out}
}

// types are those of the shared names, the argument and the result of inactive.I.O$f.
func types(name proc.Func, sig proc.Sig) (in []proc.Type, out proc.Type, err error) {
	d, _, _ := deriv.Apart(name)
	i, o, ok := deriv.IsInactive(d)
	if !ok {
		return nil, nil, fmt.Errorf("in %s nothing is inactive", name)
	}
	zone := make([]proc.Type, len(sig.Zone))
	for k, r := range sig.Zone {
		zone[k] = r.Type
	}
	in, fits := parsePlaces(i).in(parameters(sig, zone, sig.In))
	outs, fits2 := parsePlaces(o).in([]proc.Type{sig.Out})
	if !fits || !fits2 {
		return nil, nil, fmt.Errorf("%s: the function has fewer places to make inactive", name)
	}
	return in, outs[0], nil
}

// A writer writes a procedure anew, with the types that its flow has found.
type writer struct {
	*flow
	proc.Builder
}

func (w *writer) use(v proc.Var) proc.Var { return proc.Var{Name: v.Name, Type: w.of(v)} }

// convert makes Reals in tuples inactive, as far as the type says so, and frees the rest.
func (w *writer) convert(v proc.Var, to proc.Type) proc.Var {
	if met := meet(v.Type, to); met != v.Type {
		v = w.deactivate(v, met)
	}
	return w.free(v, to)
}

// deactivate makes Reals in tuples inactive.
func (w *writer) deactivate(v proc.Var, to proc.Type) proc.Var {
	if v.Type == to {
		return v
	}
	if tuple, ok := to.(*proc.TupleType); ok {
		parts := w.Untuple(v, v.Name)
		for i, p := range parts {
			parts[i] = w.deactivate(p, tuple.Elems[i])
		}
		return w.Tuple(v.Name, parts...)
	}
	return w.Call(v.Name, to, proc.FamilyOf("inactive", v.Type), nil, v)
}

// free makes what is inactive in v active, as far as its type then says so. A tuple is taken apart, so that each part stays
// what it is to those who look at it alone.
func (w *writer) free(v proc.Var, to proc.Type) proc.Var {
	if v.Type == to {
		return v
	}
	if tuple, ok := to.(*proc.TupleType); ok {
		parts := w.Untuple(v, v.Name)
		for i, p := range parts {
			parts[i] = w.free(p, tuple.Elems[i])
		}
		return w.Tuple(v.Name, parts...)
	}
	return w.Call(v.Name, to, proc.FamilyOf("lift", v.Type, to), nil, v)
}

// make writes a statement that binds variables with the types of their parts,
// and lifts those whose types have more that is active.
func (w *writer) make(s proc.Stmt, write func(bind func(proc.Var) proc.Var) proc.Stmt) {
	var later []func()
	k := 0
	made := write(func(v proc.Var) proc.Var {
		t := w.result(s, k)
		k++
		if t == w.of(v) {
			return w.use(v)
		}
		fresh := w.Var(v.Name, t)
		later = append(later, func() {
			w.Emit(&proc.Call{Where: proc.Where{Pos: s.At()}, Out: w.use(v), Func: proc.FamilyOf("lift", t, w.of(v)), In: fresh})
		})
		return fresh
	})
	w.Emit(made)
	for _, free := range later {
		free()
	}
}

func (w *writer) procedure(p proc.Procedure) {
	for _, s := range p {
		if w.err != nil {
			return
		}
		w.Pos = s.At()
		w.stmt(s)
	}
}

// nested writes a procedure of its own.
func (w *writer) nested(p proc.Procedure) proc.Procedure {
	outer := w.Body
	w.Body = nil
	w.procedure(p)
	inner := w.Body
	w.Body = outer
	return inner
}
