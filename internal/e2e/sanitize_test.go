package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/internal/sample"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

var sanitizeBatches = flag.Int("sanitize.batches", 0,
	"how many batches of 25 programs TestSanitized runs; if more than none, it runs every kernel, the rows and what runs in lanes too, and else one kernel")

var sanitizeWithout = flag.String("sanitize.without", "", "an optimisation that TestSanitized disables")

// sanitizers look at accesses to memory, and at undefined behaviour, in generated code and
// in the runtime.
const sanitizers = "address,undefined"

// instrumented makes an executable with sanitizers; a report of theirs is an error of a call.
func instrumented(t *testing.T, u *pipeline.Unit, opts llvm.Options, fs ...proc.Func) *engine.Engine {
	t.Helper()
	t.Setenv("ASAN_OPTIONS", "detect_leaks=0") // the process ends with what it has read
	opts.File, opts.Sanitize = u.Source.Name, sanitizers
	e := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: 1}, Options: opts}
	t.Cleanup(e.Close)
	require.NoError(t, e.Prepare(fs...))
	return e
}

// needSanitizers skips a test where there is no clang, or one without sanitizers.
func needSanitizers(t *testing.T) {
	t.Helper()
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	u := loadText(t, "def one(x: Real): Real = x")
	e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{Sanitize: sanitizers}}
	defer e.Close()
	if err := e.Prepare(proc.Name("one")); err != nil {
		clangs.Missing(t, "this clang has no sanitizers:", err)
	}
}

// TestSanitized runs kernels, rows of the table, loops in lanes and random programs, and their derivatives, with sanitizers.
func TestSanitized(t *testing.T) {
	needSanitizers(t)
	all := *sanitizeBatches > 0
	var opts llvm.Options
	if *sanitizeWithout != "" {
		opts.Without = optim.Of(optim.Name(*sanitizeWithout))
	}
	kernelCount, rowCount, programCount := 0, 0, 0
	for _, k := range kernels {
		if !all && k.fn != "lse" {
			continue
		}
		t.Run(k.fn, func(t *testing.T) {
			s := kernelSubject(t, loadFile(t, "../../testdata/kernels/"+k.file+".fun"), k.fn, k.given)
			_, err := s.compare(instrumented(t, s.unit, opts, s.native(0)...), s.native(0), false)
			assert.NoError(t, err)
			kernelCount++
		})
	}
	if all {
		for _, r := range sample.Rows {
			t.Run(r.Name, func(t *testing.T) {
				s := kernelSubject(t, loadFile(t, "../../testdata/rows/"+r.Name+".fun"), "", r.Data(1, r.Small...))
				fs := s.native(0)
				if r.Gradient == 0 {
					fs = fs[:1]
				}
				_, err := s.compare(instrumented(t, s.unit, opts, fs...), fs, false)
				assert.NoError(t, err)
				rowCount++
			})
		}
		for file := range inLanes {
			t.Run(file, func(t *testing.T) {
				u := loadFile(t, "../../testdata/lanes/"+file+".fun")
				var fs []proc.Func
				for _, f := range u.Roots {
					fs = append(fs, f, deriv.VJP.Of(f))
				}
				compareInLanes(t, u, instrumented(t, u, opts, fs...), 0, 1, 9, 40)
			})
		}
	}
	for i := range *sanitizeBatches {
		t.Run(fmt.Sprint("batch", i), func(t *testing.T) {
			b := batch{"sanitized", gen.Options{Kinks: true, Derivatives: true, Size: 60}, false, 3_000_000 + uint64(i*batchSize), batchSize, optim.Set{}, 0}
			subjects := b.load(t)
			var fs []proc.Func
			for i, s := range subjects {
				fs = append(fs, s.native(i)...)
			}
			e := instrumented(t, subjects[0].unit, opts, fs...)
			for i, s := range subjects {
				_, err := s.compare(e, s.native(i), false)
				if _, ok := errors.AsType[*discarded](err); !ok {
					assert.NoError(t, err)
					programCount++
				}
			}
		})
	}
	t.Logf("%d kernels, %d rows and %d random programs", kernelCount, rowCount, programCount)
	assert.GreaterOrEqual(t, programCount, *sanitizeBatches*batchSize*9/10)
}

// An access beyond an array is reported: one that generated code makes where it does not check.
func TestSanitizersFindOverruns(t *testing.T) {
	needSanitizers(t)
	u := loadText(t, "def f(v: Real[n], i: Int): Real = v[i]")
	e := instrumented(t, u, llvm.Options{Unchecked: true}, proc.Name("f"))
	for i, report := range []string{"", "heap-buffer-overflow"} {
		v, err := e.Call(proc.Name("f"), []data.Value{data.Reals([]float64{1, 2, 3}, 3)}, data.Int(int64(2+i)))
		if report == "" {
			require.NoError(t, err)
			assert.Equal(t, 3.0, v.Float())
			continue
		}
		assert.ErrorContains(t, err, report)
	}
}

// Arithmetic beyond 64 bits is reported: that of an index which is not checked.
func TestSanitizersFindOverflows(t *testing.T) {
	needSanitizers(t)
	u := loadText(t, "def f(v: Real[n, m], i: Int): Real = v[i, 0]")
	e := instrumented(t, u, llvm.Options{Unchecked: true}, proc.Name("f"))
	v := data.Reals([]float64{1, 2, 3, 4}, 2, 2)
	x, err := e.Call(proc.Name("f"), []data.Value{v}, data.Int(1))
	require.NoError(t, err)
	assert.Equal(t, 3.0, x.Float())
	_, err = e.Call(proc.Name("f"), []data.Value{v}, data.Int(1<<62))
	assert.ErrorContains(t, err, "integer overflow: 4611686018427387904 * 2")
}

func loadText(t *testing.T, text string) *pipeline.Unit {
	t.Helper()
	u, err := pipeline.Load(&diag.Source{Name: "text.fun", Text: text})
	require.NoError(t, err)
	return u
}
