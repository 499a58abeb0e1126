package estimate_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/interp"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
)

// foreseen bounds a function of a program in .fun.
func foreseen(t *testing.T, text, json string) *estimate.Report {
	s := subjectOf(t, loadUnit(t, text), "f", json)
	zone, arg := abstract(s.zone, s.arg)
	r, err := estimate.Run(s.unit.Library.Def, s.f, zone, arg)
	require.NoError(t, err)
	return r
}

// TestResults says what is known of the result of small programs.
func TestResults(t *testing.T) {
	for _, c := range []struct{ text, json, result string }{
		{`def f(n: Int): Int = n * (n + 1) div 2`, `{"n": 10}`, "55"},
		{`def f(x: Real, n: Int): Int = if x < 0 then n else n + 3`, `{"x": 1, "n": 4}`, "4…7"},
		{`def f(x: Real, n: Int): Int = if n < 5 then n else n + 3`, `{"x": 1, "n": 4}`, "4"},
		{`def f(x: Real[n]): Int = n`, `{"x": [1, 2, 3]}`, "3"},
		{`def f(x: Real[n], k: Int): Real[n, k] = [x[i] for i < n, j < k]`, `{"x": [1, 2, 3], "k": 2}`, "[3 × 2 of Real]"},
		{`def f(x: Int[n]): Int = x[0]`, `{"x": [5, -2, 9]}`, "-2…9"},
		{`def f(n: Int): Int = sum(i < n) i`, `{"n": 10}`, "0…90"},
		// A counter, with a state that is no Int beside it.
		{`def f(x: Real, n: Int): Int = let (_, k) = nTimes(n, (x, 5), \(x, k). (sin(x), k + 2)) in k`, `{"x": 1, "n": 1000000}`, "2000005"},
		{`def f(x: Real, n: Int): Int = let (_, k) = nTimes(n, (x, 5), \(x, k). (sin(x), if x < 0 then k else k - 2)) in k`, `{"x": 1, "n": 10}`, "-15…5"},
		{`def f(x: Real, n: Int): Int = let (_, k) = nTimes(n, (x, 5), \(x, k). (sin(x), min(k + 1, 8))) in k`, `{"x": 1, "n": 100}`, "6…8"},
		{`def f(x: Real, n: Int): Int = let (_, k) = nTimes(n, (x, 5), \(x, k). (sin(x), nTimes(3, k, \k. k + 1))) in k`, `{"x": 1, "n": 100}`, "305"},
		// Integers alone run iteration by iteration.
		{`def f(n: Int): Int = nTimes(n, 1, \k. 3 * k mod 1000)`, `{"n": 100}`, "1"},
		{`def f(n: Int): Int = let (_, k) = while(64, (n, 0), \(l, k). l > 1, \(l, k). (l div 2, k + 1)) in k`, `{"n": 1000}`, "9"},
		{`def f(n: Int): Int = fold(\(s, i). s * 2 + i, 0, [i for i < n])`, `{"n": 5}`, "26"},
		// ⌈√n⌉
		{`def f(n: Int): Int = let r = int(sqrt(real(n))) in r + min(1, n - r * r)`, `{"n": 1000000}`, "1000"},
		{`def f(n: Int): Int = let r = int(sqrt(real(n))) in r + min(1, n - r * r)`, `{"n": 1000001}`, "1001"},
	} {
		t.Run(c.text, func(t *testing.T) {
			r := foreseen(t, c.text, c.json)
			assert.Equal(t, c.result, r.Result.String())
		})
	}
}

// TestLoops lists sequential loops with their iterations, entries and states.
func TestLoops(t *testing.T) {
	r := foreseen(t, `
def f(x: Real[m], n: Int, k: Int): Real =
  let step(x) = nTimes(k, x, \x. [sin(x[i]) for i < m]);
      y = nTimes(n, x, \x. step(x));
      (_, z) = while(9, (1, y[0]), \(i, z). z < 100, \(i, z). (i + 1, 2 * z))
  in sum(j < m) fold(\(s, i). s * y[i] + z, 0.0, [i for i < j])`,
		`{"x": [1, 2, 3, 4, 5], "n": 100, "k": 7}`)
	var got []string
	for _, l := range r.Loops {
		got = append(got, fmt.Sprintf("%s at %d: %s iterations, entered %s times, %s bytes", l.Kind, l.Pos.Line, l.Count, l.Entries, l.State))
	}
	assert.ElementsMatch(t, []string{
		"nTimes at 3: 7 iterations, entered 100 times, 40 bytes",
		"nTimes at 4: 100 iterations, entered 1 times, 40 bytes",
		"while at 5: 9 iterations, entered 1 times, 16 bytes",
		"fold at 6: 0…4 iterations, entered 5 times, 8 bytes",
	}, got)
	assert.False(t, r.Exact())

	r = foreseen(t, `
def f(x: Real, n: Int): Real =
  if x < 0 then nTimes(n, x, \x. sin(x)) else nTimes(2 * n, x, \x. cos(x))`, `{"x": 1, "n": 3}`)
	require.Len(t, r.Loops, 2)
	for i, l := range r.Loops {
		assert.Equal(t, estimate.Interval{Lo: 0, Hi: 1}, l.Entries, "one of them runs")
		assert.Equal(t, estimate.Exactly(int64(3+3*i)), l.Count)
	}
}

// TestExact checks that nothing is an interval where every count is known.
func TestExact(t *testing.T) {
	s := subjectOf(t, loadUnit(t, `
def f(x: Real[m], n: Int): Real =
  let y = nTimes(n, x, \x. [sin(x[i]) + x[m - 1 - i] for i < m]) in sum(i < m) y[i] * (max(j < 3) x[j])`), "f", `{"x": [1, 2, 3, 4], "n": 9}`)
	r, err := s.check(s.f, s.zone, s.arg)
	require.NoError(t, err)
	assert.True(t, r.Exact(), "%s operations, %s live", r.Operations, r.Live)
}

// TestChains checks that functions that call another one twice, on different
// arguments, are not run once for each way to reach them.
func TestChains(t *testing.T) {
	for _, arg := range []string{"k", "k + 1", "2 * k"} {
		var b strings.Builder
		b.WriteString("def f0(x: Real, k: Int): Real = sin(x) * real(k)\n")
		for i := 1; i <= 60; i++ {
			fmt.Fprintf(&b, "def f%d(x: Real, k: Int): Real = f%d(f%d(x, %s), k)\n", i, i-1, i-1, arg)
		}
		b.WriteString("def f(x: Real, k: Int): Real = f60(x, k)\n")
		r := foreseen(t, b.String(), `{"x": 1, "k": 1}`)
		assert.Equal(t, int64(math.MaxInt64), r.Operations.Hi)
	}
	var b strings.Builder
	b.WriteString("def f(x: Real, k: Int): Int = let (_, k) = ")
	for i := range 12 {
		fmt.Fprintf(&b, "nTimes(%d, (x, k), \\(x, k). ", i+2)
	}
	b.WriteString("(sin(x), k + 1)" + strings.Repeat(")", 12) + " in k\n")
	assert.Equal(t, "6227020801", foreseen(t, b.String(), `{"x": 1, "k": 1}`).Result.String(), "1 + 13!")
}

// TestRuntimeErrors checks what is said of runs that end with a run-time error for sure.
func TestRuntimeErrors(t *testing.T) {
	for _, text := range []string{
		`def f(n: Int): Int = n div 0`,
		`def f(n: Int): Real = sum(i < 0 - n) 1.0`,
		`def f(n: Int): Real = max(i < n - 1) 1.0`,
		`def f(n: Int): Real = nTimes(n - 2, 1.0, \x. x)`,
	} {
		assert.Nil(t, foreseen(t, text, `{"n": 1}`).Result, "%s", text)
	}
}

func parse(t *testing.T, text string) estimate.Lookup {
	p, err := proc.Parse(&diag.Source{Name: "test.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	return estimate.Lookup(interp.InProgram(p))
}

// TestStacks follows stacks through loops.
func TestStacks(t *testing.T) {
	lookup := parse(t, `
def on [i : &Int] (k : Stack (Real + ())) -> (k' : Stack (Real + ()))
  x = Const 1.0
  s : Real + () = Inl x
  a = (k, s)
  k' = Call push{Real + ()} a

def off [i : &Int] (k : Stack (Real + ())) -> (k' : Stack (Real + ()))
  kx = Call pop{Real + ()} k
  (k', x) = kx
  Elim x

def fill (n : Int) -> (k' : Stack (Real + ()))
  zero = Const 0
  k = Call empty{Real + ()} zero
  a = (n, k)
  k' = Call fold{on} a

def clear (a : (Int, Stack (Real + ()))) -> (u : ())
  k = Call foldr{off} a
  u = Call drained{Real + ()} k

def slotted (a : (Int, Int)) -> (k' : Stack (Real + ()))
  (n, room) = a
  k = Call slots{Real + ()} room
  nk = (n, k)
  k' = Call fold{on} nk
`)
	r, err := estimate.Run(lookup, proc.Name("fill"), nil, estimate.IntIn(estimate.Exactly(1000)))
	require.NoError(t, err)
	assert.Equal(t, "Stack 1000 of (Real + none)", r.Result.String())
	assert.Equal(t, estimate.Exactly(16_000), estimate.Bytes(r.Result))

	back, err := estimate.Run(lookup, proc.Name("clear"), nil, estimate.TupleOf(estimate.IntIn(estimate.Exactly(1000)), r.Result))
	require.NoError(t, err)
	require.NotNil(t, back.Result)
	assert.Equal(t, int64(16_000), back.Live.Hi)
	back, err = estimate.Run(lookup, proc.Name("clear"), nil, estimate.TupleOf(estimate.IntIn(estimate.Exactly(999)), r.Result))
	require.NoError(t, err)
	assert.Nil(t, back.Result, "an item is left")
	room := estimate.IntIn(estimate.Exactly(7))
	r, err = estimate.Run(lookup, proc.Name("slotted"), nil, estimate.TupleOf(estimate.IntIn(estimate.Interval{Lo: 0, Hi: 1 << 40}), room))
	require.NoError(t, err)
	assert.Equal(t, estimate.Interval{Lo: 0, Hi: 7}, r.Result.Items())
}

// TestErrors are what is wrong with what is asked.
func TestErrors(t *testing.T) {
	lookup := parse(t, `
def f [s : &Int] (a : Int) -> (b : Int)
  s1 = Read s
  t = (a, s1)
  b = Call iadd t

def loop (a : Int) -> (b : Int)
  b = Call loop a
`)
	one := estimate.IntIn(estimate.Exactly(1))
	for _, c := range []struct {
		f    proc.Func
		zone []*estimate.Value
		arg  *estimate.Value
		why  string
	}{
		{proc.Name("g"), nil, one, "no function is called g"},
		{proc.Name("f"), nil, one, "no bound: f has 1 names in its zone, not 0"},
		{proc.Name("f"), []*estimate.Value{estimate.RealValue()}, one, "no bound: s of f is an Int, not a Real"},
		{proc.Name("f"), []*estimate.Value{one}, estimate.RealValue(), "no bound: the argument of f is an Int, not a Real"},
		{proc.Name("loop"), nil, one, "no bound: loop calls itself"},
	} {
		_, err := estimate.Run(lookup, c.f, c.zone, c.arg)
		assert.EqualError(t, err, c.why)
	}
	_, err := estimate.Trace(lookup, proc.Name("f"), []*estimate.Value{one}, one)
	assert.Error(t, err, "a forward pass without a definition")
	r, err := estimate.Run(lookup, proc.Name("f"), []*estimate.Value{one}, estimate.Any(proc.Int))
	require.NoError(t, err)
	assert.Equal(t, "…", r.Result.String())
}

// TestOf is what is known of data.
func TestOf(t *testing.T) {
	pair := data.Tuple(data.Int(3), data.Real(0.5))
	for _, c := range []struct {
		v     data.Value
		text  string
		bytes int64
	}{
		{data.Real(1), "Real", 8},
		{data.Unit(), "()", 0},
		{data.Bool(true), "(() + none)", 8},
		{data.Inr(proc.Real, pair), "(none + (3, Real))", 24},
		{data.Reals([]float64{1, 2, 3, 4, 5, 6}, 2, 3), "[2 × 3 of Real]", 48},
		{data.Ints([]int64{7, -1, 3}), "[3 of -1…7]", 24},
		{data.Ints(nil), "[0 of none]", 0},
	} {
		v := estimate.Of(c.v)
		assert.Equal(t, c.text, v.String())
		assert.Equal(t, estimate.Exactly(c.bytes), estimate.Bytes(v), "%s", c.text)
		assert.Equal(t, c.bytes, c.v.Bytes(), "%s", c.text)
		assert.NoError(t, holds(estimate.Any(c.v.Type), c.v))
	}
}

// TestTime checks that a run takes the time of its statements: those of a loop as often as it iterates.
func TestTime(t *testing.T) {
	const text = `
def one(x: Real): Real = exp(x) * x + 2 * x
def two(x: Real): Real = one(x) + one(sin(x))
def f(x: Real, n: Int): Real = nTimes(n, x, \x. two(x))`
	u := loadUnit(t, text)
	d := func(name string) *proc.Def { return u.Program.Lookup(proc.Name(name)) }
	m := cost.Model{Def: u.Program.Lookup}
	require.Equal(t, cost.Primitive(prim.Exp)+3, m.Of(d("one")))
	require.Equal(t, 2*m.Of(d("one"))+cost.Primitive(prim.Sin)+1, m.Of(d("two")))
	for _, n := range []int64{0, 1, 7} {
		r := foreseen(t, text, fmt.Sprintf(`{"x": 1, "n": %d}`, n))
		assert.Equal(t, estimate.Exactly(n*m.Of(d("two"))), r.Time, "%d iterations", n)
	}
	r := foreseen(t, `def f(x: Real): Real = if x < 0 then exp(x) else x`, `{"x": 1}`)
	assert.Equal(t, estimate.Interval{Lo: 1, Hi: 1 + cost.Primitive(prim.Exp)}, r.Time)
}

// TestSpread checks that each read of an element counts with all of its array.
func TestSpread(t *testing.T) {
	const data = `{"x": [1, 2, 3, 4, 5]}`
	for text, want := range map[string]estimate.Interval{
		`def f(x: Real[n]): Real = sum(i < n) x[i]`:                       estimate.Exactly(25),
		`def f(x: Real[n]): Real = sum(i < n) x[i] * x[n - 1 - i]`:        estimate.Exactly(50),
		`def f(x: Real[n]): Real = if x[0] < 0 then x[1] else 2 + x[0]`:   {Lo: 10, Hi: 10},
		`def f(x: Real[n]): Real = if x[0] < 0 then x[1] * x[2] else 3.0`: {Lo: 5, Hi: 15},
		`def f(x: Real[n]): Int = n`:                                      estimate.Exactly(0),
	} {
		assert.Equal(t, want, foreseen(t, text, data).Spread, text)
	}
}
