package special

import "math"

// normal is the least number that has all its digits. Below it math.Log is
// wrong on some processors, and with it all that is made of it.
const normal = 0x1p-1022

// Log is log x, also of the least numbers:
//
//	log x = log (2^54 x) - 54 log 2
func Log(x float64) float64 {
	if x > 0 && x < normal {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// Pow is x^y, also of the least numbers:
//
//	x^y = (2^54 x)^y / 2^(54 y)
func Pow(x, y float64) float64 {
	if x != 0 && math.Abs(x) < normal {
		return math.Pow(x*0x1p54, y) * math.Pow(2, -54*y)
	}
	return math.Pow(x, y)
}

// Lgamma is log |Γ(x)|, with the limits that C has: +Inf at the poles and at both infinities.
//
//	log |Γ(x)| ~ -log |x|                           x → 0
func Lgamma(x float64) float64 {
	switch {
	case math.IsInf(x, -1):
		return math.Inf(1)
	case x != 0 && math.Abs(x) < normal:
		return -Log(math.Abs(x))
	}
	y, _ := math.Lgamma(x)
	return y
}
