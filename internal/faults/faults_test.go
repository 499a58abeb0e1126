package faults_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/faults"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestRows says that every fault can still be planted.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for _, group := range faults.Groups {
		rows, err := faults.Read(group)
		require.NoError(t, err)
		assert.NotEmpty(t, rows, group)
		for _, r := range rows {
			text, err := os.ReadFile("../../" + r.File)
			require.NoError(t, err)
			changed, err := r.Apply(string(text))
			assert.NoError(t, err)
			assert.NotEqual(t, string(text), changed, r.Name)
			assert.False(t, names[r.Name], r.Name)
			names[r.Name] = true
		}
	}
	_, err := faults.Read("others")
	assert.EqualError(t, err, "there is no group others of faults")
}

// TestRules says that every derivative that gives a Real has faults, and that rules.proc can be read with them.
func TestRules(t *testing.T) {
	all, same, err := faults.Rules()
	require.NoError(t, err)
	text, err := os.ReadFile("../../prim/rules.proc")
	require.NoError(t, err)
	of := map[proc.Func]int{}
	for i, r := range all {
		of[r.Def.Name]++
		if i%10 != 0 {
			continue
		}
		changed, err := r.Apply(string(text))
		require.NoError(t, err)
		p, err := proc.Parse(&diag.Source{Name: "rules.proc", Text: changed}, prim.Sig)
		require.NoError(t, err, r.Name)
		assert.Len(t, p.Defs, len(prim.RuleNames()))
		assert.Equal(t, r.Def.String(), p.Lookup(r.Def.Name).String())
	}
	for _, name := range prim.RuleNames() {
		if def, _ := prim.Derived(name); deriv.Tangent(def.Out.Type) != proc.Unit {
			assert.Positive(t, of[name], "faults in %s", name)
		}
	}
	t.Logf("%d faults; %d changes change nothing", len(all), same)
}
