package split

import "procad/proc"

// Texts are the numbers of statements of the texts that the blocks of R are simplified in:
// first the whole, and then that of each Case in it.
func Texts(lib Library, d *proc.Def) ([]int, error) {
	var texts []int
	_, err := apart(lib, d, Recompute, false, func(t *splitter, r passes) passes {
		texts = append(texts, r.rev.Count())
		for _, o := range t.outlined {
			texts = append(texts, o.of.L.Body.Count()+o.of.R.Body.Count())
		}
		return r
	})
	return texts, err
}
