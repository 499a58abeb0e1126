package split

import (
	"procad/proc"
	"procad/proc/graph"
)

// zeroCotangents finds the variables whose cotangent is zero whatever the program does
// with the rest: what is dropped, compared, rounded, or stopped, and what only
// that is made from. R then makes no use of how they were computed. It would
// only multiply zeros, and 0 · ∞ is not 0: in  if sqrt(x) < 1 then 3 * x …  the
// slope at 0 is 3.
type zeroCotangents struct {
	*functions
	zero map[proc.Var]bool
}

// findZero is the set of the variables of a procedure whose cotangents are zero.
func findZero(f *functions, g *graph.Graph) map[proc.Var]bool {
	z := &zeroCotangents{f, map[proc.Var]bool{}}
	g.Backwards(z.stmt)
	return z.zero
}

// stmt says which of what a statement uses has a cotangent of zero, where that is known of
// what it binds.
//
//	Elim a                a zero
//	b = Call f a          a zero if b is, or if f is stop
//	t = Dup s             s zero if t is
//	b = (a1, …, an)       each ai zero if b is
//	(a1, …, an) = b       b zero if all ai are
func (z *zeroCotangents) stmt(n *graph.Node) {
	zero := false
	switch s := n.Stmt.(type) {
	case *proc.Elim:
		zero = true
	case *proc.Call:
		zero = z.call(s)
	case *proc.Dup, *proc.Tuple, *proc.Untuple:
		zero = true
		proc.Binds(s, func(v proc.Var) { zero = zero && z.ended(v) })
	}
	if !zero {
		return
	}
	uses := n.Uses()
	proc.Uses(n.Stmt, func(v proc.Var) {
		// What comes from outside of a branch is not zero: the other branch may use it.
		if n.Local(uses[0]) && barred(v) && staticZero(v.Type) {
			z.zero[v] = true
		}
		uses = uses[1:]
	})
}

// call says that the argument has a cotangent of zero, since the result has.
func (z *zeroCotangents) call(s *proc.Call) bool {
	if s.Func.OfFamily("stop") {
		return true
	}
	return !z.sig(s.Func).Accumulates() && z.ended(s.Out)
}

// ended says that v has no cotangent, or one that is zero.
func (z *zeroCotangents) ended(v proc.Var) bool { return !barred(v) || z.zero[v] }
