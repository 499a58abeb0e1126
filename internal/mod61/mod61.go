// Package mod61 is arithmetic modulo the prime 2^61-1: a field in which two
// derivations of one derivative agree exactly, whatever the order of their sums.
//
// A residue is in 0 … Prime-1. Comparisons take the residue of least magnitude
// (Signed), so small integers compare as usual.
package mod61

import (
	"errors"
	"math"
	"math/bits"
)

// Prime is the modulus 2^61-1.
const Prime = 1<<61 - 1

// What this arithmetic cannot do.
var (
	ErrDivide  = errors.New("division by a multiple of 2^61-1")
	ErrInexact = errors.New("no exact meaning in integers modulo 2^61-1")
)

// Of is x modulo 2^61-1: a finite number is a/2^k, and 2 has an inverse. The error
// is ErrInexact if x is infinite or NaN.
func Of(x float64) (uint64, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, ErrInexact
	}
	// |x| = m · 2^e with an integer m < 2^53; and 2^61 = 1.
	frac, exp := math.Frexp(math.Abs(x))
	m, e := uint64(math.Ldexp(frac, 53)), exp-53
	r := Mul(m, 1<<(((e%61)+61)%61))
	if x < 0 {
		r = Neg(r)
	}
	return r, nil
}

// OfInt is n modulo 2^61-1.
func OfInt(n int64) uint64 {
	r := n % Prime
	if r < 0 {
		r += Prime
	}
	return uint64(r)
}

// Add is x + y.
func Add(x, y uint64) uint64 {
	s := x + y
	if s >= Prime {
		s -= Prime
	}
	return s
}

// Neg is -x.
func Neg(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return Prime - x
}

// Mul is x y.
func Mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	// hi·2^64 + lo = hi·2^3 + lo modulo 2^61-1.
	return Add((hi<<3|lo>>61)%Prime, lo&Prime%Prime)
}

// Inverse is 1/x. The error is ErrDivide if x = 0.
func Inverse(x uint64) (uint64, error) {
	if x == 0 {
		return 0, ErrDivide
	}
	return power(x, Prime-2), nil // Fermat
}

// StrongQuo is sdiv: x/y, but 0 where x = 0, whatever y is.
func StrongQuo(x, y uint64) (uint64, error) {
	if x == 0 {
		return 0, nil
	}
	return Quo(x, y)
}

// Quo is x/y. The error is ErrDivide if y = 0.
func Quo(x, y uint64) (uint64, error) {
	inverse, err := Inverse(y)
	return Mul(x, inverse), err
}

// Pow is x^n, which is 1 for n = 0. The error is ErrDivide if x = 0 and n < 0.
func Pow(x uint64, n int64) (uint64, error) {
	if n >= 0 {
		return power(x, uint64(n)), nil
	}
	return Inverse(power(x, -uint64(n)))
}

func power(x, n uint64) uint64 {
	r := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = Mul(r, x)
		}
		x = Mul(x, x)
	}
	return r
}

// Signed is the residue of least magnitude.
func Signed(x uint64) int64 {
	if x > Prime/2 {
		return int64(x) - Prime
	}
	return int64(x)
}

// Sign is -1, 0 or 1, that of the residue of least magnitude.
func Sign(x uint64) uint64 {
	switch s := Signed(x); {
	case s > 0:
		return 1
	case s < 0:
		return Prime - 1
	}
	return 0
}

// Abs is the residue of least magnitude without its sign.
func Abs(x uint64) uint64 {
	if Signed(x) < 0 {
		return Neg(x)
	}
	return x
}
