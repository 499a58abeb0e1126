// Package sample makes data from sizes and a seed, for the kernels of
// testdata/kernels and the programs of testdata/rows: the same data whenever
// they are the same.
package sample

import "math/rand/v2"

// Data is what JSON has for a kernel: the value of each parameter by its name,
// and each size by the name that the types of the parameters give to it.
type Data = map[string]any

// A Kernel has data of any size.
type Kernel struct {
	Name  string
	Sizes []Size
	make  func(r *rand.Rand, sizes []int) Data
}

// A Size is one of those that the data of a kernel have.
type Size struct {
	Name    string
	Default int
	Usage   string
}

// Kernels are those that there are data for.
var Kernels = []Kernel{
	{"gmm", []Size{{"d", 10, "dimensions"}, {"k", 25, "components"}, {"n", 1000, "points"}},
		func(r *rand.Rand, s []int) Data { return GMM(r, s[0], s[1], s[2]) }},
	{"ba", []Size{{"n", 49, "cameras"}, {"m", 7776, "points"}, {"p", 31_843, "observations"}},
		func(r *rand.Rand, s []int) Data { return BA(r, s[0], s[1], s[2], usualScene) }},
	{"lstm", []Size{{"layers", 2, "layers"}, {"b", 14, "numbers in an element"}, {"c", 1024, "elements of the sequence"}},
		func(r *rand.Rand, s []int) Data { return LSTM(r, s[0], s[1], s[2]) }},
	{"llsq", []Size{{"m", 128, "coefficients"}, {"n", 512, "places"}},
		func(r *rand.Rand, s []int) Data { return LLSQ(r, s[0], s[1]) }},
	{"lse", []Size{{"n", 80_000, "numbers"}},
		func(r *rand.Rand, s []int) Data { return LSE(r, s[0]) }},
	{"heat", []Size{{"m", 1000, "cells"}, {"steps", 10_000, "time steps"}},
		func(r *rand.Rand, s []int) Data { return Heat(r, s[0], s[1]) }},
	{"burgers", []Size{{"m", 1000, "cells"}, {"steps", 10_000, "time steps"}},
		func(r *rand.Rand, s []int) Data { return Burgers(r, s[0], s[1]) }},
	{"lorenz", []Size{{"steps", 1_000_000, "time steps"}},
		func(r *rand.Rand, s []int) Data { return Lorenz(r, s[0]) }},
	{"nbody", []Size{{"n", 64, "bodies"}, {"steps", 1000, "time steps"}},
		func(r *rand.Rand, s []int) Data { return NBody(r, s[0], s[1]) }},
	{"rnn", []Size{{"h", 32, "hidden units"}, {"d", 8, "numbers in an element"}, {"t", 10_000, "elements of the sequence"}},
		func(r *rand.Rand, s []int) Data { return RNN(r, s[0], s[1], s[2]) }},
	{"nested", []Size{{"m", 1000, "cells"}, {"steps", 500, "time steps"}, {"sweeps", 20, "sweeps in a step"}},
		func(r *rand.Rand, s []int) Data { return Nested(r, s[0], s[1], s[2]) }},
}

// Usual is the data of the usual sizes.
func (k Kernel) Usual(seed uint64) Data {
	sizes := make([]int, len(k.Sizes))
	for i, s := range k.Sizes {
		sizes[i] = s.Default
	}
	return k.Data(seed, sizes...)
}

// Data are data of the kernel with the given sizes, in the order of k.Sizes.
func (k Kernel) Data(seed uint64, sizes ...int) Data { return k.make(Rand(seed), sizes) }

// Rand is where the numbers of a seed come from.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
