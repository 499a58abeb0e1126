package e2e_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/diag"
	"procad/llvm"
	"procad/pipeline"
	"procad/proc"
)

// A copies program has copies of functions of a file that differ in the
// strategy of their loops only. The copy all… gives the gradients for 0, 1, …
// turns, so that one run of an executable is enough for all of them.
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

// add adds a copy, and gives the name of the function with its gradients.
func (c *copies) add(fn, strategy string, turns int) string {
	name := fmt.Sprint(fn, len(c.names))
	def := strings.Replace(c.defs[fn], fn, name, 1)
	for _, loop := range []string{"nTimes", "fold", "while"} {
		def = strings.ReplaceAll(def, loop+"(", loop+"["+strategy+"](")
	}
	fmt.Fprintf(&c.text, "def %s\ndef all_%s(x: Real, u0: Real[m]): (Real, Real, Real, Real, Real)[_] =\n", def, name)
	fmt.Fprintf(&c.text, "  [ (let (y, (dx, du, _)) = vjp(%s)(x, u0, n, 1.0) in (y, dx, du[0], du[1], du[2])) for n < %d ]\n", name, turns)
	c.names = append(c.names, "all_"+name)
	return "all_" + name
}

// engine compiles all copies into one executable.
func (c *copies) engine(t *testing.T, compiler llvm.Compiler) (*pipeline.Unit, *llvm.Engine) {
	if _, err := compiler.Find(); err != nil {
		t.Skip("native code is not tested:", err)
	}
	u, err := pipeline.Load(&diag.Source{Name: "copies.fun", Text: c.text.String()})
	require.NoError(t, err)
	e := &llvm.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "copies.fun", Strict: true}}
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
// all strategies without optimisation, because there are so many, and some with it.
func TestStrategiesAgreeNatively(t *testing.T) {
	cache := t.TempDir()
	for _, fn := range checkpointed {
		t.Run(fn, func(t *testing.T) {
			t.Parallel()
			const file = "../testdata/checkpoint/loops.fun"
			agreeNatively(t, natively{file: file, fn: fn, turns: mostTurns, strategies: strategies(fn), cache: cache})
			agreeNatively(t, natively{file: file, fn: fn, turns: mostTurns, strategies: []string{"every(3)", "bisect", "binomial(3)", "mixed(3)"}, cache: cache, optimised: true})
		})
	}
}

// natively says what agreeNatively compares.
type natively struct {
	file, fn   string
	turns      int // as many at most
	strategies []string
	optimised  bool
	cache      string
}

// agreeNatively compares the gradients with strategies with that with store,
// for all numbers of turns.
func agreeNatively(t *testing.T, a natively) {
	c := readCopies(t, a.file)
	all := append([]string{"store"}, a.strategies...)
	for _, strategy := range all {
		c.add(a.fn, strategy, a.turns+1)
	}
	compiler := llvm.Compiler{Level: -1, Cache: a.cache}
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
