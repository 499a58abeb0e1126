package capi

import "slices"

// A BatchArg is an argument in C of a function for several problems: what the function for one is given, as an
// array with an element, or what an element is, for each problem; the count of these; or a dimension, which all have.
type BatchArg struct {
	Arg
	Count bool
	After int // of a count: the place among the arguments of the function for one of what it counts
}

// batchArgs are the arguments for those of the function for one problem. The components of an array of tuples
// have one count.
func batchArgs(args []Arg) (list []BatchArg) {
	names := cNames{"count": true, "done": true, "workspace": true, "error": true}
	for _, a := range args {
		names[a.Name] = true
	}
	first := 0
	for k, a := range args {
		list = append(list, BatchArg{Arg: a})
		if a.IsSize() {
			continue
		}
		if k == 0 || a.Extent() == nil || args[k-1].Extent() != a.Extent() {
			first = k
		}
		if a.Extent() == nil || k+1 == len(args) || args[k+1].Extent() != a.Extent() {
			list = append(list, BatchArg{Arg{Name: names.name(args[first].Name + "_count"), Role: a.Role, First: a.First}, true, k})
		}
	}
	return list
}

// Extent is that of the buffer of an array, nil of anything else.
func (a Arg) Extent() *Extent {
	if a.Box != nil {
		return nil
	}
	return a.Leaves[0].Array
}

// HasArrays says that it is a struct, or an array of structs, with arrays in it.
func (a Arg) HasArrays() bool {
	return a.Box != nil && slices.ContainsFunc(a.Leaves, func(p Param) bool { return p.Array != nil })
}

// IsSize says that it is a dimension of an array.
func (a Arg) IsSize() bool { return a.Box == nil && a.Leaves[0].Size }

// IsScalar says that it is a number that goes in.
func (a Arg) IsScalar() bool { return a.Box == nil && a.Extent() == nil && a.Role == ArgumentRole }

// cType is how an argument is declared.
func (a BatchArg) cType() string {
	switch {
	case a.Count:
		return "int64_t "
	case a.IsScalar() && !a.IsSize():
		return "const " + a.Arg.cType() + "*"
	}
	return a.Arg.cType()
}
