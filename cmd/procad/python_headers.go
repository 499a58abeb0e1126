package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"procad/internal/child"
)

// pythonVariable names the interpreter that extensions are for.
const pythonVariable = "PROCAD_PYTHON"

// A pythonHeaders says how extensions for an interpreter of Python are compiled.
type pythonHeaders struct {
	folder string // where Python.h is
	suffix string // of the names of files with extensions
}

const askPython = `import sysconfig; print(sysconfig.get_path("include")); print(sysconfig.get_config_var("EXT_SUFFIX"))`

// askTime is how long an interpreter may take to answer.
const askTime = 20 * time.Second

// headersOfPython asks an interpreter; the error says why there can be no extension.
func headersOfPython(ctx context.Context, name string) (pythonHeaders, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, "-I", "-c", askPython)
	cmd.WaitDelay = time.Second
	var answer bytes.Buffer
	cmd.Stdout = &answer
	if err := child.Run(cmd); err != nil {
		return pythonHeaders{}, errors.New(name + " cannot be run")
	}
	lines := strings.Split(answer.String(), "\n")
	if len(lines) < 2 || !strings.HasPrefix(lines[1], ".") || strings.ContainsRune(lines[1], filepath.Separator) {
		return pythonHeaders{}, errors.New(name + " does not say what extensions are called")
	}
	if _, err := os.Stat(filepath.Join(lines[0], "Python.h")); err != nil {
		return pythonHeaders{}, errors.New("the headers of " + name + " are not installed")
	}
	return pythonHeaders{lines[0], lines[1]}, nil
}
