package pipeline

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/interp"
	"procad/proc"
	"procad/proc/deriv"
)

// dot is ⟨a, b⟩ for lists of values of the same forms.
func dot(a, b []data.Value) float64 {
	sum := 0.0
	for i := range a {
		x, y := numbers(a[i]), numbers(b[i])
		for k := range x {
			sum += x[k] * y[k]
		}
	}
	return sum
}

func numbers(v data.Value) (all []float64) {
	for _, w := range v.Words {
		all = append(all, math.Float64frombits(w))
	}
	for _, o := range v.Objects {
		for _, leaf := range o.(*data.Array).Leaves {
			for _, w := range leaf {
				all = append(all, math.Float64frombits(w))
			}
		}
	}
	return all
}

// TestCombinedKernels holds what libraries have of each kernel against each other:
//
//	vjp(f)(x, 1) = ∇f      the halves of vjp too      jvp(f)(x, ∇f) = ‖∇f‖²
//	⟨H∇f, 1⟩ = ⟨∇f, H1⟩    H∇f = d/dt ∇f(x + t∇f)
func TestCombinedKernels(t *testing.T) {
	count := 0
	for _, file := range golden.Files(t, "../testdata/kernels/*.fun") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		u := load(t, filepath.Base(file), string(text))
		d, err := u.Entry(u.Roots[0].String())
		require.NoError(t, err)
		if d.Out.Type != proc.Real {
			continue
		}
		count++
		t.Run(filepath.Base(file), func(t *testing.T) {
			face, err := u.Callable(d)
			require.NoError(t, err)
			text, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Text: string(text)}, face)
			require.NoError(t, err)
			m := interp.New(func(f proc.Func) (*proc.Def, error) { return u.Library.Def(f) })
			call := func(c *Combined, more ...data.Value) []data.Value {
				all := &data.Args{Interface: c.Face, Values: append(args.Values[:len(args.Values):len(args.Values)], more...)}
				zone, arg, err := all.For(c.Def)
				require.NoError(t, err)
				out, err := m.Call(c.Def.Name, zone, arg)
				require.NoError(t, err)
				return components(out, len(c.Results))
			}
			near := func(want, got float64) { assert.InEpsilon(t, want, got, 1e-9) }
			same := func(want, got []data.Value) {
				t.Helper()
				require.Len(t, got, len(want))
				for i := range want {
					assert.Equal(t, want[i], got[i])
				}
			}
			whole, err := u.Combine(d, face)
			require.NoError(t, err)
			gradient := call(whole)

			pullback, err := u.Pullback(d, face)
			require.NoError(t, err)
			same(gradient, call(pullback, data.Real(1)))

			forward, reverse, err := u.ForwardReverse(d, face)
			require.NoError(t, err)
			zone, arg, err := args.For(forward.Def)
			require.NoError(t, err)
			ty, err := m.Call(forward.Def.Name, zone, arg)
			require.NoError(t, err)
			assert.Equal(t, gradient[0], ty.Part(0))
			g, err := m.Call(reverse.Def.Name, zone, data.Tuple(ty.Part(1), data.Real(1)))
			require.NoError(t, err)
			for i, part := range components(g, len(reverse.Results)) {
				for k, x := range numbers(part) {
					assert.InDelta(t, numbers(gradient[i+1])[k], x, 1e-9*(1+math.Abs(x)))
				}
			}

			pushforward, err := u.Pushforward(d, face)
			require.NoError(t, err)
			tangent := call(pushforward, gradient[1:]...)
			assert.Equal(t, gradient[0], tangent[0])
			near(dot(gradient[1:], gradient[1:]), tangent[1].Float())

			curvature, err := u.Curvature(d, face)
			require.NoError(t, err)
			k := len(gradient) - 1
			both := call(curvature, gradient[1:]...)
			same(gradient[1:], both[:k])
			other := make([]data.Value, k)
			for i, part := range gradient[1:] {
				other[i] = shifted(part, part, 0, 0.5)
			}
			near(dot(both[k:], other), dot(gradient[1:], call(curvature, other...)[k:]))

			const h = 1e-6
			size := math.Sqrt(dot(gradient[1:], gradient[1:]))
			at := func(step float64) []data.Value {
				moved := &data.Args{Interface: face, Values: append([]data.Value(nil), args.Values...)}
				i := 0
				for p := range face.Params {
					if !deriv.Discrete(face.Params[p].Type) {
						moved.Values[p] = shifted(args.Values[p], gradient[1+i], step/size, 0)
						i++
					}
				}
				zone, arg, err := moved.For(whole.Def)
				require.NoError(t, err)
				out, err := m.Call(whole.Def.Name, zone, arg)
				require.NoError(t, err)
				return components(out, len(whole.Results))[1:]
			}
			up, down := at(h), at(-h)
			scale := math.Sqrt(dot(both[k:], both[k:])) / size
			for i := range up {
				for j, x := range numbers(both[k+i]) {
					assert.InDelta(t, (numbers(up[i])[j]-numbers(down[i])[j])/(2*h), x/size, 1e-4*(1+scale))
				}
			}
		})
	}
	assert.Greater(t, count, 5)
}

// shifted is v + step·d + more·(1, 2, …), where everything is Real.
func shifted(v, d data.Value, step, more float64) data.Value {
	ds, k := numbers(d), 0
	move := func(words []uint64) []uint64 {
		out := make([]uint64, len(words))
		for i, w := range words {
			out[i] = math.Float64bits(math.Float64frombits(w) + step*ds[k] + more*float64(k+1))
			k++
		}
		return out
	}
	out := data.Value{Type: v.Type, Words: move(v.Words)}
	for _, o := range v.Objects {
		a := &data.Array{Dims: o.(*data.Array).Dims}
		for _, leaf := range o.(*data.Array).Leaves {
			a.Leaves = append(a.Leaves, move(leaf))
		}
		out.Objects = append(out.Objects, a)
	}
	return out
}
