package proc

import "hash/maphash"

// Numbers gives names numbers, 0, 1, …, in the order in which it meets them. It is for
// definitions of many names, where a map takes the time of several passes. The zero value
// knows none.
type Numbers struct {
	names []string
	slots []slot // a power of two, at most three quarters of them taken
}

// A slot has a name's number + 1, or 0, and bits of its hash, which tell most names apart
// without a look at them.
type slot struct{ hash, number uint32 }

var hashSeed = maphash.MakeSeed()

// NewNumbers has room for so many names.
func NewNumbers(n int) *Numbers {
	t := &Numbers{names: make([]string, 0, n)}
	size := 8
	for 3*size < 4*n {
		size *= 2
	}
	t.slots = make([]slot, size)
	return t
}

// Len is how many names have numbers.
func (t *Numbers) Len() int { return len(t.names) }

// find is the slot of a name, or the free one where it belongs.
func (t *Numbers) find(name string, hash uint64) *slot {
	for i := hash; ; i++ {
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if s.number == 0 || s.hash == uint32(hash>>32) && t.names[s.number-1] == name {
			return s
		}
	}
}

// Lookup is the number of a name that has one.
func (t *Numbers) Lookup(name string) (number int, ok bool) {
	if len(t.names) == 0 {
		return 0, false
	}
	s := t.find(name, maphash.String(hashSeed, name))
	return int(s.number) - 1, s.number != 0
}

// Of is the number of a name, which gets the next one if it has none; met says that it had one.
func (t *Numbers) Of(name string) (number int, met bool) {
	if 4*len(t.names) >= 3*len(t.slots) {
		t.grow()
	}
	hash := maphash.String(hashSeed, name)
	s := t.find(name, hash)
	if s.number != 0 {
		return int(s.number) - 1, true
	}
	t.names = append(t.names, name)
	*s = slot{uint32(hash >> 32), uint32(len(t.names))}
	return len(t.names) - 1, false
}

func (t *Numbers) grow() {
	t.slots = make([]slot, max(8, 2*len(t.slots)))
	for i, name := range t.names {
		hash := maphash.String(hashSeed, name)
		*t.find(name, hash) = slot{uint32(hash >> 32), uint32(i + 1)}
	}
}
