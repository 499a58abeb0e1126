package split

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
	"procad/proc/linear"
)

// TestOutline shows a Case where it was after it was outlined, and what is around was simplified.
func TestOutline(t *testing.T) {
	for name, c := range map[string]struct{ before, inL, inR, after, want string }{
		"what both branches eliminate": {
			"b = Call exp a", "Elim u; Elim b; y = Call exp x", "Elim v; y = Call sin x; Elim b", "",
			"Elim a; Case c (Inl u Elim u; y = Call exp x) (Inr v Elim v; y = Call sin x)",
		},
		"what one branch eliminates": {
			"b = Call exp a", "Elim u; Elim b; y = Call exp x", "Elim v; xb = (x, b); y = Call add xb", "",
			"b = Call exp a; Case c (Inl u Elim u; Elim b; y = Call exp x) (Inr v Elim v; xb = (x, b); y = Call add xb)",
		},
		"a tuple that both branches take apart": {
			"p = (x, a)", "Elim u; (x1, a1) = p; Elim a1; y = Call exp x1", "Elim v; (x2, a2) = p; x2a2 = (x2, a2); y = Call add x2a2", "",
			"Case c (Inl u Elim u; Elim a; y = Call exp x) (Inr v Elim v; x2a2 = (x, a); y = Call add x2a2)",
		},
		"a tuple in a tuple": {
			"k = Const 1; q = (a, k); p = (x, q)",
			"Elim u; (x1, q1) = p; (a1, k1) = q1; Elim k1; xa1 = (x1, a1); y = Call add xa1",
			"Elim v; (x2, q2) = p; (a2, k2) = q2; Elim k2; xa2 = (x2, a2); y = Call mul xa2", "",
			"Case c (Inl u Elim u; xa1 = (x, a); y = Call add xa1) (Inr v Elim v; xa2 = (x, a); y = Call mul xa2)",
		},
		"a tuple that leaves": {
			"", "Elim u; xa = (x, a); (y, z) = xa", "Elim v; xa' = (x, a); (z, y) = xa'", "yz = (y, z); w = Call mul yz",
			"Case c (Inl u Elim u; xa = (x, a); (y, z) = xa) (Inr v Elim v; xa' = (x, a); (z, y) = xa'); yz = (y, z); w = Call mul yz",
		},
		"nothing leaves": {
			"", "Elim u; xa = (x, a); m = Call mul xa; n = Call int m; Elim n", "Elim v; Elim x; n' = Call int a; Elim n'", "y = Const 1.0",
			"Case c (Inl u Elim u; xa = (x, a); m = Call mul xa; n = Call int m; Elim n) (Inr v Elim v; Elim x; n' = Call int a; Elim n'); y = Const 1.0",
		},
		"all that leaves is eliminated": {
			"", "Elim u; y = Call exp x; z = Call exp a", "Elim v; y = Call sin x; z = Call sin a", "Elim y; Elim z; w = Const 1.0",
			"Case c (Inl u Elim u; y = Call exp x; z = Call exp a) (Inr v Elim v; y = Call sin x; z = Call sin a); Elim y; Elim z; w = Const 1.0",
		},
		"a Case in a branch": {
			"b = Call exp a", "Elim u; Elim b; y = Call exp x",
			"Elim v; Case d (Inl u1 Elim u1; Elim b; y = Call exp x) (Inr v1 Elim v1; y = Call sin x; Elim b)", "",
			"Elim a; Case c (Inl u Elim u; y = Call exp x; Elim d) (Inr v Elim v; Case d (Inl u1 Elim u1; y = Call exp x) (Inr v1 Elim v1; y = Call sin x))",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(c.inR, "Case d") {
				c.inL += "; Elim d"
			}
			def := parsed(t, c.before+"\nCase c (Inl u "+c.inL+") (Inr v "+c.inR+")\n"+c.after)
			p := linear.Simplify(outlined(def.Body[1:]))
			p.Walk(func(st proc.Stmt) {
				_, isCase := st.(*proc.Case)
				assert.False(t, isCase)
			})
			assert.Equal(t, parsed(t, c.want).Body[1:].String(), inPlace(p).String())
		})
	}
}

// TestInPlaceNames renames what an outlined Case uses, leaves and mentions, in a Case around it too.
func TestInPlaceNames(t *testing.T) {
	reading := func(k string) string {
		return strings.ReplaceAll("Elim u_; b_ = Read s; xa_ = (x, a'); m_ = Call mul xa_; mb_ = (m_, b_); y = Call add mb_", "_", k)
	}
	text := "Case c (Inl u1 " + reading("1") + "; Elim d) (Inr v Elim v; Case d (Inl u2 " + reading("2") + ") (Inr w Elim w; xa = (x, a'); y = Call mul xa)); o = Call exp y"
	def := parsed(t, "d2 = Dup a; (a', s') = d2; s'' = Share s' (s. "+text+"); Elim s''")
	to := &graph.Renaming{Vars: map[string]string{"x": "x.1", "a'": "a.1", "c": "c.1", "d": "d.1", "y": "y.1"}, Refs: map[string]string{"s": "s.1"}}
	body := def.Body[3].(*proc.Share).Body
	want := to.Procedure(body).String()
	assert.Equal(t, want, inPlace(to.Procedure(outlined(body))).String())
}

// parsed is a definition with a body that takes four variables.
func parsed(t *testing.T, text string) *proc.Def {
	p, err := proc.Parse(&diag.Source{Name: "f.proc", Text: "def f (i : (Real, Real, Bool, Bool)) -> (o : Real)\n(x, a, c, d) = i\n" + text}, prim.Sig)
	require.NoError(t, err)
	return p.Defs[0]
}

// outlined is p with all Cases outlined, the inner ones first.
func outlined(p proc.Procedure) (out proc.Procedure) {
	s := &splitter{functions: &functions{lib: primitives{}}}
	for _, st := range p {
		if c, ok := st.(*proc.Case); ok {
			c.L.Body, c.R.Body = outlined(c.L.Body), outlined(c.R.Body)
			out = append(out, s.outline(c)...)
			continue
		}
		out = append(out, st)
	}
	return out
}
