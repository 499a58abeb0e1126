package delta

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
)

// loop runs a loop: its iterations are computations, in order.
func (m *machine) loop(e *env, l *Loop) any {
	switch t := l.Form.(type) {
	case *core.Build:
		return m.build(e, l, t)
	case *core.Reduce:
		return m.reduce(e, l, t)
	case *core.Fold:
		acc, over := m.value(e, l.In[0]), m.value(e, l.In[1]).(*eval.Array)
		for i := range over.Dims[0] {
			acc = m.run(e.with(t.Acc, acc).with(t.Elem, index(t.At, over, []int64{i})), l.Body[0])
		}
		return acc
	case *core.NTimes:
		n, s := m.count(e, t.At, l.In[0]), m.value(e, l.In[1])
		for range n {
			s = m.run(e.with(t.State, s), l.Body[0])
		}
		return s
	case *core.While:
		n, s := m.count(e, t.At, l.In[0]), m.value(e, l.In[1])
		for i := int64(0); m.run(e.with(t.Test, s), l.Body[0]).(*eval.Variant).Con == core.True; i++ {
			if i == n {
				fail(t.At, "iteration-limit", "the loop has not ended after %d iterations", n)
			}
			s = m.run(e.with(t.State, s), l.Body[1])
		}
		return s
	case *core.Ccl:
		n, s := m.count(e, t.At, l.In[0]), m.value(e, l.In[1])
		for i := n - 1; i >= 0; i-- {
			s = m.run(e.with(t.Index, i).with(t.State, s), l.Body[0])
		}
		return s
	}
	panic(fmt.Sprintf("delta: no rule for %T", l.Form))
}

// count is the number of iterations, or a size, of a loop.
func (m *machine) count(e *env, at diag.Pos, x Expr) int64 { return checkCount(at, m.int(e, x)) }

func checkCount(at diag.Pos, n int64) int64 {
	if n < 0 {
		fail(at, "negative-count", "the count is negative: %d", n)
	}
	return n
}

// maxElems is more elements than any memory has.
const maxElems = 1 << 59

// addressable rejects an array that no memory can hold.
func addressable(pos diag.Pos, dims []int64) {
	n, largest := int64(1), int64(0)
	for _, d := range dims {
		if largest = max(largest, d); d > 0 && n > maxElems/d {
			fail(pos, "size-overflow", "an array with a dimension of %d is too large for the address space", largest)
		}
		n *= d
	}
}

// build is sequence [s for i < n, …].
func (m *machine) build(e *env, l *Loop, t *core.Build) any {
	a := &eval.Array{}
	for _, size := range l.In {
		a.Dims = append(a.Dims, m.count(e, t.At, size))
	}
	addressable(t.At, a.Dims)
	rank := t.Of.(*core.ArrayType).Rank
	var row []int64 // sizes of an element; nil until they are known
	for _, size := range t.Row {
		row = append(row, m.count(e, t.At, l.Sizes[size]))
	}
	var fill func(e *env, k int)
	fill = func(e *env, k int) {
		if k < len(t.Binders) {
			for i := range a.Dims[k] {
				fill(e.with(t.Binders[k].Var, i), k+1)
			}
			return
		}
		x := m.run(e, l.Body[0])
		if len(t.Binders) == rank {
			a.Elems = append(a.Elems, x)
			return
		}
		element := x.(*eval.Array)
		if row == nil {
			row = element.Dims
		}
		agree(t.At, "the lengths of the rows of this array", row, element.Dims)
		a.Elems = append(a.Elems, element.Elems...)
	}
	fill(e, 0)
	if row == nil {
		row = make([]int64, rank-len(t.Binders))
	}
	a.Dims = append(a.Dims, row...)
	return a
}

// reduce is sumM, maxM or argmaxM.
func (m *machine) reduce(e *env, l *Loop, t *core.Reduce) any {
	var total any
	at, iteration := int64(0), int64(-1) // at is the one that total is of
	body := l.Body[len(l.Body)-1]
	var over func(e *env, k int)
	over = func(e *env, k int) {
		if k < len(t.Binders) {
			var n int64
			if k == 0 {
				n = m.count(e, t.At, l.In[0])
			} else {
				n = checkCount(t.At, m.run(e, l.Body[k-1]).(int64))
			}
			for i := range n {
				over(e.with(t.Binders[k].Var, i), k+1)
			}
			return
		}
		x := m.run(e, body)
		iteration++
		switch {
		case total == nil:
			total = x
		case t.Op == core.Sum:
			total = m.plus(t.At, total, x)
		case m.numbers.Prim(t.At, core.Lt, plain(total), plain(x)).(*eval.Variant).Con == core.True:
			total, at = x, iteration
		}
	}
	over(e, 0)
	switch {
	case total != nil && t.Op == core.ArgMax:
		return at
	case total != nil:
		return total
	case t.Op != core.Sum:
		fail(t.At, "empty-max", "the maximum or minimum of no values")
	}
	return m.zero(e, l, t, t.Of, t.Zero)
}

// plus is D{+} of the dual numbers of two values of one form.
func (m *machine) plus(pos diag.Pos, a, b any) any {
	switch a := a.(type) {
	case *Dual:
		return m.primitive(pos, core.Add, []any{a, b})
	case eval.Tuple:
		c := make(eval.Tuple, len(a))
		for i := range a {
			c[i] = m.plus(pos, a[i], b.(eval.Tuple)[i])
		}
		return c
	case *eval.Array:
		b := b.(*eval.Array)
		agree(pos, "the arrays of a sum", a.Dims, b.Dims)
		c := &eval.Array{Dims: a.Dims, Elems: make([]eval.Value, len(a.Elems))}
		for i := range a.Elems {
			c.Elems[i] = m.plus(pos, a.Elems[i], b.Elems[i])
		}
		return c
	}
	return a.(int64) + b.(int64)
}

// zero is the sum of nothing: every Real is (0, Zero).
func (m *machine) zero(e *env, l *Loop, t *core.Reduce, of core.Type, s core.Shape) any {
	switch of := of.(type) {
	case core.Basic:
		if of == core.Int {
			return int64(0)
		}
		return &Dual{m.numbers.Literal(t.At, 0), m.slope.Zero()}
	case *core.TupleType:
		parts, _ := s.(*core.TupleShape)
		out := make(eval.Tuple, len(of.Elems))
		for i, part := range of.Elems {
			var s core.Shape
			if parts != nil {
				s = parts.Elems[i]
			}
			out[i] = m.zero(e, l, t, part, s)
		}
		return out
	}
	array := of.(*core.ArrayType)
	sizes, _ := s.(*core.ArrayShape)
	a := &eval.Array{Dims: make([]int64, array.Rank)}
	n := int64(1)
	for axis := range a.Dims {
		if sizes == nil || sizes.Sizes[axis].Size == nil {
			fail(t.At, "assert", "the sum of no arrays has sizes only if its type is written")
		}
		a.Dims[axis] = m.count(e, t.At, l.Sizes[sizes.Sizes[axis].Size])
		n *= a.Dims[axis]
	}
	addressable(t.At, a.Dims)
	z := m.zero(e, l, t, array.Elem, nil)
	for range n {
		a.Elems = append(a.Elems, z)
	}
	return a
}
