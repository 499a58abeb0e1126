package toolchain

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWarnings says that clang has nothing to say about the runtime, of which each part is compiled by itself.
func TestWarnings(t *testing.T) {
	NeedClang(t)
	c := new(Compiler)
	for _, kind := range []Kind{Executable, Shared, bandwidth} {
		b, err := c.newBuild(context.Background(), kind)
		require.NoError(t, err)
		b.in(t.TempDir())
		require.NoError(t, b.sources())
		jobs := append(b.runtime(), b.runtimeJob(traceUnit))
		for _, j := range jobs {
			file := filepath.Join(b.dir, j.file)
			require.NoError(t, os.WriteFile(file, j.text, 0o600))
			args := slices.Concat(b.flags(), b.pic(), j.flags, []string{"-Wall", "-Wextra", "-Werror", "-fsyntax-only", file})
			out, err := exec.Command(b.clang, args...).CombinedOutput()
			assert.NoError(t, err, "%s", out)
		}
	}
}
