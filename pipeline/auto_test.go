package pipeline

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/loops"
	"procad/proc"
)

// consecutiveLoops is a function that runs n loops, one after the other.
func consecutiveLoops(t *testing.T, n int) *auto {
	t.Helper()
	var text strings.Builder
	text.WriteString("def f(x: Real[n], steps: Int): Real =\n")
	state := "x"
	for i := range n {
		next := fmt.Sprintf("v%d", i)
		fmt.Fprintf(&text, "  let %s = nTimes(steps, %s, \\v. [v[i] + 0.1 * sin(v[i]) for i < n]) in\n", next, state)
		state = next
	}
	fmt.Fprintf(&text, "  sum(i < n) %s[i]\n", state)
	u, err := Load(&diag.Source{Name: "f.fun", Text: text.String()})
	require.NoError(t, err)
	d, err := u.Entry("f")
	require.NoError(t, err)
	a, err := u.newAuto(d, argsOf(t, u, d))
	require.NoError(t, err)
	require.Len(t, a.loops, n)
	return a
}

// Ten loops have millions of combinations of strategies: no more than mostPlans are looked at.
func TestAutoBoundsPlans(t *testing.T) {
	a := consecutiveLoops(t, 10)
	assert.Greater(t, a.combinations(), mostPlans)
	p, least, err := a.fastest(0)
	require.NoError(t, err)
	assert.Nil(t, p)
	fast, most, err := a.fastest(math.MaxInt64)
	require.NoError(t, err)
	require.NotNil(t, fast)
	require.Less(t, least, most)

	p, _, err = a.fastest(least)
	require.NoError(t, err)
	require.NotNil(t, p, "what keeps least fits")
	slow := p.time
	memory := (least + most) / 2
	p, _, err = a.fastest(memory)
	require.NoError(t, err)
	require.NotNil(t, p)
	peak, err := a.peak(p.strategies)
	require.NoError(t, err)
	assert.LessOrEqual(t, peak, memory)
	assert.Less(t, p.time, slow, "memory is used for time")
	assert.LessOrEqual(t, len(a.peaks), mostPlans)

	a = consecutiveLoops(t, 10) // without strategies
	d, err := a.unit.Auto(a.def, argsOf(t, a.unit, a.def), memory)
	require.NoError(t, err)
	assert.False(t, d.All)
	assert.LessOrEqual(t, d.Peak, memory)
	for _, s := range loops.Sites(a.unit.Program) {
		assert.Contains(t, a.unit.Why(&LoopPlan{Site: s}), "not all combinations of strategies for 10 loops were tried")
	}
}

// Where there are few combinations, the choice for one loop after the other is compared with the
// fastest of all.
func TestAutoByLoop(t *testing.T) {
	a := consecutiveLoops(t, 3)
	require.LessOrEqual(t, a.combinations(), mostPlans)
	_, least, err := a.fastest(0)
	require.NoError(t, err)
	_, most, err := a.byLoop(math.MaxInt64)
	require.NoError(t, err)
	for part := range int64(8) {
		memory := least + (most-least)*part/7
		best, _, err := a.fastest(memory)
		require.NoError(t, err)
		p, _, err := a.byLoop(memory)
		require.NoError(t, err)
		require.NotNil(t, p)
		peak, err := a.peak(p.strategies)
		require.NoError(t, err)
		assert.LessOrEqual(t, peak, memory)
		assert.GreaterOrEqual(t, p.time, best.time)
		assert.LessOrEqual(t, p.time, 2*best.time, "with %d bytes: %v, not %v", memory, p.strategies, best.strategies)
	}
}

func argsOf(t *testing.T, u *Unit, d *proc.Def) *data.Args {
	t.Helper()
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: `{"x": [1, 2, 3, 4, 5, 6, 7, 8], "steps": 400}`}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	return args
}
