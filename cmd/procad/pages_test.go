package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/golden"
	"procad/llvm/toolchain"
)

// pictures is where the commands of pages put what they draw.
const pictures = "docs/pictures"

// TestPages runs the commands that pages show, and compares what they print and
// the pictures that they make. The command "$ cat FILE" makes the file.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	assert.Greater(t, replayPages(t, append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"))), 12)
}

// TestPagesWithOneClang does so for the README where the only clang is the oldest of those that every
// change is tested with, and is called clang, as on a fresh machine.
func TestPagesWithOneClang(t *testing.T) {
	oldest := clangs.Need(t, func() (string, error) { return exec.LookPath(clangs.Versions[0]) })
	t.Setenv("PATH", clangs.Alone(t, oldest))
	t.Setenv("PROCAD_CC", "")
	found, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	require.Equal(t, "clang", filepath.Base(found))
	for _, v := range clangs.Versions {
		_, err := exec.LookPath(v)
		require.Error(t, err)
	}
	assert.Equal(t, 1, replayPages(t, []string{filepath.Join(root, "README.md")}))
}

// replayPages returns how many of the pages show commands.
func replayPages(t *testing.T, pages []string) int {
	top, err := filepath.Abs(root)
	require.NoError(t, err)
	shows := 0
	for _, page := range pages {
		page, err := filepath.Abs(page)
		require.NoError(t, err)
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		if !console.Match(text) {
			continue
		}
		shows++
		name, err := filepath.Rel(top, page)
		require.NoError(t, err)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.Symlink(filepath.Join(top, "testdata"), "testdata"))
			require.NoError(t, os.MkdirAll(pictures, 0o700))
			same(t, page, console.ReplaceAllStringFunc(string(text), func(block string) string { return replay(t, block) }))
			made, err := os.ReadDir(pictures)
			require.NoError(t, err)
			for _, picture := range made {
				svg, err := os.ReadFile(filepath.Join(pictures, picture.Name()))
				require.NoError(t, err)
				assert.Contains(t, string(text), "(pictures/"+picture.Name()+")", "the page does not show a picture that it makes")
				same(t, filepath.Join(top, pictures, picture.Name()), string(svg))
			}
		})
	}
	return shows
}

// same compares a file with what it should be, or makes it so.
func same(t *testing.T, file, want string) {
	if golden.Update() {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, want, string(have), "go test ./cmd/procad -update rewrites %s", file)
}

var (
	console = regexp.MustCompile("(?ms)^```console\n.*?^```$")
	command = regexp.MustCompile(`(?m)^\$ (.*)\n((?:[^$\x60].*\n|\n)*)`)
)

// replay runs the commands of a block, and returns the block with what they print.
func replay(t *testing.T, block string) string {
	return command.ReplaceAllStringFunc(block, func(text string) string {
		parts := command.FindStringSubmatch(text)
		line, printed := parts[1], parts[2]
		words := strings.Fields(strings.ReplaceAll(line, "'", ""))
		if words[0] == "cat" {
			require.NoError(t, os.WriteFile(words[1], []byte(printed), 0o600))
			return text
		}
		switch words[0] {
		case "procad":
		case "python3":
			return pythonPrints(t, line, text, words[1:])
		case "go":
			return goPrints(t, line, text, words[1:])
		default:
			return runsOutside(t, line, text, words)
		}
		args := words[1:]
		// Functions of C need native code with any engine.
		native := args[0] == "build" || args[0] == "llvm" || args[0] == "checkpoint" && args[1] == "measure" || strings.Contains(line, "--link ")
		if _, err := new(toolchain.Compiler).Find(); err != nil && native {
			t.Logf("%s is not run: %v", line, err)
			return text
		}
		switch {
		case strings.Contains(line, "--via"): // without an engine
		case args[0] == "run", args[0] == "grad", args[0] == "gradcheck":
			// What is printed does not depend on the machine's mathematics.
			args = append(args, "--engine", "interp")
		}
		var out bytes.Buffer
		code := run(args, strings.NewReader(""), &out, &out)
		if args[0] == "build" { // its notes are about what is installed
			require.Equal(t, exitOK, code, "%s", &out)
			return text
		}
		if timeless(out.String()) == timeless(printed) {
			return text
		}
		return "$ " + line + "\n" + out.String()
	})
}

// runsOutside runs a compiler, or what it made, where there are clang and that compiler.
func runsOutside(t *testing.T, line, text string, words []string) string {
	_, noClang := new(toolchain.Compiler).Find()
	_, err := exec.LookPath(words[0])
	if noClang != nil || err != nil {
		return text
	}
	out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
	require.NoError(t, err, "%s\n%s", line, out)
	return "$ " + line + "\n" + string(out)
}

var (
	local  = regexp.MustCompile(`[0-9.]+ [nµm]?s\b`)
	spaces = regexp.MustCompile(` +`)
)

// timeless is a text without times, which are of one machine.
func timeless(text string) string {
	return spaces.ReplaceAllString(local.ReplaceAllString(text, "TIME"), " ")
}

// TestProceduresInPages demands that split prints the procedures that a page shows.
func TestProceduresInPages(t *testing.T) {
	list, _ := blocks(t, "docs/checkpointing.md")
	program := filepath.Join(t.TempDir(), "map.fun")
	count, shown := 0, ""
	for _, b := range list {
		if text, ok := strings.CutPrefix(b.text, "$ cat map.fun\n"); ok {
			require.NoError(t, os.WriteFile(program, []byte(text), 0o600))
			for _, args := range [][]string{{}, {"--checkpoint", "iterations=binomial(2)"}} {
				var out, stderr bytes.Buffer
				require.Equal(t, exitOK, run(append([]string{"split", program}, args...), strings.NewReader(""), &out, &stderr), "%s", &stderr)
				shown += out.String()
			}
		}
		if b.kind == "proc" {
			assert.Contains(t, shown, b.text)
			count++
		}
	}
	assert.Positive(t, count)
}

// TestMachineCode demands that the loop of docs/architecture.md is what clang 14 makes: that its instructions stand one after the other
// in a library, but for their registers and addresses.
func TestMachineCode(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the code is for amd64")
	}
	clang := clangs.Need(t, func() (string, error) { return exec.LookPath("clang-14") })
	t.Setenv("PROCAD_CC", clang)
	page := read(t, filepath.Join(root, "docs", "architecture.md"))
	program := regexp.MustCompile(`(?s)\$ cat f\.fun\n(.*?)\$ `).FindStringSubmatch(page)
	shown := regexp.MustCompile("(?s)\n```asm\n(.*?)```").FindStringSubmatch(page)
	require.NotNil(t, program)
	require.NotNil(t, shown)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("f.fun", []byte(program[1]), 0o600))
	var out bytes.Buffer
	require.Equal(t, exitOK, run([]string{"build", "f.fun", "--cpu", "x86-64-v3", "-o", "libf.so"}, strings.NewReader(""), &out, &out), "%s", &out)
	objdump, err := exec.LookPath("objdump")
	if err != nil {
		clangs.Missing(t, err)
	}
	code, err := exec.Command(objdump, "-d", "--no-show-raw-insn", "--no-addresses", "libf.so").Output()
	require.NoError(t, err)
	mnemonics := func(text string) string {
		var all []string
		for _, line := range regexp.MustCompile(`(?m)^\s+(\w+)`).FindAllStringSubmatch(text, -1) {
			all = append(all, line[1])
		}
		return strings.Join(all, " ")
	}
	assert.Contains(t, mnemonics(string(code)), mnemonics(shown[1]))
	assert.Greater(t, strings.Count(shown[1], "\n"), 8)
}
