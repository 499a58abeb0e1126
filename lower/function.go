package lower

import (
	"slices"
	"strconv"

	"procad/core"
	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
	"procad/proc/linear"
)

// definition lowers a function of the source.
//
//	def f(p1 : T1, …) : T = e    ↦    def f [arrays that e only reads] (the other leaves) -> (T, flat)
func (l *lowerer) definition(d *core.Def) *layout {
	l.facts.Learn(d.Body)
	f := l.newFn(nil, d.Name, Name(d.Name))
	lay := f.function(d.Pos, d.Params, d.Body)
	if !d.Local {
		l.program.Params[f.name] = l.face(lay, d)
	}
	return lay
}

// instance lowers a local function.
func (f *fn) instance(v *core.Var, fn *core.Lambda) *layout {
	g := f.newFn(f, f.root, f.funcName(f.root+"."+v.Name, false))
	return g.function(fn.At, fn.Params, fn.Body)
}

// function lowers parameters and body, and finds out how f is called.
func (f *fn) function(pos diag.Pos, params []*core.Var, body core.Term) *layout {
	result := body.Type()
	lay := &layout{name: f.name, result: result, outTypes: leafTypes(result, nil)}
	var leaves []*leaf
	for i, p := range params {
		lay.inTypes = leafTypes(p.Type, lay.inTypes)
		name := p.Name
		if name == "_" {
			name = "p" + strconv.Itoa(i+1)
		}
		f.set(p, treeOf(p.Type, func(t proc.Type) *leaf {
			leaf := f.own(f.variable(name, t))
			leaves = append(leaves, leaf)
			return leaf
		}))
	}
	v := f.expr(f.enter(params, body), targetOf(result, "r"))
	var owned, arrays []proc.Var
	for _, l := range leaves {
		if isArray(l.Type) {
			arrays = append(arrays, l.Var)
		} else {
			owned = append(owned, l.Var)
		}
	}
	done := f.finish(pos, v, owned, arrays)
	var ins []proc.Var
	var packed []*packing
	var zone []proc.Ref
	for i, l := range leaves {
		if done.borrowed[l.Name] {
			lay.zone = append(lay.zone, i)
			zone = append(zone, proc.Ref{Name: l.Name, Mode: proc.Shared, Type: l.Type})
		} else {
			ins = append(ins, l.Var)
			packed = append(packed, packLeaf(i))
		}
	}
	lay.in = packTuple(packed...)
	lay.out = packFlat(len(lay.outTypes))
	lay.captured = f.captures
	f.zone = append(zone, f.zone...)
	f.define(pos, done, ins)
	return lay
}

// packFlat is the flat tuple of n leaves.
func packFlat(n int) *packing {
	elems := make([]*packing, n)
	for i := range elems {
		elems[i] = packLeaf(i)
	}
	return packTuple(elems...)
}

// A finished body uses every array once, but for names of Θ.
type finished struct {
	body     proc.Procedure
	out      proc.Var
	borrowed map[string]bool // the parameters that the body only reads
}

// finish ends the body with its result, and settles who owns what. The body
// owns what is in owned; what is in params, arrays, it may own or borrow.
func (f *fn) finish(pos diag.Pos, result value, owned, params []proc.Var) *finished {
	return f.finishOut(f.flat(pos, result), owned, params)
}

// finishOut is finish of a body whose result is in one variable.
func (f *fn) finishOut(out proc.Var, owned, params []proc.Var) *finished {
	body := f.withoutIdleSizes(append(f.reads, f.body...))
	f.body, f.reads = nil, nil
	body = newChooser(f).choose(body, nil)
	if !f.printing[f.root] { // what prints stays in its order
		body = newOrderer(f).body(body)
	}
	body = newKeeper(f).body(body)
	o := newOwner(f)
	body, out = o.function(body, out, owned, params)
	body, out = newScoper(o).function(body, out, slices.Concat(owned, params))
	return &finished{body, out, o.borrowed}
}

// withoutIdleSizes drops the sizes that a type names and nothing mentions.
func (f *fn) withoutIdleSizes(p proc.Procedure) proc.Procedure {
	kept := p[:0]
	for _, s := range p {
		if size, ok := s.(*proc.Size); ok && f.idle[size.Out.Name] && f.mentionsOf(size.Out.Name).count == 0 {
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// define adds the definition to the program: its argument is the tuple of ins.
func (f *fn) define(pos diag.Pos, done *finished, ins []proc.Var) {
	in, body := f.argument(pos, ins)
	body, outs := linear.Procedure(append(body, done.body...), []proc.Var{in}, []proc.Var{done.out}, f.names)
	f.program.Add(&proc.Def{Pos: pos, Name: f.name, Zone: f.zone, In: in, Body: body, Out: outs[0]})
}

// argument is the tuple of ins, and what takes it apart.
func (f *fn) argument(pos diag.Pos, ins []proc.Var) (proc.Var, proc.Procedure) {
	switch len(ins) {
	case 0:
		return proc.Var{Name: f.names.Fresh("u"), Type: proc.Unit}, nil
	case 1:
		return ins[0], nil
	}
	types := make([]proc.Type, len(ins))
	for i, v := range ins {
		types[i] = v.Type
	}
	in := proc.Var{Name: f.names.Fresh("args"), Type: proc.NewTuple(types...)}
	return in, proc.Procedure{&proc.Untuple{Where: where(pos), Outs: ins, In: in}}
}

// face is how a user names the parameters of d.
func (l *lowerer) face(lay *layout, d *core.Def) *proc.Interface {
	place := make([]proc.Param, len(lay.inTypes)) // by leaf
	for i := range place {
		place[i].Index = -1
	}
	for i, e := range lay.in.elems {
		place[e.leaf].Index = i
	}
	zone := l.program.Lookup(lay.name).Zone
	for k, i := range lay.zone {
		place[i].Ref = zone[k].Name
	}
	next := 0
	var passed func(p proc.Param) proc.Param
	passed = func(p proc.Param) proc.Param {
		for i, part := range p.Parts {
			p.Parts[i] = passed(part)
		}
		if len(p.Parts) == 0 && p.Type != proc.Unit {
			p.Ref, p.Index = place[next].Ref, place[next].Index
			next++
		}
		return p
	}
	out := &proc.Interface{Result: TypeOf(d.Result), Written: sized("", d.Result, d.ResultSizes, d.ResultForm)}
	for i, p := range d.Params {
		out.Params = append(out.Params, passed(sized(p.Name, p.Type, d.ParamSizes[i], formOf(d, i))))
	}
	return out
}

// sized is a parameter, or a result, with the sizes that were written for its arrays.
func sized(name string, t core.Type, written core.Sizes, f *form.Form) proc.Param {
	p := proc.Param{Name: name, Type: TypeOf(t), Index: -1, Sizes: written.Names, Form: f}
	if tuple, ok := t.(*core.TupleType); ok {
		for f.Wraps() {
			f = f.Part(0)
		}
		for i, e := range tuple.Elems {
			part := strconv.Itoa(i)
			if f.IsRecord() {
				part = f.Fields[i]
			}
			part = name + "." + part
			if f != nil && f.Heaps != nil && i == 0 { // the value itself, beside its nodes
				part = name
			}
			p.Parts = append(p.Parts, sized(part, e, written.Parts[i], f.Part(i)))
		}
	}
	return p
}

// formOf is what the program calls the parts of a parameter.
func formOf(d *core.Def, i int) *form.Form {
	if i >= len(d.ParamForms) {
		return nil
	}
	return d.ParamForms[i]
}
