package build_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/profile"
	"procad/internal/profile/profiletest"
	"procad/llvm/loopir/build"
	"procad/pipeline"
	"procad/proc/deriv"
	"procad/source"
)

// TestBuild prints the loop IR of programs, and of what an archive asks for of their derivatives, and if it is to count all
// that can be counted.
func TestBuild(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		u, err := pipeline.Load(&diag.Source{Name: "program", Text: string(a.Files[0].Data), Files: source.System})
		require.NoError(t, err)
		d, err := u.Entry("f")
		require.NoError(t, err)
		for i, file := range a.Files[1:] {
			f := d.Name
			if strings.HasSuffix(file.Name, "vjp") {
				f = deriv.VJP.Of(f)
			}
			var meter *profile.Meter
			if strings.HasPrefix(file.Name, "counted") {
				meter = profile.NewMeter(profiletest.Everything(t, u.Library.Def, f))
			}
			p, err := build.Program(u.Library.Def, meter, f)
			require.NoError(t, err)
			a.Files[1+i].Data = []byte(printed(t, p))
		}
		return a.Files
	})
}
