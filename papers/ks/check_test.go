package ks_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers"
	"procad/papers/ks"
	"procad/papers/number"
)

var nowhere = diag.Pos{}

// define is f(x: R) = e without a check.
func define(e func(x *ks.Var) ks.Term, of ks.Type) *ks.Def {
	x := &ks.Var{Name: "x", Type: ks.R}
	return &ks.Def{Title: "f", Param: x, Of: of, Body: e(x)}
}

// TestVerify is what the rules of Figure 1 reject, one for each.
func TestVerify(t *testing.T) {
	y := &ks.Var{Name: "y", Type: ks.N}
	real := func(x float64) ks.Term { return ks.Real(nowhere, x) }
	for name, f := range map[string]*ks.Def{
		"is not bound here": define(func(*ks.Var) ks.Term { return ks.UseOf(nowhere, y) }, ks.N),
		"+ does not take (R, N)": define(func(x *ks.Var) ks.Term {
			arg := ks.Tuples(nowhere, ks.UseOf(nowhere, x), ks.Int(nowhere, 1))
			return &ks.Call{Node: ks.Node{Of: ks.R}, Fun: ks.Op{Op: core.Add}, Arg: arg}
		}, ks.R),
		"*ks.Pair is (R, R), but says R": define(func(x *ks.Var) ks.Term {
			return &ks.Pair{Node: ks.Node{Of: ks.R}, Elems: []ks.Term{real(1), real(2)}}
		}, ks.R),
		"*ks.Lambda is N → N, but says R": define(func(x *ks.Var) ks.Term {
			return &ks.Lambda{Node: ks.Node{Of: ks.R}, Var: y, Body: ks.UseOf(nowhere, y)}
		}, ks.R),
		"this is R, and N is wanted": define(func(x *ks.Var) ks.Term { return ks.In(y, real(1), ks.UseOf(nowhere, y)) }, ks.N),
		"a case of R with 2 arms":    define(func(x *ks.Var) ks.Term { return ks.If(nowhere, real(1), real(1), real(2)) }, ks.R),
		"a constant of type ()":      define(func(*ks.Var) ks.Term { return &ks.Const{Node: ks.Node{Of: ks.Unit}} }, ks.Unit),
		"this is R, and () is wanted": define(func(x *ks.Var) ks.Term {
			return ks.UseOf(nowhere, x)
		}, ks.Unit),
	} {
		assert.ErrorContains(t, ks.Verify(f), name)
	}
	require.NoError(t, ks.Verify(define(func(x *ks.Var) ks.Term { return ks.UseOf(nowhere, x) }, ks.R)))
}

// TestRuntimeErrors are runs that fail: their codes are those of the evaluator of core.
func TestRuntimeErrors(t *testing.T) {
	index := func(i int64) ks.Term {
		k := &ks.Var{Name: "k", Type: ks.N}
		return ks.Do(nowhere, ks.Index{}, ks.Int(nowhere, i), ks.Do(nowhere, ks.Build{}, ks.Int(nowhere, 2), ks.Fn(k, ks.Real(nowhere, 1))))
	}
	build := func(n int64) ks.Term {
		k := &ks.Var{Name: "k", Type: ks.N}
		return ks.Do(nowhere, ks.Build{}, ks.Int(nowhere, n), ks.Fn(k, ks.Real(nowhere, 1)))
	}
	for code, e := range map[string]ks.Term{
		"index-range":    index(2),
		"negative-count": build(-1),
		"size-overflow":  build(1 << 60),
		"empty-max":      ks.Do(nowhere, ks.ArgMax{}, build(0)),
		"divide-by-zero": ks.Do(nowhere, ks.Op{Op: core.IDiv}, ks.Int(nowhere, 1), ks.Int(nowhere, 0)),
		"assert":         ks.Do(nowhere, ks.Assert{Message: "no"}, ks.Do(nowhere, ks.Op{Op: core.Lt}, ks.Int(nowhere, 1), ks.Int(nowhere, 0))),
		"sizes-disagree": ks.Do(nowhere, ks.Check{Title: "v", Sizes: []ks.CheckedSize{{Name: "n"}}}, build(2), ks.Int(nowhere, 3)),
	} {
		f := define(func(*ks.Var) ks.Term { return e }, e.Type())
		require.NoError(t, ks.Verify(f), code)
		_, err := (&ks.Machine{D: number.Float()}).Run(f, 1.0)
		require.ErrorContains(t, err, "["+code+"]")
	}
}

// node is a node of core.
func node(t core.Type) core.Node { return core.Node{Of: t} }

// TestFunctions are functions as values: those that are known where they are called
// take the place of the call, and others cannot be said.
func TestFunctions(t *testing.T) {
	function := &core.FuncType{Params: []core.Type{core.Real}, Result: core.Real}
	g, x := &core.Var{Name: "g", Type: function}, &core.Var{Name: "x", Type: core.Real}
	call := func(f, x core.Term) core.Term {
		return &core.Apply{Node: node(core.Real), Func: f, Args: []core.Term{x}}
	}
	twice := &core.Def{Name: "twice", Params: []*core.Var{g, x}, Result: core.Real, Body: call(core.UseOf(g), call(core.UseOf(g), core.UseOf(x)))}
	y, z := &core.Var{Name: "y", Type: core.Real}, &core.Var{Name: "z", Type: core.Real}
	cube := &core.Lambda{Node: node(function), Params: []*core.Var{z}, Body: &core.Prim{Node: node(core.Real), Op: core.Mul, Args: []core.Term{core.UseOf(z), core.UseOf(y)}}}
	use := &core.Def{Name: "use", Params: []*core.Var{y}, Result: core.Real, Body: &core.Apply{
		Node: node(core.Real), Func: &core.Global{Node: node(twice.Type()), Def: twice}, Args: []core.Term{cube, core.UseOf(y)},
	}}
	require.NoError(t, core.Check(&core.Program{Defs: []*core.Def{twice, use}}))
	f, err := ks.From("ks", use)
	require.NoError(t, err)
	require.NoError(t, ks.Verify(f))
	v, err := (&ks.Machine{D: number.Float()}).Run(f, 3.0)
	require.NoError(t, err)
	assert.Equal(t, eval.Value(27.0), v)

	var no *papers.Unsupported
	_, err = ks.From("ks", twice)
	require.ErrorAs(t, err, &no)
	assert.Equal(t, "a function as a value", no.Construct)
	again := &core.Def{Name: "again", Params: []*core.Var{y}, Result: core.Real}
	again.Body = call(&core.Global{Node: node(again.Type()), Def: again}, core.UseOf(y))
	_, err = ks.From("ks", again)
	require.ErrorAs(t, err, &no)
	assert.Equal(t, "a recursive function", no.Construct)
	chosen := &core.Def{Name: "chosen", Params: []*core.Var{y}, Result: core.Real, Body: call(&core.Case{
		Node: node(function), X: &core.Inject{Node: node(core.Bool), X: &core.Tuple{Node: node(core.Unit)}}, Arms: []core.Arm{{Body: cube}, {Body: cube}},
	}, core.UseOf(y))}
	_, err = ks.From("ks", chosen)
	require.ErrorAs(t, err, &no)
	assert.Equal(t, "a call of a function that is not known here", no.Construct)
}
