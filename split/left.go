package split

import "procad/proc"

// left are the variables that a Case leaves: what its first branch binds and does not
// use, where a Case in it binds what that one leaves. It is found once for each Case, from the
// Cases in it, since all blocks around ask for it.
//
//	left (Case z (Inl x p) (Inr y q)) = {x} ∪ binds p \ uses p
func (t *splitter) left(c *proc.Case) []proc.Var {
	if vs, ok := t.leaves[c]; ok {
		return vs
	}
	vs := []proc.Var{c.L.Var}
	used := map[string]bool{}
	var block func(p proc.Procedure)
	block = func(p proc.Procedure) {
		for _, s := range p {
			proc.Uses(s, func(v proc.Var) { used[v.Name] = true })
			proc.Binds(s, func(v proc.Var) { vs = append(vs, v) })
			if inner, ok := s.(*proc.Case); ok {
				vs = append(vs, t.left(inner)...)
				continue
			}
			proc.Bodies(s, block)
		}
	}
	block(c.L.Body)
	kept := vs[:0]
	for _, v := range vs {
		if !used[v.Name] {
			kept = append(kept, v)
		}
	}
	t.leaves[c] = kept
	return kept
}
