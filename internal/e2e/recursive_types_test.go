package e2e_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/proc/deriv"
)

const (
	aTree       = `{"Node": [{"Leaf": 0.75}, {"Node": [{"Leaf": 1.5}, {"Leaf": -1.25}]}]}`
	anotherTree = `{"Node": [{"Leaf": 0.5}, {"Node": [{"Leaf": -1.5}, {"Leaf": 2}]}]}`
	aList       = `{"Cons":[0.5,{"Cons":[-1,{"Cons":[2,{"Cons":[1.25,"Nil"]}]}]}]}`
	aRose       = `{"Rose":[2,{"Cons":[{"Rose":[3,"Nil"]},{"Cons":[{"Rose":[0.5,{"Cons":[{"Rose":[1.5,"Nil"]},"Nil"]}]},"Nil"]}]}]}`
	anExpr      = `{"Add":[{"Mul":[{"Const":2},{"Mul":["Var","Var"]}]},{"Call":[{"Scaled":"Var"},{"Call":["Sin",{"Add":["Var",{"Const":1}]}]}]}]}`
	aNet        = `{"Both":[{"w":[0.5,0.25],"next":{"Out":[1,2,-1]}},[{"Out":[0.5,1,1.5]},{"Layer":[0.5,[[0.5,1],[1,-1]],{"Out":[1,2,3]}]}]]}`
	items       = `{"More":{"cost":0.5,"marked":true,"rest":{"Pair":[["End",2],{"Inr":{"More":{"rest":{"Pair":[["End",0.5],{"Inl":3}]},"cost":1,"marked":false}}}]}}}`
)

// recursiveTypes are functions of testdata/recursive/values.fun with data.
var recursiveTypes = []struct{ f, data string }{
	{"product", `{"t": ` + aTree + `}`},
	{"deepest", `{"t": ` + aTree + `}`},
	{"loss", `{"e": ` + anExpr + `, "x": [1, 2, 3], "y": [0.5, 1.5, 1]}`},
	{"mean", `{"l": ` + aList + `}`},
	{"forest", `{"l": {"Cons": [` + aTree + `, {"Cons": [{"Leaf": 3}, "Nil"]}]}}`},
	{"rose", `{"r": ` + aRose + `}`},
	{"merge", `{"a": ` + aTree + `, "b": ` + aTree + `}`},
	{"merge", `{"a": ` + aTree + `, "b": {"Node": [{"Node": [{"Leaf": 1}, {"Leaf": 2}]}, {"Leaf": 3}]}}`},
	{"items", `{"i": {"name": 3, "cost": 1.5, "next": {"Some": ` + items + `}}}`},
	{"items", `{"i": {"name": 3, "cost": 1.5, "next": "None"}}`},
	{"chosen", `{"ts": [` + aTree + `, {"Leaf": 2}, ` + aTree + `], "w": [[1, 2], [3, 4], [5, 6]]}`},
	{"chosen", `{"ts": [], "w": []}`},
	{"whole", `{"t": ` + aTree + `}`},
	{"right", `{"t": ` + aTree + `}`},
	{"doubled", `{"t": ` + aTree + `, "k": 0.75}`},
	{"twice", `{"t": ` + aTree + `, "k": 0.75}`},
	{"make", `{"x": 1.5, "d": 3}`},
	{"made", `{"x": 1.5, "d": 4}`},
	{"sorted", `{"l": ` + aList + `}`},
	{"order", `{"l": ` + aList + `}`},
	{"listed", `{"v": [1, 2, 3]}`},
	{"folded", `{"v": [1, -2, 3]}`},
	{"reversed", `{"l": ` + aList + `, "onto": ` + aList + `}`},
	{"shared", `{"t": ` + aTree + `}`},
	{"squared", `{"t": ` + aTree + `}`},
	{"both", `{"a": ` + aTree + `, "b": {"Leaf": 3}}`},
	{"three", `{"a": ` + aTree + `, "b": {"Node": [{"Leaf": 3}, {"Leaf": 2}]}, "c": ` + aTree + `}`},
	{"planted", `{"rs": {"Cons": [` + aRose + `, "Nil"]}, "t": ` + aTree + `}`},
	{"many", `{"t": ` + aTree + `, "x": [1, 0.5, -1]}`},
	{"triangle", `{"t": ` + aTree + `, "x": [1, 0.5, -1]}`},
	{"arrays", `{"t": ` + aTree + `, "x": [1, 0.5, -1]}`},
	{"each", `{"t": ` + aTree + `, "x": [1, 0.5, -1]}`},
	{"trees", `{"ts": [` + aTree + `, {"Leaf": 2}], "k": 0.5}`},
	{"best", `{"ts": [` + aTree + `, {"Leaf": 2}], "k": 0.5}`},
	{"which", `{"ts": [` + aTree + `, {"Leaf": 2}], "k": 0.5}`},
	{"halved", `{"t": ` + aTree + `, "k": 4}`},
	{"local", `{"t": ` + aTree + `, "k": 1.5}`},
	{"either", `{"t": ` + aTree + `, "k": 1.5}`},
	{"either", `{"t": ` + aTree + `, "k": 0.5}`},
	{"either", `{"t": ` + aTree + `, "k": -0.5}`},
	{"slope", `{"e": ` + anExpr + `, "x": 0.75}`},
	{"ruled", `{"t": ` + aTree + `, "x": [0.5, 1.5]}`},
	{"inner", `{"t": ` + aTree + `, "w": 1.5}`},
	{"nested", `{"t": ` + aTree + `, "w": 0.5}`},
	{"along", `{"e": ` + anExpr + `, "x": 0.75}`},
	{"rates", `{"x": [0.5, 1.5, 2]}`},
	{"ahead", `{"x": 1.25}`},
	{"deeper", `{"n": {"Out": [1, 2, 3]}, "k": 0.5}`},
	{"network", `{"n": ` + aNet + `, "x": 0.75}`},
	{"slopes", `{"t": ` + aTree + `}`},
	{"steps", `{"t": ` + aTree + `, "k": 0.5}`},
	{"twoTrees", `{"t": ` + aTree + `}`},
	{"captured", `{"t": ` + aTree + `}`},
	{"backwards", `{"t": ` + aTree + `, "w": 1.5}`},
	{"descent", `{"t": ` + aTree + `}`},
	{"netSlopes", `{"n": ` + aNet + `, "x": 0.75}`},
	{"pushed", `{"t": ` + aTree + `, "u": ` + anotherTree + `}`},
	{"moving", `{"t": ` + aTree + `, "u": ` + anotherTree + `, "k": 0.5}`},
	{"curved", `{"t": ` + aTree + `, "u": ` + anotherTree + `}`},
	{"curvature", `{"t": ` + aTree + `, "k": 0.5}`},
	{"pulled", `{"t": ` + aTree + `, "k": 0.5}`},
	{"places", `{"t": ` + aTree + `}`},
	{"groves", `{"ts": [` + aTree + `, {"Leaf": 2}, ` + aTree + `], "k": 0.5}`},
	{"swaying", `{"ts": [` + aTree + `, {"Leaf": 2}], "k": 0.5}`},
	{"perhaps", `{"t": ` + aTree + `, "k": 0.5}`},
	{"perhaps", `{"t": ` + aTree + `, "k": -0.5}`},
	{"outside", `{"t": ` + aTree + `, "x": [1, 0.5]}`},
	{"outsides", `{"t": ` + aTree + `, "x": 0.5}`},
	{"priced2", `{"i": {"name": 3, "cost": 1.5, "next": {"Some": ` + items + `}}}`},
	{"mixed", `{"t": ` + aTree + `, "k": 0.5}`},
	{"deep2", `{"t": ` + aTree + `}`},
	{"towards", `{"t": ` + aTree + `, "n": 4}`},
	{"netTangent", `{"n": ` + aNet + `, "x": 0.75}`},
	{"counted", `{"l": {"Cons": [2, {"Cons": [3, "Nil"]}]}, "x": 0.75}`},
	{"numbered", `{"x": 0.75, "n": 2}`},
}

// recursiveWhole compiles more than a million lines.
var recursiveWhole = flag.Bool("recursive.whole", false, "TestRecursiveTypes compares the derivatives of every function natively, not those of one in ten")

// TestRecursiveTypes says that the properties of programs hold where values of recursive types are
// taken, made and given, and that the interpreter, native code and the evaluator of core agree.
func TestRecursiveTypes(t *testing.T) {
	u := loadFile(t, "../../testdata/recursive/values.fun")
	c := &comparison{evaluate: true}
	holding := map[string]int{}
	list := slices.Concat(everywhere, smooth, []property{{"RevSplitExact", revSplitExact}, {"DualityExact", dualityExact}})
	for i, x := range recursiveTypes {
		s, err := newSubject(u, x.f, x.data)
		require.NoError(t, err, x.f)
		s.text = x.f + " of " + x.data
		for _, p := range list {
			switch err := p.holds(s, rand.New(rand.NewPCG(1, 2))); {
			case err == nil:
				holding[p.name]++
			case strings.Contains(err.Error(), "no exact meaning"): // sin
			case x.f == "rates" && strings.Contains(err.Error(), "a stack is copied"): // as of any recursion
			default:
				if _, ok := errors.AsType[*discarded](err); !ok {
					assert.NoError(t, err, "%s: %s", p.name, s.text)
				}
			}
		}
		c.subjects, c.funcs = append(c.subjects, s), append(c.funcs, s.native(5*(i%2)))
		if last := len(c.funcs) - 1; i%10 != 0 && !*recursiveWhole {
			c.funcs[last] = c.funcs[last][:1]
		}
	}
	for _, p := range list {
		assert.GreaterOrEqual(t, holding[p.name], len(recursiveTypes)*2/3, p.name)
	}
	c.engine = &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: -1, Strict: true}, Options: llvm.Options{File: "values.fun", Strict: true}}
	if !clangs.There(t, c.engine.Compiler.Find) {
		return
	}
	prepare(t, 1, []*comparison{c})
	n, _, evaluated := c.run(t)
	assert.Equal(t, len(recursiveTypes), n)
	assert.Equal(t, len(recursiveTypes), evaluated)
}

// TestRecursiveNumbers compares with numbers that are computed by hand.
func TestRecursiveNumbers(t *testing.T) {
	u := loadFile(t, "../../testdata/recursive/values.fun")
	for _, c := range []struct {
		f, data string
		value   float64
	}{
		{"response", `{"n": {"Out": [1, 2, 4]}, "x": 10}`, 421},
		{"response", `{"n": {"Both": [{"w": [2, 1], "next": {"Out": [1, 0, 0]}}, [{"Out": [3, 0, 0]}, {"Out": [0, 1, 0]}]]}, "x": 5}`, 2 + 3*5},
		{"pushed", `{"t": {"Node": [{"Leaf": 3}, {"Leaf": 2}]}, "u": {"Node": [{"Leaf": 10}, {"Leaf": 1}]}}`, 6 + 23},
		{"curvedTotal", `{"t": {"Node": [{"Leaf": 3}, {"Leaf": 2}]}, "u": {"Node": [{"Leaf": 10}, {"Leaf": 1}]}}`, 1 + 2*10},
		{"placesTotal", `{"t": {"Leaf": 7}}`, 1 + 2*2},
		{"held", `{"t": {"Leaf": 3}, "k": 2}`, 18*3 + 2*18*18},
		{"leaf", `{"v": [1, 2, 4], "x": 10}`, 421},
		{"captured", `{"t": ` + aTree + `}`, -1.25 * (-1.875 + 2*(-0.9375+2*1.125))},
	} {
		s, err := newSubject(u, c.f, c.data)
		require.NoError(t, err)
		y, err := u.Run(s.machine(), s.def, s.args)
		require.NoError(t, err)
		assert.InDelta(t, c.value, floatsOf(y)[0], 1e-12, c.f)
	}
}

// treeOf is a tree with n leaves, as deep as the logarithm.
func treeOf(n int) string {
	if n == 1 {
		return `{"Leaf": 1.001}`
	}
	return `{"Node": [` + treeOf(n/2) + `, ` + treeOf(n-n/2) + `]}`
}

// listOf is a list of n Reals.
func listOf(n int) string {
	return strings.Repeat(`{"Cons": [1.001, `, n) + `"Nil"` + strings.Repeat(`]}`, n)
}

// exprOf is a sum of products with n products.
func exprOf(n int) string {
	if n == 1 {
		return `{"Mul": [{"Const": 0.5}, "Var"]}`
	}
	return `{"Add": [` + exprOf(n/2) + `, ` + exprOf(n-n/2) + `]}`
}

// TestRecursiveCost says that a gradient costs a constant times what the function does, for values of recursive types that grow.
func TestRecursiveCost(t *testing.T) {
	runsOnce(t)
	u := loadFile(t, "../../testdata/recursive/values.fun")
	for _, c := range []struct {
		f     string
		data  func(n int) string
		ratio float64 // operations of the gradient for one of the value, or word of input
	}{
		{"product", func(n int) string { return `{"t": ` + treeOf(n) + `}` }, 5},
		{"mean", func(n int) string { return `{"l": ` + listOf(n) + `}` }, 5},
		{"loss", func(n int) string { return `{"e": ` + exprOf(n) + `, "x": [1, 2, 3], "y": [1, 2, 3]}` }, 5},
		{"loss", func(n int) string {
			x := "[" + strings.Repeat("0.5, ", n-1) + "1]"
			return `{"e": ` + exprOf(6) + `, "x": ` + x + `, "y": ` + x + `}`
		}, 5},
		{"twice", func(n int) string { return `{"k": 0.5, "t": ` + treeOf(n) + `}` }, 5},
		{"folded", func(n int) string { return `{"v": [` + strings.Repeat("0.5, ", n-1) + `1]}` }, 5},
		{"many", func(n int) string { return `{"t": ` + treeOf(9) + `, "x": [` + strings.Repeat("0.5, ", n-1) + `1]}` }, 5},
		{"reversed", func(n int) string { return `{"l": ` + listOf(n) + `, "onto": "Nil"}` }, 5},
		{"pushed", func(n int) string { return `{"t": ` + treeOf(n) + `, "u": ` + treeOf(n) + `}` }, 5},
		{"curvature", func(n int) string { return `{"t": ` + treeOf(n/10) + `, "k": 0.5}` }, 5},
		{"towards", func(n int) string { return `{"t": ` + treeOf(3) + `, "n": ` + strconv.Itoa(n/10) + `}` }, 5},
		{"outside", func(n int) string { return `{"t": ` + treeOf(9) + `, "x": [` + strings.Repeat("0.5, ", n/10-1) + `1]}` }, 5},
	} {
		var points []point
		for n := 100; n <= 10_000; n *= 10 {
			s, err := newSubject(u, c.f, c.data(n))
			require.NoError(t, err)
			p := point{n: n, inputs: int64(words(append(clones(s.zone), s.arg)))}
			m := s.machine()
			y, err := m.Call(s.f, clones(s.zone), s.arg)
			require.NoError(t, err)
			p.value = m.Ops
			m = s.machine()
			_, err = m.Call(deriv.VJP.Of(s.f), clones(s.zone), data.Tuple(s.arg, tangent(y, func() uint64 { return 1 })))
			require.NoError(t, err)
			p.gradient, p.peak = m.Ops, m.PeakWords
			points = append(points, p)
			assert.LessOrEqual(t, p.ratio(), c.ratio, "%s, n = %d", c.f, n)
			assert.LessOrEqual(t, float64(p.peak), 2*p.base(), "%s, n = %d: memory", c.f, n)
		}
		e := exponent(points, point.base, func(p point) float64 { return float64(p.gradient) })
		report(t, c.f, e, points)
		assert.LessOrEqual(t, e, maxExponent, "%s: the gradient", c.f)
		e = exponent(points, func(p point) float64 { return float64(p.n) }, func(p point) float64 { return float64(p.value) })
		assert.LessOrEqual(t, e, maxExponent, "%s: the value", c.f)
	}
}

// TestRecursiveText says that a value of a recursive type is read and written as it was.
func TestRecursiveText(t *testing.T) {
	u := loadFile(t, "../../testdata/recursive/values.fun")
	for _, x := range recursiveTypes {
		s, err := newSubject(u, x.f, x.data)
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, data.WriteObject(&b, s.args.Fields()))
		again, err := newSubject(u, x.f, b.String())
		require.NoError(t, err, b.String())
		for i, v := range s.args.Values {
			assert.NoError(t, data.Differ(v, again.args.Values[i], 0))
		}
	}
}
