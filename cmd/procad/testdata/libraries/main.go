// Main calls a package for Go, and prints what it gives.
package main

import (
	"fmt"

	"example/kernel"
)

func list(name string, x ...float64) {
	fmt.Print(name)
	for _, y := range x {
		fmt.Printf(" %.9g", y)
	}
	fmt.Println()
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
	}
}

func main() {
	type pair = kernel.Tuple2[*kernel.Tree, *kernel.Tree]
	type box = kernel.Tuple2[float64, float64]
	type other = kernel.Sum[box, struct{}]
	type shape = kernel.Sum[float64, other]
	type tree = kernel.Sum[float64, pair]
	leaf := func(x float64) *kernel.Tree { return &kernel.Tree{Of: tree{Left: x}} }
	c := kernel.Tuple3[[]float64, float64, bool]{V0: []float64{0.1, 0.2}, V1: 1.5, V2: true}
	s := shape{IsRight: true, Right: other{Left: box{V0: 2, V1: 3}}}
	t := &kernel.Tree{Of: tree{IsRight: true, Right: pair{V0: leaf(2), V1: leaf(0.5)}}}
	x := []float64{1, -0.5, 0.25}

	value, g, err := kernel.LossGrad(c, s, t, x, 4)
	check(err)
	list("grad", value, g.C.V1, g.S.Right.Left.V0, g.S.Right.Left.V1, g.T.Of.Right.V0.Of.Left, g.T.Of.Right.V1.Of.Left)
	list("grad.rotation", g.C.V0...)
	list("grad.x", g.X...)
	_, g, err = kernel.LossVJP(c, s, t, x, 4, 2)
	check(err)
	list("vjp.x", g.X...)
	_, trace, err := kernel.LossForward(c, s, t, x, 4)
	check(err)
	g, err = trace.Reverse(2)
	check(err)
	list("reverse.x", g.X...)
	y, err := kernel.Scale(x, []bool{true, false, true}, 2)
	check(err)
	list("scale", y.V0...)
	for i, flipped := range y.V1 {
		if i > 0 {
			fmt.Print(" ")
		}
		fmt.Print(map[bool]int{true: 1}[flipped])
	}
	fmt.Println()
	_, err = kernel.Pick(x, 3)
	check(err)
}
