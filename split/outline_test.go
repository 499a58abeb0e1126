package split

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
			text := "def f (i : (Real, Real, Bool, Bool)) -> (o : Real)\n(x, a, c, d) = i\n" + c.before + "\nCase c (Inl u " + c.inL + ") (Inr v " + c.inR + ")\n" + c.after
			def, err := proc.Parse(&diag.Source{Name: "f.proc", Text: text}, prim.Sig)
			require.NoError(t, err)
			s := &splitter{functions: &functions{lib: primitives{}}, names: proc.NewNames(def.Defs[0]), outlined: map[proc.Func]*outlined{}}
			var outlined func(p proc.Procedure) proc.Procedure
			outlined = func(p proc.Procedure) (out proc.Procedure) {
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
			p := linear.Simplify(outlined(def.Defs[0].Body[1:]))
			p.Walk(func(st proc.Stmt) {
				_, isCase := st.(*proc.Case)
				assert.False(t, isCase)
			})
			want, err := proc.Parse(&diag.Source{Name: "want.proc", Text: "def f (i : (Real, Real, Bool, Bool)) -> (o : Real)\n(x, a, c, d) = i\n" + c.want}, prim.Sig)
			require.NoError(t, err)
			assert.Equal(t, want.Defs[0].Body[1:].String(), s.whole(p).String())
		})
	}
}
