package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// application is f(e1, …, en).
func (f *fn) application(e *core.Apply, to *target) value {
	args := make([]value, len(e.Args))
	for i, arg := range e.Args {
		args[i] = f.expr(arg, nil)
	}
	if local, ok := e.Func.(*core.Use); ok {
		return f.apply(e.At, f.instances[local.Var], args, to)
	}
	at := make([]diag.Pos, len(e.Args))
	for i, arg := range e.Args {
		at[i] = arg.Pos()
	}
	f.conformArguments(e.Func, args, at)
	return f.apply(e.At, f.layoutOf(e.Func, at), args, to)
}

// apply calls a function that is laid out as l says.
//
//	b = Call f [s1, …] a
func (f *fn) apply(pos diag.Pos, l *layout, args []value, to *target) value {
	var leaves []*leaf
	for _, arg := range args {
		leaves = arg.leaves(leaves)
	}
	in := f.pack(pos, l.in, leaves)
	zone := make([]string, 0, len(l.zone)+len(l.captured))
	for _, i := range l.zone {
		zone = append(zone, f.ref(leaves[i]))
	}
	for _, c := range l.captured {
		zone = append(zone, f.ref(c))
	}
	var targets []*target
	f.walk(l.result, to, func(to *target, _ proc.Type) { targets = append(targets, to) })
	results := make([]*leaf, len(l.outTypes))
	out := f.packedVar(l, l.out, targets)
	f.emit(&proc.Call{Where: where(pos), Out: out, Func: l.name, Zone: zone, In: in})
	f.unpack(pos, l, l.out, out, targets, results)
	return regroup(l.result, results)
}

// pack packs leaves.
func (f *fn) pack(pos diag.Pos, p *packing, leaves []*leaf) proc.Var {
	if p.leaf >= 0 {
		return f.linear(leaves[p.leaf])
	}
	vars := make([]proc.Var, len(p.elems))
	for i, e := range p.elems {
		vars[i] = f.pack(pos, e, leaves)
	}
	return f.tuple(pos, vars)
}

// packedVar is the variable that is going to be unpacked.
func (f *fn) packedVar(l *layout, p *packing, targets []*target) proc.Var {
	if p.leaf >= 0 {
		return f.result(targets[p.leaf], l.outTypes[p.leaf])
	}
	return f.variable("t", p.typ(l.outTypes))
}

// unpack takes v apart into leaves.
func (f *fn) unpack(pos diag.Pos, l *layout, p *packing, v proc.Var, targets []*target, leaves []*leaf) {
	if p.leaf >= 0 {
		leaves[p.leaf] = f.own(v)
		return
	}
	if len(p.elems) == 0 {
		return
	}
	outs := make([]proc.Var, len(p.elems))
	for i, e := range p.elems {
		outs[i] = f.packedVar(l, e, targets)
	}
	f.emit(&proc.Untuple{Where: where(pos), Outs: outs, In: v})
	for i, e := range p.elems {
		f.unpack(pos, l, e, outs[i], targets, leaves)
	}
}
