package linear_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
	"procad/proc/proctest"
	"procad/typecheck"
)

func TestSimplify(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a copy that is dropped": {`(x : Real) -> (y : Real)
  t = Dup x
  (a, b) = t
  Elim b
  y = Call exp a`, `
y = Call exp x
`},
		"the result is a copy": {`(x : Real) -> (y : Real)
  z = Call exp x
  t = Dup z
  (b, y) = t
  Elim b`, `
y = Call exp x
`},
		"argument to result has no other name": {`(x : Real) -> (y : Real)
  t = Dup x
  (b, y) = t
  Elim b`, `
t = Dup x
(b, y) = t
Elim b
`},
		"a quotient by a constant, of which there are copies": {`(x : Real) -> (z : Real)
  k = Const 6.0
  d = Dup k
  (a, b) = d
  t = (x, a)
  y = Call sdiv t
  u = (y, b)
  z = Call sdiv u`, `
k = Const 6.0
d = Dup k
(a, b) = d
t = (x, a)
y = Call div t
u = (y, b)
z = Call div u
`},
		"a quotient by zero": {`(x : Real) -> (y : Real)
  k = Const 0.0
  t = (x, k)
  y = Call sdiv t`, `
k = Const 0.0
t = (x, k)
y = Call sdiv t
`},
		"a quotient by what may be another constant": {`(p : (Bool, Real)) -> (y : Real)
  (s, x) = p
  Case s (Inl u; Elim u; k = Const 2.0) (Inr v; Elim v; k = Const 0.0)
  t = (x, k)
  y = Call sdiv t`, `
(s, x) = p
Case s
  (Inl u
    Elim u
    k = Const 2.0
  )
  (Inr v
    Elim v
    k = Const 0.0
  )
t = (x, k)
y = Call sdiv t
`},
		"arrays are copied where they were": {`(v : [Real]) -> (w : [Real])
  t = Dup v
  (w, b) = t
  Elim b`, `
t = Dup v
(w, b) = t
Elim b
`},
		"a name that nobody uses": {`[k : &Int] (v : [Real]) -> (y : Real)
  v1 = Share v (s. x = Const 2.0; c = Const 1.0; c1 = Accum c (a. ); z = (x, c1); y = Call mul z)
  v2 = Share v1 (t. n = Size t 0)
  v3 = Share v2 (u. )
  Elim n
  Elim v3`, `
x = Const 2.0
c = Const 1.0
z = (x, c)
y = Call mul z
Elim v
`},
		"what both branches compute and nobody uses": {`(in : (() + (), Real)) -> (z : Real)
  (s, x) = in
  xx = Dup x
  (y, z) = xx
  Case s
    (Inl a
      Elim a
      Elim y
      slope = Const 0.0
    )
    (Inr b
      Elim b
      c = Call exp y
      d = Const 2.0
      cd = (c, d)
      slope = Call mul cd
    )
  Elim slope`, `
(s, z) = in
Elim s
`},
		"what branches in branches compute and nobody uses": {`(in : (() + (), () + (), Real)) -> (z : Real)
  (s, t, z) = in
  Case s
    (Inl a
      Elim t
      Elim a
      slope = Const 0.0
    )
    (Inr b
      Elim b
      Case t
        (Inl c
          Elim c
          e = Const 1.0
          ee = Dup e
          (slope, f) = ee
          Elim f
        )
        (Inr d
          Elim d
          slope = Const 2.0
        )
    )
  Elim slope`, `
(s, t, z) = in
Elim s
Elim t
`},
		"what one branch takes, and what may fail": {`(in : (() + Real, Int, Int)) -> (z : Int)
  (s, k, z) = in
  Case s
    (Inl a
      Elim a
      slope = Const 0.0
      kk = Dup k
      q = Call idiv kk
    )
    (Inr slope
      q = Const 1
      Elim k
    )
  Elim slope
  Elim q`, `
(s, k, z) = in
Case s
  (Inl a
    Elim a
    slope = Const 0.0
    kk = Dup k
    q = Call idiv kk
  )
  (Inr slope
    q = Const 1
    Elim k
  )
Elim slope
Elim q
`},
		"the same constant in branches": {`(in : (Bool, Bool, Real)) -> (r : (Real, (Bool, ()), Int))
  (s, t, x) = in
  Case s
    (Inl a
      Elim t
      Elim a
      k = Const 0.0
      l = Const ()
      i : Bool = Inl l
      u = Const ()
      m = (i, u)
      n = Const 3
      y = Call exp x
    )
    (Inr b
      Elim b
      k = Const 0.0
      Case t
        (Inl c
          Elim c
          v = Const ()
          w = Const ()
          j : Bool = Inl v
          m = (j, w)
          n = Const 3
        )
        (Inr d
          v2 = Const ()
          j2 : Bool = Inl v2
          w2 = Const ()
          ww = Dup w2
          (v3, w3) = ww
          Elim v3
          m = (j2, w3)
          n' = Const 3
          nn = (n', d)
          (n, d') = nn
          Elim d'
        )
      y = Call sin x
    )
  ky = (k, y)
  q = Call mul ky
  r = (q, m, n)`, `
(s, t, x) = in
n = Const 3
l = Const ()
i : Bool = Inl l
u = Const ()
m = (i, u)
k = Const 0.0
Case s
  (Inl a
    Elim t
    Elim a
    y = Call exp x
  )
  (Inr b
    Elim b
    Elim t
    y = Call sin x
  )
ky = (k, y)
q = Call mul ky
r = (q, m, n)
`},
		"other constants in branches": {`(in : (Bool, Bool)) -> (r : (Real, Real, Bool, (Real, Int), Int))
  (s, t) = in
  Case s
    (Inl a
      Elim a
      k = Const 0.0
      l = Const 1.0
      u = ()
      m : Bool = Inl u
      x = Const 2.0
      y = Const 3
      n = (x, y)
      Case t
        (Inl c
          Elim c
          o = Const 3
          k' = Const 1
          kk = Dup k'
          p = Call imul kk
        )
        (Inr d
          Elim d
          o = Const 3
          k'' = Const 1
          k2 = Dup k''
          p = Call iadd k2
        )
    )
    (Inr b
      Elim b
      Elim t
      k = Const -0.0
      l = Const 2.0
      u' = ()
      m : Bool = Inr u'
      x' = Const 2.0
      y' = Const 4
      n = (x', y')
      o = Const 4
      p = Const 1
    )
  po = (p, o)
  q = Call iadd po
  r = (k, l, m, n, q)`, ""},
		"the other side of a sum in branches": {`(s : Bool) -> (r : Bool)
  Case s
    (Inl a
      Elim a
      u = ()
      r : Bool = Inr u
    )
    (Inr b
      Elim b
      u' = ()
      r : Bool = Inl u'
    )`, ""},
		"a constant and what comes from outside": {`(s : Bool) -> (r : (Real, Int))
  k = Const 0.0
  j = Const 1
  Case s
    (Inl a
      Elim a
      r = (k, j)
    )
    (Inr b
      Elim b
      r = (k, j)
    )`, ""},
		"a constant and a payload": {`(s : () + Real) -> (k : Real)
  Case s
    (Inl a
      Elim a
      k = Const 0.0
    )
    (Inr k
    )`, ""},
		"a case that does nothing": {`(in : (Real + (Real, Int), Real)) -> (z : Real)
  (s, z) = in
  Case s
    (Inl a
      Elim a
    )
    (Inr b
      (c, d) = b
      Elim c
      Elim d
    )`, `
(s, z) = in
Elim s
`},
		"a tuple made and taken apart": {`(x : [Real]) -> (r : ([Real], Real))
  k = Const 1.0
  t = (k, x)
  (a, b) = t
  r = (b, a)`, `
k = Const 1.0
r = (x, k)
`},
		"what is not needed": {`(xy : (Real, Int)) -> (z : Real)
  (x, n) = xy
  m = Const 2
  mn = (m, n)
  p = Call imul mn
  xp = (x, p)
  q = Call powi xp
  Elim q
  z = Const 0.0`, `
Elim xy
z = Const 0.0
`},
		"what may fail stays": {`(m : (Int, Int)) -> (z : ())
  (a, b) = m
  ab = (a, b)
  q = Call idiv ab
  Elim q
  z = ()`, `
(a, b) = m
ab = (a, b)
q = Call idiv ab
Elim q
z = ()
`},
		"a copy of a part of a tuple": {`(x : Real) -> (y : Real)
  t = Dup x
  k = Const 1
  w = (t, k)
  (t', k') = w
  (a, b) = t'
  Elim k'
  Elim b
  y = Call exp a`, `
y = Call exp x
`},
		"units": {`(x : Real) -> (y : Real)
  u = Const ()
  () = u
  u' = ()
  () = u'
  y = Call exp x`, `
y = Call exp x
`},
		"in branches": {`(xc : (Real, Bool)) -> (y : Real)
  (x, c) = xc
  k = Const 2
  xk = (x, k)
  Case c
    (Inl t
      () = t
      (x1, k1) = xk
      Elim k1
      y1 = Call exp x1
      d = Dup y1
      (y, y2) = d
      Elim y2
    )
    (Inr f
      Elim f
      (x2, k2) = xk
      xk2 = (x2, k2)
      y = Call powi xk2
    )`, `
(x, c) = xc
k = Const 2
Case c
  (Inl t
    Elim t
    Elim k
    y = Call exp x
  )
  (Inr f
    Elim f
    xk2 = (x, k)
    y = Call powi xk2
  )
`},
		"what a branch leaves of its context": {`(xc : (Real, Bool)) -> (y : Real)
  (x, c) = xc
  Case c
    (Inl t
      Elim t
      d = Dup x
      (y, x') = d
      Elim x'
    )
    (Inr f
      Elim f
      y = Call exp x
    )`, `
(x, c) = xc
Case c
  (Inl t
    Elim t
    d = Dup x
    (y, x') = d
    Elim x'
  )
  (Inr f
    Elim f
    y = Call exp x
  )
`},
	} {
		p, err := proc.Parse(&diag.Source{Text: "def f " + c.text}, prim.Sig)
		require.NoError(t, err, name)
		require.NoError(t, typecheck.Program(p), name)
		if c.want == "" { // it stays
			c.want = p.Defs[0].Body.String()
		}
		got := linear.Simplify(p.Defs[0].Body)
		assert.Equal(t, strings.TrimPrefix(c.want, "\n"), got.String(), name)
	}
}

func TestSimplifyMeansTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := linearDef(proctest.Def(t, proc.Name("f")))
		before := l.String()
		simplify := *l
		simplify.Body = linear.Simplify(l.Body)
		require.Equal(t, before, l.String(), "Simplify changes its argument")
		require.NoError(t, typecheck.Def(&simplify, sig), "%s\n%s", l, &simplify)
		m := newMeaning()
		require.Equal(t, m.def(l), m.def(&simplify), "%s\n%s", l, &simplify)
		again := linear.Simplify(simplify.Body)
		require.Equal(t, simplify.Body.String(), again.String(), "not a fixpoint:\n%s", l)
	})
}

// TestSimplifyReverse: a reverse pass adds no zeros, and a Case that added nothing else is gone.
func TestSimplifyReverse(t *testing.T) {
	const text = `def f [v : +[Real]] (in : (Int + (), Int)) -> (o : Int)
  (t, o) = in
  Case t
    (Inl i
      z = Const 0.0
      Add v i z
    )
    (Inr u
      Elim u
    )
`
	p, err := proc.Parse(&diag.Source{Text: text}, prim.Sig)
	require.NoError(t, err)
	require.NoError(t, typecheck.Program(p))
	assert.Equal(t, "(t, o) = in\nElim t\n", linear.SimplifyReverse(p.Defs[0].Body).String())
	assert.Equal(t, p.Defs[0].Body.String(), linear.Simplify(p.Defs[0].Body).String(), "-0 + 0 is 0")
	for _, other := range []string{"Const 1.0", "Const -0.0"} {
		p, err := proc.Parse(&diag.Source{Text: strings.Replace(text, "Const 0.0", other, 1)}, prim.Sig)
		require.NoError(t, err)
		assert.Equal(t, p.Defs[0].Body.String(), linear.SimplifyReverse(p.Defs[0].Body).String())
	}
	assert.Equal(t, p.Defs[0].Body.String(), linear.Simplify(p.Defs[0].Body).String())
}
