package gen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/internal/gen"
	"procad/source"
)

var modes = map[string]gen.Options{
	"scalar":    {Scalar: true, Kinks: true},
	"field":     {Field: true, Stop: true},
	"order":     {Field: true, Kinks: true, Stop: true},
	"maxima":    {Field: true, Kinks: true, Stop: true, Prefer: []string{"kink", "max of maxima"}},
	"rows":      {Field: true, Prefer: []string{"let", "assert", "row", "array literal", "local function", "local call"}},
	"smooth":    {Derivatives: true},
	"data":      {Data: true, Derivatives: true, Kinks: true},
	"plain":     {Data: true, Scalar: true},
	"functions": {Functions: true, Derivatives: true, Kinks: true},
	"kinks":     {Kinks: true, Stop: true, Derivatives: true},
	"recursive": {Recursion: true, Derivatives: true, Data: true, Kinks: true},
	"trees":     {Trees: true, Recursion: true, Derivatives: true, Data: true, Kinks: true},
}

// TestLoad says that every program passes the checker.
func TestLoad(t *testing.T) {
	for name, opts := range modes {
		t.Run(name, func(t *testing.T) {
			uses := map[string]int{}
			for seed := range uint64(1000) {
				p := gen.New(gen.FromSeed(seed), opts)
				load(t, p)
				for construct, n := range p.Uses {
					uses[construct] += n
				}
			}
			t.Log(uses)
			for _, construct := range constructs(opts) {
				require.Positive(t, uses[construct], construct)
			}
			for _, construct := range loopsAndArrays {
				require.True(t, !opts.Scalar || uses[construct] == 0, construct)
			}
		})
	}
}

// constructs are those that must occur in a thousand programs.
func constructs(opts gen.Options) []string {
	all := []string{
		"let", "if", "case", "annotation", "tuple", "inject", "assert", "local function", "local call", "call",
		"+ -", "*", "/", "^", "real", "Int + - *", "Int div mod", "Int min max abs", "power of an Int", "Int comparison", "&& || not", "call twice",
	}
	if !opts.Scalar {
		all = append(all, loopsAndArrays...)
	}
	if !opts.Field {
		all = append(all, "library", "library of two")
	}
	if opts.Kinks {
		all = append(all, "kink", "abs", "max of two", "min of two", "sign", "Real comparison")
	}
	if !opts.Field && !opts.Scalar {
		all = append(all, "bits")
	}
	if opts.Kinks && !opts.Scalar {
		all = append(all, "argmax", "argmin", "max", "min", "fold that is a maximum")
	}
	if opts.Data {
		all = append(all, "record", "with", "construct", "field", "pattern", "record pattern")
	}
	all = append(all, opts.Prefer...)
	if opts.Kinks && !opts.Field {
		all = append(all, "floor", "int")
	}
	if opts.Stop {
		all = append(all, "stopGradient")
	}
	if opts.Functions {
		all = append(all, "lambda", "chosen function", "function of a function", "composition", "map", "array of functions", "generic recursion", "derivative of a lambda", "tangent of a lambda")
	}
	if opts.Recursion {
		all = append(all, "recursive call")
	}
	if opts.Trees { // no iteration of ccl makes their values
		all = slices.DeleteFunc(all, func(construct string) bool { return strings.HasPrefix(construct, "ccl") })
		all = append(all, "recursive type", "value of a recursive type")
	}
	if opts.Derivatives {
		all = append(all, "grad", "jvp", "vjp", "jacfwd", "jacrev")
	}
	return all
}

// loopsAndArrays are what a program of scalars does not have.
var loopsAndArrays = []string{
	"element", "size", "power of an index", "Int max argmax",
	"sum", "product", "range", "sum of sums", "loop-invariant part", "ccl", "ccl with an environment", "nTimes", "while", "fold", "fold that adds", "strategy", "state of several parts",
	"comprehension of rank 1", "comprehension of rank 2", "comprehension of arrays", "set", "row", "choice of arrays", "few", "choice by an index", "array written out", "elementwise",
	"slice", "column", "concat", "transpose", "set of a row", "scan", "addAt", "sort", "argsort",
}

func load(t require.TestingT, p *gen.Program) {
	_, _, err := source.Load(&diag.Source{Name: "x.fun", Text: p.Text})
	require.NoError(t, err, "%s", p.Text)
}

// TestRapid draws the choices from rapid, and TestBytes from any bytes.
func TestRapid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { load(t, gen.New(gen.FromRapid(t), modes["kinks"])) })
}

func TestBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		load(t, gen.New(gen.FromBytes(rapid.SliceOf(rapid.Byte()).Draw(t, "choices")), modes["kinks"]))
	})
}

// TestSimplest is the program that all shrinking leads to.
func TestSimplest(t *testing.T) {
	p := gen.New(gen.FromBytes(nil), gen.Options{})
	require.Equal(t, "def f0(p1: Real): Real =\n  p1\n", p.Text)
	require.Equal(t, `{"p1": -1.3441}`, p.Data)
}
