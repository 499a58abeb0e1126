package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/internal/reference"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A batch is random programs that are compiled into one executable.
type batch struct {
	name    string
	options gen.Options
	strict  bool
	from    uint64 // the first program
	size    uint64
	without optim.Set
	threads int // that share all loops which can be divided; 0: none are
}

var (
	nativeBatches = flag.Int("native.batches", 1, "how many batches of 25 programs TestNative compares in each of its six modes")
	nativeWithout = flag.String("native.without", "", "an optimisation that TestNative disables")
	nativeCPU     = flag.String("native.cpu", toolchain.NativeCPU, "the CPU that TestNative compiles for")
)

// batchSize is the number of programs in a batch.
const batchSize = 25

// threadsBatch is a batch whose loops threads share, every other one in order.
func threadsBatch(i int, from uint64) batch {
	return batch{"threads", gen.Options{Kinks: true, Derivatives: true, Data: true, Size: 60}, i%2 == 1, from, batchSize, optim.Set{}, 3}
}

// TestNative compares native code with the interpreter: values, gradients at a
// random cotangent, and for some programs tangents.
//
//	Native    native f = interp f          strict, + - * / and comparisons only: bit for bit
//	                                       else to 1e-11 of the largest number of the result, because
//	                                       the C library's functions differ in the last bit
func TestNative(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: 1, CPU: *nativeCPU}
	clangs.Need(t, compiler.Find)
	batches := *nativeBatches
	if testing.Short() {
		batches = 1
	}
	var compared, equal, byCore atomic.Int64
	t.Run("batches", func(t *testing.T) {
		for i := range batches {
			from := uint64(i * batchSize)
			for _, b := range []batch{
				{"exact", gen.Options{Field: true, Stop: true, Size: 60}, true, from, batchSize, optim.Set{}, 0},
				{"strict", gen.Options{Kinks: true, Derivatives: true, Size: 60}, true, 1_000_000 + from, batchSize, optim.Set{}, 0},
				{"fast", gen.Options{Kinks: true, Derivatives: true, Data: true, Functions: i%2 == 0, Size: 60}, false, 2_000_000 + from, batchSize, optim.Set{}, 0},
				{"recursive", gen.Options{Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 60}, true, 4_000_000 + from, batchSize, optim.Set{}, 0},
				{"trees", gen.Options{Trees: true, Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 60}, true, 5_000_000 + from, batchSize, optim.Set{}, 0},
				threadsBatch(i, 6_000_000+from),
			} {
				if *nativeWithout != "" {
					b.without = optim.Of(optim.Name(*nativeWithout))
				}
				t.Run(fmt.Sprint(b.name, i), func(t *testing.T) {
					if i > 0 { // the first ones compile the runtime
						t.Parallel()
					}
					compiler := compiler
					if (i%2 == 1) != b.options.Trees { // clang optimises every other batch, and of trees, which take it two minutes, not the first
						compiler.Level = -1
					}
					c := b.comparison(t, compiler)
					c.evaluate = true
					prepare(t, 1, []*comparison{c})
					n, same, evaluated := c.run(t)
					compared.Add(int64(n))
					equal.Add(int64(same))
					byCore.Add(int64(evaluated))
				})
			}
		}
	})
	t.Logf("%d programs compared, %d of them the same bit for bit; %d programs compared with the evaluator of core", compared.Load(), equal.Load(), byCore.Load())
	assert.GreaterOrEqual(t, byCore.Load(), compared.Load()*9/10)
	assert.GreaterOrEqual(t, compared.Load(), int64(6*batches*batchSize*9/10))
}

// A comparison is of native code and the interpreter, for subjects of one library.
type comparison struct {
	engine   *engine.Engine
	subjects []*subject
	funcs    [][]proc.Func // of each subject
	exact    bool          // all bits are equal
	random   bool          // subjects that have no meaning are left out
	evaluate bool          // native code is compared with the evaluator of core too
}

func (b *batch) comparison(t *testing.T, compiler toolchain.Compiler) *comparison {
	subjects := b.load(t)
	e := &engine.Engine{Lookup: subjects[0].lib.Def, Compiler: compiler, Threads: b.threads, Options: llvm.Options{File: "random.fun", Strict: b.strict, Without: b.without}}
	if b.threads > 0 {
		e.Options.Threads = passes.AllLoops
	}
	c := &comparison{engine: e, subjects: subjects, exact: b.options.Field, random: true}
	e.Options.Sizes = map[proc.Func][]passes.Size{}
	for i, s := range subjects {
		c.funcs = append(c.funcs, s.native(i))
		if i%2 == 1 { // every other one has versions for the sizes of its data
			sizes := engine.Sizes(s.zone, s.arg)
			e.Options.Sizes[s.f], e.Options.Sizes[deriv.VJP.Of(s.f)] = sizes, sizes
		}
	}
	return c
}

// prepare makes executables, each for so many comparisons with the same options.
func prepare(t *testing.T, size int, list []*comparison) {
	for some := range slices.Chunk(list, size) {
		var calls []engine.Calls
		for _, c := range some {
			t.Cleanup(c.engine.Close)
			calls = append(calls, engine.Calls{Engine: c.engine, Funcs: slices.Concat(c.funcs...)})
		}
		require.NoError(t, engine.PrepareAll(calls...))
	}
}

// run counts the programs compared, those of them that were equal, and those that the evaluator
// of core was quick enough for.
func (c *comparison) run(t *testing.T) (compared, equal, evaluated int) {
	for i, s := range c.subjects {
		same, err := s.compare(c.engine, c.funcs[i], c.exact)
		if _, ok := errors.AsType[*discarded](err); ok && c.random {
			continue
		}
		assert.NoError(t, err, s.text)
		if compared++; same {
			equal++
		}
		if !c.evaluate {
			continue
		}
		var e pipeline.Engine = c.engine
		if !slices.Contains(c.funcs[i], deriv.VJP.Of(s.f)) {
			e = s.machine() // native code has no gradient of it
		}
		switch err := s.evaluated(e); {
		case errors.Is(err, reference.ErrLong):
		case assert.NoError(t, err, s.text):
			evaluated++
		}
	}
	return compared, equal, evaluated
}

// native are the functions of the i-th subject to be compared.
func (s *subject) native(i int) []proc.Func {
	fs := []proc.Func{s.f, deriv.VJP.Of(s.f)}
	if i%5 == 0 {
		fs = append(fs, deriv.Fwd.Of(s.f))
	}
	return fs
}

// load puts the programs of a batch into one.
func (b *batch) load(t *testing.T) []*subject {
	var text strings.Builder
	var programs []*gen.Program
	for i := range b.size {
		opts := b.options
		opts.Prefix = fmt.Sprintf("p%d_", i)
		p := gen.New(gen.FromSeed(b.from+i), opts)
		programs = append(programs, p)
		text.WriteString(p.Text)
	}
	u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: text.String()}, b.without.Names()...)
	require.NoError(t, err)
	var subjects []*subject
	for _, p := range programs {
		s, err := newSubject(u, p.Main, p.Data)
		require.NoError(t, err)
		s.text = p.GoString()
		subjects = append(subjects, s)
	}
	return subjects
}

// compare runs functions natively and by the interpreter. It reports whether
// all bits are equal, which they have to be if exact says so.
func (s *subject) compare(e *engine.Engine, fs []proc.Func, exact bool) (equal bool, err error) {
	r := rand.New(rand.NewPCG(1, 2))
	m := s.machine()
	y, err := s.value(m)
	if err != nil {
		return false, meaningless(err)
	}
	zoneDot, argDot := s.direction(floats(r))
	equal = true
	for _, f := range fs {
		zone, arg := s.zone, s.arg
		switch f {
		case deriv.VJP.Of(s.f):
			arg = data.Tuple(arg, tangent(y, floats(r)))
		case deriv.Fwd.Of(s.f):
			zone, arg = interleave(zone, zoneDot), data.Tuple(arg, argDot)
		}
		want, wantErr := m.Call(f, zone, arg)
		got, gotErr := e.Call(f, zone, arg)
		if wantErr != nil || gotErr != nil {
			a, _ := errors.AsType[*prim.RuntimeError](wantErr)
			b, ok := errors.AsType[*prim.RuntimeError](gotErr)
			if a == nil || !ok || a.Kind != b.Kind {
				return false, fmt.Errorf("%s: the interpreter fails with %v, native code with %v\n%s", f, wantErr, gotErr, s.text)
			}
			continue
		}
		same := identical(want, got)
		equal = equal && same
		switch {
		case same:
		case exact || !near(want, got):
			return false, fmt.Errorf("%s: the interpreter gives %s, native code %s\n%s", f, show(want), show(got), s.text)
		}
	}
	return equal, nil
}

// near says that two results are as close as rounding in the library's
// functions leaves them.
func near(a, b data.Value) bool {
	xs, ys := floatsOf(a), floatsOf(b)
	if len(xs) != len(ys) {
		return false
	}
	scale := 1.0
	for _, x := range xs {
		if !math.IsInf(x, 0) {
			scale = max(scale, math.Abs(x))
		}
	}
	for i, x := range xs {
		if y := ys[i]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) && !(math.Abs(x-y) <= 1e-11*scale) {
			return false
		}
	}
	return true
}
