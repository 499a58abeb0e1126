package gradcheck

import "math"

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
