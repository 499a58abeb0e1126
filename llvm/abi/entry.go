package abi

import (
	"math"
	"slices"

	"procad/proc"
	"procad/proc/deriv"
)

// A Lookup finds the definition of a function; nil for one that has none, such
// as a primitive. It may make definitions on demand.
type Lookup func(proc.Func) (*proc.Def, error)

// An Entry is a definition that callers from outside reach.
type Entry struct {
	Func    proc.Func
	Name    string          // as its user knows it, for comments; Func if empty
	Of      string          // the function of the program that it computes, or a derivative of which
	Kind    string          // what of that function: "value", "grad", …
	Comment string          // what stands before that function in its source
	Prefix  string          // before the names of the structs of C that it has
	Symbol  string          // its name: in C, or for the option --entry of an executable
	Face    *proc.Interface // the names of its parameters
	Results []proc.Param    // the parts of its result, if it has any: their names in C, and sizes as written
	Value   proc.Type       // the type of the value of Of as its author wrote it, for descriptions; nil: as it is compiled
	Memory  int64           // the most bytes that a call may use; no limit if 0
	// Tangents has the names of parameters that are tangents of others, by their
	// names: a call from C demands that they have their dimensions and tags.
	Tangents map[string]string
	// Pass says that the entry is half of a derivative: a forward pass leaves the last
	// part of its result, the trace, in the workspace of its call, and with it the words
	// of Θ. A reverse pass takes them from there: the trace is the first part of its argument.
	Pass  Pass
	Trace string // of a pass: what its trace is called in messages, the same for both
}

// A Pass says which half of a derivative an entry is.
type Pass int

// The halves of a derivative.
const (
	NoPass Pass = iota
	ForwardPass
	ReversePass
)

// Limit is how many bytes a call may use.
func (e Entry) Limit() int64 {
	if e.Memory == 0 {
		return math.MaxInt64
	}
	return e.Memory
}

// Interface names the parameters of an entry: where its user has no names, those
// of the zone, then the argument.
func (e Entry) Interface(d *proc.Def) *proc.Interface {
	if e.Face != nil {
		return e.Face
	}
	p := proc.Program{}
	p.Add(d)
	return p.InterfaceOf(d.Name)
}

// ResultParts are the parts of the result as C has them, one called result if it has none. A
// trace is not among them: it stays in the workspace.
func (e Entry) ResultParts(d *proc.Def) []proc.Param {
	parts := slices.Clone(e.Results)
	if len(parts) == 0 {
		parts = []proc.Param{e.Interface(d).Returns("result")}
	}
	types := []proc.Type{d.Out.Type}
	if len(parts) > 1 || e.Pass == ForwardPass {
		types = proc.Elems(d.Out.Type)
	}
	for i := range parts {
		parts[i].Type = types[i]
	}
	return parts
}

// WrittenType is the type of a part of the result, as the author of the function wrote it if it is
// of the type of the value or of its tangents.
func (e Entry) WrittenType(r proc.Param) proc.Type {
	switch {
	case e.Value == nil:
	case r.Name == "value", r.Name == "result" && e.Kind == "value":
		return e.Value
	case r.Name == "tangent":
		return deriv.Tangent(e.Value)
	}
	return r.Type
}
