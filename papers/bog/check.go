package bog

import (
	"fmt"

	"procad/papers/ks"
)

// Single reports a variable that is not used exactly once. Such a definition is a
// bug in the conversion.
func Single(d *Def) error {
	c := counts{}
	uses := c.of(d.Body)
	if err := c.bind(uses, d.Param); err != nil {
		return err
	}
	for x := range uses {
		return fmt.Errorf("%s is not bound in %s", x.Name, d.Title)
	}
	return c.err
}

// counts is how often variables with Rs are used.
type counts struct{ err error }

// bind takes x out of the uses of what it is bound in.
func (c *counts) bind(uses map[*ks.Var]int, x *ks.Var) error {
	if x == nil || ks.Discrete(x.Type) {
		return nil
	}
	n := uses[x]
	delete(uses, x)
	if n != 1 && c.err == nil {
		c.err = fmt.Errorf("%s is used %d times", x.Name, n)
	}
	return c.err
}

func (c *counts) of(t Term) map[*ks.Var]int {
	uses := map[*ks.Var]int{}
	switch t := t.(type) {
	case *Use:
		if !ks.Discrete(t.of) {
			uses[t.X]++
		}
	case *Plain:
		for _, x := range t.Uses {
			uses[x]++
		}
	}
	all, arms := children(t)
	for i, e := range all {
		inner := c.of(e)
		for _, x := range bound(t, i) {
			_ = c.bind(inner, x)
		}
		for x, n := range inner {
			uses[x] += n
		}
	}
	var first map[*ks.Var]int
	for k, arm := range arms {
		inner := c.of(arm.Body)
		_ = c.bind(inner, arm.X)
		if k == 0 {
			first = inner
			for x, n := range inner {
				uses[x] += n
			}
		}
		for x, n := range first {
			if inner[x] != n && c.err == nil {
				c.err = fmt.Errorf("%s is used %d times in one arm and %d times in another", x.Name, n, inner[x])
			}
		}
		if len(inner) != len(first) && c.err == nil {
			c.err = fmt.Errorf("arms at %s use other variables", t.Pos())
		}
	}
	return uses
}

// bound are the variables that t binds in its child number i.
func bound(t Term, i int) []*ks.Var {
	all, _ := children(t)
	if i != len(all)-1 {
		return nil
	}
	switch t := t.(type) {
	case *Let:
		return []*ks.Var{t.X}
	case *LetPair:
		return []*ks.Var{t.X, t.Y}
	case *Build:
		return []*ks.Var{t.I}
	case *Fold:
		return []*ks.Var{t.T}
	}
	return nil
}
