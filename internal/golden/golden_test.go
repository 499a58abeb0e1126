package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// TestRun makes the upper case of one file.
func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txtar")
	shout := func(text string) func(*testing.T, string, *txtar.Archive) []txtar.File {
		return func(t *testing.T, name string, a *txtar.Archive) []txtar.File {
			assert.Equal(t, "a", name)
			assert.Equal(t, "in", a.Files[0].Name)
			return append(a.Files[:1], txtar.File{Name: "out", Data: []byte(text)})
		}
	}
	require.NoError(t, os.WriteFile(file, []byte("About.\n-- in --\nx\n-- out --\nX\n"), 0o600))
	Run(t, file, shout("X\n"))
	*update = true
	defer func() { *update = false }()
	Run(t, file, shout("Y\n"))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "About.\n-- in --\nx\n-- out --\nY\n", string(text))
}
