package e2e_test

import (
	"bytes"
	stdcontext "context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// readers are the two readers of JSON: that of the command, and that of
// executables, which has an entry for each function of readers.fun.
type readers struct {
	unit *pipeline.Unit
	exe  string // "" without clang
}

// read is what became of a text: the value of the function, or where the
// error is.
type read struct{ value, place string }

func (r read) String() string {
	if r.place != "" {
		return "error " + r.place
	}
	return r.value
}

func newReaders(t *testing.T) *readers {
	r := &readers{unit: loadFile(t, "../../testdata/json/readers.fun")}
	if _, err := new(toolchain.Compiler).Find(); err != nil {
		return r
	}
	var entries []abi.Entry
	for _, f := range r.unit.Funcs {
		d := r.unit.Program.Lookup(f)
		entries = append(entries, abi.Entry{Func: f, Symbol: f.String(), Face: pipeline.Running(r.unit.Program.InterfaceOf(d.Name))})
	}
	module, err := llvm.Generate(r.unit.Library.Def, entries, llvm.Options{Main: true})
	require.NoError(t, err)
	r.exe = filepath.Join(t.TempDir(), "readers")
	require.NoError(t, (&toolchain.Compiler{Level: -1}).Compile(stdcontext.Background(), module, r.exe, toolchain.Executable))
	return r
}

// command is what the command makes of a text.
func (r *readers) command(t require.TestingT, f, text string) read {
	d, err := r.unit.Entry(f)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "x.json", Text: text}, r.unit.Program.InterfaceOf(d.Name))
	if err != nil {
		return read{place: diag.All(err)[0].Pos.String()}
	}
	v, err := r.unit.Run(interp.New(r.unit.Library.Def), d, args)
	require.NoError(t, err, text)
	var b bytes.Buffer
	require.NoError(t, data.Write(&b, v))
	return read{value: b.String()}
}

var position = regexp.MustCompile(`^standard input:(\d+:\d+): error: `)

// executable is what the executable makes of it.
func (r *readers) executable(t require.TestingT, f, text string) read {
	cmd := exec.Command(r.exe, "--entry", f)
	cmd.Stdin = strings.NewReader(text)
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	if err := cmd.Run(); err != nil {
		place := position.FindStringSubmatch(problem.String())
		require.NotNil(t, place, "%s %q: %v: %s", f, text, err, &problem)
		return read{place: place[1]}
	}
	return read{value: strings.TrimSuffix(out.String(), "\n")}
}

// A jsonCase is a line of cases.txt: a function, a text, and what is read.
type jsonCase struct{ f, text, want string }

func jsonCases(t *testing.T) []jsonCase {
	lines, err := os.ReadFile("../../testdata/json/cases.txt")
	require.NoError(t, err)
	var cases []jsonCase
	for line := range strings.Lines(string(lines)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "--") {
			continue
		}
		f, rest, _ := strings.Cut(line, " ")
		quoted, err := strconv.QuotedPrefix(rest)
		require.NoError(t, err, line)
		text, err := strconv.Unquote(quoted)
		require.NoError(t, err, line)
		cases = append(cases, jsonCase{f, text, strings.TrimSpace(rest[len(quoted):])})
	}
	return cases
}

// TestReaders reads the cases of testdata/json, and texts that are made from
// them at random, with both readers.
func TestReaders(t *testing.T) {
	r, cases := newReaders(t), jsonCases(t)
	t.Run("cases", func(t *testing.T) { r.expect(t, cases) })
	t.Run("changed", func(t *testing.T) { r.agree(t, cases) })
}

// expect reads the cases.
func (r *readers) expect(t *testing.T, cases []jsonCase) {
	for _, c := range cases {
		assert.Equal(t, c.want, r.command(t, c.f, c.text).String(), "the command: %s %q", c.f, c.text)
		if r.exe != "" {
			assert.Equal(t, c.want, r.executable(t, c.f, c.text).String(), "the executable: %s %q", c.f, c.text)
		}
	}
}

// agree changes the cases: both readers accept the same texts, as the same
// values, and find the first error at the same place.
func (r *readers) agree(t *testing.T, cases []jsonCase) {
	if r.exe == "" {
		clangs.Missing(t, "native code is not tested: no clang")
	}
	pieces := []string{"", " ", "\n", "[", "]", "{", "}", ",", ":", `"`, `\`, "-", ".", "e", "0", "1", "17", "1e5", "1e999", "0.5", "null", "true", "false",
		`"n"`, `"n": 2`, `"n": 2, `, `"d": 3, `, `"Inl"`, `"Inr"`, `"shape"`, `"data"`, `{"shape": [0, 2], "data": []}`, "[]", "[1, 2]", "[[1, 2], [3, 4]]",
		`"NaN"`, `"x": 1, `, `\u0000`, `\u006e`, `\ud800`, "\x00", "\x01", "\xff", "\ufeff", "9223372036854775808", `"unknown": {"a": 1, "a": 2}, `}
	rapid.Check(t, func(t *rapid.T) {
		// Several at a time, so that the smallest number of checks is worth its while.
		for k := range 4 {
			c := rapid.SampledFrom(cases).Draw(t, fmt.Sprint("case ", k))
			text := c.text
			for range rapid.IntRange(1, 3).Draw(t, "changes") {
				from := rapid.IntRange(0, len(text)).Draw(t, "from")
				to := from + rapid.IntRange(0, min(4, len(text)-from)).Draw(t, "deleted")
				text = text[:from] + rapid.SampledFrom(pieces).Draw(t, "piece") + text[to:]
			}
			require.Equal(t, r.command(t, c.f, text), r.executable(t, c.f, text), "%s %q", c.f, text)
		}
	})
}
