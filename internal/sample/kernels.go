package sample

import (
	"math"
	"math/rand/v2"
)

// GMM draws the parameters and the points from normal distributions, of a size
// at which no component is alone with all points.
func GMM(r *rand.Rand, d, k, n int) Data {
	return Data{
		"d": d, "k": k, "n": n, "t": d * (d - 1) / 2,
		"alpha": vector(k, normal(r, 1)),
		"mu":    matrix(k, d, normal(r, 0.5)),
		"q":     matrix(k, d, normal(r, 0.5)),
		"l":     matrix(k, d*(d-1)/2, normal(r, 0.5)),
		"x":     matrix(n, d, normal(r, 1)),
		"m":     0,
		"gamma": 1.0,
	}
}

// A Scene is a camera, r C f u0 v0 k1 k2, a point that it sees, and where, with a weight.
type Scene struct {
	Cam    [11]float64
	X      [3]float64
	Weight float64    `json:"w"`
	Feat   [2]float64 `json:"feat"`
}

// usualScene is turned by 1.6, and sees the point a bit off.
var usualScene = Scene{
	[11]float64{-0.8, -1.1, -0.8, 35, 40, 54, 420, 6, -8, 0.09, 0.003},
	[3]float64{7, 0.5, 3}, 0.4, [2]float64{270, 830},
}

// BA has n cameras, m points and p observations that all differ from a scene by
// 5 % at most. Observation i is of point i mod m in camera i mod n.
func BA(r *rand.Rand, n, m, p int, like Scene) Data {
	vary := func(of ...float64) func() float64 {
		k := -1
		return func() float64 {
			k = (k + 1) % len(of)
			return of[k] * (0.95 + 0.1*r.Float64())
		}
	}
	obs := make([][2]int, p)
	for i := range obs {
		obs[i] = [2]int{i % max(n, 1), i % max(m, 1)}
	}
	return Data{
		"n": n, "m": m, "p": p,
		"cams": matrix(n, 11, vary(like.Cam[:]...)),
		"pts":  matrix(m, 3, vary(like.X[:]...)),
		"w":    vector(p, vary(like.Weight)),
		"feat": matrix(p, 2, vary(like.Feat[:]...)),
		"obs":  obs,
	}
}

// LSTM has weights of a size at which gates neither open nor close for good.
func LSTM(r *rand.Rand, layers, b, c int) Data {
	return Data{
		"l2": 2 * layers, "b": b, "b4": 4 * b, "c": c,
		"main_params":  matrix(2*layers, 4*b, normal(r, 0.5)),
		"extra_params": matrix(3, b, normal(r, 0.5)),
		"state":        matrix(2*layers, b, normal(r, 0.5)),
		"sequence":     matrix(c, b, uniform(r, 0, 1)),
	}
}

// LLSQ is a polynomial whose terms are of about the same size.
func LLSQ(r *rand.Rand, m, n int) Data {
	return Data{"m": m, "x": vector(m, normal(r, 1)), "n": n}
}

// LSE has some numbers that count and many that do not.
func LSE(r *rand.Rand, n int) Data {
	return Data{"n": n, "x": vector(n, normal(r, 3))}
}

// Heat is stable: r κ ≤ 0.4.
func Heat(r *rand.Rand, m, steps int) Data {
	return Data{
		"m":        m,
		"u0":       vector(m, normal(r, 1)),
		"kappa":    vector(m, uniform(r, 0.5, 1)),
		"observed": vector(m, normal(r, 1)),
		"r":        0.4,
		"steps":    steps,
	}
}

// Burgers is a wave of all signs that becomes steep, by steps that are just
// stable: (a/2 + ν/Δx) Δt/Δx = 0.45, and |u| ≤ a.
func Burgers(r *rand.Rand, m, steps int) Data {
	const a, nu = 2.0, 0.01
	dx := 1 / float64(max(m, 1))
	u := vector(m, uniform(r, -0.1, 0.1))
	for i := range u {
		u[i] += 0.5 + math.Sin(2*math.Pi*float64(i)*dx)
	}
	return Data{
		"m":        m,
		"u0":       u,
		"nu":       nu,
		"observed": vector(m, normal(r, 1)),
		"a":        a,
		"dt":       0.45 * dx / (a/2 + nu/dx),
		"dx":       dx,
		"steps":    steps,
	}
}

// Lorenz is the chaotic attractor, for not longer than 10 units of time: what
// is close together is apart after a few of them, and gradients grow as e^{0.9 t}.
func Lorenz(r *rand.Rand, steps int) Data {
	return Data{
		"start":    vector(3, uniform(r, 1, 2)),
		"sigma":    10.0,
		"rho":      28.0,
		"beta":     8.0 / 3,
		"observed": vector(3, normal(r, 5)),
		"dt":       min(0.01, 10/float64(max(steps, 1))),
		"steps":    steps,
	}
}

// NBody is a cloud with a total mass of about 1.
func NBody(r *rand.Rand, n, steps int) Data {
	return Data{
		"n":      n,
		"x0":     matrix(n, 3, normal(r, 1)),
		"v0":     matrix(n, 3, normal(r, 0.3)),
		"mass":   vector(n, uniform(r, 0.5/float64(n), 1.5/float64(n))),
		"target": matrix(n, 3, normal(r, 1)),
		"eps":    0.1,
		"dt":     0.01,
		"steps":  steps,
	}
}

// RNN has weights of a size at which tanh neither saturates nor dies out.
func RNN(r *rand.Rand, h, d, t int) Data {
	weights := func(rows, columns int) [][]float64 {
		return matrix(rows, columns, normal(r, 1/math.Sqrt(float64(columns))))
	}
	return Data{
		"h": h, "d": d, "t": t,
		"W":        weights(h, h),
		"U":        weights(h, d),
		"b":        vector(h, normal(r, 0.1)),
		"V":        weights(d, h),
		"c":        vector(d, normal(r, 0.1)),
		"h0":       vector(h, uniform(r, -1, 1)),
		"sequence": matrix(t, d, normal(r, 1)),
	}
}

// Nested takes steps at which the scheme of heat is not stable: r κ ≥ 1.
func Nested(r *rand.Rand, m, steps, sweeps int) Data {
	return Data{
		"m":        m,
		"u0":       vector(m, normal(r, 1)),
		"kappa":    vector(m, uniform(r, 0.5, 1)),
		"observed": vector(m, normal(r, 1)),
		"r":        2.0,
		"steps":    steps,
		"sweeps":   sweeps,
	}
}

// normal draws from a normal distribution around 0.
func normal(r *rand.Rand, deviation float64) func() float64 {
	return func() float64 { return deviation * r.NormFloat64() }
}

func uniform(r *rand.Rand, from, to float64) func() float64 {
	return func() float64 { return from + (to-from)*r.Float64() }
}

func vector(n int, draw func() float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = draw()
	}
	return v
}

func matrix(rows, columns int, draw func() float64) [][]float64 {
	m := make([][]float64, rows)
	for i := range m {
		m[i] = vector(columns, draw)
	}
	return m
}
