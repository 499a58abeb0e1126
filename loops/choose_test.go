package loops_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/units"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// plans are those of the loops of a program that a gradient of its last function runs, under the policies that they have.
func plans(t *testing.T, file, text string) (*pipeline.Unit, []loops.Planned) {
	u, err := pipeline.Load(&diag.Source{Name: file, Text: text})
	require.NoError(t, err)
	var list []loops.Planned
	for _, f := range u.Roots {
		some, err := u.Library.Planned(f)
		require.NoError(t, err, file)
		list = append(list, some...)
	}
	return u, list
}

func TestPlans(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"f(a: Real[n]): Real = sum(i < n) a[i]", "sum nothing"},
		{"f(a: Real[n], x: Real): Real = sum(i < n) exp(a[i] * x)", "sum array"},
		{"f(a: Real[n], x: Real): Real[n] = [a[i] * x for i < n]", "build nothing"},
		{"f(a: Real[n], b: Real[n]): Real[n] = [sum(j < n) a[i] * b[j] for i < n]", "build nothing, sum nothing"},
		{"f(a: Real[n], m: Int): Real = sum(i < n) nTimes(m, a[i], \\s. sin(s))", "sum sweep, nTimes stack"},
		{"f(b: Real[d], x: Real[n, d]): Real = sum(i < n) (let s = sum(j < d) x[i, j] * b[j] in if s > 0 then s + exp(-s) else exp(s))", "sum sweep, sum nothing"},
		{"f(b: Real[d], x: Real[n, d]): Real = sum(i < n) exp(sum(j < d) sin(x[i, j] * b[j]))", "sum array, sum nothing"},
		{"f(a: Real[n], x: Real): Real = sum(i < n) (if a[i] > x then exp(a[i] * x) + sin(a[i]) else a[i])", "sum sweep"},
		{"f(a: Real[n, d], x: Real): Real = sum(i < n) (if a[i, 0] > x then exp(a[i, 1] * x) + sin(a[i, 0]) else a[i, 2])", "sum recompute"},
		{"f(a: Real[n]): Real = max(i < n) sin(a[i])", "max argmax"},
		{"f(x: Real, n: Int): Real = nTimes(n, x, \\s. sin(s))", "nTimes stack"},
		{"f(x: Real, n: Int): Real = nTimes(n, x, \\s. 2 * s)", "nTimes nothing"},
		{"f(x: Real, n: Int): Real = nTimes[binomial(3)](n, x, \\s. sin(s))", "nTimes checkpoints"},
		{"f(x: Real, n: Int): Real = nTimes[binomial(3)](n, x, \\s. 2 * s)", "nTimes nothing"},
		{"f(x: Real[n], k: Int): Real = sum(i < n) (nTimes[steps:](k, x, \\s. [x[i] * s[i]^2 for i < n]))[i]", "nTimes checkpoints, build nothing, build nothing, sum nothing"},
		{"f(x: Real[n], k: Int): Real = sum(i < n) (nTimes[auto](k, x, \\s. [x[i] * s[i]^2 for i < n]))[i]", "nTimes checkpoints, build nothing, build nothing, sum nothing"},
		{"f(x: Real[n], k: Int): Real = sum(i < n) (nTimes[store](k, x, \\s. [x[i] * s[i]^2 for i < n]))[i]", "nTimes stack, build nothing, build nothing, sum nothing"},
		{"f(x: Real[n], k: Int): Real = sum(i < n) (nTimes[steps:](k, x, \\s. [sin(x[i]) + exp(s[i]) for i < n]))[i]", "build nothing, nTimes stack, build array, build nothing, sum nothing"},
		{"f(x: Real[n], k: Int): Real = sum(i < n) (while(k, x, \\s. s[0] < 9, \\s. [x[i] * s[i]^2 for i < n]))[i]", "while stack, build nothing, build nothing, sum nothing"},
		{"f(x: Real[n], k: Int): Real = sum(i < n) (nTimes(k, x, \\s. set(s, 0, s[0]^2)))[i]", "nTimes stack, build nothing, sum nothing"},
		{"f(x: Real, n: Int): Real = nTimes[auto](n, x, \\s. sin(s))", "nTimes stack"},
		{"f(v: Real[n], a: Real[m], x: Real): Real = let (b, y) = ccl(n, (a, x), \\(i, p). let (b, y) = p in (b, y + sum(k < n) (if v[k] > v[i] then exp(v[k] * v[i]) + sin(v[k]) else v[i]))) in y + b[0]", "ccl nothing, sum recompute"},
	} {
		_, list := plans(t, "f.fun", "def "+c.text)
		var got []string
		for _, p := range list {
			got = append(got, string(p.Kind)+" "+string(p.Plan.Name))
			assert.NotEmpty(t, p.Plan.Why, c.text)
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), c.text)
	}
}

// The trace of a loop is what its plan says, under each policy.
//
//	revf$loop{f} [θ] a = (b, x)      nothing: x has no array and no stack      array, stack: x has that of X
//	                                 argmax: x : Int                           recompute: x is the counts
func TestPlansAreTraces(t *testing.T) {
	seen := map[split.PlanName]int{}
	for _, file := range slices.Concat(golden.Files(t, "../testdata/constructs/*.fun"), golden.Files(t, "../testdata/kernels/*.fun"),
		golden.Files(t, "../testdata/variants/*.fun")) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		u, list := plans(t, file, string(text))
		for _, p := range list {
			assert.NotEmpty(t, p.Plan.Why, "%s: %s", file, p.Call.Func)
			assert.NotContains(t, strings.Join(p.Plan.Why, "; "), fmt.Sprint(units.Unbounded), "%s: %s", file, p.Call.Func)
			for _, policy := range []split.Policy{split.Recompute, split.Store} {
				plan, err := u.Library.Plan(p.Call.Func, policy)
				require.NoError(t, err)
				sig, err := u.Library.Sig(policy.F.Of(p.Call.Func))
				require.NoError(t, err)
				x := proc.Elems(sig.Out)[1]
				has := func(want func(proc.Type) bool) bool { return slices.ContainsFunc(proc.Elems(x), want) || want(x) }
				seen[plan.Name]++
				switch what := file + ": " + p.Call.Func.String(); plan.Name {
				case split.StoreNothing, split.RecomputeEach:
					assert.True(t, deriv.Discrete(x) && proc.Scalar(x), "%s keeps %s", what, x)
				case split.WinningIteration:
					assert.Equal(t, proc.Type(proc.Int), x, what)
				case split.StoreStack:
					assert.True(t, has(func(e proc.Type) bool { return e == proc.Type(proc.NewStack(plan.Trace)) }), "%s keeps %s", what, x)
				case split.StoreArray:
					assert.True(t, has(func(e proc.Type) bool { a, ok := e.(*proc.ArrayType); return ok && a.Elem == plan.Trace }), "%s keeps %s", what, x)
				}
			}
		}
	}
	for _, name := range []split.PlanName{split.StoreNothing, split.StoreStack, split.StoreArray, split.RecomputeEach, split.WinningIteration} {
		assert.Positive(t, seen[name], name)
	}
}

// What the reverse of a loop does is decided in choose.go, policy.go and blocks.go alone: nothing else
// asks for the optimisations that decide it.
func TestDecidedOnce(t *testing.T) {
	deciding := regexp.MustCompile(`optim\.(ArgMax|TraceArrays|Store|Blocks|FusedSweep)\b`)
	var asking []string
	for _, dir := range []string{".", "factor", "schedule", "../split", "../rev", "../fwd", "../derive", "../pipeline", "../llvm", "../cmd/procad"} {
		files, err := filepath.Glob(dir + "/*.go")
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			if !strings.HasSuffix(file, "_test.go") && deciding.Match(text) {
				asking = append(asking, file)
			}
		}
	}
	assert.Equal(t, []string{
		"blocks.go", "choose.go", "policy.go",
		"../split/figure.go",       // the plain figure, without any of them
		"../derive/settings.go",    // what texts of derivatives say
		"../pipeline/nonlinear.go", // what is disabled for a nonlinear rule, as --without does
		"../pipeline/passes.go",    // the table
		"../pipeline/renamed.go",   // names that passes had
	}, asking)
}
