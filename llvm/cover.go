package llvm

import (
	"slices"

	"procad/proc/graph"
)

// maxStride bounds the distance of what neighbouring iterations write.
const maxStride = 1 << 20

// disjoint says that the iterations may run at once, if each write happens in the
// order of the iterations: no two writes of different iterations set the same element. It
// is so where there is one write, or where some index is in all of them
//
//	k·i + base + c      with the same k and base, and all c less than |k| apart
func (a *arrayWrites) disjoint() bool {
	if len(a.at) == 0 || len(a.at) == 1 && a.at[0].once {
		return true
	}
	for axis := range a.array.Rank {
		if a.disjointAlong(axis) {
			return true
		}
	}
	return false
}

func (a *arrayWrites) disjointAlong(axis int) bool {
	first := a.at[0].at[axis]
	if first == nil {
		return false
	}
	least, most := first.C, first.C
	for _, w := range a.at {
		at := w.at[axis]
		if !w.steady[axis] || !at.Apart(first) {
			return false
		}
		least, most = min(least, at.C), max(most, at.C)
	}
	k := first.Parts[graph.Iteration]
	return small(k) && small(least) && small(most) && most-least < max(k, -k)
}

// scattered says that neighbouring iterations do not set neighbouring elements.
func (a *arrayWrites) scattered() bool {
	return slices.ContainsFunc(a.at, func(w write) bool {
		at := w.at[len(w.at)-1]
		return at == nil || at.Parts[graph.Iteration] != 1
	})
}

func small(k int64) bool { return -maxStride <= k && k <= maxStride }

// cover is k > 0 if n iterations set all of the first k·n elements: the writes that
// happen in every iteration have all places
//
//	k·i, k·i + 1, …, k·i + k-1
//
// The dimensions but the first have to be known.
func (a *arrayWrites) cover(dims []int64) int64 {
	set := map[int64]bool{}
	k := int64(0)
	for _, w := range a.at {
		at := w.place(dims)
		if !w.always || at == nil || len(at.Parts) != 1 {
			continue
		}
		if stride := at.Parts[graph.Iteration]; stride > 0 && small(stride) && (k == 0 || stride == k) {
			k = stride
			set[at.C] = true
		}
	}
	for c := range k {
		if !set[c] {
			return 0
		}
	}
	return k
}

// place is where in row-major order a write sets an element, nil if it is not
// known. An index that is too large for its row is a run-time error in any case.
func (w write) place(dims []int64) *graph.Affine {
	place := graph.Whole(0)
	for axis, at := range w.at {
		if at == nil || axis > 0 && (len(at.Parts) > 0 || at.C < 0 || at.C >= dims[axis]) {
			return nil
		}
		if axis > 0 {
			if !small(dims[axis]) {
				return nil
			}
			place = place.Times(graph.Whole(dims[axis]))
		}
		place = place.Plus(1, at)
	}
	return place
}
