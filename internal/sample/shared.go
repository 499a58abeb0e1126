package sample

import "math/rand/v2"

// A Shared is a program whose loops threads share, with data of any size.
type Shared struct {
	Kernel
	File  string // from the folder testdata
	Small []int  // sizes for tests
}

// SharedPrograms are measured with two threads.
var SharedPrograms = []Shared{
	{Kernel{"gmm", []Size{{"d", 64, "dimensions"}, {"k", 10, "components"}, {"n", 10_000, "points"}},
		func(r *rand.Rand, s []int) Data { return GMM(r, s[0], s[1], s[2]) }}, "kernels/gmm.fun", nil},
	{Kernel{"ba", []Size{{"n", 49, "cameras"}, {"m", 7776, "points"}, {"p", 31_843, "observations"}},
		func(r *rand.Rand, s []int) Data { return BA(r, s[0], s[1], s[2], usualScene) }}, "kernels/ba.fun", nil},
	{Kernel{"kmeans", []Size{{"n", 100_000, "points"}, {"d", 16, "dimensions"}, {"k", 10, "centres"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"points": matrix(s[0], s[1], normal(r, 1)), "centres": matrix(s[2], s[1], normal(r, 1))}
		}}, "threads/kmeans.fun", []int{40, 3, 4}},
	{Kernel{"plate", []Size{{"size", 512, "cells on a side"}, {"steps", 20, "time steps"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"u0": matrix(s[0], s[0], normal(r, 1)), "r": 0.1, "steps": s[1], "target": matrix(s[0], s[0], normal(r, 1))}
		}}, "threads/plate.fun", []int{12, 3}},
	{Kernel{"conv_batch", []Size{{"n", 64, "images"}, {"size", 64, "pixels on a side"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"xs": images(r, s[0], s[1]), "k": matrix(3, 3, normal(r, 0.3))}
		}}, "rows/conv_batch.fun", nil},
	{Kernel{"paths", []Size{{"n", 20_000, "paths"}, {"steps", 100, "time steps"}},
		func(r *rand.Rand, s []int) Data {
			return Data{"normals": matrix(s[0], s[1], normal(r, 1)), "start": 100, "strike": 100, "rate": 0.05, "volatility": 0.2, "years": 1}
		}}, "threads/paths.fun", []int{20, 5}},
	{Kernel{"nbody", []Size{{"n", 1000, "bodies"}, {"steps", 10, "time steps"}},
		func(r *rand.Rand, s []int) Data { return NBody(r, s[0], s[1]) }}, "kernels/nbody.fun", nil},
	{Kernel{"regression", []Size{{"n", 200_000, "rows"}, {"d", 32, "columns"}},
		func(r *rand.Rand, s []int) Data {
			y := vector(s[0], func() float64 { return float64(2*r.IntN(2) - 1) })
			return Data{"w": vector(s[1], normal(r, 0.1)), "x": matrix(s[0], s[1], normal(r, 1)), "y": y}
		}}, "threads/regression.fun", []int{40, 3}},
}
