package recursion

import (
	"slices"

	"procad/core"
)

// derivative is a call of op(f), where f neither takes nor gives values of recursive types in which there is a derivative:
// the heaps are constants in it.
//
//	op[W](f)(x, …) = op[W, no heaps](f)(x, …, h, …), without the parts of the result that are for heaps
//	jvp(f)(x, …, ẋ, …) = jvp(f)(x, …, h, …, ẋ, …, 0, …)
func (b *block) derivative(t *core.Apply, f *core.Derive) core.Term {
	forward := f.Op == core.JVP
	d, e := b.single(f.Func)
	own, list := len(f.Func.Type().(*core.FuncType).Params), b.list(e.all())
	wanted := f.Wanted
	if !forward && len(list) > 0 {
		if wanted == nil {
			for range own {
				wanted = append(wanted, true)
			}
		}
		wanted = append(wanted[:own:own], make([]bool, len(list))...)
	}
	args := slices.Clone(t.Args[:own])
	for _, r := range list {
		args = append(args, useAt(t.At, b.now[r].nodes))
	}
	for i, x := range t.Args[own:] {
		if forward && core.Discrete(args[i].Type()) {
			x = tuple(t.At) // of the number of a node
		}
		args = append(args, x)
	}
	if forward {
		for _, r := range list {
			args = append(args, core.ZeroTangent(useAt(t.At, b.now[r].nodes)))
		}
	}
	of := core.DerivedType(f.Op, d.Type(), wanted)
	call := &core.Apply{
		Node: node(t.At, of.Result), Args: args,
		Func: &core.Derive{Node: node(f.At, of), Op: f.Op, Wanted: wanted, Func: globalAt(f.At, d)},
	}
	whole := plainType(t.Of)
	switch {
	case core.Equal(of.Result, whole):
		return call
	case f.Op == core.VJP:
		pair := of.Result.(*core.TupleType).Elems
		y, g := variable(t.At, "y", pair[0]), variable(t.At, "g", pair[1])
		return untuple([]*core.Var{y, g}, call, tuple(t.At, useAt(t.At, y), firstOf(useAt(t.At, g), own)))
	}
	return firstOf(call, own)
}
