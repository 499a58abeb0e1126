package inline_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/core"
	"procad/core/inline"
	"procad/internal/coretest"
)

// TestWeight counts terms: those of a function at each call, those of a short loop once for each iteration, up to a limit.
func TestWeight(t *testing.T) {
	weigh := func(text string, most int) int {
		p := coretest.Load(t, "def g(x: Real): Real = x * x + 1 def main(v: Real[n], x: Real): Real = "+text)
		return inline.NewWeigher(func(*core.Var) *core.Lambda { return nil }, 4, most).Weight(p.Lookup("main").Body)
	}
	const most = 1000
	call, twice := weigh("g(x)", most), weigh("g(x) + g(x)", most)
	assert.Greater(t, call, weigh("sin(x)", most)+3)
	assert.Equal(t, weigh("sin(x) + sin(x)", most)+2*(call-weigh("sin(x)", most)), twice)
	assert.Greater(t, weigh("sum(i < 3) g(v[i])", most), 2*weigh("sum(i < n) g(v[i])", most))
	assert.Equal(t, 6, weigh("g(x) + g(x)", 5))
}

// TestWeightOf: a binding weighs what it binds, and a name that is called nothing.
func TestWeightOf(t *testing.T) {
	of := func(text string) int {
		p := coretest.Load(t, "def g(x: Real): Real = x * x + 1 def main(x: Real): Real = "+text)
		return inline.Weight(p.Lookup("main").Body)
	}
	for text, want := range map[string]int{
		"x":                            1,
		"x * x + 1":                    5,
		"let y = x * x in y + y":       6,
		"let (a, b) = (x, 2) in a * b": 6, // a pair weighs 3
		"g(x * x)":                     4,
		"sum(i < 3) x":                 3,
	} {
		assert.Equal(t, want, of(text), text)
	}
}
