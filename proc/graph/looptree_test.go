package graph_test

import (
	"math"
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

// tree is that of the last definition of a program.
func tree(t *testing.T, text string) *graph.Tree {
	p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	got, err := graph.TreeOf(program{p}, p.Defs[len(p.Defs)-1], graph.Scope{
		Into: func(k proc.LoopKind, _ proc.Func) bool { return k == proc.SumOf || k == proc.Fold || k == proc.Build },
		Most: 100,
	})
	require.NoError(t, err)
	require.NotNil(t, got)
	return got
}

// A program is a library of its definitions.
type program struct{ *proc.Program }

func (p program) Def(f proc.Func) (*proc.Def, error) { return p.Lookup(f), nil }

// terms are those of the variables that a tree binds, by name.
func terms(t *graph.Tree) map[string]string {
	found := map[string]string{}
	for _, s := range t.Order {
		proc.Binds(s, func(v proc.Var) {
			if term := t.Term(v); term != nil {
				found[v.Name] = term.String()
			}
		})
	}
	return found
}

// TestTerms says what is known in iterations [i, …].
func TestTerms(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an element of the zone": {`def g [i : &Int, a : &[Real]] (u : ()) -> (x : Real)
  () = u; k = Const 2; x = Read a k`, "x a[2]"},
		"the iteration's own number": {`def g [i : &Int, a : &[Real]] (u : ()) -> (x : Real)
  () = u; k = Read i; x = Read a k`, ""},
		"arithmetic in the place of a call": {`def h [n : &Int] (k : Int) -> (m : Int)
  j = Read n; t = (j, k); m = Call iadd t
def g [i : &Int, n : &Int, a : &[Real]] (u : ()) -> (x : Real)
  () = u; k = Const 2; m = Call h [n] k; x = Read a m`, "x a[iadd(n, 2)]"},
		"a row": {`def g [i : &Int, a : &[[Real]]] (u : ()) -> (x : Real)
  () = u; k = Const 2; Row a k (r. j = Size r 0; x = Read r j)`, "x a[2, size(a, 1)]"},
		"the index of a loop": {`def h [j : &Int, a : &[Real]] (u : ()) -> (x : Real)
  () = u; k = Read j; x = Read a k
def g [i : &Int, a : &[Real]] (u : ()) -> (y : Real)
  () = u; n = Size a 0; y = Call sum{h} [a] n`, "x a[j]"},
		"a row of a row": {`def g [i : &Int, a : &[[[Real]]]] (u : ()) -> (x : Real)
  () = u; k = Const 2; Row a k (r. m = Const 3; Row r m (q. j = Size q 0; x = Read q j))`, "x a[2, 3, size(a, 2)]"},
		"items of a stack that differ": {`def h [j : &Int] (k : Stack Int) -> (k' : Stack Int)
  i = Read j; p = (k, i); k' = Call push{Int} p
def g [i : &Int, n : &Int] (u : ()) -> (x : Int)
  () = u; m = Read n; d = Dup m; (m1, m2) = d; k = Call empty{Int} m1; s = (m2, k); k' = Call fold{h} s; t = Call pop{Int} k'; (k'', x) = t; Elim k''`, ""},
		"items of a stack": {`def h [j : &Int, n : &Int] (k : Stack Int) -> (k' : Stack Int)
  i = Read n; p = (k, i); k' = Call push{Int} p
def g [i : &Int, n : &Int] (u : ()) -> (x : Int)
  () = u; m = Read n; d = Dup m; (m1, m2) = d; k = Call empty{Int} m1; s = (m2, k); k' = Call fold{h} [n] s; t = Call pop{Int} k'; (k'', x) = t; Elim k''`, "x n"},
		"both branches": {`def g [i : &Int, c : &Bool, n : &Int] (u : ()) -> (m : (Int, Int))
  () = u; b = Read c; Case b (Inl v; () = v; k = Read n; j = Const 1) (Inr w; () = w; k = Read n; j = Const 2); m = (k, j)`, "k n"},
		"a state that stays": {`def h [j : &Int] (s : (Int, Int)) -> (t : (Int, Int))
  (p, q) = s; k = Read j; e = (q, k); r = Call iadd e; t = (p, r)
def g [i : &Int, n : &Int] (u : ()) -> (m : (Int, Int))
  () = u; k = Const 3; p = Read n; q = Const 0; s = (p, q); a = (k, s); o = Call fold{h} a; (x, y) = o; m = (y, x)`, "x n"},
	} {
		t.Run(name, func(t *testing.T) {
			found := terms(tree(t, c.text))
			if c.want == "" {
				assert.NotContains(t, found, "x")
				return
			}
			v, term, _ := strings.Cut(c.want, " ")
			assert.Equal(t, term, found[v], "%v", found)
			assert.NotContains(t, found, "y")
		})
	}
}

// TestEqualTermsAreOne: two terms are the same pointer if and only if they are written the same.
func TestEqualTermsAreOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, seen := graph.NewTerms(), []*graph.Term{}
		for range 40 {
			x := graph.Term{Type: proc.Int, Kind: rapid.SampledFrom([]graph.TermKind{graph.Constant, graph.Scalar, graph.Size, graph.Index, graph.Element, graph.Apply}).Draw(t, "kind")}
			switch x.Kind {
			case graph.Constant:
				x.Bits = uint64(rapid.IntRange(0, 2).Draw(t, "k"))
			case graph.Scalar:
				x.Name = rapid.SampledFrom([]string{"s", "a"}).Draw(t, "name")
			case graph.Index:
				x.Name = rapid.SampledFrom([]string{"i", "j"}).Draw(t, "name")
			case graph.Size:
				x.Name, x.Bits = "a", uint64(rapid.IntRange(0, 1).Draw(t, "axis"))
			default:
				x.Name = rapid.SampledFrom([]string{"f", "g"}).Draw(t, "name")
				if x.Kind == graph.Apply {
					x.Func, x.Name = proc.Name(x.Name), ""
				}
				n := rapid.IntRange(0, 3).Draw(t, "n")
				for range min(n, len(seen)) {
					x.Args = append(x.Args, rapid.SampledFrom(seen).Draw(t, "arg"))
				}
			}
			seen = append(seen, table.Of(x))
		}
		for _, x := range seen {
			for _, y := range seen {
				require.Equal(t, x == y, x.String() == y.String(), "%s and %s", x, y)
			}
			require.Equal(t, strings.Contains(x.String(), "i"), x.DependsOn([]string{"i"}) || strings.Contains(x.String(), "size") && strings.Contains(x.String(), "i"), "%s", x)
		}
	})
}

// TestAdds says which Adds to an accumulator b are known.
func TestAdds(t *testing.T) {
	const head = `def h [j : &Int, b : +[Real]] (u : ()) -> (v : ())
  () = u; k = Read j; x = Const 1.0; Add b k x; v = ()
def part [b : +[Real]] (u : ()) -> (v : ())
  () = u; k = Const 0; x = Const 1.0; Add b k x; v = ()
`
	for name, c := range map[string]struct {
		body string
		want []string // nil where they are not known
	}{
		"one":                      {"() = u; k = Const 3; x = Const 1.0; Add b k x; v = ()", []string{"3"}},
		"in a loop and a function": {"n = Const 5; w = Call sum{h} [b] n; v = Call part [b] w", []string{"j", "0"}},
		"at a place not known":     {"() = u; k = Read i; x = Const 1.0; Add b k x; v = ()", nil},
		"in one branch":            {"k = Read i; t = (k, k); c = Call ieq t; Case c (Inl p; k' = Const 0; x = Const 1.0; Add b k' x; () = p; v = ()) (Inr q; () = q; v = ()); () = u", nil},
		"in a loop not read":       {"n = Const 5; s = (n, u); v = Call foldr{h} [b] s", nil},
	} {
		t.Run(name, func(t *testing.T) {
			tr := tree(t, head+"def g [i : &Int, b : +[Real]] (u : ()) -> (v : ())\n  "+c.body+"\n")
			adds, known := tr.Adds("b")
			assert.Equal(t, c.want != nil, known)
			if known {
				var at []string
				for _, a := range adds {
					at = append(at, a.Idx[0].String())
				}
				assert.Equal(t, c.want, at)
			}
		})
	}
}

// TestEffectOf says what statements do besides binding.
func TestEffectOf(t *testing.T) {
	real, is := proc.Var{Name: "x", Type: proc.Real}, func(name string) bool { return name == "b" }
	for want, list := range map[graph.Effect][]proc.Stmt{
		0: {
			&proc.Const{Out: real}, &proc.Tuple{}, &proc.Untuple{}, &proc.Dup{}, &proc.Inl{}, &proc.Inr{}, &proc.Size{Ref: "a"}, &proc.Read{Ref: "s"},
			&proc.Call{Func: prim.Mul}, &proc.Call{Func: proc.FamilyOf("stop", proc.Real)},
		},
		graph.Fails:               {&proc.Read{Ref: "a", Idx: []proc.Var{real}}, &proc.Call{Func: prim.IDiv}, &proc.Call{Func: proc.Name("f"), Zone: []string{"a"}}},
		graph.Fails | graph.Adds:  {&proc.Add{Ref: "b"}, &proc.Call{Func: proc.Name("f"), Zone: []string{"a", "b"}}},
		graph.Holds:               {&proc.Case{}, &proc.Share{}, &proc.Accum{}, &proc.Choose{}, &proc.Outlined{}},
		graph.Fails | graph.Holds: {&proc.Row{}},
	} {
		for _, s := range list {
			assert.Equal(t, want, graph.EffectOf(s, is), "%T %v", s, s)
		}
	}
	assert.Equal(t, "0.5", (&graph.Term{Type: proc.Real, Bits: math.Float64bits(0.5)}).String())
}
