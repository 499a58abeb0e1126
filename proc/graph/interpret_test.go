package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// read reads definitions, of which the last one is of interest.
func read(t *testing.T, text string) (program, *proc.Def) {
	p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	return program{p}, p.Defs[len(p.Defs)-1]
}

// An iteration is the body of a loop, by its definition: part of a domain that looks into loops.
type iteration[V, N any] struct {
	run           *graph.Interpreter[V, N]
	body          *proc.Def
	index         N
	indices, zone []N
	join          func(a, b V) (V, bool)
}

func (b *iteration[V, N]) Index(int, V) { b.indices = append(b.indices, b.index) }
func (b *iteration[V, N]) Iteration(state V) V {
	return b.run.Inside(b.body, append(b.indices, b.zone...), state)
}
func (b *iteration[V, N]) Widen(_ int, state, next V) (V, bool) {
	return b.join(state, next)
}

// zero says which numbers of a value are zero, in which parts of a tuple, sides of a sum, and items. Nothing is known where it is nil.
type zero struct {
	never bool // there is no such value
	is    bool // a number, or ()
	parts []*zero
}

func (z *zero) String() string {
	switch {
	case z == nil:
		return "?"
	case z.never:
		return "-"
	case z.is:
		return "0"
	}
	var parts []string
	for _, p := range z.parts {
		parts = append(parts, p.String())
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func (z *zero) part(i int) *zero {
	if z == nil || z.never {
		return z
	}
	return z.parts[i]
}

func joinZeros(a, b *zero) *zero {
	switch {
	case a == nil || b == nil || a.is != b.is && !a.never && !b.never:
		return nil
	case a.never:
		return b
	case b.never:
		return a
	}
	c := &zero{is: a.is}
	for i := range a.parts {
		c.parts = append(c.parts, joinZeros(a.parts[i], b.parts[i]))
	}
	return c
}

// A cell is what is behind a name, with what has been added to it.
type cell struct{ of *zero }

// zeros is the domain of numbers that are zero.
type zeros struct {
	graph.Unknown[*zero, *cell]
	run *graph.Interpreter[*zero, *cell]
	lib program
}

func (z *zeros) Const(s *proc.Const) *zero {
	if s.Bits != 0 {
		return nil
	}
	return &zero{is: true}
}

func (z *zeros) Dup(_ *proc.Dup, x *zero) *zero { return &zero{parts: []*zero{x, x}} }

func (z *zeros) Tuple(s *proc.Tuple, parts []*zero) *zero {
	return &zero{is: len(parts) == 0, parts: parts}
}

func (z *zeros) Parts(x *zero, t proc.Type) (parts []*zero) {
	for i := range proc.Elems(t) {
		parts = append(parts, x.part(i))
	}
	return parts
}

func (z *zeros) Inject(_ proc.Var, x *zero, left bool) *zero {
	if left {
		return &zero{parts: []*zero{x, {never: true}}}
	}
	return &zero{parts: []*zero{{never: true}, x}}
}

func (z *zeros) Payload(_ *proc.Case, in *zero, left bool) *zero {
	if left {
		return in.part(0)
	}
	return in.part(1)
}

func (z *zeros) Cases(_ *proc.Case, in *zero, left, right func() bool) {
	for i, run := range []func() bool{left, right} {
		if side := in.part(i); side == nil || !side.never {
			run()
		}
	}
}

func (z *zeros) Join(_ *proc.Case, _ *zero, _ proc.Var, l, r *zero) *zero { return joinZeros(l, r) }
func (z *zeros) Share(_ *proc.Share, x *zero) *cell                       { return &cell{x} }
func (z *zeros) Accum(_ *proc.Accum, x *zero) *cell                       { return &cell{x} }
func (z *zeros) Accumulated(_ *proc.Accum, _ *zero, s *cell) *zero        { return s.of }
func (z *zeros) Read(_ *proc.Read, s *cell, _ []*zero) *zero              { return s.of }
func (z *zeros) Row(_ *proc.Row, s *cell, _ []*zero) *cell                { return s }
func (z *zeros) Add(_ *proc.Add, s *cell, _ []*zero, x *zero)             { s.of = joinZeros(s.of, x) }

func (z *zeros) Call(s *proc.Call, in *zero, zone []*cell) *zero {
	if kind, f, ok := s.Func.Loop(); ok {
		l := z.run.Loop(kind, in, s.In.Type, &iteration[*zero, *cell]{z.run, z.lib.Lookup(f), &cell{}, nil, zone, func(a, b *zero) (*zero, bool) {
			c := joinZeros(a, b)
			return c, c.String() != a.String()
		}})
		switch {
		case kind == proc.Adds:
			return joinZeros(l.First, l.Out)
		case kind == proc.SumOf, kind.BuildRank() > 0: // an array is what its elements are
			return l.Out
		}
		return l.State
	}
	if d := z.lib.Lookup(s.Func); d != nil {
		return z.run.Inside(d, zone, in)
	}
	family, _, _ := s.Func.Family()
	switch {
	case s.Func == prim.Add:
		return joinZeros(in.part(0), in.part(1))
	case s.Func == prim.Mul && in.part(0) != nil:
		return in.part(0)
	case s.Func == prim.Mul:
		return in.part(1)
	case family == "unreachable":
		z.run.Stop()
	case family == "empty":
		return &zero{parts: []*zero{{never: true}}}
	case family == "push":
		return &zero{parts: []*zero{joinZeros(in.part(0).part(0), in.part(1))}}
	case family == "pop":
		return &zero{parts: []*zero{in, in.part(0)}}
	}
	return nil
}

// TestInterpretZeros is a domain whose values have parts, sides and items, with limits of several iterations.
func TestInterpretZeros(t *testing.T) {
	const rotate = `def rotate (s : ((Real, Real), Real)) -> (t : ((Real, Real), Real))
  (ab, c) = s; (a, b) = ab; Elim a; d = Dup c; (c1, c2) = d; bc = (b, c1); t = (bc, c2)
`
	for name, c := range map[string]struct{ text, want string }{
		"parts": {`def f (x : Real) -> (t : (Real, (Real, Real)))
  a = Const 0.0; d = Dup a; (b, c) = d; m = (b, x); p = Call mul m; e = (p, c); k = Const 1.0; t = (k, e)`, "(? (0 0))"},
		"a state that stays zero in parts": {rotate + `def f (n : Int) -> (t : ((Real, Real), Real))
  a = Const 1.0; b = Const 0.0; c = Const 0.0; ab = (a, b); s = (ab, c); i = (n, s); t = Call nTimes{rotate} i`, "((? 0) 0)"},
		"a state that is zero nowhere in the end": {rotate + `def f (n : Int) -> (t : ((Real, Real), Real))
  a = Const 0.0; b = Const 0.0; c = Const 1.0; ab = (a, b); s = (ab, c); i = (n, s); t = Call nTimes{rotate} i`, "((? ?) ?)"},
		"an iteration that stops": {`def stop (s : Real) -> (t : Real)
  t = Call unreachable{Real, Real} s
def f (n : Int) -> (t : Real)
  a = Const 0.0; i = (n, a); t = Call nTimes{stop} i`, "0"},
		"a while": {`def step (s : (Real, Real)) -> (t : (Bool, (Real, Real)))
  (a, b) = s; d = Dup b; (b1, b2) = d; k = Const 1.0; q = (k, b1); c = Call lt q; Elim a; z = Const 0.0; r = (b2, z); t = (c, r)
def f (n : Int) -> (t : (Real, Real))
  a = Const 0.0; b = Const 1.0; s = (a, b); i = (n, s); t = Call while{step} i`, "(? ?)"},
		"sides": {`def f (c : Bool) -> (s : (Real, Real) + Real)
  Case c (Inl u; Elim u; a = Const 0.0; b = Const 1.0; p = (a, b); s : (Real, Real) + Real = Inl p) (Inr v; Elim v; z = Const 0.0; s : (Real, Real) + Real = Inr z)`, "((0 ?) 0)"},
		"one side": {`def f (x : Real) -> (y : Real)
  z = Const 0.0; s : Real + Real = Inr z; Case s (Inl a; Elim a; Elim x; y = Const 0.0) (Inr b; m = (b, x); y = Call add m)`, "?"},
		"a side that never is": {`def f (x : Real) -> (y : Real)
  z = Const 0.0; s : Real + Real = Inr z; Case s (Inl a; m = (a, x); y = Call add m) (Inr b; m' = (b, x); y = Call mul m')`, "0"},
		"a branch that stops": {`def f (c : Bool) -> (y : Real)
  Case c (Inl u; y = Call unreachable{(), Real} u) (Inr v; Elim v; y = Const 0.0)`, "0"},
		"branches that both stop": {`def f (s : Bool + Real) -> (y : Real)
  Case s (Inl c; Case c (Inl u; v = Call unreachable{(), Real} u) (Inr u'; v = Call unreachable{(), Real} u'); Elim v; y = Const 1.0) (Inr x; Elim x; y = Const 0.0)`, "0"},
		"what branches use up": {`def f (i : (Bool, Real)) -> (y : (Real, Real))
  (c, x) = i; z = Const 0.0
  Case c (Inl u; Elim u; Elim x; t = Const 0.0; Elim t; Elim z; y' = Const 0.0; w = Const 0.0) (Inr v; Elim v; Elim z; t = Const 1.0; e = Const 1.0; m = (t, e); y' = Call add m; w = Const 0.0; Elim x); y = (y', w)`, "(? 0)"},
		"what is added": {`def part [s : +Real] (i : Int) -> (u : ())
  Elim i; z = Const 0.0; Add s z; u = ()
def f (c : Bool) -> (y : (Real, Real))
  a = Const 0.0; b = Const 0.0
  a' = Accum a (s. b' = Accum b (r.
    Case c (Inl u; Elim u; k = Const 1; q = Call part [s] k; Elim q) (Inr v; Elim v; h = Const 1.0; Add r h)))
  y = (a', b')`, "(0 ?)"},
		"names of one definition in another": {`def at [i : &Real, j : &Real] (u : ()) -> (y : Real)
  Elim u; y = Read j
def f (x : Real) -> (y : Real)
  z = Const 0.0; x' = Share x (i. z' = Share z (j. u = (); y = Call at [i, j] u)); Elim x'; Elim z'`, "0"},
		"items": {`def grow (k : Stack (Real, Real)) -> (k' : Stack (Real, Real))
  a = Const 0.0; b = Const 1.0; p = (a, b); q = (k, p); k' = Call push{(Real, Real)} q
def f (n : Int) -> (x : (Real, Real))
  m = Const 4; k = Call empty{(Real, Real)} m; s = (n, k); k' = Call nTimes{grow} s; t = Call pop{(Real, Real)} k'; (k'', x) = t; Elim k''`, "(0 ?)"},
		"sums": {`def g [i : &Int] (u : ()) -> (y : (Real, Real))
  Elim u; n = Read i; a = Const 0.0; b = Call real n; y = (a, b)
def f (n : Int) -> (t : (Real, Real))
  a = Const 0.0; b = Const 0.0; s = (a, b); i = (n, s); t = Call adds{g} i`, "(0 ?)"},
	} {
		t.Run(name, func(t *testing.T) {
			lib, d := read(t, c.text)
			z := &zeros{lib: lib}
			z.run = graph.Interpret(z)
			assert.Equal(t, c.want, fmt.Sprint(z.run.Inside(d, nil, nil)))
		})
	}
}

// shapes follows the arrays of an argument, as bits, and notes of which of them an element is read.
type shapes struct {
	graph.Unknown[uint, uint]
	run  *graph.Interpreter[uint, uint]
	lib  program
	read uint
}

func (z *shapes) Parts(x uint, t proc.Type) (parts []uint) {
	for range proc.Elems(t) {
		parts = append(parts, x)
	}
	return parts
}

func (z *shapes) Tuple(_ *proc.Tuple, parts []uint) (x uint) {
	for _, p := range parts {
		x |= p
	}
	return x
}

func (z *shapes) Join(_ *proc.Case, _ uint, _ proc.Var, l, r uint) uint { return l | r }
func (z *shapes) Share(_ *proc.Share, x uint) uint                      { return x }
func (z *shapes) Row(_ *proc.Row, s uint, _ []uint) uint                { return s }
func (z *shapes) Choose(_ *proc.Choose, _, yes, no uint) uint           { return yes | no }

func (z *shapes) Read(_ *proc.Read, s uint, _ []uint) uint {
	z.read |= s
	return 0
}

func (z *shapes) Call(s *proc.Call, in uint, zone []uint) uint {
	if kind, f, ok := s.Func.Loop(); ok {
		l := z.run.Loop(kind, in, s.In.Type, &iteration[uint, uint]{z.run, z.lib.Lookup(f), 0, nil, zone, func(a, b uint) (uint, bool) { return a | b, a|b != a }})
		return l.State
	}
	if d := z.lib.Lookup(s.Func); d != nil {
		return z.run.Inside(d, zone, in)
	}
	if family, _, _ := s.Func.Family(); family != "zeros" {
		z.read |= in
	}
	return 0
}

// TestInterpretShapes is a domain that notes what is done with values: of which arrays only the shape is needed, through
// calls, rows and loops.
func TestInterpretShapes(t *testing.T) {
	const head = `def size [a : &[Real]] (u : ()) -> (n : Int)
  Elim u; n = Size a 0
def element [a : &[Real], b : &[Real]] (i : Int) -> (x : Real)
  u = (); n = Call size [a] u; m = (n, i); k = Call iadd m; x = Read b k
def rows [i : &Int, a : &[[Real]]] (x : Real) -> (y : Real)
  k = Read i; Row a k (r. j = Const 0; e = Read r j); m = (x, e); y = Call add m
`
	for name, c := range map[string]struct {
		body string
		read uint
	}{
		"sizes":           {"u = (); n = Call size [a] u; Elim n; w = (); m = Call size [b] w; Elim m", 0},
		"zeros":           {"u = (); z = Call zeros{[Real]} [a] u; Elim z", 0},
		"an element":      {"i = Const 0; x = Call element [a, b] i; Elim x", 2},
		"the other names": {"i = Const 0; x = Call element [b, a] i; Elim x", 1},
		"rows in a loop":  {"n = Const 3; x = Const 0.0; s = (n, x); y = Call fold{rows} [c] s; Elim y", 4},
		"one of two":      {"i = Const 0; j = Const 1; k = (i, j); p = Call ilt k; Choose p a b (r. l = Const 0; x = Read r l; Elim x)", 3},
	} {
		t.Run(name, func(t *testing.T) {
			lib, d := read(t, head+"def f [a : &[Real], b : &[Real], c : &[[Real]]] (v : ()) -> (w' : ())\n  Elim v; "+c.body+"; w' = ()\n")
			z := &shapes{lib: lib}
			z.run = graph.Interpret(z)
			z.run.Inside(d, []uint{1, 2, 4}, 0)
			assert.Equal(t, c.read, z.read)
		})
	}
}
