package lower

import (
	"procad/core"
	"procad/proc"
)

// A value is what an expression gives: one leaf, or a tuple of values. The
// empty tuple is ().
type value struct {
	leaf  *leaf
	elems []value
}

// A leaf is a scalar, an array, a stack, or a sum with arrays inside.
type leaf struct {
	proc.Var
	fn   *fn       // in which it has this name
	mode proc.Mode // of a name of Θ; 0 of a variable
	read *proc.Var // of a shared scalar: the variable that it is read into at entry

	bits *uint64 // of a constant: what it is

	// split is a sum with arrays inside in parts, if it has been taken apart.
	split *split
}

// view says that the leaf has no owner here: it can be read, and it can be copied.
func (l *leaf) view() bool { return l.mode != 0 }

// leaves appends the leaves of v, left to right.
func (v value) leaves(list []*leaf) []*leaf {
	if v.leaf != nil {
		return append(list, v.leaf)
	}
	for _, e := range v.elems {
		list = e.leaves(list)
	}
	return list
}

// treeOf is a value of type t whose leaves are made by next, left to right.
func treeOf(t core.Type, next func(proc.Type) *leaf) value {
	if t, ok := t.(*core.TupleType); ok {
		v := value{elems: make([]value, len(t.Elems))}
		for i, e := range t.Elems {
			v.elems[i] = treeOf(e, next)
		}
		return v
	}
	return value{leaf: next(TypeOf(t))}
}

// regroup is a value of type t with the given leaves.
func regroup(t core.Type, list []*leaf) value {
	i := -1
	return treeOf(t, func(proc.Type) *leaf { i++; return list[i] })
}

// leafTypes appends the types of the leaves of a t.
func leafTypes(t core.Type, list []proc.Type) []proc.Type {
	if t, ok := t.(*core.TupleType); ok {
		for _, e := range t.Elems {
			list = leafTypes(e, list)
		}
		return list
	}
	return append(list, TypeOf(t))
}

// TypeOf is t with its tuples nested as they are.
func TypeOf(t core.Type) proc.Type {
	switch t := t.(type) {
	case *core.TupleType:
		elems := make([]proc.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = TypeOf(e)
		}
		return proc.NewTuple(elems...)
	case *core.SumType:
		return proc.NewSum(TypeOf(t.Cons[0].Of), TypeOf(t.Cons[1].Of))
	case *core.ArrayType:
		return proc.NewArray(t.Rank, TypeOf(t.Elem))
	case *core.StackType:
		return proc.NewStack(TypeOf(t.Elem))
	}
	return map[core.Type]proc.Type{core.Real: proc.Real, core.Int: proc.Int}[t]
}

// coreType is the type that procType makes a t of.
func coreType(t proc.Type) core.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		elems := make([]core.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = coreType(e)
		}
		return core.TupleOf(elems...)
	case *proc.SumType:
		if t == proc.Bool {
			return core.Bool
		}
		return core.SumOf(coreType(t.L), coreType(t.R))
	case *proc.ArrayType:
		return core.ArrayOf(coreType(t.Elem), t.Rank)
	case *proc.StackType:
		return &core.StackType{Elem: coreType(t.Elem)}
	}
	return map[proc.Type]core.Type{proc.Real: core.Real, proc.Int: core.Int, proc.Unit: core.Unit}[t]
}

// arrayType takes the type of an array apart.
func arrayType(t proc.Type) (elem proc.Type, rank int) {
	a := t.(*proc.ArrayType)
	return a.Elem, a.Rank
}

// isArray says that t is an array type.
func isArray(t proc.Type) bool {
	_, ok := t.(*proc.ArrayType)
	return ok
}

// A target says what the variables of a value are to be called. Without one
// they get names of no meaning.
type target struct {
	name  string // of a leaf
	exact bool   // name is free and to be used as it is, at most once
	parts []*target
}

// part is the target of part i of a tuple.
func (to *target) part(i int) *target {
	if to == nil || i >= len(to.parts) {
		return nil
	}
	return to.parts[i]
}

// targetOf names the leaves of a t after one word.
func targetOf(t core.Type, name string) *target {
	if tuple, ok := t.(*core.TupleType); ok {
		to := &target{parts: make([]*target, len(tuple.Elems))}
		for i, e := range tuple.Elems {
			to.parts[i] = targetOf(e, name)
		}
		return to
	}
	return &target{name: name}
}
