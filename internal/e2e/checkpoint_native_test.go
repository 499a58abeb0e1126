package e2e_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/profile"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A copies program has copies of functions of a file that differ in the
// strategy of their loops only. names are the functions to call.
type copies struct {
	text  strings.Builder
	defs  map[string]string // by name, of the file
	names []string
}

func readCopies(t *testing.T, file string) *copies {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	c := &copies{defs: map[string]string{}}
	for _, def := range strings.Split(string(text), "\ndef ")[1:] {
		name, _, _ := strings.Cut(def, "(")
		def, _, _ = strings.Cut(def, "\n--")
		c.defs[name] = def
	}
	return c
}

// add adds a copy.
func (c *copies) add(fn, strategy string) {
	name := fmt.Sprint(fn, len(c.names))
	def := strings.Replace(c.defs[fn], fn, name, 1)
	for _, loop := range []string{"nTimes", "fold", "while"} {
		def = strings.ReplaceAll(def, loop+"(", loop+"["+strategy+"](")
	}
	fmt.Fprintf(&c.text, "def %s\n", def)
	c.names = append(c.names, name)
}

// addAll adds a copy, and a function of its gradients for fewer than so many iterations.
func (c *copies) addAll(fn, strategy string, iterations int) {
	c.add(fn, strategy)
	name := c.names[len(c.names)-1]
	fmt.Fprintf(&c.text, "def all_%s(x: Real, u0: Real[m]): (Real, Real, Real, Real, Real)[_] =\n", name)
	fmt.Fprintf(&c.text, "  [ (let (y, (dx, du, _)) = vjp(%s)(x, u0, n, 1.0) in (y, dx, du[0], du[1], du[2])) for n < %d ]\n", name, iterations)
	c.names[len(c.names)-1] = "all_" + name
}

func (c *copies) load(t *testing.T) *pipeline.Unit {
	u, err := pipeline.Load(&diag.Source{Name: "copies.fun", Text: c.text.String()})
	require.NoError(t, err)
	return u
}

// engine compiles all copies into one executable.
func (c *copies) engine(t *testing.T, compiler toolchain.Compiler) (*pipeline.Unit, *engine.Engine) {
	clangs.Need(t, compiler.Find)
	u := c.load(t)
	e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "copies.fun", Strict: true}}
	t.Cleanup(e.Close)
	fs := make([]proc.Func, len(c.names))
	for i, name := range c.names {
		d, err := u.Entry(name)
		require.NoError(t, err)
		fs[i] = d.Name
	}
	require.NoError(t, e.Prepare(fs...))
	return u, e
}

// TestStrategiesAgreeNatively is TestStrategiesAgree with Strict native code:
// many strategies without optimisation, and some with it.
func TestStrategiesAgreeNatively(t *testing.T) {
	t.Parallel()
	for _, fn := range checkpointed {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			const file = "../../testdata/checkpoint/loops.fun"
			agreeNatively(t, natively{file: file, fn: fn, iterations: mostIterations, strategies: strategiesWith(checkpointCounts(false))})
			agreeNatively(t, natively{file: file, fn: fn, iterations: mostIterations, strategies: []string{"every(3)", "bisect", "binomial(3)", "mixed(3)"}, optimised: true})
		})
	}
}

// natively says what agreeNatively compares.
type natively struct {
	file, fn   string
	iterations int // as many at most
	strategies []string
	optimised  bool
}

// agreeNatively compares the gradients with strategies with that with store,
// for all numbers of iterations: one call of an executable gives all of them.
func agreeNatively(t *testing.T, a natively) {
	c := readCopies(t, a.file)
	all := append([]string{"store"}, a.strategies...)
	for _, strategy := range all {
		c.addAll(a.fn, strategy, a.iterations+1)
	}
	compiler := toolchain.Compiler{Level: -1}
	if a.optimised {
		compiler.Level = 2
	}
	u, e := c.engine(t, compiler)
	var want data.Value
	for i, strategy := range all {
		s, err := newSubject(u, c.names[i], `{"x": 0.7, "u0": [0.9, 1.1, 0.8]}`)
		require.NoError(t, err)
		got, err := e.Call(s.f, s.zone, s.arg)
		require.NoError(t, err)
		if i == 0 {
			want = got
		}
		require.Equal(t, want, got, "%s with %s", a.fn, strategy)
	}
}

// TestPredictionsAreCountedNatively is TestPredictionsAreCounted with native code and
// more iterations.
func TestPredictionsAreCountedNatively(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	always := []string{"store", "recompute", "every(1)", "every(70)", "every(6000)", "binomial(1)", "binomial(3)", "binomial(20)", "binomial(5002)"}
	offline := []string{"sqrt", "bisect", "mixed(1)", "mixed(3)", "mixed(20)", "mixed(6000)"}
	for _, fn := range []string{"ring", "counter", "folded", "branch", "update", "ringed", "updated", "branched"} {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			online := slices.Contains(whiles, fn)
			file, strategies := "../../testdata/checkpoint/loops.fun", slices.Concat(always, offline)
			if online {
				file, strategies = whileFile, always
			}
			c := readCopies(t, file)
			for _, strategy := range strategies {
				c.add(fn, strategy)
			}
			u := c.load(t)
			all := profile.Wanted{}
			counts := make([]loops.Counted, len(strategies))
			var fs []proc.Func
			for i, name := range c.names {
				s, err := newSubject(u, name, fmt.Sprintf(checkpointData, 0))
				require.NoError(t, err)
				var w profile.Wanted
				w, counts[i] = wanted(t, u, s, name)
				all.Funcs, all.Items = append(all.Funcs, w.Funcs...), append(all.Items, w.Items...)
				fs = append(fs, deriv.VJP.Of(s.f))
			}
			e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "copies.fun", Main: true, Profile: &all}}
			defer e.Close()
			require.NoError(t, e.Prepare(fs...))
			for i, strategy := range strategies {
				for _, n := range []int{0, 1, 2, 13, 64, 777, 5000} {
					gradients(t, u, e, c.names[i], n)
					what := fmt.Sprintf("%s with %s, %d iterations", fn, strategy, n)
					if online {
						n++
					}
					assertCounts(t, predict(t, counts[i], fn, strategy, n, online), e.Last().Profile, counts[i], varies(fn), what)
				}
			}
		})
	}
}
