package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/derive"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// TestReport gives each kind of error its exit code.
func TestReport(t *testing.T) {
	src := &diag.Source{Name: "a.fun", Text: "def"}
	wrong := diag.Errorf(diag.Pos{Line: 1, Col: 1}, "c", "wrong").In("a.fun")
	for _, c := range []struct {
		name string
		err  error
		code int
		want string
	}{
		{"nothing", nil, exitOK, ""},
		{"message", &inSource{src, wrong}, exitFailure, "a.fun:1:1: error: wrong [c]\n    1 | def\n      | ^\n"},
		{"odd path", &fs.PathError{Op: "open", Path: "a\nb", Err: errors.New("gone")}, exitFailure, "error: a\\nb: gone\n"},
		{"other", errors.New("no space"), exitFailure, "error: no space\n"},
		{"usage", &usageError{(&app{}).checkCommand(), "a FILE is missing"}, exitUsage, "error: a FILE is missing\nhint: see check --help\n"},
		{"lowered", &inSource{src, &pipeline.Internal{Pass: "lower", Err: wrong}}, exitInternal, "bug in procad"},
		{"derived", &derive.IllTyped{Def: &proc.Def{Name: proc.MustParseFunc("rev$f")}, Err: wrong}, exitInternal, "bug in procad"},
		{"not derived", &derive.NotDerived{Err: errors.New("f$g has no definition")}, exitInternal, "bug in procad"},
		{"failure", &prim.RuntimeError{Kind: prim.Internal, Message: "out of step"}, exitInternal, "out of step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			a := &app{stdout: &stdout, stderr: &stderr}
			assert.Equal(t, c.code, a.report(c.err))
			assert.Empty(t, stdout.String())
			if c.code == exitInternal {
				assert.Contains(t, stderr.String(), c.want)
				return
			}
			assert.Equal(t, c.want, stderr.String())
		})
	}
}

// TestPanic reports a panic as a bug in procad.
func TestPanic(t *testing.T) {
	var stdout, stderr bytes.Buffer
	assert.Equal(t, exitInternal, run([]string{"check", "-"}, reader(func() error { panic("broken pipe organ") }), &stdout, &stderr))
	assert.Contains(t, stderr.String(), "broken pipe organ")
	assert.Contains(t, stderr.String(), "bug in procad")
	assert.Empty(t, stdout.String())
}

// TestStreams reports what cannot be read and what cannot be written.
func TestStreams(t *testing.T) {
	var stderr bytes.Buffer
	failing := errors.New("the line is dead")
	assert.Equal(t, exitFailure, run([]string{"check", "-"}, reader(func() error { return failing }), io.Discard, &stderr))
	assert.Equal(t, "error: standard input: the line is dead\n", stderr.String())
	stderr.Reset()
	program := strings.NewReader("def f(x: Real): Real = x")
	assert.Equal(t, exitFailure, run([]string{"lower", "-"}, program, writer(func() error { return failing }), &stderr))
	assert.Equal(t, "error: standard output: the line is dead\n", stderr.String())
}

// An error of what is written is not one of where it goes.
func TestErrorsOfTextHaveNoFile(t *testing.T) {
	a := &app{stdout: io.Discard}
	wrong := errors.New("there is nothing to print")
	for _, file := range []string{"", t.TempDir() + "/out"} {
		assert.Equal(t, wrong, a.write(file, func(io.Writer) error { return wrong }))
	}
}

type reader func() error

func (r reader) Read([]byte) (int, error) { return 0, r() }

type writer func() error

func (w writer) Write([]byte) (int, error) { return 0, w() }
