package vlad

import "slices"

// free are the free variables of a λ-term, in their total order:
//
//	F x = {x};  F(e1 e2) = F e1 ∪ F e2;  F(λx.e) = F e − {x}
func free(l *Lambda) []*Var {
	bound := map[*Var]bool{l.Param: true}
	var out []*Var
	use := func(a Atom) {
		if v, ok := a.(*Var); ok && !bound[v] && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	for _, b := range l.Lets {
		switch e := b.Expr.(type) {
		case *Copy:
			use(e.X)
		case *Call:
			use(e.F)
			use(e.X)
		case *Lambda:
			for _, v := range e.Free {
				use(v)
			}
		}
		bound[b.Var] = true
	}
	slices.SortStableFunc(out, func(a, b *Var) int { return a.id - b.id })
	return out
}
