package proc

import (
	"hash/maphash"
	"math/bits"
)

// Numbers gives names numbers, 0, 1, …, in the order in which it meets them. It is for
// definitions of many names, where a map takes the time of several passes: names that
// differ in a counter, as x.40.bar and x.41.bar do, are side by side, since passes meet them
// one after the other. The zero value knows none.
type Numbers struct {
	names []string
	slots []slot // a power of two, at most three quarters of them taken
}

// A slot has a name's number + 1, or 0, and bits of its hash, which tell most names apart
// without a look at them.
type slot struct{ hash, number uint32 }

const (
	beside     = 512 // how many names may be side by side: those of a page
	leastSlots = 8
	mix        = 0x9e3779b97f4a7c15
)

var hashSeed = maphash.String(maphash.MakeSeed(), "")

// hashOf is the hash of a name but for its counter, and the last digit of that. The counter is
// the last number in a name:
//
//	x.1.41.bar ↦ hash of (x..1..bar, 41 / beside), 41 mod beside
func hashOf(name string) (hash, last uint64) {
	counter, inside := uint64(0), false
	hash = hashSeed
	for i := range len(name) {
		c := uint64(name[i])
		if digit := c - '0'; digit <= 9 {
			if !inside {
				hash = (hash ^ counter) * mix
				counter, inside = 0, true
			}
			counter = 10*counter + digit
			continue
		}
		inside = false
		hash = (hash ^ c) * mix
	}
	high, low := bits.Mul64(hash^counter/beside, mix)
	return high ^ low, counter % beside
}

// NewNumbers has room for so many names.
func NewNumbers(n int) *Numbers {
	t := &Numbers{}
	t.reserve(n)
	return t
}

// reserve makes room for so many names, where there are none yet.
func (t *Numbers) reserve(n int) {
	t.names = make([]string, 0, n)
	size := leastSlots
	for 3*size < 4*n {
		size *= 2
	}
	t.slots = make([]slot, size)
}

// Len is how many names have numbers.
func (t *Numbers) Len() int { return len(t.names) }

// find is the slot of a name, or the free one where it belongs, and the bits of its hash
// that are there. The step, which is odd so as to come to all slots, is the same for names
// that are side by side: where one goes on, the others do, to slots side by side.
func (t *Numbers) find(name string) (*slot, uint32) {
	hash, last := hashOf(name)
	bits := uint32(hash>>32) + uint32(last)
	step, mask := hash>>40|1, uint64(len(t.slots)-1)
	for at := hash + last; ; at += step {
		s := &t.slots[at&mask]
		if s.number == 0 || s.hash == bits && t.names[s.number-1] == name {
			return s, bits
		}
	}
}

// Lookup is the number of a name that has one.
func (t *Numbers) Lookup(name string) (number int, ok bool) {
	if len(t.names) == 0 {
		return 0, false
	}
	s, _ := t.find(name)
	return int(s.number) - 1, s.number != 0
}

// Of is the number of a name, which gets the next one if it has none; met says that it had one.
func (t *Numbers) Of(name string) (number int, met bool) {
	if 4*len(t.names) >= 3*len(t.slots) {
		t.grow()
	}
	s, bits := t.find(name)
	if s.number != 0 {
		return int(s.number) - 1, true
	}
	t.names = append(t.names, name)
	*s = slot{bits, uint32(len(t.names))}
	return len(t.names) - 1, false
}

func (t *Numbers) grow() {
	t.slots = make([]slot, max(leastSlots, 2*len(t.slots)))
	for i, name := range t.names {
		s, bits := t.find(name)
		*s = slot{bits, uint32(i + 1)}
	}
}
