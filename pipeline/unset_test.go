package pipeline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/loops"
	"procad/proc/deriv"
	"procad/split"
)

// TestUnset: an ordered loop keeps overwritten elements only where R reads the array that it gives back. What is
// kept of an iteration is written for each loop in the order of the text. Gradients are those that
// come where all arrays are restored.
func TestUnset(t *testing.T) {
	const sorted = `def main(v: Real[n]): Real =
  let s = fold(\(v, k). let (v, _) = while(n + 1, (v, k), \(v, j). (if j > 0 then v[j - 1] > v[j] else false),
                \(v, j). (set(set(v, j, v[j - 1]), j - 1, v[j]), j - 1)) in v, v, [k for k < n])
  in sum(i < n) real(i) * s[i]^2`
	const step = "def step(c: Real[n], a: Real, i: Int): Real[n] = set(c, i, 0.5 * c[i - 1] + a)\n"
	for name, c := range map[string]struct{ text, traces string }{
		"sorted":                             {sorted, "Int + (); (Int, Stack (Int + ()))"},
		"linear":                             {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, 0.5 * c[i - 1] + v[i]), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "()"},
		"by a function":                      {step + "def main(v: Real[n]): Real = let c = fold(\\(c, i). step(c, v[i], i), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "()"},
		"read later":                         {step + "def main(v: Real[n]): Real = let c = fold(\\(c, i). step(c, v[i], i), v, [i for i in 1 ..< n]) in sum(i < n) sin(c[i])", "()"},
		"read by a loop":                     {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, v[i] * c[i - 1]), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "()"},
		"read by a loop after it is set":     {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, v[i] * c[i]^2), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "Real"},
		"read by a loop, and by a later one": {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, v[i] * c[n - i]), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "Real"},
		"read before the next one sets it":   {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, v[i] * c[i + 1]), v, [i for i in 0 ..< n - 1]) in sum(i < n) c[i]", "Real"},
		"read from the other end":            {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, v[i] * c[3 - i]), v, [i for i < 3]) in sum(i < n) c[i]", "Real"},
		"read by a loop inside": {`def main(v: Real[n]): Real =
  let c = fold(\(c, i). fold(\(c, j). set(c, i + j, c[i + j] - c[i - 1]^2), c, [j for j < n - i]), v, [i for i in 1 ..< n]) in sum(i < n) c[i]`, "(); ()"},
		"read by a loop inside that sets it": {`def main(v: Real[n]): Real =
  let c = fold(\(c, i). fold(\(c, j). set(c, i + j - 1, c[i + j - 1] - c[i - 1]^2), c, [j for j < n - i]), v, [i for i in 1 ..< n]) in sum(i < n) c[i]`, "Real; Stack Real"},
		"read by a sum of what is set":  {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, sum(j < i) c[j]^2), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "()"},
		"read by a sum of what will be": {"def main(v: Real[n]): Real = let c = fold(\\(c, i). set(c, i, sum(j < n) c[j]^2), v, [i for i in 1 ..< n]) in sum(i < n) c[i]", "Real"},
		"read where a loop inside ends": {`def main(v: Real[n]): Real =
  let c = fold(\(c, i). fold(\(c, j). set(c, n - 1 - i - j, c[n - i - j] + c[n - i]^2), c, [j for j < n - i]), v, [i for i in 1 ..< n]) in sum(i < n) c[i]`, "(); ()"},
		"read before": {`def main(v: Real[n]): Real =
  let u = [sin(v[i]) for i < n]; s = sum(i < n) u[i]^2; c = fold(\(c, i). set(c, i, 0.5 * c[i - 1]), u, [i for i in 1 ..< n])
  in s * (sum(i < n) c[i])`, "Real"},
		"read before, of a copy that two loops change": {`def main(v: Real[n]): Real =
  let u = [sin(v[i]) for i < n]; s = sum(i < n) u[i]^2;
      a = fold(\(c, i). set(c, i, 0.5 * c[i - 1]), u, [i for i in 1 ..< n]);
      b = fold(\(c, i). set(c, i, 0.25 * c[i - 1]), a, [i for i in 1 ..< n])
  in s * (sum(i < n) b[i])`, "Real; Real"},
		"three that change places": {`def main(v: Real[n]): Real =
  let (a, b, c) = fold(\((a, b, c), i). (set(c, i, 0.5 * c[i - 1]), set(a, i, 0.5 * a[i - 1]), set(b, i, b[i - 1]^2)), (v, v, v), [i for i in 1 ..< n])
  in sum(i < n) (a[i] + b[i] * c[i])`, "(Real, Real, Real)"},
		"an index in an array": {`def main(v: Real[n]): Real =
  let (_, c) = fold(\((p, c), i). (set(p, 0, p[0] + 1), set(c, p[0], 0.5 * c[i])), ([0, 0], v), [i for i in 1 ..< n])
  in sum(i < n) c[i]`, "Int"},
		"the first reads": {`def main(v: Real[n]): Real =
  let a = fold(\(c, i). set(c, i, c[i - 1]^2), v, [i for i in 1 ..< n]);
      b = fold(\(c, i). set(c, i, 0.5 * c[i - 1]), a, [i for i in 1 ..< n])
  in sum(i < n) b[i]`, "(); Real"},
		"the second reads": {`def main(v: Real[n]): Real =
  let a = fold(\(c, i). set(c, i, 0.5 * c[i - 1]), v, [i for i in 1 ..< n]);
      b = fold(\(c, i). set(c, i, c[i - 1]^2), a, [i for i in 1 ..< n])
  in sum(i < n) b[i]`, "(); ()"},
		"one of two": {`def main(v: Real[n]): Real =
  let (a, b) = fold(\((a, b), i). (set(a, i, 0.5 * b[i - 1]), set(b, i, b[i - 1]^2)), (v, v), [i for i in 1 ..< n])
  in sum(i < n) a[i] * b[i]`, "Real"},
		"read again where less is kept": {`def main(v: Real[n]): Real =
  let (_, b) = fold(\((a, b), i). (b, if b[i] > 0.4 then set(a, i - 1, 0.5 * b[n - 1]) else a), ([sin(v[i]) for i < n], [2 * v[i] for i < n]), [i for i in 1 ..< n])
  in sum(i < n) real(i) * b[i]`, "Real + ()"},
		"a branch": {`def main(v: Real[n]): Real =
  let c = fold(\(c, i). if v[i] > 0.5 then set(c, i, 2 * c[i - 1]) else c, v, [i for i in 1 ..< n]) in sum(i < n) c[i]`, "()"},
	} {
		t.Run(name, func(t *testing.T) {
			traces, gradient := unset(t, c.text)
			assert.Equal(t, c.traces, traces)
			_, restoring := unset(t, c.text, optim.ShapeOnly)
			assert.Equal(t, restoring, gradient)
		})
	}
}

// unset are the traces of the loops of main, and its gradient.
func unset(t *testing.T, text string, without ...optim.Name) (string, data.Value) {
	u, err := Load(&diag.Source{Name: "main.fun", Text: text}, without...)
	require.NoError(t, err)
	d, err := u.Entry("main")
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: `{"v": [0.7, 0.2, 0.9, 0.4, 0.8, 0.3]}`}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	zone, arg, err := args.For(d)
	require.NoError(t, err)
	reversed, err := u.reversed(d)
	require.NoError(t, err)
	var traces []string
	for _, s := range loops.Sequential(u.Program) {
		name, found := reversed[called{s.In, s.Name()}]
		if !found {
			continue
		}
		plan, err := u.Library.Plan(name, split.Recompute)
		require.NoError(t, err)
		traces = append(traces, plan.Trace.String())
	}
	_, err = u.Library.Def(deriv.VJP.Of(d.Name))
	require.NoError(t, err)
	g, err := interp.New(u.Library.Def).Call(deriv.VJP.Of(d.Name), zone, data.Tuple(arg, data.Real(1)))
	require.NoError(t, err)
	return strings.Join(traces, "; "), g
}
