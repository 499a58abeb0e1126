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

// TestCommandTable says that README has every command, and no other.
func TestCommandTable(t *testing.T) {
	_, section, ok := strings.Cut(read(t, filepath.Join(root, "README.md")), "\n## Commands\n")
	require.True(t, ok)
	table, _, _ := strings.Cut(section, "\n\n`procad help")
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(table, -1) {
		for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[1], -1) {
			listed[name[1]] = true
		}
	}
	for _, cmd := range newRoot().Commands() {
		switch name := cmd.Name(); name {
		case "help", "completion", "version": // what every command has; README says the first two below the table
		default:
			assert.True(t, listed[name], "README has no row for %s", name)
			delete(listed, name)
		}
	}
	assert.Empty(t, listed)
}

// TestComparedPapers says that compare, and README of it, name the papers whose systems it runs.
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
	assert.Contains(t, read(t, filepath.Join(root, "README.md")), want)
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
	for _, row := range rows {
		require.NoError(t, os.WriteFile("in.fun", []byte("def f(x: Real, y: Real): Real = "+row[1]+"\n"), 0o600))
		var out, stderr bytes.Buffer
		require.Equal(t, exitOK, run([]string{"grad", "in.fun", "--in", "in.json", "--engine", "interp"}, strings.NewReader(""), &out, &stderr), "%s\n%s", row[1], &stderr)
		x := regexp.MustCompile(`"x": (.*),`).FindStringSubmatch(out.String())
		require.NotNil(t, x, out.String())
		assert.Equal(t, row[2], strings.Trim(x[1], `"`), row[1])
	}
}
