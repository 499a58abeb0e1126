package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/papers/compare"
)

// numerals are numbers as pages write them.
var numerals = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"}

// TestSections says that the tour has as many sections as it says, and as README says, and that they are numbered.
func TestSections(t *testing.T) {
	tour := read(t, filepath.Join(root, "docs", "tour.md"))
	sections := regexp.MustCompile(`(?m)^## (\d+)\. `).FindAllStringSubmatch(tour, -1)
	for k, s := range sections {
		assert.Equal(t, fmt.Sprint(k+1), s[1])
	}
	require.Less(t, len(sections), len(numerals))
	many := "in " + numerals[len(sections)] + " sections"
	assert.Contains(t, tour, many)
	assert.Contains(t, read(t, filepath.Join(root, "README.md")), many)
}

// TestCommandTable says that commands.md has every command, in the section of its group, in its order, and no other.
func TestCommandTable(t *testing.T) {
	page := read(t, filepath.Join(root, "docs", "commands.md"))
	procad := newRoot()
	grouped := 0
	for _, g := range procad.Groups() {
		_, section, ok := strings.Cut(page, "\n## "+g.ID+"\n")
		require.True(t, ok, g.ID)
		section, _, _ = strings.Cut(section, "\n## ")
		var listed, want []string
		for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(section, -1) {
			for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[1], -1) {
				listed = append(listed, name[1])
			}
		}
		for _, cmd := range procad.Commands() {
			if cmd.GroupID == g.ID {
				want = append(want, cmd.Name())
			}
		}
		assert.ElementsMatch(t, want, listed, g.ID)
		grouped += len(want)
	}
	for _, cmd := range procad.Commands() {
		if cmd.Hidden { // people do not type it
			continue
		}
		switch name := cmd.Name(); name {
		case "help", "completion", "version": // what every command has; the page says the first two in its text
		default:
			assert.NotEmpty(t, cmd.GroupID, name)
		}
	}
	assert.Greater(t, grouped, 20)
}

// TestScriptTable says that commands.md has every script.
func TestScriptTable(t *testing.T) {
	_, section, ok := strings.Cut(read(t, filepath.Join(root, "docs", "commands.md")), "\n## Scripts\n")
	require.True(t, ok)
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `sh scripts/([\\w.]+)[^|]* \\|").FindAllStringSubmatch(section, -1) {
		listed[row[1]] = true
	}
	files, err := os.ReadDir(filepath.Join(root, "scripts"))
	require.NoError(t, err)
	for _, f := range files {
		switch name := f.Name(); name {
		case "setup.sh", "install", "uninstall": // the first is for the others, and the archive of scripts/wheel has the rest
		default:
			assert.True(t, listed[name], "commands.md has no row for scripts/%s", name)
			delete(listed, name)
		}
	}
	assert.Empty(t, listed)
}

// TestReadme says that README is short, that its first screen has the stages, how to install it, chart, kernel and gradient, and that its map has every page.
func TestReadme(t *testing.T) {
	text := read(t, filepath.Join(root, "README.md"))
	assert.Less(t, strings.Count(text, "\n"), 110)
	lines := strings.SplitAfter(text, "\n")
	screen := strings.Join(lines[:min(45, len(lines))], "")
	for _, what := range []string{"](docs/pictures/table.svg)", "pip install dist/procad-", "LLVM IR", "$ procad grad ", "\"gradient\""} {
		assert.Contains(t, screen, what)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	for _, page := range append(pages, filepath.Join(root, "CONTRIBUTING.md"), filepath.Join(root, "CHANGELOG.md")) {
		name, err := filepath.Rel(root, page)
		require.NoError(t, err)
		if !strings.HasPrefix(filepath.Base(name), "rationale-") { // rationale.md has these
			assert.Contains(t, text, "]("+filepath.ToSlash(name)+")")
		}
	}
}

// TestComparedPapers says that compare, and commands.md of it, name the papers whose systems it runs.
func TestComparedPapers(t *testing.T) {
	papers := map[int]bool{}
	for _, s := range compare.Derivations {
		papers[s.Paper] = true
	}
	var list []string
	for _, p := range slices.Sorted(maps.Keys(papers)) {
		list = append(list, fmt.Sprint(p))
	}
	last := len(list) - 1
	want := "systems of papers " + strings.Join(list[:last], ", ") + " and " + list[last]
	cmd := commandsOf(newRoot())["compare"]
	assert.Contains(t, cmd.Short, want)
	assert.Contains(t, cmd.Long, want)
	assert.Contains(t, read(t, filepath.Join(root, "docs", "commands.md")), want)
}

// TestZeroCotangents runs the table of what an infinite slope does to a gradient.
func TestZeroCotangents(t *testing.T) {
	_, section, ok := strings.Cut(read(t, filepath.Join(root, "docs", "rationale-derivatives.md")), "## Why is a gradient sometimes NaN")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `(.*)` \\| (.*) \\|$").FindAllStringSubmatch(section, -1)
	require.Greater(t, len(rows), 8)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("in.json", []byte(`{"x": 0, "y": 1}`), 0o600))
	inX := func(expr string, flags ...string) string {
		require.NoError(t, os.WriteFile("in.fun", []byte("def f(x: Real, y: Real): Real = "+expr+"\n"), 0o600))
		var out, stderr bytes.Buffer
		args := append([]string{"grad", "in.fun", "--in", "in.json", "--engine", "interp"}, flags...)
		require.Equal(t, exitOK, run(args, strings.NewReader(""), &out, &stderr), "%s\n%s", expr, &stderr)
		x := regexp.MustCompile(`"x": (.*),`).FindStringSubmatch(out.String())
		require.NotNil(t, x, out.String())
		return strings.Trim(x[1], `"`)
	}
	for _, row := range rows {
		assert.Equal(t, row[2], inX(row[1]), row[1])
	}
	for _, expr := range []string{"x + max(sqrt(x), y)", "x + min(lgamma(x), y)"} {
		assert.Equal(t, "1", inX(expr), expr)
		assert.Equal(t, "NaN", inX(expr, "--without", "strong-zeros"), expr)
	}
}
