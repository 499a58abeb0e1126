package llvm_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// indices draws expressions for an index in iteration i of a loop.
type indices struct{ *rand.Rand }

func (g indices) some(of ...string) string { return of[g.IntN(len(of))] }

func (g indices) number() string { return fmt.Sprint(g.IntN(30)) }

func (g indices) index(depth int) string {
	if depth == 0 {
		return g.some("i", "i", g.number()+" * i", "m", "c")
	}
	x := g.index(depth - 1)
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s - %s)", x, g.some(g.number(), "c", "i"))
	case 1:
		return fmt.Sprintf("(%s + %s)", x, g.some(g.number(), "c", "i"))
	case 2:
		return fmt.Sprintf("(%s div %s)", x, g.some("1", "2", "3", "7", "m", "(0 - 2)"))
	case 3:
		return fmt.Sprintf("%s(%s, %s)", g.some("min", "max"), x, g.some(g.number(), "m - 1", "n - 1", "0"))
	}
	return fmt.Sprintf("((%s + %s) mod %s)", x, g.some(g.number(), "(0 - "+g.number()+")", "c"), g.some("1", "2", "3", "5", "24", "n", "m", "(0 - 3)"))
}

// loop is a function of v: Real[n], m and c with a loop that reads v at such indices.
func (g indices) loop() string {
	at := func() string {
		x := g.index(1 + g.IntN(3))
		switch g.IntN(3) {
		case 0:
			x = fmt.Sprintf("(%s + %s) mod %s", x, g.number(), g.some("n", "3"))
		case 1:
			x = fmt.Sprintf("min(max(%s, 0), n - 1)", x)
		}
		return fmt.Sprintf("v[%s]", x)
	}
	e := at()
	if g.IntN(2) == 0 {
		e = fmt.Sprintf("%s * (if i %s %s then %s else %s)", e, g.some("<", "==", ">="), g.some(g.number(), "m - 1", "c"), at(), at())
	}
	iterations := g.some("1", "3", "24", "m", "n", "m - 1")
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("sum(i < %s) (%s)", iterations, e)
	case 4:
		return fmt.Sprintf("sum(i < %s) set(v, %s, %s)[0]", iterations, g.index(1), e)
	case 1:
		return fmt.Sprintf("fold(\\(s, i). 0.5 * s + %s, 0.0, [i for i < %s])", e, iterations)
	case 2:
		return fmt.Sprintf("(let (s, _) = nTimes(%s, (0.0, 0), \\(s, i). (0.5 * s + %s, i + 1)) in s)", iterations, e)
	case 3:
		return fmt.Sprintf("sum(i < n) fold(\\(w, i). set(w, %s, %s), v, [i for i < %s])[i]", g.index(2), e, iterations)
	}
	return fmt.Sprintf("(let a = [%s for i < %s] in sum(j < size(a)) a[j])", e, iterations)
}

// TestIndices compares loops with such indices, and their gradients, with the interpreter:
// results, and run-time errors with their positions, are the same, and without checks the
// results. Of many more it demands that they can be written.
func TestIndices(t *testing.T) {
	g := indices{rand.New(rand.NewPCG(*firstProgram, 4))}
	for batch := range *programs {
		var text strings.Builder
		for k := range 25 {
			fmt.Fprintf(&text, "def f%d(v: Real[n], m: Int, c: Int): Real = %s\n", k, g.loop())
		}
		u, err := pipeline.Load(&diag.Source{Name: "indices.fun", Text: text.String()})
		require.NoError(t, err, text.String())
		var fs []proc.Func
		var entries []abi.Entry
		for _, f := range u.Roots {
			fs = append(fs, f, deriv.VJP.Of(f))
		}
		for i, f := range fs {
			entries = append(entries, abi.Entry{Func: f, Symbol: fmt.Sprint("f", i)})
		}
		if batch >= (*programs+4)/5 {
			for _, name := range []string{"default", "strict", "lanes"} {
				require.NoError(t, llvm.Emit(io.Discard, u.Library.Def, entries, llvm.Variants[name]), text.String())
			}
			continue
		}
		llvm.NeedClang(t)
		meaning := interp.New(u.Library.Def)
		e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Variants[[]string{"default", "strict", "parts"}[batch%3]], Compiler: toolchain.Compiler{Level: 1}}
		e.Options.File = "indices.fun"
		require.NoError(t, e.Prepare(fs...))
		unchecked := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{Unchecked: true}, Compiler: e.Compiler}
		require.NoError(t, unchecked.Prepare(u.Roots...))
		for range 4 {
			n := 2 + g.IntN(30)
			zone, arg := []data.Value{reals(n)}, data.Tuple(data.Int(int64([]int{n, 3, 24, -1, 40}[g.IntN(5)])), data.Int(int64(g.IntN(9)-4)))
			for _, f := range u.Roots {
				y, yErr := meaning.Call(f, zone, arg)
				got, gotErr := e.Call(f, zone, arg)
				agree(t, f.String()+" of\n"+text.String(), y, yErr, got, gotErr, 1e-12)
				if yErr == nil {
					got, gotErr := unchecked.Call(f, zone, arg)
					agree(t, "unchecked "+f.String()+" of\n"+text.String(), y, nil, got, gotErr, 1e-12)
				} else {
					y = data.Real(1)
				}
				vjp, both := deriv.VJP.Of(f), data.Tuple(arg, y)
				want, wantErr := meaning.Call(vjp, zone, both)
				got, gotErr = e.Call(vjp, zone, both)
				agree(t, vjp.String()+" of\n"+text.String(), want, wantErr, got, gotErr, 1e-12)
			}
		}
		e.Close()
		unchecked.Close()
	}
}
