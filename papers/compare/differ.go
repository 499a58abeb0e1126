package compare

import (
	"fmt"
	"math"

	"procad/core/eval"
	"procad/papers/number"
)

// Tolerance is how much the Reals of two systems may differ, as Differ scales it.
const Tolerance = 1e-9

// Differ is the largest difference of two values of one type: of float64 relative
// to max(1, |x|, largest/1000), where largest is the largest number of both values; of residues 0
// or +Inf. NaN equals NaN. The error says where they do not have the same form.
func Differ(a, b eval.Value) (float64, error) {
	var xs, ys []eval.Value
	if err := same(a, b, &xs, &ys); err != nil {
		return 0, err
	}
	largest := 0.0
	for i := range xs {
		for _, v := range []eval.Value{xs[i], ys[i]} {
			if x, ok := v.(float64); ok && !math.IsNaN(x) && !math.IsInf(x, 0) {
				largest = max(largest, math.Abs(x))
			}
		}
	}
	most := 0.0
	for i := range xs {
		most = max(most, apart(xs[i], ys[i], largest/1000))
	}
	return most, nil
}

func apart(a, b eval.Value, scale float64) float64 {
	if a == b {
		return 0
	}
	x, ok := a.(float64)
	y, also := b.(float64)
	switch {
	case !ok || !also:
		return math.Inf(1)
	case math.IsNaN(x) && math.IsNaN(y):
		return 0
	case math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	}
	return math.Abs(x-y) / max(1, math.Abs(x), scale)
}

// same collects the Reals of two values of the same form.
func same(a, b eval.Value, xs, ys *[]eval.Value) error {
	differ := fmt.Errorf("%v and %v have not the same form", a, b)
	switch a := a.(type) {
	case int64:
		if b != eval.Value(a) {
			return differ
		}
	case eval.Tuple:
		b, ok := b.(eval.Tuple)
		if !ok || len(a) != len(b) {
			return differ
		}
		for i := range a {
			if err := same(a[i], b[i], xs, ys); err != nil {
				return err
			}
		}
	case *eval.Variant:
		b, ok := b.(*eval.Variant)
		if !ok || a.Con != b.Con {
			return differ
		}
		return same(a.Of, b.Of, xs, ys)
	case *eval.Array:
		b, ok := b.(*eval.Array)
		if !ok || fmt.Sprint(a.Dims) != fmt.Sprint(b.Dims) {
			return differ
		}
		for i := range a.Elems {
			if err := same(a.Elems[i], b.Elems[i], xs, ys); err != nil {
				return err
			}
		}
	case float64, number.Residue:
		*xs, *ys = append(*xs, a), append(*ys, b)
	default:
		return fmt.Errorf("%T is no value to compare", a)
	}
	return nil
}
