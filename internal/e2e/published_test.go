package e2e_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// shared has inputs of real size, and what an independent program computed.
const shared = "../../../shared/data"

// published are the inputs, with the names of the parameters in the order in
// which the published gradient has them.
var published = []struct {
	name   string
	wrt    []string
	interp float64 // also by the interpreter, and so close to the largest entry; 0: not
}{
	{"gmm_d2_k5", []string{"alpha", "mu", "q", "l"}, 1e-11},
	{"gmm_d10_k25", []string{"alpha", "mu", "q", "l"}, 1e-11},
	{"gmm_d20_k25", []string{"alpha", "mu", "q", "l"}, 0},
	{"gmm_d64_k10", []string{"alpha", "mu", "q", "l"}, 0},
	{"lstm_l2_c1024", []string{"main_params", "extra_params"}, 1e-11},
	{"lstm_l4_c4096", []string{"main_params", "extra_params"}, 0},
	{"llsq_n16_m128", []string{"x"}, 1e-11},
	{"llsq_n512_m128", []string{"x"}, 1e-11},
	{"lse_n2500", []string{"x"}, 1e-11},
	{"lse_n80000", []string{"x"}, 1e-9},
}

// engines are the interpreter where it is asked for, and native code.
func engines(t *testing.T, u *pipeline.Unit, withInterp bool) map[string]pipeline.Engine {
	all := map[string]pipeline.Engine{}
	if withInterp {
		all["interp"] = interp.New(u.Library.Def)
	}
	if _, err := new(toolchain.Compiler).Find(); err != nil {
		t.Logf("native code is not compared: %v", err)
		return all
	}
	e := &engine.Engine{Lookup: u.Library.Def}
	t.Cleanup(e.Close)
	all["native"] = e
	return all
}

// TestPublished compares values and gradients with the published answers.
func TestPublished(t *testing.T) {
	t.Parallel()
	for _, c := range published {
		t.Run(c.name, func(t *testing.T) {
			kernel, _, _ := strings.Cut(c.name, "_")
			want := readJSON(t, filepath.Join(shared, "expected", c.name+".json"))
			u := loadFile(t, "../../testdata/kernels/"+kernel+".fun")
			d, err := u.Entry(kernel)
			require.NoError(t, err)
			text, err := os.ReadFile(filepath.Join(shared, c.name+".json"))
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Name: c.name, Text: string(text)}, face)
			require.NoError(t, err)

			wantValue := jsonNumbers(either(want, "objective", "primal"))
			gradient := either(want, "jacobian", "gradient")
			var wantGradient []float64
			if byName, ok := gradient.(map[string]any); ok {
				for _, name := range c.wrt {
					wantGradient = append(wantGradient, jsonNumbers(byName[name])...)
				}
			} else {
				wantGradient = jsonNumbers(gradient)
			}
			for name, e := range engines(t, u, c.interp > 0) {
				value, parts, err := u.Gradient(e, d, args, nil)
				require.NoError(t, err, name)
				closeTo(t, wantValue, numbersOf(value), name+": value")
				if name == "interp" {
					withinScale(t, wantValue, numbersOf(value), 1e-12, "value")
				}
				byName := map[string][]float64{}
				for _, p := range parts {
					byName[p.Name] = numbersOf(p.Value)
				}
				var got []float64
				for _, p := range c.wrt {
					got = append(got, byName[p]...)
				}
				closeTo(t, wantGradient, got, name+": gradient")
				if name == "interp" {
					withinScale(t, wantGradient, got, c.interp, "gradient")
				}
			}
		})
	}
}

// TestPublishedJacobian compares the sparse Jacobian of bundle adjustment: the
// first 30 entries, and the last one, are published.
func TestPublishedJacobian(t *testing.T) {
	t.Parallel()
	in := readJSON(t, filepath.Join(shared, "ba_ba1.json"))
	want := readJSON(t, filepath.Join(shared, "expected", "ba_ba1.json"))
	n, m, p := int(in["n"].(float64)), int(in["m"].(float64)), int(in["p"].(float64))
	observations := make([][2]int, p)
	for i := range observations {
		observations[i] = [2]int{i % n, i % m}
	}
	text, err := json.Marshal(map[string]any{
		"cams": repeat(in["cam"], n), "pts": repeat(in["x"], m), "w": repeat(in["w"], p), "feat": repeat(in["feat"], p), "obs": observations,
	})
	require.NoError(t, err)
	u := loadFile(t, "../../testdata/kernels/ba.fun")
	call := func(e pipeline.Engine, f string) data.Value {
		d, err := u.Entry(f)
		require.NoError(t, err)
		face, err := u.Callable(d)
		require.NoError(t, err)
		args, _, err := data.Read(&diag.Source{Name: "ba", Text: string(text)}, face)
		require.NoError(t, err)
		v, err := u.Run(e, d, args)
		require.NoError(t, err)
		return v
	}
	objective := want["objective"].(map[string]any)
	error1 := jsonNumbers(objective["reproj_error"].(map[string]any)["elements"])
	weight := jsonNumbers(objective["w_err"].(map[string]any)["element"])
	for name, e := range engines(t, u, true) {
		residuals := call(e, "ba")
		images := residuals.Objects[0].(*data.Array).Leaves[0]
		weights := residuals.Objects[1].(*data.Array).Leaves[0]
		require.Len(t, images, 2*p)
		require.Len(t, weights, p)
		for _, i := range []int{0, 1, p / 2, p - 1} {
			closeTo(t, error1, realsOf(images[2*i:2*i+2]), name+": images")
			closeTo(t, weight, realsOf(weights[i:i+1]), name+": weights")
		}
		// In CSR form: a residual of an image has 11 + 3 + 1 entries, one of a weight 1.
		jacobian := call(e, "bajac")
		for k, part := range []string{"rows", "cols", "vals"} {
			words := jacobian.Objects[k].(*data.Array).Leaves[0]
			require.Len(t, words, map[string]int{"rows": 3*p + 1, "cols": 31 * p, "vals": 31 * p}[part])
			shown := append(append([]uint64(nil), words[:30]...), words[len(words)-1])
			got := realsOf(shown)
			if part != "vals" {
				for i, w := range shown {
					got[i] = float64(int64(w))
				}
			}
			closeTo(t, jsonNumbers(want["jacobian"].(map[string]any)[part]), got, name+": "+part)
			switch last := got[30]; part {
			case "rows":
				require.EqualValues(t, 31*p, last)
			case "cols":
				require.EqualValues(t, 11*n+3*m+p-1, last)
			}
		}
	}
}

func readJSON(t *testing.T, file string) map[string]any {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		t.Skip("the published data are not there")
	}
	require.NoError(t, err)
	var o map[string]any
	require.NoError(t, json.Unmarshal(text, &o))
	return o
}

func either(o map[string]any, names ...string) any {
	for _, n := range names {
		if v, ok := o[n]; ok {
			return v
		}
	}
	return nil
}

func repeat(v any, n int) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = v
	}
	return all
}

// jsonNumbers lists the numbers of a JSON value in order.
func jsonNumbers(v any) []float64 {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []any:
		var all []float64
		for _, x := range v {
			all = append(all, jsonNumbers(x)...)
		}
		return all
	}
	return nil
}

// numbersOf lists the Reals of a number or of an array.
func numbersOf(v data.Value) []float64 {
	if len(v.Objects) > 0 {
		return realsOf(v.Objects[0].(*data.Array).Leaves[0])
	}
	return realsOf(v.Words)
}

func realsOf(words []uint64) []float64 {
	out := make([]float64, len(words))
	for i, w := range words {
		out[i] = math.Float64frombits(w)
	}
	return out
}

// withinScale demands |a - b| ≤ tolerance · max |want|.
func withinScale(t *testing.T, want, got []float64, tolerance float64, what string) {
	t.Helper()
	scale := 0.0
	for _, x := range want {
		scale = math.Max(scale, math.Abs(x))
	}
	for i := range want {
		require.InDelta(t, want[i], got[i], tolerance*scale, "%s: entry %d", what, i)
	}
}

// closeTo demands |a - b| ≤ 1e-9 max(1, |a| + |b|) of every pair.
func closeTo(t *testing.T, want, got []float64, what string) {
	t.Helper()
	require.NotEmpty(t, want, what)
	require.Len(t, got, len(want), what)
	for i := range want {
		scale := math.Max(1, math.Abs(want[i])+math.Abs(got[i]))
		require.InDelta(t, want[i], got[i], 1e-9*scale, "%s: entry %d", what, i)
	}
}
