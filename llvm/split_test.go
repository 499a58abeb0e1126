package llvm

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/data"
	"procad/diag"
	"procad/interp"
	"procad/optim"
	"procad/pipeline"
	"procad/proc"
)

// TestSpans compares loops that are split into ranges of turns, and their
// reverse derivatives, with the interpreter: in strict mode the results are the
// same bit for bit, and a fault is that of the same turn.
func TestSpans(t *testing.T) {
	needClang(t)
	text, err := os.ReadFile("../testdata/llvm/stencils.fun")
	require.NoError(t, err)
	u, err := pipeline.Load(&diag.Source{Name: "stencils.fun", Text: string(text)})
	require.NoError(t, err)
	var stencils []*proc.Def
	var fs []proc.Func
	for _, d := range u.Program.Defs {
		if len(d.Zone) == 1 && d.In.Name == "args" {
			stencils = append(stencils, d)
			fs = append(fs, d.Name, proc.VJP.Of(d.Name))
		}
	}
	require.Len(t, stencils, 21)
	meaning := interp.New(u.Library.Def)
	for _, name := range []string{"default", "strict", "pieces", "parts"} {
		t.Run(name, func(t *testing.T) {
			e := &Engine{Lookup: u.Library.Def, Options: variants[name]}
			e.Options.File = "stencils.fun"
			defer e.Close()
			require.NoError(t, e.Prepare(fs...))
			tolerance := 1e-12
			if e.Options.Strict {
				tolerance = 0
			}
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(0, 12).Draw(r, "n")
				some := rapid.OneOf(rapid.Just(n), rapid.IntRange(0, 4), rapid.IntRange(-1, 14))
				m := rapid.OneOf(rapid.Just(n), rapid.IntRange(-1, 14)).Draw(r, "m")
				c, k := some.Draw(r, "c"), rapid.OneOf(some, rapid.SampledFrom(extremes)).Draw(r, "k")
				zone, arg := []data.Value{reals(n)}, data.Tuple(data.Int(int64(m)), data.Int(int64(c)), data.Int(int64(k)))
				for _, d := range stencils {
					y, yErr := meaning.Call(d.Name, zone, arg)
					got, gotErr := e.Call(d.Name, zone, arg)
					agree(r, string(d.Name), y, yErr, got, gotErr, tolerance)
					if yErr != nil {
						continue
					}
					f, both := proc.VJP.Of(d.Name), data.Tuple(arg, y)
					want, wantErr := meaning.Call(f, zone, both)
					got, gotErr = e.Call(f, zone, both)
					agree(r, string(f), want, wantErr, got, gotErr, tolerance)
				}
			})
		})
	}
}

// TestRarelyEqual says how many conditions on the turn of a loop around another
// one are guessed.
func TestRarelyEqual(t *testing.T) {
	guess := regexp.MustCompile(`\t%\d+ = icmp ne i64 %\S+, 0\n`)
	for _, c := range []struct {
		ends, turns string
		guesses     int
	}{
		{"i == 0", "m", 1},
		{"i == m - 1", "m", 1},
		{"i == 0 || m - 1 == i", "m", 2},
		{"i != c", "m", 1},
		{"i == 0", "16", 1},
		{"i == 0", "8", 0},
		{"i < 1", "m", 0},
		{"i == j", "m", 0},
		{"c == m", "m", 0},
	} {
		text := fmt.Sprintf("def f(v: Real[n], m: Int, c: Int): Real[_, _] = [if %s || j == 0 then 1 else v[j - 1] for i < %s, j < n]", c.ends, c.turns)
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
		require.NoError(t, err, text)
		for _, opts := range []Options{{}, {Strict: true}, {Without: optim.Of(optim.Spans)}} {
			var module bytes.Buffer
			require.NoError(t, Emit(&module, u.Library.Def, []Entry{{Func: "f", Symbol: "f"}}, opts))
			want := c.guesses
			if opts.Without.Has(optim.Spans) {
				want = 0
			}
			assert.Len(t, guess.FindAllString(module.String(), -1), want, text)
		}
	}
}

// TestJoined says that the reverse of a branch asks what its forward pass has asked.
func TestJoined(t *testing.T) {
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: "def f(v: Real[n], c: Int): Real = sum(i < n) (if i == c then v[i] else sin(v[n - 1 - i]))"})
	require.NoError(t, err)
	var module bytes.Buffer
	require.NoError(t, Emit(&module, u.Library.Def, []Entry{{Func: proc.Grad.Of("f"), Symbol: "f"}}, Options{}))
	assert.NotContains(t, module.String(), "phi i1 [ true,")
}

var extremes = []int{1 << 62, -1 << 62, 1<<63 - 1, -1 << 63, 1 << 60, 1<<60 + 1}

// reals are n different numbers.
func reals(n int) data.Value {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 1 / float64(i+2)
	}
	return data.Reals(xs, n)
}
