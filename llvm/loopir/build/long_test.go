package build_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/run"
	"procad/prim"
	"procad/proc"
)

// TestLong builds a definition of many statements in a line.
//
//	p = Dup x; y = Call mul p; x' = Call cos y; …
func TestLong(t *testing.T) {
	const operations = 100_000
	x := proc.Var{Name: "x", Type: proc.Real}
	d := &proc.Def{Name: proc.Name("long"), In: x}
	for i := range operations / 2 {
		p := proc.Var{Name: fmt.Sprint("p", i), Type: proc.NewTuple(proc.Real, proc.Real)}
		y := proc.Var{Name: fmt.Sprint("y", i), Type: proc.Real}
		next := proc.Var{Name: fmt.Sprint("x", i), Type: proc.Real}
		d.Body = append(d.Body, &proc.Dup{Out: p, In: x}, &proc.Call{Out: y, Func: prim.Mul, In: p}, &proc.Call{Out: next, Func: prim.Cos, In: y})
		x = next
	}
	d.Out = x
	lookup := func(f proc.Func) (*proc.Def, error) {
		if f == d.Name {
			return d, nil
		}
		return nil, nil
	}
	p, err := build.Program(lookup, nil, d.Name)
	require.NoError(t, err)
	require.Len(t, p.Funcs, 1)
	assert.Len(t, p.Funcs[0].Body.Ops, operations)
	want, err := interp.New(lookup).Call(d.Name, nil, data.Real(0.5))
	require.NoError(t, err)
	got, err := run.New(p).Call(d, nil, data.Real(0.5))
	require.NoError(t, err)
	assert.Empty(t, difference(want, got))
}
