package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

const sizes = `
def cut [a : &[[Real]]] (j : Int) -> (b : [[Real]])
  n = Size a 0
  m = Size a 1
  one = Const 1
  ones = Dup one
  (c, d) = ones
  nc = (n, c)
  p = Call isub nc
  md = (m, d)
  q = Call isub md
  pq = (p, q)
  j' = Share j (s.
    b = Call build2{element} [s a] pq
  )
  Elim j'
def element [r : &Int, c : &Int, j : &Int, a : &[[Real]]] (u : ()) -> (x : Real)
  Elim u
  x = Const 1.0
def body [i : &Int, a : &[[Real]], v : &[Real]] (u : ()) -> (t : ([[Real]], [[Real]], [Real]))
  Elim u
  k = Size v 0
  n = Size a 1
  kn = (k, n)
  w = Call agree{"in the iteration"} kn
  Elim w
  i1 = Read i
  b = Call cut [a] i1
  b' = Share b (b.s.
    i2 = Read i
    c = Call cut [b.s] i2
    none = ()
    z = Call copy{[Real]} [v] none
  )
  t = (b', c, z)
def each [i : &Int, a : &[[Real]], v : &[Real]] (u : ()) -> (x : Real)
  Elim u
  x = Const 1.0
def f [a : &[[Real]], v : &[Real]] (u : ()) -> (x : Real)
  Elim u
  n = Size a 0
  m = Size a 1
  nm = (n, m)
  w = Call agree{"square"} nm
  Elim w
  i = Const 0
  Row a i (r.
    d = Size r 0
  )
  e = Size a 0
  de = (d, e)
  zero = Call isub de
  three = Const 3
  st = (zero, three)
  count = Call iadd st
  x = Call sum{each} [a v] count
`

// TestExtents: dimensions are found through calls, and compared by what agrees; not by what agrees in an iteration alone.
func TestExtents(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Name: "f.proc", Text: sizes}, prim.Sig)
	require.NoError(t, err)
	names := map[graph.Symbol]string{}
	write := func(a *graph.Affine) string {
		if a == nil {
			return "?"
		}
		var parts []string
		for s, k := range a.Parts {
			if names[s] == "" {
				names[s] = string(rune('n' + len(names)))
			}
			parts = append(parts, fmt.Sprintf("%d%s", k, names[s]))
		}
		slices.Sort(parts)
		return strings.Join(append(parts, fmt.Sprint(a.C)), " + ")
	}
	list := func(x *graph.Extent) (dims []string) {
		for _, d := range x.Sizes() {
			dims = append(dims, write(d))
		}
		return dims
	}
	seen := 0
	graph.FindExtents(p.Lookup(proc.Name("f")), p.Lookup, func(e *graph.Extents, call *proc.Call, in *graph.Extent, zone []*graph.Extent) {
		if _, _, loop := call.Func.Loop(); !loop {
			return
		}
		seen++
		assert.Equal(t, "3", write(e.Settled(in).Whole()))
		before := e.Settled(zone[0])
		assert.Equal(t, []string{"1n + 0", "1n + 0"}, list(before))
		given := e.Settled(e.Iteration(p.Lookup(proc.Name("body")), append([]*graph.Extent{nil}, zone...)))
		assert.Equal(t, []string{"1n + -1", "1n + -1"}, list(given.Part(0)))
		assert.Equal(t, []string{"1n + -2", "1n + -2"}, list(given.Part(1)))
		assert.Equal(t, []string{"1o + 0"}, list(given.Part(2)), "that it is 1n + 0 is known only in the iteration")
	})
	assert.Equal(t, 1, seen)
}

// TestExtentsEnd: a chain of functions, each of which calls the next one twice, is looked into for a short time.
func TestExtentsEnd(t *testing.T) {
	var text strings.Builder
	text.WriteString("def f0 [v : &[Real]] (u : ()) -> (w : [Real])\n  w = Call copy{[Real]} [v] u\n")
	const depth = 40
	for k := 1; k <= depth; k++ {
		fmt.Fprintf(&text, "def f%d [v : &[Real]] (u : ()) -> (w : [Real])\n  y = Call f%d [v] u\n  y' = Share y (s.\n    n = ()\n    w = Call f%d [s] n\n  )\n  Elim y'\n", k, k-1, k-1)
	}
	p, err := proc.Parse(&diag.Source{Name: "f.proc", Text: text.String()}, prim.Sig)
	require.NoError(t, err)
	calls := 0
	graph.FindExtents(p.Lookup(proc.Name(fmt.Sprint("f", depth))), p.Lookup, func(*graph.Extents, *proc.Call, *graph.Extent, []*graph.Extent) { calls++ })
	assert.Equal(t, 2, calls)
}
