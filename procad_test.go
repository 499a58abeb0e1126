package procad_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// needNative skips a test where there is no native code.
func needNative(t testing.TB) {
	t.Helper()
	p, err := procad.Compile(context.Background(), "def f(): Real = 1.0")
	if errors.Is(err, procad.ErrNoNative) {
		clangs.Missing(t, err)
	}
	clangs.Need(t, new(toolchain.Compiler).Find)
	require.NoError(t, err)
	require.True(t, p.Native())
}

// engines are the options for native code, if there is any, and for the interpreter.
func engines() map[string]func() []procad.Option {
	engines := map[string]func() []procad.Option{"interpreter": func() []procad.Option { return []procad.Option{procad.OrInterpreter(), procad.NoNative()} }}
	if _, err := procad.Compile(context.Background(), "def f(): Real = 1.0"); err == nil {
		engines["native"] = func() []procad.Option { return []procad.Option{procad.Strict()} }
	}
	return engines
}

// TestNameOfFile checks that the name of a file in the place of a text is told apart from a program that ends like one.
func TestNameOfFile(t *testing.T) {
	for _, name := range []string{"kernels/fit.fun", "fit.proc"} {
		_, err := procad.Compile(t.Context(), name)
		assert.EqualError(t, err, "the text of a program is wanted, and not the name of a file, "+name+": read it by os.ReadFile, or embed it")
	}
	_, err := procad.Compile(t.Context(), "def f(r: { fun: Real }): Real = r.fun", procad.OrInterpreter())
	assert.NoError(t, err)
}

func TestErrorsInPrograms(t *testing.T) {
	_, err := procad.Compile(t.Context(), "def f(x: Real): Real =\n  x + y", procad.File("k.fun"))
	list, ok := errors.AsType[procad.ErrorList](err)
	require.True(t, ok, "%v", err)
	require.Len(t, list, 1)
	assert.Equal(t, "k.fun:2:7: error: y is not bound here [unbound]", list[0].Error())
	_, err = procad.Compile(t.Context(), "def f(x: Real): Real = x", procad.OrInterpreter(), procad.Checkpoint("best"))
	assert.ErrorContains(t, err, "[bad-strategy]")
	_, err = procad.Compile(t.Context(), "def f(x: Real): Real = x", procad.OrInterpreter(), procad.MemoryLimit(-1))
	assert.ErrorContains(t, err, "-1 bytes")
	p, err := procad.Compile(t.Context(), "def f(x: Real): Real = x\ndef g(x: Real, i: Int): Int = i", procad.OrInterpreter())
	require.NoError(t, err)
	assert.Equal(t, []string{"f", "g"}, p.Functions())
	assert.Len(t, p.Warnings(), 1)
	_, err = p.Function("h")
	assert.EqualError(t, err, "error: no function is called h [no-such-function]")
	_, err = p.Function("")
	e, ok := errors.AsType[*procad.Error](err)
	require.True(t, ok)
	assert.Equal(t, "which-function", e.Code)
	g, err := p.Function("g")
	require.NoError(t, err)
	assert.Equal(t, "Int", g.Result())
	_, _, err = g.Gradient(t.Context(), 1, 2)
	assert.ErrorContains(t, err, "only a Real has a gradient [not-real]")
	_, err = g.Wrt("i")
	assert.ErrorContains(t, err, "[no-such-parameter]")
}

// TestRunTimeErrors have the position in the source.
// A program imports files of a file system, in whose folder its name is.
func TestImports(t *testing.T) {
	fsys := fstest.MapFS{
		"lib/vec.fun":      {Data: []byte("import \"more.fun\" as more\ndef at(v: Real[n], i: Int): Real = more.twice(v[i])\n")},
		"lib/more.fun":     {Data: []byte("def twice(x: Real): Real = 2 * x\n")},
		"kernels/main.fun": {},
	}
	const text = "import \"../lib/vec.fun\" as vec\ndef f(v: Real[n], i: Int): Real = vec.at(v, i)"
	for _, opts := range engines() {
		p, err := procad.Compile(t.Context(), text, append(opts(), procad.File("kernels/main.fun"), procad.Imports(fsys))...)
		require.NoError(t, err)
		defer p.Close()
		f, err := p.Function("")
		require.NoError(t, err)
		assert.Equal(t, "f", f.Name())
		value, gradient, err := f.Gradient(t.Context(), []float64{1, 3}, 1)
		require.NoError(t, err)
		assert.Equal(t, 6.0, value)
		assert.Equal(t, []float64{0, 2}, gradient.Of("v"))
		_, err = f.Value(t.Context(), []float64{1, 3}, 2)
		e, ok := errors.AsType[*procad.Error](err)
		require.True(t, ok, "%v", err)
		assert.Equal(t, "lib/vec.fun 2:48", fmt.Sprintf("%s %d:%d", e.File, e.Pos.Line, e.Pos.Col))
	}
	for _, c := range []struct {
		want string
		opts []procad.Option
	}{
		{"main.fun:1:8: error: ../lib/vec.fun cannot be imported: the files of this program are not given [bad-import]", []procad.Option{procad.File("main.fun")}},
		{"main.fun:1:8: error: ../lib/vec.fun cannot be imported: it is outside of the files that are given [bad-import]", []procad.Option{procad.File("main.fun"), procad.Imports(fsys)}},
		{"kernels/main.fun:1:8: error: there is no file lib/vec.fun [bad-import]", []procad.Option{procad.File("kernels/main.fun"), procad.Imports(fstest.MapFS{})}},
	} {
		_, err := procad.Compile(t.Context(), text, append(c.opts, procad.OrInterpreter())...)
		assert.EqualError(t, err, c.want)
	}
}

// A program without files imports the library.
func TestLibrary(t *testing.T) {
	for _, opts := range engines() {
		f := function(t, "import linalg\ndef f(a: Real[n, n], b: Real[n]): Real = linalg.norm(linalg.solve(a, b))", "", opts()...)
		value, gradient, err := f.Gradient(t.Context(), [][]float64{{2, 0}, {0, 1}}, []float64{6, 4})
		require.NoError(t, err)
		assert.InDelta(t, 5, value, 1e-15)
		assert.InDeltaSlice(t, []float64{0.3, 0.8}, gradient.Of("b"), 1e-15)
		_, err = f.Value(t.Context(), [][]float64{{0, 0}, {0, 1}}, []float64{6, 4})
		e, ok := errors.AsType[*procad.Error](err)
		require.True(t, ok, "%v", err)
		assert.Equal(t, "library/linalg.fun assertion failed: linalg.lu: the matrix is singular", e.File+" "+e.Msg)
	}
}

func TestRunTimeErrors(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(v: Real[n], i: Int): Real =\n  let () = assert(i < 10, \"i is small\") in v[i]^2", "f", append(opts(), procad.File("k.fun"))...)
			for _, call := range []func(args ...any) error{
				func(args ...any) error { _, err := f.Value(t.Context(), args...); return err },
				func(args ...any) error { _, _, err := f.Gradient(t.Context(), args...); return err },
			} {
				assert.NoError(t, call([]float64{1, 2}, 1))
				assert.EqualError(t, call([]float64{1, 2}, 5), "k.fun:2:45: error: index 5 is out of range: the size is 2 [index-range]")
				assert.EqualError(t, call([]float64{1, 2}, 15), "k.fun:2:12: error: assertion failed: i is small [assert]")
				assert.NoError(t, call([]float64{1, 2}, 0))
			}
		})
	}
}

func TestMemoryLimit(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(n: Int): Real[_] = [real(i) for i < n]", "f", append(opts(), procad.MemoryLimit(1<<20))...)
			_, err := f.Value(t.Context(), 1000)
			require.NoError(t, err)
			_, err = f.Value(t.Context(), 1<<20)
			assert.ErrorContains(t, err, "[out-of-memory]")
		})
	}
}

func TestDepth(t *testing.T) {
	const text = "def f(x: Real, n: Int): Real = if n == 0 then x else sin(f(x, n - 1))"
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, text, "f", append(opts(), procad.Depth(10))...)
			_, err := f.Value(t.Context(), 1.0, 9)
			require.NoError(t, err)
			_, err = f.Value(t.Context(), 1.0, 10)
			assert.ErrorContains(t, err, "[recursion-depth]")
		})
	}
	_, err := procad.Compile(t.Context(), text, procad.OrInterpreter(), procad.Depth(0))
	assert.EqualError(t, err, "calls cannot be 0 deep")
}

func TestCheckpoint(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, long, "f", opts()...)
			value, gradient, err := f.Gradient(t.Context(), 1.5, 30)
			require.NoError(t, err)
			g := function(t, long, "f", append(opts(), procad.Checkpoint("binomial(3)"))...)
			again, same, err := g.Gradient(t.Context(), 1.5, 30)
			require.NoError(t, err)
			assert.Equal(t, value, again)
			assert.Equal(t, gradient, same)
			value, auto, err := function(t, long, "f", append(opts(), procad.Checkpoint("auto"))...).Gradient(t.Context(), 1.5, 30)
			require.NoError(t, err)
			assert.Equal(t, again, value)
			assert.Equal(t, gradient, auto)
		})
	}
}

const long = `
def f(x: Real, n: Int): Real = nTimes(n, x, \y. sin(y) * x)
`

func TestWrt(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(x: Real, y: Real[n], k: Int): Real = x^2 * sum(i < n) y[i]^k", "f", opts()...)
			g, err := f.Wrt("x")
			require.NoError(t, err)
			value, gradient, err := g.Gradient(t.Context(), 3, []float64{1, 2}, 2)
			require.NoError(t, err)
			assert.Equal(t, 45.0, value)
			assert.Equal(t, procad.Gradient{{Name: "x", Value: 30.0}}, gradient)
			assert.Nil(t, gradient.Of("y"))
			_, gradient, err = f.Gradient(t.Context(), 3, []float64{1, 2}, 2)
			require.NoError(t, err)
			assert.Equal(t, procad.Gradient{{Name: "x", Value: 30.0}, {Name: "y", Value: []float64{18, 36}}}, gradient)
			v, err := g.Value(t.Context(), 3, []float64{1, 2}, 2)
			require.NoError(t, err)
			assert.Equal(t, 45.0, v)
		})
	}
}

// Of nothing that is Real there is no gradient, but a value.
func TestGradientOfNothing(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			value, gradient, err := function(t, "def f(n: Int): Real = real(n)", "f", opts()...).Gradient(t.Context(), 3)
			require.NoError(t, err)
			assert.Equal(t, 3.0, value)
			assert.Empty(t, gradient)
		})
	}
}

func TestNoClang(t *testing.T) {
	t.Setenv("PROCAD_CC", "none")
	_, err := procad.Compile(t.Context(), "def f(x: Real): Real = x")
	assert.ErrorIs(t, err, procad.ErrNoNative)
	assert.ErrorIs(t, err, toolchain.ErrUnwanted)
	p, err := procad.Compile(t.Context(), "def f(x: Real): Real = x", procad.OrInterpreter())
	require.NoError(t, err)
	assert.False(t, p.Native())
	f, err := p.Function("f")
	require.NoError(t, err)
	v, err := f.Value(t.Context(), 2)
	require.NoError(t, err)
	assert.Equal(t, 2.0, v)
}

// Programs that have functions of the same names live side by side, and go one by one.
func TestTwoPrograms(t *testing.T) {
	needNative(t)
	var programs []*procad.Program
	for _, source := range []string{"def f(x: Real): Real = x + 1", "def f(x: Real): Real = x + 2", "def f(x: Real): Real = x + 1"} {
		p, err := procad.Compile(t.Context(), source)
		require.NoError(t, err)
		programs = append(programs, p)
	}
	value := func(p *procad.Program) (any, error) {
		f, err := p.Function("f")
		require.NoError(t, err)
		return f.Value(t.Context(), 1)
	}
	for i, want := range []float64{2, 3, 2} {
		v, err := value(programs[i])
		require.NoError(t, err)
		assert.Equal(t, want, v)
	}
	f, err := programs[0].Function("f")
	require.NoError(t, err)
	require.NoError(t, f.Prepare(t.Context()))
	programs[0].Close()
	programs[0].Close()
	_, err = f.Value(t.Context(), 1)
	assert.ErrorIs(t, err, procad.ErrClosed)
	_, err = value(programs[0])
	assert.ErrorIs(t, err, procad.ErrClosed)
	fresh, err := procad.Compile(t.Context(), "def f(x: Real): Real = x + 4")
	require.NoError(t, err)
	defer fresh.Close()
	for p, want := range map[*procad.Program]float64{fresh: 5, programs[1]: 3, programs[2]: 2} {
		v, err := value(p)
		require.NoError(t, err)
		assert.Equal(t, want, v)
	}
	programs[1].Close()
	programs[2].Close()
}

// TestGoroutines calls, and makes, from eight goroutines, while two of them close.
func TestGoroutines(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			source := "def f(x: Real[n], k: Real): Real = k * sum(i < n) sin(x[i])"
			p, err := procad.Compile(t.Context(), source, opts()...)
			require.NoError(t, err)
			f, err := p.Function("f")
			require.NoError(t, err)
			var group sync.WaitGroup
			for g := range 8 {
				group.Go(func() {
					x := make([]float64, 100+g)
					for i := range x {
						x[i] = float64(g)
					}
					for k := range 200 {
						value, gradient, err := f.Gradient(t.Context(), x, k)
						if !assert.NoError(t, err) || !assert.InDelta(t, float64(k)*float64(len(x))*math.Sin(float64(g)), value, 1e-8) {
							return
						}
						assert.Len(t, gradient.Of("x"), len(x))
						v, err := f.Value(t.Context(), x, k)
						if !assert.NoError(t, err) || !assert.InDelta(t, value, v, 1e-8) {
							return
						}
					}
				})
			}
			group.Wait()
			for range 8 {
				group.Go(func() {
					for {
						if _, err := f.Value(t.Context(), []float64{1}, 1); err != nil {
							assert.ErrorIs(t, err, procad.ErrClosed)
							return
						}
					}
				})
			}
			group.Go(p.Close)
			group.Go(p.Close)
			group.Wait()
		})
	}
}

// resident is how many bytes of memory the process has.
func resident(t *testing.T) int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	require.NoError(t, err)
	return pages * os.Getpagesize()
}

func TestNothingLeaks(t *testing.T) {
	needNative(t)
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // however much garbage other tests may keep
	f := function(t, "def f(x: Real[n], m: (Real, Bool)[2], i: Int): Real[n] = [x[(j + i) mod n] * (let (y, on) = m[j mod 2] in if on then y else 1) + x[i] for j < n]", "f")
	g := function(t, "def f(x: Real[n], i: Int): Real = x[i] * sum(j < n) sin(x[j])", "f")
	x, m := make([]float64, 1000), make([]any, 2)
	for i := range m {
		m[i] = pair{1.0, true}
	}
	calls := func(n int) {
		for k := range n {
			_, err := f.Value(t.Context(), x, m, k%1001) // index 1000 is an error
			require.Equal(t, k%1001 == 1000, err != nil, err)
			_, _, err = g.Gradient(t.Context(), x, k%1001)
			require.Equal(t, k%1001 == 1000, err != nil, err)
		}
		runtime.GC()
		runtime.GC()
	}
	calls(2000)
	before := resident(t)
	calls(10_000)
	assert.Less(t, resident(t)-before, 16<<20, "10,000 results have 160 MB")
}

// TestCancelled ends a context before, while and after clang runs.
func TestCancelled(t *testing.T) {
	needNative(t)
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = procad.Compile(ended, "def f(x: Real): Real = x")
	assert.ErrorIs(t, err, context.Canceled)

	// A clang that compiles for ever, once there is a file that says so.
	dir := t.TempDir()
	slow := filepath.Join(dir, "clang")
	script := "#!/bin/sh\ncase \"$*\" in *module.ll*) [ -e " + dir + "/slow ] && { echo $$ > " + dir + "/pid.new; mv " + dir + "/pid.new " + dir + "/pid; exec sleep 600; };; esac\nexec " + clang + " \"$@\"\n"
	require.NoError(t, os.WriteFile(slow, []byte(script), 0o755))
	require.NoError(t, os.WriteFile(dir+"/slow", nil, 0o600))
	t.Setenv("PROCAD_CC", slow)
	f := function(t, "def f(x: Real): Real = x + "+strconv.Itoa(rand.Int()), "f")
	_, err = f.Value(ended, 1)
	assert.ErrorIs(t, err, context.Canceled)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() {
		_, err := f.Value(ctx, 1)
		result <- err
	}()
	var pid int
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(dir + "/pid")
		if err == nil {
			pid, err = strconv.Atoi(strings.TrimSpace(string(text)))
		}
		return err == nil
	}, time.Minute, time.Millisecond)
	_, err = f.Value(ended, 1)
	assert.ErrorIs(t, err, context.Canceled, "who waits for another's clang can go")
	cancel()
	assert.ErrorIs(t, <-result, context.Canceled)
	assert.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "clang is gone")
	require.NoError(t, os.Remove(dir+"/slow"))
	_, err = f.Value(t.Context(), 1)
	assert.NoError(t, err)
	_, err = f.Value(ended, 1)
	assert.ErrorIs(t, err, context.Canceled)
}
