package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const goTreesKernel = `
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

const goTreesProgram = `
package main

import (
	"encoding/json"
	"fmt"

	f "example/forest"
	"example/halves"
)

type nodes = f.Tuple2[*f.Tree, *f.Tree]

func leaf(x float64) *f.Tree   { return &f.Tree{Of: f.Left[float64, nodes](x)} }
func node(l, r *f.Tree) *f.Tree { return &f.Tree{Of: f.Right[float64](nodes{l, r})} }

type ball = f.Tuple2[f.Tuple3[float64, float64, float64], int64]
type group = f.Tuple2[*f.ListShape, bool]

func cons(s *f.Shape, l *f.ListShape) *f.ListShape {
	return &f.ListShape{Of: f.Right[struct{}](f.Tuple2[*f.Shape, *f.ListShape]{V0: s, V1: l})}
}

// text leaves out the sides of sums that are not there.
func text(t *f.Tree) any {
	if t.Of.IsRight {
		return []any{text(t.Of.Right.V0), text(t.Of.Right.V1)}
	}
	return t.Of.Left
}

func show(parts ...any) {
	for i, p := range parts {
		if t, ok := p.(*f.Tree); ok {
			parts[i] = text(t)
		}
	}
	b, err := json.Marshal(parts)
	fmt.Println(string(b), err)
}

func main() {
	t := node(leaf(2), node(leaf(3), leaf(4)))
	value, gradient, err := f.ProductGrad(t)
	show(value, gradient.T, err)
	made, err := f.Scale(t, 3)
	show(made, err)
	other := func(x float64) *halves.Tree { return &halves.Tree{Of: halves.Left[float64, halves.Tuple2[*halves.Tree, *halves.Tree]](x)} }
	value, trace, err := halves.ProductForward(&halves.Tree{Of: halves.Right[float64](halves.Tuple2[*halves.Tree, *halves.Tree]{V0: other(5), V1: other(7)})})
	show(value, err)
	reversed, err := trace.Reverse(2)
	show(reversed.T.Of.Right.V0.Of.Left, reversed.T.Of.Right.V1.Of.Left, err)

	empty := &f.ListShape{}
	shape := func(b ball) *f.Shape { return &f.Shape{Of: f.Left[ball, f.Sum[group, struct{}]](b)} }
	s := &f.Shape{Of: f.Right[ball](f.Left[group, struct{}](group{V0: cons(shape(ball{V0: f.Tuple3[float64, float64, float64]{V0: 1, V1: 2, V2: 3}, V1: 5}), empty), V1: true}))}
	value, mass, err := f.MassGrad(s)
	first := mass.S.Of.Right.Left.V0.Of.Right
	show(value, first.V0.Of.Left, first.V1.Of.IsRight, err)

	r := f.Tuple4[*f.Tree, float64, []*f.Tree, []float64]{V0: t, V1: 2, V2: []*f.Tree{leaf(7), t}, V3: []float64{1, 2}}
	value, mix, err := f.MixGrad(r, node(leaf(5), leaf(5)))
	show(value, mix.R.V0, mix.R.V1, text(mix.R.V2[0]), text(mix.R.V2[1]), mix.R.V3, mix.U, err)

	l, n := &f.ListReal{}, 100_000
	for i := range n {
		l = &f.ListReal{Of: f.Right[struct{}](f.Tuple2[float64, *f.ListReal]{V0: float64(i), V1: l})}
	}
	_, total, err := f.TotalGrad(l, 0)
	g, length, right := total.L, 0, true
	for ; g.Of.IsRight; g = g.Of.Right.V1 {
		length++
		right = right && g.Of.Right.V0 == 2*float64(n-length)
	}
	show(length, right, err)

	_, err = f.Product(node(leaf(1), nil))
	fmt.Println(err)
	shared := leaf(5)
	value, gradient, err = f.ProductGrad(node(shared, shared))
	show(value, gradient.T, err)
	loop := node(leaf(1), nil)
	loop.Of.Right.V1 = loop
	_, err = f.Product(loop)
	fmt.Println(err)
}
`

// TestGoTrees builds a program with a package for Go whose functions take and give values of recursive types.
func TestGoTrees(t *testing.T) {
	m := newGoModule(t)
	require.NoError(t, os.WriteFile(m.file("forest.fun"), []byte(goTreesKernel), 0o600))
	require.NoError(t, os.WriteFile(m.file("main.go"), []byte(goTreesProgram), 0o600))
	prints(t, "build", m.file("forest.fun"), "--go", "--fn", "product,scale,total,mass,mix", "-o", m.file("forest"))
	prints(t, "build", m.file("forest.fun"), "--go", "--split", "--fn", "product", "-o", m.file("halves"))
	m.run(t, "vet", "-composites=false", "./...")
	assert.Equal(t, `[24,[12,[8,6]],null] <nil>
[[6,[9,12]],null] <nil>
[35,null] <nil>
[14,10,null] <nil>
[60,{"V0":{"V0":60,"V1":30,"V2":20},"V1":0},false,null] <nil>
[1234,[612,[408,306]],600,1,[612,[408,306]],[1,1],[240,240],null] <nil>
[100000,true,null] <nil>
error: the argument for t: a node in it is nil [wrong-shape]
[25,[10,10],null] <nil>
forest.fun:5:68: error: the recursion is too deep: this call of product is in 1000000 others [recursion-depth]
`, strings.ReplaceAll(m.run(t, "run", "."), m.folder+"/", ""))
}
