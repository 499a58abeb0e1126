package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
)

// A form is a sum of Ints, each so many times, and of a number:
//
//	c + Σ k·v
//
// Computed with 64 bits, as Ints are, it is the value that it was made of. Its true value is that value only where no
// sum overflows. The terms are in the order of their IDs, and no k is 0. The numbers c and k themselves are true: a form
// in which one of them would be large is lost, and nothing is said of it.
type form struct {
	c     int64
	terms []term
	lost  bool
}

type term struct {
	v val
	k int64
}

func number(c int64) form { return form{c: c} }

// one is the form of an Int of which nothing else is known.
func one(v val) form { return form{terms: []term{{v, 1}}} }

// mostNumber bounds the numbers of a form, so that a sum of two does not overflow.
const mostNumber = 1 << 61

// plus is f + k·g.
func (f form) plus(k int64, g form) form {
	out := form{terms: make([]term, 0, len(f.terms)+len(g.terms)), lost: f.lost || g.lost}
	sum := func(x, y int64) int64 { // x + k·y
		if math.Abs(float64(x))+math.Abs(float64(k))*math.Abs(float64(y)) > mostNumber {
			out.lost = true
		}
		return x + k*y
	}
	out.c = sum(f.c, g.c)
	put := func(v val, k int64) {
		if k != 0 {
			out.terms = append(out.terms, term{v, k})
		}
	}
	i, j := 0, 0
	for i < len(f.terms) || j < len(g.terms) {
		switch {
		case j == len(g.terms) || i < len(f.terms) && f.terms[i].v.ID < g.terms[j].v.ID:
			put(f.terms[i].v, f.terms[i].k)
			i++
		case i == len(f.terms) || g.terms[j].v.ID < f.terms[i].v.ID:
			put(g.terms[j].v, sum(0, g.terms[j].k))
			j++
		default:
			put(f.terms[i].v, sum(f.terms[i].k, g.terms[j].k))
			i++
			j++
		}
	}
	return out
}

func (f form) minus(g form) form { return f.plus(-1, g) }

func (f form) add(c int64) form { return f.plus(1, number(c)) }

// constant says that f is a number.
func (f form) constant() (c int64, ok bool) { return f.c, len(f.terms) == 0 && !f.lost }

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
	rest := form{f.c, slices.DeleteFunc(slices.Clone(f.terms), func(t term) bool { return t.v == v }), f.lost}
	return rest.plus(k, g)
}

// equal says that two forms are the same.
func (f form) equal(g form) bool {
	return f.c == g.c && slices.Equal(f.terms, g.terms) && !f.lost && !g.lost
}

// most is how large a sum of f can become, whatever the order, where most of gives is a bound of each Int.
func (f form) most(of func(val) float64) float64 {
	if f.lost {
		return math.Inf(1)
	}
	total := math.Abs(float64(f.c))
	for _, t := range f.terms {
		total += math.Abs(float64(t.k)) * of(t.v)
	}
	return total
}

const (
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
		if c := int64(bits); -mostNumber <= c && c <= mostNumber {
			return number(c)
		}
		return one(v)
	}
	if f, ok := m[v]; ok {
		return f
	}
	f := one(v)
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
	if len(f.terms) > mostOf || f.lost {
		f = one(v)
	}
	m[v] = f
	return f
}
