package procad_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
)

const treeKernel = `
type Tree = Leaf(Real) | Node(Tree, Tree)
type List(a) = Nil | Cons(a, List(a))
type Shape = Ball(Real[3], Int) | Group(List(Shape), Bool) | Empty
def product(t: Tree): Real = case t of Leaf(x) -> x, Node(l, r) -> product(l) * product(r)
def scale(t: Tree, k: Real): Tree = case t of Leaf(x) -> Leaf(k * x), Node(l, r) -> Node(scale(l, k), scale(r, k))
def total(l: List(Real), sum: Real): Real = case l of Nil -> sum, Cons(x, r) -> total(r, sum + x^2)
def mass(s: Shape): Real = case s of Ball(p, n) -> p[0] * p[1] * p[2] * real(n), Group(l, on) -> (if on then 2 else 1) * all(l), Empty -> 0
def all(l: List(Shape)): Real = case l of Nil -> 0, Cons(s, r) -> mass(s) + all(r)
def mix(r: { t: Tree, w: Real, ts: Tree[k], v: Real[n] }, u: Tree): Real = product(r.t) * r.w * product(u) + (sum(i < k) product(r.ts[i])) + (sum(i < n) r.v[i])
`

// Values of the types of treeKernel.
func leaf(x any) any    { return procad.Left{Value: x} }
func both(l, r any) any { return procad.Right{Value: []any{l, r}} }

var empty = procad.Left{}

func list(xs ...any) any {
	var l any = empty
	for i := len(xs) - 1; i >= 0; i-- {
		l = both(xs[i], l)
	}
	return l
}

func ball(x, y, z float64, n any) any {
	return procad.Left{Value: []any{[]any{x, y, z}, n}}
}
func group(l, on any) any { return procad.Right{Value: procad.Left{Value: []any{l, on}}} }

// TestTrees calls functions of values of recursive types: gradients have their shape.
func TestTrees(t *testing.T) {
	ctx := t.Context()
	for name, options := range map[string][]procad.Option{"native": {procad.OrInterpreter()}, "interpreter": {procad.OrInterpreter(), procad.NoNative()}} {
		t.Run(name, func(t *testing.T) {
			p, err := procad.Compile(ctx, treeKernel, options...)
			require.NoError(t, err)
			defer p.Close()
			function := func(name string) *procad.Function {
				f, err := p.Function(name)
				require.NoError(t, err)
				return f
			}
			product, tree := function("product"), both(leaf(2.0), both(leaf(3.0), leaf(4)))
			assert.Equal(t, procad.Param{Name: "t", Type: "Tree", Go: "procad.Left or procad.Right", Real: true}, product.Params()[0])
			value, gradient, err := product.Gradient(ctx, tree)
			require.NoError(t, err)
			assert.Equal(t, 24.0, value)
			assert.Equal(t, both(leaf(12.0), both(leaf(8.0), leaf(6.0))), gradient.Of("t"))
			_, along, err := product.JVP(ctx, []any{both(leaf(1), both(leaf(0.0), leaf(10)))}, tree)
			require.NoError(t, err)
			assert.Equal(t, 72.0, along)
			grad, hvp, err := product.HVP(ctx, []any{both(leaf(1.0), both(leaf(0.0), leaf(0.0)))}, tree)
			require.NoError(t, err)
			assert.Equal(t, gradient, grad)
			assert.Equal(t, both(leaf(0.0), both(leaf(4.0), leaf(3.0))), hvp.Of("t"))

			scale := function("scale")
			assert.Equal(t, "Tree", scale.Result())
			made, err := scale.Value(ctx, tree, 3.0)
			require.NoError(t, err)
			assert.Equal(t, both(leaf(6.0), both(leaf(9.0), leaf(12.0))), made)
			made, gradient, err = scale.VJP(ctx, both(leaf(1.0), both(leaf(0.0), leaf(10.0))), tree, 3.0)
			require.NoError(t, err)
			assert.Equal(t, both(leaf(6.0), both(leaf(9.0), leaf(12.0))), made)
			assert.Equal(t, procad.Gradient{{Name: "t", Value: both(leaf(3.0), both(leaf(0.0), leaf(30.0)))}, {Name: "k", Value: 42.0}}, gradient)
			made, tangent, err := scale.JVP(ctx, []any{both(leaf(1.0), both(leaf(0.0), leaf(0.0))), 1.0}, tree, 3.0)
			require.NoError(t, err)
			assert.Equal(t, both(leaf(6.0), both(leaf(9.0), leaf(12.0))), made)
			assert.Equal(t, both(leaf(5.0), both(leaf(3.0), leaf(4.0))), tangent)

			shape := group(list(ball(1, 2, 3, 5), procad.Right{Value: procad.Right{}}, group(list(ball(1, 1, 1, int64(2))), false)), true)
			value, gradient, err = function("mass").Gradient(ctx, shape)
			require.NoError(t, err)
			assert.Equal(t, 64.0, value)
			assert.Equal(t, group(list(ball(60, 30, 20, nil), procad.Right{Value: procad.Right{}}, group(list(ball(4, 4, 4, nil)), nil)), nil), gradient.Of("s"))

			value, gradient, err = function("mix").Gradient(ctx, struct {
				T, W any
				Ts   []any
				V    []float64
			}{tree, 2.0, []any{leaf(7.0), tree}, []float64{1, 2}}, both(leaf(5.0), leaf(5.0)))
			require.NoError(t, err)
			assert.Equal(t, 24.0*2*25+7+24+3, value)
			assert.Equal(t, []any{both(leaf(600.0), both(leaf(400.0), leaf(300.0))), 600.0, []any{leaf(1.0), both(leaf(12.0), both(leaf(8.0), leaf(6.0)))}, []float64{1, 1}}, gradient.Of("r"))
			assert.Equal(t, both(leaf(240.0), leaf(240.0)), gradient.Of("u"))

			const n = 100_000
			xs := make([]any, n)
			for i := range xs {
				xs[i] = 1e-3 * float64(i)
			}
			_, gradient, err = function("total").Gradient(ctx, list(xs...), 0.0)
			require.NoError(t, err)
			l := gradient.Of("l")
			for i := range n {
				cons := l.(procad.Right).Value.([]any)
				require.InDelta(t, 2e-3*float64(i), cons[0], 1e-9)
				l = cons[1]
			}
			assert.Equal(t, empty, l)
			var deep any = leaf("x")
			for range n {
				deep = both(leaf(1.0), deep)
			}

			refused := func(want string, err error) {
				t.Helper()
				assert.ErrorContains(t, err, want)
			}
			_, err = product.Value(ctx, 3.0)
			refused("the argument for t: procad.Left or procad.Right is wanted, not a float64 [wrong-type]", err)
			_, err = product.Value(ctx, both(leaf(1.0), both(leaf(1.0), nil)))
			refused("the argument for t, the value of Right, part 1, the value of Right, part 1: procad.Left or procad.Right is wanted, not nil [wrong-type]", err)
			_, err = product.Value(ctx, procad.Right{Value: []any{leaf(1.0)}})
			refused("the argument for t, the value of Right: it has 2 parts, and not 1 [wrong-type]", err)
			_, err = product.Value(ctx, deep)
			refused("the argument for t, …, the value of Right, part 1, the value of Right, part 1, the value of Right, part 1, the value of Right, part 1, the value of Left: a float64 is wanted, not a string [wrong-type]", err)
			_, _, err = product.JVP(ctx, []any{both(leaf(1.0), leaf(2.0))}, tree)
			refused("the tangent of t, the value of Right, part 1: it is Left where t is Right [seed-tag]", err)
			_, _, err = scale.VJP(ctx, leaf(1.0), tree, 3.0)
			refused("the seed: it is Left where the value is Right [seed-tag]", err)
		})
	}
}
