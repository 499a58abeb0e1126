package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/llvm/toolchain"
)

// python is an interpreter of Python that has NumPy, and other modules; "" if there is none.
func python(modules ...string) string {
	key := strings.Join(modules, ", ")
	found, ok := pythons.Load(key)
	if !ok {
		found, _ = pythons.LoadOrStore(key, findPython(modules))
	}
	return found.(string)
}

var pythons sync.Map

func findPython(modules []string) string {
	imports := "import " + strings.Join(append([]string{"numpy"}, modules...), ", ")
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", imports).Run() == nil {
			return path
		}
	}
	return ""
}

// pythonPath is where Python finds the package procad, also once a test is in another folder.
var pythonPath, _ = filepath.Abs(filepath.Join(root, "llvm", "bindings"))

// pythonPrints is a command of a page that runs Python, with what it prints. Where a module that
// the program imports is not installed, it is as in the page.
func pythonPrints(t *testing.T, line, text string, args []string) string {
	program, err := os.ReadFile(args[0])
	require.NoError(t, err)
	var modules []string
	for _, m := range []string{"scipy", "torch"} {
		if regexp.MustCompile(`(?m)^(import|from) ` + m + `\b`).Match(program) {
			modules = append(modules, m)
		}
	}
	interpreter := python(modules...)
	if _, err := new(toolchain.Compiler).Find(); err != nil || interpreter == "" {
		t.Logf("%s is not run: there is no clang, or no python3 with numpy %s", line, strings.Join(modules, " "))
		return text
	}
	cmd := exec.Command(interpreter, args...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+pythonPath, "PYTHONDONTWRITEBYTECODE=1", "PROCAD=", cache.Variable+"="+cacheFolder())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return "$ " + line + "\n" + string(out)
}
