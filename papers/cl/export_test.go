package cl

import (
	"fmt"

	"procad/papers/ks"
)

// Misdeclared is a definition in which the code number k of a form says that it
// gives another type; ok is false if there is none.
func Misdeclared(f *Def, form string, k int) (g *Def, ok bool) {
	var rewrite func(c Code) Code
	rewrite = func(c Code) Code {
		if fmt.Sprintf("%T", c) == form {
			if k--; k == -1 {
				ok = true
				return declared(c)
			}
		}
		switch c := c.(type) {
		case *Then:
			return &Then{c.arrow, rewrite(c.First), rewrite(c.Second)}
		case *Tuple:
			out := &Tuple{c.arrow, nil}
			for _, e := range c.Elems {
				out.Elems = append(out.Elems, rewrite(e))
			}
			return out
		case *If:
			return &If{c.arrow, rewrite(c.Cond), rewrite(c.True), rewrite(c.False)}
		case *Let:
			return &Let{c.arrow, c.X, rewrite(c.Bound), rewrite(c.Body)}
		case *Fold:
			return &Fold{c.arrow, rewrite(c.Acc), rewrite(c.Over), c.X, rewrite(c.Body)}
		case *Build:
			return &Build{c.arrow, rewrite(c.Size), rewrite(c.Elem), c.I, c.Row}
		case *Case:
			out := &Case{c.arrow, rewrite(c.X), nil}
			for _, arm := range c.Arms {
				out.Arms = append(out.Arms, Arm{arm.X, rewrite(arm.Body)})
			}
			return out
		case *Count:
			return &Count{c.arrow, rewrite(c.Limit), rewrite(c.State), c.X, c.Y, rewrite(c.Cond), rewrite(c.Body)}
		}
		return c
	}
	return &Def{f.Title, rewrite(f.Body)}, ok
}

// Twice is P[1, 1 / 1] : (R) ⇒ (R, R).
func Twice() *Def { return &Def{"twice", prune(ks.Tuple{ks.R}, 0, 0)} }

// declared is c with another type of results.
func declared(c Code) Code {
	other := func(a arrow) arrow { return arrow{a.At, a.S, ks.Sum{Name: "Other"}} }
	switch c := c.(type) {
	case *Identity:
		return &Identity{other(c.arrow)}
	case *Constant:
		return &Constant{other(c.arrow), c.K}
	case *Prune:
		return &Prune{other(c.arrow), c.Places}
	case *Function:
		return &Function{other(c.arrow), c.F}
	case *Then:
		return &Then{other(c.arrow), c.First, c.Second}
	case *Tuple:
		return &Tuple{other(c.arrow), c.Elems}
	case *If:
		return &If{other(c.arrow), c.Cond, c.True, c.False}
	case *Let:
		return &Let{other(c.arrow), c.X, c.Bound, c.Body}
	case *Build:
		return &Build{other(c.arrow), c.Size, c.Elem, c.I, c.Row}
	case *Case:
		return &Case{other(c.arrow), c.X, c.Arms}
	case *Fold:
		return &Fold{other(c.arrow), c.Acc, c.Over, c.X, c.Body}
	case *Count:
		return &Count{other(c.arrow), c.Limit, c.State, c.X, c.Y, c.Cond, c.Body}
	}
	panic(fmt.Sprintf("cl: %T", c))
}
