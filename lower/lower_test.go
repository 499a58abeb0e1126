package lower_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/derive"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/interp"
	"procad/lower"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/source"
	"procad/source/elaborate"
	"procad/typecheck"
)

// TestGolden loads the program of each file in testdata/lower, which lowers it
// and checks the types of the result, and runs the calls:
//
//	f {"a": 1} => 2
//
// The calls give the same without optimisations.
// Where a file has program.proc, that is what the program is lowered to.
func TestGolden(t *testing.T) {
	golden.Run(t, "../testdata/lower/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		parts := map[string]*txtar.File{}
		for i := range archive.Files {
			parts[archive.Files[i].Name] = &archive.Files[i]
		}
		u := load(t, string(parts["program.fun"].Data))
		checkRoundTrip(t, u)
		if calls := parts["calls"]; calls != nil {
			runCalls(t, u, string(calls.Data))
			plain, err := lowered(string(parts["program.fun"].Data), pipeline.Everything())
			require.NoError(t, err)
			runCalls(t, plain, string(calls.Data))
		}
		if lowered := parts["program.proc"]; lowered != nil {
			lowered.Data = []byte(text(t, u.Program))
		}
		return archive.Files
	})
}

// A unit is a lowered program and whatever is derived from it.
type unit struct {
	*proc.Program
	library *derive.Library
}

// load lowers a program and checks the types of every definition.
func load(t require.TestingT, text string) *unit {
	u, err := lowered(text)
	require.NoError(t, err)
	for _, d := range u.Defs {
		require.NoError(t, typecheck.Def(d, u.library.Sig), "%s", d)
	}
	return u
}

func lowered(text string, without ...optim.Set) (*unit, error) {
	prog, _, err := source.Load(&diag.Source{Name: "program.fun", Text: text})
	if err != nil {
		return nil, err
	}
	var set optim.Set
	for _, s := range without {
		set = set.Union(s)
	}
	terms := elaborate.Program(prog)
	for _, pass := range pipeline.CorePasses() {
		if !set.Has(pass.Name) {
			if err := pass.Core(terms); err != nil {
				return nil, err
			}
		}
	}
	u := &unit{}
	u.Program, err = lower.Program(terms, func(p *proc.Program, f proc.Func) (proc.Sig, error) {
		if u.library == nil {
			u.library = pipeline.NewLibrary(p)
		}
		return u.library.Sig(f)
	})
	if err == nil && u.library == nil {
		u.library = pipeline.NewLibrary(u.Program)
	}
	return u, err
}

// checkRoundTrip makes sure that what is printed is read back as the same.
func checkRoundTrip(t *testing.T, u *unit) {
	printed := text(t, u.Program)
	again, err := proc.Parse(&diag.Source{Name: "program.proc", Text: printed}, func(f proc.Func, lookup func(proc.Func) (proc.Sig, bool)) (proc.Sig, error) {
		return u.library.Sig(f)
	})
	require.NoError(t, err)
	assert.Equal(t, printed, text(t, again))
}

func text(t *testing.T, p *proc.Program) string {
	var b bytes.Buffer
	require.NoError(t, p.Print(&b))
	return b.String()
}

func runCalls(t *testing.T, u *unit, calls string) {
	for line := range strings.Lines(calls) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		call, want, ok := strings.Cut(line, " => ")
		require.True(t, ok, line)
		f, args, _ := strings.Cut(call, " ")
		assert.Equal(t, want, run(t, u, f, args), line)
	}
}

// run calls f and gives its value as JSON, or the code of the run-time error.
func run(t *testing.T, u *unit, f, args string) string {
	d := u.Lookup(lower.Name(f))
	require.NotNil(t, d, f)
	in, _, err := data.Read(&diag.Source{Name: "args", Text: args}, u.InterfaceOf(d.Name))
	require.NoError(t, err, args)
	zone, arg, err := in.For(d)
	require.NoError(t, err, args)
	v, err := interp.New(u.library.Def).Call(d.Name, zone, arg)
	if err != nil {
		failure, ok := errors.AsType[*prim.RuntimeError](err)
		require.True(t, ok, "%v", err)
		return fmt.Sprintf("%s: %s [%s]", failure.Pos, failure, failure.Code())
	}
	v.Type, v.Form = in.Interface.Result, in.Interface.Written.Form
	var b bytes.Buffer
	require.NoError(t, data.Write(&b, v))
	return b.String()
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"def f(n: Int): Real[_, _, _, _, _, _, _, _, _] =\n  [1.0 for a < n, b < n, c < n, d < n, e < n, f < n, g < n, h < n, i < n]":                   "program.fun:2:3: error: an array has at most 8 dimensions, and this has 9 [rank]",
		"def f(n: Int): Real[_, _, _, _, _, _, _, _, _] =\n  [let k = i in [1.0 for b < n, c < n, d < k, e < n, f < n, g < n, h < n, j < n] for i < n]": "program.fun:2:3: error: an array has at most 8 dimensions, and this has 9 [rank]",
	} {
		_, err := lowered(text)
		assert.EqualError(t, err, want)
	}
}
