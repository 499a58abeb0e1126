package interp

import (
	"slices"

	"procad/internal/data"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// zeros compiles  zeros{A} : [s : &A] () → δA. Elements that are sums have the
// tags of those of s.
func (c *compiler) zeros(k *member) {
	out := c.bindFresh(k.out)
	if out.lay.Objects == 0 {
		return
	}
	tags := tangentLeaves(elemOf(k.types[0]), 0, nil)
	s := k.zone[0]
	c.ext(func(m *Machine, f *frame) error {
		r := &f.r[s]
		a, err := m.newArray(slices.Clone(r.dims), len(tags))
		if err != nil {
			return err
		}
		for i, leaf := range tags {
			if leaf >= 0 {
				copy(a.Leaves[i], r.leaf(leaf))
			}
		}
		m.Ops += int64(a.Size())
		f.o[out.o] = a
		return nil
	})
}

// tangentLeaves lists, for each leaf of the tangent type of l, the leaf of l
// whose tag it is, or -1 for a Real. The leaves of l start at at.
func tangentLeaves(l *data.Layout, at int, list []int) []int {
	if deriv.Discrete(l.Type) {
		return list
	}
	switch l.Type.(type) {
	case proc.RealType:
		return append(list, -1)
	case *proc.SumType:
		list = append(list, at)
	}
	for i, p := range l.Parts {
		list = tangentLeaves(p, at+l.WordAt[i], list)
	}
	return list
}

// copyArray compiles  copy{A} : [s : &A] () → A.
func (c *compiler) copyArray(k *member) {
	out, s := c.bindFresh(k.out), k.zone[0]
	leaves := elemOf(k.types[0]).Words
	c.ext(func(m *Machine, f *frame) error {
		r := &f.r[s]
		a, err := m.newArray(slices.Clone(r.dims), leaves)
		if err != nil {
			return err
		}
		for i, leaf := range a.Leaves {
			copy(leaf, r.leaf(i))
		}
		m.Ops += int64(a.Size())
		f.o[out.o] = a
		return nil
	})
}

// blank compiles  blank{A} : (Int, …) → A.
func (c *compiler) blank(k *member) {
	counts := []int32{k.in.w}
	if len(k.in.lay.Parts) > 0 {
		counts = counts[:0]
		for i := range k.in.lay.Parts {
			counts = append(counts, k.in.at(i).w)
		}
	}
	out := c.bindFresh(k.out)
	c.ext(func(m *Machine, f *frame) error {
		dims := make([]int, len(counts))
		for i, n := range counts {
			dims[i] = int(f.w[n])
		}
		a, err := m.newArray(dims, out.lay.Elem.Words)
		if err != nil {
			return err
		}
		m.Ops += int64(a.Size())
		f.o[out.o] = a
		return nil
	})
}

// swap compiles  swap{A} : (A, Int, …, σ) → (A, σ).
func (c *compiler) swap(k *member) {
	rank := data.LayoutOf(k.types[0]).Rank()
	idx := make([]int32, rank)
	for i := range idx {
		idx[i] = k.in.at(1 + i).w
	}
	from, x := k.in.at(0).o, c.block(k.in.at(1+rank))
	out := c.bindFresh(k.out)
	to, old := out.at(0).o, out.at(1).w
	c.ext(func(_ *Machine, f *frame) error {
		a := f.o[from].(*data.Array)
		r := arrayRef(a)
		e, err := r.at(f.w, idx)
		if err != nil {
			return err
		}
		for i, leaf := range a.Leaves {
			f.w[old+int32(i)], leaf[e] = leaf[e], f.w[x.w+int32(i)]
		}
		f.o[from], f.o[to] = nil, a
		return nil
	})
}

// zip compiles  zip{A, B} : (Array^r σ, Array^r ρ) → Array^r (σ, ρ).
func (c *compiler) zip(k *member) {
	x, y := k.in.at(0).o, k.in.at(1).o
	out := c.bindFresh(k.out)
	c.ext(func(_ *Machine, f *frame) error {
		a, b := f.o[x].(*data.Array), f.o[y].(*data.Array)
		if err := sameDims("zip", a.Dims, b.Dims); err != nil {
			return err
		}
		f.o[x], f.o[y] = nil, nil
		f.o[out.o] = &data.Array{Dims: a.Dims, Leaves: slices.Concat(a.Leaves, b.Leaves)}
		return nil
	})
}

// unzip compiles  unzip{A, B} : Array^r (σ, ρ) → (Array^r σ, Array^r ρ).
func (c *compiler) unzip(k *member) {
	from, left := k.in.o, elemOf(k.types[0]).Words
	out := c.bindFresh(k.out)
	x, y := out.at(0).o, out.at(1).o
	c.ext(func(_ *Machine, f *frame) error {
		a := f.o[from].(*data.Array)
		f.o[from] = nil
		f.o[x] = &data.Array{Dims: a.Dims, Leaves: a.Leaves[:left:left]}
		f.o[y] = &data.Array{Dims: slices.Clone(a.Dims), Leaves: a.Leaves[left:]}
		return nil
	})
}

func sameDims(what string, a, b []int) error {
	for i := range a {
		if a[i] != b[i] {
			return &prim.RuntimeError{Kind: prim.SizesDisagree, Message: what, A: int64(a[i]), B: int64(b[i])}
		}
	}
	return nil
}

// addArray compiles the Add of all elements of an array to those of an
// accumulator; unlike is said where their dimensions differ.
func (c *compiler) addArray(acc name, x slots, unlike string) {
	elem := x.lay.Elem
	plain := !c.m.mod61
	for _, k := range elem.Kinds() {
		plain = plain && k == data.RealLeaf
	}
	cell, add := make([]uint64, elem.Words), make([]uint64, elem.Words)
	c.ext(func(m *Machine, f *frame) error {
		r, a := &f.r[acc.slot], f.o[x.o].(*data.Array)
		if err := sameDims(unlike, r.dims, a.Dims); err != nil {
			return err
		}
		f.o[x.o] = nil
		m.free(a)
		m.Ops += int64(a.Size())
		if plain {
			for i, src := range a.Leaves {
				addReals(r.leaf(i), src)
			}
			return nil
		}
		v := arrayRef(a)
		for e := range a.Len() {
			r.load(cell, e)
			v.load(add, e)
			if err := m.addWords(elem, cell, add); err != nil {
				return err
			}
			r.store(e, cell)
		}
		return nil
	})
}
