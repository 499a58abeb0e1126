package e2e_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/pipeline"
)

// A higher function is h(g: Real -> Real, x: Real, y: Real): Real by a sequence of operations, each of some of x, y and the results
// before it, so that its derivative can be written by the chain rule.
type higherFunction struct{ steps []higherStep }

type higherStep struct {
	op   string // g, sin, *, +
	i, j int    // of what; x and y are 0 and 1
}

func randomHigher(r *rand.Rand) *higherFunction {
	h := &higherFunction{}
	for k := range 3 + r.IntN(4) {
		h.steps = append(h.steps, higherStep{[]string{"g", "g", "sin", "*", "+"}[r.IntN(5)], r.IntN(2 + k), r.IntN(2 + k)})
	}
	last := len(h.steps) + 1 // and at the end g(last) + y * last
	h.steps = append(h.steps, higherStep{"g", last, 0}, higherStep{"*", 1, last}, higherStep{"+", last + 1, last + 2})
	return h
}

// values are bindings of the results, where g is called as call says.
func (h *higherFunction) values(call func(k int, s higherStep) string) string {
	var lines []string
	for k, s := range h.steps {
		v := k + 2
		switch s.op {
		case "g":
			lines = append(lines, call(v, s))
		case "sin":
			lines = append(lines, fmt.Sprintf("v%d = sin(v%d)", v, s.i))
		default:
			lines = append(lines, fmt.Sprintf("v%d = v%d %s v%d", v, s.i, s.op, s.j))
		}
	}
	return "let v0 = x; v1 = y; " + strings.Join(lines, "; ")
}

func (h *higherFunction) result() string { return fmt.Sprintf("v%d", len(h.steps)+1) }

func (h *higherFunction) plain() string {
	return h.values(func(v int, s higherStep) string { return fmt.Sprintf("v%d = g(v%d)", v, s.i) }) + " in " + h.result()
}

// cotangents are bindings of those of all values, by the chain rule in reverse, and the sum of those of what g captures.
func (h *higherFunction) cotangents(back func(v int, s higherStep) string) (binds, df string) {
	given := map[int][]string{len(h.steps) + 1: {"w"}}
	var lines, dfs []string
	for k := len(h.steps) - 1; k >= -2; k-- {
		v := k + 2
		sum := strings.Join(given[v], " + ")
		if sum == "" {
			sum = "0 * w"
		}
		lines = append(lines, fmt.Sprintf("c%d = %s", v, sum))
		if k < 0 {
			continue
		}
		switch s := h.steps[k]; s.op {
		case "g":
			lines = append(lines, back(v, s))
			dfs = append(dfs, fmt.Sprintf("df%d", v))
			given[s.i] = append(given[s.i], fmt.Sprintf("d%d", v))
		case "sin":
			given[s.i] = append(given[s.i], fmt.Sprintf("cos(v%d) * c%d", s.i, v))
		case "*":
			given[s.i] = append(given[s.i], fmt.Sprintf("v%d * c%d", s.j, v))
			given[s.j] = append(given[s.j], fmt.Sprintf("v%d * c%d", s.i, v))
		default:
			given[s.i] = append(given[s.i], fmt.Sprintf("c%d", v))
			given[s.j] = append(given[s.j], fmt.Sprintf("c%d", v))
		}
	}
	return strings.Join(lines, "; "), strings.Join(dfs, " + ")
}

// rule is the derivative of h as clauses, of one of four kinds.
func (h *higherFunction) rule(kind string) string {
	forward := func() string {
		tangents := []string{"t0 = dx", "t1 = dy"}
		for k, s := range h.steps {
			v := k + 2
			switch s.op {
			case "g":
				tangents = append(tangents, fmt.Sprintf("(_, t%d) = jvp(g)(v%d, dg, t%d)", v, s.i, s.i))
			case "sin":
				tangents = append(tangents, fmt.Sprintf("t%d = cos(v%d) * t%d", v, s.i, s.i))
			case "*":
				tangents = append(tangents, fmt.Sprintf("t%d = v%d * t%d + t%d * v%d", v, s.i, s.j, s.i, s.j))
			default:
				tangents = append(tangents, fmt.Sprintf("t%d = t%d + t%d", v, s.i, s.j))
			}
		}
		values := strings.TrimSuffix(h.plain(), " in "+h.result())
		return fmt.Sprintf("  forward(dg, dx, dy) = %s; %s in t%d\n", values, strings.Join(tangents, "; "), len(h.steps)+1)
	}
	switch kind {
	case "reverse":
		binds, df := h.cotangents(func(v int, s higherStep) string {
			return fmt.Sprintf("(_, (df%d, d%d)) = vjp(g)(v%d, c%d)", v, v, s.i, v)
		})
		values := strings.TrimSuffix(h.plain(), " in "+h.result())
		return fmt.Sprintf("  reverse(w) = %s; %s in (%s, c0, c1)\n", values, binds, df)
	case "split":
		left := []string{}
		values := h.values(func(v int, s higherStep) string { return fmt.Sprintf("(v%d, k%d) = split(g)(v%d)", v, v, s.i) })
		for v := range len(h.steps) + 2 {
			left = append(left, fmt.Sprintf("v%d", v))
		}
		for k, s := range h.steps {
			if s.op == "g" {
				left = append(left, fmt.Sprintf("k%d", k+2))
			}
		}
		binds, df := h.cotangents(func(v int, s higherStep) string { return fmt.Sprintf("(df%d, d%d) = pull(g)(k%d, c%d)", v, v, v, v) })
		residual := "(" + strings.Join(left, ", ") + ")"
		return fmt.Sprintf("  split = %s in (%s, %s)\n  reverse(%s, w) = let %s in (%s, c0, c1)\n", values, h.result(), residual, residual, binds, df)
	case "forward":
		return forward()
	}
	return forward() + h.rule("reverse")
}

// program calls h in several ways: of a function that captures, one that captures nothing, in a sum, a loop, and of one that calls h.
func (h *higherFunction) program(rule string) string {
	text := "def h(g: Real -> Real, x: Real, y: Real): Real = " + h.plain() + "\n"
	if rule != "" {
		text += "derivative h(g: Real -> Real, x: Real, y: Real)\n" + rule
	}
	return text + `
def wave(u: Real): Real = sin(u) * u
def f(a: Real, b: Real): Real = h(\u. a * sin(b * u), a, b) + h(wave, a, b)
def many(a: Real, b: Real): Real = (sum(i < 3) h(\u. a * u / (1 + real(i)) + b, cos(a), b)) + nTimes(2, a, \s. sin(h(\u. s * cos(u), s, b)))
def nested(a: Real, b: Real): Real = h(\u. sin(h(\v. sin(v) * u * a, u, b)), 0.5, a)
def third(a: Real, b: Real): Real = grad(\s. grad(\s. grad(\s. f(s, b))(s))(s))(a)
`
}

// TestOwnRulesOfHigherFunctions says that a function of functions whose rule is its derivative, by the chain rule, has the derivatives
// that it has without: of the first, second and third order, in both modes.
func TestOwnRulesOfHigherFunctions(t *testing.T) {
	t.Parallel()
	kinds := []string{"reverse", "split", "both", "forward"}
	for seed := range uint64(8) {
		h := randomHigher(rand.New(rand.NewPCG(seed, 17)))
		kind := kinds[seed%4]
		load := func(text string) *pipeline.Unit {
			u, err := pipeline.Load(&diag.Source{Name: "higher.fun", Text: text})
			require.NoError(t, err, text)
			return u
		}
		plain, ruled := load(h.program("")), load(h.program(h.rule(kind)))
		require.NotEmpty(t, ruled.Rules())
		const point = `{"a": 0.6, "b": 0.8}`
		for _, name := range []string{"f", "many", "nested"} {
			a, err := newSubject(plain, name, point)
			require.NoError(t, err)
			b, err := newSubject(ruled, name, point)
			require.NoError(t, err)
			sameDerivatives(t, a, b, name != "nested")
		}
		third := func(u *pipeline.Unit) float64 {
			d, err := u.Entry("third")
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Name: "data", Text: point}, u.Interface(d))
			require.NoError(t, err)
			y, err := u.Run(interp.New(u.Library.Def), d, args)
			require.NoError(t, err)
			return floatsOf(y)[0]
		}
		want := third(plain)
		assert.InDelta(t, want, third(ruled), 1e-8*(1+math.Abs(want)), kind)
	}
}
