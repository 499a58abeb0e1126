// Prints what functions of packages give that build --go made.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"runtime"
	"sync"

	"example/gmm"
	"example/lstm"
	"example/types"
)

func main() {
	switch os.Args[1] {
	case "gmm":
		mixture()
	case "lstm":
		network()
	default:
		table()
	}
}

func read(values any) {
	text, err := os.ReadFile(os.Args[2])
	if err == nil {
		err = json.Unmarshal(text, values)
	}
	check(err)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func numbers(lists ...[]float64) {
	for _, list := range lists {
		for _, x := range list {
			fmt.Printf("%x\n", x)
		}
	}
}

func flat(rows [][]float64) (all []float64) {
	for _, row := range rows {
		all = append(all, row...)
	}
	return all
}

func mixture() {
	var d struct {
		Alpha       []float64
		Mu, Q, L, X [][]float64
		M           int64
		Gamma       float64
	}
	read(&d)
	other, err := types.Numbers(2, 3, true) // of another library
	check(err)
	if other != 6 {
		log.Fatal(other)
	}
	matrix := func(rows [][]float64) gmm.Array[float64] {
		return gmm.NewArray(flat(rows), len(rows), len(rows[0]))
	}
	value, g, err := gmm.GmmGrad(d.Alpha, matrix(d.Mu), matrix(d.Q), matrix(d.L), matrix(d.X), d.M, d.Gamma)
	check(err)
	again, err := gmm.Gmm(d.Alpha, matrix(d.Mu), matrix(d.Q), matrix(d.L), matrix(d.X), d.M, d.Gamma)
	check(err)
	if math.Abs(again-value) > 1e-9*math.Abs(value) {
		log.Fatal(again, " is not ", value)
	}
	numbers([]float64{value}, g.Alpha, g.Mu.Data, g.Q.Data, g.L.Data, g.X.Data, []float64{g.Gamma})
}

func network() {
	var d struct {
		Main_params, Extra_params, State, Sequence [][]float64
	}
	read(&d)
	matrix := func(rows [][]float64) lstm.Array[float64] {
		return lstm.NewArray(flat(rows), len(rows), len(rows[0]))
	}
	value, g, err := lstm.LstmGrad(matrix(d.Main_params), matrix(d.Extra_params), matrix(d.State), matrix(d.Sequence))
	check(err)
	numbers([]float64{value}, g.Main_params.Data, g.Extra_params.Data, g.State.Data, g.Sequence.Data)
}

// show prints results, or the error, with its code and position.
func show(results ...any) {
	n := len(results) - 1
	if err, _ := results[n].(error); err != nil {
		var e *types.Error
		if errors.As(err, &e) {
			fmt.Println(e.Code, e.File, e.Line, e.Column)
		}
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", results[:n])
}

func table() {
	value, err := types.Numbers(1.5, 2, true)
	show(value, err)
	whole, err := types.Whole([]int64{1, 2, 3}, []bool{true, false, true})
	show(whole, err)
	whole, err = types.Whole(nil, nil)
	show(whole, err)
	whole, err = types.Whole([]int64{1}, nil)
	show(whole, err)
	swapped, err := types.Swap(types.Tuple2[float64, types.Tuple2[int64, bool]]{1, types.Tuple2[int64, bool]{2, true}})
	show(swapped, err)
	type parts = types.Tuple2[[]int64, []bool]
	pairs, err := types.Pairs(types.Tuple2[[]float64, parts]{[]float64{1, 2}, parts{[]int64{3, 4}, []bool{true, false}}})
	show(pairs, err)
	pairs, err = types.Pairs(types.Tuple2[[]float64, parts]{[]float64{1, 2}, parts{[]int64{3}, []bool{true, false}}})
	show(pairs, err)
	flipped, err := types.Flip(types.Left[[]float64, int64]([]float64{1, 2}))
	show(flipped, err)
	flipped, err = types.Flip(types.Right[[]float64](int64(7)))
	show(flipped, err)
	row, err := types.Gather(types.NewArray([]float64{1, 2, 3, 4}, 2, 2), 1)
	show(row, err)
	row, err = types.Gather(types.NewArray([]float64{1, 2, 3, 4}, 2, 2), 2)
	show(row, err)
	row, err = types.Gather(types.NewArray([]float64{1, 2, 3}, 2, 2), 0)
	show(row, err)
	row, err = types.Gather(types.NewArray([]float64{1, 2}, 2), 0)
	show(row, err)
	row, err = types.Gather(types.NewArray([]float64{}, -1, 0), 0)
	show(row, err)
	row, err = types.Gather(types.NewArray([]float64{}, 1<<40, 1<<40), 0)
	show(row, err)
	fmt.Println(types.Nothing())
	turned, err := types.Turned(types.NewArray([]bool{true, false}, 2, 1))
	show(turned, err)
	value, err = types.Tuple2_(1, 2, 3, 4)
	show(value, err)
	value, squared, err := types.Error_Grad(3)
	show(value, squared, err)
	value, cubed, err := types.Cube2Grad(3)
	show(value, cubed, err)
	value, second, err := types.CubeGradGrad(3)
	show(value, second, err)
	value, err = types.X_(3)
	show(value, err)
	value, many, err := types.WideGrad(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	show(value, many.X0, many.X60, err)

	p := types.Tuple2[float64, int64]{3, 4}
	s := types.Left[float64, int64](2)
	w := types.Tuple2[[]float64, []bool]{[]float64{1, 5}, []bool{true, false}}
	value, gradient, err := types.HalfGrad(p, s, w)
	show(value, gradient, err)
	value, gradient, err = types.HalfVJP(p, s, w, 10)
	show(value, gradient, err)
	dp := types.Tuple2[float64, struct{}]{V0: 1}
	ds := types.Left[float64, struct{}](0)
	dw := types.Tuple2[[]float64, struct{}]{V0: []float64{0, 0}}
	value, tangent, err := types.HalfJVP(p, s, w, dp, ds, dw)
	show(value, tangent, err)
	gradient, product, err := types.HalfHVP(p, s, w, dp, ds, dw)
	show(gradient, product, err)
	dw.V0 = dw.V0[:1]
	value, tangent, err = types.HalfJVP(p, s, w, dp, ds, dw)
	show(value, tangent, err)
	value, tangent, err = types.HalfJVP(p, s, w, dp, types.Right[float64](struct{}{}), dw)
	show(value, tangent, err)
	_, kept, err := types.GatherForward(types.NewArray([]float64{1, 2, 3, 4}, 2, 2), 1)
	check(err)
	seeded, err := kept.Reverse([]float64{5, 6})
	show(seeded, err)
	seeded, err = kept.Reverse([]float64{5, 6})
	show(seeded, err)
	_, kept, err = types.GatherForward(types.NewArray([]float64{1, 2, 3, 4}, 2, 2), 1)
	check(err)
	seeded, err = kept.Reverse([]float64{5})
	show(seeded, err)
	goroutines()
}

// goroutines calls from several, with traces of which some are forgotten.
func goroutines() {
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			p := types.Tuple2[float64, int64]{V0: float64(g)}
			w := types.Tuple2[[]float64, []bool]{make([]float64, 100), make([]bool, 100)}
			w.V0[g] = 2
			for k := range 500 {
				s := types.Left[float64, int64](float64(k))
				value, gradient, err := types.HalfGrad(p, s, w)
				check(err)
				if want := float64(g*g) * float64(k); value != want || gradient.P.V0 != 2*float64(g)*float64(k) || len(gradient.W.V0) != 100 {
					log.Fatalf("%v is not %v, or %v is wrong", value, want, gradient)
				}
				value, trace, err := types.HalfForward(p, s, w)
				check(err)
				switch k % 3 {
				case 0:
					again, err := trace.Reverse(1)
					check(err)
					if again.P != gradient.P || again.S != gradient.S || value != float64(g*g)*float64(k) {
						log.Fatalf("%v is not %v", again, gradient)
					}
				case 1:
					trace.Close()
					trace.Close()
				}
			}
		})
	}
	group.Wait()
	runtime.GC()
	runtime.GC()
	fmt.Println("done")
}
