package e2e_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/internal/sample"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// stepping are the kernels that step through time, each with the sizes that it
// is tested at, in the order of its sample.Kernel, and with a plain program for
// its value. Among the sizes are no step, one step, one cell and two cells.
var stepping = []struct {
	name  string
	sizes [][]int
	value func(d sample.Data) float64
}{
	{"heat", [][]int{{5, 0}, {5, 1}, {1, 3}, {2, 3}, {6, 8}, {0, 2}}, heat},
	{"burgers", [][]int{{5, 0}, {5, 1}, {1, 3}, {2, 3}, {6, 8}}, burgers},
	{"lorenz", [][]int{{0}, {1}, {2}, {10}}, lorenz},
	{"nbody", [][]int{{3, 0}, {3, 1}, {1, 3}, {2, 3}, {4, 6}, {0, 2}}, nbody},
	{"rnn", [][]int{{3, 2, 0}, {3, 2, 1}, {1, 1, 3}, {4, 3, 6}, {0, 2, 2}, {2, 0, 2}}, rnn},
	{"nested", [][]int{{5, 0, 3}, {5, 3, 0}, {5, 1, 1}, {1, 2, 2}, {2, 3, 2}, {6, 4, 5}, {0, 2, 2}}, nested},
}

// TestStepping compares values with those of plain programs, and gradients with
// finite differences and with those of native code; and checks every property of
// kernels_test.go at all those sizes.
func TestStepping(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: 1}
	for _, c := range stepping {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			u := loadFile(t, "../../testdata/kernels/"+c.name+".fun")
			d, err := u.Entry(c.name)
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			all := map[string]pipeline.Engine{"interp": interp.New(u.Library.Def)}
			var strict *engine.Engine
			if _, err := compiler.Find(); err != nil {
				t.Log("native code is not tested:", err)
			} else {
				strict = &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{Strict: true}}
				defer strict.Close()
				// with vectors, and sums in any order
				fast := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{}}
				defer fast.Close()
				all["strict"], all["fast"] = strict, fast
			}
			kernel := sample.Kernels[slices.IndexFunc(sample.Kernels, func(k sample.Kernel) bool { return k.Name == c.name })]
			for _, sizes := range c.sizes {
				given := kernel.Data(1, sizes...)
				text, err := json.Marshal(given)
				require.NoError(t, err)
				args, _, err := data.Read(&diag.Source{Name: c.name, Text: string(text)}, face)
				require.NoError(t, err)
				_, want, err := u.Gradient(all["interp"], d, args, nil)
				require.NoError(t, err)
				for name, e := range all {
					what := fmt.Sprint(name, " ", sizes)
					value, parts, err := u.Gradient(e, d, args, nil)
					require.NoError(t, err, what)
					closeTo(t, []float64{c.value(given)}, numbersOf(value), what+": value")
					require.Len(t, parts, len(want), what)
					for i, p := range parts {
						assert.Equal(t, want[i].Name, p.Name)
						assert.True(t, near(want[i].Value, p.Value), "%s: gradient in %s\n%s\n%s", what, p.Name, show(want[i].Value), show(p.Value))
					}
				}
				report, err := gradcheck.Check(u, all["interp"], d, args, gradcheck.Options{Entries: 50, Seed: 1})
				require.NoError(t, err)
				assert.NotEmpty(t, report.Entries)
				assert.Equal(t, gradcheck.Agree, report.Verdict(), "%v: %+v", sizes, report)
				native := checkKernel(t, compiler, u, c.name, given)
				if native.engine = strict; strict != nil {
					require.NoError(t, strict.Prepare(native.funcs[0]...))
					native.run(t)
				}
			}
		})
	}
}

// get is d[name].
func get[T any](d sample.Data, name string) T { return d[name].(T) }

func misfit(u, observed []float64) float64 {
	total := 0.0
	for i := range u {
		total += (u[i] - observed[i]) * (u[i] - observed[i])
	}
	return total / 2
}

// neighbours are u between two zeros.
func neighbours(u []float64) []float64 { return slices.Concat([]float64{0}, u, []float64{0}) }

func heat(d sample.Data) float64 {
	u, kappa := slices.Clone(get[[]float64](d, "u0")), get[[]float64](d, "kappa")
	for range get[int](d, "steps") {
		old := neighbours(u)
		for i := range u {
			u[i] += get[float64](d, "r") * kappa[i] * (old[i] + old[i+2] - 2*old[i+1])
		}
	}
	return misfit(u, get[[]float64](d, "observed"))
}

func burgers(d sample.Data) float64 {
	u := slices.Clone(get[[]float64](d, "u0"))
	nu, a, dt, dx := get[float64](d, "nu"), get[float64](d, "a"), get[float64](d, "dt"), get[float64](d, "dx")
	m := len(u)
	for range get[int](d, "steps") {
		old := slices.Clone(u)
		for i := range u {
			l, c, r := old[(i+m-1)%m], old[i], old[(i+1)%m]
			// written out: the difference of ½u² over two cells, then both viscosities
			u[i] = c - dt/dx*(r*r-l*l)/4 + dt/dx*(a/2+nu/dx)*(l-2*c+r)
		}
	}
	return misfit(u, get[[]float64](d, "observed"))
}

func lorenz(d sample.Data) float64 {
	sigma, rho, beta, dt := get[float64](d, "sigma"), get[float64](d, "rho"), get[float64](d, "beta"), get[float64](d, "dt")
	f := func(s []float64) []float64 {
		return []float64{sigma * (s[1] - s[0]), s[0]*(rho-s[2]) - s[1], s[0]*s[1] - beta*s[2]}
	}
	ahead := func(s []float64, h float64, k []float64) []float64 {
		return []float64{s[0] + h*k[0], s[1] + h*k[1], s[2] + h*k[2]}
	}
	s := get[[]float64](d, "start")
	for range get[int](d, "steps") {
		k1 := f(s)
		k2 := f(ahead(s, dt/2, k1))
		k3 := f(ahead(s, dt/2, k2))
		k4 := f(ahead(s, dt, k3))
		mean := []float64{0, 0, 0}
		for i := range mean {
			mean[i] = (k1[i] + 2*k2[i] + 2*k3[i] + k4[i]) / 6
		}
		s = ahead(s, dt, mean)
	}
	return misfit(s, get[[]float64](d, "observed"))
}

func nbody(d sample.Data) float64 {
	clone := func(rows [][]float64) [][]float64 {
		rows = slices.Clone(rows)
		for i := range rows {
			rows[i] = slices.Clone(rows[i])
		}
		return rows
	}
	x, v := clone(get[[][]float64](d, "x0")), clone(get[[][]float64](d, "v0"))
	eps, dt := get[float64](d, "eps"), get[float64](d, "dt")
	kick := func() {
		for i := range x {
			for j, mass := range get[[]float64](d, "mass") {
				if i == j {
					continue
				}
				square := eps * eps
				for k := range 3 {
					square += (x[j][k] - x[i][k]) * (x[j][k] - x[i][k])
				}
				for k := range 3 {
					v[i][k] += dt / 2 * mass * (x[j][k] - x[i][k]) / math.Pow(square, 1.5)
				}
			}
		}
	}
	for range get[int](d, "steps") {
		kick()
		for i := range x {
			for k := range 3 {
				x[i][k] += dt * v[i][k]
			}
		}
		kick()
	}
	total := 0.0
	for i, target := range get[[][]float64](d, "target") {
		total += misfit(x[i], target)
	}
	return total
}

func rnn(d sample.Data) float64 {
	times := func(m string, v []float64) []float64 {
		out := make([]float64, len(get[[][]float64](d, m)))
		for i, row := range get[[][]float64](d, m) {
			for j := range row {
				out[i] += row[j] * v[j]
			}
		}
		return out
	}
	b, c := get[[]float64](d, "b"), get[[]float64](d, "c")
	h, total := slices.Clone(get[[]float64](d, "h0")), 0.0
	for _, x := range get[[][]float64](d, "sequence") {
		y := times("V", h)
		for i := range y {
			y[i] += c[i]
		}
		total += misfit(y, x)
		w, u := times("W", h), times("U", x)
		for i := range h {
			h[i] = math.Tanh(w[i] + u[i] + b[i])
		}
	}
	return total
}

func nested(d sample.Data) float64 {
	u, kappa, r := get[[]float64](d, "u0"), get[[]float64](d, "kappa"), get[float64](d, "r")
	for range get[int](d, "steps") {
		v := slices.Clone(u)
		for range get[int](d, "sweeps") {
			old := neighbours(v)
			for i := range v {
				v[i] = (u[i] + r*kappa[i]*(old[i]+old[i+2])) / (1 + 2*r*kappa[i])
			}
		}
		u = v
	}
	return misfit(u, get[[]float64](d, "observed"))
}
