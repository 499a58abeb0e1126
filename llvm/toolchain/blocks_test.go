package toolchain

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBlocks runs a program in C that uses memory as native code does.
func TestBlocks(t *testing.T) {
	NeedClang(t)
	clang, err := new(Compiler).Find()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, writeSources(dir, &Machine{}))
	exe := filepath.Join(dir, "blocks")
	args := []string{"-O1", "-std=c11", "-Wall", "-Werror", "testdata/blocks.c", "-o", exe}
	for _, file := range []string{"memory.c", "failure.c", "load.c"} {
		args = append(args, filepath.Join(dir, file))
	}
	out, err := exec.Command(clang, args...).CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(exe).CombinedOutput()
	require.NoError(t, err, string(out))
}
