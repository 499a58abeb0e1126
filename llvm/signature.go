package llvm

import (
	"slices"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// A Signature is an entry as C calls it:
//
//	int SYMBOL(the leaves of Params, places for those of Results, pc_workspace *workspace, pc_error *error)
//
// in the order and of the types that Header declares. The leaves of a parameter are
// those of its type, also where it has parts.
type Signature struct {
	Entry
	Pos     diag.Pos // of the function
	Params  []proc.Param
	Results []proc.Param // with a name and a type each; one without parts is called result
}

// Signatures describes entries.
func Signatures(lookup Lookup, entries []Entry) (list []Signature, err error) {
	m := newModule(nil, lookup, Options{})
	defer recoverEmit(&err)
	for _, e := range entries {
		n, err := m.node(e.Func)
		if err != nil {
			return nil, err
		}
		s := Signature{Entry: e, Pos: n.def.Pos, Params: faceOf(e, n.def).Params, Results: e.results(n.def)}
		s.write()
		list = append(list, s)
	}
	return list, nil
}

// results are the parts of the result as C has them, one called result if it has none. A
// trace is not among them: it stays in the workspace.
func (e Entry) results(d *proc.Def) []proc.Param {
	parts := slices.Clone(e.Results)
	if len(parts) == 0 {
		parts = []proc.Param{faceOf(e, d).Returns("result")}
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

// written is the type of a part of the result, as the author of the function wrote it if it is
// of the type of the value or of its tangents.
func (e Entry) written(r proc.Param) proc.Type {
	switch {
	case e.Value == nil:
	case r.Name == "value", r.Name == "result" && e.Kind == "value":
		return e.Value
	case r.Name == "tangent":
		return deriv.Tangent(e.Value)
	}
	return r.Type
}

// write gives what is of the type of the value, or of its tangents, the type as the author of
// the function wrote it. Its leaves are the same.
func (s *Signature) write() {
	if s.Value == nil {
		return
	}
	for i, r := range s.Results {
		s.Results[i].Type = s.written(r)
	}
	if s.Kind == "vjp" || s.Kind == "reverse" { // the seed is the last
		s.Params = slices.Clone(s.Params)
		s.Params[len(s.Params)-1].Type = deriv.Tangent(s.Value)
	}
}
