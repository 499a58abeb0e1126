package interp

import (
	"errors"
	"fmt"
	"math"
	mathbits "math/bits"

	"procad/data"
	"procad/diag"
	"procad/proc"
)

// Prime is the modulus 2^61-1 of Mod61 arithmetic. A Real is a residue in
// 0 … Prime-1. Comparisons take the residue of least magnitude, so small
// integers compare as usual.
const Prime = 1<<61 - 1

// What a ModError says went wrong.
var (
	ErrModDivide = errors.New("division by a multiple of 2^61-1")
	ErrInexact   = errors.New("no exact meaning in integers modulo 2^61-1")
)

// A ModError is what Mod61 arithmetic cannot do: Err is ErrModDivide or ErrInexact.
type ModError struct {
	Func proc.Func
	Pos  diag.Pos // zero where unknown
	Err  error
}

func (e *ModError) Error() string { return fmt.Sprintf("%s: %v", e.Func, e.Err) }
func (e *ModError) Unwrap() error { return e.Err }

// Residue is x modulo 2^61-1: a finite number is a/2^k, and 2 has an inverse.
func Residue(x float64) (uint64, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, ErrInexact
	}
	// |x| = m · 2^e with an integer m < 2^53; and 2^61 = 1.
	frac, exp := math.Frexp(math.Abs(x))
	m, e := uint64(math.Ldexp(frac, 53)), exp-53
	r := mulMod(m, 1<<(((e%61)+61)%61))
	if x < 0 {
		r = negMod(r)
	}
	return r, nil
}

func residueOf(bits uint64) (uint64, error) { return Residue(math.Float64frombits(bits)) }

// Residues is a copy of v with every Real turned into its residue.
func Residues(v data.Value) (data.Value, error) {
	r := v.Clone()
	err := data.Walk(r, func(l data.Leaf) (err error) {
		if l.Kind == data.RealLeaf {
			*l.Word, err = residueOf(*l.Word)
		}
		return err
	})
	return r, err
}

func addMod(x, y uint64) uint64 {
	s := x + y
	if s >= Prime {
		s -= Prime
	}
	return s
}

func negMod(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return Prime - x
}

func mulMod(x, y uint64) uint64 {
	hi, lo := mathbits.Mul64(x, y)
	// hi·2^64 + lo = hi·2^3 + lo modulo 2^61-1.
	return addMod((hi<<3|lo>>61)%Prime, lo&Prime%Prime)
}

func powMod(x uint64, e uint64) uint64 {
	r := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = mulMod(r, x)
		}
		x = mulMod(x, x)
	}
	return r
}

// inverseMod is x^(p-2) = 1/x (Fermat).
func inverseMod(x uint64) (uint64, error) {
	if x == 0 {
		return 0, ErrModDivide
	}
	return powMod(x, Prime-2), nil
}

// signed is the residue of least magnitude.
func signed(x uint64) int64 {
	if x > Prime/2 {
		return int64(x) - Prime
	}
	return int64(x)
}

var mod1 = []struct {
	name proc.Func
	f    func(x uint64) (uint64, error)
}{
	{"neg", func(x uint64) (uint64, error) { return negMod(x), nil }},
	{"abs", func(x uint64) (uint64, error) { return pick(signed(x) < 0, negMod(x), x), nil }},
	{"sign", func(x uint64) (uint64, error) {
		switch s := signed(x); {
		case s > 0:
			return 1, nil
		case s < 0:
			return Prime - 1, nil
		}
		return 0, nil
	}},
	{"real", func(n uint64) (uint64, error) {
		r := int64(n) % Prime
		if r < 0 {
			r += Prime
		}
		return uint64(r), nil
	}},
}

var mod2 = []struct {
	name proc.Func
	f    func(x, y uint64) (uint64, error)
}{
	{"add", func(x, y uint64) (uint64, error) { return addMod(x, y), nil }},
	{"sub", func(x, y uint64) (uint64, error) { return addMod(x, negMod(y)), nil }},
	{"mul", func(x, y uint64) (uint64, error) { return mulMod(x, y), nil }},
	{"div", func(x, y uint64) (uint64, error) {
		inv, err := inverseMod(y)
		return mulMod(x, inv), err
	}},
	{"powi", func(x, n uint64) (uint64, error) {
		if int64(n) >= 0 {
			return powMod(x, n), nil
		}
		return inverseMod(powMod(x, -n))
	}},
	{"min", func(x, y uint64) (uint64, error) { return pick(signed(x) < signed(y), x, y), nil }},
	{"max", func(x, y uint64) (uint64, error) { return pick(signed(x) > signed(y), x, y), nil }},
	{"lt", func(x, y uint64) (uint64, error) { return tag(signed(x) < signed(y)), nil }},
	{"le", func(x, y uint64) (uint64, error) { return tag(signed(x) <= signed(y)), nil }},
	{"eq", func(x, y uint64) (uint64, error) { return tag(x == y), nil }},
}

// modular compiles a Call of a primitive on Reals in Mod61 arithmetic. A
// function without exact meaning fails when it is run, not before.
func (c *compiler) modular(s *proc.Call, out, x, y int32) {
	for i, f := range mod1 {
		if f.name == s.Func {
			c.emit(opMod1, out, x, int32(i), 0)
			return
		}
	}
	for i, f := range mod2 {
		if f.name == s.Func {
			c.emit(opMod2, out, x, y, int32(i))
			return
		}
	}
	c.ext(func(*Machine, *frame) error { return &ModError{Func: s.Func, Err: ErrInexact} })
}
