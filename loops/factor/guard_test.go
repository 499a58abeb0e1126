package factor_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/loops/factor"
	"procad/pipeline"
	"procad/proc"
	"procad/typecheck"
)

// guarded is a loop over n whose iteration i has c = a[j], s, k = e[i] and, among others, adds to m[0, j] for each j. OUTER
// computes y from x[i] and w[i], which s then shares, and INNER says what is added.
const guarded = `
def f (a : ([[Real]], [Real], [Real], [Real], [Int], Int)) -> (b : ([[Real]], [Real], [Real], [Real], [Int]))
  (m0, a0, x0, w0, e0, n) = a
  m1 = Accum m0 (m.
    a1 = Share a0 (a.
      x1 = Share x0 (x.
        w1 = Share w0 (w.
          e1 = Share e0 (e.
            u = Call sum{iteration} [m a x w e] n
            Elim u
          )
        )
      )
    )
  )
  b = (m1, a1, x1, w1, e1)

def iteration [i : &Int, m : +[[Real]], a : &[Real], x : &[Real], w : &[Real], e : &[Int]] (u : ()) -> (v : ())
  i1 = Read i
  i2 = Read i
  i3 = Read i
  x0 = Read x i1
  w0 = Read w i2
  k = Read e i3
  OUTER
  y' = Share y (s.
    k' = Share k (k.
      n = Size a 0
      v = Call sum{inner} [m a s k] n
    )
    Elim k'
  )
  Elim y'
  Elim u

def fill [j : &Int, b : +[[Real]], s : &Real] (v : ()) -> (v : ())
  zero = Const 0
  j1 = Read j
  y = Read s
  Add b zero j1 y

def inner [j : &Int, m : +[[Real]], a : &[Real], s : &TYPE, k : &Int] (v : ()) -> (v : ())
  zero = Const 0
  j1 = Read j
  j2 = Read j
  c = Read a j2
  INNER
`

// TestGuards: what leaves a loop leaves what it computes, and what must not leave stays.
func TestGuards(t *testing.T) {
	const (
		plain  = "Elim w0; y = Share x0 (q. )"
		linear = "y = Read s; t = (c, y); p = Call mul t\n  Add m zero j1 p"
		// b[0, j] is x[i], b[1, j] is 0
		array = "Elim w0; h = Const 2; g = Size a 0; g1 = Size a 0; hg = (h, g); b0 = Call blank{[[Real]]} hg; bb = Call zero{[[Real]]} b0; (b1, b2) = bb; Elim b2\n" +
			"y = Accum b1 (b. x1 = Share x0 (f. v2 = Call sum{fill} [b f] g1); Elim v2; Elim x1)"
	)
	for name, c := range map[string]struct {
		outer, typ, inner string
		leaves            bool
	}{
		"linear":                      {plain, "Real", linear, true},
		"a row":                       {plain, "Real", "y = Read s; t = (c, y); p = Call mul t; Row m zero (r. Add r j1 p)", true},
		"a product":                   {"q = (x0, w0); y = Call mul q", "Real", linear, true},
		"a quotient":                  {plain, "Real", "y = Read s; t = (y, c); p = Call div t; Add m zero j1 p", true},
		"a denominator":               {plain, "Real", "y = Read s; t = (c, y); p = Call div t; Add m zero j1 p", false},
		"a quotient of what iterates": {"q = (x0, w0); y = Call div q", "Real", linear, true},
		"what begins with zero":       {"Elim w0; o = Const 0.0; y = Accum o (q. Add q x0)", "Real", linear, true},
		"what begins with a number":   {"Elim w0; o = Const 1.0; y = Accum o (q. Add q x0)", "Real", linear, true},
		"what begins with w[i]":       {"y = Accum w0 (q. Add q x0)", "Real", linear, true},
		"where a name is chosen":      {"Elim x0; Elim w0; i4 = Read i; i5 = Read i; two = Const 2; it = (i4, two); c0 = Call ilt it; Choose c0 x w (r. y = Read r i5)", "Real", linear, true},
		"a place that is known":       {array, "[[Real]]", "h = Const 0; y = Read s h j3; t = (c, y); p = Call mul t; Add m zero j1 p", true},
		"a row that is known":         {array, "[[Real]]", "h = Const 0; Row s h (r. y = Read r j3; t = (c, y); p = Call mul t; Add m zero j1 p)", true},
		"a row that is not known":     {array, "[[Real]]", "h = Read k; Row s h (r. y = Read r j3; t = (c, y); p = Call mul t; Add m zero j1 p)", false},
	} {
		if c.typ == "[[Real]]" {
			c.inner = "j3 = Read j\n" + c.inner
		}
		t.Run(name, func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: "x.proc", Text: strings.NewReplacer("OUTER", c.outer, "TYPE", c.typ, "INNER", c.inner).Replace(guarded)})
			require.NoError(t, err)
			before := u.Program.Lookup(proc.Name("f"))
			after, made, err := factor.Def(u.Library, before)
			require.NoError(t, err)
			assert.Equal(t, c.leaves, made != nil)
			p := &proc.Program{}
			for _, d := range append(made, u.Program.Defs...) {
				if d != before {
					p.Add(d)
				}
			}
			p.Add(after)
			require.NoError(t, typecheck.Program(p), "%v", p.Defs)
			arg := data.Tuple(data.Reals(make([]float64, 6), 2, 3), data.Reals([]float64{2, 3, 5}, 3), data.Reals([]float64{7, 11, 13, 17}, 4),
				data.Reals([]float64{0.5, 2, 4, 0.25}, 4), data.Ints([]int64{1, 0, 1, 1}, 4), data.Int(4))
			want, err := interp.New(u.Library.Def).Call(before.Name, nil, arg.Clone())
			require.NoError(t, err)
			got, err := interp.New(func(f proc.Func) (*proc.Def, error) {
				if d := p.Lookup(f); d != nil {
					return d, nil
				}
				return u.Library.Def(f)
			}).Call(before.Name, nil, arg)
			require.NoError(t, err)
			assert.NoError(t, data.Differ(want, got, 1e-12))
			assert.NotZero(t, want.Part(0).Floats()[1])
		})
	}
}
