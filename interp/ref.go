package interp

import (
	"procad/internal/data"
	"procad/prim"
)

// A ref is what a name of zone Θ stands for: the words of a scalar, or a view
// of an array.
type ref struct {
	cells []uint64    // the words of a scalar; of a view, its part of the first leaf
	arr   *data.Array // nil for a scalar
	off   int         // the first element of the view
	dims  []int       // of the view
}

func arrayRef(a *data.Array) ref {
	r := ref{arr: a, dims: a.Dims}
	if len(a.Leaves) > 0 {
		r.cells = a.Leaves[0]
	}
	return r
}

// len is the number of elements of a view.
func (r *ref) len() int {
	n := 1
	for _, d := range r.dims {
		n *= d
	}
	return n
}

// leaf is the view's part of a leaf.
func (r *ref) leaf(i int) []uint64 { return r.arr.Leaves[i][r.off : r.off+r.len()] }

// at is the position in the view of the element (or row) with the given
// indices, counted in elements (or rows).
func (r *ref) at(w []uint64, idx []int32) (int, error) {
	e := 0
	for k, slot := range idx {
		i, d := w[slot], r.dims[k]
		if i >= uint64(d) {
			return 0, indexRuntimeError(i, d)
		}
		e = e*d + int(i)
	}
	return e, nil
}

func indexRuntimeError(i uint64, size int) error {
	return &prim.RuntimeError{Kind: prim.IndexRange, A: int64(i), B: int64(size)}
}

// row is the view of row number i, where a row has k dimensions less.
func (r *ref) row(i, k int) ref {
	row := ref{arr: r.arr, off: r.off, dims: r.dims[k:]}
	n := row.len()
	row.off += i * n
	if r.cells != nil {
		row.cells = r.cells[i*n : (i+1)*n]
	}
	return row
}

// load puts the leaves of element e into dst.
func (r *ref) load(dst []uint64, e int) {
	for i, leaf := range r.arr.Leaves {
		dst[i] = leaf[r.off+e]
	}
}

// store puts src into the leaves of element e.
func (r *ref) store(e int, src []uint64) {
	for i, leaf := range r.arr.Leaves {
		leaf[r.off+e] = src[i]
	}
}
