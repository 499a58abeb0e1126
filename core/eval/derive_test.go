package eval_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/special"
)

func node(t core.Type) core.Node { return core.Node{Of: t} }

func use(v *core.Var) core.Term { return &core.Use{Node: node(v.Type), Var: v} }

func prim(op core.Op, args ...core.Term) core.Term {
	types := make([]core.Type, len(args))
	for i, x := range args {
		types[i] = x.Type()
	}
	return &core.Prim{Node: node(core.PrimType(op, types)), Op: op, Args: args}
}

func lambda(body func(x core.Term) core.Term, name string) core.Term {
	v := &core.Var{Name: name, Type: core.Real}
	b := body(use(v))
	return &core.Lambda{Node: node(&core.FuncType{Params: []core.Type{core.Real}, Result: b.Type()}), Params: []*core.Var{v}, Body: b}
}

func grad(f core.Term, at core.Term) core.Term {
	d := &core.Derive{Node: node(core.DerivedType(core.Grad, f.Type().(*core.FuncType), nil)), Op: core.Grad, Func: f}
	return &core.Apply{Node: node(core.Real), Func: d, Args: []core.Term{at}}
}

// run is a program of one Real parameter, checked.
func run(t *testing.T, body func(x core.Term) core.Term, at float64) float64 {
	x := &core.Var{Name: "x", Type: core.Real}
	d := &core.Def{Name: "f", Params: []*core.Var{x}, Result: core.Real, Body: body(use(x))}
	require.NoError(t, core.Check(&core.Program{Defs: []*core.Def{d}}))
	v, err := eval.Run(d, []eval.Value{at}, 10_000)
	require.NoError(t, err)
	return v.(float64)
}

// TestLevels is d/dx (x · d/dy (x · y)) = 2x: the tangents of the two derivatives
// are not confused. With stopGradient around the inner one it is d/dy (x · y) = x.
func TestLevels(t *testing.T) {
	inner := func(x core.Term) core.Term {
		return grad(lambda(func(y core.Term) core.Term { return prim(core.Mul, x, y) }, "y"), x)
	}
	assert.Equal(t, 6.0, run(t, func(z core.Term) core.Term {
		return grad(lambda(func(x core.Term) core.Term { return prim(core.Mul, x, inner(x)) }, "x"), z)
	}, 3))
	assert.Equal(t, 3.0, run(t, func(z core.Term) core.Term {
		return grad(lambda(func(x core.Term) core.Term {
			return prim(core.Mul, x, &core.StopGradient{Node: node(core.Real), X: inner(x)})
		}, "x"), z)
	}, 3))
}

// TestWanted is f(x, y) = x² y at (3, 5) differentiated in some of its parameters:
// the others have (). In none of them, f is evaluated all the same.
func TestWanted(t *testing.T) {
	x, y := &core.Var{Name: "x", Type: core.Real}, &core.Var{Name: "y", Type: core.Real}
	derivative := func(op core.Operator, body core.Term, wanted []bool, args ...float64) (eval.Value, error) {
		f := &core.Lambda{Node: node(&core.FuncType{Params: []core.Type{core.Real, core.Real}, Result: body.Type()}), Params: []*core.Var{x, y}, Body: body}
		of := core.DerivedType(op, f.Of.(*core.FuncType), wanted)
		call := &core.Apply{Node: node(of.Result), Func: &core.Derive{Node: node(of), Op: op, Wanted: wanted, Func: f}}
		for _, x := range args {
			call.Args = append(call.Args, &core.RealConst{Node: node(core.Real), Value: x})
		}
		d := &core.Def{Name: "main", Result: of.Result, Body: call}
		require.NoError(t, core.Check(&core.Program{Defs: []*core.Def{d}}))
		return eval.Run(d, nil, 1000)
	}
	square := prim(core.Mul, prim(core.Mul, use(x), use(x)), use(y))
	none := eval.Tuple{}
	for _, c := range []struct {
		op     core.Operator
		wanted []bool
		args   []float64
		result eval.Value
	}{
		{core.Grad, []bool{true, true}, []float64{3, 5}, eval.Tuple{30.0, 9.0}},
		{core.Grad, []bool{true, false}, []float64{3, 5}, eval.Tuple{30.0, none}},
		{core.Grad, []bool{false, true}, []float64{3, 5}, eval.Tuple{none, 9.0}},
		{core.Grad, []bool{false, false}, []float64{3, 5}, none},
		{core.VJP, []bool{false, true}, []float64{3, 5, 2}, eval.Tuple{45.0, eval.Tuple{none, 18.0}}},
		{core.VJP, []bool{false, false}, []float64{3, 5, 2}, eval.Tuple{45.0, none}},
		{core.JacFwd, []bool{true, false}, []float64{3, 5}, eval.Tuple{30.0, none}},
		{core.JacRev, []bool{false, false}, []float64{3, 5}, eval.Tuple{none, none}},
	} {
		got, err := derivative(c.op, square, c.wanted, c.args...)
		require.NoError(t, err)
		assert.Equal(t, c.result, got, "%s%v", c.op, c.wanted)
	}
	index := prim("real", prim(core.IDiv, &core.IntConst{Node: node(core.Int), Value: 1}, &core.IntConst{Node: node(core.Int)}))
	for _, op := range []core.Operator{core.Grad, core.JacFwd} {
		_, err := derivative(op, index, []bool{false, false}, 3, 5)
		assert.Error(t, err, op)
	}
}

// TestPartials compares first and second derivatives of each primitive with
// finite differences.
func TestPartials(t *testing.T) {
	unary := map[core.Op][]float64{core.Neg: {-1, 0.3}, "abs": {-1, 0.3}}
	binary := []core.Op{core.Add, core.Sub, core.Mul, core.Quo, "min", "max"}
	for _, f := range special.Functions {
		if f.Two != nil {
			binary = append(binary, core.Op(f.Name))
		} else {
			for _, box := range f.Smooth {
				unary[core.Op(f.Name)] = append(unary[core.Op(f.Name)], 0.9*box[0][0]+0.1*box[0][1], 0.3*box[0][0]+0.7*box[0][1])
			}
		}
	}
	for op, points := range unary {
		for _, x := range points {
			check(t, fmt.Sprintf("%s(%g)", op, x), func(x core.Term) core.Term { return prim(op, x) }, x)
		}
	}
	constant := func(x float64) core.Term { return &core.RealConst{Node: node(core.Real), Value: x} }
	for _, op := range binary {
		for _, at := range [][2]float64{{0.7, 1.3}, {1.4, 0.6}} {
			check(t, fmt.Sprintf("%s(x, %g)", op, at[1]), func(x core.Term) core.Term { return prim(op, x, constant(at[1])) }, at[0])
			check(t, fmt.Sprintf("%s(%g, x)", op, at[0]), func(x core.Term) core.Term { return prim(op, constant(at[0]), x) }, at[1])
		}
	}
	for _, n := range []int64{-2, 0, 1, 2, 5} {
		k := &core.IntConst{Node: node(core.Int), Value: n}
		check(t, fmt.Sprintf("x^%d", n), func(x core.Term) core.Term { return prim(core.Powi, x, k) }, -1.3)
		if n >= 0 {
			check(t, fmt.Sprintf("polygamma(%d, x)", n), func(x core.Term) core.Term { return prim("polygamma", k, x) }, 2.5)
		}
	}
}

// check compares f' and f” at x with differences of f and f'.
func check(t *testing.T, name string, f func(core.Term) core.Term, x float64) {
	first := func(x core.Term) core.Term { return grad(lambda(f, "y"), x) }
	second := func(x core.Term) core.Term { return grad(lambda(first, "z"), x) }
	difference := func(g func(core.Term) core.Term) float64 {
		const h = 1e-5
		return (run(t, g, x+h) - run(t, g, x-h)) / (2 * h)
	}
	near := func(want, got float64, what string) {
		assert.LessOrEqual(t, math.Abs(want-got), 1e-6*max(1, math.Abs(want)), "%s of %s: %g, want %g", what, name, got, want)
	}
	near(difference(f), run(t, first, x), "first derivative")
	near(difference(first), run(t, second, x), "second derivative")
}

// TestConventions is what is taken where a primitive has no derivative.
func TestConventions(t *testing.T) {
	zero := func(x core.Term) core.Term { return prim(core.Sub, x, x) }
	for name, c := range map[string]struct {
		f    func(core.Term) core.Term
		at   float64
		want float64
	}{
		"abs at 0":        {func(x core.Term) core.Term { return prim("abs", x) }, 0, 0},
		"sqrt at 0":       {func(x core.Term) core.Term { return prim("sqrt", x) }, 0, math.Inf(1)},
		"x^0 at 0":        {func(x core.Term) core.Term { return prim(core.Powi, x, &core.IntConst{Node: node(core.Int)}) }, 0, 0},
		"max of equals":   {func(x core.Term) core.Term { return prim("max", prim(core.Add, x, x), x) }, 0, 2},
		"min of equals":   {func(x core.Term) core.Term { return prim("min", prim(core.Add, x, x), x) }, 0, 2},
		"pow(x, 0) at 0":  {func(x core.Term) core.Term { return prim("pow", x, zero(x)) }, 0, 0},
		"pow(-1, y) in y": {func(y core.Term) core.Term { return prim("pow", prim(core.Sub, zero(y), prim("exp", zero(y))), y) }, 2, 0},
	} {
		got := run(t, func(x core.Term) core.Term { return grad(lambda(c.f, "y"), x) }, c.at)
		assert.Equal(t, c.want, got, name)
	}
}

// TestMixedPow is ∂²(x^y)/∂x∂y = 1/x at y = 0, where ∂(x^y)/∂x itself is 0.
func TestMixedPow(t *testing.T) {
	two := &core.RealConst{Node: node(core.Real), Value: 2}
	slope := func(y core.Term) core.Term {
		return grad(lambda(func(x core.Term) core.Term { return prim("pow", x, y) }, "x"), two)
	}
	assert.Equal(t, 0.5, run(t, func(y core.Term) core.Term { return grad(lambda(slope, "y"), y) }, 0))
}

// TestLarge: functions are finite as far as their values are.
func TestLarge(t *testing.T) {
	for _, op := range []core.Op{"sinh", "cosh"} {
		assert.InEpsilon(t, math.Exp(355)/2*math.Exp(355), run(t, func(x core.Term) core.Term { return prim(op, x) }, 710), 1e-12)
	}
}

// TestSteps: an evaluation without end ends.
func TestSteps(t *testing.T) {
	s := &core.Var{Name: "s", Type: core.Real}
	x := &core.Var{Name: "x", Type: core.Real}
	loop := &core.NTimes{Node: node(core.Real), Count: &core.IntConst{Node: node(core.Int), Value: 1 << 62}, Init: use(x), State: s, Body: use(s)}
	d := &core.Def{Name: "f", Params: []*core.Var{x}, Result: core.Real, Body: loop}
	_, err := eval.Run(d, []eval.Value{1.0}, 1000)
	assert.Equal(t, eval.ErrSteps, err)
	assert.Equal(t, "1:2: index 3 is out of range [index-range]", (&eval.RuntimeError{Pos: diag.Pos{Line: 1, Col: 2}, Code: "index-range", Text: "index 3 is out of range"}).Error())
}

// TestStrongProducts has the products that are 0 where a factor is.
func TestStrongProducts(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		op         core.Op
		x, y, want float64
	}{
		{core.SMul, 0, inf, 0}, {core.SMul, inf, 0, math.NaN()}, {core.SMul, 2, 3, 6},
		{core.SDiv, 0, 0, 0}, {core.SDiv, 6, 3, 2}, {core.SDiv, 1, 0, inf},
		{core.ZMul, 0, inf, 0}, {core.ZMul, inf, 0, 0}, {core.ZMul, 2, 3, 6},
	} {
		got := run(t, func(x core.Term) core.Term { return prim(c.op, x, &core.RealConst{Node: node(core.Real), Value: c.y}) }, c.x)
		if math.IsNaN(c.want) {
			assert.True(t, math.IsNaN(got), "%s(%v, %v)", c.op, c.x, c.y)
		} else {
			assert.Equal(t, c.want, got, "%s(%v, %v)", c.op, c.x, c.y)
		}
	}
}
