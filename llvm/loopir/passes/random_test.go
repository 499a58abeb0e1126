package passes

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/llvm/loopir/run"
	"procad/prim"
	"procad/proc"
)

var randomPrograms = flag.Int("loopir.programs", 400, "how many random programs TestRandom runs before and after the passes")

// A writer writes a random function: loops in one another, with sums and comparisons of indices and of parameters, reads
// at such indices, and a sum of what is read.
type writer struct {
	r     *rand.Rand
	lines strings.Builder
	ints  []string // that may be used
	count []string // that may be numbers of iterations: they are small
	n     int
	deep  int
	adds  bool // it adds to an accumulator
}

func (w *writer) line(depth int, format string, args ...any) {
	fmt.Fprintf(&w.lines, strings.Repeat("  ", depth)+format+"\n", args...)
}

func (w *writer) fresh() string { w.n++; return fmt.Sprint("t", w.n) }

func (w *writer) pick(list []string) string { return list[w.r.IntN(len(list))] }

// int writes an Int, and returns its name.
func (w *writer) int(depth int) string {
	if w.r.IntN(3) > 0 {
		return w.ints[max(0, len(w.ints)-1-w.r.IntN(5))]
	}
	t := w.fresh()
	x, y := w.pick(w.ints), w.pick(w.ints)
	if w.r.IntN(2) == 0 {
		y = fmt.Sprint(w.r.IntN(3))
	}
	if w.r.IntN(12) == 0 {
		y = fmt.Sprint([]int64{1 << 62, 512, 1 << 20, -5}[w.r.IntN(4)])
	}
	w.line(depth, "%s = %s %s, %s", t, []string{"add", "add", "sub", "add", "sub", "sub", "mul", "max", "min"}[w.r.IntN(9)], x, y)
	w.ints = append(w.ints, t)
	return t
}

// read writes a read with its check.
func (w *writer) read(depth int) string {
	i, v := w.int(depth), w.r.IntN(2)
	t := w.fresh()
	w.line(depth, "check %s < %s index-range at %d:1", i, []string{"n", "m"}[v], w.n)
	w.line(depth, "%s = load %s[%s]", t, []string{"vx", "vy"}[v], i)
	return t
}

// added writes what adds to elements of an accumulator: one, or neighbours.
func (w *writer) added(depth int) {
	i := w.int(depth)
	if w.r.IntN(2) == 0 {
		i = w.pick(w.ints)
	}
	w.line(depth, "check %s < n index-range at %d:1", i, w.n)
	x := w.read(depth)
	w.line(depth, "accum vz[%s] += %s", i, x)
	for range w.r.IntN(4) {
		k := w.fresh()
		w.line(depth, "%s = add %s, %d", k, i, w.r.IntN(4)-1)
		w.line(depth, "check %s < n index-range at %d:1", k, w.n)
		if w.r.IntN(2) == 0 {
			x = w.read(depth)
		}
		w.line(depth, "accum vz[%s] += %s", k, x)
	}
}

// ranged writes a read behind comparisons that are near its check, and may overflow.
//
//	if 0 <= a && a + p < n { check a + q < n; … }
func (w *writer) ranged(depth int) string {
	a, n, e, low, high, both, t := w.pick(w.ints), []string{"n", "m"}[w.r.IntN(2)], w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	ints := len(w.ints)
	w.line(depth, "%s = add %s, %d", e, a, w.r.IntN(3))
	if w.r.IntN(3) == 0 { // both sides with something that is added to them
		z, l, m, o, p := w.pick([]string{"c", "d"}), w.fresh(), w.fresh(), w.fresh(), w.fresh()
		w.line(depth, "%s = add %s, %s", l, a, z)
		w.line(depth, "%s = le %s, %s", low, z, l)
		w.line(depth, "%s = add %s, %s", m, e, z)
		w.line(depth, "%s = add %s, %s", o, n, z)
		w.line(depth, "%s = lt %s, %s", p, m, o)
		high = p
	} else {
		w.line(depth, "%s = le %d, %s", low, w.r.IntN(2), a)
		w.line(depth, "%s = lt %s, %s", high, e, n)
	}
	w.line(depth, "%s = and %s, %s", both, low, high)
	w.line(depth, "%s = if %s", t, both)
	i, x := w.fresh(), w.fresh()
	w.line(depth+1, "%s = add %s, %d", i, a, w.r.IntN(3))
	w.line(depth+1, "check %s < %s index-range at %d:1", i, n, w.n)
	w.line(depth+1, "%s = load v%s[%s]", x, map[string]string{"n": "x", "m": "y"}[n], i)
	w.line(depth+1, "yield %s", x)
	w.line(depth, "else")
	w.line(depth+1, "yield 1.0")
	w.ints = w.ints[:ints]
	return t
}

// condition writes a comparison.
func (w *writer) condition(depth int) string {
	x, y, t := w.int(depth), w.int(depth), w.fresh()
	switch w.r.IntN(6) {
	case 0, 1, 2:
		y = fmt.Sprint(w.r.IntN(4))
	case 3:
		y = fmt.Sprint([]int64{-1 << 63, -1<<63 + 1, 1<<63 - 1, 1 << 62, 1 << 55, 1<<40 - 1}[w.r.IntN(6)])
		if w.r.IntN(2) == 0 {
			x, y = y, x
		}
	}
	w.line(depth, "%s = %s %s, %s", t, []string{"lt", "le", "eq"}[w.r.IntN(3)], x, y)
	if w.r.IntN(4) == 0 {
		u := w.fresh()
		w.line(depth, "%s = not %s", u, t)
		return u
	}
	if w.r.IntN(4) == 0 {
		c, u := w.condition(depth), w.fresh()
		w.line(depth, "%s = %s %s, %s", u, []string{"and", "or"}[w.r.IntN(2)], t, c)
		return u
	}
	return t
}

// real writes a Real: a read, a choice or a loop.
func (w *writer) real(depth int) string {
	ints, count := len(w.ints), len(w.count)
	back := func() { w.ints, w.count = w.ints[:ints], w.count[:count] }
	switch k := w.r.IntN(16); {
	case k == 15 && depth < 7:
		return w.rows(depth)
	case k == 14 && depth < 7:
		return w.edges(depth)
	case k < 2 || depth > 7:
		return w.read(depth)
	case k < 3 && w.adds:
		w.added(depth)
		return w.read(depth)
	case k == 10:
		return w.largest(depth)
	case k == 13 && w.r.IntN(2) == 0:
		return w.chosen(depth)
	case k == 13:
		return w.ends(depth)
	case k == 9 && depth < 6 && w.r.IntN(2) == 0:
		return w.states(depth)
	case k == 12:
		return w.observed(depth)
	case k == 11 && (depth > 2 || w.r.IntN(2) == 0):
		return w.stencil(depth)
	case k == 11:
		return w.tables(depth)
	case k < 4:
		return w.ranged(depth)
	case k < 6:
		c, t := w.condition(depth), w.fresh()
		ints = len(w.ints)
		w.line(depth, "%s = if %s", t, c)
		w.line(depth+1, "yield %s", w.real(depth+1))
		back()
		w.line(depth, "else")
		w.line(depth+1, "yield %s", w.sum(depth+1))
		back()
		return t
	}
	if w.deep == 3 {
		return w.read(depth)
	}
	w.deep++
	t, i, s, n := w.fresh(), w.fresh(), w.fresh(), w.pick(w.count)
	if w.r.IntN(3) == 0 {
		k := w.fresh()
		w.line(depth, "%s = add %s, %d", k, n, w.r.IntN(4)-1)
		n = k
	}
	from := ""
	if w.r.IntN(5) == 0 { // from an Int on, up to the larger of two
		from = w.fresh()
		high, count := w.fresh(), w.fresh()
		w.line(depth, "%s = max 0, %s", from, w.pick(w.ints))
		w.line(depth, "%s = max %s, %s", high, from, n)
		w.line(depth, "%s = sub %s, %s", count, high, from)
		n = count
	}
	ints = len(w.ints)
	w.line(depth, "check %s >= 0 negative-count at %d:1", n, w.n)
	w.line(depth, "%s = for %s %s < %s (%s = 0.0)", t, []string{"free", "seq"}[w.r.IntN(2)], i, n, s)
	w.ints, w.count = append(w.ints, i), append(w.count, i)
	if from != "" {
		k := w.fresh()
		w.line(depth+1, "%s = add %s, %s", k, from, i)
		w.ints = append(w.ints, k)
	}
	u := w.fresh()
	y := w.sum(depth + 1)
	w.line(depth+1, "%s = add %s, %s", u, s, y)
	w.line(depth+1, "yield %s", u)
	back()
	w.deep--
	return t
}

// sum writes a sum of some Reals.
func (w *writer) sum(depth int) string {
	x := w.real(depth)
	for range w.r.IntN(3) {
		y, t := w.real(depth), w.fresh()
		w.line(depth, "%s = add %s, %s", t, x, y)
		x = t
	}
	return x
}

// function is a random function of two arrays, of numbers k and l that are small, and of c and d, which may be any Ints.
func function(r *rand.Rand) string {
	w := &writer{r: r, adds: r.IntN(2) == 0, ints: []string{"n", "m", "k", "l", "c", "d"}, count: []string{"k", "l", "k", "l", "n", "m"}}
	w.line(0, "func f(x: &real*, n: int, y: &real*, m: int, z: +real*, o: int, q: &int*, p: int, k: int, l: int, c: int, d: int) -> (real)")
	w.line(1, "vx = view x[n]")
	w.line(1, "vy = view y[m]")
	w.line(1, "vp = view q[p]")
	w.line(1, "check o == n sizes-disagree")
	w.line(1, "vz = view z[n]")
	w.line(1, "h = shr n, 1")
	w.line(1, "wx = view x[2, h]")
	w.line(1, "wz = view z[2, h]")
	if r.IntN(3) == 0 {
		w.line(1, "check n == m sizes-disagree at 999:1")
	}
	w.line(1, "return %s", w.sum(1))
	return w.lines.String()
}

// randomFunction is such a function for callers from outside.
func randomFunction() *proc.Def {
	array := proc.NewArray(1, proc.Real)
	return &proc.Def{
		Name: proc.MustParseFunc("f"), Out: proc.Var{Name: "r", Type: proc.Real},
		Zone: []proc.Ref{{Name: "x", Mode: proc.Shared, Type: array}, {Name: "y", Mode: proc.Shared, Type: array}, {Name: "z", Mode: proc.Accumulator, Type: array}, {Name: "q", Mode: proc.Shared, Type: proc.NewArray(1, proc.Int)}},
		In:   proc.Var{Name: "a", Type: proc.NewTuple(proc.Int, proc.Int, proc.Int, proc.Int)},
	}
}

// TestRandom says that passes change neither the value nor the run-time error, its position included.
//
//	run (passes p) x = run p x
func TestRandom(t *testing.T) {
	def := randomFunction()
	defer func(bits, least int, few uint64) { partBits, leastParted, fewIterations = bits, least, few }(partBits, leastParted, fewIterations)
	partBits, leastParted, fewIterations = 1, 2, 3
	values, failures, proven := 0, map[string]int{}, map[loopir.Proof]int{}
	splits, buffered, largest, folded, vectors, ordered, kept, inspected, masked, unstacked, uncarried := 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	for seed := range *randomPrograms {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		text := function(r)
		parsed := func() *loopir.Program {
			p, err := loopir.Parse(&diag.Source{Name: "random", Text: text})
			require.NoError(t, err, text)
			require.NoError(t, p.Check(), text)
			return p
		}
		before, after := parsed(), parsed()
		_, err := Run(after, Options{Lanes: 4})
		require.NoError(t, err, text)
		after.Funcs[0].Body.Walk(func(op *loopir.Op) {
			if op.Kind == loopir.Check {
				proven[op.Claim.Proof]++
			}
			switch {
			case op.Hint == loopir.Rolled:
				splits++
			case op.Kind == loopir.Local:
				buffered++
			case op.Kind == loopir.Max:
				largest++
			case op.Kind == loopir.For && len(op.Outs) == 2 && op.Order == loopir.Free && op.Outs[1].Type == loopir.BoolType:
				folded++
			case op.Kind == loopir.Reduce && len(op.Args) == 2:
				ordered++
			case op.Kind == loopir.Reduce:
				vectors++
			case op.Kind == loopir.For && op.Order == loopir.Slide:
				kept++
			case op.Kind == loopir.For && len(op.Outs) > 0 && op.Outs[0].Type == loopir.BoolType:
				inspected++
			case op.Mask != nil:
				masked++
			}
		})
		if carriesAny(before, loopir.Buffer) && !carriesAny(after, loopir.Buffer) {
			uncarried++
		}
		if carriesAny(before, loopir.Stack) && !carriesAny(after, loopir.Stack) {
			unstacked++
		}
		for range 12 {
			zone, arg := arguments(r)
			sums, others := data.Reals(make([]float64, zone[0].Array().Dims[0]), zone[0].Array().Dims[0]), data.Reals(make([]float64, zone[0].Array().Dims[0]), zone[0].Array().Dims[0])
			want, wantErr := run.New(before).Call(def, append(zone[:2:2], sums, zone[2]), arg.Clone())
			got, gotErr := run.New(after).Call(def, append(zone[:2:2], others, zone[2]), arg.Clone())
			if failure, ok := errors.AsType[*prim.RuntimeError](wantErr); ok {
				failures[failure.Code()]++
				other, _ := errors.AsType[*prim.RuntimeError](gotErr)
				require.Equal(t, failure, other, "program %d: %s%v %v", seed, text, zone, arg)
				continue
			}
			require.NoError(t, wantErr)
			require.NoError(t, gotErr, "program %d: %s%v %v", seed, text, zone, arg)
			require.Equal(t, want.Words, got.Words, "program %d: %s%v %v", seed, text, zone, arg)
			require.Equal(t, sums.Array().Leaves, others.Array().Leaves, "program %d: %s%v %v", seed, text, zone, arg)
			values++
		}
	}
	t.Logf("%d values, run-time errors: %v; checks kept, implied, guarded: %v; %d loops begin later, %d buffers, %d maxima, %d folds to them, %d sums of lanes, %d in order, %d loops keep a read, %d are inspected, %d operations are masked, %d programs have no stacks any more, %d carry no buffers", values, failures, proven, splits, buffered, largest, folded, vectors, ordered, kept, inspected, masked, unstacked, uncarried)
	assert.Positive(t, splits)
	assert.Positive(t, buffered)
	assert.Positive(t, largest)
	assert.Positive(t, folded)
	assert.Positive(t, vectors)
	assert.Positive(t, ordered)
	assert.Positive(t, kept)
	assert.Positive(t, inspected)
	assert.Positive(t, masked)
	assert.Positive(t, unstacked)
	assert.Positive(t, uncarried)
	assert.Greater(t, values, *randomPrograms)
	assert.Greater(t, failures["index-range"], *randomPrograms)
}

// arguments are two arrays of Reals, one of Ints, and four Ints.
func arguments(r *rand.Rand) (zone []data.Value, arg data.Value) {
	size := func() int {
		switch r.IntN(8) {
		case 0:
			return 32 + r.IntN(12) // rows of two for a block of several vectors
		case 1, 2, 3:
			return 12 + r.IntN(12)
		}
		return r.IntN(7)
	}
	n := size()
	for range 2 {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(r.IntN(100))
		}
		zone = append(zone, data.Reals(xs, n))
		if r.IntN(2) == 0 {
			n = size()
		}
	}
	indices := make([]int64, r.IntN(20))
	for i := range indices {
		indices[i] = int64(r.IntN(5))
		if r.IntN(30) == 0 {
			indices[i] = int64(r.IntN(40) - 2)
		}
	}
	zone = append(zone, data.Ints(indices, len(indices)))
	wide := func() int64 {
		if r.IntN(3) > 0 {
			return int64(r.IntN(7) - 1)
		}
		return []int64{1 << 62, -1 << 63, 1<<63 - 1, -1 << 62, 1 << 40, 1<<40 + 1, -1<<63 + 2}[r.IntN(7)] + int64(r.IntN(3))
	}
	small := func() int64 { return int64(r.IntN(6)) - int64(r.IntN(8)/7) }
	return zone, data.Tuple(data.Int(small()), data.Int(small()), data.Int(wide()), data.Int(wide()))
}
