package graph

import "maps"

// An Affine is an Int as far as it is known before the program runs,
//
//	c + Σ k·s
//
// over symbols s that stand for Ints. Arithmetic wraps around, as that of Int.
type Affine struct {
	C     int64
	Parts map[Symbol]int64 // no k is 0
}

// A Symbol stands for an Int. 0 is the index of the loop at hand.
type Symbol int

// Iteration is that index.
const Iteration Symbol = 0

// Whole is a constant, and Symbolic a symbol.
func Whole(c int64) *Affine     { return &Affine{C: c} }
func Symbolic(s Symbol) *Affine { return &Affine{Parts: map[Symbol]int64{s: 1}} }

// Plus is a + k·b.
func (a *Affine) Plus(k int64, b *Affine) *Affine {
	out := &Affine{C: a.C + k*b.C, Parts: maps.Clone(a.Parts)}
	if out.Parts == nil {
		out.Parts = map[Symbol]int64{}
	}
	for s, j := range b.Parts {
		if out.Parts[s] += k * j; out.Parts[s] == 0 {
			delete(out.Parts, s)
		}
	}
	return out
}

// Times is a·b, nil if neither is a constant.
func (a *Affine) Times(b *Affine) *Affine {
	switch {
	case len(b.Parts) == 0:
		return Whole(0).Plus(b.C, a)
	case len(a.Parts) == 0:
		return Whole(0).Plus(a.C, b)
	}
	return nil
}

// Equal says that a - b is 0.
func (a *Affine) Equal(b *Affine) bool { return a.C == b.C && a.Apart(b) }

// Apart says that a - b is a constant.
func (a *Affine) Apart(b *Affine) bool { return maps.Equal(a.Parts, b.Parts) }
