package reductions_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/core"
	"procad/core/reductions"
	"procad/internal/coretest"
)

// TestGolden takes states away in in.fun, and leaves kept.fun as it is. The text of a
// fold without a state is that of one whose iterations add what they compute.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/reductions/*.txtar", "adds.fun", reductions.Program)
}

// TestPlans keeps the state of folds with a label or a strategy, which text does not show.
func TestPlans(t *testing.T) {
	for plan, want := range map[string]bool{"": true, "[steps:]": false, "[sqrt]": false, "[steps: store]": false} {
		p := coretest.Load(t, `def f(v: Real[n]): Real = fold`+plan+`(\(s, x). s + x, 0.0, v)`)
		reductions.Program(p)
		core.Visit(p.Lookup("f").Body, func(e core.Term) {
			if f, ok := e.(*core.Fold); ok {
				assert.Equal(t, want, f.Adds, plan)
			}
		})
	}
}
