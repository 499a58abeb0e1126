package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// A form is a sum of Ints, each so many times, and of a number:
//
//	c + Σ k·v
//
// Computed with 64 bits, as Ints are, it is the value that it was made of. Its true value is that value only where no
// sum overflows. The terms are in the order of their IDs, and no k is 0.
type form struct {
	c     int64
	terms []term
}

type term struct {
	v val
	k int64
}

func number(c int64) form { return form{c: c} }

// plus is f + k·g.
func (f form) plus(k int64, g form) form {
	out := form{c: f.c + k*g.c, terms: make([]term, 0, len(f.terms)+len(g.terms))}
	i, j := 0, 0
	for i < len(f.terms) || j < len(g.terms) {
		switch {
		case j == len(g.terms) || i < len(f.terms) && f.terms[i].v.ID < g.terms[j].v.ID:
			out.terms = append(out.terms, f.terms[i])
			i++
		case i == len(f.terms) || g.terms[j].v.ID < f.terms[i].v.ID:
			out.terms = append(out.terms, term{g.terms[j].v, k * g.terms[j].k})
			j++
		default:
			if t := f.terms[i].k + k*g.terms[j].k; t != 0 {
				out.terms = append(out.terms, term{f.terms[i].v, t})
			}
			i++
			j++
		}
	}
	return out
}

func (f form) minus(g form) form { return f.plus(-1, g) }

func (f form) add(c int64) form { return form{f.c + c, f.terms} }

// constant says that f is a number.
func (f form) constant() (c int64, ok bool) { return f.c, len(f.terms) == 0 }

// of is how many times v is in f.
func (f form) of(v val) int64 {
	for _, t := range f.terms {
		if t.v == v {
			return t.k
		}
	}
	return 0
}

// with is f where g stands for v.
func (f form) with(v val, g form) form {
	k := f.of(v)
	if k == 0 {
		return f
	}
	rest := form{f.c, slices.DeleteFunc(slices.Clone(f.terms), func(t term) bool { return t.v == v })}
	return rest.plus(k, g)
}

// equal says that two forms are the same.
func (f form) equal(g form) bool { return f.c == g.c && slices.Equal(f.terms, g.terms) }

// small says that f adds at most so many times, so that it cannot overflow where each v is bounded.
func (f form) small(most int64) bool {
	total := int64(0)
	for _, t := range f.terms {
		if t.k > most || t.k < -most {
			return false
		}
		total += max(t.k, -t.k)
	}
	return total <= most && f.c <= mostPlus && f.c >= -mostPlus
}

const (
	// bounded is the largest Int that a test before a loop computes with. An index of a loop whose number of iterations is
	// a sum of at most mostCount of these is below 2^42, and where loops are in one another in nested levels, below 2^50.
	bounded   = 1 << 40
	mostCount = 4
	nested    = 5
	// mostTimes bounds how many times such Ints are added: the sum is below 2^61.
	mostTimes = 1 << 10
	mostPlus  = 1 << 46
	// deepest bounds how far back sums are looked into.
	deepest = 24
	// mostOf bounds the terms of a form.
	mostOf = 12
)

// forms are those of values.
type forms map[val]form

// of is the form of an Int, in which sums are taken apart.
func (m forms) of(v val) form { return m.deep(v, deepest) }

func (m forms) deep(v val, depth int) form {
	if bits, ok := v.IsConst(); ok {
		return number(int64(bits))
	}
	if f, ok := m[v]; ok {
		return f
	}
	f := form{terms: []term{{v, 1}}}
	if op := v.Def; op != nil && depth > 0 && op.Mask == nil && v.Type == loopir.IntType {
		switch op.Kind {
		case loopir.Add:
			f = m.deep(op.Args[0], depth-1).plus(1, m.deep(op.Args[1], depth-1))
		case loopir.Sub:
			f = m.deep(op.Args[0], depth-1).minus(m.deep(op.Args[1], depth-1))
		case loopir.Neg:
			f = number(0).minus(m.deep(op.Args[0], depth-1))
		case loopir.Mul:
			x, y := m.deep(op.Args[0], depth-1), m.deep(op.Args[1], depth-1)
			if k, ok := x.constant(); ok {
				f = number(0).plus(k, y)
			} else if k, ok := y.constant(); ok {
				f = number(0).plus(k, x)
			}
		}
	}
	if len(f.terms) > mostOf {
		f = form{terms: []term{{v, 1}}}
	}
	m[v] = f
	return f
}
