package llvm

import "github.com/llir/llvm/ir"

// What the trial of a loop and the loop have in common is what their checks say, not how
// many there are. So it is decided of claims, after the trial, which checks the loop is
// written without: a check of the loop is left out if what it claims was decided. A check
// that the trial did not have is written.

// A claim says that 0 ≤ i < limit in all iterations of an index set, for an index i of a form, or, if
// what is bounded by below, for every i with 0 ≤ i < below. Limit and below are known before the loop.
type claim struct {
	i     *form
	below val
	limit val
}

// A form is how an iteration computes an Int from its number, from what is known before the
// loop and from what it reads. Values with the same form are equal in every iteration, in the
// trial and in the loop, as long as the loop does not change what it reads.
type form struct {
	op   string
	x, y any // forms of operands, or values known before the loop
}

// formOf is the form of v; nil if v is computed from other things. An index that a speculation
// changed has the form of what it was.
func (s *indexSet) formOf(v val, depth int) *form {
	if s.speculation != nil && s.speculation.of[v] != nil {
		v = s.speculation.of[v]
	}
	if a, first, ok := s.linear(v, 0); ok {
		return s.form("linear", a, first)
	}
	if depth == maxHoist {
		return nil
	}
	both := func(op string, x, y val) *form {
		f, g := s.formOf(x, depth+1), s.formOf(y, depth+1)
		if f == nil || g == nil {
			return nil
		}
		return s.form(op, f, g)
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		return both("+", v.X, v.Y)
	case *ir.InstSub:
		return both("-", v.X, v.Y)
	case *ir.InstMul:
		return both("*", v.X, v.Y)
	case *ir.InstGetElementPtr:
		if len(v.Indices) == 1 {
			return both("at", v.Src, v.Indices[0])
		}
	case *ir.InstLoad:
		if f := s.formOf(v.Src, depth+1); f != nil {
			return s.form("read", f, nil)
		}
	}
	return nil
}

// linear are a and first of the form a·i + first.
func (f *form) linear() (a, first val, ok bool) {
	if f.op != "linear" {
		return nil, nil, false
	}
	return f.x.(val), f.y.(val), true
}

// form is the only form with these parts.
func (s *indexSet) form(op string, x, y any) *form {
	f := form{op, x, y}
	if s.loop.forms[f] == nil {
		s.loop.forms[f] = &f
	}
	return s.loop.forms[f]
}

// claim is what a check says of the form of its index, if that has one.
func (s *indexSet) claim(i, n val) (c claim, ok bool) {
	limit, ok := s.invariant(n, 0)
	if !ok {
		return c, false
	}
	f := s.formOf(i, 0)
	return claim{i: f, limit: limit}, f != nil
}

// claims are all that a check may be left out for; one of them is enough.
func (s *indexSet) claims(i, n val) []claim {
	var out []claim
	if bound, ok := s.bounds[i]; ok && s.inside[i] && i != s.i && !s.inside[bound] {
		if limit, ok := s.invariant(n, 0); ok {
			out = append(out, claim{below: bound, limit: limit})
		}
	}
	if c, ok := s.claim(i, n); ok {
		out = append(out, c)
	}
	return out
}

// find looks for a claim of a check.
func find[T any](s *indexSet, i, n val, among map[claim]T) (out T, ok bool) {
	for _, c := range s.claims(i, n) {
		if out, ok = among[c]; ok {
			return out, true
		}
	}
	return out, false
}
