package data

import (
	"fmt"
	"math"
	"slices"

	"procad/internal/diag"
	"procad/proc"
)

// Differ says where two values of one type differ: nil if nowhere. Reals x and
// y may differ by tolerance · max(1, |x|, |y|); with tolerance 0 all bits count,
// but those of NaNs, which are all alike. Stacks are compared bit for bit.
func Differ(want, got Value, tolerance float64) error {
	if want.Type != got.Type {
		return fmt.Errorf("%s is wanted, not %s", diag.A(proc.Brief(want.Type)), diag.A(proc.Brief(got.Type)))
	}
	word := func(v Value) func(int) uint64 { return func(i int) uint64 { return v.Words[i] } }
	c := comparer{tolerance}
	return c.value(LayoutOf(want.Type), "the value", word(want), word(got), want.Objects, got.Objects)
}

type comparer struct{ tolerance float64 }

func (c comparer) value(l *Layout, path string, want, got func(int) uint64, wants, gots []Object) error {
	part := func(i int, path string) error {
		w, o := l.WordAt[i], min(l.ObjAt[i], len(wants))
		at := func(f func(int) uint64) func(int) uint64 { return func(k int) uint64 { return f(w + k) } }
		return c.value(l.Parts[i], path, at(want), at(got), wants[o:], gots[o:])
	}
	switch l.Type.(type) {
	case proc.RealType:
		if x, y := math.Float64frombits(want(0)), math.Float64frombits(got(0)); !c.close(x, y) {
			return fmt.Errorf("%s is %v, not %v", path, y, x)
		}
	case proc.IntType:
		if want(0) != got(0) {
			return fmt.Errorf("%s is %d, not %d", path, int64(got(0)), int64(want(0)))
		}
	case *proc.SumType:
		if want(0) != got(0) {
			sides := []string{"Inl", "Inr"}
			return fmt.Errorf("%s is %s, not %s", path, sides[got(0)], sides[want(0)])
		}
		return part(int(want(0)), path)
	case *proc.ArrayType:
		return c.array(l, path, wants[0].(*Array), gots[0].(*Array))
	case *proc.StackType:
		if !sameStack(wants[0], gots[0]) {
			return fmt.Errorf("%s is a stack of something else", path)
		}
	default:
		for i := range l.Parts {
			if err := part(i, fmt.Sprintf("%s.%d", path, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c comparer) array(l *Layout, path string, want, got *Array) error {
	if !slices.Equal(want.Dims, got.Dims) {
		return fmt.Errorf("%s has the dimensions %v, not %v", path, got.Dims, want.Dims)
	}
	for e := range want.Len() {
		at := func(a *Array) func(int) uint64 { return func(leaf int) uint64 { return a.Leaves[leaf][e] } }
		if err := c.value(l.Elem, "", at(want), at(got), nil, nil); err != nil {
			return fmt.Errorf("%s%v%w", path, index(want.Dims, e), err)
		}
	}
	return nil
}

// index is where element e of an array stands.
func index(dims []int, e int) []int {
	idx := make([]int, len(dims))
	for k := len(dims) - 1; k >= 0; k-- {
		idx[k], e = e%dims[k], e/dims[k]
	}
	return idx
}

func (c comparer) close(x, y float64) bool {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.IsNaN(x) && math.IsNaN(y)
	case c.tolerance == 0:
		return math.Float64bits(x) == math.Float64bits(y)
	case x == y:
		return true
	}
	return math.Abs(x-y) <= c.tolerance*max(1, math.Abs(x), math.Abs(y)) && !math.IsInf(x, 0) && !math.IsInf(y, 0)
}

func sameStack(a, b Object) bool {
	switch a := a.(type) {
	case *Array:
		b, ok := b.(*Array)
		return ok && slices.Equal(a.Dims, b.Dims) && slices.EqualFunc(a.Leaves, b.Leaves, slices.Equal[[]uint64])
	case *Stack:
		b, ok := b.(*Stack)
		return ok && a.Len == b.Len && slices.Equal(a.Words, b.Words) && slices.EqualFunc(a.Objects, b.Objects, sameStack)
	}
	return a == b
}
