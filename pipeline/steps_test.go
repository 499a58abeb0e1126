package pipeline

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
	"procad/typecheck"
)

// The steps that split takes are rows of the table, in the order in which it takes them.
func TestStepsOfSplitAreInTheTable(t *testing.T) {
	var rows []optim.Name
	for _, p := range Passes {
		if p.In == "derive" && slices.Contains(split.Steps(), p.Name) {
			rows = append(rows, p.Name)
		}
	}
	assert.Equal(t, split.Steps(), rows)
}

var derived = regexp.MustCompile(`(?m)^derived .*$`)

// After each part of derive there are procedures that the checker accepts, and each step changes them.
func TestEachPartOfDeriveIsChecked(t *testing.T) {
	const text = `
def f(s: Real + (Real, Real), v: Real[n], c: Real): Real =
  let w = [v[i] * c for i < n]; z = [w[i] * 2 for i < n] in fold(\(s, k). s + z[k] + c, 0.0, [i for i < n])
`
	dumps := map[optim.Name]string{}
	for _, p := range Passes {
		if p.In != "derive" {
			continue
		}
		u, err := Settings{}.LoadTo(&diag.Source{Name: "f.fun", Text: text}, string(p.Name))
		require.NoError(t, err, p.Name)
		_, program, err := u.Dump(deriv.RevF.Of(proc.Name("f")), deriv.RevR.Of(proc.Name("f")))
		require.NoError(t, err, p.Name)
		require.NoError(t, typecheck.Program(program), p.Name)
		var out strings.Builder
		require.NoError(t, program.Print(&out))
		dumps[p.Name] = derived.ReplaceAllString(out.String(), "")
	}
	for _, two := range [][2]optim.Name{{"split", optim.TagOnly}, {optim.TagOnly, optim.ShapeOnly}, {optim.ShapeOnly, optim.Minimise}, {"pack", optim.Simplify}} {
		assert.NotEqual(t, dumps[two[0]], dumps[two[1]], "%s and %s", two[0], two[1])
	}
}
