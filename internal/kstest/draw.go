package kstest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/number"
)

// Nowhere is the position of terms that tests make.
var Nowhere = diag.Pos{}

// Size is the length of all vectors that are drawn.
const Size = 2

// Types that maps are drawn between.
var (
	TwoR   = ks.Tuple{ks.R, ks.R}
	VecR   = ks.Vec{Elem: ks.R}
	Either = ks.Sum{Cons: []ks.Con{{Name: "Inl", Of: ks.R}, {Name: "Inr", Of: TwoR}}}
	Spaces = []ks.Type{ks.R, TwoR, VecR, ks.Tuple{ks.R, VecR}, ks.Vec{Elem: TwoR}, ks.Tuple{ks.R, ks.Tuple{ks.R, VecR}}, Either}
)

// A Drawing makes random maps and vectors. Its numbers are residues, so that equal
// maps give exactly equal results. Values of sums have the first constructor.
type Drawing struct {
	*rand.Rand
	M *ks.Machine
}

// NewDrawing is one for each seed.
func NewDrawing(seed uint64) *Drawing {
	return &Drawing{rand.New(rand.NewPCG(seed, 1)), &ks.Machine{D: number.Mod61()}}
}

// Space is a type of Spaces.
func (d *Drawing) Space() ks.Type { return Spaces[d.IntN(len(Spaces))] }

// Scalar is a small constant.
func (d *Drawing) Scalar() ks.Term { return ks.Real(Nowhere, float64(d.IntN(9)-4)) }

// Do is f(e1, …, en).
func Do(f ks.Fun, args ...ks.Term) ks.Term { return ks.Do(Nowhere, f, args...) }

// Lin is a map of type s ⊸ t.
func (d *Drawing) Lin(s, t ks.Type, depth int) ks.Term {
	options := []func() ks.Term{func() ks.Term { return Do(linmap.Zero{From: s, To: t}) }}
	add := func(f func() ks.Term) { options = append(options, f) }
	if ks.Equal(s, t) {
		options = nil
		add(func() ks.Term { return Do(linmap.One{Of: s}) })
		add(func() ks.Term { return Do(linmap.Scale{Of: s}, d.Scalar()) })
	}
	if ks.Equal(s, ks.R) && ks.Equal(t, Either) {
		add(func() ks.Term { return Do(linmap.In{K: 0, Of: Either}) })
	}
	if ks.Equal(s, Either) && ks.Equal(t, ks.R) {
		add(func() ks.Term { return Do(linmap.Out{K: 0, Of: Either}) })
	}
	if depth > 0 {
		add(func() ks.Term { return d.compose(s, t, depth) })
		add(func() ks.Term { return Do(linmap.Plus{}, d.Lin(s, t, depth-1), d.Lin(s, t, depth-1)) })
		add(func() ks.Term { return Do(linmap.Transpose{}, d.Lin(t, s, depth-1)) })
		switch t := t.(type) {
		case ks.Tuple:
			add(func() ks.Term { return d.vcat(s, t, depth) })
		case ks.Vec:
			add(func() ks.Term { return Do(linmap.VCatV{}, d.Vector(s, t.Elem, depth)) })
		}
		switch s := s.(type) {
		case ks.Tuple:
			add(func() ks.Term { return d.hcat(s, t, depth) })
			if f := d.fold(s, t, depth); f != nil {
				add(func() ks.Term { return f })
			}
		case ks.Vec:
			add(func() ks.Term { return Do(linmap.HCatV{}, d.Vector(s.Elem, t, depth)) })
		}
	}
	return options[d.IntN(len(options))]()
}

func (d *Drawing) compose(s, t ks.Type, depth int) ks.Term {
	mid := d.Space()
	return Do(linmap.Compose{}, d.Lin(mid, t, depth-1), d.Lin(s, mid, depth-1))
}

func (d *Drawing) vcat(s ks.Type, t ks.Tuple, depth int) ks.Term {
	maps := make([]ks.Term, len(t))
	for i, e := range t {
		maps[i] = d.Lin(s, e, depth-1)
	}
	return Do(linmap.VCat{}, maps...)
}

func (d *Drawing) hcat(s ks.Tuple, t ks.Type, depth int) ks.Term {
	maps := make([]ks.Term, len(s))
	for i, e := range s {
		maps[i] = d.Lin(e, t, depth-1)
	}
	return Do(linmap.HCat{}, maps...)
}

// Vector is build(2, λi. if i == 0 then m1 else m2).
func (d *Drawing) Vector(s, t ks.Type, depth int) ks.Term {
	i := &ks.Var{Name: "i", Type: ks.N}
	first := Do(ks.Op{Op: core.Eq}, ks.UseOf(Nowhere, i), ks.Int(Nowhere, 0))
	return Do(ks.Build{}, ks.Int(Nowhere, Size), ks.Fn(i, ks.If(Nowhere, first, d.Lin(s, t, depth-1), d.Lin(s, t, depth-1))))
}

// fold is an lmFold, if the types are those of one: its values are R, and its maps
// depend on them.
func (d *Drawing) fold(s ks.Tuple, to ks.Type, depth int) ks.Term {
	if !ks.Equal(s, ks.Tuple{ks.R, ks.Tuple{ks.R, VecR}}) || !ks.Equal(to, ks.R) {
		return nil
	}
	t, u := &ks.Var{Name: "t", Type: TwoR}, &ks.Var{Name: "t", Type: TwoR}
	acc, x := Do(ks.Select{K: 0, N: 2}, ks.UseOf(Nowhere, t)), Do(ks.Select{K: 1, N: 2}, ks.UseOf(Nowhere, t))
	step := ks.Fn(t, Do(ks.Op{Op: core.Mul}, acc, x))
	inner := d.Lin(ks.Tuple{ks.R, TwoR}, ks.R, depth-1)
	each := ks.Fn(u, Do(linmap.Compose{}, Do(linmap.Scale{Of: ks.R}, Do(ks.Select{K: 0, N: 2}, ks.UseOf(Nowhere, u))), inner))
	i := &ks.Var{Name: "i", Type: ks.N}
	v := Do(ks.Build{}, ks.Int(Nowhere, Size), ks.Fn(i, d.Scalar()))
	return Do(linmap.LmFold{}, step, each, d.Scalar(), v)
}

// At is a vector of a space, as a term.
func (d *Drawing) At(t ks.Type) ks.Term {
	switch t := t.(type) {
	case ks.Tuple:
		elems := make([]ks.Term, len(t))
		for i, e := range t {
			elems[i] = d.At(e)
		}
		return ks.Tuples(Nowhere, elems...)
	case ks.Vec:
		i := &ks.Var{Name: "i", Type: ks.N}
		first := Do(ks.Op{Op: core.Eq}, ks.UseOf(Nowhere, i), ks.Int(Nowhere, 0))
		return Do(ks.Build{}, ks.Int(Nowhere, Size), ks.Fn(i, ks.If(Nowhere, first, d.At(t.Elem), d.At(t.Elem))))
	case ks.Sum:
		return Do(ks.Inject{K: 0, To: ks.Tangent(t).(ks.Sum)}, d.At(t.Cons[0].Of))
	}
	return d.Scalar()
}

// Value is what a term evaluates to, after its types are checked.
func (d *Drawing) Value(t *testing.T, e ks.Term) ks.Value {
	t.Helper()
	f := &ks.Def{Title: "f", Param: &ks.Var{Name: "x", Type: ks.Unit}, Of: e.Type(), Body: e}
	require.NoError(t, ks.Verify(f), ks.Text(e))
	v, err := d.M.Run(f, eval.Tuple{})
	require.NoError(t, err, ks.Text(e))
	return v
}

// vectorOf is a value of a space as a list of numbers.
func VectorOf(t ks.Type, v ks.Value) (out []number.Residue) {
	switch t := t.(type) {
	case ks.Tuple:
		for i, e := range t {
			out = append(out, VectorOf(e, ks.Part(v, i))...)
		}
		return out
	case ks.Vec:
		for i := range Size {
			out = append(out, VectorOf(t.Elem, ks.Part(v, i))...)
		}
		return out
	case ks.Sum:
		if x, ok := v.(*eval.Variant); ok {
			return VectorOf(t.Cons[x.Con].Of, x.Of)
		}
		return VectorOf(t.Cons[0].Of, v)
	}
	if x, ok := v.(number.Residue); ok {
		return []number.Residue{x}
	}
	return []number.Residue{0}
}

// Dot is the inner product of Section 2.2.
func (d *Drawing) Dot(t ks.Type, v, w ks.Value) ks.Value {
	a, b := VectorOf(t, v), VectorOf(t, w)
	sum := d.M.D.Literal(Nowhere, 0)
	for i := range a {
		sum = d.M.D.Prim(Nowhere, core.Add, sum, d.M.D.Prim(Nowhere, core.Mul, a[i], b[i]))
	}
	return sum
}

// Same says that two terms have the same value in the space δt.
func (d *Drawing) Same(t *testing.T, of ks.Type, want, got ks.Term) {
	t.Helper()
	require.Equal(t, VectorOf(of, d.Value(t, want)), VectorOf(of, d.Value(t, got)), "%s", ks.Text(want))
}
