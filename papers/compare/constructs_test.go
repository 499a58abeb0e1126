package compare_test

import (
	"maps"
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
	// refused is what systems say of it that have no rule for it, at its place in the program.
	refused map[string]string
}

// refused is what all systems of a paper say, or some.
func refused(what string, by ...string) map[string]string {
	out := map[string]string{}
	for _, s := range compare.Derivations {
		if len(by) == 0 || slices.Contains(by, s.Name) {
			out[s.Name] = what
		}
	}
	return out
}

// both is what some systems say, and what others do.
func both(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// A profile is a kind of random programs.
type profile struct {
	first     uint64 // seed
	opts      gen.Options
	domain    func() number.Domain
	tolerance float64
	text      func(p *gen.Program, seed uint64) // changes the text
	change    func(*sample)                     // to a program of the same meaning, which only the systems get
	evaluated bool                              // and the compiler is compared with the evaluator of core
}

// exact programs have + - * /, whole powers, comparisons, arrays and loops: they are compared to the last digit,
// modulo 2^61-1. Those of float have all primitives.
var (
	order = gen.Options{Field: true, Kinks: true, Stop: true, Size: 40}
	exact = &profile{first: 20_000_000, opts: order, domain: number.Mod61}
	float = &profile{first: 21_000_000, opts: gen.Options{Kinks: true, Stop: true, Size: 40}, domain: number.Float, tolerance: compare.Tolerance}
)

// What a text does not have is in programs that are changed, and what elaboration does not make is there after the
// passes of core.
var (
	passes     = &profile{first: 22_000_000, opts: gen.Options{Field: true, Size: 30}, domain: number.Mod61, change: afterPasses}
	functional = &profile{first: 23_000_000, opts: gen.Options{Field: true, Kinks: true, Functions: true, Size: 40}, domain: number.Mod61}
)

// The programs of derivatives have derivatives of functions in them.
var derivatives = &profile{
	first: 25_000_000, opts: gen.Options{Kinks: true, Derivatives: true, FirstOnly: true, Size: 30},
	domain: number.Float, tolerance: compare.Tolerance, evaluated: true,
}

// The programs of rules call a function with a derivative of its own.
var rules = &profile{
	first: 26_000_000, opts: gen.Options{Kinks: true, Size: 40}, text: ruled,
	domain: number.Float, tolerance: compare.Tolerance, evaluated: true,
}

// Those of trees have values of recursive types, which no system can be given.
var trees = &profile{first: 27_000_000, opts: gen.Options{Trees: true, Recursion: true, Data: true, Kinks: true, Size: 40}, tolerance: compare.Tolerance}

// constructs are what programs are made of.
var constructs = []construct{
	{"`x + y`, `x - y`, `x * y`, `x / y`, `x^n`", realOp(core.Add, core.Sub, core.Mul, core.Neg, core.Quo, core.Powi), nil, exact, nil},
	{"`smul(x, s)`, `sdiv(x, d)`, `zmul(x, y)`", realOp(core.SMul, core.SDiv, core.ZMul), []string{"strong product"}, exact, nil},
	{"`abs`, `sign`, `min`, `max` of Reals", realOp("abs", "sign", "min", "max"), []string{"kink", "abs", "sign", "max of two"}, exact, nil},
	{"`exp`, `log`, `sin`, …", a(func(p *core.Prim) bool { return core.Elementary(p.Op) }), []string{"library"}, float, nil},
	{"`floor(x)`, `int(x)`", a(func(p *core.Prim) bool { return p.Op == "floor" || p.Op == "int" }), []string{"kink", "floor", "int"}, float, nil},
	{"arithmetic of Int, `real(n)`", a(func(p *core.Prim) bool { return p.Args[0].Type() == core.Int }), nil, exact, nil},
	{"comparisons of Reals", a(func(p *core.Prim) bool { return p.Of == core.Bool && p.Args[0].Type() == core.Real }), []string{"if", "Real comparison"}, exact, nil},
	{"`if`", a(func(c *core.Case) bool { return c.X.Type() == core.Bool }), nil, exact, nil},
	{"sums, `case`", a(func(c *core.Case) bool { return c.X.Type() != core.Bool }), []string{"case"}, exact, nil},
	{"tuples", a(func(t *core.Tuple) bool { return len(t.Elems) > 0 }), nil, exact, nil},
	{"calls of definitions", a(func(e *core.Apply) bool { return is[*core.Global](e.Func) }), []string{"call"}, exact, nil},
	{"local functions", a(func(e *core.Apply) bool { return is[*core.Use](e.Func) }), []string{"let", "local function", "local call", "loop-invariant part"}, exact, nil},
	{"`[e for i < n]`", a(func(b *core.Build) bool { return len(b.Binders) == 1 }), nil, exact, nil},
	{"`[e for i < n, j < m]`", a(func(b *core.Build) bool { return len(b.Binders) > 1 }), []string{"row"}, exact, nil},
	{"arrays of arrays", a(func(b *core.Build) bool { return is[*core.ArrayType](b.Body.Type()) }), []string{"row", "comprehension of arrays"}, exact, nil},
	{"`a[i, j]`", a(func(e *core.Index) bool { return !is[*core.ArrayType](e.Of) }), nil, exact, nil},
	{"a row `a[i]`", a(func(e *core.Index) bool { return is[*core.ArrayType](e.Of) }), []string{"row"}, exact, nil},
	{"`size(a, k)`", a[*core.Size](), []string{"size"}, exact, nil},
	{"`set(a, i, x)`", a[*core.Set](), []string{"set"}, exact, nil},
	{"`sum(i < n) e`", reduce(core.Sum, func(r *core.Reduce) bool { return len(r.Binders) == 1 }), nil, exact, nil},
	{"sums of arrays and tuples", reduce(core.Sum, func(r *core.Reduce) bool { return r.Of != core.Real && r.Of != core.Int }), []string{"tuple", "sum", "sum of sums"}, exact, nil},
	{"`sum(i < n, j < i) e`", reduce(core.Sum, func(r *core.Reduce) bool { return len(r.Binders) > 1 }), []string{"sum of sums"}, exact, nil},
	{"`max(i < n) e`", reduce(core.Max, func(r *core.Reduce) bool { return len(r.Binders) == 1 }), []string{"kink", "max"}, exact, nil},
	{"`max(i < n, j < i) e`", reduce(core.Max, func(r *core.Reduce) bool { return len(r.Binders) > 1 }), []string{"kink", "max of maxima"}, float, nil}, // the compiler begins with −∞
	{"`argmax(i < n) e`", reduce(core.ArgMax), []string{"kink", "argmax"}, exact, nil},
	{"`fold`", a[*core.Fold](), nil, exact, nil},
	{"`nTimes`", a[*core.NTimes](), nil, exact, nil},
	{"`while`", a[*core.While](), nil, exact, nil},
	{"`ccl`", a[*core.Ccl](), []string{"ccl"}, exact, nil},
	{"`(e : T[n])`", a[*core.SizeCheck](), []string{"annotation"}, exact, nil},
	{"`assert`", a[*core.Assert](), []string{"let", "assert"}, exact, nil},
	{"`stopGradient(e)`", a[*core.StopGradient](), []string{"stopGradient"}, exact, nil},
	{"array literals", a[*core.Literal](), []string{"array literal"}, passes, nil},
	{"a `fold` that adds", a(func(f *core.Fold) bool { return f.Adds }), []string{"fold", "fold that adds"}, passes, nil},
	{"functions of functions", a(func(e *core.Apply) bool { return slices.ContainsFunc(e.Args, isFunction) }), []string{"function of a function", "map"}, functional, nil},
	{"functions as values", func(e core.Term) bool {
		return isFunction(e) && !is[*core.Global](e) && !is[*core.Lambda](e) && !is[*core.Use](e) && !is[*core.Index](e) && !is[*core.Ruled](e)
	}, []string{"chosen function", "composition"}, functional,
		refused("a call of a function that is not known here", "linmap", "tupling", "cl", "bog")},
	{"arrays of functions", func(e core.Term) bool {
		of, array := e.Type().(*core.ArrayType)
		return is[*core.Index](e) && isFunction(e) || array && is[*core.FuncType](of.Elem)
	}, []string{"array of functions"}, functional, both(
		refused("a call of a function that is not known here", "linmap", "tupling", "cl", "bog"), refused("an array of functions", "chad"))},
	{"recursion", a(func(e *core.Apply) bool { g, ok := e.Func.(*core.Global); return ok && g.Def.Recursion != nil }), []string{"generic recursion"}, functional,
		refused("a recursive function", "linmap", "tupling", "cl", "bog", "chad", "chad-efficient")},
	{"recursive types", func(e core.Term) bool { return len(core.RecTypes(e.Type())) > 0 }, nil, trees, refused("a recursive type")},
	{"rules for derivatives", a[*core.Ruled](), nil, rules, refused("a rule for the derivative of cubed")},
	{"`grad`, `jvp`, `vjp`, `jacfwd`, `jacrev`", a[*core.Derive](), []string{"grad", "jvp", "vjp", "jacfwd", "jacrev"}, derivatives, refused("inside of a program")},
}

// isFunction says that the value of a term is a function.
func isFunction(e core.Term) bool { return is[*core.FuncType](e.Type()) }

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
