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
	texts := []int{t.whole(r.rev).Count()}
	for _, o := range t.outlined {
		texts = append(texts, o.of.L.Body.Count()+o.of.R.Body.Count())
	}
	return texts, t.err
}
