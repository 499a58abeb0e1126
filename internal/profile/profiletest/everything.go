// Package profiletest says for tests what can be counted of a program.
package profiletest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/profile"
	"procad/prim"
	"procad/proc"
)

// Everything is all that can be counted in a call of one of fs.
func Everything(t *testing.T, lookup func(proc.Func) (*proc.Def, error), fs ...proc.Func) *profile.Wanted {
	w := &profile.Wanted{}
	seen := map[proc.Func]bool{}
	types := map[proc.Type]bool{}
	var note func(typ proc.Type)
	note = func(typ proc.Type) {
		if types[typ] {
			return
		}
		types[typ] = true
		switch typ := typ.(type) {
		case *proc.StackType:
			if (&profile.Wanted{Items: []proc.Type{typ.Elem}}).Check(lookup) == nil {
				w.Items = append(w.Items, typ.Elem)
			}
			note(typ.Elem)
		case *proc.TupleType:
			for _, e := range typ.Elems {
				note(e)
			}
		case *proc.SumType:
			note(typ.L)
			note(typ.R)
		}
	}
	var visit func(f proc.Func)
	visit = func(f proc.Func) {
		if _, _, ok := prim.Message(f); ok || seen[f] {
			return
		}
		seen[f] = true
		if _, body, ok := f.Loop(); ok {
			visit(body)
			return
		}
		def, err := lookup(f)
		require.NoError(t, err)
		if def == nil {
			return
		}
		w.Funcs = append(w.Funcs, f)
		note(def.In.Type)
		def.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, func(v proc.Var) { note(v.Type) })
			if c, ok := s.(*proc.Call); ok {
				visit(c.Func)
			}
		})
	}
	for _, f := range fs {
		visit(f)
	}
	return w
}
