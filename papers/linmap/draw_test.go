package linmap_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/diag"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/number"
)

var nowhere = diag.Pos{}

// size is the length of all vectors here.
const size = 2

var (
	twoR   = ks.Tuple{ks.R, ks.R}
	vecR   = ks.Vec{Elem: ks.R}
	either = ks.Sum{Cons: []ks.Con{{Name: "Inl", Of: ks.R}, {Name: "Inr", Of: twoR}}}
	spaces = []ks.Type{ks.R, twoR, vecR, ks.Tuple{ks.R, vecR}, ks.Vec{Elem: twoR}, ks.Tuple{ks.R, ks.Tuple{ks.R, vecR}}, either}
)

// A drawing makes random maps and vectors. Its numbers are residues, so that equal
// maps give exactly equal results. Values of sums have the first constructor.
type drawing struct {
	*rand.Rand
	m *ks.Machine
}

func newDrawing(seed uint64) *drawing {
	return &drawing{rand.New(rand.NewPCG(seed, 1)), &ks.Machine{D: number.Mod61()}}
}

func (d *drawing) space() ks.Type { return spaces[d.IntN(len(spaces))] }

func (d *drawing) scalar() ks.Term { return ks.Real(nowhere, float64(d.IntN(9)-4)) }

func do(f ks.Fun, args ...ks.Term) ks.Term { return ks.Do(nowhere, f, args...) }

// lin is a map of type s ⊸ t.
func (d *drawing) lin(s, t ks.Type, depth int) ks.Term {
	options := []func() ks.Term{func() ks.Term { return do(linmap.Zero{From: s, To: t}) }}
	add := func(f func() ks.Term) { options = append(options, f) }
	if ks.Equal(s, t) {
		options = nil
		add(func() ks.Term { return do(linmap.One{Of: s}) })
		add(func() ks.Term { return do(linmap.Scale{Of: s}, d.scalar()) })
	}
	if ks.Equal(s, ks.R) && ks.Equal(t, either) {
		add(func() ks.Term { return do(linmap.In{K: 0, Of: either}) })
	}
	if ks.Equal(s, either) && ks.Equal(t, ks.R) {
		add(func() ks.Term { return do(linmap.Out{K: 0, Of: either}) })
	}
	if depth > 0 {
		add(func() ks.Term { return d.compose(s, t, depth) })
		add(func() ks.Term { return do(linmap.Plus{}, d.lin(s, t, depth-1), d.lin(s, t, depth-1)) })
		add(func() ks.Term { return do(linmap.Transpose{}, d.lin(t, s, depth-1)) })
		switch t := t.(type) {
		case ks.Tuple:
			add(func() ks.Term { return d.vcat(s, t, depth) })
		case ks.Vec:
			add(func() ks.Term { return do(linmap.VCatV{}, d.vector(s, t.Elem, depth)) })
		}
		switch s := s.(type) {
		case ks.Tuple:
			add(func() ks.Term { return d.hcat(s, t, depth) })
			if f := d.fold(s, t, depth); f != nil {
				add(func() ks.Term { return f })
			}
		case ks.Vec:
			add(func() ks.Term { return do(linmap.HCatV{}, d.vector(s.Elem, t, depth)) })
		}
	}
	return options[d.IntN(len(options))]()
}

func (d *drawing) compose(s, t ks.Type, depth int) ks.Term {
	mid := d.space()
	return do(linmap.Compose{}, d.lin(mid, t, depth-1), d.lin(s, mid, depth-1))
}

func (d *drawing) vcat(s ks.Type, t ks.Tuple, depth int) ks.Term {
	maps := make([]ks.Term, len(t))
	for i, e := range t {
		maps[i] = d.lin(s, e, depth-1)
	}
	return do(linmap.VCat{}, maps...)
}

func (d *drawing) hcat(s ks.Tuple, t ks.Type, depth int) ks.Term {
	maps := make([]ks.Term, len(s))
	for i, e := range s {
		maps[i] = d.lin(e, t, depth-1)
	}
	return do(linmap.HCat{}, maps...)
}

// vector is build(2, λi. if i == 0 then m1 else m2).
func (d *drawing) vector(s, t ks.Type, depth int) ks.Term {
	i := &ks.Var{Name: "i", Type: ks.N}
	first := do(ks.Op{Op: core.Eq}, ks.UseOf(nowhere, i), ks.Int(nowhere, 0))
	return do(ks.Build{}, ks.Int(nowhere, size), ks.Fn(i, ks.If(nowhere, first, d.lin(s, t, depth-1), d.lin(s, t, depth-1))))
}

// fold is an lmFold, if the types are those of one: its values are R, and its maps
// depend on them.
func (d *drawing) fold(s ks.Tuple, to ks.Type, depth int) ks.Term {
	if !ks.Equal(s, ks.Tuple{ks.R, ks.Tuple{ks.R, vecR}}) || !ks.Equal(to, ks.R) {
		return nil
	}
	t, u := &ks.Var{Name: "t", Type: twoR}, &ks.Var{Name: "t", Type: twoR}
	acc, x := do(ks.Select{K: 0, N: 2}, ks.UseOf(nowhere, t)), do(ks.Select{K: 1, N: 2}, ks.UseOf(nowhere, t))
	step := ks.Fn(t, do(ks.Op{Op: core.Mul}, acc, x))
	inner := d.lin(ks.Tuple{ks.R, twoR}, ks.R, depth-1)
	each := ks.Fn(u, do(linmap.Compose{}, do(linmap.Scale{Of: ks.R}, do(ks.Select{K: 0, N: 2}, ks.UseOf(nowhere, u))), inner))
	i := &ks.Var{Name: "i", Type: ks.N}
	v := do(ks.Build{}, ks.Int(nowhere, size), ks.Fn(i, d.scalar()))
	return do(linmap.LmFold{}, step, each, d.scalar(), v)
}

// at is a vector of a space, as a term.
func (d *drawing) at(t ks.Type) ks.Term {
	switch t := t.(type) {
	case ks.Tuple:
		elems := make([]ks.Term, len(t))
		for i, e := range t {
			elems[i] = d.at(e)
		}
		return ks.Tuples(nowhere, elems...)
	case ks.Vec:
		i := &ks.Var{Name: "i", Type: ks.N}
		first := do(ks.Op{Op: core.Eq}, ks.UseOf(nowhere, i), ks.Int(nowhere, 0))
		return do(ks.Build{}, ks.Int(nowhere, size), ks.Fn(i, ks.If(nowhere, first, d.at(t.Elem), d.at(t.Elem))))
	case ks.Sum:
		return do(ks.Inject{K: 0, To: ks.Tangent(t).(ks.Sum)}, d.at(t.Cons[0].Of))
	}
	return d.scalar()
}

// value is what a term evaluates to, after its types are checked.
func (d *drawing) value(t *testing.T, e ks.Term) ks.Value {
	t.Helper()
	f := &ks.Def{Title: "f", Param: &ks.Var{Name: "x", Type: ks.Unit}, Of: e.Type(), Body: e}
	require.NoError(t, ks.Verify(f), ks.Text(e))
	v, err := d.m.Run(f, eval.Tuple{})
	require.NoError(t, err, ks.Text(e))
	return v
}

// vectorOf is a value of a space as a list of numbers.
func vectorOf(t ks.Type, v ks.Value) (out []number.Residue) {
	switch t := t.(type) {
	case ks.Tuple:
		for i, e := range t {
			out = append(out, vectorOf(e, ks.Part(v, i))...)
		}
		return out
	case ks.Vec:
		for i := range size {
			out = append(out, vectorOf(t.Elem, ks.Part(v, i))...)
		}
		return out
	case ks.Sum:
		if x, ok := v.(*eval.Variant); ok {
			return vectorOf(t.Cons[x.Con].Of, x.Of)
		}
		return vectorOf(t.Cons[0].Of, v)
	}
	if x, ok := v.(number.Residue); ok {
		return []number.Residue{x}
	}
	return []number.Residue{0}
}

// dot is the inner product of Section 2.2.
func (d *drawing) dot(t ks.Type, v, w ks.Value) ks.Value {
	a, b := vectorOf(t, v), vectorOf(t, w)
	sum := d.m.D.Literal(nowhere, 0)
	for i := range a {
		sum = d.m.D.Prim(nowhere, core.Add, sum, d.m.D.Prim(nowhere, core.Mul, a[i], b[i]))
	}
	return sum
}
