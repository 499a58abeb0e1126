package deriv

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/proc"
)

// TestCheckLoop shows which strategies the name of a loop can have.
func TestCheckLoop(t *testing.T) {
	for name, want := range map[string]string{
		"fold{f}":           "",
		"sum{f}":            "",
		"nTimes.store{f}":   "",
		"foldr.every.3{f}":  "",
		"while.every.3{f}":  "",
		"while.sqrt{f}":     `while has no strategy "sqrt"`,
		"nTimes.every{f}":   `nTimes has no strategy "every"`,
		"nTimes.store.3{f}": `nTimes has no strategy "store.3"`,
		"nTimes.3{f}":       `nTimes has no strategy "3"`,
		"ccl.store{f}":      `ccl has no strategy "store"`,
		"build.sqrt{f}":     `build has no strategy "sqrt"`,
	} {
		f := proc.MustParseFunc(name)
		assert.Equal(t, name, f.String())
		if err := CheckLoop(f); want == "" {
			assert.NoError(t, err, name)
			assert.Equal(t, f, f.Around(proc.Name("f")))
		} else {
			assert.EqualError(t, err, want)
		}
	}
}

// TestStrategyOf says that  strategy (loop with s){f} = s .
func TestStrategyOf(t *testing.T) {
	for kind, numbered := range Strategies {
		s := Strategy{Kind: kind}
		if numbered {
			s.K = 7
		}
		assert.Equal(t, s, StrategyOf(With(proc.Fold, s).Of(proc.Name("f"))))
	}
}
