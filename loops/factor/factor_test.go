package factor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestGolden shows what loops of reverse passes become.
func TestGolden(t *testing.T) {
	golden.Run(t, "../../testdata/factor/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		u := load(t, string(archive.Files[0].Data))
		p, err := u.Closure(proc.MustParseFunc("rev$f"))
		require.NoError(t, err)
		made := leaving(p)
		var b strings.Builder
		for _, d := range p.Defs {
			run := false
			d.Body.Walk(func(s proc.Stmt) {
				if c, ok := s.(*proc.Call); ok {
					_, body, _ := c.Func.Loop()
					run = run || strings.HasPrefix(body.String(), "outside$")
				}
			})
			if run || made[d.Name] {
				fmt.Fprintf(&b, "%s\n", d)
			}
		}
		return append(archive.Files[:1:1], txtar.File{Name: "made.proc", Data: []byte(b.String())})
	})
}

// leaving are the definitions of iterations that were made.
func leaving(p *proc.Program) map[proc.Func]bool {
	made := map[proc.Func]bool{}
	for _, d := range p.Defs {
		head, _, _ := strings.Cut(d.Name.String(), "$")
		head, _, _ = strings.Cut(head, ".")
		made[d.Name] = head == "outside" || head == "rest"
	}
	return made
}

// count is the number of loops of rev$f that something has left.
func count(t *testing.T, u *pipeline.Unit) int {
	p, err := u.Closure(proc.MustParseFunc("rev$f"))
	require.NoError(t, err)
	n := 0
	for _, d := range p.Defs {
		if strings.HasPrefix(d.Name.String(), "outside$") {
			n++
		}
	}
	return n
}

// TestWhere says of programs f how many loops something leaves.
func TestWhere(t *testing.T) {
	const (
		centres = "def f(m: Real[d], a: Real[d, d], x: Int[n, d]): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < d) "
		two     = "def f(m: Real[k, d], a: Real[k, d, d], x: Int[n, d]): Real = sum(i < n) sum(c < k) (let u = [real(x[i, j]) - m[c, j] for j < d] in sum(r < d) "
	)
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"linear":                   {centres + "(sum(j < d) a[r, j] * u[j])^2)", 1},
		"no square":                {centres + "sin(sum(j < d) a[r, j] * u[j]))", 1},
		"a triangle":               {centres + "(sum(j < r) a[r, j] * u[j])^2)", 1},
		"and a diagonal":           {centres + "(a[r, r] * u[r] + sum(j < r) a[r, j] * u[j])^2)", 1},
		"of a function":            {centres + "(sum(j < d) exp(a[r, j]) * u[j])^2)", 1},
		"for each of some":         {two + "(sum(j < d) a[c, r, j] * u[j])^2)", 1},
		"divided":                  {centres + "(sum(j < d) u[j] / a[r, j])^2)", 1},
		"divided by what iterates": {centres + "(sum(j < d) a[r, j] * (u[j] / (1 + exp(u[r]))))^2)", 0},
		"negative":                 {centres + "(sum(j < d) -(a[r, j] * u[j]))^2)", 1},
		"twice":                    {centres + "((sum(j < d) a[r, j] * u[j])^2 + sin(sum(j < d) a[j, r] * u[j])))", 1},
		"rows":                     {"def dot(a: Real[d], u: Real[d]): Real = sum(j < d) a[j] * u[j] " + centres + "dot(a[r], u)^2)", 1},
		"build":                    {"def f(m: Real[d], a: Real[d, d], x: Int[n, d]): Real[_] = [let u = [real(x[i, j]) - m[j] for j < d] in sum(r < d) (sum(j < d) a[r, j] * u[j])^2 for i < n]", 1},
		"nothing else":             {"def f(m: Real[d], x: Int[n, d], a: Int[d, d]): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < d) (sum(j < d) real(a[r, j]) * u[j])^2)", 1},
		"not linear":               {centres + "(sum(j < d) a[r, j] * u[j]^2)^2)", 0},
		"of the iteration":         {"def f(m: Real[d], a: Real[n, d, d], x: Int[n, d]): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < d) (sum(j < d) a[i, r, j] * u[j])^2)", 0},
		"wanted in each iteration": {"def f(m: Real[d], a: Real[d, d], x: Real[n, d]): Real = sum(i < n) (let u = [x[i, j] - m[j] for j < d] in sum(r < d) (sum(j < d) a[r, j] * u[j])^2)", 0},
		"no loop":                  {"def f(m: Real[d], a: Real[d], x: Int[n, d]): Real = sum(i < n) sum(r < d) (a[r] * (real(x[i, r]) - m[r]))^2", 0},
		"sometimes":                {centres + "(if x[i, r] > 0 then (sum(j < d) a[r, j] * u[j])^2 else 0))", 0},
		"in some iterations":       {"def f(m: Real[d], a: Real[d, d], x: Int[n, d], k: Int[n]): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < min(k[i], d)) (sum(j < d) a[r, j] * u[j])^2)", 0},
		"somewhere":                {centres + "(sum(j < d) a[x[i, r], j] * u[j])^2)", 0},
		"a number for each":        {"def f(m: Real[d], p: Real[d], q: Real[d], x: Int[n, d]): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < d) (sum(j < d) p[r] * q[j] * u[j])^2)", 1},
		"in each iteration":        {"def f(m: Real[d], x: Int[n, d], k: Int): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < k) (sum(j < d) real(j) * u[j])^2)", 0}, // hoisted out of the loop over r
		"too large":                {"def f(m: Real[d], x: Int[n, d], k: Int): Real = sum(i < n) (let u = [real(x[i, j]) - m[j] for j < d] in sum(r < k) (sum(j < d) real(r + j) * u[j])^2)", 0},
		"out of range":             {centres + "(sum(j < d) a[r, j + 1] * u[j])^2)", 1},
		"of a state":               {"def f(m: Real[d], a: Real[d, d], n: Int): Real = fold(\\(s, i). (sum(r < d) (sum(j < d) a[r, j] * (s - m[j]))^2), 0.5, [real(i) for i < n])", 0},
		"read in other places":     {"def f(m: Real[d], a: Real[d, d], x: Int[n, d]): Real = sum(i < n) sum(r < d) (sum(j < d) a[r, j] * (real(x[i, j]) - m[j]))^2", 1},
	} {
		t.Run(name, func(t *testing.T) {
			with, without := load(t, c.text), load(t, c.text, optim.Factoring)
			assert.Equal(t, c.want, count(t, with))
			assert.Zero(t, count(t, without))
			for _, s := range []sizes{{4, 3, 2}, {1, 3, 2}, {0, 3, 2}, {3, 0, 2}, {3, 2, 0}} {
				compare(t, with, without, s)
			}
		})
	}
}

func load(t require.TestingT, text string, without ...optim.Name) *pipeline.Unit {
	u, err := pipeline.Load(&diag.Source{Name: "x.fun", Text: text}, without...)
	require.NoError(t, err, "%s", text)
	return u
}

type sizes struct{ n, d, k int }

func (s sizes) of(name string) int {
	return map[string]int{"n": s.n, "d": s.d, "k": s.k}[name]
}

// compare demands the same value to the last bit, the same run-time error, the same cotangents but for
// rounding, and no more work but for what iterations add up.
func compare(t *testing.T, with, without *pipeline.Unit, s sizes) {
	args := arguments(with.Program.Params[proc.Name("f")].Params, s)
	seed := data.Real(1)
	if y, err, _ := run(t, without, args, proc.Name("f")); err == nil && y.Type != proc.Real {
		seed = data.Tuple(y, y)
	}
	got, gotErr, ops := run(t, with, args, proc.MustParseFunc("rev$f"), seed)
	want, wantErr, most := run(t, without, args, proc.MustParseFunc("rev$f"), seed)
	require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(gotErr), "%v", s)
	if wantErr != nil {
		return
	}
	assert.NoError(t, data.Differ(want, got, 1e-11), "%v", s)
	assert.LessOrEqual(t, ops, 2*most+200, "%v", s)
	if s.n > 3 && count(t, with) > 0 {
		assert.Less(t, ops, most, "%v", s)
	}
}

func run(t *testing.T, u *pipeline.Unit, args []data.Value, f proc.Func, seed ...data.Value) (data.Value, error, int64) {
	a := &data.Args{Interface: u.Program.Params[proc.Name("f")], Values: args}
	zone, arg, err := a.For(u.Program.Lookup(proc.Name("f")))
	require.NoError(t, err)
	if len(seed) > 0 {
		f = deriv.VJP.Of(proc.Name("f"))
		arg = data.Tuple(arg, seed[0])
	}
	m := interp.New(u.Library.Def)
	y, err := m.Call(f, zone, arg)
	return y, err, m.Ops
}

func arguments(params []proc.Param, s sizes) []data.Value {
	r := rand.New(rand.NewPCG(1, 2))
	var values []data.Value
	for _, p := range params {
		switch typ := p.Type.(type) {
		case proc.RealType:
			values = append(values, data.Real(0.7))
		case proc.IntType:
			values = append(values, data.Int(int64(s.of(p.Name))))
		case *proc.ArrayType:
			a := &data.Array{Leaves: make([][]uint64, 1)}
			size := 1
			for _, name := range p.Sizes {
				a.Dims, size = append(a.Dims, s.of(name)), size*s.of(name)
			}
			for range size {
				word := uint64(r.IntN(2))
				if typ.Elem == proc.Real {
					word = data.Real(0.5 + r.Float64()).Words[0]
				}
				a.Leaves[0] = append(a.Leaves[0], word)
			}
			values = append(values, data.Value{Type: p.Type, Objects: []data.Object{a}})
		}
	}
	return values
}
