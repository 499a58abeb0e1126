package scratch

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The folder of a process that is no more goes, that of one that runs stays.
func TestSweep(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	d, err := New()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(d.Path, "file"), nil, 0o600))
	dead, young, other := filepath.Join(tmp, prefix+"dead"), filepath.Join(tmp, prefix+"young"), filepath.Join(tmp, "procad-other")
	for _, dir := range []string{dead, young, other} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "below"), 0o700))
	}
	past := time.Now().Add(-time.Hour)
	for _, dir := range []string{d.Path, dead, other} {
		require.NoError(t, os.Chtimes(dir, past, past))
	}
	sweep(tmp)
	assert.DirExists(t, d.Path)
	assert.NoDirExists(t, dead)
	assert.DirExists(t, young)
	assert.DirExists(t, other)
	d.Close()
	assert.NoDirExists(t, d.Path)
}
