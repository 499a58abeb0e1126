package linearity

import (
	"procad/core"
	"procad/internal/diag"
)

// Linear says that the result of a definition is seen to be linear in all its parameters together: its derivative does not
// depend on where it is taken.
func Linear(d *core.Def) (linear bool) {
	if !seen(d, map[*core.Def]bool{}) {
		return false
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(*diag.Error); !ok {
				panic(r)
			}
			linear = false
		}
	}()
	c := newChecker(&core.Rule{}, "the parameters", "forward")
	return !heldReal(d.Result, c.clause(d, 0), false)
}

// seen says that all that a definition calls is there, without values of recursive types.
func seen(d *core.Def, done map[*core.Def]bool) bool {
	if d.Body == nil {
		return false
	}
	if done[d] {
		return true
	}
	done[d] = true
	ok := true
	core.Visit(d.Body, func(t core.Term) {
		switch t.(type) {
		case *core.Roll, *core.Unroll, *core.Absent:
			ok = false
		}
		if g := core.Named(t); g != nil {
			ok = ok && seen(g, done)
		}
	})
	return ok
}
