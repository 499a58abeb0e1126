package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/loops"
	"procad/loops/schedule"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

var (
	randomStrategies = flag.Int("checkpoint.random", 160, "how many random loops, and how many random programs, with random strategies to check; a third as many programs of trees")
	randomSeed       = flag.Uint64("checkpoint.seed", 1, "which ones")
)

// A nest writes random loops, in the iterations of loops. Strategies stand in the
// text as @.
type nest struct{ *rand.Rand }

// iteration is an expression for a state s after the iteration i.
func (g nest) iteration(depth int, s, i string) string {
	kinds := 8
	if depth == 0 {
		kinds = 3
	}
	again := func(s, i string) string { return g.iteration(depth-1, s, i) }
	count := g.count(i)
	t, j := fmt.Sprint("t", depth), fmt.Sprint("j", depth)
	switch g.IntN(kinds) {
	case 0:
		return fmt.Sprintf("(sin(%s) * u0[%s mod m] + 0.1 * x)", s, i)
	case 1:
		return fmt.Sprintf("(if %s > 0.5 then %s * cos(%s) - u0[0] else exp(0 - x) * %s * u0[%s mod m] + 0.1)", s, s, s, s, i)
	case 2:
		return fmt.Sprintf("(0.5 * %s + cos(x * real(%s mod 9)))", s, i)
	case 3:
		return fmt.Sprintf("(let (%s, _) = nTimes@(%s, (%s, %s), \\(%s, %s). (%s, %s + 1)) in 0.7 * sin(%s) + 0.1 * %s)",
			t, count, s, i, t, j, again(t, j), j, t, s)
	case 4:
		return fmt.Sprintf("fold@(\\(%s, y%d). cos(%s) * y%d, %s, [ u0[%s mod m] for %s < %s ])", t, depth, again(t, i), depth, s, j, j, count)
	case 5:
		return fmt.Sprintf("(let (%s, _) = while?(9, (%s, 0), \\(_, %s). %s < %s, \\(%s, %s). (%s, %s + 1)) in sin(%s))",
			t, s, j, j, count, t, j, again(t, j), j, t)
	case 6:
		return fmt.Sprintf("(let (v%d, _) = nTimes@(%s, ([ %s * u0[k] for k < m ], %s), \\(v%d, %s). (set(v%d, %s mod m, %s), %s + 1)) in 0.3 * sum(k < m) v%d[k])",
			depth, count, s, i, depth, j, depth, j, again(fmt.Sprintf("v%d[0]", depth), j), j, depth)
	}
	return fmt.Sprintf("(0.2 * sum(%s < m) %s)", j, again(fmt.Sprintf("(%s * u0[%s])", s, j), j))
}

// count is a small number of iterations.
func (g nest) count(i string) string {
	if g.IntN(2) == 0 {
		return fmt.Sprint(g.IntN(5))
	}
	return fmt.Sprintf("(%s mod %d)", i, 2+g.IntN(3))
}

// kernel is a function of x, u0 and n whose outermost loop iterates n times.
func (g nest) kernel(name string) string {
	iteration := g.iteration(g.IntN(4), "s", "i")
	head := fmt.Sprintf("def %s(x: Real, u0: Real[m], n: Int): Real =\n  ", name)
	switch g.IntN(4) {
	case 0:
		return head + fmt.Sprintf("let (s, _) = while!(n, (x, 0), \\(_, i). i < n, \\(s, i). (%s, i + 1)) in s\n", iteration)
	case 1:
		return head + fmt.Sprintf("fold!(\\(s, y). (let i = int(y) in sin(%s)), x, [ real(i) for i < n ])\n", iteration)
	case 2:
		return head + fmt.Sprintf("let (v, _) = nTimes!(n, ([ u0[k] for k < m ], 0), \\(v, i). (let s = v[i mod m] in set(v, (i + 1) mod m, sin(%s)), i + 1)) in sum(k < m) v[k] * x\n", iteration)
	}
	return head + fmt.Sprintf("let (s, _) = nTimes!(n, (x, 0), \\(s, i). (%s, i + 1)) in s\n", iteration)
}

// upTo is 1 … most, small numbers as often as large ones.
func (g nest) upTo(most int) int64 { return int64(math.Pow(float64(most), g.Float64())) }

// strategy is one for a loop that while loops can have, too, if they have to.
func (g nest) strategy(online bool, most int) deriv.Strategy {
	kinds := []deriv.StrategyKind{deriv.Recompute, deriv.Every, deriv.Binomial, deriv.Sqrt, deriv.Bisect, deriv.Mixed, deriv.KeepAll, deriv.Mixed, deriv.Binomial}
	if online {
		kinds = []deriv.StrategyKind{deriv.Recompute, deriv.Every, deriv.Binomial, deriv.KeepAll}
	}
	s := deriv.Strategy{Kind: kinds[g.IntN(len(kinds))]}
	if deriv.Strategies[s.Kind] {
		s.K = g.upTo(most)
	}
	return s
}

// with puts strategies into the text: outer into the outermost loop, random
// ones into the others.
func (g nest) with(text string, outer deriv.Strategy) string {
	var b strings.Builder
	for _, c := range text {
		switch c {
		case '!':
			fmt.Fprintf(&b, "[%s]", outer)
		case '@':
			fmt.Fprintf(&b, "[%s]", g.strategy(false, 8))
		case '?':
			fmt.Fprintf(&b, "[%s]", g.strategy(true, 8))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

var withoutStrategies = strings.NewReplacer("!", "", "@", "", "?", "")

// A trial is a kernel with strategies, and how often it iterates.
type trial struct {
	plain, fn  string
	iterations int
	outer      deriv.Strategy
}

// trials are kernels, each with several strategies, in one program.
func (g nest) trials(kernels, each int) (text string, all []trial) {
	var b strings.Builder
	for i := range kernels {
		plain := fmt.Sprintf("k%d", i)
		kernel := g.kernel(plain)
		b.WriteString(withoutStrategies.Replace(kernel))
		for j := range each {
			online := strings.Contains(kernel, "while!")
			t := trial{plain, fmt.Sprintf("%s_%d", plain, j), int(g.upTo(5001)) - 1, g.strategy(online, 5002)}
			t.iterations = affordable(t.outer, t.iterations, online)
			b.WriteString(g.with(strings.Replace(kernel, plain, t.fn, 1), t.outer))
			all = append(all, t)
		}
	}
	return b.String(), all
}

// affordable is how many iterations, of so many, run at most 12,000 iterations forwards.
func affordable(s deriv.Strategy, iterations int, online bool) int {
	for {
		c, err := schedule.Predict(s, schedule.Loop{Iterations: int64(iterations), State: 24, Trace: 24, Online: online})
		if err != nil || c.Forward <= 12_000 {
			return iterations
		}
		iterations = iterations * 2 / 3
	}
}

// TestRandomStrategies compares the gradients of random kernels with random
// strategies, in all loops of a nest, with those with store: bit for bit, by the
// interpreter and natively, with up to 5,000 iterations.
func TestRandomStrategies(t *testing.T) {
	t.Parallel()
	const kernels, each = 12, 5
	compiler := toolchain.Compiler{Level: -1}
	_, noClang := compiler.Find()
	for batch := range (*randomStrategies + kernels*each - 1) / (kernels * each) {
		t.Run(fmt.Sprint(batch), func(t *testing.T) {
			t.Parallel()
			text, trials := nest{rand.New(rand.NewPCG(*randomSeed, uint64(batch)))}.trials(kernels, each)
			u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: text})
			require.NoError(t, err, text)
			engines := map[string]pipeline.Engine{"the interpreter": interp.New(u.Library.Def)}
			if noClang == nil {
				e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "random.fun", Strict: true}}
				defer e.Close()
				var fs []proc.Func
				for _, a := range trials {
					for _, name := range []string{a.plain, a.fn} {
						d, err := u.Entry(name)
						require.NoError(t, err)
						fs = append(fs, deriv.VJP.Of(d.Name))
					}
				}
				require.NoError(t, e.Prepare(fs...))
				engines["native code"] = e
			}
			for _, a := range trials {
				for name, e := range engines {
					want := gradients(t, u, e, a.plain, a.iterations)
					got := gradients(t, u, e, a.fn, a.iterations)
					require.True(t, identical(want[0], got[0]), "%s of %s with %s, %d iterations: %s, not %s\n%s", name, a.fn, a.outer, a.iterations, show(got[0]), show(want[0]), text)
				}
			}
		})
	}
}

// TestRandomProgramsWithStrategies gives all sequential loops of random programs
// random strategies: the gradients are the same, bit for bit, and the second
// derivatives up to rounding.
func TestRandomProgramsWithStrategies(t *testing.T) {
	t.Parallel()
	randomProgramsWithStrategies(t, *randomStrategies, func(seed int) (gen.Options, bool) {
		return gen.Options{Kinks: seed%2 == 0, Derivatives: seed%3 == 0, Stop: true, Size: 80}, seed%3 == 1
	})
}

// TestRandomTreesWithStrategies does so in programs with recursions, and with derivatives of their own in
// values of recursive types: what stands for these takes no strategy.
func TestRandomTreesWithStrategies(t *testing.T) {
	t.Parallel()
	randomProgramsWithStrategies(t, *randomStrategies/3, func(seed int) (gen.Options, bool) {
		return gen.Options{Trees: true, Recursion: true, Kinks: seed%2 == 0, Derivatives: true, Data: true, Size: 60}, false
	})
}

// randomProgramsWithStrategies checks random programs, and their second derivatives, if options says so.
func randomProgramsWithStrategies(t *testing.T, programs int, options func(seed int) (gen.Options, bool)) {
	const parts = 8
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			seen := 0
			for seed := part; seen < programs/parts; seed += parts {
				g := nest{rand.New(rand.NewPCG(*randomSeed, uint64(seed)))}
				opts, twice := options(seed)
				changed, err := g.check(t, gen.New(gen.FromSeed(g.Uint64()), opts), twice)
				if _, ok := errors.AsType[*discarded](err); ok {
					continue
				}
				require.NoError(t, err, "%d: %v", seed, changed)
				if len(changed) > 0 {
					seen++
				}
			}
		})
	}
}

// check compares a program with random strategies with the same one with store, and the
// second derivatives, if twice says so. It gives the strategies: none if there
// are no sequential loops.
func (g nest) check(t *testing.T, p *gen.Program, twice bool) (changed []string, err error) {
	subjects := make([]*subject, 2)
	for i := range subjects {
		u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
		require.NoError(t, err)
		var choices []pipeline.Choice
		for _, site := range loops.Sites(u.Program) {
			c := pipeline.Choice{Loops: pipeline.Loops{Body: site.Body}, Strategy: deriv.Strategy{Kind: deriv.KeepAll}}
			if i > 0 {
				c.Strategy = g.strategy(site.Kind == proc.While, 8)
				changed = append(changed, fmt.Sprintf("%s=%s", c.Loops, c.Strategy))
			}
			choices = append(choices, c)
		}
		if len(choices) == 0 {
			return nil, nil
		}
		require.NoError(t, u.Checkpoint(choices...), p.GoString())
		subjects[i], err = newSubject(u, p.Main, p.Data)
		require.NoError(t, err)
	}
	plain, with := subjects[0], subjects[1]
	y, err := plain.value(plain.machine())
	if err != nil {
		return nil, meaningless(err)
	}
	want, err := plain.gradient(y)
	if err != nil {
		return nil, meaningless(err)
	}
	got, err := with.gradient(y)
	if err != nil {
		return changed, fmt.Errorf("%w\n%s", err, p.GoString())
	}
	if !identical(want, got) {
		return changed, fmt.Errorf("the gradient is %s, not %s\n%s", show(got), show(want), p.GoString())
	}
	if !twice {
		return changed, nil
	}
	return changed, sameHessian(plain, with)
}

// gradient is vjp$f at a random cotangent of y.
func (s *subject) gradient(y data.Value) (data.Value, error) {
	return s.machine().Call(deriv.VJP.Of(s.f), clones(s.zone), data.Tuple(s.arg, tangent(y, floats(rand.New(rand.NewPCG(1, 2))))))
}

// sameHessian compares second derivatives, made in three ways.
func sameHessian(a, b *subject) error {
	want, err := a.hessian(rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		return meaningless(err)
	}
	got, err := b.hessian(rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		return err
	}
	for way, xs := range want.products {
		for i, x := range xs {
			y := got.products[way][i]
			if x != y && !(math.IsNaN(x) && math.IsNaN(y)) && !(math.Abs(x-y) <= 1e-9*max(1, math.Abs(x))) {
				return fmt.Errorf("component %d of H ẋ in way %d is %v, not %v\n%s", i, way, y, x, a.unit.Source.Text)
			}
		}
	}
	return nil
}
