package e2e_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/native"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

var (
	costTo   = flag.Float64("cost.to", 10_000, "the largest n of TestCost")
	costTime = flag.Bool("cost.time", false, "TestCost prints times too")
)

// The cost contract: cost(gradient) ≤ maxRatio · (cost(f) + size of the
// inputs), where cost is what the interpreter counts, and the exponent of one
// in terms of the other is 1.
const (
	maxRatio    = 10
	maxExponent = 1.02
)

// A point is what one run costs.
type point struct {
	n               int
	value, gradient int64 // counted operations
	inputs          int64 // words
	peak            int64 // words that lived at once in the gradient
	times           [2]time.Duration
}

func (p point) base() float64  { return float64(p.value + p.inputs) }
func (p point) ratio() float64 { return float64(p.gradient) / p.base() }

// runsOnce has a cache that no traces leave, so that loops store them for every n, and run each iteration forwards once.
func runsOnce(t *testing.T) { t.Setenv(native.CacheVariable, strconv.Itoa(1<<50)) }

// TestCost measures every program of testdata/cost for growing n. scripts/cost
// runs it up to a million.
func TestCost(t *testing.T) {
	runsOnce(t)
	files, err := filepath.Glob("../../testdata/cost/*.fun")
	require.NoError(t, err)
	require.Len(t, files, 27)
	c := 0.0
	for _, file := range files {
		u := loadFile(t, file)
		what, _, _ := strings.Cut(strings.TrimPrefix(u.Source.Text, "-- "), "\n")
		given := map[string]int{}
		if _, rest, ok := strings.Cut(u.Source.Text, "\n-- Given: "); ok {
			line, _, _ := strings.Cut(rest, "\n")
			require.NoError(t, json.Unmarshal([]byte(line), &given))
		}
		var points []point
		for n := 100.0; n <= *costTo*1.01; n *= math.Sqrt(10) {
			given["n"] = int(math.Round(n))
			points = append(points, measure(t, u, given))
		}
		e := exponent(points, point.base, func(p point) float64 { return float64(p.gradient) })
		report(t, what, e, points)
		assert.LessOrEqual(t, e, maxExponent, "%s: the gradient", what)
		// These programs take time proportional to n, if lowering copies nothing.
		e = exponent(points, func(p point) float64 { return float64(p.n) }, func(p point) float64 { return float64(p.value) })
		assert.LessOrEqual(t, e, maxExponent, "%s: the value", what)
		for _, p := range points {
			assert.LessOrEqual(t, p.ratio(), float64(maxRatio), "%s, n = %d", what, p.n)
			assert.LessOrEqual(t, float64(p.peak), p.base(), "%s, n = %d: memory", what, p.n)
			c = max(c, p.ratio())
		}
	}
	t.Logf("cost(gradient) ≤ %.1f · (cost(value) + inputs) in all of them", c)
}

// TestCostOfFits demands that a sum whose iterations have branches and loops does not run again where
// it is fused: its gradient counts a sixth less than one whose iterations run again. The points
// are those of a grid, which have no gradient.
func TestCostOfFits(t *testing.T) {
	text := `def f(beta: Real[d], y: Real[n]): Real =
  sum(i < n) (let eta = sum(j < d) real(i * j mod 7 - 3) * beta[j] in (if eta > 0 then eta + log1p(exp(-eta)) else log1p(exp(eta))) - y[i] * eta)`
	var gradient [2]int64
	for k, without := range [][]optim.Name{nil, {optim.FusedSweep}} {
		u, err := pipeline.Load(&diag.Source{Name: "fit.fun", Text: text}, without...)
		require.NoError(t, err)
		gradient[k] = measure(t, u, map[string]int{"n": 200, "d": 6}).gradient
	}
	t.Log(gradient)
	assert.Less(t, 6*gradient[0], 5*gradient[1])
}

// TestCostOfNests runs loops in loops: the ratio does not grow with the depth,
// because no operation runs more than twice again.
func TestCostOfNests(t *testing.T) {
	for name, loop := range map[string]string{
		"sum":    "sum(iK < 3) sin(x * (BODY))",
		"build":  "[sin(x * (BODY)) for iK < 3][2]",
		"nTimes": "nTimes(3, x, \\sK. sK * sin(BODY))",
		"while":  "let (y, _) = while(4, (x, 3), \\(_, jK). jK > 0, \\(sK, jK). (sK * sin(BODY), jK - 1)) in y",
		"fold":   "fold(\\(sK, e). sK * sin(e + (BODY)), x, v)",
		"max":    "max(iK < 3) sin(x * real(iK) * (BODY))",
		"ccl":    "ccl(3, x, \\(iK, sK). sK + sin(x * (BODY)))",
	} {
		for depth := 1; depth <= 6; depth++ {
			body := "x * v[0]"
			for k := range depth {
				body = strings.NewReplacer("K", fmt.Sprint(k), "BODY", body).Replace(loop)
			}
			u, err := pipeline.Load(&diag.Source{Name: "nest.fun", Text: "def f(x: Real, v: Real[n]): Real = " + body})
			require.NoError(t, err, body)
			p := measure(t, u, map[string]int{"n": 3})
			assert.LessOrEqual(t, p.ratio(), float64(maxRatio), "%s, %d deep: %+v", name, depth, p)
			t.Logf("%-7s %d deep: %8d operations, gradient %9d, ratio %.1f", name, depth, p.value, p.gradient, p.ratio())
		}
	}
}

// measure runs f and its gradient on random data with the given sizes and Ints.
func measure(t *testing.T, u *pipeline.Unit, given map[string]int) point {
	d, err := u.Entry("f")
	require.NoError(t, err)
	return measureOf(t, u, d, given)
}

// measureOf runs d and its gradient on random data with the given sizes and Ints.
func measureOf(t *testing.T, u *pipeline.Unit, d *proc.Def, given map[string]int) point {
	args := &data.Args{Interface: u.Program.InterfaceOf(d.Name)}
	r := rand.New(rand.NewPCG(1, 2))
	for _, param := range args.Interface.Params {
		args.Values = append(args.Values, sampleValue(t, param, given, r))
	}
	p := point{n: given["n"], inputs: int64(words(args.Values))}
	var err error
	s := &subject{unit: u, prog: u.Program, lib: u.Library, f: d.Name, sig: d.Sig()}
	s.zone, s.arg, err = args.For(d)
	require.NoError(t, err)

	m := s.machine()
	start := time.Now()
	y, err := m.Call(s.f, s.zone, s.arg)
	require.NoError(t, err)
	p.value, p.times[0] = m.Ops, time.Since(start)
	require.Equal(t, proc.Real, y.Type)

	m = s.machine()
	vjp := deriv.VJP.Of(s.f)
	_, err = s.lib.Def(vjp)
	require.NoError(t, err)
	start = time.Now()
	_, err = m.Call(vjp, s.zone, data.Tuple(s.arg, data.Real(1)))
	require.NoError(t, err)
	p.gradient, p.peak, p.times[1] = m.Ops, m.PeakWords, time.Since(start)
	return p
}

// cost holds for every program: the constant is for what is done once.
func cost(s *subject, r *rand.Rand) error { return s.costs(r, 1) }

// costOfTrees is cost where heaps have room for twice as many nodes as there are, each of many words that one operation makes.
func costOfTrees(s *subject, r *rand.Rand) error { return s.costs(r, 4) }

func (s *subject) costs(r *rand.Rand, memory int64) error {
	m := s.machine()
	y, err := s.value(m)
	if err != nil {
		return meaningless(err)
	}
	seed := tangent(y, floats(r))
	base := m.Ops + int64(words(append(clones(s.zone), s.arg, seed)))
	m = s.machine()
	if _, err := m.Call(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, seed)); err != nil {
		return meaningless(err)
	}
	if m.Ops > 25*base+200 || m.PeakWords > memory*base+200 {
		return fmt.Errorf("f costs %d operations and words of input and seed, vjp$f costs %d operations and %d words", base, m.Ops, m.PeakWords)
	}
	return nil
}

// words is the size of values.
func words(vs []data.Value) int {
	n := 0
	for _, v := range vs {
		n += len(v.Words)
		for _, o := range v.Objects {
			if o != nil { // else on the side that a sum is not
				n += o.Size()
			}
		}
	}
	return n
}

// sampleValue is a random value: Reals around 1, Ints as given.
func sampleValue(t *testing.T, p proc.Param, given map[string]int, r *rand.Rand) data.Value {
	switch a := p.Type.(type) {
	case proc.RealType:
		return data.Real(0.5 + r.Float64())
	case proc.IntType:
		require.Contains(t, given, p.Name)
		return data.Int(int64(given[p.Name]))
	case *proc.ArrayType:
		size, dims := 1, make([]int, a.Rank)
		for k := range dims {
			n, err := strconv.Atoi(p.Sizes[k])
			if err != nil {
				require.Contains(t, given, p.Sizes[k])
				n = given[p.Sizes[k]]
			}
			dims[k] = n
			size *= n
		}
		xs := make([]float64, size)
		for i := range xs {
			xs[i] = 0.5 + r.Float64()
		}
		return data.Reals(xs, dims...)
	}
	require.Fail(t, "no sample", "%s : %s", p.Name, p.Type)
	return data.Value{}
}

// exponent is the slope of log y over log x, by least squares.
func exponent(points []point, xOf, yOf func(point) float64) float64 {
	var n, sx, sy, sxx, sxy float64
	for _, p := range points {
		x, y := math.Log(xOf(p)), math.Log(yOf(p))
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

func report(t *testing.T, what string, exponent float64, points []point) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: exponent %.3f\n", what, exponent)
	for _, p := range points {
		fmt.Fprintf(&b, "   n %8d   value %10d   inputs %8d   gradient %11d   ratio %5.2f   peak words/base %5.2f",
			p.n, p.value, p.inputs, p.gradient, p.ratio(), float64(p.peak)/p.base())
		if *costTime {
			fmt.Fprintf(&b, "   %8.1f ms, gradient %8.1f ms", ms(p.times[0]), ms(p.times[1]))
		}
		b.WriteByte('\n')
	}
	if *costTime {
		fmt.Fprint(os.Stderr, b.String())
		return
	}
	t.Log(b.String())
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
