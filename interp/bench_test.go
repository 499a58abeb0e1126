package interp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/proc"
)

// BenchmarkStatements reports the time per counted statement.
func BenchmarkStatements(b *testing.B) {
	prog := parse(b, `
# the inner loop of a product of a matrix and a vector
def term [j : &Int, row : &[Real], x : &[Real]] (u : ()) -> (r : Real)
  Elim u
  k = Read j
  d = Dup k
  (k1, k2) = d
  a = Read row k1
  b = Read x k2
  p = (a, b)
  r = Call mul p
def entry [i : &Int, m : &[[Real]], x : &[Real]] (u : ()) -> (r : Real)
  Elim u
  k = Read i
  Row m k (row.
    n = Size row 0
    r = Call sum{term} [row x] n
  )
def product [m : &[[Real]], x : &[Real]] (u : ()) -> (r : [Real])
  Elim u
  n = Size m 0
  r = Call build{entry} [m x] n

# a state of two words, a Case, a function
def iteration [i : &Int] (s : (Real, Int)) -> (r : (Real, Int))
  (x, n) = s
  k = Read i
  two = Const 2
  p = (k, two)
  m = Call imod p
  zero = Const 0
  q = (m, zero)
  c = Call ieq q
  Case c
    (Inl u
      Elim u
      y = Call smooth x
    )
    (Inr u
      Elim u
      h = Const 0.5
      t = (x, h)
      y = Call mul t
    )
  one = Const 1
  v = (n, one)
  n2 = Call iadd v
  r = (y, n2)
def smooth (x : Real) -> (y : Real)
  d = Dup x
  (a, b) = d
  t = (a, b)
  z = Call mul t
  one = Const 1.0
  p = (z, one)
  y = Call add p

# what a forward and a reverse pass do: push, pop, accumulate
def keep [i : &Int, v : &[Real]] (s : (Real, Stack (Real, Real))) -> (r : (Real, Stack (Real, Real)))
  (a, tape) = s
  k = Read i
  x = Read v k
  d = Dup a
  (a1, a2) = d
  e = Dup x
  (x1, x2) = e
  p = (a1, x1)
  b = Call mul p
  q = (a2, x2)
  w = (tape, q)
  tape2 = Call push{(Real, Real)} w
  r = (b, tape2)
def back [i : &Int, acc : +[Real]] (s : (Real, Stack (Real, Real))) -> (r : (Real, Stack (Real, Real)))
  (g, tape) = s
  o = Call pop{(Real, Real)} tape
  (tape2, q) = o
  (a, x) = q
  d = Dup g
  (g1, g2) = d
  p = (a, g1)
  xbar = Call mul p
  k = Read i
  Add acc k xbar
  t = (x, g2)
  abar = Call mul t
  r = (abar, tape2)
def gradient [v : &[Real], acc : +[Real]] (n : Int) -> (r : (Real, Real))
  d = Dup n
  (n1, n23) = d
  d2 = Dup n23
  (n2, n3) = d2
  tape = Call empty{(Real, Real)} n1
  one = Const 1.0
  s = (one, tape)
  a = (n2, s)
  f = Call fold{keep} [v] a
  (y, tape2) = f
  seed = Const 1.0
  q = (seed, tape2)
  b = (n3, q)
  z = Call foldr{back} [acc] b
  (g, tape3) = z
  u = Call drained{(Real, Real)} tape3
  Elim u
  r = (y, g)
`)
	const n = 300
	matrix := make([]float64, n*n)
	vector := make([]float64, n*n)
	for i := range vector {
		vector[i] = 1
	}
	for _, c := range []struct {
		name string
		f    proc.Func
		zone []data.Value
		arg  data.Value
	}{
		{"product", proc.Name("product"), []data.Value{data.Reals(matrix, n, n), data.Reals(vector[:n])}, data.Unit()},
		{"state", proc.MustParseFunc("fold{iteration}"), nil, data.Tuple(data.Int(n*n), data.Tuple(data.Real(0.5), data.Int(0)))},
		{"gradient", proc.Name("gradient"), []data.Value{data.Reals(vector), data.Reals(matrix)}, data.Int(n * n)},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := interp.New(interp.InProgram(prog))
			for b.Loop() {
				_, err := m.Call(c.f, c.zone, c.arg)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(m.Ops), "ns/statement")
		})
	}
}
