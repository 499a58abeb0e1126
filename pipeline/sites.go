package pipeline

import (
	"slices"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// maxSites is how many calls a message names.
const maxSites = 3

// locatedIn is Located of a call of f. A message about another file, such as a module of the library, names the calls in the
// program that lead there.
func (u *Unit) locatedIn(f proc.Func, err error) error {
	err = u.Located(err)
	e, ok := err.(*diag.Error)
	if !ok || e.Pos.File == nil {
		return err
	}
	switch sites := u.sites(f, e.Pos); {
	case len(sites) == 1:
		e.Notef(sites[0], "this call leads there")
	case len(sites) <= maxSites:
		for _, at := range sites {
			e.Notef(at, "this call may lead there")
		}
	}
	return e
}

// called notes the definitions that a call of f comes to, and what derived ones of these are derived from.
func (u *Unit) called(f proc.Func, seen map[proc.Func]bool) {
	for ok := true; ok; f, ok = inner(f) {
		for _, g := range []proc.Func{f, deriv.ValueOf(f)} {
			if d := u.Program.Lookup(g); d != nil && !seen[g] {
				seen[g] = true
				for _, callee := range calls(d) {
					u.called(callee, seen)
				}
			}
		}
	}
}

// sites are the calls in the first file by which a call of f may reach a place in another one.
func (u *Unit) sites(f proc.Func, place diag.Pos) (list []diag.Pos) {
	from := map[proc.Func]bool{}
	u.called(f, from)
	reach := map[proc.Func]bool{} // definitions that come to the place
	for _, d := range u.Program.Defs {
		d.Body.Walk(func(s proc.Stmt) { reach[d.Name] = reach[d.Name] || s.At() == place })
	}
	for more := true; more; {
		more = false
		for _, d := range u.Program.Defs {
			d.Body.Calls(func(c *proc.Call) {
				switch at := c.At(); {
				case !reaches(reach, c.Func):
				case at.Known() && at.File == nil:
					if from[d.Name] && !slices.Contains(list, at) {
						list = append(list, at)
					}
				case !reach[d.Name]:
					reach[d.Name], more = true, true
				}
			})
		}
	}
	slices.SortFunc(list, func(p, q diag.Pos) int {
		if p.Before(q) {
			return -1
		}
		return 1
	})
	return list
}

// reaches says that a call of f is one of those definitions, or of a loop around one, or of what is derived from one.
func reaches(reach map[proc.Func]bool, f proc.Func) bool {
	for ok := true; ok; f, ok = inner(f) {
		if reach[f] || reach[deriv.ValueOf(f)] {
			return true
		}
	}
	return false
}
