package ks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core/eval"
	"procad/core/reductions"
	"procad/core/scalars"
	"procad/internal/coretest"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/kstest"
	"procad/papers/ks"
	"procad/papers/number"
)

// TestFrom is what definitions of core become.
func TestFrom(t *testing.T) {
	golden.Run(t, "testdata/from/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		p := coretest.Load(t, string(a.Files[0].Data))
		if a.Files[0].Name == "passes.fun" { // array literals, and folds that add
			scalars.Program(p)
			reductions.Program(p)
		}
		var out strings.Builder
		for _, d := range p.Defs {
			f, err := ks.From("ks", d)
			if err != nil {
				fmt.Fprintln(&out, err)
				continue
			}
			require.NoError(t, ks.Verify(f))
			out.WriteString(ks.Print(f))
		}
		return append(a.Files[:1], txtar.File{Name: "ks", Data: []byte(out.String())})
	})
}

// TestMeaning says that a definition of core means the same here, also where its run
// fails.
func TestMeaning(t *testing.T) {
	failed := 0
	for seed := range uint64(300) {
		p := gen.New(gen.FromSeed(seed), gen.Options{Kinks: true, Stop: true, Size: 60})
		d := coretest.Load(t, p.Text).Lookup(p.Main)
		f, err := ks.From("ks", d)
		require.NoError(t, err, p.Text)
		require.NoError(t, ks.Verify(f), p.Text)
		args := kstest.Data(t, d, p.Data)
		want, wrong := eval.Run(d, args, kstest.Steps)
		x, of := ks.Argument(d, args)
		got, err := (&ks.Machine{D: number.Float()}).Run(f, ks.Import(of, x))
		require.Equal(t, wrong == nil, err == nil, "%v, %v\n%s", err, wrong, p.Text)
		if err != nil {
			failed++
			continue
		}
		(&kstest.Subject{Text: p.Text}).Near(t, want, ks.Export(d.Result, got))
	}
	require.Less(t, failed, 30)
}

// TestOrder is the order of the iterations of a ccl, from n − 1 down to 0, where they
// do not commute.
func TestOrder(t *testing.T) {
	d := coretest.Load(t, `def f(x: Real): Real = ccl(4, x, \(i, s). s * real(i + 1) + real(i))`).Defs[0]
	f, err := ks.From("ks", d)
	require.NoError(t, err)
	want, err := eval.Run(d, []eval.Value{2.0}, kstest.Steps)
	require.NoError(t, err)
	got, err := (&ks.Machine{D: number.Float()}).Run(f, 2.0)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestZero says that 0 of any type is one value, which is neutral and costs nothing to make or to add.
func TestZero(t *testing.T) {
	m := &ks.Machine{D: number.Float()}
	v := &ks.Vector{Elems: []ks.Value{1.5, 2.5}}
	for _, of := range []ks.Type{ks.R, ks.Vec{Elem: ks.R}, ks.TupleOf(ks.R, ks.Vec{Elem: ks.R})} {
		zero := ks.Zero{Of: of}.Apply(m, diag.Pos{}, nil)
		assert.Equal(t, ks.Value(ks.None{}), zero)
		assert.Equal(t, ks.Value(v), m.Plus(diag.Pos{}, zero, v))
		assert.Equal(t, ks.Value(v), m.Plus(diag.Pos{}, v, zero))
	}
	assert.Zero(t, m.Steps)
}
