package linear_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
	"procad/proc/proctest"
)

// TestIllTyped simplifies procedures in which variables stand for others, so
// that they are bound and used any number of times: whatever comes of it, it
// ends, and the checker says what is wrong.
func TestIllTyped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		body, _ := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
		var vars []proc.Var
		note := func(v proc.Var) proc.Var { vars = append(vars, v); return v }
		(&proc.Mapper{Use: note, Bind: note}).Procedure(body)
		times := rapid.IntRange(1, 4).Draw(t, "times")
		other := map[int]string{}
		for range times {
			other[rapid.IntRange(0, len(vars)-1).Draw(t, "place")] = rapid.SampledFrom(vars).Draw(t, "variable").Name
		}
		k := -1
		change := func(v proc.Var) proc.Var {
			if k++; other[k] != "" {
				v.Name = other[k]
			}
			return v
		}
		changed := (&proc.Mapper{Use: change, Bind: change}).Procedure(body)
		linear.Simplify(changed)
		linear.Procedure(changed, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
	})
}

// Merging the parts of the tuple makes each the name of the other.
func TestPartsChangeNames(t *testing.T) {
	p, err := proc.Parse(&diag.Source{Text: "def f (i : (Real, Real)) -> (a : Real)\n(a, b) = i; t = (a, b); (b, a) = t; u = (a, b); Elim u"}, prim.Sig)
	require.NoError(t, err)
	linear.Simplify(p.Defs[0].Body)
}
