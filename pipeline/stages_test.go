package pipeline_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/gradcheck"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestStages shows what the passes make of the last function of the program of each file in
// testdata/stages: core, procedures, and its derivatives, as far as a stage makes definitions
// that those before it have not. Each text is read again, and the derivatives are compared at the data.
func TestStages(t *testing.T) {
	golden.Run(t, "../testdata/stages/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		require.GreaterOrEqual(t, len(a.Files), 2)
		u, err := pipeline.Load(&diag.Source{Name: "program.fun", Text: string(a.Files[0].Data)})
		require.NoError(t, err)
		d, err := u.Entry("f")
		require.NoError(t, err)
		agree(t, u, d, &diag.Source{Name: "data.json", Text: string(a.Files[1].Data)})

		made := a.Files[:2:2]
		var text bytes.Buffer
		p, err := u.Core()
		require.NoError(t, err)
		require.NoError(t, p.Print(&text))
		if !strings.Contains(text.String(), "push(") { // no text has stacks
			read(t, "core.fun", text.String())
		}
		made = append(made, txtar.File{Name: "core", Data: bytes.Clone(text.Bytes())})

		shown := map[proc.Func]bool{}
		for _, stage := range []struct {
			name  string
			funcs []proc.Func
		}{
			{"lower", u.Names()},
			{"fwd", []proc.Func{deriv.Fwd.Of(d.Name)}},
			{"rev", []proc.Func{deriv.Rev.Of(d.Name)}},
			{"split", []proc.Func{deriv.RevF.Of(d.Name), deriv.RevR.Of(d.Name)}},
		} {
			p, err := u.Text(stage.funcs...)
			require.NoError(t, err)
			text.Reset()
			require.NoError(t, p.Print(&text))
			read(t, stage.name+".proc", text.String())
			own := &proc.Program{Derived: p.Derived, Params: p.Params}
			for _, d := range p.Defs {
				if !shown[d.Name] {
					shown[d.Name] = true
					own.Add(d)
				}
			}
			text.Reset()
			require.NoError(t, own.Print(&text))
			made = append(made, txtar.File{Name: stage.name, Data: bytes.Clone(text.Bytes())})
		}
		return made
	})
}

func read(t *testing.T, name, text string) {
	_, err := pipeline.Load(&diag.Source{Name: name, Text: text})
	require.NoError(t, err, text)
}

// agree compares the derivatives at the data: reverse, forward, finite differences.
func agree(t *testing.T, u *pipeline.Unit, d *proc.Def, src *diag.Source) {
	args, _, err := data.Read(src, u.Interface(d))
	require.NoError(t, err)
	report, err := gradcheck.Check(u, interp.New(u.Library.Def), d, args, gradcheck.Options{Entries: 20})
	require.NoError(t, err)
	assert.Equal(t, gradcheck.Agree, report.Verdict())
	assert.NotEmpty(t, report.Entries)
}
