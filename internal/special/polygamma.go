package special

import "math"

// Polygamma is ψ⁽ⁿ⁾(x), the n-th derivative of Digamma; NaN where n < 0. At the
// poles it is +Inf for odd n; for even n it is NaN but at ±0, where it is ∓Inf.
//
//	ψ⁽ⁿ⁾(x) = (-1)ⁿ⁺¹ n! ζ(n+1, x)                                       n ≥ 1
//	ζ(s, x) = ζ(s, r) + (-1)ˢ (ζ(s, q) - ζ(s, 1-x))                      x < 0, r = x - floor x, q = ceil x - x
//
// The second line is the sum of 1/(x+k)ˢ, cut where x+k changes its sign.
func Polygamma(n int64, x float64) float64 {
	switch {
	case n == 0:
		return Digamma(x)
	case n < 0 || math.IsNaN(x) || math.IsInf(x, -1):
		return math.NaN()
	}
	sign := 1.0
	if n%2 == 0 {
		sign = -1
	}
	switch {
	case math.IsInf(x, 1):
		return math.Copysign(0, sign)
	case x == 0:
		if n%2 == 0 {
			return math.Inf(-1) * math.Copysign(1, x)
		}
		return math.Inf(1)
	case x > 0:
		return sign * scaledZeta(n, x)
	}
	if x == math.Floor(x) {
		if n%2 == 0 {
			return math.NaN()
		}
		return math.Inf(1)
	}
	r, q := x-math.Floor(x), math.Ceil(x)-x
	return sign*scaledZeta(n, r) + scaledZeta(n, q) - scaledZeta(n, 1-x)
}

// scaledZeta is n! ζ(n+1, x) for x > 0, n ≥ 1. With s = n+1, and y = x+N the
// first argument beyond a bound that grows with s,
//
//	ζ(s, x) = x⁻ˢ ( Σ_{k<N} (x/(x+k))ˢ + (x/y)ˢ (y/n + 1/2 + Σ_j B2j/(2j)! s(s+1)…(s+2j-2) / y²ʲ⁻¹) )
//
// and the sum over k ends early where the rest is too small to count: within
// 100 terms, unless n is so large that the result is 0 or +Inf anyway.
func scaledZeta(n int64, x float64) float64 {
	s, bound := float64(n)+1, float64(n)+15
	sum, y := 0.0, x
	for k := 1.0; y < bound && k < 100; k++ {
		term := math.Pow(x/y, s)
		sum += term
		if term*y < sum*1e-18 {
			return scale(n, x) * sum
		}
		y = x + k
	}
	// t is s(s+1)…(s+2j-2) / ((2j)! y²ʲ⁻¹).
	tail, t := y/float64(n)+0.5, s/(2*y)
	for j, b := range bernoulli {
		tail += b * t
		k := float64(2*j + 1)
		t *= (s + k) / (k + 2) * ((s + k + 1) / (k + 3)) / (y * y)
	}
	return scale(n, x) * (sum + math.Pow(x/y, s)*tail)
}

// scale is n! / xⁿ⁺¹. Its factors alone could be out of range. Beyond what a
// product takes without one of its steps being so, logarithms do, at a loss of
// some digits.
func scale(n int64, x float64) float64 {
	if n > 170 {
		return math.Exp(Lgamma(float64(n)+1) - (float64(n)+1)*math.Log(x))
	}
	p := 1 / x
	for j := range n {
		p *= float64(j+1) / x
	}
	return p
}
