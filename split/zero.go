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
		switch s := p[i].(type) {
		case *proc.Elim:
			z.mark(s.In, true)
		case *proc.Call:
			z.mark(s.In, z.call(s))
		case *proc.Dup:
			z.mark(s.In, z.zero[s.Out])
		case *proc.Tuple:
			for _, v := range s.Ins {
				z.mark(v, z.zero[s.Out])
			}
		case *proc.Untuple:
			all := true
			for _, v := range s.Outs {
				all = all && (z.zero[v] || !barred(v))
			}
			z.mark(s.In, all)
		case *proc.Case:
			// What comes from outside is not marked: the other branch may use it.
			z.inside(s.L)
			z.inside(s.R)
		default:
			proc.Bodies(s, z.scan)
		}
	}
}

func (z *zeroCotangents) mark(v proc.Var, zero bool) {
	if zero && staticZero(v.Type) {
		z.zero[v] = true
	}
}

// call says that the argument has a cotangent of zero, since the result has.
func (z *zeroCotangents) call(s *proc.Call) bool {
	sig := z.sig(s.Func)
	if family, _, ok := s.Func.Family(); ok && family == "stop" {
		return true
	}
	return !sig.Accumulates() && (!barred(s.Out) || z.zero[s.Out])
}

// inside marks what a branch binds.
func (z *zeroCotangents) inside(b proc.Branch) {
	in := &zeroCotangents{z.functions, map[proc.Var]bool{}}
	in.scan(b.Body)
	bound := map[proc.Var]bool{b.Var: true}
	b.Body.Walk(func(s proc.Stmt) { proc.Binds(s, func(v proc.Var) { bound[v] = true }) })
	for v := range in.zero {
		if bound[v] {
			z.zero[v] = true
		}
	}
}
