package gradcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/pipeline"
	"procad/proc/deriv"
)

func commute(t *testing.T, program, fn, input string, ops int64) ([]diag.Pos, error) {
	u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: program})
	require.NoError(t, err)
	d, err := u.Entry(fn)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: input}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	return Commute(u, d, args, ops, deriv.VJP.Of(d.Name))
}

// TestCommute says of bodies whether they commute by their form, so that no run
// is needed, and whether they do when they run.
func TestCommute(t *testing.T) {
	const proved, commutes, not = "by their form", "yes", "no"
	for body, want := range map[string]string{
		"ccl(n, x, \\(i, s). s + sin(v[i] * x))": proved,
		"ccl(n, x, \\(i, s). s - v[i])":          proved,
		"ccl(n, x, \\(i, s). v[i] * x + s)":      proved,
		"ccl(n, x, \\(i, s). s)":                 proved,
		"(let (a, b, e) = ccl(n, (x, 1.0, x), \\(i, s). let (a, b, e) = s in (a + v[i] * e, b - e^2, e)) in a * b * e)": proved,
		"ccl(n, x, \\(i, s). s * v[i])":                                                                         not,
		"ccl(n, x, \\(i, s). v[i] - s)":                                                                         not,
		"ccl(n, x, \\(i, s). s + v[i] * s)":                                                                     not,
		"ccl(n, x, \\(i, s). s * s * 0.5)":                                                                      commutes,
		"ccl(n, x, \\(i, s). max(s, v[i] + 1))":                                                                 not,
		"ccl(n, 0.0, \\(i, s). if v[i] > s then v[i] else s) * x":                                               not,
		"(let (a, b) = ccl(n, (x, 1.0), \\(i, s). let (a, b) = s in (b, a + v[i])) in a * b)":                   not,
		"(let (a, b) = ccl(n, (x, 1.0), \\(i, s). let (a, b) = s in (a + v[i] * b, b + v[i])) in a * b)":        not,
		"(let (a, b) = ccl(n, (x, 1.0), \\(i, s). let (a, b) = s in (a + v[i] * b^2, b + x)) in a * b)":         not,
		"(let (a, k) = ccl(n, (x, 1), \\(i, s). let (a, k) = s in (a + v[i] * real(k), k + 1)) in a * real(k))": commutes,
		"ccl(n, x, \\(i, s). if v[i] > 1 then s + v[i] else s)":                                                 commutes,
		"ccl(n, x, \\(i, s). s * 1.5)":                                                                          commutes,
		"ccl(1, x, \\(i, s). s * v[i])":                                                                         commutes,
		"(let (a, b) = ccl(n, (x, 1.0), \\(i, s). let (a, b) = s in (if i mod 2 == 0 then (a + v[i], b) else (a, b + sin(a)))) in a * b)": not,
	} {
		program := "def f(v: Real[n], x: Real): Real = " + body
		const input = `{"v": [1.1, 1.2, 0.9], "x": 1.5}`
		unseen, err := commute(t, program, "f", input, 0)
		assert.NoError(t, err, body)
		assert.Equal(t, want == proved, len(unseen) == 0, "%s: by their form", body)
		unseen, err = commute(t, program, "f", input, CommuteOps)
		assert.Empty(t, unseen)
		if want != not {
			assert.NoError(t, err, body)
			continue
		}
		assert.ErrorContains(t, err, "the iterations of this ccl do not commute", body)
	}
}

// TestCommuteFew finds two iterations of 16 that do not commute with each other, wherever
// they are, and says which. The others are the largest so far.
func TestCommuteFew(t *testing.T) {
	const program = "def f(v: Real[n], x: Real): Real = ccl(n, x, \\(i, s). max(s, v[i]))"
	for i := range 16 {
		for j := range i {
			v := make([]string, 16)
			for k := range v {
				v[k] = "0"
			}
			v[i], v[j] = "2", "3" // i runs before j
			_, err := commute(t, program, "f", `{"v": [`+strings.Join(v, ", ")+`], "x": 1}`, CommuteOps)
			assert.ErrorContains(t, err, fmt.Sprintf("the reverse of iterations %d and %d", i, j))
		}
	}
}

// TestCommuteRandom finds nothing wrong with the loops of random programs.
func TestCommuteRandom(t *testing.T) {
	found := 0
	for seed := range uint64(150) {
		p := gen.New(gen.FromSeed(seed), gen.Options{Kinks: true, Derivatives: true, Size: 60})
		found += p.Uses["ccl"]
		unseen, err := commute(t, p.Text, p.Main, p.Data, CommuteOps)
		assert.NoError(t, err, p.GoString())
		assert.Empty(t, unseen)
	}
	assert.Positive(t, found)
}
