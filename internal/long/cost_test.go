package long_test

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/long"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A size is what compiling a program makes.
type size struct {
	statements   int // of all procedures, derived ones included
	text         int // bytes of LLVM IR
	instructions int // lines of it
	longest      int // lines of its longest function
	inlined      int // lines after what LLVM is told to inline is inlined
}

func compile(t *testing.T, text string) size {
	u, err := pipeline.Load(&diag.Source{Name: "long.fun", Text: text})
	require.NoError(t, err)
	d, err := u.Entry("")
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	c, err := u.Combine(d, face)
	require.NoError(t, err)
	entries := []abi.Entry{{Func: c.Def.Name, Symbol: "gradient", Face: c.Face}, {Func: d.Name, Symbol: "value", Face: face}}
	var b bytes.Buffer
	require.NoError(t, llvm.Emit(&b, u.Library.Def, entries, llvm.Options{File: "long.fun", Main: true}))
	s := size{text: b.Len()}
	derived, err := u.Library.Finish()
	require.NoError(t, err)
	for _, made := range [][]*proc.Def{u.Program.Defs, derived} {
		for _, d := range made {
			s.statements += d.Body.Count()
		}
	}
	here := 0
	for line := range strings.Lines(b.String()) {
		s.instructions++
		here++
		if strings.HasPrefix(line, "define ") {
			here = 0
		}
		s.longest = max(s.longest, here)
	}
	s.inlined = inlined(b.String())
	return s
}

// called finds the name of a function that a line of LLVM IR defines or calls.
var called = regexp.MustCompile(`^(?:define|\s.*\bcall) [^@]*@([^(]+)\(`)

// inlined is how many lines LLVM IR has after all calls of functions with the attribute alwaysinline are inlined.
func inlined(text string) int {
	lines, callees, always := map[string]int{}, map[string][]string{}, map[string]bool{}
	var in string
	var names []string
	for line := range strings.Lines(text) {
		name := ""
		if m := called.FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		switch {
		case strings.HasPrefix(line, "define "):
			in = name
			names = append(names, in)
			always[in] = strings.Contains(line, " alwaysinline")
		case name != "":
			callees[in] = append(callees[in], name)
		}
		lines[in]++
	}
	full := map[string]int{}
	var count func(name string) int
	count = func(name string) int {
		if full[name] == 0 {
			n := lines[name]
			for _, c := range callees[name] {
				if always[c] {
					n = min(n+count(c), math.MaxInt32)
				}
			}
			full[name] = n
		}
		return full[name]
	}
	total := 0
	for _, name := range names {
		if !always[name] {
			total += count(name)
		}
	}
	return total
}

// linear are the sizes at which what a shape becomes is compared, and how many
// instructions it may have for each operation.
var linear = map[string]struct{ n, instructions int }{
	"line":         {3000, 10},
	"web":          {3000, 10},
	"nest":         {1500, 14},
	"sum":          {3000, 14},
	"operators":    {3000, 14},
	"calls":        {600, 500},
	"twice":        {60, 800},
	"params":       {1000, 60},
	"tuple":        {500, 60}, // with more, its function is not written where it is called
	"fields":       {32, 250},
	"constructors": {16, 3500},
}

// longest are the shapes with a long function in any case: it copies words of parameters and results one by one.
var longest = map[string]int{"params": 25_000, "tuple": 25_000, "constructors": 17_000}

// TestLinear doubles a program: what compiling makes of it no more than
// doubles, and functions do not grow.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, s := range long.Shapes {
		at, ok := linear[s.Name]
		if !ok {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			one, two := compile(t, s.Text(at.n)), compile(t, s.Text(2*at.n))
			t.Logf("%d: %+v", at.n, one)
			t.Logf("%d: %+v", 2*at.n, two)
			twice := func(one, two int) { assert.LessOrEqual(t, float64(two), 2.2*float64(one)) }
			twice(one.statements, two.statements)
			twice(one.text, two.text)
			twice(one.instructions, two.instructions)
			twice(one.inlined, two.inlined)
			assert.LessOrEqual(t, two.instructions, at.instructions*2*at.n)
			assert.LessOrEqual(t, two.longest, cmp.Or(longest[s.Name], 16000))
		})
	}
}

// TestElseIfMemory bounds what writing the code of a chain of else-if allocates for each branch: none keeps a
// list of what is in the branches in it.
func TestElseIfMemory(t *testing.T) {
	const branches, bound = 500, 175e3
	u, err := pipeline.Load(&diag.Source{Name: "long.fun", Text: long.ElseIf(branches)})
	require.NoError(t, err)
	d, err := u.Entry("")
	require.NoError(t, err)
	entries := []abi.Entry{{Func: deriv.Grad.Of(d.Name), Symbol: "gradient"}}
	require.NoError(t, llvm.Emit(io.Discard, u.Library.Def, entries, llvm.Options{})) // which derives it
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.NoError(t, llvm.Emit(io.Discard, u.Library.Def, entries, llvm.Options{}))
	runtime.ReadMemStats(&after)
	assert.LessOrEqual(t, float64(after.TotalAlloc-before.TotalAlloc)/branches, bound)
}

// TestCases says that no branch hands on, word by word, what all branches in it
// leave, and that the gradient is right where what they leave is on stacks. Only
// chains that are longer yet cost twice as much with twice the branches.
func TestCases(t *testing.T) {
	one, two := compile(t, long.Cases(100)), compile(t, long.Cases(200))
	assert.LessOrEqual(t, float64(two.instructions), 5*float64(one.instructions))

	u, err := pipeline.Load(&diag.Source{Name: "long.fun", Text: long.Cases(200)})
	require.NoError(t, err)
	m := interp.New(u.Library.Def)
	for _, x := range []float64{-1, 70.5, 150.25, 250} {
		got, err := m.Call(proc.MustParseFunc("rev$f"), nil, data.Tuple(data.Tuple(data.Real(x), data.Real(3)), data.Real(1)))
		require.NoError(t, err)
		k := math.Floor(x) + 2
		dx, dy := k*math.Cos(x*k)*3, math.Sin(x*k)
		switch {
		case x < 0:
			dx, dy = 3*math.Cos(x), math.Sin(x)
		case k > 200:
			dx, dy = 0, 1
		}
		assert.InDelta(t, dx, math.Float64frombits(got.Words[1]), 1e-9)
		assert.InDelta(t, dy, math.Float64frombits(got.Words[2]), 1e-9)
	}
}
