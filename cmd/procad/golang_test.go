package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/golden"
	"procad/llvm/bindings"
	"procad/llvm/toolchain"
)

// A goModule is a folder with a module that needs purego, which is in the cache of modules.
type goModule struct {
	folder  string
	command string
}

// newGoModule makes a module in a folder, and skips the test where packages for Go cannot be tested.
func newGoModule(t *testing.T) *goModule {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	command := goCommand()
	if command == "" {
		clangs.Missing(t, "there is no clang, or no go, or no package for this system")
	}
	m := &goModule{t.TempDir(), command}
	m.init(t)
	return m
}

// goCommand is the command go, "" where packages for Go cannot be tested.
func goCommand() string {
	command, err := exec.LookPath("go")
	if _, noClang := new(toolchain.Compiler).Find(); err != nil || noClang != nil || !bindings.GoArch(runtime.GOOS, runtime.GOARCH) {
		return ""
	}
	return command
}

// goRoot is the root of the repository, also once a test is in another folder.
var goRoot, _ = filepath.Abs(root)

// init writes the files that say which version of purego it is.
func (m *goModule) init(t *testing.T) {
	own, err := os.ReadFile(filepath.Join(goRoot, "go.mod"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(m.file("go.mod"), []byte("module example\n\n"+
		string(regexp.MustCompile(`(?m)^go .*$`).Find(own))+"\n\nrequire "+string(regexp.MustCompile(`github.com/ebitengine/purego v\S+`).Find(own))+"\n"), 0o600))
	sums, err := os.ReadFile(filepath.Join(goRoot, "go.sum"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(m.file("go.sum"), sums, 0o600))
}

// goPrints is a command of a page that runs go, with what it prints. What is looked up in
// the network is not run.
func goPrints(t *testing.T, line, text string, args []string) string {
	command := goCommand()
	if command == "" || testing.Short() {
		return text
	}
	m := &goModule{".", command}
	if args[0] == "mod" || args[0] == "get" {
		return text
	}
	m.init(t)
	return "$ " + line + "\n" + m.run(t, args...)
}

func (m *goModule) file(name string) string { return filepath.Join(m.folder, name) }

// run runs the command go, which may download what a new module needs, and compiles no C.
func (m *goModule) run(t *testing.T, args ...string) string {
	cmd := exec.Command(m.command, args...)
	cmd.Dir = m.folder
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestGoPackages builds a program with packages for Go, which has to print what grad does, bit
// for bit; of values of all types it prints what the golden file has.
func TestGoPackages(t *testing.T) {
	m := newGoModule(t)
	kernels := filepath.Join(root, "testdata/kernels")
	for _, kernel := range []string{"gmm", "lstm"} {
		prints(t, "build", filepath.Join(kernels, kernel+".fun"), "--go", "--fn", kernel, "-o", m.file(kernel))
	}
	prints(t, "build", "testdata/golang/types.fun", "--go", "--vjp", "--jvp", "--hvp", "--split", "-o", m.file("types"),
		"--fn", "numbers,whole,swap,pairs,flip,half,gather,nothing,turned,tuple2,error,cube,cubeGrad,_x',wide")
	text, err := os.ReadFile("testdata/golang/main.go")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(m.file("main.go"), text, 0o600))
	m.run(t, "vet", "-composites=false", "./...")
	m.run(t, "build", "-o", "program", ".")
	for kernel, names := range map[string][]string{"gmm": {"alpha", "mu", "q", "l", "x", "gamma"}, "lstm": {"main_params", "extra_params", "state", "sequence"}} {
		data := filepath.Join(kernels, kernel+".json")
		var printed struct {
			Value    float64
			Gradient map[string]any
		}
		require.NoError(t, json.Unmarshal([]byte(prints(t, "grad", filepath.Join(kernels, kernel+".fun"), "--fn", kernel, "--in", data)), &printed))
		want := []float64{printed.Value}
		for _, name := range names {
			want = append(want, numbersIn(printed.Gradient[name])...)
		}
		assert.Equal(t, want, printedNumbers(t, m.file("program"), kernel, data))
	}
	out, err := exec.Command(m.file("program"), "types").CombinedOutput()
	require.NoError(t, err, "%s", out)
	const file = "testdata/golang/types.want"
	if golden.Update() {
		require.NoError(t, os.WriteFile(file, out, 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(out), "go test -update rewrites %s", file)
}
