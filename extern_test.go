package procad_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
	"procad/internal/clangs"
	"procad/llvm/toolchain"
)

// TestLink calls a function of C that is linked in, and its derivative.
func TestLink(t *testing.T) {
	clang := clangs.Need(t, new(toolchain.Compiler).Find)
	dir := t.TempDir()
	source, object := filepath.Join(dir, "square.c"), filepath.Join(dir, "square.o")
	require.NoError(t, os.WriteFile(source, []byte("double square(double x) { return x * x; }\n"), 0o600))
	require.NoError(t, exec.Command(clang, "-fPIC", "-c", source, "-o", object).Run())
	text := `
extern def square(x: Real): Real = "square"
derivative square(x: Real) forward(dx) = 2 * x * dx
def f(x: Real): Real = square(x) + x`
	p, err := procad.Compile(t.Context(), text, procad.Link(object))
	require.NoError(t, err)
	defer p.Close()
	f, err := p.Function("f")
	require.NoError(t, err)
	y, g, err := f.Gradient(t.Context(), 3.0)
	require.NoError(t, err)
	assert.Equal(t, 12.0, y)
	assert.Equal(t, 7.0, g.Of("x"))

	_, err = procad.Compile(t.Context(), text, procad.Link(filepath.Join(dir, "nowhere.o")))
	assert.ErrorContains(t, err, "nowhere.o: no such file")
	p, err = procad.Compile(t.Context(), text)
	require.NoError(t, err)
	defer p.Close()
	f, err = p.Function("f")
	require.NoError(t, err)
	_, err = f.Value(t.Context(), 3.0)
	assert.ErrorContains(t, err, "[extern-missing]")
}
