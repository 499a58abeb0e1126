package estimate_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/internal/sample"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/proc"
	"procad/proc/deriv"
)

// kernels have data in which arrays are large, but iterations are few.
var kernels = []struct {
	file  string
	given map[string]any
}{
	{"gmm", sample.GMM(sample.Rand(1), 5, 6, 40)},
	{"lstm", map[string]any{"l2": 4, "b": 200, "b4": 800, "c": 6}},
	{"llsq", map[string]any{"m": 300, "n": 500}},
	{"lse", map[string]any{"n": 100_000}},
	{"heat", sample.Heat(sample.Rand(1), 2000, 60)},
	{"burgers", sample.Burgers(sample.Rand(1), 2000, 60)},
	{"lorenz", sample.Lorenz(sample.Rand(1), 20_000)},
	{"nbody", sample.NBody(sample.Rand(1), 12, 20)},
	{"rnn", sample.RNN(sample.Rand(1), 16, 4, 300)},
	{"nested", sample.Nested(sample.Rand(1), 1000, 10, 20)},
}

// loose are the constructs with loops of which only a bound on their iterations is
// known, and how far it may be off.
var loose = map[string]float64{
	"recursive":       math.Inf(1), // nobody knows how many calls there will be
	"recursive-folds": math.Inf(1),
	"recursive-loops": math.Inf(1),
	"recursive-parts": math.Inf(1),
	"recursive-sums":  math.Inf(1),
	"while":           39,  // nobody knows how many iterations there will be
	"fieldwise":       3.8, // many small arrays, which are taken to live at once
	"factors":         4,   // in iteration k of a loop, another has as many as are left
	"process":         1.5,
	"rnn":             1.002, // a state that an iteration sets as a whole is a row of the trace
	"centres":         1.3,   // what a loop would copy, it reads where it is
	"sums":            3.6,   // a loop over values of which some constructors leave more than others
	"sweeps":          1.7,   // one branch leaves more than the other, in loops that may keep states
	"wanted":          5.5,   // derivatives of arrays in a sum
	"literals":        1.3,   // what nobody reads of a cotangent is not made
	"products":        1.1,   // the same
	"slices":          1.11,  // the same
	"second":          1.3,   // the same
	"softmax":         1.12,  // the same
}

// TestNative compares what is foreseen with native runs: of functions and of
// their gradients. Without strategies, the peak is known.
func TestNative(t *testing.T) {
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	var names []string
	var list []*native
	var tight []float64
	for _, k := range kernels {
		text, err := os.ReadFile("../../testdata/kernels/" + k.file + ".fun")
		require.NoError(t, err)
		names, list, tight = append(names, k.file), append(list, nativeOf(loadGiven(t, string(text), k.file, k.given), compiler)), append(tight, max(1, loose[k.file]))
	}
	for _, file := range golden.Files(t, "../../testdata/constructs/*.fun") {
		text, line := golden.Program(t, file)
		var given map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &given))
		names, list = append(names, golden.Name(file)), append(list, nativeOf(loadGiven(t, text, "f", given), compiler))
		tight = append(tight, max(1, loose[golden.Name(file)]))
	}
	for some := range slices.Chunk(list, 16) {
		var calls []engine.Calls
		for _, n := range some {
			calls = append(calls, engine.Calls{Engine: n.engine, Funcs: n.funcs()})
			defer n.engine.Close()
		}
		require.NoError(t, engine.PrepareAll(calls...))
	}
	for i, n := range list {
		t.Run(names[i], func(t *testing.T) {
			for f, ratio := range n.peaks(t) {
				assert.LessOrEqual(t, ratio, tight[i], "%s", f)
			}
		})
	}
}

// A native subject is one that native code runs.
type native struct {
	*subject
	engine *engine.Engine
}

func nativeOf(s *subject, compiler toolchain.Compiler) *native {
	// Buffers on the stack of the machine are not counted, and what is foreseen has a copy of seeds, which may be lent.
	opts := llvm.Options{File: "test.fun", Without: optim.Of(optim.Locals, optim.DeadStores)}
	return &native{s, &engine.Engine{Lookup: s.unit.Library.Def, Compiler: compiler, Options: opts}}
}

// funcs are a function and its gradient.
func (n *native) funcs() []proc.Func { return []proc.Func{n.f, deriv.VJP.Of(n.f)} }

// peaks runs a function and its gradient, and returns how many times the real
// peak is the one that was foreseen.
func peaks(t *testing.T, s *subject, compiler toolchain.Compiler) map[proc.Func]float64 {
	n := nativeOf(s, compiler)
	defer n.engine.Close()
	require.NoError(t, n.engine.Prepare(n.funcs()...))
	return n.peaks(t)
}

func (n *native) peaks(t *testing.T) map[proc.Func]float64 {
	s, e := n.subject, n.engine
	reports, err := s.all()
	require.NoError(t, err)
	y, err := interp.New(s.unit.Library.Def).Call(s.f, s.zone, s.arg)
	require.NoError(t, err)
	ratios := map[proc.Func]float64{}
	for f, arg := range map[proc.Func]data.Value{s.f: s.arg, deriv.VJP.Of(s.f): data.Tuple(s.arg, ones(deriv.Tangent(y.Type), y))} {
		result, err := e.Call(f, s.zone, arg)
		require.NoError(t, err)
		peak, r := e.Last().Peak, reports[f]
		t.Logf("%s: peak %d, foreseen %d; live %s; operations %s", f, peak, r.Peak, r.Live, r.Operations)
		assert.LessOrEqual(t, peak, r.Peak, "%s", f)
		ratios[f] = float64(r.Peak-r.Lanes-copied(result)) / max(1, float64(peak))
	}
	return ratios
}

// copied is what copies of the arrays of a result take, each with its header, and rounded up. What is foreseen has them; native
// code makes some results where they stay.
func copied(result data.Value) int64 {
	const most = 16 + 64
	n := result.ArrayBytes()
	for _, o := range result.Objects {
		if a, ok := o.(*data.Array); ok {
			n += int64(most * len(a.Leaves))
		}
	}
	return n
}

func loadGiven(t *testing.T, text, f string, given map[string]any) *subject {
	u := loadUnit(t, text)
	d, err := u.Entry(f)
	require.NoError(t, err)
	all := map[string]any{}
	for name, v := range given {
		all[name] = v
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range u.Program.InterfaceOf(d.Name).Params {
		if _, ok := all[p.Name]; !ok {
			all[p.Name] = drawn(p, all, r)
		}
	}
	text2, err := json.Marshal(all)
	require.NoError(t, err)
	return subjectOf(t, u, f, string(text2))
}

// drawn is a random value for a parameter, as JSON will have it.
func drawn(p proc.Param, given map[string]any, r *rand.Rand) any {
	a, ok := p.Type.(*proc.ArrayType)
	if !ok {
		return 0.5 + r.Float64()
	}
	var block func(k int) any
	block = func(k int) any {
		if k == a.Rank {
			return 0.5 + r.Float64()
		}
		size, _ := given[p.Sizes[k]].(int)
		if err := json.Unmarshal([]byte(p.Sizes[k]), &size); err != nil && size == 0 {
			panic("no size " + p.Sizes[k])
		}
		list := make([]any, size)
		for i := range list {
			list[i] = block(k + 1)
		}
		return list
	}
	return block(0)
}
