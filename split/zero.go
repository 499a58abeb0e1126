package split

import "procad/proc"

// zeroCotangents finds the variables whose cotangent is zero whatever the program does
// with the rest: what is dropped, compared, rounded, or stopped, and what only
// that is made from. R then makes no use of how they were computed. It would
// only multiply zeros, and 0 · ∞ is not 0: in  if sqrt(x) < 1 then 3 * x …  the
// slope at 0 is 3.
type zeroCotangents struct {
	*functions
	zero map[proc.Var]bool
	// marked says in which branch the use is that makes a variable zero, nil outside of all:
	// that is asked where the variable is bound, in the same branch or in branches in it.
	marked map[proc.Var]*proc.Branch
	in     *proc.Branch // the branch at hand
	open   map[*proc.Branch]bool
}

// findZero is the set of the variables of d whose cotangents are zero.
func findZero(f *functions, d *proc.Def) map[proc.Var]bool {
	z := &zeroCotangents{
		functions: f, zero: map[proc.Var]bool{},
		marked: map[proc.Var]*proc.Branch{}, open: map[*proc.Branch]bool{nil: true},
	}
	z.scan(d.Body)
	return z.zero
}

// scan goes through p backwards.
//
//	Elim a                a zero
//	b = Call f a          a zero if b is, or if f is stop
//	t = Dup s             s zero if t is
//	b = (a1, …, an)       each ai zero if b is
//	(a1, …, an) = b       b zero if all ai are
func (z *zeroCotangents) scan(p proc.Procedure) {
	for i := len(p) - 1; i >= 0; i-- {
		proc.Binds(p[i], z.bound)
		switch s := p[i].(type) {
		case *proc.Elim:
			z.mark(s.In, true)
		case *proc.Call:
			z.mark(s.In, z.call(s))
		case *proc.Dup:
			z.mark(s.In, z.known(s.Out))
		case *proc.Tuple:
			for _, v := range s.Ins {
				z.mark(v, z.known(s.Out))
			}
		case *proc.Untuple:
			all := true
			for _, v := range s.Outs {
				all = all && (z.known(v) || !barred(v))
			}
			z.mark(s.In, all)
		case *proc.Case:
			// What comes from outside is not marked: the other branch may use it.
			z.inside(&s.L)
			z.inside(&s.R)
		default:
			proc.Bodies(s, z.scan)
		}
	}
}

// mark notes at its use that v is zero; outside of all branches it is so for good.
func (z *zeroCotangents) mark(v proc.Var, zero bool) {
	if zero && staticZero(v.Type) {
		z.marked[v] = z.in
		if z.in == nil {
			z.zero[v] = true
		}
	}
}

// known says of a v that is bound here whether its use here made it zero.
func (z *zeroCotangents) known(v proc.Var) bool {
	in, ok := z.marked[v]
	return ok && in == z.in
}

// bound keeps the mark of a variable that is bound in the branch that uses it.
func (z *zeroCotangents) bound(v proc.Var) {
	if in, ok := z.marked[v]; ok && z.open[in] {
		z.zero[v] = true
	}
}

// call says that the argument has a cotangent of zero, since the result has.
func (z *zeroCotangents) call(s *proc.Call) bool {
	sig := z.sig(s.Func)
	if family, _, ok := s.Func.Family(); ok && family == "stop" {
		return true
	}
	return !sig.Accumulates() && (!barred(s.Out) || z.known(s.Out))
}

// inside marks what a branch binds.
func (z *zeroCotangents) inside(b *proc.Branch) {
	outer := z.in
	z.in, z.open[b] = b, true
	z.scan(b.Body)
	z.bound(b.Var)
	delete(z.open, b)
	z.in = outer
}
