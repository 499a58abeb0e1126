package elaborate_test

import (
	"errors"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/reference"
	"procad/interp"
)

// TestErrors compares the run-time errors that docs/errors.md shows: code and
// position, by the evaluator and by the interpreter.
func TestErrors(t *testing.T) {
	page, err := os.ReadFile("../../docs/errors.md")
	require.NoError(t, err)
	example := regexp.MustCompile("(?ms)^### ([a-z-]+)\n[^#]*?^```fun\n(.*?)^```\n\n```json\n(.*?)^```")
	compared := 0
	for _, m := range example.FindAllSubmatch(page, -1) {
		code, text, given := string(m[1]), string(m[2]), string(m[3])
		s, err := load("error.fun", text, given, "")
		if err != nil {
			continue // an error of the text, or of the data
		}
		_, err = s.unit.Run(interp.New(s.unit.Library.Def), s.main, s.args)
		failure, ok := errors.AsType[*diag.Error](err)
		if !ok {
			continue // an error of a command
		}
		t.Run(code, func(t *testing.T) {
			compared++
			d := s.core.Lookup(s.main.Name.String())
			_, err := eval.Run(d, reference.Args(d, s.args), reference.Steps)
			if code == "recursion-depth" { // a million calls; smaller depths are compared in core/recursion
				assert.Equal(t, eval.ErrSteps, err)
				return
			}
			got, ok := errors.AsType[*eval.RuntimeError](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, code, failure.Code)
			assert.Equal(t, code, got.Code)
			assert.Equal(t, failure.Pos, got.Pos)
		})
	}
	assert.GreaterOrEqual(t, compared, 11, "examples of run-time errors")
}
