package llvm

import (
	"procad/diag"
	"procad/proc"
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
		s := Signature{Entry: e, Pos: n.def.Pos, Params: faceOf(e, n.def).Params}
		results, names := []proc.Type{n.def.Out.Type}, []string{"result"}
		if len(e.Results) > 0 {
			names = e.Results
		}
		switch {
		case e.Pass == ForwardPass: // the trace stays in the workspace
			results = proc.Elems(n.def.Out.Type)[:1]
		case len(names) > 1:
			results = proc.Elems(n.def.Out.Type)
		}
		for i, t := range results {
			s.Results = append(s.Results, proc.Param{Name: names[i], Type: t})
		}
		list = append(list, s)
	}
	return list, nil
}
