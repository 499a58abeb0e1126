package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	block   = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	command = regexp.MustCompile(`(?m)^\$ (.*)\n((?:[^$\x60].*\n|\n)*)`)
)

// A report says what became of the commands of a page.
type report struct {
	ran, left int
	wrong     []string
}

// replay runs the commands of a page in a new folder. The command "cat FILE" makes the file.
func replay(page string, native bool) (*report, error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "console")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	data, err := filepath.Abs("testdata")
	if err == nil {
		err = os.Symlink(data, filepath.Join(folder, "testdata"))
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(folder, "docs", "pictures"), 0o700)
	}
	if err != nil {
		return nil, err
	}
	r := &report{}
	for _, b := range block.FindAllSubmatch(text, -1) {
		for _, c := range command.FindAllSubmatch(b[1], -1) {
			if err := r.run(folder, string(c[1]), string(c[2]), native); err != nil {
				return nil, err
			}
		}
	}
	if r.ran+r.left == 0 {
		return nil, fmt.Errorf("%s shows no command", page)
	}
	return r, nil
}

// run runs a command that a page shows, with what it should print.
func (r *report) run(folder, line, want string, native bool) error {
	words := strings.Fields(line)
	if words[0] == "cat" && len(words) == 2 {
		return os.WriteFile(filepath.Join(folder, words[1]), []byte(want), 0o600)
	}
	if !native && needsNative(words) || words[0] == "python3" && lacksModules(filepath.Join(folder, words[1])) {
		r.left++
		return nil
	}
	r.ran++
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if !native {
		out = noNative.ReplaceAll(out, nil)
	}
	exit, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case err != nil && !ended:
		return err
	case err != nil && !strings.Contains(want, "error: "):
		r.wrong = append(r.wrong, fmt.Sprintf("$ %s\n%sexit status %d", line, out, exit.ExitCode()))
	case words[0] != "go" && !(words[0] == "procad" && words[1] == "build") || want != "":
		if !alike(want, string(out)) {
			r.wrong = append(r.wrong, fmt.Sprintf("$ %s\n%swhere the page has\n%s", line, out, want))
		}
	}
	return nil
}

// noNative is what procad says where the interpreter runs a program for want of a clang.
var noNative = regexp.MustCompile(`(?m)^note: no clang is found; .*\n`)

// needsNative says that a command is for native code, or of what was built.
func needsNative(words []string) bool {
	if words[0] != "procad" || slices.Contains(words, "--link") {
		return true
	}
	return words[1] == "build" || words[1] == "llvm" || words[1] == "bench" || words[1] == "checkpoint" && words[2] == "measure"
}

// lacksModules says that a program in Python imports a module which is not installed, of those that pages call optional.
func lacksModules(program string) bool {
	text, _ := os.ReadFile(program) // where there is none, python3 says so
	for _, m := range []string{"scipy", "torch"} {
		if regexp.MustCompile(`(?m)^(import|from) `+m+`\b`).Match(text) && exec.Command("python3", "-c", "import "+m).Run() != nil {
			return true
		}
	}
	return false
}

var (
	measured = regexp.MustCompile(`[0-9.]+ [nµm]?s\b|worst error .*|rel .*`)
	number   = regexp.MustCompile(`-?[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?`)
)

// alike compares what is printed, but for times, spaces and errors of rounding.
func alike(want, got string) bool {
	want, got = plain(want), plain(got)
	if number.ReplaceAllString(want, "#") != number.ReplaceAllString(got, "#") {
		return false
	}
	others := number.FindAllString(got, -1)
	for i, w := range number.FindAllString(want, -1) {
		x, errX := strconv.ParseFloat(w, 64)
		y, errY := strconv.ParseFloat(others[i], 64)
		if errX != nil || errY != nil || math.Abs(x-y) > 1e-8+1e-6*math.Max(math.Abs(x), math.Abs(y)) {
			return false
		}
	}
	return true
}

func plain(text string) string {
	return strings.Join(strings.Fields(measured.ReplaceAllString(text, "")), " ")
}
