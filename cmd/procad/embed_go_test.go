package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// TestEmbedInGo calls the gradient of gmm from a program in Go, which has to print what grad
// does, bit for bit.
func TestEmbedInGo(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	clangs.Need(t, new(toolchain.Compiler).Find)
	command, err := exec.LookPath("go")
	if err != nil {
		clangs.Missing(t, err)
	}
	dir := t.TempDir()
	wrt := "--wrt=alpha,mu,q,l"
	want := gmmGradient(t, filepath.Join(dir, "data.h"), wrt)
	library, main := filepath.Join(dir, "libgmm.so"), filepath.Join(dir, "main")
	prints(t, "build", filepath.Join(root, "testdata/kernels/gmm.fun"), "--grad", wrt, "--parallel", "-o", library)
	out, err := exec.Command(command, "build", "-o", main, root+"/testdata/embed/go").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, want, printedNumbers(t, main, library, filepath.Join(root, "testdata/kernels/gmm.json")))
}
