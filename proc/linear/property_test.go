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
	"procad/typecheck"
)

func sig(f proc.Func) (proc.Sig, error) {
	return prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
}

// linearDef makes a definition single-use.
func linearDef(d *proc.Def) *proc.Def {
	body, outs := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
	return &proc.Def{Name: d.Name, Zone: d.Zone, In: d.In, Body: body, Out: outs[0]}
}

func TestProcedureIsSingleUseAndMeansTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		l := linearDef(d)
		require.NoError(t, typecheck.Def(l, sig), "%s\n%s", d, l)
		m := newMeaning()
		require.Equal(t, m.def(d), m.def(l), "%s\n%s", d, l)
	})
}

func TestLinearProceduresRoundTrip(t *testing.T) {
	vars := func(d *proc.Def) (list []proc.Var) {
		collect := func(v proc.Var) { list = append(list, v) }
		d.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, collect)
			proc.Uses(s, collect)
		})
		return append(list, d.In, d.Out)
	}
	rapid.Check(t, func(t *rapid.T) {
		d := linearDef(proctest.Def(t, proc.Name("f")))
		p, err := proc.Parse(&diag.Source{Text: d.String()}, prim.Sig)
		require.NoError(t, err, "%s", d)
		require.Equal(t, d.String(), p.Defs[0].String())
		require.Equal(t, vars(d), vars(p.Defs[0]))
	})
}
