package procad_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPage runs the program of docs/go.md, in a module of its own.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	root, err := os.Getwd()
	require.NoError(t, err)
	page, err := os.ReadFile("docs/go.md")
	require.NoError(t, err)
	block := func(kind string) []byte {
		found := regexp.MustCompile("(?ms)^```"+kind+"\n(.*?)^```$").FindAllSubmatch(page, -1)
		require.Len(t, found, 1, kind)
		return found[0][1]
	}
	dir := t.TempDir()
	sums, err := os.ReadFile("go.sum")
	require.NoError(t, err)
	// All that procad requires is listed, so that nothing has to be looked up.
	module, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	module = append(bytes.Replace(module, []byte("module procad\n"), []byte("module example\n"), 1), "\nrequire procad v0.0.0\nreplace procad => "+root+"\n"...)
	for name, text := range map[string][]byte{"main.go": block("go"), "fit.fun": block("fun"), "go.sum": sums, "go.mod": module} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	run := func(args ...string) string {
		cmd := exec.Command(command, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	run("build", "-o", "program", ".")
	out, err := exec.Command(filepath.Join(dir, "program")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, string(block("text")), string(out))
}
