package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLongPrograms lowers programs that are long in one direction each. They
// become procedures of proportional size.
func TestLongPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 20_000
	for name, c := range map[string]struct {
		text  string
		stmts int // per repetition, at most
	}{
		"sum of terms":   {"def f(x: Real): Real = x" + strings.Repeat(" + x", n), 6},
		"lets":           {"def f(x: Real): Real = let " + chain(n, "x%[2]d = x%[1]d * x%[1]d") + fmt.Sprintf(" in x%d", n), 6},
		"nested lets":    {"def f(x0: Real): Real = " + chain(n, "let x%[2]d = x%[1]d + 1.0 in ") + fmt.Sprintf("x%d", n), 6},
		"conditions":     {"def f(x: Real): Bool = x > 0" + strings.Repeat(" && x < 1", n), 16},
		"sets":           {"def f(a: Real[k]): Real[k] = let a0 = a; " + chain(n, "a%[2]d = set(a%[1]d, 0, 1.0)") + fmt.Sprintf(" in a%d", n), 8},
		"arrays":         {"def f(a: Real[k]): Real = let a0 = a; " + chain(n/10, "a%[2]d = [2 * a%[1]d[i] for i < k]") + fmt.Sprintf(" in a%d[0]", n/10), 2},
		"rows":           {"def f(a: Real[k, m]): Real = let " + chain(n, "r%[2]d = a[%[1]d]; x%[2]d = r%[2]d[0]") + fmt.Sprintf(" in x%d", n), 6},
		"rows kept":      {"def f(a: Real[k, m]): Real = let " + chain(n, "r%[2]d = a[%[1]d]") + fmt.Sprintf(" in r%d[0] + r1[0] + r2[0]", n), 3},
		"elements":       {"def f(a: Real[k]): Real = a[0]" + strings.Repeat(" * a[1]", n), 6},
		"choices":        {"def f(a: Real[k], b: Real[k], c: Bool): Real = let v0 = a; " + chain(n, "v%[2]d = if c then v%[1]d else b") + fmt.Sprintf(" in v%d[0]", n), 11},
		"else if":        {"def f(i: Int, x: Real): Real = " + chain(1_000, "if i == %[1]d then x * %[2]d else ") + "x", 12},
		"else if arrays": {"def f(i: Int, a: Real[k], b: Real[k]): Real = let v = " + chain(300, "if i == %[1]d then a else ") + "b in v[0]", 1000},
		"functions":      {chain(n/10, "def f%[2]d(x: Real): Real = f%[1]d(x) ") + " def f0(x: Real): Real = x", 2},
		"few":            {chain(50, "def f%[2]d(v: Real[3]): Real = f%[1]d([2 * v[i] for i < 3]) + f%[1]d([v[2 - i] for i < 3]) ") + " def f0(v: Real[3]): Real = v[0] + v[1]", 10},
		"local":          {"def f(x: Real): Real = let g0(y) = y * x; " + chain(1_000, "g%[2]d(y) = g%[1]d(y) + 1") + " in g1000(x)", 20},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := lowered(strings.Replace(c.text, "let x1 = x0 * x0", "let x0 = x; x1 = x0 * x0", 1))
			require.NoError(t, err)
			stmts := 0
			for _, d := range u.Defs {
				stmts += d.Body.Count()
			}
			assert.LessOrEqual(t, stmts, c.stmts*n+100)
		})
	}
}

// chain repeats text with the numbers k and k+1, for k from 0, with "; "
// between bindings.
func chain(n int, text string) string {
	var b strings.Builder
	for k := range n {
		if k > 0 && strings.Contains(text, "=") && !strings.Contains(text, "let ") && !strings.Contains(text, "def ") && !strings.HasPrefix(text, "if ") {
			b.WriteString("; ")
		}
		if strings.Contains(text, "%[2]d") {
			fmt.Fprintf(&b, text, k, k+1)
		} else {
			fmt.Fprintf(&b, text, k)
		}
	}
	return b.String()
}
