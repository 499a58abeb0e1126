package split_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/split"
	"procad/typecheck"
)

// TestChosenAgain shows what branches leave: nothing where their condition is made of Θ.
func TestChosenAgain(t *testing.T) {
	const head = "def f [i : &Int, n : &Int, x : &[Real], m : &[Int], p : &[[Real]], q : &[[[Real]]], a : &Real] (z : (Real, Int)) -> (y : Real)\n(r, k) = z\n"
	for name, c := range map[string]struct{ text, trace string }{
		"an index": {
			"Elim r; Elim k; j = Read i; one = Const 1; q = (j, one); c = Call ilt q\n" +
				"Case c (Inl u Elim u; j1 = Read i; y = Read x j1) (Inr v Elim v; y = Read a)", "()",
		},
		"an element of an array of Ints": {
			"Elim r; Elim k; j = Read i; e = Read m j; one = Const 1; q = (e, one); c = Call ieq q\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "()",
		},
		"elements": {
			"Elim r; Elim k; j = Read i; e = Read x j; b = Read a; q = (e, b); c = Call lt q\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "()",
		},
		"a sum, which may be rounded otherwise": {
			"Elim r; Elim k; j = Read i; e = Read x j; b = Read a; p = (e, b); s = Call add p; b1 = Read a; q = (s, b1); c = Call lt q\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "Bool",
		},
		"what is not in Θ": {
			"Elim r; one = Const 1; q = (k, one); c = Call ilt q\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "Bool",
		},
		"a value that R needs": {
			"Elim k; j = Read i; one = Const 1; q = (j, one); c = Call ilt q\n" +
				"Case c (Inl u Elim u; y = Call exp r) (Inr v Elim v; y = Call neg r)", "Real + ()",
		},
		"an index from outside": {
			"Elim k; j = Read i; one = Const 1; q = (j, one); j1 = Call iadd q\n" +
				"j2 = Read i; two = Const 2; q2 = (j2, two); c = Call ilt q2\n" +
				"Case c (Inl u Elim u; e = Read x j1; p = (e, r); y = Call mul p) (Inr v Elim v; Elim j1; y = Call neg r)", "Real + ()",
		},
		"a number that R needs": {
			"Elim k; j = Read i; one = Const 1; q = (j, one); c = Call ilt q\n" +
				"Case c (Inl u Elim u; j1 = Read i; e = Read x j1) (Inr v Elim v; e = Const 0.0); p = (e, r); y = Call mul p", "Real",
		},
		"a number that R needs, of what is not in Θ": {
			"j = Read i; j1 = Read i; q = (j, k); c = Call ilt q\n" +
				"Case c (Inl u Elim u; e = Read x j1) (Inr v Elim v; Elim j1; e = Const 0.0); p = (e, r); y = Call mul p", "(Bool, Real, Real)",
		},
		"and, of which the second may fail": {
			"Elim r; Elim k; j = Read i; one = Const 1; q = (j, one); b = Call ile q\n" +
				"Case b (Inl u1 Elim u1; j1 = Read i; e = Read m j1; o = Const 1; q1 = (e, o); c = Call ieq q1) (Inr v1 Elim v1; w = (); c : Bool = Inr w)\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "()",
		},
		"and, of which the second is not in Θ": {
			"Elim r; j = Read i; one = Const 1; q = (j, one); b = Call ile q\n" +
				"Case b (Inl u1 Elim u1; o = Const 1; q1 = (k, o); c = Call ieq q1) (Inr v1 Elim v1; Elim k; w = (); c : Bool = Inr w)\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "Bool",
		},
		"an element of a view, in its bounds": {
			"Elim k; j = Read i; j0 = Read n; Row p j (p1. s = Size p1 0; t = (j0, s); c = Call ilt t\n" +
				"Case c (Inl u Elim u; j1 = Read n; e = Read p1 j1) (Inr v Elim v; e = Const 0.0)); b = (e, r); y = Call mul b", "Real",
		},
		"an element of a view of a view": {
			"Elim k; j = Read i; j0 = Read n; Row q j (q1. Row q1 j0 (q2. j2 = Read i; e = Read q2 j2)); b = (e, r); y = Call mul b", "Real",
		},
		"an element of a view that starts at what is not in Θ": {
			"Row q k (q1. j1 = Read i; j2 = Read n; e = Read q1 j1 j2); b = (e, r); y = Call mul b", "(Int, Real)",
		},
		"a condition that costs more than its tag": {
			"Elim r; Elim k; j = Read i\n" + squares(40) + "one = Const 1; q = (j40, one); c = Call ilt q\n" +
				"Case c (Inl u Elim u; y = Read a) (Inr v Elim v; y = Const 0.0)", "Bool",
		},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: "f.proc", Text: head + c.text})
			require.NoError(t, err)
			d := u.Program.Defs[0]
			h, err := split.Take(u.Library, d, split.Store)
			require.NoError(t, err)
			for _, pass := range []*proc.Def{h.Forward(), h.Reverse()} {
				require.NoError(t, typecheck.Def(pass, u.Library.Sig), "%s", pass)
			}
			assert.Equal(t, c.trace, proc.Elems(h.Forward().Out.Type)[1].String(), "%s\n%s", h.Forward(), h.Reverse())
		})
	}
}

// squares is a chain of n products from j to jn.
func squares(n int) string {
	var b strings.Builder
	from := "j"
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "d%d = Dup %s; (l%d, r%d) = d%d; p%d = (l%d, r%d); j%d = Call imul p%d\n", i, from, i, i, i, i, i, i, i, i)
		from = fmt.Sprint("j", i)
	}
	return b.String()
}

// TestChosenAgainAlike: a condition that R makes again is the one that F had, also where it is one of two: gradients are
// those of traces that keep it.
func TestChosenAgainAlike(t *testing.T) {
	const head = "def f(x: Real[n], w: Real[k]): Real =\nsum(i < n) sum(j < k) (let m = i + j - 1 in if "
	const tail = " then w[j] * x[max(min(m, n - 1), 0)] else w[j] * 5)"
	const rows = "def at(p: Real[n], i: Int): Real = if 0 <= i && i < n then p[i] else 0\n" +
		"def g(p: Real[a, n], w: Real[k], l: Int): Real = sum(i < n) (sum(j < k) at(p[l], i + j - 1) * w[j])^2\n" +
		"def f(x: Real[n], w: Real[k]): Real = sum(l < n) g([x[i] * x[j] for i < n, j < n], w, l)"
	for name, text := range map[string]string{
		"and": head + "0 <= m && m < n" + tail, "or": head + "m < 0 || n <= m || x[m] > 2" + tail, "not": head + "not (m < 0 || n <= m)" + tail,
		"if": head + "if j < 2 then m < 0 else m < n" + tail, "rows": rows,
	} {
		t.Run(name, func(t *testing.T) {
			gradient := func(without ...optim.Name) data.Value {
				u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text}, without...)
				require.NoError(t, err)
				d, err := u.Entry("f")
				require.NoError(t, err)
				args, _, err := data.Read(&diag.Source{Name: "data.json", Text: `{"x": [1, 2, 3], "w": [0.5, 0.25, 0.75]}`}, u.Interface(d))
				require.NoError(t, err)
				_, parts, err := u.Gradient(interp.New(u.Library.Def), d, args, nil)
				require.NoError(t, err)
				return data.Tuple(parts[0].Value, parts[1].Value)
			}
			with := gradient()
			assert.NoError(t, data.Differ(gradient(optim.Minimise), with, 1e-14))
		})
	}
}
