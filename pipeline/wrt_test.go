package pipeline_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestWrtLeavesOthers holds parameters of one function after the other, in every order: no definition of
// the program changes, and the gradients are those of each function alone.
func TestWrtLeavesOthers(t *testing.T) {
	const text = `
def f(x: Real[n], y: Real[n]): Real = (sum(i < n) x[i]^2 * y[i]) + fold(\(s, k). s * k, x[0], y)
def g(x: Real[n], y: Real[n]): Real = f(x, y) * f(y, x)
def h(x: Real[n], y: Real[n]): Real = let (a, _) = grad(f)(x, y) in f(a, y) + g(x, y)
`
	data := `{"x": [1.5, 2.25, 3.125], "y": [0.5, -1.75, 2.5]}`
	load := func() *pipeline.Unit {
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
		require.NoError(t, err)
		return u
	}
	gradient := func(u *pipeline.Unit, d *proc.Def, wrt []string) []pipeline.Part {
		args := argsOf(t, u, d, data)
		_, parts, err := u.Gradient(u.Interpreter(), d, args, wrt)
		require.NoError(t, err)
		return parts
	}
	for _, order := range permutations([]string{"f", "g", "h"}) {
		for _, wrt := range [][]string{{"x"}, {"y"}, nil} {
			u := load()
			var made []*proc.Def
			for _, name := range order {
				before := slices.Clone(u.Program.Defs)
				d, err := u.Entry(name)
				require.NoError(t, err)
				of, err := u.Wrt(d, wrt)
				require.NoError(t, err, "%v in %v", order, wrt)
				made = append(made, of)
				assert.Equal(t, name, u.Given(of.Name))
				for _, b := range before {
					assert.Same(t, b, u.Program.Lookup(b.Name), "%v: Wrt of %s changes %s", order, name, b.Name)
				}
			}
			for i, name := range order {
				alone := load()
				d, err := alone.Entry(name)
				require.NoError(t, err)
				d, err = alone.Wrt(d, wrt)
				require.NoError(t, err)
				assert.Equal(t, gradient(alone, d, wrt), gradient(u, made[i], wrt), "%v in %v: %s", order, wrt, name)
				for _, of := range []proc.Deriv{deriv.Fwd, deriv.Rev} {
					_, err := u.Library.Def(of.Of(made[i].Name))
					assert.NoError(t, err)
				}
			}
		}
	}
}

// argsOf are the data of a JSON object for a function.
func argsOf(t *testing.T, u *pipeline.Unit, d *proc.Def, json string) *data.Args {
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: json}, u.Interface(d))
	require.NoError(t, err)
	return args
}

// permutations are all orders of a list.
func permutations(list []string) (all [][]string) {
	if len(list) == 0 {
		return [][]string{nil}
	}
	for i := range list {
		for _, rest := range permutations(slices.Delete(slices.Clone(list), i, i+1)) {
			all = append(all, append([]string{list[i]}, rest...))
		}
	}
	return all
}
