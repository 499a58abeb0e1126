package graph_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// TestReads says which procedures read an element of a shared array, a.
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
		r, f := readsOf(t, head+"def f [b : &[Real], m : &[[Real]], t : &Bool] (v : [Real]) -> (w : [Real])\n  w = Share v (a. "+body+")\n")
		in, _, ok := r.Argument(f.Name)
		require.True(t, ok, body)
		assert.Equal(t, want, in.Read(), body)
		if want {
			assert.True(t, graph.Mentions(f.Body, "a", nil), body)
		}
	}
	call := proc.Procedure{&proc.Call{Func: proc.Name("size"), Zone: []string{"a"}}}
	assert.True(t, graph.Mentions(call, "a", nil))
	assert.False(t, graph.Mentions(call, "a", func(proc.Stmt) bool { return false }))
}

func readsOf(t *testing.T, text string) (*graph.Reads, *proc.Def) {
	p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: text}, prim.Sig)
	require.NoError(t, err, text)
	return graph.NewReads(p.Lookup), p.Defs[len(p.Defs)-1]
}

// TestReadsOfArgument says which of the arrays a and b of an argument are read, and where they come out.
func TestReadsOfArgument(t *testing.T) {
	const head = `def swapped (s : ([Real], [Real])) -> (t : ([Real], [Real]))
  (a, b) = s; t = (b, a)
def first (s : [Real]) -> (x : Real)
  t = Share s (n. k = Const 0; x = Read n k)
  Elim t
def sized (s : ([Real], [Real])) -> (t : ([Real], [Real]))
  (a, b) = s
  a' = Share a (n. k = Size n 0); m = Dup k; (k1, k2) = m; Elim k1; Elim k2
  t = (a', b)
def late (s : ([Real], [Real])) -> (t : ([Real], [Real]))
  (a, b) = s
  a' = Share a (n. k = Const 0; x = Read n k)
  Elim x
  t = (b, a')
def again (s : ([Real], [Real])) -> (t : ([Real], [Real]))
  t = Call again s
`
	const pair, array, sum, real = "([Real], [Real])", "[Real]", "([Real] + ())", "Real"
	for body, want := range map[[2]string]string{
		{pair, "t = Call swapped s"}:                                  "b, a",
		{array, "(a, b) = s; Elim b; t = Share a (n. )"}:              "a",
		{pair, "(a, b) = s; Elim b; t = Dup a"}:                       "a read; ",
		{sum, "(a, b) = s; t : [Real] + () = Inl a; Elim b"}:          "a read; ",
		{pair, "n = Const 3; i = (n, s); t = Call nTimes{swapped} i"}: "a b, a b",
		{pair, "n = Const 3; i = (n, s); t = Call nTimes{late} i"}:    "a read, b read; a b, a b",
		{pair, "n = Const 3; i = (n, s); t = Call nTimes{sized} i"}:   "a, b",
		{pair, "t = Call again s"}:                                    "a read, b read; ",
		{real, "(a, b) = s; t = Call first a; Elim b"}:                "a read; ",
		{pair, "(a, b) = s; a' = Share a (n. b' = Share b (m. c = Const 1; u = (); d : () + () = Inl u; Choose d n m (r. x = Read r c))); Elim x; t = (a', b')"}:                                  "a read, b read; a, b",
		{array, "(a, b) = s; u = (); d : () + () = Inl u; Case d (Inl v Elim v; t = Share a (n. ); Elim b) (Inr w Elim w; t = Share b (m. ); Elim a)"}:                                            "a b",
		{pair, "(a, b) = s; i = Const 0; x = Const 1.0; c = (a, i, x); d = Call swap{[Real]} c; (e, y) = d; Elim y; t = (b, e)"}:                                                                  "b, a",
		{pair, "(a, b) = s; i = Const 0; x = Const 1.0; c = (a, i, x); d = Call swap{[Real]} c; (e, y) = d; z = Call exp y; Elim z; t = (b, e)"}:                                                  "a read; b, a",
		{pair, "(a, b) = s; i = Const 0; j = Const 1; x = Const 1.0; c = (a, i, x); d = Call swap{[Real]} c; (e, y) = d; f = (e, j, y); g = Call swap{[Real]} f; (h, z) = g; Elim z; t = (b, h)"}: "a read; b, a",
		{real, "(a, b) = s; i = Const 0; x = Const 1.0; c = (a, i, x); d = Call swap{[Real]} c; (e, t) = d; Elim e; Elim b"}:                                                                      "a read; a",
		{array, "(a, b) = s; z = Call zero{[Real]} a; (c, v) = z; Elim c; Elim b; t = Share v (n. )"}:                                                                                             "a",
	} {
		r, f := readsOf(t, head+"def f (s : ([Real], [Real])) -> (t : "+body[0]+")\n  "+body[1]+"\n")
		in, out, ok := r.Argument(f.Name)
		require.True(t, ok, body)
		names := map[*graph.Array]string{in.Part(0).Arrays[0]: "a", in.Part(1).Arrays[0]: "b"}
		var read, ends []string
		in.Each(func(a *graph.Array) {
			if a.Read {
				read = append(read, names[a]+" read")
			}
		})
		parts := []*graph.Contents{out}
		if f.Out.Type != f.In.Type {
			parts = parts[:1]
		} else {
			parts = []*graph.Contents{out.Part(0), out.Part(1)}
		}
		for _, part := range parts {
			var at []string
			part.Each(func(a *graph.Array) { at = append(at, names[a]) })
			slices.Sort(at)
			ends = append(ends, strings.Join(at, " "))
		}
		have := strings.Trim(strings.Join(ends, ", "), ", ")
		if read != nil {
			have = strings.Join(read, ", ") + "; " + have
		}
		assert.Equal(t, want, have, body)
	}
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
