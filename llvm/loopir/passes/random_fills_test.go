package passes

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// A fillWriter writes a function with a buffer b of n · m elements, which is filled or not, and then read, set and added to in loops.
type fillWriter struct {
	r     *rand.Rand
	lines strings.Builder
	n     int
	adds  bool // it only adds, so that loops may be free
	sets  bool // what comes first sets
}

func (w *fillWriter) kind(add, set string) string {
	if w.sets && !w.adds {
		return set
	}
	return add
}

func (w *fillWriter) line(depth int, format string, args ...any) {
	fmt.Fprintf(&w.lines, strings.Repeat("  ", depth)+format+"\n", args...)
}

func (w *fillWriter) fresh() string { w.n++; return fmt.Sprint("t", w.n) }

func (w *fillWriter) one(list ...string) string { return list[w.r.IntN(len(list))] }

// An index is in range of n, or of m, or a check ends the run.
func (w *fillWriter) index(depth int, dim string, loops []string) string {
	if len(loops) > 0 && w.r.IntN(7) > 0 {
		i := loops[w.r.IntN(len(loops))]
		switch w.r.IntN(10) {
		case 0:
			last, k := w.fresh(), w.fresh()
			w.line(depth, "%s = sub %s, 1", last, dim)
			w.line(depth, "%s = sub %s, %s", k, last, i)
			return k
		case 1:
			k := w.fresh()
			w.line(depth, "%s = sub %s, %d", k, i, w.r.IntN(2))
			return k
		case 2:
			k := w.fresh()
			w.line(depth, "check %s < o index-range at %d:1", i, w.n)
			w.line(depth, "%s = load w[%s]", k, i)
			return k
		}
		return i
	}
	return fmt.Sprint(w.r.IntN(2))
}

// access reads, sets or adds to an element.
func (w *fillWriter) access(depth int, loops []string) {
	i, j := w.index(depth, "n", loops[:min(1, len(loops))]), w.index(depth, "m", loops[min(1, len(loops)):])
	w.line(depth, "check %s < n index-range at %d:1", i, w.n)
	w.line(depth, "check %s < m index-range at %d:2", j, w.n)
	x := w.one("1.5", "-0.0", "x")
	switch k := w.r.IntN(5); {
	case w.adds || k < 2:
		w.line(depth, "accum v[%s, %s] += %s", i, j, x)
	case k < 4:
		w.line(depth, "store v[%s, %s] = %s", i, j, x)
	default:
		t := w.fresh()
		w.line(depth, "%s = load v[%s, %s]", t, i, j)
		w.line(depth, "accum z[] += %s", t)
	}
}

// some writes accesses, choices and loops over the second index.
func (w *fillWriter) some(depth int, loops []string) {
	for range 1 + w.r.IntN(3) {
		switch k := w.r.IntN(8); {
		case k < 4 && len(loops) < 3:
			j := w.fresh()
			w.line(depth, "for seq %s < %s ()", j, w.one("m", "m", "m", "m", "2"))
			w.some(depth+1, append(loops[:len(loops):len(loops)], j))
			w.line(depth+1, "yield")
		case k == 4 && len(loops) > 0:
			c := w.fresh()
			w.line(depth, "%s = lt %s, 1", c, loops[w.r.IntN(len(loops))])
			w.line(depth, "if %s", c)
			w.access(depth+1, loops)
			w.line(depth+1, "yield")
			w.line(depth, "else")
			w.line(depth+1, "yield")
		default:
			w.access(depth, loops)
		}
	}
}

// fill fills b, so that all of it is there.
func (w *fillWriter) fill(depth int) {
	if w.r.IntN(3) == 0 {
		w.line(depth, "clear b, d")
		return
	}
	i, j, x := w.fresh(), w.fresh(), w.one("0.0", "0.0", "x")
	w.line(depth, "for free %s < n ()", i)
	w.line(depth+1, "for free %s < m ()", j)
	w.line(depth+2, "store v[%s, %s] = %s", i, j, x)
	w.line(depth+2, "yield")
	w.line(depth+1, "yield")
}

// function writes the whole.
func (w *fillWriter) function() string {
	w.line(0, "func f(q: &int*, o: int, z: +real*, n: int, m: int, x: real) -> (real)")
	w.line(1, "check n >= 0 negative-count at 1:1")
	w.line(1, "check m >= 0 negative-count at 1:2")
	w.line(1, "check o >= 0 negative-count implied")
	w.line(1, "w = view q[o]")
	w.line(1, "check n * m fits size-overflow at 1:3")
	w.line(1, "d = mul n, m")
	w.line(1, "b: real* = alloc d at 1:4")
	w.line(1, "v = view b[n, m]")
	w.fill(1)
	for range 1 + w.r.IntN(2) {
		w.adds, w.sets = w.r.IntN(3) == 0, w.r.IntN(3) == 0
		i := w.fresh()
		w.line(1, "for %s %s < %s ()", map[bool]string{true: "free", false: "seq"}[w.adds], i, w.one("n", "n", "n", "n", "m"))
		if w.r.IntN(2) == 0 { // something that may set all elements first
			j := w.fresh()
			w.line(2, "for seq %s < m ()", j)
			w.line(3, "check %s < n index-range at %d:1", i, w.n)
			w.line(3, "%s v[%s, %s] %s %s", w.kind("accum", "store"), i, j, w.kind("+=", "="), w.one("x", "1.5", "-0.0"))
			for range w.r.IntN(3) {
				w.access(3, []string{i, j})
			}
			w.line(3, "yield")
		}
		if w.r.IntN(2) == 0 {
			w.some(2, []string{i})
		}
		w.line(2, "yield")
		if w.r.IntN(2) == 0 {
			w.fill(1)
		}
	}
	if w.r.IntN(4) > 0 {
		w.line(1, "for seq i < n ()")
		w.line(2, "for seq j < m ()")
		w.line(3, "y = load v[i, j]")
		w.line(3, "accum z[] += y")
		w.line(3, "l = div 1.0, y")
		w.line(3, "accum z[] += l")
		w.line(3, "yield")
		w.line(2, "yield")
	}
	w.line(1, "release b")
	w.line(1, "return x")
	return w.lines.String()
}

// TestRandomFills says that dead-stores changes nothing, not even the sign of a zero, of which the functions add up quotients.
//
//	run (dead-stores p) x = run p x
func TestRandomFills(t *testing.T) {
	def := &proc.Def{
		Name: proc.MustParseFunc("f"), Out: proc.Var{Name: "r", Type: proc.Real},
		Zone: []proc.Ref{{Name: "q", Mode: proc.Shared, Type: proc.NewArray(1, proc.Int)}, {Name: "z", Mode: proc.Accumulator, Type: proc.Real}},
		In:   proc.Var{Name: "a", Type: proc.NewTuple(proc.Int, proc.Int, proc.Real)},
	}
	count := func(p *loopir.Program, kinds ...loopir.Kind) (n int) {
		p.Funcs[0].Body.Walk(func(op *loopir.Op) {
			if slices.Contains(kinds, op.Kind) {
				n++
			}
		})
		return n
	}
	set, cleared, ended, values, failed := 0, 0, 0, 0, 0
	for seed := range 5 * *randomPrograms {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		text := (&fillWriter{r: r}).function()
		parsed := func() *loopir.Program {
			p, err := loopir.Parse(&diag.Source{Name: "random", Text: text})
			require.NoError(t, err, text)
			require.NoError(t, p.Check(), text)
			return p
		}
		before, after := parsed(), parsed()
		deadStores(after, Options{}, nil)
		require.NoError(t, after.Check(), text)
		switch adds, fewer := count(after, loopir.Accum), count(before, loopir.Accum); {
		case adds < fewer && count(after, loopir.Store) > count(before, loopir.Store)-1:
			set++
		case count(after, loopir.Clear) < count(before, loopir.Clear):
			cleared++
		case adds < fewer || count(after, loopir.Store) < count(before, loopir.Store):
			ended++
		}
		for range 6 {
			ints := make([]int64, 4)
			for k := range ints {
				ints[k] = int64(r.IntN(2))
			}
			arg := data.Tuple(data.Int(int64(r.IntN(5))), data.Int(int64(r.IntN(5))), data.Real([]float64{0.5, math.Copysign(0, -1)}[r.IntN(2)]))
			call := func(p *loopir.Program) (uint64, error) {
				zone := []data.Value{data.Ints(ints, len(ints)), data.Real(0)}
				_, err := run.New(p).Call(def, zone, arg.Clone())
				return zone[1].Words[0], err
			}
			want, wantErr := call(before)
			got, gotErr := call(after)
			if failure, ok := errors.AsType[*prim.RuntimeError](wantErr); ok {
				other, _ := errors.AsType[*prim.RuntimeError](gotErr)
				require.Equal(t, failure, other, "program %d: %s%v %v", seed, text, ints, arg)
				failed++
				continue
			}
			require.NoError(t, wantErr, text)
			require.NoError(t, gotErr, "program %d: %s%v %v", seed, text, ints, arg)
			require.True(t, want == got || math.IsNaN(math.Float64frombits(want)) && math.IsNaN(math.Float64frombits(got)),
				"program %d: %s%v %v: %v, not %v", seed, text, ints, arg, math.Float64frombits(got), math.Float64frombits(want))
			values++
		}
	}
	t.Logf("%d values, %d run-time errors; %d programs set what they added, %d clear less, %d set less", values, failed, set, cleared, ended)
	assert.Positive(t, set)
	assert.Positive(t, cleared)
	assert.Positive(t, ended)
	assert.Greater(t, values, *randomPrograms)
}
