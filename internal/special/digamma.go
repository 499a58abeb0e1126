package special

import "math"

// digammaBound is where the series of Digamma begins to be exact.
const digammaBound = 10

// Digamma is ψ(x) = Γ'(x) / Γ(x). It is -Inf at +0, +Inf at -0, and NaN at the
// negative integers and -Inf.
//
//	ψ(x) = ψ(1-x) - π / tan πx                      x < 0
//	ψ(x) = ψ(x+1) - 1/x                             0 < x < bound
//	ψ(x) ~ log x - 1/2x - Σ B2k / (2k x^2k)         x ≥ bound
func Digamma(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1) * math.Copysign(1, x)
	case x < 0:
		// x - round(x) is exact, and keeps the argument of tan small.
		r := x - math.Round(x)
		if r == 0 || math.IsInf(x, -1) {
			return math.NaN()
		}
		return Digamma(1-x) - math.Pi/math.Tan(math.Pi*r)
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	}
	shift := 0.0
	for ; x < digammaBound; x++ {
		shift += 1 / x
	}
	series, xx := 0.0, 1/(x*x)
	for k := len(bernoulli); k > 0; k-- {
		series = (series + bernoulli[k-1]/float64(2*k)) * xx
	}
	return math.Log(x) - 0.5/x - series - shift
}
