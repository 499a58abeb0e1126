package hoist_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/hoist"
	"procad/internal/coretest"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

// TestWhere says of programs f how many values are moved before loops.
func TestWhere(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"inner index":    {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (exp(q[c]) * x[i])", 1},
		"twice":          {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) ((sum(c < k) (exp(q[c]) * x[i])) + sum(j < k) (exp(q[j]) - x[i]))", 1},
		"two indices":    {"def f(q: Real[k, d], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * sum(r < d) exp(q[c, r]))", 1},
		"by columns":     {"def f(q: Real[k, d], x: Real[n]): Real = sum(i < n) sum(r < d) (x[i] * max(c < k) exp(q[c, r]))", 1},
		"no index":       {"def f(p: Real, x: Real[n]): Real = sum(i < n) (exp(p) * x[i])", 1},
		"a sum":          {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) (x[i] * sum(c < k) q[c])", 1},
		"build":          {"def f(q: Real[k], x: Real[n]): Real[_, _] = [x[i] * exp(q[c]) for i < n, c < k]", 1},
		"its first":      {"def f(q: Real[k], x: Real[n]): Real[_, _] = [x[i] * exp(q[c]) for c < k, i < n]", 1},
		"max":            {"def f(q: Real[k], x: Real[n]): Real = max(i < n) sum(c < k) (x[i] * exp(q[c]))", 1},
		"nTimes":         {"def f(q: Real[k], n: Int): Real = nTimes(n, 1.0, \\s. sum(c < k) (s * exp(q[c])))", 1},
		"fold":           {"def f(q: Real[k], x: Real[n]): Real = fold(\\(s, a). s + sum(c < k) (a * exp(q[c])), 0, x)", 1},
		"the state":      {"def f(q: Real[k], n: Int): Real = nTimes(n, 1.0, \\s. sum(c < k) exp(s * q[c]))", 0},
		"let":            {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (let e = exp(q[c]) in e * x[i])", 1},
		"let with i":     {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (let y = x[i] * q[c] in exp(y))", 0},
		"local":          {"def f(q: Real[k], x: Real[n]): Real = let e(c) = exp(q[c]) in sum(i < n) sum(c < k) (e(c) * x[i])", 1},
		"local with i":   {"def f(q: Real[k], x: Real[n]): Real = let e(c, y) = exp(q[c] + y) in sum(i < n) sum(c < k) e(c, x[i])", 0},
		"helper":         {"def e(q: Real[k], c: Int): Real = exp(q[c]) def g(q: Real[k], x: Real): Real = sum(c < k) (x * e(q, c)) def f(q: Real[m, k], x: Real[n]): Real = sum(i < n) sum(j < m) g(q[j], x[i])", 1},
		"helper with i":  {"def e(q: Real[k], c: Int): Real = exp(q[c]) def f(q: Real[n, k], x: Real[n]): Real = sum(i < n) (x[i] * sum(c < k) e(q[i], c))", 0},
		"a branch":       {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (if x[i] > 0 then exp(q[c]) else x[i])", 0},
		"in a branch":    {"def f(q: Real[k], x: Real[n]): Real = if size(x) > 2 then sum(i < n) sum(c < k) (x[i] * exp(q[c])) else 0", 1},
		"its condition":  {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (if x[i] > exp(q[c]) then 1.0 else x[i])", 1},
		"stopped":        {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * stopGradient(sqrt(exp(q[c]))))", 1},
		"while":          {"def f(q: Real[k], n: Int): Real = while(n, 1.0, \\s. s < 5, \\s. s + sum(c < k) exp(q[c]))", 0},
		"any index":      {"def f(q: Real[k], x: Real[n], j: Int): Real = sum(i < n) (x[i] * exp(q[j]))", 1},
		"a constant":     {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) (x[i] * exp(q[0]))", 1},
		"a known size":   {"def f(q: Real[3], x: Real[n]): Real = sum(i < n) (x[i] * exp(q[2]))", 1},
		"too far":        {"def f(q: Real[3], x: Real[n]): Real = sum(i < n) (x[i] * exp(q[3]))", 1},
		"another size":   {"def f(q: Real[k], x: Real[n], m: Int): Real = sum(i < n) sum(c < m) (x[i] * exp(q[c]))", 1},
		"equal sizes":    {"def f(q: Real[k], p: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * exp(q[c] * p[c]))", 1},
		"triangle":       {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * sum(r < c) exp(q[r]))", 0},
		"an indirect":    {"def f(q: Real[k], at: Int[k], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * exp(q[at[c]]))", 1},
		"too large":      {"def f(q: Real[k], p: Real[d], x: Real[n]): Real = sum(i < n) sum(c < k) sum(r < d) (x[i] * exp(q[c] * p[r]))", 0},
		"div":            {"def f(q: Real[k], m: Int, x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * exp(q[c] * real(c div m)))", 1},
		"cheap":          {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * (q[c] + 1))", 0},
		"the same":       {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) ((sum(c < k) (x[i] * exp(q[c]))) + max(c < k) (x[i] + exp(q[c])))", 1},
		"one in another": {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (x[i] * log(1 + exp(q[c])))", 1},
		"both":           {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(c < k) (let e = exp(q[c]) in x[i] * e * log(1 + e))", 2},
		"an assert":      {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) (x[i] * sum(c < k) (let () = assert(q[c] > 0, \"positive\") in q[c]))", 1},
		"counts":         {"def f(q: Real[k], m: Int, x: Real[n]): Real = sum(i < n) (x[i] * sum(c < m) real(c))", 1},
		"twice outside":  {"def f(q: Real[k], x: Real[n], y: Real[m]): Real = sum(i < n) sum(j < m) sum(c < k) (x[i] * y[j] * exp(q[c]))", 1},
		"one outside":    {"def f(q: Real[k], x: Real[n], y: Real[m]): Real = sum(i < n) sum(j < m) sum(c < k) (y[j] * exp(x[i] * q[c]))", 1}, // in each iteration of i
		"its own index":  {"def f(q: Real[n], x: Real[n]): Real = sum(i < n, j < i) (x[j] * exp(q[i]))", 1},
		"rows":           {"def f(q: Real[k, d], x: Real[n]): Real = sum(i < n) sum(c < k) fold(\\(s, y). s + y * exp(q[c, 0]), x[i], q[c])", 1},
		"an element":     {"def f(q: Real[k, d], x: Real[n]): Real = sum(i < n) sum(c < k) fold(\\(s, y). s + exp(y), x[i], q[c])", 0},
		"an array":       {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) (let e = [exp(q[c]) for c < k] in x[i] * sum(c < k) (e[c] * e[k - 1 - c]))", 2},
		"a cheap array":  {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) (let e = [q[c] + 1 for c < k] in x[i] * sum(c < k) (e[c] * x[i] + e[k - 1 - c]))", 0},
		"a tuple":        {"def f(p: Real, x: Real[n]): Real = sum(i < n) (let (a, b) = (exp(p), x[i]) in a * b)", 1},
		"parts":          {"def both(p: Real): (Real, Real) = (exp(p), sin(p)) def f(p: Real, x: Real[n]): Real = sum(i < n) (let (a, b) = both(p) in a * b * x[i])", 1},
		"ccl":            {"def f(q: Real[k], n: Int): Real = ccl(n, 0.0, \\(i, s). s + real(i) * sum(c < k) sin(q[c] * real(n)))", 1},
		"no iterations":  {"def f(q: Real[k], x: Real[n]): Real = sum(i < n) sum(j < 0) (exp(q[k]) * x[i])", 1},
		"one iteration":  {"def f(p: Real, x: Real[1]): Real = sum(i < 1) (exp(p) * x[i])", 0},
		"known, and few": {"def f(p: Real, x: Real[3]): Real = sum(i < 3) (exp(p) * x[i])", 1},
		"no variable":    {"def f(x: Real[n]): Real = sum(i < n) (exp(2.0) * x[i])", 0},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, hoist.Program(coretest.Load(t, c.text)))
			with, without := load(t, c.text), load(t, c.text, optim.Hoist)
			for _, sizes := range []string{"k=3 d=2 n=4 m=2", "k=3 d=2 n=0 m=2", "k=0 d=2 n=3 m=0", "k=2 d=0 n=1 m=1"} {
				compare(t, with, without, sizes)
			}
		})
	}
}

func load(t require.TestingT, text string, without ...optim.Name) *pipeline.Unit {
	u, err := pipeline.Load(&diag.Source{Name: "x.fun", Text: text}, without...)
	require.NoError(t, err, "%s", text)
	return u
}

// compare demands the same value of f to the last bit, the same run-time error, the same cotangents but for rounding,
// and no more work but for the sizes of arrays, with and without hoisting.
func compare(t *testing.T, with, without *pipeline.Unit, sizes string) {
	args := arguments(t, with.Program.Params[proc.Name("f")].Params, sizes)
	got, gotErr, ops := run(t, with, args, proc.Name("f"))
	want, wantErr, most := run(t, without, args, proc.Name("f"))
	require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(gotErr), sizes)
	if wantErr != nil {
		return
	}
	assert.NoError(t, data.Differ(want, got, 0), sizes)
	assert.LessOrEqual(t, ops, most+200, sizes)
	bars, err, _ := run(t, with, args, proc.MustParseFunc("vjp$f"), got)
	require.NoError(t, err)
	wanted, err, _ := run(t, without, args, proc.MustParseFunc("vjp$f"), got)
	require.NoError(t, err)
	assert.NoError(t, data.Differ(wanted, bars, 1e-12), sizes)
}

func run(t *testing.T, u *pipeline.Unit, args []data.Value, f proc.Func, seed ...data.Value) (data.Value, error, int64) {
	a := &data.Args{Interface: u.Program.Params[proc.Name("f")], Values: args}
	zone, arg, err := a.For(u.Program.Lookup(proc.Name("f")))
	require.NoError(t, err)
	for _, s := range seed {
		arg = data.Tuple(arg, s)
	}
	m := interp.New(u.Library.Def)
	y, err := m.Call(f, zone, arg)
	return y, err, m.Ops
}

// arguments are values of parameters where the sizes are as given; Ints are 1, elements below 1.
func arguments(t *testing.T, params []proc.Param, sizes string) []data.Value {
	size := map[string]int{}
	for _, s := range strings.Fields(sizes) {
		var n int
		_, err := fmt.Sscanf(s[2:], "%d", &n)
		require.NoError(t, err)
		size[s[:1]] = n
	}
	var values []data.Value
	k := 0
	for _, p := range params {
		switch typ := p.Type.(type) {
		case proc.RealType:
			values = append(values, data.Real(0.7))
		case proc.IntType:
			n, ok := size[p.Name]
			if !ok {
				n = 1
			}
			values = append(values, data.Int(int64(n)))
		case *proc.ArrayType:
			a := &data.Array{Leaves: make([][]uint64, 1)}
			n := 1
			for _, s := range p.Sizes {
				d, named := size[s]
				if !named {
					d = int(s[0] - '0')
				}
				a.Dims, n = append(a.Dims, d), n*d
			}
			for range n {
				k++
				word := math.Float64bits(float64(k%7) / 8)
				if typ.Elem == proc.Int {
					word = 0
				}
				a.Leaves[0] = append(a.Leaves[0], word)
			}
			values = append(values, data.Value{Type: p.Type, Objects: []data.Object{a}})
		}
	}
	return values
}

// TestRandom compares random programs with themselves without tables, but for the order of
// additions in sums of sums, and counts those that have any.
func TestRandom(t *testing.T) {
	const programs = 200
	tables := 0
	for seed := range uint64(programs) {
		p := gen.New(gen.FromSeed(seed), gen.Options{Kinks: true, Stop: true})
		with, without := load(t, p.Text), load(t, p.Text, optim.Hoist)
		value := func(u *pipeline.Unit) data.Value {
			d, err := u.Entry(p.Main)
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Name: "data.json", Text: p.Data}, u.Program.InterfaceOf(d.Name))
			require.NoError(t, err)
			y, err := u.Run(interp.New(u.Library.Def), d, args)
			require.NoError(t, err, "%s\n%s", p.Text, p.Data)
			return y
		}
		assert.NoError(t, data.Differ(value(without), value(with), 1e-12), "%s\n%s", p.Text, p.Data)
		if len(with.Program.Defs) > len(without.Program.Defs) {
			tables++
		}
	}
	assert.Greater(t, tables, programs/20)
}

// TestEmptyLoops compares values with and without hoisting where a loop inside the
// one that a table is read in has no iterations, and where it has some.
func TestEmptyLoops(t *testing.T) {
	for _, text := range []string{
		"def f(p: Real[k], m: Int): Real = sum(i < 3) sum(j < k) sum(a < m) (exp(p[j]) * real(i + a))",
		"def f(p: Real[k], m: Int): Real = sum(i < 3) sum(j < k) sum(a < m) sum(b < k) (exp(p[b]) * p[j])",
		"def f(p: Real[k], m: Int): Real = sum(i < 3) sum(a < m) sum(j < k) sum(b < m) sum(c < k) (exp(p[c]) * p[j])",
	} {
		with, without := load(t, text), load(t, text, optim.Hoist)
		assert.Greater(t, len(with.Program.Defs), len(without.Program.Defs), text)
		for _, m := range []string{"-1", "0", "1", "2"} {
			value := func(u *pipeline.Unit) data.Value {
				d, err := u.Entry("f")
				require.NoError(t, err)
				args, _, err := data.Read(&diag.Source{Name: "data.json", Text: `{"p": [0.5, 0.25], "m": ` + m + `}`}, u.Program.InterfaceOf(d.Name))
				require.NoError(t, err)
				y, err := u.Run(interp.New(u.Library.Def), d, args)
				if err != nil {
					assert.Contains(t, err.Error(), "negative", text)
				}
				return y
			}
			assert.NoError(t, data.Differ(value(without), value(with), 1e-14), "%s, m = %s", text, m)
		}
	}
}
