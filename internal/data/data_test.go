package data_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// scalarType draws a type without arrays.
func scalarType(t *rapid.T, depth int) proc.Type {
	most := 5
	if depth == 0 {
		most = 3
	}
	switch rapid.IntRange(0, most).Draw(t, "type") {
	case 0:
		return proc.Real
	case 1:
		return proc.Int
	case 2:
		return proc.Unit
	case 3:
		return proc.Bool
	case 4:
		return proc.NewSum(scalarType(t, depth-1), scalarType(t, depth-1))
	}
	return proc.NewTuple(scalarType(t, depth-1), scalarType(t, depth-1), scalarType(t, depth-1))
}

// anyType draws a type that JSON can write.
func anyType(t *rapid.T, depth int) proc.Type {
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return proc.NewArray(rapid.IntRange(1, 3).Draw(t, "rank"), scalarType(t, 2))
	case 1:
		if depth > 0 {
			return proc.NewTuple(anyType(t, depth-1), anyType(t, depth-1))
		}
	case 2:
		if depth > 0 {
			return proc.NewSum(anyType(t, depth-1), anyType(t, depth-1))
		}
	}
	return scalarType(t, 2)
}

// anyValue draws a value of type t. Parts of sums that it is not are zero.
func anyValue(t *rapid.T, typ proc.Type) data.Value {
	switch typ := typ.(type) {
	case proc.RealType:
		x := rapid.Float64().Draw(t, "x")
		if rapid.IntRange(0, 9).Draw(t, "special") == 0 {
			x = rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)}).Draw(t, "x")
		}
		return data.Real(x)
	case proc.IntType:
		return data.Int(rapid.Int64().Draw(t, "n"))
	case proc.UnitType:
		return data.Unit()
	case *proc.TupleType:
		parts := make([]data.Value, len(typ.Elems))
		for i, e := range typ.Elems {
			parts[i] = anyValue(t, e)
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		if rapid.Bool().Draw(t, "inl") {
			return data.Inl(anyValue(t, typ.L), typ.R)
		}
		return data.Inr(typ.L, anyValue(t, typ.R))
	}
	array := typ.(*proc.ArrayType)
	a := &data.Array{Leaves: make([][]uint64, data.LayoutOf(array.Elem).Words)}
	for i := range a.Leaves {
		a.Leaves[i] = []uint64{}
	}
	for k := range array.Rank {
		// Only the last dimension may be 0: JSON tells nothing of those within an empty list.
		a.Dims = append(a.Dims, rapid.IntRange(min(1, array.Rank-1-k), 3).Draw(t, "dim"))
	}
	for range a.Len() {
		for i, w := range anyValue(t, array.Elem).Words {
			a.Leaves[i] = append(a.Leaves[i], w)
		}
	}
	return data.Value{Type: typ, Objects: []data.Object{a}}
}

// Writing, then reading, gives the same value to the last bit.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(t, anyType(t, 2))
		require.NoError(t, v.Check())
		var b strings.Builder
		require.NoError(t, data.Write(&b, v))
		back, err := data.ReadValue(&diag.Source{Text: b.String()}, v.Type)
		require.NoError(t, err, b.String())
		require.NoError(t, back.Check())
		require.Equal(t, canonical(v), canonical(back), b.String())
	})
}

// canonical is a value as text, all NaNs alike.
func canonical(v data.Value) string {
	c := v.Clone()
	if err := data.Walk(c, func(l data.Leaf) error {
		if l.Kind == data.RealLeaf && math.IsNaN(math.Float64frombits(*l.Word)) {
			*l.Word = math.Float64bits(math.NaN())
		}
		return nil
	}); err != nil {
		return err.Error()
	}
	s := fmt.Sprint(c.Words)
	for _, o := range c.Objects {
		s += fmt.Sprint(o)
	}
	return s
}

// No text makes the reader panic or run away, and what it accepts is well formed.
func TestHostileText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := anyType(t, 2)
		var b strings.Builder
		require.NoError(t, data.Write(&b, anyValue(t, typ)))
		text := []byte(b.String())
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			i := rapid.IntRange(0, len(text)-1).Draw(t, "at")
			switch rapid.IntRange(0, 2).Draw(t, "change") {
			case 0:
				text[i] = rapid.SampledFrom([]byte(`[]{},:"\0-.eEntf u`)).Draw(t, "byte")
			case 1:
				text = slices.Insert(text, i, rapid.SampledFrom([]byte(`[]{},:"\0-.eEntf u`)).Draw(t, "byte"))
			case 2:
				text = text[:i+1]
			}
		}
		v, err := data.ReadValue(&diag.Source{Name: "x", Text: string(text)}, typ)
		if err != nil {
			require.NotEmpty(t, diag.All(err))
			return
		}
		require.NoError(t, v.Check())
	})
}

func TestNesting(t *testing.T) {
	face := &proc.Interface{}
	for _, text := range []string{
		`{"a": ` + strings.Repeat("[", 1_000_000),
		`{"a": ` + strings.Repeat(`{"a":`, 1_000_000),
	} {
		_, _, err := data.Read(&diag.Source{Name: "deep.json", Text: text}, face)
		require.NotEmpty(t, diag.All(err))
		assert.Equal(t, data.CodeNesting, diag.All(err)[0].Code)
	}
}

func TestStackHasNoForm(t *testing.T) {
	v := data.Value{Type: proc.NewStack(proc.Real), Objects: []data.Object{&data.Stack{}}}
	require.NoError(t, v.Check())
	assert.ErrorContains(t, data.Write(&strings.Builder{}, v), "no JSON form")
	_, err := data.ReadValue(&diag.Source{Text: "[]"}, v.Type)
	assert.ErrorContains(t, err, "no JSON form")
}

func TestWriteObject(t *testing.T) {
	var b strings.Builder
	require.NoError(t, data.WriteObject(&b, []data.Field{{"x", data.Real(1.5)}, {"a \"b\"", data.Ints([]int64{1, 2})}}))
	assert.Equal(t, `{"x": 1.5, "a \"b\"": [1,2]}`, b.String())
	b.Reset()
	require.NoError(t, data.WriteObject(&b, nil))
	assert.Equal(t, "{}", b.String())
}

// Bytes are what a value holds: the part of a sum that it is, elements, items.
func TestBytes(t *testing.T) {
	three := data.Reals([]float64{1, 2, 3})
	sum := data.Inl(data.Tuple(data.Real(1), data.Real(2)), proc.Int)
	stack := data.Value{Type: proc.NewStack(proc.NewTuple(proc.Int, three.Type)),
		Objects: []data.Object{&data.Stack{Len: 2, Words: []uint64{1, 2}, Objects: []data.Object{three.Array(), three.Array()}}}}
	for want, v := range map[int64]data.Value{
		0: data.Unit(), 8: data.Bool(true), 16: data.Inr(proc.NewTuple(proc.Real, proc.Real), data.Int(7)),
		24: sum, 32: data.Tuple(three, data.Int(1)), 48: data.Tuple(three, sum), 56: data.Tuple(data.Inl(three, three.Type), sum),
		64: stack, 72: data.Inr(three.Type, stack),
	} {
		assert.Equal(t, want, v.Bytes(), "%s", v.Type)
	}
}

// ArrayBytes are what arrays take in native code, whatever else there is in a value.
func TestArrayBytes(t *testing.T) {
	three := data.Reals([]float64{1, 2, 3})
	sums := data.Value{Type: proc.NewArray(1, proc.NewSum(proc.Unit, proc.NewTuple(proc.Real, proc.Bool))), Objects: []data.Object{
		&data.Array{Dims: []int{2}, Leaves: [][]uint64{{0, 1}, {0, 0}, {0, 1}}}}}
	for _, c := range []struct {
		v    data.Value
		want int64
	}{
		{data.Real(1), 0}, {three, 24}, {data.Tuple(three, data.Int(1), three), 48}, {sums, 2 * (1 + 8 + 1)},
		{data.Inl(three, three.Type), 24}, {data.Inr(three.Type, data.Bool(true)), 0},
	} {
		assert.Equal(t, c.want, c.v.ArrayBytes(), "%s", c.v.Type)
	}
}

func TestDiffer(t *testing.T) {
	pair := func(x float64, n int64) data.Value { return data.Tuple(data.Real(x), data.Int(n)) }
	sums := func(tag uint64, x float64) data.Value {
		return data.Value{Type: proc.NewArray(1, proc.NewSum(proc.Real, proc.Real)), Objects: []data.Object{
			&data.Array{Dims: []int{1}, Leaves: [][]uint64{{tag}, {math.Float64bits(x)}, {17}}}}}
	}
	stack := func(w uint64) data.Value {
		inner := &data.Stack{Len: 1, Words: []uint64{w}}
		return data.Value{Type: proc.NewStack(proc.NewStack(proc.Int)), Objects: []data.Object{&data.Stack{Len: 1, Objects: []data.Object{inner}}}}
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		want, got data.Value
		tolerance float64
		message   string
	}{
		{data.Real(1), data.Real(1), 0, ""},
		{data.Real(1), data.Real(1 + 1e-12), 0, "the value is 1.000000000001, not 1"},
		{data.Real(1), data.Real(1 + 1e-12), 1e-11, ""},
		{data.Real(1e10), data.Real(1e10 + 1), 1e-11, "not 1e+10"},
		{data.Real(1e-30), data.Real(0), 1e-11, ""},
		{data.Real(0), data.Real(math.Copysign(0, -1)), 0, "is -0, not 0"},
		{data.Real(nan), data.Real(-nan), 0, ""},
		{data.Real(nan), data.Real(1), 1, "not NaN"},
		{data.Real(inf), data.Real(inf), 1e-12, ""},
		{data.Real(inf), data.Real(1), 1e-12, "not +Inf"},
		{data.Real(1), data.Int(1), 0, "a Real is wanted, not an Int"},
		{pair(1, 2), pair(1, 3), 1, "the value.1 is 3, not 2"},
		{data.Bool(true), data.Bool(false), 0, "is Inr, not Inl"},
		{data.Reals(make([]float64, 6), 2, 3), data.Reals(make([]float64, 6), 3, 2), 0, "dimensions [3 2], not [2 3]"},
		{data.Reals(make([]float64, 6), 2, 3), data.Reals([]float64{0, 0, 0, 0, 0, 1}, 2, 3), 0, "the value[1 2] is 1, not 0"},
		{sums(0, 1), sums(0, 1), 0, ""},
		{sums(0, 1), sums(0, 2), 0, "the value[0] is 2, not 1"},
		{sums(1, 1), sums(1, 2), 0, ""},
		{stack(1), stack(1), 0, ""},
		{stack(1), stack(2), 0, "a stack of something else"},
	} {
		err := data.Differ(c.want, c.got, c.tolerance)
		if c.message == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.message)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	v, err := data.ReadValue(&diag.Source{Text: "\ufeff1.5"}, proc.Real)
	require.NoError(t, err)
	assert.Equal(t, 1.5, v.Float())
}

// A type with few names can have more leaves than memory has room for.
func TestTooLarge(t *testing.T) {
	typ := proc.Type(proc.Real)
	for range 70 {
		typ = proc.NewTuple(typ, typ)
	}
	assert.True(t, data.LayoutOf(typ).TooLarge())
	_, err := data.ReadValue(&diag.Source{Text: "[]"}, typ)
	assert.ErrorContains(t, err, "too many parts")
}

// Values sort themselves into the zone and the argument.
func TestArgsFor(t *testing.T) {
	pair := proc.NewTuple(proc.Real, proc.NewArray(1, proc.Real))
	face := &proc.Interface{Params: []proc.Param{
		{Name: "a", Type: proc.Int, Index: 1},
		{Name: "p", Type: pair, Parts: []proc.Param{
			{Name: "p.0", Type: proc.Real, Index: 0},
			{Name: "p.1", Type: proc.NewArray(1, proc.Real), Ref: "s", Sizes: []string{"n"}},
		}},
		{Name: "v", Type: proc.NewArray(1, proc.Int), Ref: "v", Sizes: []string{"n"}},
		{Name: "nothing", Type: proc.Unit, Index: -1},
	}}
	d := &proc.Def{Name: proc.Name("f"), In: proc.Var{Name: "x", Type: proc.NewTuple(proc.Real, proc.Int)}, Zone: []proc.Ref{
		{Name: "v", Mode: proc.Shared, Type: proc.NewArray(1, proc.Int)}, {Name: "s", Mode: proc.Shared, Type: proc.NewArray(1, proc.Real)}}}
	args, warnings, err := data.Read(&diag.Source{Text: `{"v": [7, 8], "p": [0.5, [1, 2]], "a": 3, "n": 2, "nothing": null}`}, face)
	require.NoError(t, err)
	assert.Empty(t, warnings)
	zone, arg, err := args.For(d)
	require.NoError(t, err)
	assert.Equal(t, canonical(data.Tuple(data.Real(0.5), data.Int(3))), canonical(arg))
	assert.Equal(t, []float64{1, 2}, zone[1].Floats())
	assert.Equal(t, []uint64{7, 8}, zone[0].Array().Leaves[0])
	p, ok := args.Get("p")
	assert.True(t, ok)
	assert.Equal(t, 0.5, p.Part(0).Float())

	_, _, err = data.Read(&diag.Source{Text: `{"v": [7, 8], "p": [0.5, [1, 2, 3]], "a": 3, "nothing": null}`}, face)
	assert.ErrorContains(t, err, "n is 3 by dimension 0 of p.1, but 2 by dimension 0 of v")

	d.In.Type = proc.NewTuple(proc.Real, proc.Real)
	_, _, err = args.For(d)
	assert.ErrorContains(t, err, "make a (Real, Int), but its argument is a (Real, Real)")
	d.Zone[0].Name = "w"
	_, _, err = args.For(d)
	assert.ErrorContains(t, err, "no parameter of f stands for w")
}

// The data that come with the task, where they are present.
func TestSharedData(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("../../../shared/data/gmm_d2_k5.json"))
	if err != nil {
		t.Skip("the shared data are not here")
	}
	matrix := proc.NewArray(2, proc.Real)
	face := &proc.Interface{Params: []proc.Param{
		{Name: "alpha", Type: proc.NewArray(1, proc.Real), Sizes: []string{"k"}},
		{Name: "mu", Type: matrix, Sizes: []string{"k", "d"}},
		{Name: "q", Type: matrix, Sizes: []string{"k", "d"}},
		{Name: "l", Type: matrix, Sizes: []string{"k", "t"}},
		{Name: "x", Type: matrix, Sizes: []string{"n", "d"}},
		{Name: "m", Type: proc.Int},
		{Name: "gamma", Type: proc.Real},
	}}
	args, warnings, err := data.Read(&diag.Source{Name: "gmm.json", Text: string(text)}, face)
	require.NoError(t, err)
	assert.Empty(t, warnings)
	x, _ := args.Get("x")
	assert.Equal(t, []int{1000, 2}, x.Array().Dims)
	assert.Equal(t, 1.215408162057621, x.Floats()[0])
}

func BenchmarkRead(b *testing.B) {
	xs := make([]float64, 1_000_000)
	for i := range xs {
		xs[i] = math.Sin(float64(i))
	}
	var text strings.Builder
	require.NoError(b, data.Write(&text, data.Reals(xs, 1000, 1000)))
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		_, err := data.ReadValue(&diag.Source{Text: text.String()}, proc.NewArray(2, proc.Real))
		require.NoError(b, err)
	}
}

// TestLongNumbers reads numbers with more digits than a float64 has.
func TestLongNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"1" + strings.Repeat("0", 1000) + "e-1000":  1,
		"0." + strings.Repeat("0", 1000) + "1e1001": 1,
		"-" + strings.Repeat("9", 2000) + "e-2000":  -1,
	} {
		v, err := data.ReadValue(&diag.Source{Name: "x.json", Text: text}, proc.Real)
		require.NoError(t, err)
		assert.Equal(t, want, v.Float())
	}
}
