package e2e_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// threaded is an engine whose code has threads.
func threaded(t *testing.T, text string, threads int, opts llvm.Options, fs ...proc.Func) *engine.Engine {
	t.Helper()
	u := loadText(t, text)
	opts.File = u.Source.Name
	e := &engine.Engine{Lookup: u.Library.Def, Threads: threads, Options: opts}
	t.Cleanup(e.Close)
	require.NoError(t, e.Prepare(fs...))
	return e
}

const logistic = `def loss(w: Real[d], x: Real[n, d], y: Real[n]): Real =
  sum(i < n) let z = sum(j < d) w[j] * x[i, j] in log(1 + exp(-y[i] * z))
`

// logisticData are rows of numbers.
func logisticData(n, d int) []data.Value {
	w, x, y := make([]float64, d), make([]float64, n*d), make([]float64, n)
	for k := range x {
		x[k] = math.Sin(float64(k))
	}
	for i := range y {
		y[i] = math.Copysign(1, math.Sin(float64(3*i)))
	}
	for j := range w {
		w[j] = math.Cos(float64(j))
	}
	return []data.Value{data.Reals(w, d), data.Reals(x, n, d), data.Reals(y, n)}
}

// TestThreadBits says that a result has the same bits with every number of threads, each time.
//
//	run (threads 1) f x = run (threads n) f x
func TestThreadBits(t *testing.T) {
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	vjp := deriv.VJP.Of(proc.Name("loss"))
	args := logisticData(20_000, 30)
	var want data.Value
	for _, threads := range []int{1, 2, 3, 7} {
		e := threaded(t, logistic, threads, llvm.Options{}, vjp)
		for range 20 {
			got, err := e.Call(vjp, args, data.Real(1))
			require.NoError(t, err)
			if want.Words == nil {
				want = got
			}
			require.Equal(t, want, got, "%d threads", threads)
		}
	}
}

// TestThreadMemory says that threads and lanes take no more memory than a call may use, where one thread without lanes takes less: copies
// have part of it, and a call where threads lack memory is made again by one thread. Nothing but the value of a call that prints is made
// again.
func TestThreadMemory(t *testing.T) {
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	const text = `def work(x: Real[n], i: Int): Real =
  let y = [exp(-x[j] * real(i + 1)) for j < n] in sum(j < n) (y[j] * y[n - 1 - j] * sin(y[j]))
def f(x: Real[n], m: Int): Real = sum(i < m) work(x, i)
def told(x: Real[n], m: Int): Real = f(x, m) + trace("m", 0 * real(m))
`
	const n, m = 20_000, 200
	x := make([]float64, n)
	for k := range x {
		x[k] = math.Abs(math.Sin(float64(k)))
	}
	f, told := proc.Name("f"), proc.Name("told")
	vjp := deriv.VJP.Of(f)
	args := []data.Value{data.Reals(x, n), data.Int(m)}
	for _, row := range []struct {
		f      proc.Func
		memory int64
	}{
		{f, 350_000}, {vjp, 1_200_000}, {vjp, 20_000_000},
	} {
		var want data.Value
		for _, threads := range []int{1, 2, 3} {
			e := threaded(t, text, threads, llvm.Options{}, f, vjp)
			e.Memory = row.memory
			seed := data.Unit()
			if row.f == vjp {
				seed = data.Real(1)
			}
			got, err := e.Call(row.f, args, seed)
			require.NoError(t, err, "%s in %d bytes with %d threads", row.f, row.memory, threads)
			if threads == 1 {
				want = got
			}
			require.Equal(t, want, got, "%s in %d bytes with %d threads", row.f, row.memory, threads)
		}
	}
	e := threaded(t, text, 3, llvm.Options{}, told)
	e.Memory = 350_000
	_, err := e.Call(told, args, data.Unit())
	require.ErrorContains(t, err, "out of memory")
}

// TestThreadJacobians says that Jacobians by rows and by columns have the same bits with every number of threads, which share their rows
// and columns. That they are shared is in a test of explain.
func TestThreadJacobians(t *testing.T) {
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	const text = `def f(x: Real[n], a: Real[m, n]): Real[m] = [exp(sin(sum(j < n) a[i, j] * x[j])) for i < m]
def byRows(x: Real[n], a: Real[m, n]): Real[m, n] = jacrev(\x. f(x, a))(x)
def byColumns(x: Real[n], a: Real[m, n]): Real[m, n] = jacfwd(\x. f(x, a))(x)
def curvature(x: Real[n], a: Real[m, n]): Real[n, n] = hessian(\x. let y = f(x, a) in sum(i < m) y[i]^2)(x)
`
	const n, m = 30, 150
	x, a := make([]float64, n), make([]float64, m*n)
	for k := range x {
		x[k] = math.Cos(float64(k))
	}
	for k := range a {
		a[k] = math.Sin(float64(k)) / n
	}
	fs := []proc.Func{proc.Name("byRows"), proc.Name("byColumns"), proc.Name("curvature")}
	want := map[proc.Func]data.Value{}
	for _, threads := range []int{1, 2, 3, 7} {
		e := threaded(t, text, threads, llvm.Options{}, fs...)
		for _, f := range fs {
			for range 5 {
				got, err := e.Call(f, []data.Value{data.Reals(x, n), data.Reals(a, m, n)}, data.Unit())
				require.NoError(t, err)
				if threads == 1 {
					want[f] = got
				}
				require.Equal(t, want[f], got, "%s with %d threads", f, threads)
			}
		}
	}
}

// TestThreadErrors says that the run-time error is that of the first iteration that has one, wherever else there are some.
func TestThreadErrors(t *testing.T) {
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	const n = 100_000
	const text = "def f(x: Real[n], at: Int[n]): Real = sum(i < n) exp(x[at[i]])\n"
	f := proc.Name("f")
	x := data.Reals(make([]float64, n), n)
	for _, threads := range []int{1, 2, 3, 7} {
		e := threaded(t, text, threads, llvm.Options{}, f)
		for name, bad := range map[string][]int{
			"first chunk": {5}, "last chunk": {n - 1}, "two at once": {n / 2, n - 3}, "all chunks": {10, n / 5, n / 4, n / 3, n / 2, n - 9},
		} {
			at := make([]int64, n)
			for _, i := range bad {
				at[i] = n + int64(i) // so it is known which one it was
			}
			for range 10 {
				_, err := e.Call(f, []data.Value{x, data.Ints(at, n)}, data.Unit())
				var failure *prim.RuntimeError
				require.ErrorAs(t, err, &failure, name)
				assert.Equal(t, int64(n+bad[0]), failure.A, "%s with %d threads", name, threads)
			}
			y, err := e.Call(f, []data.Value{x, data.Ints(make([]int64, n), n)}, data.Unit())
			require.NoError(t, err, "a call after one that has failed")
			assert.InDelta(t, n, y.Float(), 1e-6)
		}
	}
}

// TestThreadsEnd says that a call ends where its first chunk has a run-time error, and the others would never end.
func TestThreadsEnd(t *testing.T) {
	compiler := toolchain.Compiler{}
	clangs.Need(t, compiler.Find)
	const n = 1000
	for name, walk := range map[string]string{
		"while":    "while(9000000000000000, 1 + x[i], \\s. s > 0, \\s. s + x[i])",
		"choosing": "while(9000000000000000, 1 + x[i], \\s. s > 0, \\s. if s > 2 then s - x[i] else s + 2 * x[i])",
		"inner":    "sum(j < 3) while(9000000000000000, 1 + x[i], \\s. s > 0, \\s. s + x[j])",
	} {
		t.Run(name, func(t *testing.T) {
			f := proc.Name("f")
			e := threaded(t, "def f(x: Real[n], at: Int[n]): Real = sum(i < n) (exp(x[at[i]]) + (if i < 15 then sum(j < 100000) exp(-x[i] * real(j)) else "+walk+"))\n", 2, llvm.Options{Threads: passes.AllLoops}, f)
			x := make([]float64, n)
			for i := range x {
				x[i] = 1
			}
			at := make([]int64, n)
			at[14] = n // the second chunk has begun when the first one comes there
			for range 5 {
				_, err := e.Call(f, []data.Value{data.Reals(x, n), data.Ints(at, n)}, data.Unit())
				var failure *prim.RuntimeError
				require.ErrorAs(t, err, &failure)
				assert.Equal(t, int64(n), failure.A)
			}
		})
	}
}

// TestThreadRaces runs kernels and random programs, all of whose loops are divided, with the sanitizer of threads.
func TestThreadRaces(t *testing.T) {
	needSanitizers(t)
	t.Setenv("TSAN_OPTIONS", "halt_on_error=1")
	opts := llvm.Options{Sanitize: "thread", Threads: passes.AllLoops}
	vjp := deriv.VJP.Of(proc.Name("loss"))
	e := threaded(t, logistic, 3, opts, vjp)
	_, err := e.Call(vjp, logisticData(300, 5), data.Real(1))
	require.NoError(t, err)
	// Chunks beside each other add to the same elements.
	text, err := os.ReadFile("../../testdata/threads/plate.fun")
	require.NoError(t, err)
	plate := deriv.VJP.Of(proc.Name("plate"))
	e = threaded(t, string(text), 3, opts, plate)
	const side = 40
	u, target := make([]float64, side*side), make([]float64, side*side)
	for i := range u {
		u[i], target[i] = math.Sin(float64(i)), math.Cos(float64(i))
	}
	_, err = e.Call(plate, []data.Value{data.Reals(target, side, side)}, data.Tuple(data.Tuple(data.Reals(u, side, side), data.Real(0.1), data.Int(4)), data.Real(1)))
	require.NoError(t, err)
	count := 0
	for _, k := range kernels {
		if *sanitizeBatches == 0 && k.fn != "lse" {
			continue
		}
		t.Run(k.fn, func(t *testing.T) {
			s := kernelSubject(t, loadFile(t, "../../testdata/kernels/"+k.file+".fun"), k.fn, k.given)
			opts := opts
			opts.File = s.unit.Source.Name
			e := &engine.Engine{Lookup: s.unit.Library.Def, Compiler: toolchain.Compiler{Level: 1}, Threads: 3, Options: opts}
			t.Cleanup(e.Close)
			require.NoError(t, e.Prepare(s.native(0)...))
			_, err := s.compare(e, s.native(0), false)
			assert.NoError(t, err)
			count++
		})
	}
	for i := range *sanitizeBatches {
		t.Run(fmt.Sprint("batch", i), func(t *testing.T) {
			b := threadsBatch(i, 7_000_000+uint64(i*batchSize))
			c := b.comparison(t, toolchain.Compiler{Level: 1})
			c.engine.Options.Sanitize = "thread"
			prepare(t, 1, []*comparison{c})
			n, _, _ := c.run(t)
			count += n
		})
	}
	t.Logf("%d kernels and programs", count)
}

// TestThreadRaceFound plants races, which the sanitizer of threads has to report: all threads take the first chunk of a loop, and so add to
// the same elements.
func TestThreadRaceFound(t *testing.T) {
	needSanitizers(t)
	t.Setenv("TSAN_OPTIONS", "halt_on_error=1:exitcode=66")
	u := loadText(t, logistic+"def slope(w: Real[d], x: Real[n, d], y: Real[n]): Real[d] = let (dw, _, _) = grad(loss)(w, x, y) in dw\n")
	compiler := toolchain.Compiler{Sanitize: "thread"}
	opts := llvm.Options{File: u.Source.Name, Main: true, Sanitize: "thread", Threads: passes.AllLoops}
	require.NoError(t, opts.Tune(t.Context(), &compiler))
	entry := abi.Entry{Func: proc.Name("slope"), Symbol: "slope"}
	code, err := llvm.Generate(u.Library.Def, []abi.Entry{entry}, opts)
	require.NoError(t, err)
	def, err := u.Library.Def(entry.Func)
	require.NoError(t, err)
	run := func() error {
		p, err := compiler.Program(t.Context(), code)
		require.NoError(t, err)
		defer p.Close()
		_, err = engine.Run(t.Context(), p.Path(), entry.Symbol, logisticData(300, 5), def.Out.Type, engine.RunOptions{Threads: 3})
		return err
	}
	require.NoError(t, run())
	share := regexp.MustCompile(`(?ms)^define internal void @[^ (]*\.part\(.*?^}`)
	planted := 0
	code.Tuned = share.ReplaceAllFunc(code.Tuned, func(f []byte) []byte {
		planted++
		head, body, _ := bytes.Cut(f, []byte("\n"))
		return slices.Concat(head, []byte("\n"), bytes.ReplaceAll(body, []byte("i64 %k"), []byte("i64 0")))
	})
	require.Positive(t, planted)
	assert.ErrorContains(t, run(), "exit status 66") // the beginning of the report may be lost
}
