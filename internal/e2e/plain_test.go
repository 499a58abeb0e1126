package e2e_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// plainRandom is how many random programs TestPlainFigure takes.
const plainRandom = 40

// TestPlainFigure compares the derivatives that are the plain figure with the optimised
// ones: same value, same gradients. What split --figure prints is a program that is read
// again, and is what split.Figure makes.
func TestPlainFigure(t *testing.T) {
	t.Parallel()
	compare := func(t *testing.T, file, text, fn, data string, seed uint64) bool {
		load := func(without ...optim.Name) *subject {
			u, err := pipeline.Load(&diag.Source{Name: file, Text: text}, without...)
			require.NoError(t, err, "%s\n%s", file, text)
			s, err := newSubject(u, fn, data)
			require.NoError(t, err)
			return s
		}
		plain := load(optim.Annotations)
		printedAgain(t, plain)
		err := plain.alike(load(), rand.New(rand.NewPCG(seed, 5)))
		if _, ok := errors.AsType[*discarded](err); ok {
			return false
		}
		return assert.NoError(t, err, "%s\n%s\n%s", file, text, data)
	}
	for _, p := range written(t) {
		t.Run(p.file+" "+p.fn, func(t *testing.T) {
			text, err := os.ReadFile(p.file)
			require.NoError(t, err)
			compare(t, p.file, string(text), p.fn, p.data, 0)
		})
	}
	t.Run("random", func(t *testing.T) {
		compared := 0
		for i := uint64(0); compared < plainRandom; i++ {
			require.Less(t, i, uint64(plainRandom*3/2), "too few programs can be compared")
			p := gen.New(gen.FromSeed(6_000_000+i), withoutOptions)
			if compare(t, "random.fun", p.Text, p.Main, p.Data, i) {
				compared++
			}
		}
	})
}

// printedAgain reads the text of the two passes of a subject.
func printedAgain(t *testing.T, s *subject) {
	if _, err := s.unit.Library.Def(deriv.RevF.Of(s.f)); err != nil {
		return // no derivative, which alike compares
	}
	p, err := s.unit.Text(deriv.RevF.Of(s.f), deriv.RevR.Of(s.f))
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, p.Print(&text))
	require.Contains(t, text.String(), "without annotations\n")
	u, err := pipeline.Load(&diag.Source{Name: "again.proc", Text: text.String()})
	require.NoError(t, err, "%s", &text)
	revf, revr, err := split.Figure(u.Library, u.Program.Lookup(s.f))
	require.NoError(t, err)
	for _, d := range []*proc.Def{revf, revr} {
		_, differ := proc.Differ(p.Lookup(d.Name), d)
		require.False(t, differ, "%s\n%s", p.Lookup(d.Name), d)
	}
}
