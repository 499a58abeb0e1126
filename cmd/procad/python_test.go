package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/llvm"
)

// python is an interpreter of Python that has NumPy, and another module unless its name is
// empty; "" if there is none.
func python(module string) string {
	found, ok := pythons.Load(module)
	if !ok {
		found, _ = pythons.LoadOrStore(module, findPython(module))
	}
	return found.(string)
}

var pythons sync.Map

func findPython(module string) string {
	imports := "import numpy"
	if module != "" {
		imports += ", " + module
	}
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", imports).Run() == nil {
			return path
		}
	}
	return ""
}

// pythonPath is where Python finds the package procad, also once a test is in another folder.
var pythonPath, _ = filepath.Abs(filepath.Join(root, "bindings"))

// pythonPrints is a command of a page that runs Python, with what it prints.
func pythonPrints(t *testing.T, line, text string, args []string) string {
	interpreter := python("scipy")
	if _, err := new(llvm.Compiler).Find(); err != nil || interpreter == "" {
		return text
	}
	cmd := exec.Command(interpreter, args...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+pythonPath, "PYTHONDONTWRITEBYTECODE=1", "PROCAD=", cache.Variable+"="+t.TempDir())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return "$ " + line + "\n" + string(out)
}
