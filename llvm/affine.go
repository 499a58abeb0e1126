package llvm

import "maps"

// An affine is an Int as far as it is known before the program runs,
//
//	c + Σ k·s
//
// over symbols s that stand for Ints. Arithmetic wraps around, as that of Int.
type affine struct {
	c     int64
	parts map[symbol]int64 // no k is 0
}

// A symbol stands for an Int: the number of the turn, one that no turn changes,
// or another one.
type symbol int

const turnNumber symbol = 0

func constant1(c int64) *affine { return &affine{c: c} }
func symbolic(s symbol) *affine { return &affine{parts: map[symbol]int64{s: 1}} }

// plus is a + k·b.
func (a *affine) plus(k int64, b *affine) *affine {
	out := &affine{c: a.c + k*b.c, parts: maps.Clone(a.parts)}
	if out.parts == nil {
		out.parts = map[symbol]int64{}
	}
	for s, j := range b.parts {
		if out.parts[s] += k * j; out.parts[s] == 0 {
			delete(out.parts, s)
		}
	}
	return out
}

// times is a·b, nil if neither is a constant.
func (a *affine) times(b *affine) *affine {
	switch {
	case len(b.parts) == 0:
		return constant1(0).plus(b.c, a)
	case len(a.parts) == 0:
		return constant1(0).plus(a.c, b)
	}
	return nil
}

func (a *affine) equal(b *affine) bool { return a.c == b.c && a.apart(b) }

// apart says that a - b is a constant.
func (a *affine) apart(b *affine) bool { return maps.Equal(a.parts, b.parts) }
