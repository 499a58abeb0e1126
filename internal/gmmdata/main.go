// Command gmmdata prints an input of testdata/kernels/gmm.fun as JSON, the same
// one whenever it is given the same sizes and seed.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
)

func main() {
	d := flag.Int("d", 10, "dimensions")
	k := flag.Int("k", 25, "components")
	n := flag.Int("n", 1000, "points")
	seed := flag.Uint64("seed", 1, "seed")
	flag.Parse()
	if err := json.NewEncoder(os.Stdout).Encode(input(*d, *k, *n, *seed)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// input draws the parameters and the points from normal distributions, of a
// size at which no component is alone with all points.
func input(d, k, n int, seed uint64) map[string]any {
	r := rand.New(rand.NewPCG(seed, 0))
	vector := func(n int, scale float64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = scale * r.NormFloat64()
		}
		return v
	}
	matrix := func(rows, columns int, scale float64) [][]float64 {
		m := make([][]float64, rows)
		for i := range m {
			m[i] = vector(columns, scale)
		}
		return m
	}
	return map[string]any{
		"d": d, "k": k, "n": n,
		"alpha": vector(k, 1),
		"mu":    matrix(k, d, 0.5),
		"q":     matrix(k, d, 0.5),
		"l":     matrix(k, d*(d-1)/2, 0.5),
		"x":     matrix(n, d, 1),
		"m":     0,
		"gamma": 1.0,
	}
}
