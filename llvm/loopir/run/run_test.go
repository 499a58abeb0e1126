package run

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// TestRun runs functions of the loop IR. An archive has a program, which may be one that the checker refuses, what the
// checker says of it, and calls, one a line, behind which the results are written: what the function returns, and the
// buffers that it was given, and the counters that are not 0.
func TestRun(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		require.Len(t, a.Files, 3)
		p, err := loopir.Parse(&diag.Source{Name: "program", Text: string(a.Files[0].Data)})
		require.NoError(t, err)
		refused := ""
		if err := p.Check(); err != nil {
			refused = err.Error() + "\n"
		}
		a.Files[1].Data = []byte(refused)
		var results strings.Builder
		for line := range strings.Lines(string(a.Files[2].Data)) {
			call, _, _ := strings.Cut(strings.TrimSpace(line), "  =  ")
			fmt.Fprintf(&results, "%s  =  %s\n", call, result(t, p, strings.Fields(call)))
		}
		a.Files[2].Data = []byte(results.String())
		return a.Files
	})
}

// result runs a function and shows what it gives.
func result(t *testing.T, p *loopir.Program, call []string) string {
	f := p.Lookup(proc.MustParseFunc(call[0]))
	require.NotNil(t, f, call[0])
	require.Len(t, call[1:], len(f.Body.Params), call[0])
	var args []leaf
	for i, v := range f.Body.Params {
		args = append(args, argument(t, v.Type, call[1+i]))
	}
	counters := make([]int64, 4)
	m := New(p, MemoryLimit(1<<20), Counters(counters))
	out, err := m.call(f, args, diag.Pos{Line: 99, Col: 1})
	if err != nil {
		failure, ok := errors.AsType[*prim.RuntimeError](err)
		require.True(t, ok, "%v", err)
		return fmt.Sprintf("%s: %s [%s]", failure.Pos, failure, failure.Code())
	}
	var parts []string
	for i, x := range out {
		parts = append(parts, show(f.Results[i], x))
	}
	for i, v := range f.Body.Params {
		if v.Type.Form == loopir.Buffer {
			parts = append(parts, v.Name+": "+show(v.Type, args[i]))
		}
	}
	for at, n := range counters {
		if n != 0 {
			parts = append(parts, fmt.Sprintf("counter %d: %d", at, n))
		}
	}
	if m.live != 0 {
		parts = append(parts, fmt.Sprintf("%d words live", m.live))
	}
	if len(parts) == 0 {
		return "()"
	}
	return strings.Join(parts, ", ")
}

// argument reads a number, or the numbers of a buffer, with commas between.
func argument(t *testing.T, of loopir.Type, text string) leaf {
	if of.Form == loopir.Scalar {
		return leaf{word: number(t, of.Elem, text)}
	}
	require.Equal(t, loopir.Buffer, of.Form)
	m := &memory{}
	for word := range strings.SplitSeq(strings.Trim(text, "[]"), ",") {
		m.words = append(m.words, number(t, of.Elem, word))
	}
	return leaf{object: &buffer{m, 0}}
}

func number(t *testing.T, e loopir.Elem, text string) uint64 {
	switch e {
	case loopir.Bool:
		return truth(text == "true")
	case loopir.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		require.NoError(t, err)
		return uint64(n)
	}
	x, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return bits(x)
}

func show(of loopir.Type, x leaf) string {
	words := x.vector
	switch o := x.object.(type) {
	case *buffer:
		words = o.words[o.at:]
	case *stack:
		return fmt.Sprintf("a stack of %d words", o.words)
	default:
		if of.Form == loopir.Scalar {
			return showNumber(of.Elem, x.word)
		}
	}
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = showNumber(of.Elem, w)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func showNumber(e loopir.Elem, w uint64) string {
	switch e {
	case loopir.Bool:
		return strconv.FormatBool(w != 0)
	case loopir.Int:
		return strconv.FormatInt(int64(w), 10)
	}
	return strconv.FormatFloat(math.Float64frombits(w), 'g', -1, 64)
}
