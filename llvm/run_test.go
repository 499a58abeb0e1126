package llvm_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/golden"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// TestRun calls every function of testdata/llvm/run natively and by the interpreter.
func TestRun(t *testing.T) {
	llvm.NeedClang(t)
	for _, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		s := llvm.ReadSuite(t, file)
		lookup := pipeline.NewLibrary(s.Prog).Def
		for name, opts := range llvm.Variants {
			strict := opts.Strict
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				e := &engine.Engine{Lookup: lookup, Options: opts}
				e.Options.File = s.Prog.File
				defer e.Close()
				require.NoError(t, e.Prepare(s.Functions()...))
				for _, c := range s.Cases {
					zone, arg, err := c.Args.For(s.Prog.Lookup(c.Func))
					require.NoError(t, err)
					want, wantErr := interp.New(interp.Lookup(lookup)).Call(c.Func, zone, arg)
					got, gotErr := e.Call(c.Func, zone, arg)
					tolerance := 1e-12
					if strict && c.Exact {
						tolerance = 0
					}
					agree(t, c.Text, want, wantErr, got, gotErr, tolerance)
				}
			})
		}
	}
}

// agree compares the outcomes of a call in the interpreter and in native code.
func agree(t require.TestingT, text string, want data.Value, wantErr error, got data.Value, gotErr error, tolerance float64) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	if wantErr != nil || gotErr != nil {
		var w, g *prim.RuntimeError
		if !errors.As(wantErr, &w) || !errors.As(gotErr, &g) {
			assert.Equal(t, wantErr, gotErr, text)
			return
		}
		assert.Equal(t, failureText(w), failureText(g), text)
		return
	}
	var ws, gs []data.Leaf
	collect := func(to *[]data.Leaf) func(data.Leaf) error {
		return func(l data.Leaf) error { *to = append(*to, l); return nil }
	}
	require.NoError(t, data.Walk(want, collect(&ws)))
	require.NoError(t, data.Walk(got, collect(&gs)))
	same := len(ws) == len(gs)
	for i := 0; same && i < len(ws); i++ {
		same = ws[i].Kind == gs[i].Kind && close(ws[i], gs[i], tolerance)
	}
	if !same {
		assert.Fail(t, "the results differ", "%s\nwant %s\ngot  %s", text, show(want), show(got))
	}
}

// failureText leaves out what interpreter and native code count differently.
func failureText(f *prim.RuntimeError) string {
	if f.Kind == prim.Internal || f.Kind == prim.OutOfMemory {
		return f.Code()
	}
	return fmt.Sprintf("%s: %s", f.Pos, f.Error())
}

func close(a, b data.Leaf, tolerance float64) bool {
	x, y := math.Float64frombits(*a.Word), math.Float64frombits(*b.Word)
	switch {
	case *a.Word == *b.Word:
		return true
	case a.Kind != data.RealLeaf:
		return false
	case math.IsNaN(x) && math.IsNaN(y):
		return true
	}
	return math.Abs(x-y) <= tolerance*max(math.Abs(x), math.Abs(y))
}

func show(v data.Value) string {
	var b bytes.Buffer
	if err := data.Write(&b, v); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestMemory runs calls with limits, and says how much they needed: slots are
// allocated once, with room for all items to the byte.
func TestMemory(t *testing.T) {
	llvm.NeedClang(t)
	text, err := txtar.ParseFile("../testdata/llvm/run/slots.txtar")
	require.NoError(t, err)
	e := &engine.Engine{Lookup: pipeline.NewLibrary(llvm.Parse(t, "slots.proc", string(text.Files[0].Data))).Def}
	defer e.Close()
	const items, bytes = 3_000_000, 48_000_000
	call := func() error {
		_, err := e.Call(proc.Name("slotted"), nil, data.Tuple(data.Int(items), data.Int(items), data.Int(items)))
		return err
	}
	require.NoError(t, call())
	assert.EqualValues(t, bytes, e.Last().Peak)
	e.Memory = bytes
	require.NoError(t, call())
	e.Memory = bytes - 1
	var failure *prim.RuntimeError
	require.ErrorAs(t, call(), &failure)
	assert.Equal(t, &prim.RuntimeError{Kind: prim.OutOfMemory, Pos: failure.Pos, A: bytes}, failure)
	assert.Zero(t, e.Last().Peak)
	// What is left is enough where what usually comes next is not.
	e.Memory = 1000
	_, err = e.Call(proc.Name("slotted"), nil, data.Tuple(data.Int(9), data.Int(5), data.Int(2)))
	require.NoError(t, err)
	assert.LessOrEqual(t, e.Last().Peak, e.Memory)
	e.Memory = -1
	assert.EqualError(t, call(), "a call cannot do with -1 bytes of memory")
}
