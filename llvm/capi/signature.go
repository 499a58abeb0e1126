package capi

import (
	"slices"

	"procad/internal/diag"
	"procad/llvm/abi"
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
	abi.Entry
	Pos     diag.Pos // of the function
	Params  []proc.Param
	Results []proc.Param // with a name and a type each; one without parts is called result
}

// Signatures describes entries.
func Signatures(lookup abi.Lookup, entries []abi.Entry) ([]Signature, error) {
	var list []Signature
	for _, e := range entries {
		d, err := definitionOf(lookup, e)
		if err != nil {
			return nil, err
		}
		s := Signature{Entry: e, Pos: d.Pos, Params: e.Interface(d).Params, Results: e.ResultParts(d)}
		s.write()
		list = append(list, s)
	}
	return list, nil
}

// write gives what is of the type of the value, or of its tangents, the type as the author of
// the function wrote it. Its leaves are the same.
func (s *Signature) write() {
	if s.Value == nil {
		return
	}
	for i, r := range s.Results {
		s.Results[i].Type = s.WrittenType(r)
	}
	if s.Kind == "vjp" || s.Kind == "reverse" { // the seed is the last
		s.Params = slices.Clone(s.Params)
		s.Params[len(s.Params)-1].Type = deriv.Tangent(s.Value)
	}
}
