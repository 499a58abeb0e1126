package cse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/cse"
	"procad/core/eval"
	"procad/internal/coretest"
)

// TestGolden computes once what in.fun says several times, and leaves kept.fun as
// it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/cse/*.txtar", "once.fun", cse.Program)
}

// TestFails says which runs fail, as before.
func TestFails(t *testing.T) {
	const f = "def g(k: Int): Real = let _ = assert(k > 0, \"positive\") in real(k) def f(k: Int): Real = "
	for _, c := range []struct {
		text  string
		k     int64
		fails bool
	}{
		{"if k > 0 then g(k) + g(k) else 1.5", 0, false},
		{"(if k > 5 then g(k) else 1.5) + (if k > 6 then g(k) else 2.5)", 0, false},
		{"(if k > 5 then g(k) else 1.5) * g(k)", 0, true},
		{"if k > 5 then g(k) else (if k > 1 then g(k) else g(k) * 2)", 0, true},
		{"if k > 5 then g(k) else (if k > 1 then g(k) else 1.5)", 0, false},
		{"(sum(i < k) g(k)) + (sum(i < k) g(k))", 0, false},
		{"sum(i < k) (let k = k + i in g(k) * g(k))", 1, false},
	} {
		before, after := coretest.Load(t, f+c.text), coretest.Load(t, f+c.text)
		cse.Program(after)
		require.NoError(t, core.Check(after), coretest.Text(t, after))
		for _, p := range []*core.Program{before, after} {
			_, err := eval.Run(p.Lookup("f"), []eval.Value{c.k}, 1000)
			assert.Equal(t, c.fails, err != nil, "%d in %s: %v", c.k, coretest.Text(t, p), err)
		}
	}
}

// TestRounds takes calls in the arguments of calls, which are bound one by one.
func TestRounds(t *testing.T) {
	text := "x"
	for range 6 {
		text = fmt.Sprintf("sin(%s) * sin(%s)", text, text)
	}
	p := coretest.Load(t, "def f(x: Real): Real = "+text)
	cse.Program(p)
	assert.Equal(t, 6, strings.Count(coretest.Text(t, p), "sin("), coretest.Text(t, p))
}

// TestChain goes through a chain of cases, whose arms have arms, in little time.
func TestChain(t *testing.T) {
	var text strings.Builder
	text.WriteString("def f(x: Real): Real = ")
	for i := range 300 {
		fmt.Fprintf(&text, "if x > %d then sin(x) * sin(x) else ", 300-i)
	}
	p := coretest.Load(t, text.String()+"x")
	cse.Program(p)
	require.NoError(t, core.Check(p))
	assert.Equal(t, 300, strings.Count(coretest.Text(t, p), "sin(x)"))
}
