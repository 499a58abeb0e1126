package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/version"
	"procad/llvm/toolchain"
)

var wheelWhole = flag.Bool("wheel.whole", false, "TestWheel compiles the command as scripts/wheel does, without the libraries of the system, and not as the suite has compiled it")

// goBuild makes the command of what go has compiled for the tests.
func goBuild(t *testing.T, out string) {
	t.Helper()
	text, err := exec.Command("go", "build", "-o", out, ".").CombinedOutput()
	require.NoError(t, err, "%s", text)
}

// TestWheel makes the wheel and the archive, and installs them, the wheel in a fresh virtual environment without a network: the
// command and the package are those of the wheel.
func TestWheel(t *testing.T) {
	t.Parallel()
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy, venv, ensurepip").Run(); err != nil {
		clangs.Missing(t, "there is no python3 with numpy and venv of Debian")
	}
	dir := t.TempDir()
	run := func(environment []string, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if environment != nil {
			cmd.Env = environment
		}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s %v: %s", name, args, out)
		return string(out)
	}
	top, err := filepath.Abs("../..")
	require.NoError(t, err)
	dist := filepath.Join(dir, "dist")
	environment := append(os.Environ(), "DIST="+dist)
	if !*wheelWhole {
		built := filepath.Join(dir, "built")
		goBuild(t, built)
		environment = append(environment, "COMMAND="+built)
	}
	run(environment, "sh", filepath.Join(top, "scripts/wheel"))
	wheels, err := filepath.Glob(filepath.Join(dist, "procad-"+version.Number+"-py3-none-manylinux*.whl"))
	require.NoError(t, err)
	require.Len(t, wheels, 1)

	env := filepath.Join(dir, "env")
	run(nil, python, "-m", "venv", "--system-site-packages", env)
	run(nil, filepath.Join(env, "bin/pip"), "install", "--quiet", "--no-index", wheels[0])
	alone := []string{"PATH=/usr/bin:/bin", "HOME=" + dir, "PROCAD_CACHE=off"}
	assert.Contains(t, run(alone, filepath.Join(env, "bin/procad"), "version"), "procad "+version.Number)
	assert.Contains(t, run(alone, filepath.Join(env, "bin/python"), "-c", "import procad; print(procad._command.find())"), filepath.Join(env, "bin/procad"))
	// The first gradient, without clang and, where there is one, with it.
	const gradient = `import procad; print(procad.compile("def f(x: Real): Real = x^3").f.grad(2))`
	interpreted := append(slices.Clone(alone), "PROCAD_CC=none", "PYTHONWARNINGS=ignore")
	assert.Equal(t, "Gradient(x=12.0)\n", run(interpreted, filepath.Join(env, "bin/python"), "-c", gradient))
	if clang, err := new(toolchain.Compiler).Find(); err == nil {
		assert.Equal(t, "Gradient(x=12.0)\n", run(append(slices.Clone(alone), "PROCAD_CC="+clang), filepath.Join(env, "bin/python"), "-c", gradient))
	}

	archives, err := filepath.Glob(filepath.Join(dist, "procad-"+version.Number+"-linux-*.tar.gz"))
	require.NoError(t, err)
	require.Len(t, archives, 1)
	run(nil, "tar", "-xzf", archives[0], "--strip-components=1")
	prefix := filepath.Join(dir, "prefix")
	run(alone, "./install", prefix)
	assert.Contains(t, run(alone, filepath.Join(prefix, "bin/procad"), "version"), "procad "+version.Number)
	run(alone, "./uninstall", prefix)
	assert.NoFileExists(t, filepath.Join(prefix, "bin/procad"))
}
