package prim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

var (
	real, unit = data.Real, data.Unit()
	num        = data.Int
	tuple      = data.Tuple
)

func reals(xs ...float64) data.Value { return data.Reals(xs) }
func ints(ns ...int64) data.Value    { return data.Ints(ns) }

// zipped is the array of the pairs of elements of two arrays.
func zipped(a, b data.Value) data.Value {
	x, y := a.Type.(*proc.ArrayType), b.Type.(*proc.ArrayType)
	leaves := append(append([][]uint64{}, a.Array().Leaves...), b.Array().Leaves...)
	return retyped(proc.NewTuple(x.Elem, y.Elem), &data.Array{Dims: a.Array().Dims, Leaves: leaves})
}

func retyped(elem proc.Type, a *data.Array) data.Value {
	return data.Value{Type: proc.NewArray(len(a.Dims), elem), Objects: []data.Object{a}}
}

// arrayOf is a vector of scalars of one type.
func arrayOf(vs ...data.Value) data.Value {
	a := &data.Array{Dims: []int{len(vs)}, Leaves: make([][]uint64, len(vs[0].Words))}
	for _, v := range vs {
		for i, w := range v.Words {
			a.Leaves[i] = append(a.Leaves[i], w)
		}
	}
	return retyped(vs[0].Type, a)
}

// show tells values apart: by type, words, dimensions and buffers.
func show(v data.Value) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %x", v.Type, v.Words)
	for _, o := range v.Objects {
		b.WriteString(" " + showObject(o))
	}
	return b.String()
}

func showObject(o data.Object) string {
	switch o := o.(type) {
	case *data.Array:
		return fmt.Sprintf("array %v %x", o.Dims, o.Leaves)
	case *data.Stack:
		s := fmt.Sprintf("stack %d %x", o.Len, o.Words)
		for _, inner := range o.Objects {
			s += " (" + showObject(inner) + ")"
		}
		return s
	}
	return "nothing"
}

// Each example gives an argument with a tangent, the result with its tangent,
// and a cotangent of the result with what the reverse pass makes of it.
func TestFamilies(t *testing.T) {
	inl, inr := func(x float64) data.Value { return data.Inl(real(x), proc.Unit) }, data.Inr(proc.Real, unit)
	v, dv, c := reals(1, 2), reals(0.1, 0.2), reals(10, 20)
	w, dw, e := reals(3, 4), reals(0.3, 0.4), reals(30, 40)
	n, m := ints(5, 6), ints(7, 8)
	units := func(a data.Value) data.Value { // elements (a, ())
		return retyped(proc.NewTuple(a.Type.(*proc.ArrayType).Elem, proc.Unit), a.Array())
	}
	unitsFirst := func(a data.Value) data.Value { // elements ((), a)
		return retyped(proc.NewTuple(proc.Unit, a.Type.(*proc.ArrayType).Elem), a.Array())
	}
	mach := machine()
	stack := func(x proc.Type, items ...data.Value) data.Value {
		s := call(t, mach, proc.FamilyOf("empty", x), nil, num(2))
		for _, i := range items {
			s = call(t, mach, proc.FamilyOf("push", x), nil, tuple(s, i))
		}
		return s
	}
	ri := proc.NewTuple(proc.Real, proc.Int)
	ru := proc.NewTuple(proc.Real, proc.Unit)
	vec := proc.NewArray(1, proc.Real)
	vecBar := proc.NewTuple(vec, vec)

	for _, x := range []struct {
		f         proc.Func
		a, adot   data.Value
		r, rdot   data.Value
		rbar, bar data.Value
	}{
		{proc.MustParseFunc("swap{[Real]}"), tuple(v, num(1), real(9)), tuple(dv, unit, real(0.9)),
			tuple(reals(1, 9), real(2)), tuple(reals(0.1, 0.9), real(0.2)),
			tuple(tuple(c, reals(1, 9)), real(7)), tuple(tuple(reals(10, 7), v), unit, real(20))},
		{proc.MustParseFunc("swap{[[Real]]}"), tuple(data.Reals([]float64{1, 2, 3, 4}, 2, 2), num(1), num(0), real(9)),
			tuple(data.Reals([]float64{5, 6, 7, 8}, 2, 2), unit, unit, real(0.9)),
			tuple(data.Reals([]float64{1, 2, 9, 4}, 2, 2), real(3)), tuple(data.Reals([]float64{5, 6, 0.9, 8}, 2, 2), real(7)),
			tuple(tuple(data.Reals([]float64{10, 20, 30, 40}, 2, 2), data.Reals([]float64{1, 2, 9, 4}, 2, 2)), real(-1)),
			tuple(tuple(data.Reals([]float64{10, 20, -1, 40}, 2, 2), data.Reals([]float64{1, 2, 3, 4}, 2, 2)), unit, unit, real(30))},
		{proc.MustParseFunc("swap{[Int]}"), tuple(n, num(1), num(9)), unit, tuple(ints(5, 9), num(6)), unit,
			tuple(ints(5, 9), unit), tuple(n, unit, unit)},
		{proc.MustParseFunc("swap{[Real + ()]}"), tuple(arrayOf(inl(1), inr), num(0), inr), tuple(arrayOf(inl(0.1), inr), unit, inr),
			tuple(arrayOf(inr, inr), inl(1)), tuple(arrayOf(inr, inr), inl(0.1)),
			tuple(tuple(arrayOf(inr, inr), arrayOf(inr, inr)), inl(7)), tuple(tuple(arrayOf(inl(7), inr), arrayOf(inl(1), inr)), unit, inr)},

		{proc.MustParseFunc("zip{[Real], [Real]}"), tuple(v, w), tuple(dv, dw), zipped(v, w), zipped(dv, dw),
			tuple(zipped(c, e), zipped(v, w)), tuple(tuple(c, v), tuple(e, w))},
		{proc.MustParseFunc("zip{[Real], [Int]}"), tuple(v, n), tuple(dv, unit), zipped(v, n), units(dv),
			tuple(units(c), zipped(v, n)), tuple(tuple(c, v), n)},
		{proc.MustParseFunc("zip{[Int], [Real]}"), tuple(n, v), tuple(unit, dv), zipped(n, v), unitsFirst(dv),
			tuple(unitsFirst(c), zipped(n, v)), tuple(n, tuple(c, v))},
		{proc.MustParseFunc("zip{[Int], [Int]}"), tuple(n, m), unit, zipped(n, m), unit, zipped(n, m), tuple(n, m)},
		{proc.MustParseFunc("unzip{[Real], [Real]}"), zipped(v, w), zipped(dv, dw), tuple(v, w), tuple(dv, dw),
			tuple(tuple(c, v), tuple(e, w)), tuple(zipped(c, e), zipped(v, w))},
		{proc.MustParseFunc("unzip{[Real], [Int]}"), zipped(v, n), units(dv), tuple(v, n), tuple(dv, unit),
			tuple(tuple(c, v), n), tuple(units(c), zipped(v, n))},
		{proc.MustParseFunc("unzip{[Int], [Real]}"), zipped(n, v), unitsFirst(dv), tuple(n, v), tuple(unit, dv),
			tuple(n, tuple(c, v)), tuple(unitsFirst(c), zipped(n, v))},
		{proc.MustParseFunc("unzip{[Int], [Int]}"), zipped(n, m), unit, tuple(n, m), unit, tuple(n, m), zipped(n, m)},
		{proc.MustParseFunc("retype{[Real], [(Real, ())]}"), v, dv, units(v), units(dv), tuple(units(c), units(v)), tuple(c, v)},
		{proc.MustParseFunc("retype{[(Int, ())], [Int]}"), units(n), unit, n, unit, n, units(n)},

		{proc.MustParseFunc("empty{(Real, Int)}"), num(3), unit, stack(ri), stack(ru), stack(ru), unit},
		{proc.MustParseFunc("empty{Int}"), num(3), unit, stack(proc.Int), unit, unit, unit},
		{proc.MustParseFunc("slots{(Real, Int)}"), num(3), unit, stack(ri), stack(ru), stack(ru), unit},
		{proc.MustParseFunc("slots{Int}"), num(3), unit, stack(proc.Int), unit, unit, unit},
		{proc.MustParseFunc("push{(Real, Int)}"), tuple(stack(ri, tuple(real(1), num(2))), tuple(real(3), num(4))),
			tuple(stack(ru, tuple(real(0.1), unit)), tuple(real(0.3), unit)),
			stack(ri, tuple(real(1), num(2)), tuple(real(3), num(4))), stack(ru, tuple(real(0.1), unit), tuple(real(0.3), unit)),
			stack(ru, tuple(real(10), unit), tuple(real(30), unit)), tuple(stack(ru, tuple(real(10), unit)), tuple(real(30), unit))},
		{proc.MustParseFunc("push{Int}"), tuple(stack(proc.Int), num(4)), unit, stack(proc.Int, num(4)), unit, unit, unit},
		{proc.MustParseFunc("pop{Real}"), stack(proc.Real, real(1), real(2)), stack(proc.Real, real(0.1), real(0.2)),
			tuple(stack(proc.Real, real(1)), real(2)), tuple(stack(proc.Real, real(0.1)), real(0.2)),
			tuple(stack(proc.Real, real(10)), real(20)), stack(proc.Real, real(10), real(20))},
		{proc.MustParseFunc("pop{[Real]}"), stack(vec, v), stack(vec, dv), tuple(stack(vec), v), tuple(stack(vec), dv),
			tuple(stack(vecBar), tuple(c, v)), stack(vecBar, tuple(c, v))},
		{proc.MustParseFunc("pop{Bool}"), stack(proc.Bool, data.Bool(true)), unit, tuple(stack(proc.Bool), data.Bool(true)), unit, unit, unit},
		{proc.MustParseFunc("drained{Real}"), stack(proc.Real), stack(proc.Real), unit, unit, unit, stack(proc.Real)},
		{proc.MustParseFunc("drained{Int}"), stack(proc.Int), unit, unit, unit, unit, unit},

		{proc.MustParseFunc("bytes{(Real, Int)}"), tuple(real(1), num(2)), tuple(real(0.1), unit), tuple(tuple(real(1), num(2)), num(16)),
			tuple(tuple(real(0.1), unit), unit), tuple(tuple(real(10), unit), unit), tuple(real(10), unit)},
		{proc.MustParseFunc("bytes{Real}"), real(1), real(0.1), tuple(real(1), num(8)), tuple(real(0.1), unit), tuple(real(10), unit), real(10)},
		{proc.MustParseFunc("bytes{Int}"), num(3), unit, tuple(num(3), num(8)), unit, unit, unit},
		{proc.MustParseFunc("bytes{()}"), unit, unit, tuple(unit, num(0)), unit, unit, unit},
		{proc.MustParseFunc("bytes{Real + ()}"), inr, inr, tuple(inr, num(8)), tuple(inr, unit), tuple(inr, unit), inr},
		{proc.MustParseFunc("bytes{[Real]}"), v, dv, tuple(v, num(16)), tuple(dv, unit), tuple(tuple(c, v), unit), tuple(c, v)},
		{proc.MustParseFunc("bytes{[Int]}"), n, unit, tuple(n, num(16)), unit, tuple(n, unit), n},
		{proc.MustParseFunc("bytes{Stack [Real]}"), stack(vec, v), stack(vec, dv), tuple(stack(vec, v), num(16)), tuple(stack(vec, dv), unit),
			tuple(stack(vecBar, tuple(c, v)), unit), stack(vecBar, tuple(c, v))},

		{proc.MustParseFunc("stop{Real}"), real(3), real(0.3), real(3), real(0), real(30), real(0)},
		{proc.MustParseFunc("stop{Int}"), num(3), unit, num(3), unit, unit, unit},
		{proc.MustParseFunc("stop{(Real, Int)}"), tuple(real(3), num(4)), tuple(real(0.3), unit), tuple(real(3), num(4)), tuple(real(0), unit),
			tuple(real(30), unit), tuple(real(0), unit)},
		{proc.MustParseFunc("stop{Real + ()}"), inl(3), inl(0.3), inl(3), inl(0), inl(30), inl(0)},
		{proc.MustParseFunc("stop{() + Real}"), data.Inl(unit, proc.Real), data.Inl(unit, proc.Real), data.Inl(unit, proc.Real), data.Inl(unit, proc.Real),
			data.Inl(unit, proc.Real), data.Inl(unit, proc.Real)},

		{proc.CheckOf("assert", "m"), data.Bool(true), unit, unit, unit, unit, unit},
		{proc.CheckOf("agree", "m"), tuple(num(3), num(3)), unit, unit, unit, unit, unit},
	} {
		r := call(t, mach, x.f, nil, x.a)
		assert.Equal(t, show(x.r), show(r), "%s", x.f)
		assert.Equal(t, show(tuple(x.r, x.rdot)), show(call(t, mach, deriv.Fwd.Of(x.f), nil, tuple(x.a, x.adot))), "fwd$%s", x.f)
		o := call(t, mach, deriv.RevF.Of(x.f), nil, x.a)
		assert.Equal(t, show(x.r), show(o.Part(0)), "revf$%s", x.f)
		assert.Equal(t, show(x.bar), show(call(t, mach, deriv.RevR.Of(x.f), nil, tuple(o.Part(1), x.rbar))), "revr$%s", x.f)
	}
}

// zeros and copy read a name of Θ; the cotangent of the copy is added to it.
func TestFamiliesWithZone(t *testing.T) {
	m := machine()
	v, dv, c := reals(1, 2), reals(0.1, 0.2), reals(10, 20)
	n := ints(5, 6)
	zone := func(vs ...data.Value) []data.Value { return vs }
	uu := tuple(unit, unit)

	assert.Equal(t, show(tuple(v, dv)), show(call(t, m, proc.MustParseFunc("fwd$copy{[Real]}"), zone(v, dv), uu)))
	assert.Equal(t, show(tuple(v, unit)), show(call(t, m, proc.MustParseFunc("revf$copy{[Real]}"), zone(v), unit)))
	bar := reals(100, 200)
	assert.Equal(t, show(unit), show(call(t, m, proc.MustParseFunc("revr$copy{[Real]}"), zone(v, bar), tuple(unit, tuple(c, v)))))
	assert.Equal(t, show(reals(110, 220)), show(bar))
	assert.Equal(t, show(tuple(n, unit)), show(call(t, m, proc.MustParseFunc("fwd$copy{[Int]}"), zone(n), uu)))
	assert.Equal(t, show(unit), show(call(t, m, proc.MustParseFunc("revr$copy{[Int]}"), zone(n), tuple(unit, n))))

	zero := reals(0, 0)
	assert.Equal(t, show(tuple(zero, zero)), show(call(t, m, proc.MustParseFunc("fwd$zeros{[Real]}"), zone(v, dv), uu)))
	assert.Equal(t, show(tuple(zero, unit)), show(call(t, m, proc.MustParseFunc("revf$zeros{[Real]}"), zone(v), unit)))
	bar = reals(100, 200)
	assert.Equal(t, show(unit), show(call(t, m, proc.MustParseFunc("revr$zeros{[Real]}"), zone(v, bar), tuple(unit, tuple(c, zero)))))
	assert.Equal(t, show(reals(100, 200)), show(bar))
	assert.Equal(t, show(uu), show(call(t, m, proc.MustParseFunc("fwd$zeros{[Int]}"), zone(n), uu)))
}

func TestAddAndZero(t *testing.T) {
	m := machine()
	inr := func(v data.Value) data.Value { return data.Inr(proc.Real, v) }
	v, c, d := reals(1, 2), reals(10, 20), reals(3, 4)
	n := ints(5, 6)
	for _, x := range []struct {
		typ       string
		a, b, sum data.Value
		value     data.Value
		zero      data.Value
	}{
		{"Real", real(1), real(2), real(3), real(7), real(0)},
		{"Int", unit, unit, unit, num(7), unit},
		{"(Real, Int)", tuple(real(1), unit), tuple(real(2), unit), tuple(real(3), unit), tuple(real(7), num(8)), tuple(real(0), unit)},
		{"[Real]", tuple(c, v), tuple(d, v), tuple(reals(13, 24), v), v, tuple(reals(0, 0), v)},
		{"[Int]", n, n, n, n, n},
		{"Real + (Real, Int)", inr(tuple(real(1), unit)), inr(tuple(real(2), unit)), inr(tuple(real(3), unit)),
			inr(tuple(real(7), num(8))), inr(tuple(real(0), unit))},
		{"Real + [Real]", inr(tuple(c, v)), inr(tuple(d, v)), inr(tuple(reals(13, 24), v)), inr(v), inr(tuple(reals(0, 0), v))},
		{"(Bool, [Int])", tuple(unit, n), tuple(unit, n), tuple(unit, n), tuple(data.Bool(false), n), tuple(unit, n)},
	} {
		assert.Equal(t, show(x.sum), show(call(t, m, proc.MustParseFunc("add{"+x.typ+"}"), nil, tuple(x.a, x.b))), x.typ)
		assert.Equal(t, show(x.zero), show(call(t, m, proc.MustParseFunc("zero{"+x.typ+"}"), nil, x.value)), x.typ)
	}
}

// Cotangents of one value have one tag: anything else is a run-time error of the
// compiler, and so is unreachable code with its derivatives.
func TestUnreachable(t *testing.T) {
	m := machine()
	l, r := data.Inl(real(1), proc.Real), data.Inr(proc.Real, real(1))
	for f, arg := range map[proc.Func]data.Value{
		proc.MustParseFunc("add{Real + Real}"):           tuple(l, r),
		proc.MustParseFunc("add{Real + (Real + Real)}"):  tuple(data.Inr(proc.Real, l), data.Inr(proc.Real, r)),
		proc.MustParseFunc("fwd$unreachable{Real, Int}"): tuple(real(1), real(2)), proc.MustParseFunc("revf$unreachable{Real, Int}"): real(1),
		proc.MustParseFunc("revr$unreachable{Int, Real}"): tuple(unit, real(1)),
	} {
		_, err := m.Call(f, nil, arg)
		var failure *prim.RuntimeError
		require.ErrorAs(t, err, &failure, "%s", f)
		assert.Equal(t, prim.Misuse, failure.Kind, "%s", f)
	}
}
