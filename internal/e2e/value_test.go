package e2e_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"procad/internal/data"
	"procad/internal/mod61"
	"procad/proc"
	"procad/proc/deriv"
)

// A number makes the words that stand for Reals.
type number func() uint64

// floats are random Reals of moderate size.
func floats(r *rand.Rand) number {
	return func() uint64 { return math.Float64bits(r.Float64()*2 - 1) }
}

// residues are random integers modulo 2^61-1.
func residues(r *rand.Rand) number { return func() uint64 { return r.Uint64N(mod61.Prime) } }

func zero() uint64 { return 0 }

// refill is a copy of v in which every Real is another one.
func refill(v data.Value, real number) data.Value {
	c := v.Clone()
	for _, w := range reals(c) {
		*w = real()
	}
	return c
}

// reals are the Reals of v.
func reals(v data.Value) []*uint64 {
	var words []*uint64
	for _, l := range leaves(v) {
		if l.Kind == data.RealLeaf {
			words = append(words, l.Word)
		}
	}
	return words
}

// tangent is a value of type δT for v : T, with the dimensions and tags of v.
func tangent(v data.Value, real number) data.Value {
	d := deriv.Tangent(v.Type)
	if d == proc.Unit {
		return data.Unit()
	}
	switch t := v.Type.(type) {
	case proc.RealType:
		return data.Value{Type: d, Words: []uint64{real()}}
	case *proc.TupleType:
		parts := make([]data.Value, len(t.Elems))
		for i := range parts {
			parts[i] = tangent(v.Part(i), real)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if v.IsInl() {
			return data.Inl(tangent(v.Part(0), real), deriv.Tangent(t.R))
		}
		return data.Inr(deriv.Tangent(t.L), tangent(v.Part(1), real))
	case *proc.ArrayType:
		from := v.Array()
		to := &data.Array{Dims: append([]int{}, from.Dims...), Leaves: make([][]uint64, data.LayoutOf(deriv.Tangent(t.Elem)).Words)}
		for i := range to.Leaves {
			to.Leaves[i] = []uint64{}
		}
		for e := range from.Len() {
			elem := data.Value{Type: t.Elem}
			for _, leaf := range from.Leaves {
				elem.Words = append(elem.Words, leaf[e])
			}
			for i, w := range tangent(elem, real).Words {
				to.Leaves[i] = append(to.Leaves[i], w)
			}
		}
		return data.Value{Type: d, Objects: []data.Object{to}}
	}
	panic(fmt.Sprintf("no tangent of %s", v.Type))
}

func tangents(vs []data.Value, real number) []data.Value {
	ds := make([]data.Value, len(vs))
	for i, v := range vs {
		ds[i] = tangent(v, real)
	}
	return ds
}

func clones(vs []data.Value) []data.Value {
	cs := make([]data.Value, len(vs))
	for i, v := range vs {
		cs[i] = v.Clone()
	}
	return cs
}

// product is ⟨a, b⟩ and Σ|aᵢ bᵢ|, of tangents of one value.
func product(as, bs []data.Value) (sum, scale float64) {
	pairs(as, bs, func(x, y *uint64) {
		p := math.Float64frombits(*x) * math.Float64frombits(*y)
		sum, scale = sum+p, scale+math.Abs(p)
	})
	return sum, scale
}

// productMod is ⟨a, b⟩ modulo 2^61-1.
func productMod(as, bs []data.Value) uint64 {
	sum, prime := new(big.Int), new(big.Int).SetUint64(mod61.Prime)
	pairs(as, bs, func(x, y *uint64) {
		p := new(big.Int).SetUint64(*x)
		sum.Add(sum, p.Mul(p, new(big.Int).SetUint64(*y)))
	})
	return sum.Mod(sum, prime).Uint64()
}

func pairs(as, bs []data.Value, yield func(x, y *uint64)) {
	for i, a := range as {
		xs, ys := reals(a), reals(bs[i])
		if len(xs) != len(ys) {
			panic(fmt.Sprintf("tangents of different shapes: %s and %s", show(a), show(bs[i])))
		}
		for k := range xs {
			yield(xs[k], ys[k])
		}
	}
}

// identical says that two values are the same bit for bit, NaNs all being one.
func identical(a, b data.Value) bool {
	xs, ys := leaves(a), leaves(b)
	return a.Type == b.Type && slices.Equal(dims(a), dims(b)) && slices.EqualFunc(xs, ys, func(x, y data.Leaf) bool {
		nan := func(l data.Leaf) bool { return l.Kind == data.RealLeaf && math.IsNaN(math.Float64frombits(*l.Word)) }
		return *x.Word == *y.Word || nan(x) && nan(y)
	})
}

func leaves(v data.Value) []data.Leaf {
	var all []data.Leaf
	if err := data.Walk(v, func(l data.Leaf) error { all = append(all, l); return nil }); err != nil {
		panic(err)
	}
	return all
}

// dims are the dimensions of the arrays of v, but for the side that a sum is not.
func dims(v data.Value) []int {
	var all []int
	switch t := v.Type.(type) {
	case *proc.TupleType:
		for i := range t.Elems {
			all = append(all, dims(v.Part(i))...)
		}
	case *proc.SumType:
		return dims(v.Part(int(v.Words[0])))
	case *proc.ArrayType:
		return v.Array().Dims
	}
	return all
}

// floatsOf are the Reals of values.
func floatsOf(vs ...data.Value) []float64 {
	var xs []float64
	for _, v := range vs {
		for _, w := range reals(v) {
			xs = append(xs, math.Float64frombits(*w))
		}
	}
	return xs
}

// move is v + h·d, for a tangent d of v. What is inactive stays.
func move(v, d data.Value, h float64) data.Value {
	if d.Type == proc.Unit {
		return v.Clone()
	}
	if t, ok := v.Type.(*proc.TupleType); ok {
		parts := make([]data.Value, len(t.Elems))
		for i := range parts {
			parts[i] = move(v.Part(i), d.Part(i), h)
		}
		return data.Tuple(parts...)
	}
	c := v.Clone()
	ds := reals(d)
	for i, w := range reals(c) {
		*w = math.Float64bits(math.Float64frombits(*w) + h*math.Float64frombits(*ds[i]))
	}
	return c
}

func moveAll(vs, ds []data.Value, h float64) []data.Value {
	out := make([]data.Value, len(vs))
	for i, v := range vs {
		out[i] = move(v, ds[i], h)
	}
	return out
}
