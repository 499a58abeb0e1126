package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/reference"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
	"procad/split"
)

var defLine = regexp.MustCompile(`(?m)^def ([a-z]\w*)\((.*)\): (.*?) =`)

// ownRules is a program in which functions have their own automatic derivative as a rule: that of a copy.
//
//	derivative f(x: A) reverse(w) = let (_, d) = vjp(f_copy)(x, w) in d
//	derivative f(x: A) forward(dx) = jvp(f_copy)(x, dx)
func ownRules(text string, p *core.Program, forward bool) (string, int) {
	starts := defLine.FindAllStringSubmatchIndex(text, -1)
	ruled, out := 0, text
	for i, at := range starts {
		name, params := text[at[2]:at[3]], text[at[4]:at[5]]
		d := p.Lookup(name)
		if d == nil || d.Recursion != nil || len(d.Params) == 0 || core.Discrete(d.Result) || strings.Contains(text, "derivative "+name+"(") {
			continue
		}
		functions := false
		var args, tangents, dots []string
		all := true
		for _, v := range d.Params {
			_, f := v.Type.(*core.FuncType)
			functions = functions || f
			all = all && core.Discrete(v.Type)
			args = append(args, v.Name)
			if core.Discrete(v.Type) {
				dots, tangents = append(dots, "_"), append(tangents, "()")
			} else {
				dots, tangents = append(dots, v.Name+"'"), append(tangents, v.Name+"'")
			}
		}
		if functions || all || strings.Contains(strings.Join(args, " "), "_") {
			continue
		}
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		body := text[at[3]:end]
		if k := strings.Index(body, "\ntest "); k >= 0 {
			body = body[:k]
		}
		out += "\ndef copy_" + name + body
		if forward {
			out += fmt.Sprintf("\nderivative %s(%s) forward(%s) = jvp(copy_%s)(%s, %s)\n", name, params, strings.Join(dots, ", "), name, strings.Join(args, ", "), strings.Join(tangents, ", "))
		} else {
			out += fmt.Sprintf("\nderivative %s(%s) reverse(cotangent) = let (_, d) = vjp(copy_%s)(%s, cotangent) in d\n", name, params, name, strings.Join(args, ", "))
		}
		ruled++
	}
	return out, ruled
}

// TestOwnRules says that a function whose rule is its own automatic derivative has the derivatives that it
// has without, of both orders and in both modes.
func TestOwnRules(t *testing.T) {
	t.Parallel()
	total := 0
	for i, file := range golden.Files(t, "../../testdata/constructs/*.fun") {
		if i%3 == 2 {
			continue // for time
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		first, _, _ := strings.Cut(string(text), "\n")
		given, ok := strings.CutPrefix(first, "-- Data: ")
		if !ok {
			continue
		}
		plain, err := pipeline.Load(&diag.Source{Name: file, Text: string(text), Files: source.System})
		require.NoError(t, err)
		program, err := reference.Elaborated(&diag.Source{Name: file, Text: string(text)})
		if err != nil {
			continue
		}
		forward := i%2 == 0
		again, n := ownRules(string(text), program, forward)
		if n == 0 {
			continue
		}
		t.Run(golden.Name(file), func(t *testing.T) {
			u, err := pipeline.Load(&diag.Source{Name: file, Text: again, Files: source.System})
			require.NoError(t, err, again)
			total += n
			a, err := newSubject(plain, "f", given)
			require.NoError(t, err)
			b, err := newSubject(u, "f", given)
			require.NoError(t, err)
			sameDerivatives(t, a, b, i%8 < 2)
		})
	}
	assert.Greater(t, total, 25)
}

// TestOwnRulesOfRandomPrograms says so of random programs.
func TestOwnRulesOfRandomPrograms(t *testing.T) {
	t.Parallel()
	total := 0
	for seed := range uint64(24) {
		p := gen.New(gen.FromSeed(7_700_000+seed), gen.Options{Size: 40})
		program, err := reference.Elaborated(&diag.Source{Name: "random.fun", Text: p.Text})
		require.NoError(t, err)
		text, n := ownRules(p.Text, program, seed%2 == 0)
		if n == 0 {
			continue
		}
		total += n
		load := func(text string) *subject {
			u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: text})
			require.NoError(t, err, text)
			s, err := newSubject(u, p.Main, p.Data)
			require.NoError(t, err)
			return s
		}
		sameDerivatives(t, load(p.Text), load(text), seed%8 < 2)
	}
	assert.Greater(t, total, 30)
}

// sameDerivatives compares the derivatives of two programs that mean the same.
func sameDerivatives(t *testing.T, a, b *subject, second bool) {
	y, err := a.value(a.machine())
	if err != nil || deriv.Tangent(y.Type) == proc.Unit {
		return
	}
	for _, name := range [][]string{nil, movable(a.prog.InterfaceOf(a.f))[:1]} {
		names := name
		if names == nil {
			names = movable(a.prog.InterfaceOf(a.f))
		}
		seed := tangent(y, floats(rand.New(rand.NewPCG(1, 2))))
		x, z := a, b
		if name != nil {
			if x, err = a.holding(name); err != nil {
				continue
			}
			z, err = b.holding(name)
			require.NoError(t, err)
		}
		want, err := x.parts(x.machine(), seed, names)
		require.NoError(t, err)
		got, err := z.parts(z.machine(), seed, names)
		require.NoError(t, err)
		assert.InDeltaSlice(t, floatsOf(want...), floatsOf(got...), 1e-9, "with respect to %v", name)
	}
	if !second || len(a.zone) != len(b.zone) || a.arg.Type != b.arg.Type {
		return // their directions are not in the same order
	}
	one, err := a.hessian(rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		return
	}
	two, err := b.hessian(rand.New(rand.NewPCG(3, 4)))
	if err != nil && strings.Contains(err.Error(), split.CodeNoDerivative) {
		return // the residual of the rule has stacks
	}
	require.NoError(t, err)
	for k := range one.products {
		assert.InDeltaSlice(t, one.products[k], two.products[k], 1e-8, "second derivatives, way %d", k)
	}
}
