package lower_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// statements are what a program does, without names.
func statements(t *testing.T, program string) string {
	lowered := text(t, load(t, program).Program)
	var kept []string
	call := regexp.MustCompile(`= ([A-Z][a-z0-9]* ?[a-z0-9]*)`)
	for line := range strings.Lines(lowered) {
		if m := call.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, "params") {
			kept = append(kept, strings.Fields(m[1])[0])
			if strings.HasPrefix(m[1], "Call ") {
				kept[len(kept)-1] = m[1]
			}
		}
	}
	return strings.Join(kept, "\n")
}

// A record of arrays is as good as a parameter for each of them, through lets, states of loops
// and calls; a record as an element is as good as a tuple.
func TestRecordsCostNothing(t *testing.T) {
	for _, c := range [][2]string{
		{`type C = { w: Real[_], b: Real, k: Int }
def step(c: C, z: Real): C = { c with b: z * c.b }
def f(c: C, x: Real[n]): Real = let d = nTimes(3, step(c, 2), \s. { s with b: s.b * x[0] }) in (sum(i < n) d.w[i] * x[i] * d.b) + real(d.k)`,
			`def step(w: Real[_], b: Real, k: Int, z: Real): (Real[_], Real, Int) = (w, z * b, k)
def f(w: Real[_], b: Real, k: Int, x: Real[n]): Real =
  let (w', b', k') = nTimes(3, step(w, b, k, 2), \(w, b, k). (w, b * x[0], k)) in (sum(i < n) w'[i] * x[i] * b') + real(k')`},
		{`type P = { u: Real, v: Real }
def f(p: P[n]): P[n] = [{ u: p[i].v, v: p[i].u * p[i].v } for i < n]`,
			`def f(p: (Real, Real)[n]): (Real, Real)[n] = [let (_, v) = p[i]; (u, _) = p[i]; (_, v') = p[i] in (v, u * v') for i < n]`},
		// What a case finds has no name: a pattern takes it apart, and it is also used whole.
		{`type P = { u: Real, v: Real }
type Q = | C(P)
def f(q: Q + Real): Real = case q of Inl C(p) -> (let r = nTimes(2, p, \s. { s with u: p.u }) in r.u), Inr x -> x`,
			`def f(q: (Real, Real) + Real): Real = case q of Inl (u, v) -> (let (u', _) = nTimes(2, (u, v), \(_, v). (u, v)) in u'), Inr x -> x`},
	} {
		assert.NotEmpty(t, statements(t, c[0]))
		assert.Equal(t, statements(t, c[1]), statements(t, c[0]), c[0])
	}
}
