package linear_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
)

// linearText makes the definition in text single-use and prints its body.
func linearText(t *testing.T, text string) string {
	t.Helper()
	p, err := proc.Parse(&diag.Source{Text: text}, prim.Sig)
	require.NoError(t, err)
	d := p.Defs[0]
	body, outs := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
	return body.String() + "-> " + outs[0].Name
}

func TestProcedure(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing": {"(x : Real) -> (x : Real)", `
-> x`},
		"unused": {"(x : Real) -> (y : Real); y = Const 1.0; z = Const 2.0", `
Elim x
y = Const 1.0
z = Const 2.0
Elim z
-> y`},
		"thrice": {"(x : Real) -> (y : (Real, Real, Real)); y = (x, x, x)", `
x.dup = Dup x
(x.1, x.2) = x.dup
x.dup.1 = Dup x.2
(x.3, x.4) = x.dup.1
y = (x.1, x.3, x.4)
-> y`},
		"one branch": {"(x : (Real, Bool)) -> (z : Real); (a, c) = x; Case c (Inl u; z = Call exp a) (Inr u; z = Const 1.0)", `
(a, c) = x
Case c
  (Inl u
    Elim u
    z = Call exp a
  )
  (Inr u.1
    Elim a
    Elim u.1
    z = Const 1.0
  )
-> z`},
		"used after": {"(x : (Real, Bool)) -> (r : (Real, Real)); (a, c) = x; Case c (Inl u; z = Call exp a) (Inr v; z = Const 1.0); r = (z, a)", `
(a, c) = x
a.dup = Dup a
(a.1, a.2) = a.dup
Case c
  (Inl u
    Elim u
    z = Call exp a.1
  )
  (Inr v
    Elim a.1
    Elim v
    z = Const 1.0
  )
r = (z, a.2)
-> r`},
		"bound and used in a branch": {"(c : Bool) -> (z : Real); Case c (Inl u; z = Const 1.0; w = Call exp z) (Inr v; z = Const 2.0)", `
Case c
  (Inl u
    Elim u
    z.1 = Const 1.0
    z.dup = Dup z.1
    (z.2, z) = z.dup
    w = Call exp z.2
    Elim w
  )
  (Inr v
    Elim v
    z = Const 2.0
  )
-> z`},
		"bound in both, not used": {"(c : Bool) -> (r : Real); Case c (Inl u; z = Const 1.0) (Inr v; z = Const 2.0); r = Const 0.0", `
Case c
  (Inl u
    Elim u
    z = Const 1.0
    Elim z
  )
  (Inr v
    Elim v
    z.1 = Const 2.0
    Elim z.1
  )
r = Const 0.0
-> r`},
		"nested bodies": {"(x : Real) -> (r : Real); y = Share x (s. a = Read s; b = (a, x)); c = Call mul b; r = Call exp a", `
x.dup = Dup x
(x.1, x.2) = x.dup
y = Share x.1 (s.
  a = Read s
  a.dup = Dup a
  (a.1, a.2) = a.dup
  b = (a.1, x.2)
)
Elim y
c = Call mul b
Elim c
r = Call exp a.2
-> r`},
	} {
		got := linearText(t, "def f "+c.text)
		assert.Equal(t, strings.TrimPrefix(c.want, "\n"), got, name)
	}
}

func TestAResultTwice(t *testing.T) {
	x := proc.Var{Name: "x", Type: proc.Real}
	fresh := proc.NewNames()
	fresh.Use(x)
	body, outs := linear.Procedure(nil, []proc.Var{x}, []proc.Var{x, x}, fresh)
	assert.Equal(t, "x.dup = Dup x\n(x.1, x.2) = x.dup\n", body.String())
	assert.Equal(t, []proc.Var{{Name: "x.1", Type: proc.Real}, {Name: "x.2", Type: proc.Real}}, outs)
}
