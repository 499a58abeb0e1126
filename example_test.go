package procad_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"procad"
)

const fit = `
-- Half the squared error of the curve a·exp(b·t) through the points (t, y).
def fit(a: Real, b: Real, t: Real[n], y: Real[n]): Real =
  let predicted(i) = a * exp(b * t[i]) in
  0.5 * sum(i < n) (predicted(i) - y[i])^2
`

// Gradient descent on the parameters of a curve.
func Example() {
	ctx := context.Background()
	p, err := procad.Compile(ctx, fit, procad.File("fit.fun"), procad.OrInterpreter())
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	f, err := p.Function("fit")
	if err != nil {
		log.Fatal(err)
	}
	if f, err = f.Wrt("a", "b"); err != nil {
		log.Fatal(err)
	}
	t, y := []float64{0, 0.5, 1, 2}, []float64{2, 2 * math.Exp(-0.5), 2 * math.Exp(-1), 2 * math.Exp(-2)}
	a, b := 1.0, 0.0
	for range 2000 {
		_, gradient, err := f.Gradient(ctx, a, b, t, y)
		if err != nil {
			log.Fatal(err)
		}
		a -= 0.2 * gradient.Of("a").(float64)
		b -= 0.2 * gradient.Of("b").(float64)
	}
	fmt.Printf("%.4f · exp(%.4f t)\n", a, b)
	// Output: 2.0000 · exp(-1.0000 t)
}

// Parameters and their types can be read.
func ExampleFunction_Params() {
	p, err := procad.Compile(context.Background(), fit, procad.OrInterpreter())
	if err != nil {
		log.Fatal(err)
	}
	f, err := p.Function("")
	if err != nil {
		log.Fatal(err)
	}
	for _, param := range f.Params() {
		fmt.Println(param.Name, param.Type, param.Sizes, param.Go)
	}
	fmt.Println(f.Result())
	// Output:
	// a Real [] float64
	// b Real [] float64
	// t Real[n] [n] []float64
	// y Real[n] [n] []float64
	// Real
}

// Errors have a position in the source, a code and often a hint.
func ExampleError() {
	_, err := procad.Compile(context.Background(), "def f(x: Real, n: Int): Real = x * n", procad.File("wrong.fun"))
	for _, e := range err.(procad.ErrorList) {
		fmt.Println(e.Pos, e.Code, e.Hint)
	}
	fmt.Println(err)
	// Output:
	// 1:34 type-mismatch convert the Int with real(n)
	// wrong.fun:1:34: error: the operands of * are Real and Int [type-mismatch]
}

// Tuples are structs or lists, and sums are Left or Right.
func ExampleLeft() {
	ctx := context.Background()
	p, err := procad.Compile(ctx, `
def area(shape: Real + (Real, Real)): Real =
  case shape of Inl r -> pi * r^2, Inr (a, b) -> a * b
`, procad.OrInterpreter())
	if err != nil {
		log.Fatal(err)
	}
	f, err := p.Function("area")
	if err != nil {
		log.Fatal(err)
	}
	rectangle := struct{ Width, Height float64 }{3, 4}
	area, gradient, err := f.Gradient(ctx, procad.Right{Value: rectangle})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(area, gradient.Of("shape"))
	// Output: 12 {[4 3]}
}

// A matrix is an Array, or rows.
func ExampleArray() {
	ctx := context.Background()
	p, err := procad.Compile(ctx, "def product(a: Real[n, d], b: Real[d, m]): Real[n, m] = [sum(j < d) a[i, j] * b[j, k] for i < n, k < m]", procad.OrInterpreter())
	if err != nil {
		log.Fatal(err)
	}
	f, err := p.Function("product")
	if err != nil {
		log.Fatal(err)
	}
	c, err := f.Value(ctx, procad.NewArray([]float64{1, 2, 3, 4}, 2, 2), [][]float64{{5, 6}, {7, 8}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.(procad.Array[float64]).Shape, c.(procad.Array[float64]).Data)
	_, err = f.Value(ctx, procad.NewArray([]float64{1, 2, 3, 4}, 2, 2), [][]float64{{5, 6}})
	fmt.Println(err)
	// Output:
	// [2 2] [19 22 43 50]
	// error: the argument for b: d is 1 by dimension 0 of b, but 2 by dimension 1 of a [wrong-shape]
}

const squares = "def squares(x: Real[n], k: Real): Real[n] = [k * x[i]^2 for i < n]"

func squaresFunction() (*procad.Function, error) {
	p, err := procad.Compile(context.Background(), squares, procad.OrInterpreter())
	if err != nil {
		return nil, err
	}
	return p.Function("")
}

// The gradient of y[0] + 10 y[1], where y is the result.
func ExampleFunction_VJP() {
	f, err := squaresFunction()
	if err != nil {
		log.Fatal(err)
	}
	value, gradient, err := f.VJP(context.Background(), []float64{1, 10}, []float64{3, 4}, 0.5)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(value, gradient.Of("x"), gradient.Of("k"))
	_, _, err = f.VJP(context.Background(), 1.0, []float64{3, 4}, 0.5)
	fmt.Println(err)
	// Output:
	// [4.5 8] [3 40] 169
	// error: the seed: a []float64 is wanted, not a float64 [wrong-type]
}

// How the result changes where x[1] does, and k twice as fast.
func ExampleFunction_JVP() {
	f, err := squaresFunction()
	if err != nil {
		log.Fatal(err)
	}
	value, tangent, err := f.JVP(context.Background(), []any{[]float64{0, 1}, 2}, []float64{3, 4}, 0.5)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(value, tangent)
	_, _, err = f.JVP(context.Background(), []any{[]float64{1}, 2}, []float64{3, 4}, 0.5)
	fmt.Println(err)
	// Output:
	// [4.5 8] [18 36]
	// error: the tangent of x: dimension 0 is 1, but that of x is 2 [seed-size]
}

// A column of the Hessian in a and b, which is the product with (1, 0).
func ExampleFunction_HVP() {
	ctx := context.Background()
	p, err := procad.Compile(ctx, fit, procad.OrInterpreter())
	if err != nil {
		log.Fatal(err)
	}
	f, err := p.Function("fit")
	if err != nil {
		log.Fatal(err)
	}
	if f, err = f.Wrt("a", "b"); err != nil {
		log.Fatal(err)
	}
	gradient, column, err := f.HVP(ctx, []any{1, 0}, 2, -1, []float64{0, 0.5, 1, 2}, []float64{2.1, 1.2, 0.7, 0.3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f %.4f\n", gradient.Values(), column.Values())
	// Output: [-0.0829 0.0184] [1.5215 0.7210]
}

// The seed depends on the values of two calls, which are both kept for the reverse.
func ExampleTrace() {
	ctx := context.Background()
	f, err := squaresFunction()
	if err != nil {
		log.Fatal(err)
	}
	var traces []*procad.Trace
	sum := 0.0
	for _, k := range []float64{1, 2} {
		value, trace, err := f.Forward(ctx, []float64{3, 4}, k)
		if err != nil {
			log.Fatal(err)
		}
		defer trace.Close()
		traces = append(traces, trace)
		sum += value.([]float64)[0]
	}
	for _, trace := range traces {
		gradient, err := trace.Reverse(ctx, []float64{sum, 0}) // of sum²/2
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(gradient.Of("x"))
	}
	// Output:
	// [162 0]
	// [324 0]
}

// A tree is Left and Right in each other, and so is its gradient.
func Example_trees() {
	ctx := context.Background()
	p, err := procad.Compile(ctx, `
type Tree = Leaf(Real) | Node(Tree, Tree)
def product(t: Tree): Real = case t of Leaf(x) -> x, Node(l, r) -> product(l) * product(r)
`, procad.OrInterpreter())
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	product, err := p.Function("product")
	if err != nil {
		log.Fatal(err)
	}
	leaf := func(x float64) any { return procad.Left{Value: x} }
	node := func(l, r any) any { return procad.Right{Value: []any{l, r}} }
	value, gradient, err := product.Gradient(ctx, node(leaf(2), node(leaf(3), leaf(4))))
	fmt.Println(value, gradient.Of("t"), err)
	// Output:
	// 24 {[{12} {[{8} {6}]}]} <nil>
}
