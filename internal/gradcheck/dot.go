package gradcheck

import (
	"math"

	"procad/internal/data"
)

func get(word *uint64) float64    { return math.Float64frombits(*word) }
func set(word *uint64, x float64) { *word = math.Float64bits(x) }

// dot is ⟨xs, ys⟩, and the sum of the sizes of its terms. It is NaN if the
// lists differ in length.
func dot(xs, ys []*uint64) (sum, size float64) {
	if len(xs) != len(ys) {
		return math.NaN(), math.NaN()
	}
	for i, x := range xs {
		term := get(x) * get(ys[i])
		sum += term
		size += math.Abs(term)
	}
	return sum, size
}

// Dot is the comparison of the two products.
type Dot struct {
	Forward, Reverse float64 // ⟨ȳ, J ẋ⟩ and ⟨Jᵀ ȳ, ẋ⟩
	Relative         float64 // their difference, in units of the sum of the sizes of all terms
}

// Agree says that the products are the same but for rounding, or that neither is a
// finite number and one is NaN, as 0 · ∞ and ∞ − ∞ make it.
func (d Dot) Agree() bool {
	return d.Relative <= dotTolerance || (math.IsNaN(d.Forward) || math.IsNaN(d.Reverse)) && !finite(d.Forward) && !finite(d.Reverse)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// distance is |x - y|, 0 where both are the same infinity. NaN is as far from everything as can be, from NaN too.
func distance(x, y float64) float64 {
	if x == y {
		return 0
	}
	if d := math.Abs(x - y); !math.IsNaN(d) {
		return d
	}
	return math.Inf(1)
}

// alike says that the Reals of two lists differ by rounding only. Where any is not
// finite, the comparison says nothing.
func alike(a, b []data.Value) bool {
	largest, distance := 0.0, 0.0
	for i := range a {
		xs, ys := data.RealWords(a[i]), data.RealWords(b[i])
		for k, x := range xs {
			x, y := get(x), get(ys[k])
			largest = max(largest, math.Abs(x), math.Abs(y))
			distance = max(distance, math.Abs(x-y))
		}
	}
	return math.IsNaN(distance) || math.IsInf(largest, 0) || distance <= commuteTolerance*largest
}
