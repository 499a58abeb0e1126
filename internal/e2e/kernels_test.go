package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/sample"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// kernels are the functions of testdata/kernels, with small sizes and what
// cannot be drawn at random.
var kernels = []struct {
	file, fn string
	given    map[string]any
}{
	{"gmm", "gmm", map[string]any{"k": 3, "d": 3, "t": 3, "n": 4, "m": 1}},
	{"gmm", "logGammaD", map[string]any{"d": 3, "a": 4.5}},
	{"lstm", "lstm", map[string]any{"l2": 4, "b": 2, "b4": 8, "c": 4}},
	{"llsq", "llsq", map[string]any{"m": 4, "n": 6}},
	{"lse", "lse", map[string]any{"n": 5}},
	{"heat", "heat", sample.Heat(sample.Rand(1), 4, 3)},
	{"burgers", "burgers", sample.Burgers(sample.Rand(1), 4, 3)},
	{"lorenz", "lorenz", sample.Lorenz(sample.Rand(1), 3)},
	{"nbody", "nbody", sample.NBody(sample.Rand(1), 3, 2)},
	{"rnn", "rnn", sample.RNN(sample.Rand(1), 3, 2, 3)},
	{"nested", "nested", sample.Nested(sample.Rand(1), 4, 2, 3)},
	{"ba", "rotated", nil},
	{"ba", "reprojection", nil},
	{"ba", "ba", map[string]any{"n": 2, "m": 3, "p": 4, "cams": cameras, "pts": points, "obs": [][]int{{0, 1}, {1, 2}, {0, 0}, {1, 1}}}},
	{"ba", "bajac", map[string]any{"n": 2, "m": 3, "p": 2, "cams": cameras, "pts": points, "obs": [][]int{{0, 1}, {1, 0}}}},
}

// points are in front of the cameras.
var (
	cameras = [][]float64{{0.1, 0.2, -0.15, 0.3, 0.1, 0.2, 1.5, 0.1, 0.2, 0.05, 0.01}, {-0.2, 0.1, 0.05, -0.1, 0.3, 0.4, 1.2, 0.3, 0.1, 0.02, 0.03}}
	points  = [][]float64{{0.5, 0.2, 5.5}, {0.3, 0.7, 6.1}, {-0.4, 0.1, 7.3}}
)

// TestKernels checks every property on every kernel and on every program of
// testdata/constructs, and that native code gives the same.
func TestKernels(t *testing.T) {
	t.Parallel()
	compiler, translated := toolchain.Compiler{Level: 1}, toolchain.Compiler{Level: -1}
	var native, constructs []*comparison
	for _, k := range kernels {
		t.Run(k.fn, func(t *testing.T) {
			u := loadFile(t, "../../testdata/kernels/"+k.file+".fun")
			d, err := u.Entry(k.fn)
			require.NoError(t, err)
			given := map[string]any{}
			for name, v := range k.given {
				given[name] = v
			}
			r := rand.New(rand.NewPCG(1, 2))
			for _, p := range u.Program.InterfaceOf(d.Name).Params {
				if _, ok := given[p.Name]; !ok {
					given[p.Name] = drawn(p, given, r)
				}
			}
			native = append(native, checkKernel(t, compiler, u, k.fn, given, property{"Third", third}))
		})
	}
	for i, file := range golden.Files(t, "../../testdata/constructs/*.fun") {
		var more []property
		if i%4 == 0 { // a third derivative takes as long as all else
			more = append(more, property{"Third", third})
		}
		t.Run(golden.Name(file), func(t *testing.T) {
			_, line := golden.Program(t, file)
			var given map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &given))
			constructs = append(constructs, checkKernel(t, translated, loadFile(t, file), "f", given, more...))
		})
	}
	t.Run("native", func(t *testing.T) {
		clangs.Need(t, compiler.Find)
		prepare(t, 16, native)
		prepare(t, 16, constructs)
		all, byCore := 0, 0
		for _, c := range slices.Concat(native, constructs) {
			c.evaluate = true
			n, _, evaluated := c.run(t)
			all, byCore = all+n, byCore+evaluated
		}
		t.Logf("%d programs compared, %d programs compared with the evaluator of core", all, byCore)
		assert.GreaterOrEqual(t, byCore, all*9/10)
	})
}

func loadFile(t *testing.T, file string) *pipeline.Unit {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text), Files: source.System})
	require.NoError(t, err)
	return u
}

// drawn is a random value for a parameter, as JSON will have it.
func drawn(p proc.Param, given map[string]any, r *rand.Rand) any {
	if len(p.Parts) > 0 {
		parts := make([]any, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = drawn(part, given, r)
		}
		return parts
	}
	a, ok := p.Type.(*proc.ArrayType)
	if !ok {
		return 0.5 + r.Float64()
	}
	var level func(k int) any
	level = func(k int) any {
		if k == a.Rank {
			return 0.5 + r.Float64()
		}
		n, ok := given[p.Sizes[k]].(int)
		if !ok {
			fmt.Sscan(p.Sizes[k], &n)
		}
		list := make([]any, n)
		for i := range list {
			list[i] = level(k + 1)
		}
		return list
	}
	return level(0)
}

// checkKernel checks every property. Native code is still to be compared.
func checkKernel(t *testing.T, compiler toolchain.Compiler, u *pipeline.Unit, fn string, given map[string]any, more ...property) *comparison {
	text, err := json.Marshal(given)
	require.NoError(t, err)
	s, err := newSubject(u, fn, string(text))
	require.NoError(t, err)
	for _, p := range slices.Concat(everywhere, smooth, more) {
		err := p.holds(s, rand.New(rand.NewPCG(1, 2)))
		if d, ok := errors.AsType[*discarded](err); ok {
			t.Log(p.name, d)
			assert.Equal(t, "discrete argument", d.why)
			continue
		}
		assert.NoError(t, err, p.name)
	}
	s.text = u.Source.Name
	e := &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: llvm.Options{File: s.text, Strict: true}}
	return &comparison{engine: e, subjects: []*subject{s}, funcs: [][]proc.Func{s.native(0)}}
}

// third computes third derivatives: the second ones of vjp$f, three ways and by differences.
func third(s *subject, r *rand.Rand) error {
	y, err := s.value(s.machine())
	if err != nil {
		return err
	}
	vjp := *s
	def, err := s.lib.Def(deriv.VJP.Of(s.f))
	if err != nil {
		return err
	}
	vjp.f, vjp.sig, vjp.arg = def.Name, def.Sig(), data.Tuple(s.arg, tangent(y, floats(r)))
	return second(&vjp, r)
}
