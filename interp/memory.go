package interp

import (
	"procad/internal/data"
	"procad/prim"
)

// DefaultMemoryLimit is how many bytes of arrays, stacks and frames may live
// at once where no option says otherwise.
const DefaultMemoryLimit = 16 << 30

// maxBytes is the address space: no leaf of an array can be larger.
const maxBytes = 1 << 47

// maxDepth bounds how deep calls nest.
const maxDepth = 200_000

// elements is the number of elements of an array of the given dimensions.
func elements(dims []int) (int, error) {
	for _, d := range dims {
		if d < 0 {
			return 0, &prim.RuntimeError{Kind: prim.NegativeCount, A: int64(d)}
		}
	}
	n := 1
	for _, d := range dims {
		if d > 0 && n > maxBytes/8/d {
			return 0, &prim.RuntimeError{Kind: prim.SizeOverflow, A: int64(d)}
		}
		n *= d
	}
	return n, nil
}

// grow counts n more live words, or says that they do not fit.
func (m *Machine) grow(n int) error {
	if n > m.limit-m.live {
		bytes := int64(n) * 8
		if n > maxBytes {
			bytes = maxBytes
		}
		return &prim.RuntimeError{Kind: prim.OutOfMemory, A: bytes, B: int64(m.live) * 8}
	}
	m.live += n
	if int64(m.live) > m.PeakWords {
		m.PeakWords = int64(m.live)
	}
	return nil
}

// newArray makes an array of zeros. It owns dims.
func (m *Machine) newArray(dims []int, leaves int) (*data.Array, error) {
	n, err := elements(dims)
	if err != nil {
		return nil, err
	}
	if leaves > 0 && n > m.limit/leaves {
		return nil, &prim.RuntimeError{Kind: prim.OutOfMemory, A: int64(min(float64(n)*float64(leaves)*8, maxBytes)), B: int64(m.live) * 8}
	}
	if err := m.grow(n * leaves); err != nil {
		return nil, err
	}
	a := &data.Array{Dims: dims, Leaves: make([][]uint64, leaves)}
	for i := range a.Leaves {
		a.Leaves[i] = make([]uint64, n)
	}
	return a, nil
}

// free counts the words of o as gone.
func (m *Machine) free(o data.Object) { m.live -= o.Size() }

// freeValue frees the objects of a value, as the tags of its sums say.
func (m *Machine) freeValue(l *data.Layout, words []uint64, objects []data.Object) {
	eachObject(l, words, objects, func(o *data.Object) {
		m.free(*o)
		*o = nil
	})
}

// cloneValue copies the objects of a value into dst.
func (m *Machine) cloneValue(l *data.Layout, words []uint64, src, dst []data.Object) error {
	copy(dst, src)
	var err error
	eachObject(l, words, dst, func(o *data.Object) {
		n := (*o).Size()
		if err == nil {
			err = m.grow(n)
		}
		if err == nil {
			m.Ops += int64(n)
			*o = data.Clone(*o)
		}
	})
	return err
}

// eachObject calls yield for the objects that a value has: none in the part of
// a sum that it is not.
func eachObject(l *data.Layout, words []uint64, objects []data.Object, yield func(*data.Object)) {
	if l.Objects == 0 {
		return
	}
	if l.Elem != nil {
		yield(&objects[0])
		return
	}
	for i, p := range l.Parts {
		if l.IsSum() && uint64(i) != words[0] {
			continue
		}
		eachObject(p, words[l.WordAt[i]:], objects[l.ObjAt[i]:], yield)
	}
}

// An arena hands out pieces of memory that are given back in the opposite
// order. What it has handed out never moves.
type arena[T any] struct {
	chunks [][]T
	at     mark
}

// A mark is a state of an arena: the chunk in use, and how much of it is taken.
type mark struct{ chunk, top int }

const firstChunk = 1 << 10

// take hands out n elements with whatever they hold, and says how many
// elements it had to add to the arena.
func (a *arena[T]) take(n int) (piece []T, added int) {
	if a.at.chunk < len(a.chunks) {
		if c := a.chunks[a.at.chunk]; a.at.top+n <= len(c) {
			piece = c[a.at.top : a.at.top+n : a.at.top+n]
			a.at.top += n
			return piece, 0
		}
		a.at = mark{a.at.chunk + 1, 0}
	}
	// Chunks beyond the current one hold nothing that is in use.
	if a.at.chunk == len(a.chunks) {
		a.chunks = append(a.chunks, nil)
	}
	if have := len(a.chunks[a.at.chunk]); have < n {
		size := max(n, firstChunk<<min(a.at.chunk, 10))
		a.chunks[a.at.chunk] = make([]T, size)
		added = size - have
	}
	a.at.top = n
	return a.chunks[a.at.chunk][:n:n], added
}
