package interp

import (
	"fmt"
	"math"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/mod61"
	"procad/prim"
	"procad/proc"
)

// A ModError is what Mod61 arithmetic cannot do: Err is mod61.ErrDivide or
// mod61.ErrInexact.
type ModError struct {
	Func proc.Func
	Pos  diag.Pos // zero where unknown
	Err  error
}

func (e *ModError) Error() string { return fmt.Sprintf("%s: %v", e.Func, e.Err) }
func (e *ModError) Unwrap() error { return e.Err }

func residueOf(bits uint64) (uint64, error) { return mod61.Of(math.Float64frombits(bits)) }

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

var mod1 = []struct {
	name proc.Func
	f    func(x uint64) (uint64, error)
}{
	{prim.Neg, func(x uint64) (uint64, error) { return mod61.Neg(x), nil }},
	{prim.Abs, func(x uint64) (uint64, error) { return mod61.Abs(x), nil }},
	{prim.Sign, func(x uint64) (uint64, error) { return mod61.Sign(x), nil }},
	{prim.ToReal, func(n uint64) (uint64, error) { return mod61.OfInt(int64(n)), nil }},
}

var mod2 = []struct {
	name proc.Func
	f    func(x, y uint64) (uint64, error)
}{
	{prim.Add, func(x, y uint64) (uint64, error) { return mod61.Add(x, y), nil }},
	{prim.Sub, func(x, y uint64) (uint64, error) { return mod61.Add(x, mod61.Neg(y)), nil }},
	{prim.Mul, func(x, y uint64) (uint64, error) { return mod61.Mul(x, y), nil }},
	{prim.Div, mod61.Quo},
	{prim.SMul, func(x, s uint64) (uint64, error) { return mod61.Mul(x, s), nil }},
	{prim.ZMul, func(x, y uint64) (uint64, error) { return mod61.Mul(x, y), nil }},
	{prim.SDiv, mod61.StrongQuo},
	{prim.Powi, func(x, n uint64) (uint64, error) { return mod61.Pow(x, int64(n)) }},
	{prim.Min, func(x, y uint64) (uint64, error) { return pick(mod61.Signed(x) < mod61.Signed(y), x, y), nil }},
	{prim.Max, func(x, y uint64) (uint64, error) { return pick(mod61.Signed(x) > mod61.Signed(y), x, y), nil }},
	{prim.Lt, func(x, y uint64) (uint64, error) { return tag(mod61.Signed(x) < mod61.Signed(y)), nil }},
	{prim.Le, func(x, y uint64) (uint64, error) { return tag(mod61.Signed(x) <= mod61.Signed(y)), nil }},
	{prim.Eq, func(x, y uint64) (uint64, error) { return tag(x == y), nil }},
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
	c.ext(func(*Machine, *frame) error { return &ModError{Func: s.Func, Err: mod61.ErrInexact} })
}
