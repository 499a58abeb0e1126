package pipeline

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

var (
	usefulPrograms = flag.Int("useful.programs", 50, "how many random programs TestUsefulRandom checks")
	usefulSeed     = flag.Uint64("useful.seed", 5, "which ones")
)

// TestUsefulRandom: gradients of random functions and loops that give several numbers, of which some are only compared, rounded or
// dropped, are the same, but for the last bits, if all parts are useful; so are forward derivatives, and those of their gradients. -useful.programs checks more of them.
func TestUsefulRandom(t *testing.T) {
	less := 0
	for k := range *usefulPrograms {
		g := &parts{Rand: rand.New(rand.NewPCG(*usefulSeed, uint64(k)))}
		text := g.program()
		for _, main := range []string{"main", "again"} {
			ops, gradient := usefully(t, text, main)
			all, every := usefully(t, text, main, optim.Useful)
			require.True(t, near(every, gradient), "%s in program %d of -useful.seed %d: %v, and %v if all is useful\n%s", main, k, *usefulSeed, gradient, every, text)
			require.LessOrEqual(t, ops, all+all/20+20, "%s in program %d of -useful.seed %d:\n%s", main, k, *usefulSeed, text)
			if main == "main" && ops < all {
				less++
			}
		}
	}
	t.Logf("%d of %d programs compute less", less, *usefulPrograms)
	require.Greater(t, 3*less, *usefulPrograms, "too few of them")
}

// usefully is the gradient of a function of the program with its forward derivative, and how many operations the gradient takes.
func usefully(t *testing.T, text, main string, without ...optim.Name) (ops int64, gradient data.Value) {
	u, err := Load(&diag.Source{Name: "main.fun", Text: text}, without...)
	require.NoError(t, err, text)
	d := u.Program.Lookup(proc.Name(main))
	require.NotNil(t, d, text)
	args, _, err := data.Read(&diag.Source{Text: `{"x": 0.7, "y": -0.4, "v": [0.7, 0.2, 0.9]}`}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	zone, arg, err := args.For(d)
	require.NoError(t, err)
	_, err = u.Planned(d)
	require.NoError(t, err, text)
	f := d.Name
	gains, err := u.Library.Gains(f)
	require.NoError(t, err)
	if gains {
		f = activity.Inside(f)
	}
	_, err = u.Library.Def(deriv.VJP.Of(f))
	require.NoError(t, err, text)
	m := interp.New(u.Library.Def)
	g, err := m.Call(deriv.VJP.Of(f), zone, data.Tuple(arg, data.Real(1)))
	require.NoError(t, err, text)
	ops = m.Ops
	fwd, err := u.Library.Def(deriv.Fwd.Of(f))
	require.NoError(t, err, text)
	var tangents []data.Value // Θ and Θ̇, which is Θ
	for _, r := range fwd.Zone {
		for k, of := range d.Zone {
			if strings.TrimSuffix(r.Name, ".dot") == of.Name {
				tangents = append(tangents, zone[k])
			}
		}
	}
	y, err := m.Call(deriv.Fwd.Of(f), tangents, data.Tuple(arg, arg))
	require.NoError(t, err, text)
	g.Words = append(g.Words, y.Words...)
	return ops, g
}

// near says that the Reals of two values are the same but for rounding: sums have another order where zeros are not added.
func near(x, y data.Value) bool {
	list := func(v data.Value) (words []uint64) {
		words = append(words, v.Words...)
		for _, o := range v.Objects {
			for _, leaf := range o.(*data.Array).Leaves {
				words = append(words, leaf...)
			}
		}
		return words
	}
	return slices.EqualFunc(list(x), list(y), func(a, b uint64) bool {
		p, q := math.Float64frombits(a), math.Float64frombits(b)
		return p == q || math.Abs(p-q) <= 1e-12*(math.Abs(p)+math.Abs(q)) || math.IsNaN(p) && math.IsNaN(q)
	})
}

// parts writes programs of functions and loops that give two to four numbers.
type parts struct {
	*rand.Rand
	names int
	funcs []int // how many numbers each function takes and gives
}

func (g *parts) name() string {
	g.names++
	return fmt.Sprint("x", g.names)
}

func (g *parts) of(list ...string) string { return list[g.IntN(len(list))] }

// number is made from some of the variables.
func (g *parts) number(vars []string) string {
	a, b := g.of(vars...), g.of(vars...)
	return g.of("sin("+a+")", a+" * "+b, "0.5 * "+a+" + "+b, a, "cos("+a+" * "+b+")", "stopGradient("+a+")", "floor(3 * "+a+")",
		"if "+a+" > 0.3 then "+b+" else 0.5 * "+a, "v[0] * "+a, "(sum(i < n) v[i] * "+a+")", "1.5",
		"(let w = ["+a+" * v[i] for j < 2, i < n]; r = w[1] in r[0] * r[1])", "(let w = ["+a+" for _ < n]; u = ["+b+" for _ < n]; r = if "+a+" > 0.3 then w else u in r[0] + r[2])")
}

// lines bind new variables, from calls and loops over the others.
func (g *parts) lines(b *strings.Builder, vars []string, count, depth int) []string {
	for range count {
		var names []string
		switch k := g.IntN(5); {
		case k < 2 && len(g.funcs) > 0:
			f := g.IntN(len(g.funcs))
			names = g.fresh(g.funcs[f])
			fmt.Fprintf(b, "let %s = f%d(v, %s) in\n  ", pattern(names), f, g.list(vars, g.funcs[f]))
		case k < 4 && depth > 0:
			n := 2 + g.IntN(3)
			names = g.fresh(n)
			state := g.fresh(n)
			var body strings.Builder
			inner := g.lines(&body, append([]string{}, state...), g.IntN(2), depth-1)
			switch g.IntN(3) {
			case 0:
				fmt.Fprintf(b, "let %s = nTimes(3, (%s), \\%s. %s(%s)) in\n  ", pattern(names), g.list(vars, n), pattern(state), body.String(), g.list(inner, n))
			case 1:
				fmt.Fprintf(b, "let %s = fold(\\(%s, y). %s(%s), (%s), v) in\n  ", pattern(names), pattern(state), body.String(), g.list(inner, n), g.list(vars, n))
			default:
				fmt.Fprintf(b, "let (%s, k) = while(9, (%s, 3), \\(%sk). k > 0, \\(%s, k). %s(%s, k - 1)) in\n  ",
					strings.Join(names, ", "), g.list(vars, n), strings.Repeat("_, ", n), strings.Join(state, ", "), body.String(), g.list(inner, n))
			}
		default:
			names = g.fresh(1)
			fmt.Fprintf(b, "let %s = %s in\n  ", names[0], g.number(vars))
		}
		if g.IntN(3) == 0 { // something is only compared
			name := g.name()
			fmt.Fprintf(b, "let %s = if %s > %s then %s else %s in\n  ", name, g.of(names...), g.of(vars...), g.number(vars), g.number(vars))
			names = append(names, name)
		}
		vars = append(vars, names...)
	}
	return vars
}

func (g *parts) fresh(n int) []string {
	names := make([]string, n)
	for k := range names {
		names[k] = g.name()
	}
	return names
}

func (g *parts) list(vars []string, n int) string {
	list := make([]string, n)
	for k := range list {
		if list[k] = g.of(vars...); g.IntN(3) == 0 {
			list[k] = g.number(vars)
		}
	}
	return strings.Join(list, ", ")
}

func (g *parts) program() string {
	var b strings.Builder
	for f := range 1 + g.IntN(4) { // f may call those before
		n := 2 + g.IntN(3)
		args := g.fresh(n)
		fmt.Fprintf(&b, "def f%d(v: Real[n], %s: Real): (%s) =\n  ", f, strings.Join(args, ": Real, "), strings.Join(slices.Repeat([]string{"Real"}, n), ", "))
		vars := g.lines(&b, args, g.IntN(3), 1)
		fmt.Fprintf(&b, "(%s)\n", g.list(vars, n))
		g.funcs = append(g.funcs, n)
	}
	b.WriteString("def main(x: Real, y: Real, v: Real[n]): Real =\n  ")
	vars := g.lines(&b, []string{"x", "y"}, 1+g.IntN(4), 1)
	fmt.Fprintf(&b, "if %s > 0.2 then %s else %s\n", g.of(vars...), g.of(vars...), g.number(vars))
	b.WriteString("def again(x: Real, y: Real, v: Real[n]): Real = let (a, b, c) = grad(main)(x, y, v) in a * x - sin(b) + c[0] * c[1]\n")
	return b.String()
}
