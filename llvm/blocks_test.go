package llvm

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBlocks runs a program in C that uses memory as native code does.
func TestBlocks(t *testing.T) {
	needClang(t)
	clang, err := new(Compiler).Find()
	require.NoError(t, err)
	exe := filepath.Join(t.TempDir(), "blocks")
	out, err := exec.Command(clang, "-O1", "-std=c11", "-Wall", "-Werror", "testdata/blocks.c", "runtime/memory.c", "runtime/fault.c", "-o", exe).CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(exe).CombinedOutput()
	require.NoError(t, err, string(out))
}
