package llvm_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

var programs = flag.Int("programs", 5, "how many random programs TestRandom compiles")
var firstProgram = flag.Uint64("first", 0, "the first random program")

// TestRandom compares native code and the interpreter on random programs and
// their gradients.
func TestRandom(t *testing.T) {
	llvm.NeedClang(t)
	for seed := *firstProgram; seed < *firstProgram+uint64(*programs); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := gen.New(gen.FromSeed(seed), gen.Options{Derivatives: seed%2 == 0, Kinks: seed%3 == 0})
			random(t, p, &engine.Engine{Options: llvm.Variants[[]string{"default", "strict", "pieces", "calls", "parts"}[seed%5]]})
		})
	}
}

// random compares a random program and its gradient, called by e, with the interpreter.
func random(t *testing.T, p *gen.Program, e *engine.Engine) {
	u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
	require.NoError(t, err)
	main := u.Program.Lookup(proc.MustParseFunc(p.Main))
	args, _, err := data.Read(&diag.Source{Name: "data", Text: p.Data}, u.Program.InterfaceOf(main.Name))
	require.NoError(t, err)
	zone, arg, err := args.For(main)
	require.NoError(t, err)
	e.Lookup = u.Library.Def
	defer e.Close()
	fs := []proc.Func{main.Name}
	if main.Out.Type == proc.Real {
		grad := deriv.Grad.Of(main.Name)
		_, err := u.Library.Def(grad)
		require.NoError(t, err)
		fs = append(fs, grad)
	}
	require.NoError(t, e.Prepare(fs...), p.Text)
	for _, f := range fs {
		want, wantErr := interp.New(u.Library.Def).Call(f, zone, arg)
		got, gotErr := e.Call(f, zone, arg)
		compare(t, fmt.Sprintf("%s of\n%s\n%s", f, p.Text, p.Data), want, wantErr, got, gotErr)
	}
}

func compare(t *testing.T, text string, want data.Value, wantErr error, got data.Value, gotErr error) {
	t.Helper()
	if wantErr != nil || gotErr != nil {
		var w, g *prim.RuntimeError
		require.True(t, errors.As(wantErr, &w) && errors.As(gotErr, &g), "%v\n%v\n%s", wantErr, gotErr, text)
		require.Equal(t, w.Kind, g.Kind, text)
		return
	}
	var ws, gs []data.Leaf
	require.NoError(t, data.Walk(want, func(l data.Leaf) error { ws = append(ws, l); return nil }))
	require.NoError(t, data.Walk(got, func(l data.Leaf) error { gs = append(gs, l); return nil }))
	require.Len(t, gs, len(ws), text)
	for i := range ws {
		if ws[i].Kind != data.RealLeaf {
			require.Equal(t, *ws[i].Word, *gs[i].Word, text)
			continue
		}
		x, y := math.Float64frombits(*ws[i].Word), math.Float64frombits(*gs[i].Word)
		if math.IsNaN(x) && math.IsNaN(y) || x == y {
			continue
		}
		var b bytes.Buffer
		data.Write(&b, want)
		require.InDelta(t, x, y, 1e-9*max(1, math.Abs(x)), "leaf %d of %s: %s", i, b.String(), text)
	}
}
