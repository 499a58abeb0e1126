package derive_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/derive"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/pipeline"
	"procad/proc/deriv"
)

// TestSettings derives from the procedures of every kernel without all
// optimisations but those of Settings, which changes nothing.
func TestSettings(t *testing.T) {
	others := pipeline.Everything().Minus(derive.Settings)
	for _, file := range golden.Files(t, "../testdata/kernels/*.fun") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		u, err := pipeline.Load(&diag.Source{Name: filepath.Base(file), Text: string(text)})
		require.NoError(t, err)
		want := vjps(t, u)
		u.Without = others
		u.Forget()
		assert.Equal(t, want, vjps(t, u), file)
	}
}

func vjps(t *testing.T, u *pipeline.Unit) string {
	var b strings.Builder
	for _, f := range u.Roots {
		p, err := u.Closure(deriv.VJP.Of(f))
		require.NoError(t, err)
		require.NoError(t, p.Print(&b))
	}
	return b.String()
}
