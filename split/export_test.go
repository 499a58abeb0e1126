package split

import "procad/proc"

// Texts are the numbers of statements of the texts that the blocks of R are simplified in:
// first the whole, and then that of each Case in it.
func Texts(lib Library, d *proc.Def) ([]int, error) {
	d, err := updating(lib, d)
	if err != nil {
		return nil, err
	}
	t := newSplitter(lib, d, Recompute, false)
	t.given = newGiven(t, d)
	r := t.sequence(d.Body)
	texts := []int{inPlace(r.rev).Count()}
	var add func(p proc.Procedure)
	add = func(p proc.Procedure) {
		p.Walk(func(s proc.Stmt) {
			if o, ok := s.(*proc.Outlined); ok {
				l, r := o.Case.L.Body, o.Case.R.Body
				texts = append(texts, l.Count()+r.Count())
				add(l)
				add(r)
			}
		})
	}
	add(r.rev)
	return texts, t.err
}
