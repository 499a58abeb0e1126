package reference

import (
	"fmt"
	"math"
	"slices"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
)

// differ says where got, of an engine, is not want. Reals may differ by
// rounding, relative to the largest number around them.
func differ(want eval.Value, got data.Value, tolerance float64) error {
	switch want := want.(type) {
	case float64, *eval.Dual:
		return near(eval.Float(want), got.Float(), tolerance)
	case int64:
		if got.Int64() != want {
			return fmt.Errorf("%d, want %d", got.Int64(), want)
		}
	case eval.Tuple:
		for i, x := range want {
			if err := differ(x, got.Part(i), tolerance); err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
	case *eval.Variant:
		if con := int(got.Words[0]); con != want.Con {
			return fmt.Errorf("constructor %d, want %d", con, want.Con)
		}
		return differ(want.Of, got.Part(want.Con), tolerance)
	case *eval.Array:
		a := got.Array()
		for i, n := range want.Dims {
			if int64(a.Dims[i]) != n {
				return fmt.Errorf("dimensions %v, want %v", a.Dims, want.Dims)
			}
		}
		largest := tolerance
		for _, x := range want.Elems {
			if x, ok := x.(float64); ok && !math.IsInf(x, 0) {
				largest = max(largest, tolerance*math.Abs(x))
			}
		}
		for i, x := range want.Elems {
			if err := differ(x, coredata.Element(got, i), largest); err != nil {
				return fmt.Errorf("element %d: %w", i, err)
			}
		}
	}
	return nil
}

// differs is differ for a value of type t, or for a tangent of at. Values of recursive types are compared
// as what they are made of.
func differs(t core.Type, want eval.Value, at, got data.Value, tolerance float64) error {
	if !core.HasRec(t) {
		return differ(want, got, tolerance)
	}
	return unlike(want, coredata.Tree(t, at, got), tolerance)
}

// unlike says where two values of the evaluator differ.
func unlike(want, got eval.Value, tolerance float64) error {
	switch want := want.(type) {
	case float64, *eval.Dual:
		return near(eval.Float(want), eval.Float(got), tolerance)
	case int64:
		if got != want {
			return fmt.Errorf("%v, want %d", got, want)
		}
	case eval.Tuple:
		for i, x := range want {
			if err := unlike(x, got.(eval.Tuple)[i], tolerance); err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
	case *eval.Variant:
		if con := got.(*eval.Variant).Con; con != want.Con {
			return fmt.Errorf("constructor %d, want %d", con, want.Con)
		}
		return unlike(want.Of, got.(*eval.Variant).Of, tolerance)
	case *eval.Array:
		a := got.(*eval.Array)
		if !slices.Equal(a.Dims, want.Dims) {
			return fmt.Errorf("dimensions %v, want %v", a.Dims, want.Dims)
		}
		for i, x := range want.Elems {
			if err := unlike(x, a.Elems[i], tolerance); err != nil {
				return fmt.Errorf("element %d: %w", i, err)
			}
		}
	}
	return nil
}

func near(want, got, tolerance float64) error {
	if want == got || math.IsNaN(want) && math.IsNaN(got) || math.Abs(want-got) <= tolerance*max(1, math.Abs(want)) {
		return nil
	}
	// Overflow and cancellation of what overflowed come at other places in
	// another order.
	if math.Abs(want) > 1e150 || math.Abs(got) > 1e150 || math.IsNaN(want) || math.IsNaN(got) {
		return nil
	}
	return fmt.Errorf("%v, want %v", got, want)
}

// gradient is the parts of the cotangent of the arguments that are not ().
func gradient(d *core.Def, g eval.Value) []eval.Value {
	if len(d.Params) == 1 {
		g = eval.Tuple{g}
	}
	parts := slices.Clone(g.(eval.Tuple))
	for i := len(parts) - 1; i >= 0; i-- {
		if core.Discrete(d.Params[i].Type) {
			parts = slices.Delete(parts, i, i+1)
		}
	}
	return parts
}
