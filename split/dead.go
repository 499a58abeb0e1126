package split

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// deadCotangents finds the discrete arrays that R does not want back. The cotangent of
// such an array is the array itself, as it was, for those who read it before. If
// nobody does, from where it is made to where it ends, it needs no cotangent, no
// trace, and no reverse of what was done to it:
//
//	Elim a               a dead                      F: Elim a            Υ: -     R: -
//	b = Call f a         a dead, b discrete          F: b = Call f a      Υ: -     R: Elim b̄
//	v' = Share v (s. p)  v, v' dead, R[p] without s  F: as p              Υ: Υp    R: R[p]
//
// and tuples and copies of what is dead have no rules. It is the largest such set.
type deadCotangents struct {
	*functions
	dead map[proc.Var]bool
	left []proc.Var // the set, since when nobody has asked whether others leave it too
}

// find leaves in the set what is dead in d, of which g is the graph.
func (z *deadCotangents) find(d *proc.Def, g *graph.Graph) {
	// No statement binds what the definition takes, which is wanted back.
	d.Body.Walk(func(s proc.Stmt) { proc.Binds(s, z.enter) })
	if len(z.dead) == 0 {
		return
	}
	z.leave(d.Out)
	d.Body.Walk(z.stmt)
	for len(z.left) > 0 {
		last := len(z.left) - 1
		v := z.left[last]
		z.left = z.left[:last]
		g.Near(g.Value(v.Name), func(n *graph.Node) { z.stmt(n.Stmt) })
	}
}

func (z *deadCotangents) enter(v proc.Var) {
	if barred(v) && deriv.Discrete(v.Type) {
		z.dead[v] = true
	}
}

func (z *deadCotangents) leave(v proc.Var) {
	if z.dead[v] {
		delete(z.dead, v)
		z.left = append(z.left, v)
	}
}

// stmt lets leave what cannot be dead with the others.
func (z *deadCotangents) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Elim:
	case *proc.Call:
		switch {
		case z.discrete(s):
			if z.ended(s.In) {
				return
			}
			z.leave(s.Out)
		default:
			if !freeing(s.Func) {
				z.leave(s.In)
			}
			z.leave(s.Out)
		}
	case *proc.Dup:
		z.tie(s.Out, s.In)
	case *proc.Tuple:
		z.tie(s.Out, s.Ins...)
	case *proc.Untuple:
		z.tie(s.In, s.Outs...)
	case *proc.Share:
		if !z.unread(s.Name, s.Body) {
			z.leave(s.In)
		}
		z.tie(s.Out, s.In)
	case *proc.Case:
		// What a branch takes may be what it leaves, and the other branch binds.
		for _, v := range []proc.Var{s.In, s.L.Var, s.R.Var} {
			z.leave(v)
		}
	default:
		proc.Uses(s, z.leave)
		proc.Binds(s, z.leave)
	}
}

// ended says that a has no cotangent.
func (z *deadCotangents) ended(a proc.Var) bool { return z.dead[a] || !barred(a) }

// tie makes whole and its parts dead together.
func (z *deadCotangents) tie(whole proc.Var, parts ...proc.Var) {
	all := z.ended(whole)
	for _, p := range parts {
		all = all && z.ended(p)
	}
	if all {
		return
	}
	z.leave(whole)
	for _, p := range parts {
		z.leave(p)
	}
}

// unread says that R does not read s: it is measured, and goes to functions that
// have no reverse, only.
func (z *deadCotangents) unread(s string, p proc.Procedure) bool {
	return !graph.Mentions(p, s, func(st proc.Stmt) bool {
		c, call := st.(*proc.Call)
		_, size := st.(*proc.Size)
		return !size && !(call && deriv.Inert(z.sig(c.Func)))
	})
}
