package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// A passSubject is a program whose gradient is written as native code.
type passSubject struct{ file, text string }

// native is the text of native code for value and gradient without some optimisations.
func (p passSubject) native(t *testing.T, strict bool, without ...optim.Name) string {
	u, err := pipeline.Load(&diag.Source{Name: p.file, Text: p.text}, without...)
	require.NoError(t, err)
	var entries []abi.Entry
	for i, f := range u.Roots {
		d, err := u.Entry(f.String())
		require.NoError(t, err)
		entries = append(entries, abi.Entry{Func: f, Symbol: fmt.Sprint("v", i)})
		if d.Out.Type != proc.Real {
			continue
		}
		gains, err := u.Library.Gains(f)
		require.NoError(t, err)
		if gains {
			f = activity.Inside(f)
		}
		entries = append(entries, abi.Entry{Func: deriv.VJP.Of(f), Symbol: fmt.Sprint("g", i)})
	}
	var text bytes.Buffer
	vector := toolchain.VectorMath{Variants: []toolchain.Variant{{Letter: 'b', Lanes: 2}}, Names: map[string]bool{"exp": true, "sin": true}}
	require.NoError(t, llvm.Emit(&text, u.Library.Def, entries, llvm.Options{Strict: strict, Without: u.Without, Vector: vector}), p.file)
	return text.String()
}

// TestPassTable compares the columns needs and "no --strict" of the table of passes with what
// passes do, on programs of which each of these passes changes one at least.
//
//	p needs n         text without {n, p} = text without {n}       text without {p} ≠ text, for some program
//	p not --strict    strict text without {p} = strict text        likewise
func TestPassTable(t *testing.T) {
	t.Parallel()
	subjects := []passSubject{
		{"window.fun", "def f(x: Real[n], c: Real[m], b: Int): Real = sum(i < b) (sum(q < m) (x[i + q] * c[q]))^2"},
		{"step.fun", "def step(x: Real, h: Real): (Real, Real) = let y = x + h * sin(x) in (y, h * abs(y - x))\n" +
			"def f(x: Real, n: Int): Real = nTimes(n, x, \\x. let (y, error) = step(x, 0.1) in if error < 0.01 then y else x)"},
	}
	for _, file := range []string{
		"../../testdata/constructs/repeat.fun", "../../testdata/constructs/centres.fun", "../../testdata/constructs/second.fun", "../../testdata/constructs/local.fun",
		"../../testdata/variants/ba_build.fun", "../../testdata/variants/llsq_powers.fun", "../gradbench/kernels/kmeans.fun",
	} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		subjects = append(subjects, passSubject{file, string(text)})
	}
	related := slices.DeleteFunc(pipeline.Optimisations(), func(p pipeline.Pass) bool {
		return len(p.Needs) == 0 && !p.Strict && len(pipeline.Disables(p.Name)) == 0
	})
	changes := map[optim.Name]int{}
	for _, s := range subjects {
		all, strict := s.native(t, false), s.native(t, true)
		without := map[optim.Name]string{}
		for _, p := range related {
			without[p.Name] = s.native(t, false, p.Name)
			if without[p.Name] != all {
				changes[p.Name]++
			}
		}
		for _, p := range related {
			for _, n := range p.Needs {
				assert.True(t, s.native(t, false, n, p.Name) == without[n], "%s: %s does something without %s", s.file, p.Name, n)
			}
			if p.Strict {
				assert.True(t, s.native(t, true, p.Name) == strict, "%s: %s does something with --strict", s.file, p.Name)
			}
		}
	}
	for _, p := range related {
		assert.Positive(t, changes[p.Name], "%s changes no program", p.Name)
	}
}

// TestPassTableIsWhole: every part is of a pass on the same stage that comes before it, what a pass needs
// can be left out, and stages follow each other.
func TestPassTableIsWhole(t *testing.T) {
	seen := map[optim.Name]pipeline.Stage{}
	stages := []pipeline.Stage{pipeline.OnCore, pipeline.OnProcedures, pipeline.OnNative}
	for i, p := range pipeline.Passes {
		label := pipeline.Label(i)
		assert.NotEmpty(t, p.Why, label)
		_, err := os.Stat("../../" + p.Where)
		assert.NoError(t, err, label)
		if _, again := seen[p.Name]; !again {
			assert.NotEmpty(t, p.Does, label)
		}
		if p.In != "" {
			assert.Equal(t, p.On, seen[p.In], "%s is part of %s", label, p.In)
		}
		for len(stages) > 0 && stages[0] != p.On {
			stages = stages[1:]
		}
		assert.NotEmpty(t, stages, "%s is on %s, after other stages", label, p.On)
		for _, n := range p.Needs {
			assert.True(t, pipeline.Everything().Has(n), "%s needs %s", label, n)
		}
		seen[p.Name] = p.On
		k, err := pipeline.Row(label)
		require.NoError(t, err)
		assert.Equal(t, i, k)
	}
}
