package gen

import (
	"math/bits"
	"math/rand/v2"

	"pgregory.net/rapid"
)

// A Source makes choices: Choose(n) is one of 0 … n-1.
type Source interface{ Choose(n int) int }

// FromRapid draws choices from a property test, all equally likely, which
// shrink towards 0.
func FromRapid(t *rapid.T) Source { return rapidSource{t, rapid.Bool()} }

type rapidSource struct {
	t   *rapid.T
	bit *rapid.Generator[bool]
}

// Choose puts a number together from bits: rapid's generators of numbers
// prefer small ones.
func (r rapidSource) Choose(n int) int {
	k := 0
	for range bits.Len(uint(n-1)) + 2 {
		k *= 2
		if r.bit.Draw(r.t, "bit") {
			k++
		}
	}
	return k * n >> (bits.Len(uint(n-1)) + 2)
}

// FromBytes takes a byte for each choice, and 0 when there are no more.
func FromBytes(b []byte) Source { return &byteSource{b} }

type byteSource struct{ rest []byte }

func (b *byteSource) Choose(n int) int {
	if len(b.rest) == 0 || n < 2 {
		return 0
	}
	k := int(b.rest[0])
	b.rest = b.rest[1:]
	if n > 256 && len(b.rest) > 0 {
		k = k<<8 | int(b.rest[0])
		b.rest = b.rest[1:]
		return k * n >> 16
	}
	return k * n >> 8
}

// FromSeed is a sequence of choices for each seed.
func FromSeed(seed uint64) Source { return randomSource{rand.New(rand.NewPCG(seed, 0))} }

type randomSource struct{ r *rand.Rand }

func (r randomSource) Choose(n int) int { return r.r.IntN(n) }
