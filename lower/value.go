package lower

import (
	"slices"

	"procad/proc"
	"procad/source"
)

// A value is what an expression gives: one leaf, or a tuple of values. The
// empty tuple is ().
type value struct {
	leaf  *leaf
	elems []value
}

// A leaf is a scalar, an array, or a sum with arrays inside.
type leaf struct {
	proc.Var
	fn   *fn       // in which it has this name
	mode proc.Mode // of a name of Θ; 0 of a variable
	read *proc.Var // of a shared scalar: the variable that it is read into at entry

	known *int64  // of an Int or a Bool: what it is, if that does not depend on the arguments
	dims  []int64 // of an array: its sizes, as far as they are known; -1 of others
	few   *few    // of an array that is not made, nil of others

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
func treeOf(t source.Type, next func(proc.Type) *leaf) value {
	switch t := t.(type) {
	case *source.Tuple:
		v := value{elems: make([]value, len(t.Elems))}
		for i, e := range t.Elems {
			v.elems[i] = treeOf(e, next)
		}
		return v
	case source.Basic:
		if t == source.Unit {
			return value{}
		}
	}
	return value{leaf: next(procType(t))}
}

// regroup is a value of type t with the given leaves.
func regroup(t source.Type, list []*leaf) value {
	i := -1
	return treeOf(t, func(proc.Type) *leaf { i++; return list[i] })
}

// leafTypes appends the types of the leaves of a t.
func leafTypes(t source.Type, list []proc.Type) []proc.Type {
	switch t := t.(type) {
	case *source.Tuple:
		for _, e := range t.Elems {
			list = leafTypes(e, list)
		}
		return list
	case source.Basic:
		if t == source.Unit {
			return list
		}
	}
	return append(list, procType(t))
}

// procType is t with its tuples as they are nested in the source.
func procType(t source.Type) proc.Type {
	switch t := t.(type) {
	case *source.Tuple:
		elems := make([]proc.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = procType(e)
		}
		return proc.NewTuple(elems...)
	case *source.Sum:
		return proc.NewSum(procType(t.L), procType(t.R))
	case *source.Array:
		return proc.NewArray(t.Rank, procType(t.Elem))
	}
	return map[source.Type]proc.Type{source.Real: proc.Real, source.Int: proc.Int, source.Bool: proc.Bool, source.Unit: proc.Unit}[t]
}

// sourceType is the type that procType makes a t of.
func sourceType(t proc.Type) source.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		elems := make([]source.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = sourceType(e)
		}
		return source.TupleOf(elems...)
	case *proc.SumType:
		if t == proc.Bool {
			return source.Bool
		}
		return &source.Sum{L: sourceType(t.L), R: sourceType(t.R)}
	case *proc.ArrayType:
		return source.ArrayOf(sourceType(t.Elem), t.Rank)
	}
	return map[proc.Type]source.Type{proc.Real: source.Real, proc.Int: source.Int, proc.Unit: source.Unit}[t]
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
	few   bool   // an array may be one that is not made
	parts []*target
}

// wantsFew says that an array, or some in a tuple, need not be made.
func (to *target) wantsFew() bool {
	return to != nil && (to.few || slices.ContainsFunc(to.parts, (*target).wantsFew))
}

// part is the target of part i of a tuple.
func (to *target) part(i int) *target {
	if to == nil || i >= len(to.parts) {
		return nil
	}
	return to.parts[i]
}

// targetOf names the leaves of a t after one word.
func targetOf(t source.Type, name string) *target {
	if tuple, ok := t.(*source.Tuple); ok {
		to := &target{parts: make([]*target, len(tuple.Elems))}
		for i, e := range tuple.Elems {
			to.parts[i] = targetOf(e, name)
		}
		return to
	}
	return &target{name: name}
}

// patternTarget names the leaves of what p takes apart after its variables.
func patternTarget(p *source.Pattern) *target {
	switch p.Kind {
	case source.PatVar:
		return targetOf(p.Type, p.Var.Name)
	case source.PatTuple:
		to := &target{parts: make([]*target, len(p.Elems))}
		for i, e := range p.Elems {
			to.parts[i] = patternTarget(e)
		}
		return to
	}
	return nil
}
