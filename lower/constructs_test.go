package lower_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/gradcheck"
	"procad/interp"
	"procad/pipeline"
)

// TestConstructs differentiates the programs in testdata/constructs, one for
// each construct of the language, at the data in their first line.
func TestConstructs(t *testing.T) {
	for _, file := range golden.Files(t, "../testdata/constructs/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, given := golden.Program(t, file)
			u, err := pipeline.Load(&diag.Source{Name: file, Text: text})
			require.NoError(t, err)
			d, err := u.Entry("")
			require.NoError(t, err)
			in, _, err := data.Read(&diag.Source{Name: file, Text: given}, u.Program.InterfaceOf(d.Name))
			require.NoError(t, err)
			report, err := gradcheck.Check(u, interp.New(u.Library.Def), d, in, gradcheck.Options{Entries: 100, Seed: 1})
			require.NoError(t, err)
			assert.NotEmpty(t, report.Entries)
			assert.True(t, report.Verdict() == gradcheck.Agree, "%+v", report)
		})
	}
}
