package want_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

// A run is a program with data.
type run struct {
	unit *pipeline.Unit
	main *proc.Def
	args *data.Args
}

func program(t *testing.T, text, main, given string, without ...optim.Name) *run {
	u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: text}, without...)
	require.NoError(t, err, text)
	d, err := u.Entry(main)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data", Text: given}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	return &run{u, d, args}
}

// of is another function at the same data.
func (r *run) of(t *testing.T, main string) *run {
	d, err := r.unit.Entry(main)
	require.NoError(t, err)
	return &run{r.unit, d, &data.Args{Interface: r.unit.Program.InterfaceOf(d.Name), Values: r.args.Values}}
}

// value is what main gives, and how many operations that takes.
func (r *run) value(t *testing.T) (data.Value, float64) {
	m := interp.New(r.unit.Library.Def)
	v, err := r.unit.Run(m, r.main, r.args)
	require.NoError(t, err)
	return v, float64(m.Ops)
}

// gradient is how many operations value and gradient of main take.
func (r *run) gradient(t *testing.T, wrt ...string) float64 {
	m := interp.New(r.unit.Library.Def)
	_, _, err := r.unit.Gradient(m, r.main, r.args, wrt)
	require.NoError(t, err)
	return float64(m.Ops)
}

// TestLinear takes derivatives in parameters of fixed size of functions of data that
// grow: what is computed is linear in the size of the data, and so is the gradient
// of it.
func TestLinear(t *testing.T) {
	const model = "def f(x: Real[k], y: Real[n]): Real[_] = [sum(j < k) x[j] * exp(y[i] * x[j]) for i < n]\n"
	for _, c := range []struct {
		name, text string
		quadratic  bool // when all derivatives are computed
	}{
		{"jacfwd", model + "def main(x: Real[k], y: Real[n]): Real = let (j, _) = jacfwd(f)(x, y) in sum(i < n) j[i, 0]^2", true},
		{"jacfwd in part of a tuple", model + "def main(x: Real[k], y: Real[n]): Real = let ((j, _), z) = (jacfwd(f)(x, y), 2) in sum(i < n) z * j[i, 0]", true},
		{"jacfwd of grad", "def g(x: Real[k], y: Real[n]): Real = sum(i < n) exp(y[i] * x[0] * x[1])^2\n" +
			"def h(x: Real[k], y: Real[n]): Real[_] = let (d, _) = grad(g)(x, y) in d\n" +
			"def main(x: Real[k], y: Real[n]): Real = let (j, _) = jacfwd(h)(x, y) in sum(i < k) j[i, i]", true},
		{"vjp", model + "def main(x: Real[k], y: Real[n]): Real = let (_, (d, _)) = vjp(f)(x, y, y) in d[0]", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ratios := func(without ...optim.Name) (value, gradient float64) {
				var values, gradients []float64
				for _, n := range []int{30, 120} {
					given := fmt.Sprintf(`{"x": [0.1, 0.2, 0.3], "y": [0%s]}`, strings.Repeat(", 0.1", n-1))
					r := program(t, c.text, "main", given, without...)
					_, ops := r.value(t)
					values, gradients = append(values, ops), append(gradients, r.gradient(t))
				}
				return values[1] / values[0], gradients[1] / gradients[0]
			}
			value, gradient := ratios()
			assert.LessOrEqual(t, value, 4.1)
			assert.LessOrEqual(t, gradient, 4.1)
			if value, _ := ratios(optim.Wanted); c.quadratic {
				assert.Greater(t, value, 10.0)
			}
		})
	}
}

// TestKernels takes of each kernel the gradient in one parameter. It is that part
// of the gradient in all of them, and costs as much as the gradient of the kernel
// with --wrt, within a tenth and the few operations around it.
func TestKernels(t *testing.T) {
	compared := 0
	for _, file := range golden.Files(t, "../../testdata/kernels/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			given, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
			require.NoError(t, err)
			main := map[string]string{"ba": "ba"}[golden.Name(file)]
			r := program(t, string(text), main, string(given))
			compared += kernel(t, load(t, string(text)), r.main.Name.String(), string(given))
		})
	}
	assert.Greater(t, compared, 20)
}

// kernel compares the gradients of a function in each of its parameters, if several
// of them have one.
func kernel(t *testing.T, p *core.Program, main, given string) (compared int) {
	d := p.Lookup(main)
	var active []int
	text := print(t, p)
	for k, v := range d.Params {
		if !core.Discrete(v.Type) {
			active = append(active, k)
			text += alone(d, k)
		}
	}
	if d.Result != core.Real || len(active) < 2 {
		return 0
	}
	r := program(t, text, main, given)
	_, parts, err := r.unit.Gradient(interp.New(r.unit.Library.Def), r.main, r.args, nil)
	require.NoError(t, err)
	for i, k := range active {
		name := d.Params[k].Name
		some, ops := r.of(t, fmt.Sprint("wanted", k)).value(t)
		require.Equal(t, len(reals(parts[i].Value)), len(reals(some)))
		for i, x := range reals(parts[i].Value) {
			assert.InDelta(t, x, reals(some)[i], 1e-12*math.Max(1, math.Abs(x)), "%s in %s", main, name)
		}
		wrt := r.of(t, main)
		wrt.main, err = wrt.unit.Wrt(wrt.main, []string{name})
		require.NoError(t, err)
		wrt.args = &data.Args{Interface: wrt.unit.Program.InterfaceOf(wrt.main.Name), Values: r.args.Values}
		assert.LessOrEqual(t, ops, 1.1*wrt.gradient(t, name)+20, "%s in %s", main, name)
	}
	return len(active)
}

// reals are the numbers in a value.
func reals(v data.Value) (list []float64) {
	add := func(words []uint64) {
		for _, w := range words {
			list = append(list, math.Float64frombits(w))
		}
	}
	add(v.Words)
	for _, o := range v.Objects {
		for _, leaf := range o.(*data.Array).Leaves {
			add(leaf)
		}
	}
	return list
}

// alone is the text of a function that gives the gradient of d in its k-th parameter.
func alone(d *core.Def, k int) string {
	params, names, parts := make([]string, len(d.Params)), make([]string, len(d.Params)), make([]string, len(d.Params))
	for i, v := range d.Params {
		params[i], names[i], parts[i] = v.Name+": "+v.Type.String(), v.Name, "_"
	}
	parts[k] = "g"
	pattern := strings.Join(parts, ", ")
	if len(parts) > 1 {
		pattern = "(" + pattern + ")"
	}
	return fmt.Sprintf("\ndef wanted%d(%s): %s =\n  let %s = grad(%s)(%s) in g\n", k, strings.Join(params, ", "), core.Tangent(d.Params[k].Type), pattern, d.Name, strings.Join(names, ", "))
}
