package interp_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/interp"
	"procad/prim"
	"procad/proc"
)

// TestGolden runs the calls of each file in testdata:
//
//	f {"s": 1, "a": 2}    what f is given, by the names of its zone and of its argument
//	mul [2, 3]            the argument of a function without definition
//
// Beneath each call is what it gives: the result, its cost and peak of live
// words where it has one, and the accumulators afterwards; or the run-time error.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		require.Equal(t, "program.proc", archive.Files[0].Name)
		prog := parse(t, string(archive.Files[0].Data))
		calls := &archive.Files[1]
		require.Equal(t, "calls", calls.Name)
		var got bytes.Buffer
		for line := range strings.Lines(string(calls.Data)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "  ") {
				continue
			}
			got.WriteString(line + "\n")
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			f, arg, _ := strings.Cut(line, " ")
			if i := strings.LastIndex(line, "} "); strings.Contains(f, "{") && i > 0 {
				f, arg = line[:i+1], line[i+2:]
			}
			for row := range strings.Lines(run(t, prog, proc.MustParseFunc(f), arg)) {
				got.WriteString("  " + row)
			}
		}
		calls.Data = got.Bytes()
		return archive.Files
	})
}

func parse(t require.TestingT, text string) *proc.Program {
	prog, err := proc.Parse(&diag.Source{Name: "program.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	return prog
}

// run calls f and describes what happens.
func run(t *testing.T, prog *proc.Program, f proc.Func, input string) string {
	m := interp.New(interp.InProgram(prog))
	src := &diag.Source{Name: "input", Text: input}
	var zone []data.Value
	var arg data.Value
	if d := prog.Lookup(f); d != nil {
		args, _, err := data.Read(src, prog.InterfaceOf(f))
		require.NoError(t, err, input)
		zone, arg, err = args.For(d)
		require.NoError(t, err)
	} else {
		sig, err := prim.Sig(f, func(g proc.Func) (proc.Sig, bool) {
			if d := prog.Lookup(g); d != nil {
				return d.Sig(), true
			}
			return proc.Sig{}, false
		})
		require.NoError(t, err)
		arg, err = data.ReadValue(src, sig.In)
		require.NoError(t, err, input)
	}
	before := arg.Clone()
	result, err := m.Call(f, zone, arg)
	assert.Equal(t, before, arg.Clone(), "the argument must stay as it is")
	var failure *prim.RuntimeError
	if errors.As(err, &failure) {
		return fmt.Sprintf("! %s: %v [%s]\n", failure.Pos, failure, failure.Code())
	}
	require.NoError(t, err)
	require.NoError(t, result.Check())
	out := fmt.Sprintf("= %s    ops %d", show(t, result), m.Ops)
	if m.PeakWords > 0 {
		out += fmt.Sprintf(" peak %d", m.PeakWords)
	}
	out += "\n"
	if d := prog.Lookup(f); d != nil {
		for i, r := range d.Zone {
			if r.Mode == proc.Accumulator {
				out += fmt.Sprintf("%s = %s\n", r.Name, show(t, zone[i]))
			}
		}
	}
	return out
}

func show(t *testing.T, v data.Value) string {
	var b strings.Builder
	require.NoError(t, data.Write(&b, v))
	return b.String()
}
