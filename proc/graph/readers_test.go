package graph_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// TestReads says which procedures read an element of a.
func TestReads(t *testing.T) {
	const head = `def size [a : &[Real]] (u : ()) -> (n : Int)
  () = u; n = Size a 0
def first [a : &[Real]] (u : ()) -> (x : Real)
  () = u; k = Const 0; x = Read a k
def each [i : &Int, a : &[Real]] (u : ()) -> (x : Real)
  () = u; k = Read i; x = Read a k
`
	for body, want := range map[string]bool{
		"n = Size a 0":                                               false,
		"u = (); n = Call size [a] u":                                false,
		"u = (); x = Call first [a] u":                               true,
		"n = Const 3; x = Call sum{each} [a] n":                      true,
		"u = (); z = Call zeros{[Real]} [a] u":                       false,
		"u = (); z = Call copy{[Real]} [a] u":                        true,
		"k = Const 0; x = Read b k":                                  false,
		"c = Read t; Choose c a b (r. n = Size r 0)":                 false,
		"c = Read t; Choose c b a (r. k = Const 0; x = Read r k)":    true,
		"k = Const 0; Row m k (r. j = Const 0; x = Read r j)":        false,
		"c = Read t; Choose c a b (r. u = (); x = Call first [r] u)": true,
	} {
		p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: head + "def f [a : &[Real], b : &[Real], m : &[[Real]], t : &Bool] (s : Real) -> (s : Real)\n  " + body + "\n"}, prim.Sig)
		require.NoError(t, err, body)
		f := p.Defs[len(p.Defs)-1]
		assert.Equal(t, want, graph.NewReaders(p.Lookup, 8).Reads(f.Body, "a", 0), body)
		if want {
			assert.True(t, graph.Mentions(f.Body, "a", nil), body)
		}
	}
	p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: head}, prim.Sig)
	require.NoError(t, err)
	call := proc.Procedure{&proc.Call{Func: proc.Name("size"), Zone: []string{"a"}}}
	assert.True(t, graph.NewReaders(p.Lookup, 0).Reads(call, "a", 0), "so deep nobody looks")
	assert.False(t, graph.Mentions(call, "a", func(proc.Stmt) bool { return false }))
}

// TestAffine: affine forms mean what the arithmetic of Ints means, wrapped around.
func TestAffine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := map[graph.Symbol]int64{}
		for s := range graph.Symbol(3) {
			at[s] = rapid.Int64().Draw(t, "value")
		}
		meaning := func(a *graph.Affine) int64 {
			x := a.C
			for s, k := range a.Parts {
				assert.NotZero(t, k)
				x += k * at[s]
			}
			return x
		}
		var form func(depth int) *graph.Affine
		form = func(depth int) *graph.Affine {
			if depth == 0 || rapid.Bool().Draw(t, "leaf") {
				if rapid.Bool().Draw(t, "symbol") {
					return graph.Symbolic(graph.Symbol(rapid.IntRange(0, 2).Draw(t, "s")))
				}
				return graph.Whole(rapid.Int64Range(-3, 3).Draw(t, "c"))
			}
			return form(depth-1).Plus(rapid.Int64Range(-2, 2).Draw(t, "k"), form(depth-1))
		}
		a, b := form(3), form(3)
		k := rapid.Int64().Draw(t, "k")
		require.Equal(t, meaning(a)+k*meaning(b), meaning(a.Plus(k, b)))
		if p := a.Times(b); p != nil {
			require.Equal(t, meaning(a)*meaning(b), meaning(p))
		} else {
			require.NotEmpty(t, a.Parts)
			require.NotEmpty(t, b.Parts)
		}
		difference := a.Plus(-1, b)
		require.Equal(t, len(difference.Parts) == 0, a.Apart(b))
		require.Equal(t, len(difference.Parts) == 0 && difference.C == 0, a.Equal(b))
	})
}
