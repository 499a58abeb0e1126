package number

import (
	"errors"
	"fmt"
	"math"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/mod61"
)

// A Residue is a Real of Mod61.
type Residue uint64

func (r Residue) String() string { return fmt.Sprint(mod61.Signed(uint64(r))) }

// Mod61 is the domain of integers modulo 2^61-1. It has + - * /, whole powers, abs,
// sign, min and max, real of an Int, and comparisons by the residue of least magnitude; every other
// primitive of Reals is Refused. So are literals with more than LiteralBits
// significant bits: a compiler may compute with such a literal and round.
func Mod61() Domain { return &Mod{} }

// LiteralBits is how many significant bits a literal may have.
const LiteralBits = 20

// ErrLiteral says that a literal has more.
var ErrLiteral = errors.New("no number a/2^k of at most 20 bits")

// A Mod is the domain Mod61.
type Mod struct{ count int64 }

func (*Mod) Name() string        { return "2^61-1" }
func (m *Mod) Operations() int64 { return m.count }

func (m *Mod) Literal(pos diag.Pos, v float64) eval.Value {
	frac, _ := math.Frexp(v)
	if whole := math.Ldexp(frac, LiteralBits); whole != math.Trunc(whole) {
		panic(&Refused{pos, m.Name(), fmt.Sprint(v), ErrLiteral})
	}
	r, err := mod61.Of(v)
	if err != nil {
		panic(&Refused{pos, m.Name(), fmt.Sprint(v), err})
	}
	return Residue(r)
}

func (m *Mod) Input(v float64) (eval.Value, error) {
	r, err := mod61.Of(v)
	if err != nil {
		return nil, &Refused{diag.Pos{}, m.Name(), fmt.Sprint(v), err}
	}
	return Residue(r), nil
}

func (m *Mod) Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value {
	y, err := m.real(op, args)
	switch {
	case err == errNotReal:
		return eval.Primitive(pos, op, args...)
	case err != nil:
		panic(&Refused{pos, m.Name(), string(op), err})
	}
	m.count++
	return y
}

// errNotReal says that a primitive neither takes nor gives a Real.
var errNotReal = errors.New("no primitive of Reals")

// real is op of Reals.
func (m *Mod) real(op core.Op, args []eval.Value) (eval.Value, error) {
	x, ok := args[0].(Residue)
	switch {
	case !ok && op == "real":
		return Residue(mod61.OfInt(args[0].(int64))), nil
	case !ok && takesReal(args):
		return nil, mod61.ErrInexact
	case !ok:
		return nil, errNotReal
	case len(args) == 1:
		if f := mod1[op]; f != nil {
			return Residue(f(uint64(x))), nil
		}
		return nil, mod61.ErrInexact
	}
	if op == core.Powi {
		y, err := mod61.Pow(uint64(x), args[1].(int64))
		return Residue(y), err
	}
	y := args[1].(Residue)
	if f := order[op]; f != nil {
		return eval.Bool(f(mod61.Signed(uint64(x)), mod61.Signed(uint64(y)))), nil
	}
	if f := mod2[op]; f != nil {
		z, err := f(uint64(x), uint64(y))
		return Residue(z), err
	}
	return nil, mod61.ErrInexact
}

var mod1 = map[core.Op]func(uint64) uint64{core.Neg: mod61.Neg, "abs": mod61.Abs, "sign": mod61.Sign}

var mod2 = map[core.Op]func(x, y uint64) (uint64, error){
	core.Add: func(x, y uint64) (uint64, error) { return mod61.Add(x, y), nil },
	core.Sub: func(x, y uint64) (uint64, error) { return mod61.Add(x, mod61.Neg(y)), nil },
	core.Mul: func(x, y uint64) (uint64, error) { return mod61.Mul(x, y), nil },
	core.Quo: mod61.Quo,
	// Modulo p, smul and zmul are mul: no slope is infinite.
	core.SMul: func(x, s uint64) (uint64, error) { return mod61.Mul(x, s), nil },
	core.ZMul: func(x, y uint64) (uint64, error) { return mod61.Mul(x, y), nil },
	core.SDiv: mod61.StrongQuo,
	"min":     func(x, y uint64) (uint64, error) { return mod61.OfInt(min(mod61.Signed(x), mod61.Signed(y))), nil },
	"max":     func(x, y uint64) (uint64, error) { return mod61.OfInt(max(mod61.Signed(x), mod61.Signed(y))), nil },
}

var order = map[core.Op]func(x, y int64) bool{
	core.Eq: func(x, y int64) bool { return x == y },
	core.Lt: func(x, y int64) bool { return x < y },
	core.Le: func(x, y int64) bool { return x <= y },
	core.Gt: func(x, y int64) bool { return x > y },
	core.Ge: func(x, y int64) bool { return x >= y },
}
