package typecheck_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
	"procad/proc/proctest"
	"procad/typecheck"
)

func primSig(f proc.Func) (proc.Sig, error) {
	return prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
}

// TestEveryStatementMatters checks that a single-use procedure is none any more
// when one statement is missing or is there twice.
func TestEveryStatementMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		body, outs := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
		at := rapid.IntRange(0, body.Count()-1).Draw(t, "statement")
		times := rapid.SampledFrom([]int{0, 2}).Draw(t, "times")
		changed := repeat(body, at, times)
		err := typecheck.Def(&proc.Def{Name: d.Name, Zone: d.Zone, In: d.In, Body: changed, Out: outs[0]}, primSig)
		require.Error(t, err, "%s\n%s", body, changed)
	})
}

// repeat returns p with the statement number at, in the order of Walk, the
// given number of times.
func repeat(p proc.Procedure, at, times int) proc.Procedure {
	var body func(p proc.Procedure) proc.Procedure
	count := 0
	m := &proc.Mapper{Body: func(p proc.Procedure) proc.Procedure { return body(p) }}
	body = func(p proc.Procedure) (out proc.Procedure) {
		for _, s := range p {
			n := 1
			if count == at {
				n = times
			}
			count++
			out = append(out, slices.Repeat(proc.Procedure{m.Stmt(s)}, n)...)
		}
		return out
	}
	return body(p)
}

// TestJudgementOfParts checks that what the first part of a procedure leaves
// is what the second takes, or the result.
func TestJudgementOfParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		body, outs := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
		at := rapid.IntRange(1, len(body)).Draw(t, "cut")
		gamma, left, err := typecheck.Judgement(d.Zone, body[:at], primSig)
		require.NoError(t, err)
		require.Equal(t, []proc.Var{d.In}, gamma)
		taken, delta, err := typecheck.Judgement(d.Zone, body[at:], primSig)
		require.NoError(t, err)
		if slices.Contains(left, outs[0]) {
			require.Empty(t, delta)
			taken = append(taken, outs[0])
		} else {
			require.Equal(t, outs, delta)
		}
		require.ElementsMatch(t, left, taken)
	})
}
