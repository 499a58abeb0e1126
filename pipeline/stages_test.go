package pipeline_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/diag/diagtest"
	"procad/internal/golden"
	"procad/internal/gradcheck"
	"procad/internal/stages"
	"procad/interp"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestStages has a file of testdata/stages for each construct of the language: a program, the files that it imports, and
// data; programs with mistakes and what is said of them; and what the passes make of the program, whose last function is f: core,
// procedures, and its derivatives, as far as a stage makes definitions that those before it have not. Each text is
// read again, and the derivatives are compared at the data.
func TestStages(t *testing.T) {
	golden.Run(t, "../testdata/stages/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		s := stages.Of(t, a)
		u, err := pipeline.Load(s.Program())
		require.NoError(t, err)
		d, err := u.Entry("f")
		require.NoError(t, err)
		agree(t, u, d, s.Data())

		made := append(s.Given, txtar.File{Name: "messages", Data: []byte(messages(t, s))})
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

// messages is what is said of each program with a mistake, as a person sees it. There are three at least.
func messages(t *testing.T, s *stages.Construct) string {
	var said []string
	for _, src := range s.Mistakes {
		given, run := golden.DataOf(src.Text)
		input := &diag.Source{Name: "data.json", Text: given}
		u, err := pipeline.Load(src)
		if err == nil && run {
			err = failure(t, u, input)
		}
		var text strings.Builder
		found := append(u.Warnings, diag.All(err)...)
		require.NotEmpty(t, found, "no mistake in\n%s", src.Text)
		diag.RenderAll(&text, []*diag.Source{src, input}, found)
		assert.NotContains(t, said, text.String())
		assert.Empty(t, diagtest.Defect(text.String(), src.Text+s.Imported()))
		said = append(said, text.String())
	}
	assert.GreaterOrEqual(t, len(said), 3)
	return strings.Join(said, "---\n")
}

// failure is why f cannot be run on data.
func failure(t *testing.T, u *pipeline.Unit, src *diag.Source) error {
	d, err := u.Entry("f")
	require.NoError(t, err)
	args, _, err := data.Read(src, u.Interface(d))
	if err != nil {
		return err
	}
	zone, arg, err := args.For(d)
	require.NoError(t, err)
	_, err = interp.New(u.Library.Def).Call(d.Name, zone, arg)
	r, ok := errors.AsType[*prim.RuntimeError](err)
	require.True(t, ok, "%v at %s", err, src.Text)
	return diag.Errorf(r.Pos, r.Code(), "%s", r.Error()).In(u.Source.Name)
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
