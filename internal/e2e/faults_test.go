package e2e_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/faults"
	"procad/pipeline"
	"procad/proc"
)

// TestRuleFaults plants every fault of faults.Rules, and expects a property to
// fail at one of the points. What changes a derivative only where it has a kink
// is left to the tests of package prim; internal/mutate runs those, on a copy
// of the code.
func TestRuleFaults(t *testing.T) {
	t.Parallel()
	all, same, err := faults.Rules()
	require.NoError(t, err)
	found := 0
	var missed []string
	for _, fault := range all {
		if name := notices(t, fault); name != "" {
			found++
		} else {
			missed = append(missed, fault.Name)
		}
	}
	t.Logf("%d changes of a statement: %d change nothing; of the other %d, %d are found", len(all)+same, same, len(all), found)
	assert.Equal(t, atKinks, missed)
}

// atKinks change a derivative at a kink, at the end of a domain or where something is infinite, only.
var atKinks = []string{
	"revr$atan2: t8 = (…) with w1 and x3 exchanged", "revr$atan2: t9 = (…) with w2 and y3 exchanged",
}

// notices is the first property that fails.
func notices(t *testing.T, fault faults.Rule) string {
	p, err := faults.Program(fault.Def)
	require.NoError(t, err)
	s := &subject{prog: p, lib: pipeline.NewLibrary(p), f: proc.Name("f"), sig: p.Lookup(proc.Name("f")).Sig()}
	for _, point := range faults.Points(s.sig.In) {
		s.arg = point
		if y, err := s.value(s.machine()); err != nil || !finite(y) {
			continue
		}
		for _, property := range []property{{"Primal", primal}, {"FwdDiff", fwdDiff}, {"Duality", duality}} {
			err := property.holds(s, rand.New(rand.NewPCG(1, 2)))
			if _, ok := errors.AsType[*discarded](err); err != nil && !ok {
				return property.name
			}
		}
	}
	return ""
}
