package lower_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/diag"
	"procad/gradcheck"
	"procad/interp"
	"procad/pipeline"
)

// TestConstructs differentiates the programs in testdata/constructs, one for
// each construct of the language, at the data in their first line.
func TestConstructs(t *testing.T) {
	files, err := filepath.Glob("../testdata/constructs/*.fun")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".fun"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
			require.NoError(t, err)
			d, err := u.Entry("")
			require.NoError(t, err)
			first, _, _ := strings.Cut(string(text), "\n")
			given, ok := strings.CutPrefix(first, "-- Data: ")
			require.True(t, ok, first)
			in, _, err := data.Read(&diag.Source{Name: file, Text: given}, u.Program.InterfaceOf(d.Name))
			require.NoError(t, err)
			report, err := gradcheck.Check(u, interp.New(u.Library.Def), d, in, gradcheck.Options{Entries: 100, Seed: 1})
			require.NoError(t, err)
			assert.NotEmpty(t, report.Entries)
			assert.True(t, report.Agree(), "%+v", report)
		})
	}
}
