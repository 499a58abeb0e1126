package eval

import (
	"math"

	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// loop is the value of a loop.
func (m *machine) loop(e *env, t core.Term) Value {
	switch t := t.(type) {
	case *core.Build:
		return m.build(e, t)
	case *core.Reduce:
		return m.reduce(e, t)
	case *core.Fold:
		acc, over := m.eval(e, t.Init), m.eval(e, t.Over).(*Array)
		for i := range over.Dims[0] {
			before := acc
			y := m.eval(e.with(t.Acc, acc).with(t.Elem, over.at(t.At, []int64{i})), t.Body)
			if acc = y; t.Adds {
				acc = plus(t.At, before, y)
			}
		}
		return acc
	case *core.NTimes:
		n, s := m.begin(e, t, t.Count, t.Init)
		for range n {
			s = m.eval(e.with(t.State, s), t.Body)
		}
		return s
	case *core.While:
		n, s := m.begin(e, t, t.Limit, t.Init)
		for i := int64(0); m.eval(e.with(t.Test, s), t.Cond).(*Variant).Con == core.True; i++ {
			if i == n {
				fail(t.At, "iteration-limit", "the loop has not ended after %d iterations", n)
			}
			s = m.eval(e.with(t.State, s), t.Body)
		}
		return s
	case *core.Ccl:
		n, s := m.begin(e, t, t.Count, t.Init)
		for i := n - 1; i >= 0; i-- {
			s = m.eval(e.with(t.Index, i).with(t.State, s), t.Body)
		}
		return s
	}
	panic(fmt.Sprintf("eval: no rule for %T", t))
}

// begin is the count of a loop and its first state. The loop begins when both are there: then a negative count is an error.
func (m *machine) begin(e *env, loop, count, init core.Term) (int64, Value) {
	n, s := m.int(e, count), m.eval(e, init)
	checkCount(loop, n)
	return n, s
}

// build is [e for i < n, …].
func (m *machine) build(e *env, t *core.Build) Value {
	a := &Array{Dims: make([]int64, len(t.Binders))}
	for k, b := range t.Binders {
		a.Dims[k] = m.count(e, t, b.Size)
	}
	addressable(t.At, a.Dims)
	rank := t.Of.(*core.ArrayType).Rank
	var row []int64 // sizes of an element; nil until they are known
	if t.Row != nil {
		for _, size := range t.Row {
			row = append(row, m.count(e, t, size))
		}
	}
	var fill func(e *env, k int)
	fill = func(e *env, k int) {
		if k < len(t.Binders) {
			for i := range a.Dims[k] {
				fill(e.with(t.Binders[k].Var, i), k+1)
			}
			return
		}
		x := m.eval(e, t.Body)
		if len(t.Binders) == rank {
			a.Elems = append(a.Elems, x)
			return
		}
		element := x.(*Array)
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

// reduce is sum(i < n, …) e, max(i < n, …) e or argmax(i < n) e.
func (m *machine) reduce(e *env, t *core.Reduce) Value {
	if t.Op == core.Max && len(t.Binders) > 1 {
		return m.maxima(e, t)
	}
	var total Value
	at, iteration := int64(0), int64(-1) // at is the one that total is of
	var over func(e *env, k int)
	over = func(e *env, k int) {
		if k < len(t.Binders) {
			for i := range m.count(e, t, t.Binders[k].Size) {
				over(e.with(t.Binders[k].Var, i), k+1)
			}
			return
		}
		x := m.eval(e, t.Body)
		iteration++
		switch {
		case total == nil:
			total = x
		case t.Op == core.Sum:
			total = plus(t.At, total, x)
		case primitive(t.At, core.Lt, total, x).(*Variant).Con == core.True:
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
	return m.zero(e, t, t.Of, t.Zero)
}

// maxima is the maximum of a loop of loops, which is taken row by row:
//
//	max(i < n, j < m) e = max(i < n) (max(j < m) e)        where a row of no values is the least number
//
// That matters for NaN alone, which is the largest of a row that it begins.
func (m *machine) maxima(e *env, t *core.Reduce) Value {
	var least Value = math.Inf(-1)
	if t.Of == core.Type(core.Int) {
		least = int64(math.MinInt64)
	}
	values := 0
	var row func(e *env, k int) Value
	row = func(e *env, k int) Value {
		if k == len(t.Binders) {
			values++
			return m.eval(e, t.Body)
		}
		var largest Value
		for i := range m.count(e, t, t.Binders[k].Size) {
			x := row(e.with(t.Binders[k].Var, i), k+1)
			if largest == nil || primitive(t.At, core.Lt, largest, x).(*Variant).Con == core.True {
				largest = x
			}
		}
		if largest == nil {
			return least
		}
		return largest
	}
	largest := row(e, 0)
	if values == 0 {
		fail(t.At, "empty-max", "the maximum or minimum of no values")
	}
	return largest
}

// zero is the sum of nothing.
func (m *machine) zero(e *env, t *core.Reduce, of core.Type, s core.Shape) Value {
	switch of := of.(type) {
	case core.Basic:
		if of == core.Int {
			return int64(0)
		}
		return 0.0
	case *core.CapturedType:
		return nothing{}
	case *core.TupleType:
		parts, _ := s.(*core.TupleShape)
		out := make(Tuple, len(of.Elems))
		for i, part := range of.Elems {
			var s core.Shape
			if parts != nil {
				s = parts.Elems[i]
			}
			out[i] = m.zero(e, t, part, s)
		}
		return out
	}
	array := of.(*core.ArrayType)
	sizes, _ := s.(*core.ArrayShape)
	a := &Array{Dims: make([]int64, array.Rank)}
	n := int64(1)
	for axis := range a.Dims {
		if sizes == nil || sizes.Sizes[axis].Size == nil {
			fail(t.At, "assert", "the sum of no arrays has sizes only if its type is written")
		}
		a.Dims[axis] = m.count(e, t, sizes.Sizes[axis].Size)
		n *= a.Dims[axis]
	}
	addressable(t.At, a.Dims)
	z := m.zero(e, t, array.Elem, nil)
	for range n {
		a.Elems = append(a.Elems, z)
	}
	return a
}
