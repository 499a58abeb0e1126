package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
)

// TestX87 demands that what clang gets wrong does not come up, by the flags for code that is only translated.
func TestX87(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, clang := range clangs.Installed(t) {
		t.Run(filepath.Base(clang), func(t *testing.T) {
			exe := filepath.Join(t.TempDir(), "x87")
			c := &Compiler{Clang: clang}
			m, err := c.Machine(t.Context())
			require.NoError(t, err)
			args := append(c.unoptimisedFlags(m), "-march=native", "-Wno-override-module", "testdata/x87.ll", "-o", exe)
			out, err := exec.Command(clang, args...).CombinedOutput()
			require.NoError(t, err, string(out))
			assert.NoError(t, exec.Command(exe).Run())
			if !c.isX86() {
				return
			}
			c.CPU = "skylake-avx512"
			m, err = c.Machine(t.Context())
			require.NoError(t, err)
			args = append(c.unoptimisedFlags(m), "-march=skylake-avx512", "-Wno-override-module", "-S", "testdata/x87.ll", "-o", exe+".s")
			out, err = exec.Command(clang, args...).CombinedOutput()
			require.NoError(t, err, string(out))
			assembly, err := os.ReadFile(exe + ".s")
			require.NoError(t, err)
			assert.NotRegexp(t, "xmm(1[6-9]|2[0-9]|3[01])", string(assembly), "registers of AVX-512")
		})
	}
}
