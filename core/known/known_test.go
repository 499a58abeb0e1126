package known_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/known"
	"procad/internal/diag"
	"procad/source"
	"procad/source/elaborate"
)

// TestInt compares pairs of Ints: those that are the same in each run as the text
// tells, and others.
func TestInt(t *testing.T) {
	const before = `
def other(i: Int): Real[_] = [1.5 for j < i]
def main(x: Real[n], m: Real[n, 3], y: Real[n], k: Int, l: Int): (Int, Int) =
  let a = [x[i] for i < n + 1];
      b = [[x[i] for j < k] for i < n];
      e = [[x[i] for j < k, j2 < l] for i < n];
      p = (k, l + 1);
      (q, r) = p;
      (c, d) = (k + k, [1.5 for i < l]);
      f = other(k);
      g = sum(i < k) [x[i] for j < l];
      h = (let u = [1.5 for i < l] in u);
      big = k * k * k * k * k * k * k * k * k * k * k * k * k * k * k * k
  in `
	for text, same := range map[string]bool{
		"(size(x), n)":                       true,
		"(size(y), size(x))":                 true,
		"(size(m, 0) * size(m, 1), 3 * n)":   true,
		"(size(a) - 1, n)":                   true,
		"(size(b[0]), k)":                    true,
		"(size(set(b, 0, 0, 1.5), 0), n)":    true,
		"(size(e, 2), l)":                    true,
		"(size(e, 2), size(e, 1))":           false,
		"(size(stopGradient(a)), n + 1)":     true,
		"(k - (l - k), 2 * k - l)":           true,
		"((k + l) * (k - l), k * k - l * l)": true,
		"(-(k - l), l - k)":                  true,
		"(c, 2 * k)":                         true,
		"(size(d), l)":                       true,
		"(big, big)":                         true,
		"(9223372036854775807 + 1 + k, k - 9223372036854775807 - 1)": true,
		"(n, k)":                                 false,
		"(size(m, 0), size(m, 1))":               false,
		"(size(b, 0), size(b, 1))":               false,
		"(q, k)":                                 false, // a tuple that is not taken apart where it is made
		"(k * l, k + l)":                         false,
		"((k + l) div 2, (l + k) div 2)":         true,
		"(n - (n div 2), size(x) - (n div 2))":   true,
		"(-7 div 2, -4)":                         true,
		"(k div 2, k div 3)":                     false,
		"(k div l, k div l)":                     false, // may fail
		"(k div -1, k div -1)":                   false,
		"(k * k, k)":                             false,
		"(size(f), k)":                           false, // of a call
		"(size(g), l)":                           true,
		"(size(g), k)":                           false,
		"(size(sum(i < k) m[i]), 3)":             true,
		"(size((sum(i < k) m[i] : Real[n])), 3)": false, // of nothing it is n
		"(size(h), l)":                           true,
		"(k div 2, k div 2)":                     true,
		"(2 * k, k)":                             false,
	} {
		p, _, err := source.Load(&diag.Source{Name: "in.fun", Text: before + text})
		require.NoError(t, err, text)
		body := elaborate.Program(p).Lookup("main").Body
		facts := known.New()
		facts.Learn(body)
		var pair *core.Tuple
		core.Visit(body, func(t core.Term) {
			if t, ok := t.(*core.Tuple); ok {
				pair = t
			}
		})
		x, y := facts.Int(pair.Elems[0]), facts.Int(pair.Elems[1])
		assert.Equal(t, same, x != nil && y != nil && x.Equal(y), text)
	}
}

// TestSized says which Ints are seen to be 0 or more.
func TestSized(t *testing.T) {
	const before = "def main(x: Real[n], m: Real[_, 3], k: Int): Int = let l = size(m, 0); z = 0 in "
	for text, want := range map[string]bool{
		"n": true, "l": true, "size(m, 1)": true, "z": true, "n - n + 7": true,
		"k": false, "n - 1": false, "2 * n": false, "n * n": false, "z - 1": false, "n + k - n": false,
	} {
		p, _, err := source.Load(&diag.Source{Name: "in.fun", Text: before + text})
		require.NoError(t, err, text)
		body := elaborate.Program(p).Lookup("main").Body
		facts := known.New()
		facts.Learn(body)
		for {
			let, ok := body.(*core.Let)
			if !ok {
				break
			}
			body = let.Body
		}
		assert.Equal(t, want, facts.Int(body).Sized(), text)
	}
}
