package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
)

// A Row is a program of testdata/rows, with data of any size.
type Row struct {
	Kernel
	Value, Gradient float64 // at most so many times as long as plain C they should take; the gradient is not measured if it is 0
	Small           []int   // sizes for tests
}

// Rows are the programs of testdata/rows.
var Rows = []Row{
	{Kernel{"conv_two", []Size{{"n", 16, "images"}, {"size", 28, "pixels on a side"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"xs": images(r, s[0], s[1]), "k": matrix(3, 3, normal(r, 0.3)), "l": matrix(3, 3, normal(r, 0.3))}
		}}, 0.35, 1.2, []int{2, 5}},
	{Kernel{"conv_one", []Size{{"size", 64, "pixels on a side"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"x": matrix(s[0], s[0], normal(r, 1)), "k": matrix(3, 3, normal(r, 0.3))}
		}}, 0.12, 0.5, []int{6}},
	{Kernel{"conv_batch", []Size{{"n", 16, "images"}, {"size", 64, "pixels on a side"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"xs": images(r, s[0], s[1]), "k": matrix(3, 3, normal(r, 0.3))}
		}}, 0.35, 1.2, []int{2, 5}},
	{Kernel{"rk4", []Size{{"n", 10_000, "unknowns"}, {"steps", 100, "time steps"}}, chain}, 0.7, 3.2, []int{6, 3}},
	{Kernel{"rk4_axpy", []Size{{"n", 10_000, "unknowns"}, {"steps", 100, "time steps"}}, chain}, 0.7, 3.2, []int{6, 3}},
	{Kernel{"minors_mask", []Size{{"n", 8, "rows"}},
		func(r *rand.Rand, s []int) Data { return Data{"a": matrix(s[0], s[0], normal(r, 1))} }}, 0.8, 2.6, []int{4}},
	{Kernel{"minors_sizes", nil,
		func(r *rand.Rand, _ []int) Data { return Data{"a": matrix(8, 8, normal(r, 1))} }}, 0.07, 0.28, nil},
	{Kernel{"kalman_run", []Size{{"t", 500, "measurements"}}, tracked}, 0.6, 2, []int{4}},
	{Kernel{"kalman_types", []Size{{"t", 500, "measurements"}}, tracked}, 0.5, 2, []int{4}},
	{Kernel{"cg", []Size{{"side", 32, "rows of the grid, whose nodes are the rows of the matrix"}, {"steps", 50, "iterations"}},
		grid}, 1, 2.2, []int{4, 3}},
	{Kernel{"lu", []Size{{"n", 64, "rows"}},
		func(r *rand.Rand, s []int) Data { return Data{"a": positive(r, s[0])} }}, 0.7, 2.5, []int{5}},
	{Kernel{"cholesky", []Size{{"n", 64, "rows"}},
		func(r *rand.Rand, s []int) Data { return Data{"a": positive(r, s[0])} }}, 0.36, 1.2, []int{5}},
	{Kernel{"insertion", []Size{{"n", 1000, "numbers"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"v": vector(s[0], uniform(r, 0, 1)), "weight": vector(s[0], normal(r, 1))}
		}}, 1, 4.5, []int{7}},
	{Kernel{"pairs", []Size{{"n", 1000, "charges"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"x": vector(s[0], normal(r, 1)), "y": vector(s[0], normal(r, 1)), "q": vector(s[0], normal(r, 1))}
		}}, 0.46, 1.1, []int{6}},
	{Kernel{"hmm", []Size{{"k", 16, "states"}, {"m", 8, "things that are observed"}, {"t", 500, "observations"}}, hidden},
		0.24, 0.6, []int{3, 2, 5}},
	{Kernel{"wave", []Size{{"size", 64, "cells on a side"}, {"steps", 100, "time steps"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"u0": matrix(s[0], s[0], normal(r, 1)), "c": 0.5, "steps": s[1], "target": matrix(s[0], s[0], normal(r, 1))}
		}}, 0.35, 1.4, []int{5, 3}},
	{Kernel{"stencil3", []Size{{"size", 32, "cells on a side"}, {"steps", 10, "time steps"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"u0": images(r, s[0], s[0]), "r": 0.1, "steps": s[1], "target": images(r, s[0], s[0])}
		}}, 0.4, 1.3, []int{3, 2}},
	{Kernel{"mesh", []Size{{"n", 10_000, "particles"}, {"size", 64, "nodes on a side"}},
		func(r *rand.Rand, s []int) Data {
			at := uniform(r, -1, float64(s[1]))
			return Data{"x": vector(s[0], at), "y": vector(s[0], at), "q": vector(s[0], normal(r, 1)), "target": matrix(s[1], s[1], normal(r, 1))}
		}}, 0.8, 2.2, []int{6, 4}},
	{Kernel{"gp", []Size{{"n", 150, "points"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"size": 1.2, "length": 0.7, "noise": 0.3, "x": vector(s[0], uniform(r, 0, 5)), "y": vector(s[0], normal(r, 1))}
		}}, 0.5, 1.8, []int{5}},
	{Kernel{"particle", nil, func(*rand.Rand, []int) Data { return Data{"w": 0} }}, 1.5, 0, nil},
}

// Numbers are what the C program of a row reads, from data as JSON: the parameters in their order. An array is its sizes, then its
// elements.
func Numbers(params []string, text []byte) ([]byte, error) {
	var d map[string]any
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	var put func(v any)
	put = func(v any) {
		if list, ok := v.([]any); ok {
			for _, e := range list {
				put(e)
			}
			return
		}
		fmt.Fprintln(&b, v)
	}
	for _, p := range params {
		v, ok := d[p]
		if !ok {
			return nil, fmt.Errorf("there are no data for %s", p)
		}
		for list, ok := v.([]any); ok; {
			fmt.Fprintln(&b, len(list))
			if len(list) == 0 {
				break
			}
			list, ok = list[0].([]any)
		}
		put(v)
	}
	return b.Bytes(), nil
}

func images(r *rand.Rand, n, size int) [][][]float64 {
	xs := make([][][]float64, n)
	for i := range xs {
		xs[i] = matrix(size, size, normal(r, 1))
	}
	return xs
}

// chain has a solution that stays small.
func chain(r *rand.Rand, s []int) Data {
	return Data{"x": vector(s[0], uniform(r, 0.5, 1.5)), "y0": vector(s[0], normal(r, 1)), "steps": s[1]}
}

// tracked is a target that moves in the plane, and whose place is measured.
func tracked(r *rand.Rand, s []int) Data {
	const dim, seen, step = 4, 2, 0.1
	f, q, p0 := make([][]float64, dim), make([][]float64, dim), make([][]float64, dim)
	h, noise := make([][]float64, seen), make([][]float64, seen)
	for i := range dim {
		f[i], q[i], p0[i] = make([]float64, dim), make([]float64, dim), make([]float64, dim)
		f[i][i], q[i][i], p0[i][i] = 1, 0.01, 2
		if i < seen {
			f[i][i+seen] = step
			h[i], noise[i] = make([]float64, dim), make([]float64, seen)
			h[i][i], noise[i][i] = 1, 0.25
		}
	}
	noise[0][1], noise[1][0] = 0.05, 0.05
	at, speed, zs := [seen]float64{}, [seen]float64{1, 0.5}, make([][]float64, s[0])
	for t := range zs {
		zs[t] = make([]float64, seen)
		for i := range seen {
			speed[i] += 0.1 * r.NormFloat64()
			at[i] += step * speed[i]
			zs[t][i] = at[i] + 0.5*r.NormFloat64()
		}
	}
	return Data{"f": f, "q": q, "h": h, "r": noise, "x0": vector(dim, normal(r, 1)), "p0": p0, "zs": zs}
}

// grid is a positive definite matrix whose row has an element for each node of a periodic grid, and for the eight nodes around it.
func grid(r *rand.Rand, s []int) Data {
	side := s[0]
	n := side * side
	weights := map[[2]int]float64{}
	val, col, ptr := []float64{}, []int{}, []int{0}
	for i := range n {
		var row [9]int
		for d := range row {
			row[d] = (i/side+d/3-1+side)%side*side + (i%side+d%3-1+side)%side
		}
		sum := 0.01
		for _, j := range row {
			key := [2]int{min(i, j), max(i, j)}
			if _, ok := weights[key]; !ok {
				weights[key] = 0.5 + r.Float64()
			}
			if i != j {
				sum += weights[key]
			}
		}
		for _, j := range row {
			w := sum
			if i != j {
				w = -weights[[2]int{min(i, j), max(i, j)}]
			}
			val, col = append(val, w), append(col, j)
		}
		ptr = append(ptr, len(val))
	}
	return Data{"val": val, "col": col, "ptr": ptr, "b": vector(n, normal(r, 1)), "steps": s[1]}
}

// positive is a symmetric matrix that is positive definite.
func positive(r *rand.Rand, n int) [][]float64 {
	g, a := matrix(n, n, normal(r, 1)), make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		for j := range a[i] {
			for k := range n {
				a[i][j] += g[i][k] * g[j][k] / float64(n)
			}
		}
		a[i][i]++
	}
	return a
}

// hidden is a model in which all is likely, and what it might give.
func hidden(r *rand.Rand, s []int) Data {
	k, m, t := s[0], s[1], s[2]
	rows := func(n, m int) [][]float64 {
		a := matrix(n, m, normal(r, 1))
		for _, row := range a {
			sum := 0.0
			for _, x := range row {
				sum += math.Exp(x)
			}
			for j := range row {
				row[j] -= math.Log(sum)
			}
		}
		return a
	}
	seen := make([]int, t)
	for i := range seen {
		seen[i] = r.IntN(m)
	}
	return Data{"start": rows(1, k)[0], "change": rows(k, k), "emit": rows(k, m), "seen": seen}
}
