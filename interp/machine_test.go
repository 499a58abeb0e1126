package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/prim"
	"procad/proc"
)

func failureOf(t *testing.T, err error, kind prim.RuntimeErrorKind) *prim.RuntimeError {
	var failure *prim.RuntimeError
	require.ErrorAs(t, err, &failure)
	require.Equal(t, kind, failure.Kind, "%v", failure)
	return failure
}

func TestMemoryLimit(t *testing.T) {
	prog := parse(t, `
def element [i : &Int] (u : ()) -> (r : Real)
  Elim u
  r = Const 1.0
def once (n : Int) -> (r : Int)
  v = Call build{element} n
  v2 = Share v (s.
    r = Size s 0
  )
  Elim v2
def repeat (s : Int) -> (r : Int)
  r = Call once s
def pushes (a : (Stack Int, Int)) -> (r : (Stack Int, Int))
  (s, n) = a
  t = Dup n
  (n1, n2) = t
  p = (s, n1)
  s2 = Call push{Int} p
  r = (s2, n2)
def grow (n : Int) -> (r : (Stack Int, Int))
  zero = Const 0
  s = Call empty{Int} zero
  one = Const 1
  p = (s, one)
  q = (n, p)
  r = Call nTimes{pushes} q
def copies (v : [Real]) -> (r : ([Real], [Real]))
  r = Dup v
`)
	const limit = 1 << 20
	m := interp.New(interp.InProgram(prog), interp.MemoryLimit(limit))
	// What is freed does not count.
	_, err := m.Call(proc.MustParseFunc("nTimes{repeat}"), nil, data.Tuple(data.Int(100), data.Int(10_000)))
	require.NoError(t, err)
	assert.Equal(t, int64(10_000), m.PeakWords)

	_, err = m.Call(proc.Name("once"), nil, data.Int(limit/8))
	failure := failureOf(t, err, prim.OutOfMemory)
	assert.Equal(t, int64(limit), failure.A)
	assert.Equal(t, "6:3", failure.Pos.String())
	_, err = m.Call(proc.Name("grow"), nil, data.Int(1<<40))
	failureOf(t, err, prim.OutOfMemory)
	_, err = m.Call(proc.Name("copies"), nil, data.Reals(make([]float64, limit/8*2/3)))
	failureOf(t, err, prim.OutOfMemory)
	// The machine is as before.
	_, err = m.Call(proc.Name("once"), nil, data.Int(10_000))
	require.NoError(t, err)
}

func TestEndlessRecursion(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	prog := parse(t, `
def f (x : Real) -> (y : Real)
  y = Call g x
def g (x : Real) -> (y : Real)
  z = Call f x
  y = Call neg z
`)
	m := interp.New(interp.InProgram(prog))
	_, err := m.Call(proc.Name("f"), nil, data.Real(1))
	assert.Contains(t, failureOf(t, err, prim.Internal).Message, "deeper")
	_, err = m.Call(prim.Neg, nil, data.Real(1))
	require.NoError(t, err)
}

// A statement without a position takes that of the innermost one around it,
// through calls and loops.
func TestPositions(t *testing.T) {
	prog := parse(t, `
def at [i : &Int, v : &[Real]] (u : ()) -> (r : Real)
  Elim u
  k = Read i
  r = Read v k
def sum [v : &[Real]] (n : Int) -> (r : Real)
  r = Call sum{at} [v] n
def main [v : &[Real]] (n : Int) -> (r : Real)
  r = Call sum [v] n
`)
	strip := func(f proc.Func) {
		prog.Lookup(f).Pos = diag.Pos{}
		prog.Lookup(f).Body.Walk(func(s proc.Stmt) {
			switch s := s.(type) {
			case *proc.Call:
				s.Pos = diag.Pos{}
			case *proc.Read:
				s.Pos = diag.Pos{}
			case *proc.Elim:
				s.Pos = diag.Pos{}
			}
		})
	}
	fail := func() string {
		m := interp.New(interp.InProgram(prog))
		_, err := m.Call(proc.Name("main"), []data.Value{data.Reals([]float64{1})}, data.Int(2))
		return failureOf(t, err, prim.IndexRange).Pos.String()
	}
	assert.Equal(t, "5:3", fail())
	strip(proc.Name("at"))
	assert.Equal(t, "7:3", fail())
	strip(proc.Name("sum"))
	assert.Equal(t, "9:3", fail())
}

// Values that do not fit are reported, not run.
func TestMisfits(t *testing.T) {
	prog := parse(t, `
def f [s : &[Real], k : &Int] (x : Real) -> (x : Real)
`)
	m := interp.New(interp.InProgram(prog))
	v, k, x := data.Reals([]float64{1}), data.Int(1), data.Real(2)
	broken := data.Reals([]float64{1})
	broken.Array().Dims[0] = 2
	for _, c := range []struct {
		zone []data.Value
		arg  data.Value
		want string
	}{
		{[]data.Value{v, k}, data.Int(1), "an argument of type Int, not Real"},
		{[]data.Value{v, k}, data.Value{}, "an argument of type <nil>, not Real"},
		{[]data.Value{v, k}, data.Value{Type: proc.Real}, "has 1 words and 0 objects, not 0 and 0"},
		{[]data.Value{v}, x, "1 zone values, not 2"},
		{[]data.Value{k, k}, x, "an Int for s, not a [Real]"},
		{[]data.Value{broken, k}, x, "has a buffer of 1 elements"},
	} {
		_, err := m.Call(proc.Name("f"), c.zone, c.arg)
		assert.Contains(t, failureOf(t, err, prim.Internal).Message, c.want)
	}
	_, err := m.Call(proc.Name("f"), []data.Value{v, k}, x)
	require.NoError(t, err)
	_, err = m.Call(proc.Name("g"), nil, x)
	assert.Contains(t, failureOf(t, err, prim.Internal).Message, "no function is called g")
}

// Programs that a checker would reject are reported too.
func TestIllTyped(t *testing.T) {
	x, y, u := proc.Var{Name: "x", Type: proc.Real}, proc.Var{Name: "y", Type: proc.Real}, proc.Var{Name: "u", Type: proc.Unit}
	n := proc.Var{Name: "n", Type: proc.Int}
	pair := proc.Var{Name: "p", Type: proc.NewTuple(proc.Real, proc.Real)}
	for name, body := range map[string]proc.Procedure{
		"unbound":   {&proc.Elim{In: y}},
		"twice":     {&proc.Elim{In: x}, &proc.Elim{In: x}},
		"zone":      {&proc.Read{Out: y, Ref: "s"}},
		"arity":     {&proc.Untuple{Outs: []proc.Var{y, n, u}, In: x}},
		"primitive": {&proc.Call{Out: n, Func: prim.Neg, In: x}},
		"sum":       {&proc.Inl{Out: n, In: x}},
		"call":      {&proc.Call{Out: n, Func: proc.Name("other"), In: x}},
		"loop":      {&proc.Call{Out: n, Func: proc.MustParseFunc("sum{other}"), In: x}},
		"body":      {&proc.Const{Out: n}, &proc.Call{Out: y, Func: proc.MustParseFunc("sum{other}"), In: n}},
		"nowhere":   {&proc.Call{Out: y, Func: proc.Name("elsewhere"), In: x}},
		"dup":       {&proc.Dup{Out: pair, In: x}, &proc.Dup{Out: pair, In: pair}},
		"family":    {&proc.Call{Out: y, Func: proc.MustParseFunc("push{Real}"), In: x}},
		"word":      {&proc.Case{In: x, L: proc.Branch{Var: u}, R: proc.Branch{Var: u}}},
	} {
		d := &proc.Def{Name: proc.Name("f"), In: x, Out: y, Body: body}
		other := &proc.Def{Name: proc.Name("other"), In: x, Out: y, Body: proc.Procedure{&proc.Call{Out: y, Func: prim.Neg, In: x}}}
		m := interp.New(interp.InProgram(&proc.Program{Defs: []*proc.Def{d, other}}))
		_, err := m.Call(proc.Name("f"), nil, data.Real(1))
		failureOf(t, err, prim.Internal)
		assert.Error(t, err, name)
	}
}

// An array that nothing uses is noticed at the end, though no rule is checked before.
func TestLostArray(t *testing.T) {
	v, x := proc.Var{Name: "v", Type: proc.NewArray(1, proc.Real)}, proc.Var{Name: "x", Type: proc.Real}
	d := &proc.Def{Name: proc.Name("f"), In: v, Out: x, Body: proc.Procedure{&proc.Const{Out: x}}}
	m := interp.New(interp.InProgram(&proc.Program{Defs: []*proc.Def{d}}))
	_, err := m.Call(proc.Name("f"), nil, data.Reals([]float64{1, 2}))
	assert.Contains(t, failureOf(t, err, prim.Internal).Message, "2 words live at the end, but the result has 0")
}

// Definitions that are made on demand are asked for when they are first run.
func TestLookup(t *testing.T) {
	prog := parse(t, `
def f (a : (Bool, Real)) -> (y : Real)
  (c, x) = a
  Case c
    (Inl u
      Elim u
      y = Call g x
    )
    (Inr u
      Elim u
      y = Call neg x
    )
def g (x : Real) -> (y : Real)
  y = Call neg x
`)
	broken := errors.New("g cannot be made")
	m := interp.New(func(f proc.Func) (*proc.Def, error) {
		if f == proc.MustParseFunc("revf$g") {
			return nil, broken
		}
		return prog.Lookup(f), nil
	})
	prog.Lookup(proc.Name("f")).Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok && c.Func == proc.Name("g") {
			c.Func = proc.MustParseFunc("revf$g")
		}
	})
	y, err := m.Call(proc.Name("f"), nil, data.Tuple(data.Bool(false), data.Real(1)))
	require.NoError(t, err)
	assert.Equal(t, -1.0, y.Float())
	_, err = m.Call(proc.Name("f"), nil, data.Tuple(data.Bool(true), data.Real(1)))
	assert.Contains(t, failureOf(t, err, prim.Internal).Message, "g cannot be made")
}

// Straight-line programs of many statements take time in proportion; nested
// ones too.
func TestLongPrograms(t *testing.T) {
	var b strings.Builder
	const n = 100_000
	b.WriteString("def long (x0 : Real) -> (y : Real)\n")
	for i := range n {
		fmt.Fprintf(&b, "  d%d = Dup x%d\n  (a%d, b%d) = d%d\n  t%d = (a%d, b%d)\n  x%d = Call max t%d\n", i, i, i, i, i, i, i, i, i+1, i)
	}
	fmt.Fprintf(&b, "  y = Call neg x%d\n", n)
	const depth = 300
	b.WriteString("def nested (a : (Bool, Real)) -> (y : Real)\n  (c0, x) = a\n")
	for i := range depth {
		fmt.Fprintf(&b, "dc%d = Dup c%d\n (e%d, c%d) = dc%d\nCase e%d (Inl u%d\n Elim u%d\n", i, i, i, i+1, i, i, i, i)
	}
	fmt.Fprintf(&b, "Elim c%d\n y = Call exp x\n", depth)
	for i := range depth {
		fmt.Fprintf(&b, ") (Inr v%d\n Elim v%d\n Elim c%d\n y = Call neg x\n)\n", i, i, depth-i)
	}
	prog := parse(t, b.String())
	m := interp.New(interp.InProgram(prog))
	y, err := m.Call(proc.Name("long"), nil, data.Real(2))
	require.NoError(t, err)
	assert.Equal(t, -2.0, y.Float())
	assert.Equal(t, int64(4*n+1), m.Ops)
	for _, c := range []bool{true, false} {
		y, err = m.Call(proc.Name("nested"), nil, data.Tuple(data.Bool(c), data.Real(0)))
		require.NoError(t, err)
		assert.Equal(t, map[bool]float64{true: 1, false: 0}[c], y.Float())
	}
}
