package lower_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/diag"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

const shared = "../../shared/data"

// object is a JSON object.
type object map[string]any

func readObject(t *testing.T, file string) object {
	text, err := os.ReadFile(filepath.Join(shared, file))
	if os.IsNotExist(err) {
		t.Skip("the data is not there")
	}
	require.NoError(t, err)
	var o object
	require.NoError(t, json.Unmarshal(text, &o))
	return o
}

// numbers lists the numbers in a JSON value, in order.
func numbers(v any) []float64 {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []any:
		var list []float64
		for _, x := range v {
			list = append(list, numbers(x)...)
		}
		return list
	}
	return nil
}

func assertClose(t *testing.T, want, got []float64, tolerance float64, what string) {
	t.Helper()
	require.Len(t, got, len(want), what)
	scale := 0.0
	for _, x := range want {
		scale = math.Max(scale, math.Abs(x))
	}
	for i := range want {
		assert.InDelta(t, want[i], got[i], tolerance*scale, "%s %d", what, i)
	}
}

// kernel loads a kernel and arguments of one of its functions.
func kernel(t *testing.T, name, f string, args object) (*pipeline.Unit, *proc.Def, *data.Args) {
	file := "../testdata/kernels/" + name + ".fun"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
	require.NoError(t, err)
	d, err := u.Entry(f)
	require.NoError(t, err)
	given, err := json.Marshal(args)
	require.NoError(t, err)
	in, _, err := data.Read(&diag.Source{Name: "args", Text: string(given)}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	return u, d, in
}

// floats lists the Reals of an array or a scalar.
func floats(v data.Value) []float64 {
	if len(v.Objects) == 0 {
		return []float64{v.Float()}
	}
	return v.Floats()
}

func TestKernels(t *testing.T) {
	for _, c := range []struct {
		kernel, data string
		value        string   // its name in the expected data
		wrt          []string // the parameters of the gradient, in its order
	}{
		{"lse", "lse_n2500", "primal", []string{"x"}},
		{"llsq", "llsq_n16_m128", "primal", []string{"x"}},
		{"gmm", "gmm_d2_k5", "objective", []string{"alpha", "mu", "q", "l"}},
		{"lstm", "lstm_l2_c1024", "objective", []string{"main_params", "extra_params"}},
	} {
		t.Run(c.kernel, func(t *testing.T) {
			args, want := readObject(t, c.data+".json"), readObject(t, "expected/"+c.data+".json")
			u, d, in := kernel(t, c.kernel, "", args)
			value, parts, err := u.Gradient(interp.New(u.Library.Def), d, in, nil)
			require.NoError(t, err)
			assertClose(t, numbers(want[c.value]), floats(value), 1e-12, "value")
			byName := map[string][]float64{}
			for _, p := range parts {
				byName[p.Name] = floats(p.Value)
			}
			var wanted, got []float64
			for _, name := range c.wrt {
				got = append(got, byName[name]...)
			}
			switch g := want["jacobian"].(type) {
			case nil:
				wanted = numbers(want["gradient"])
			case map[string]any:
				for _, name := range c.wrt {
					wanted = append(wanted, numbers(g[name])...)
				}
			default:
				wanted = numbers(g)
			}
			assertClose(t, wanted, got, 1e-11, "gradient")
		})
	}
}

// TestBundleAdjustment expands the one camera, point and feature that the data
// has to observations of all of them.
func TestBundleAdjustment(t *testing.T) {
	given, want := readObject(t, "ba_ba1.json"), readObject(t, "expected/ba_ba1.json")
	n, m := int(given["n"].(float64)), int(given["m"].(float64))
	const p = 100
	repeat := func(x any, n int) []any {
		list := make([]any, n)
		for i := range list {
			list[i] = x
		}
		return list
	}
	obs := make([]any, p)
	for i := range obs {
		obs[i] = []any{i % n, i % m}
	}
	args := object{"cams": repeat(given["cam"], n), "pts": repeat(given["x"], m), "w": repeat(given["w"], p), "feat": repeat(given["feat"], p), "obs": obs}

	u, d, in := kernel(t, "ba", "ba", args)
	out, err := u.Run(interp.New(u.Library.Def), d, in)
	require.NoError(t, err)
	objective := want["objective"].(map[string]any)
	images := numbers(objective["reproj_error"].(map[string]any)["elements"])
	weight := objective["w_err"].(map[string]any)["element"].(float64)
	for i := range p {
		assertClose(t, images, floats(out.Part(0))[2*i:2*i+2], 1e-9, "image")
		assertClose(t, []float64{weight}, floats(out.Part(1))[i:i+1], 1e-12, "weight")
	}

	u, d, in = kernel(t, "ba", "bajac", args)
	out, err = u.Run(interp.New(u.Library.Def), d, in)
	require.NoError(t, err)
	jacobian := want["jacobian"].(map[string]any)
	rows, cols, vals := out.Part(0).Array().Leaves[0], out.Part(1).Array().Leaves[0], out.Part(2).Floats()
	require.Len(t, rows, 3*p+1)
	require.Len(t, cols, 31*p)
	require.Len(t, vals, 31*p)
	for i, want := range numbers(jacobian["rows"])[:30] {
		assert.EqualValues(t, want, rows[i])
	}
	assert.EqualValues(t, 31*p, rows[3*p])
	for i, want := range numbers(jacobian["cols"])[:30] {
		assert.EqualValues(t, want, cols[i])
	}
	assert.EqualValues(t, 11*n+3*m+p-1, cols[31*p-1])
	wanted := numbers(jacobian["vals"])
	assertClose(t, wanted[:30], vals[:30], 1e-9, "Jacobian")
	assertClose(t, wanted[30:], vals[31*p-1:], 1e-12, "Jacobian of the weights")
}
