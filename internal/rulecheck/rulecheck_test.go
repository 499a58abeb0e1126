package rulecheck_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/rulecheck"
	"procad/interp"
	"procad/pipeline"
)

func check(t *testing.T, text string) *rulecheck.Report {
	u, err := pipeline.Load(&diag.Source{Name: "rules.fun", Text: text})
	require.NoError(t, err)
	report, err := rulecheck.New(u)
	require.NoError(t, err)
	require.NoError(t, report.Check(interp.New(u.Library.Def), nil, rulecheck.Options{Points: 3, Entries: 8, Seed: 1}))
	return report
}

// parabola is an approximation of the sine whose rule has the slope of the sine.
const parabola = `
def sinq(x: Real): Real = 4 / pi^2 * x * (pi - abs(x))
def cosq(x: Real): Real = sinq(x + pi / 2)
derivative sinq(x: Real)
  forward(dx) = cosq(x) * dx
`

// TestDiffers reports what is meant to differ, and fails for the same without the word.
func TestDiffers(t *testing.T) {
	report := check(t, parabola+`  differs "slope of the sine"`)
	assert.Empty(t, report.Errs())
	for _, r := range report.Rules[0].Results {
		switch r.Check {
		case rulecheck.Automatic, rulecheck.Differences, rulecheck.Second:
			assert.Greater(t, r.Error, 0.01, r.Check)
			assert.Equal(t, "differs: slope of the sine", r.Note, r.Check)
		default:
			assert.Empty(t, r.Note, r.Check)
		}
		assert.False(t, r.Skip, r.Check)
	}
	errs := check(t, parabola).Errs()
	require.Len(t, errs, 1)
	assert.Equal(t, rulecheck.CodeDerivative, errs[0].Code)
	assert.Equal(t, "5:3", errs[0].Pos.String())
}

// TestUndefined compares nothing where the automatic derivative is not finite, and the rule is right.
func TestUndefined(t *testing.T) {
	report := check(t, `
def none(v: Real[n]): Real = sqrt(sum(i < n) (v[i] - v[i])^2)
derivative none(v: Real[n])
  reverse(w) = [0 * w for i < n]
`)
	assert.Empty(t, report.Errs())
	for _, r := range report.Rules[0].Results {
		if r.Check == rulecheck.Automatic {
			assert.Equal(t, "automatic undefined", r.Note)
		}
	}
}

// TestShapes draws arguments of every form: records, sums, sizes that belong together, indices.
func TestShapes(t *testing.T) {
	report := check(t, `
type Shape = Disc(Real) | Box(Real, Real)
type Pair = { left: Real[_], right: (Real, Int) }
def area(s: Shape): Real = case s of Disc(r) -> r * r, Box(a, b) -> a * b
derivative area(s: Shape)
  reverse(w) = case s of Disc(r) -> Disc(2 * w * r), Box(a, b) -> Box(w * b, w * a)
def dot(p: Pair, v: Real[n], m: Real[n, k], at: Int[k]): Real =
  let _ = assert(size(p.left) == n, "as long"); (x, _) = p.right in x * sum(i < n, j < k) p.left[i] * v[i] * m[i, j] * real(at[j])
derivative dot(p: Pair, v: Real[n], m: Real[n, k], at: Int[k])
  forward(dp, dv, dm, _) =
    let (x, _) = p.right; (dx, _) = dp.right;
        s(i) = sum(j < k) m[i, j] * real(at[j]); ds(i) = sum(j < k) dm[i, j] * real(at[j])
    in dx * (sum(i < n) p.left[i] * v[i] * s(i))
         + x * (sum(i < n) (dp.left[i] * v[i] * s(i) + p.left[i] * dv[i] * s(i) + p.left[i] * v[i] * ds(i)))
`)
	assert.NoError(t, report.Errs().Err())
	for _, rule := range report.Rules {
		assert.Equal(t, 3, rule.Points, rule.Name())
	}
}
