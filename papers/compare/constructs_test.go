package compare_test

import (
	"slices"

	"procad/core"
	"procad/internal/gen"
	"procad/papers/compare"
	"procad/papers/number"
)

// A construct is a row of the table of what the systems say.
type construct struct {
	name   string // as the table has it
	in     func(core.Term) bool
	prefer []string // what gen calls it, and what it is made in
	of     *profile // in which programs it is counted
}

// A profile is a kind of random programs.
type profile struct {
	first     uint64 // seed
	opts      gen.Options
	domain    func() number.Domain
	tolerance float64
}

// exact programs have + - * /, whole powers, comparisons, arrays and loops: they are compared to the last digit,
// modulo 2^61-1. Those of float have all primitives.
var (
	exact = &profile{20_000_000, gen.Options{Field: true, Kinks: true, Stop: true, Size: 60}, number.Mod61, 0}
	float = &profile{21_000_000, gen.Options{Kinks: true, Stop: true, Size: 60}, number.Float, compare.Tolerance}
)

// constructs are what programs are made of.
var constructs = []construct{
	{"`x + y`, `x - y`, `x * y`, `x / y`, `x^n`", realOp(core.Add, core.Sub, core.Mul, core.Neg, core.Quo, core.Powi), nil, exact},
	{"`abs`, `sign`, `min`, `max` of Reals", realOp("abs", "sign", "min", "max"), []string{"kink", "abs", "sign", "max of two"}, exact},
	{"`exp`, `log`, `sin`, …", a(func(p *core.Prim) bool { return core.Elementary(p.Op) }), []string{"library"}, float},
	{"`floor(x)`, `int(x)`", a(func(p *core.Prim) bool { return p.Op == "floor" || p.Op == "int" }), []string{"kink", "floor", "int"}, float},
	{"arithmetic of Int, `real(n)`", a(func(p *core.Prim) bool { return p.Args[0].Type() == core.Int }), nil, exact},
	{"comparisons of Reals", a(func(p *core.Prim) bool { return p.Of == core.Bool && p.Args[0].Type() == core.Real }), []string{"if", "Real comparison"}, exact},
	{"`if`", a(func(c *core.Case) bool { return c.X.Type() == core.Bool }), nil, exact},
	{"sums, `case`", a(func(c *core.Case) bool { return c.X.Type() != core.Bool }), []string{"case"}, exact},
	{"tuples", a(func(t *core.Tuple) bool { return len(t.Elems) > 0 }), nil, exact},
	{"calls of definitions", a(func(e *core.Apply) bool { return is[*core.Global](e.Func) }), []string{"call"}, exact},
	{"local functions", a(func(e *core.Apply) bool { return is[*core.Use](e.Func) }), []string{"let", "local function", "local call", "what no turn changes"}, exact},
	{"`[e for i < n]`", a(func(b *core.Build) bool { return len(b.Binders) == 1 }), nil, exact},
	{"`[e for i < n, j < m]`", a(func(b *core.Build) bool { return len(b.Binders) > 1 }), []string{"row"}, exact},
	{"arrays of arrays", a(func(b *core.Build) bool { return is[*core.ArrayType](b.Body.Type()) }), []string{"row", "comprehension of arrays"}, exact},
	{"`a[i, j]`", a(func(e *core.Index) bool { return !is[*core.ArrayType](e.Of) }), nil, exact},
	{"a row `a[i]`", a(func(e *core.Index) bool { return is[*core.ArrayType](e.Of) }), []string{"row"}, exact},
	{"`size(a, k)`", a[*core.Size](), []string{"size"}, exact},
	{"`set(a, i, x)`", a[*core.Set](), []string{"set"}, exact},
	{"`sum(i < n) e`", reduce(core.Sum, func(r *core.Reduce) bool { return len(r.Binders) == 1 }), nil, exact},
	{"sums of arrays and tuples", reduce(core.Sum, func(r *core.Reduce) bool { return r.Of != core.Real && r.Of != core.Int }), []string{"tuple", "sum", "sum of sums"}, exact},
	{"`sum(i < n, j < i) e`", reduce(core.Sum, func(r *core.Reduce) bool { return len(r.Binders) > 1 }), []string{"sum of sums"}, exact},
	{"`max(i < n) e`", reduce(core.Max, func(r *core.Reduce) bool { return len(r.Binders) == 1 }), []string{"kink", "max"}, exact},
	{"`max(i < n, j < i) e`", reduce(core.Max, func(r *core.Reduce) bool { return len(r.Binders) > 1 }), []string{"kink", "max of maxima"}, float}, // the compiler begins with −∞
	{"`argmax(i < n) e`", reduce(core.ArgMax), []string{"kink", "argmax"}, exact},
	{"`fold`", a[*core.Fold](), nil, exact},
	{"`nTimes`", a[*core.NTimes](), nil, exact},
	{"`while`", a[*core.While](), nil, exact},
	{"`ccl`", a[*core.Ccl](), []string{"ccl"}, exact},
	{"`(e : T[n])`", a[*core.SizeCheck](), []string{"annotation"}, exact},
	{"`assert`", a[*core.Assert](), []string{"let", "assert"}, exact},
	{"`stopGradient(e)`", a[*core.StopGradient](), []string{"stopGradient"}, exact},
}

func is[T any](x any) bool { _, ok := x.(T); return ok }

// a says that a term is one of that kind, and what else is asked of it.
func a[T core.Term](also ...func(T) bool) func(core.Term) bool {
	return func(e core.Term) bool {
		t, ok := e.(T)
		for _, f := range also {
			ok = ok && f(t)
		}
		return ok
	}
}

// realOp is one of the primitives, of Reals.
func realOp(ops ...core.Op) func(core.Term) bool {
	return a(func(p *core.Prim) bool { return p.Of == core.Real && slices.Contains(ops, p.Op) })
}

func reduce(op core.Reduction, also ...func(*core.Reduce) bool) func(core.Term) bool {
	return a(append(also, func(r *core.Reduce) bool { return r.Op == op })...)
}

// reached calls visit with each term of f and of what it calls.
func reached(f *core.Def, visit func(core.Term)) {
	seen := map[*core.Def]bool{}
	var def func(*core.Def)
	def = func(f *core.Def) {
		seen[f] = true
		core.Visit(f.Body, func(e core.Term) {
			visit(e)
			if g, ok := e.(*core.Global); ok && !seen[g.Def] {
				def(g.Def)
			}
		})
	}
	def(f)
}

// contains are the numbers of the constructs that are in f or in what it calls.
func contains(f *core.Def) map[int]bool {
	found := map[int]bool{}
	reached(f, func(e core.Term) {
		for k, c := range constructs {
			if !found[k] && c.in(e) {
				found[k] = true
			}
		}
	})
	return found
}
