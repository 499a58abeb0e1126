package special

import "math"

// Powi is x^n by repeated squaring, in the order that native code has too.
func Powi(x float64, n int64) float64 {
	r, e := 1.0, uint64(n)
	if n < 0 {
		e = -e
	}
	for b := x; e > 0; e >>= 1 {
		if e&1 == 1 {
			r *= b
		}
		b *= b
	}
	if n < 0 {
		r = 1 / r
	}
	return r
}

// Logistic is 1 / (1 + e^-x).
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Sign is -1, 0 or 1, and NaN for NaN.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}

// halfExp is e^x / 2 for large x, also where e^x is no longer finite.
func halfExp(x float64) float64 {
	h := math.Exp(x / 2)
	return h / 2 * h
}

// overflows is where math.Sinh and math.Cosh give up too early.
const overflows = 709

// Sinh is finite wherever its value is.
func Sinh(x float64) float64 {
	if math.Abs(x) > overflows {
		return math.Copysign(halfExp(math.Abs(x)), x)
	}
	return math.Sinh(x)
}

// Cosh is finite wherever its value is.
func Cosh(x float64) float64 {
	if math.Abs(x) > overflows {
		return halfExp(math.Abs(x))
	}
	return math.Cosh(x)
}
