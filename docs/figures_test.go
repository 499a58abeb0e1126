package docs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// figures is how many figures a paper has; paper 3 has none.
var figures = map[string]int{"1": 25, "2": 17, "4": 12}

// TestFigures says that figures.md has a row for each figure of each paper.
func TestFigures(t *testing.T) {
	page, err := os.ReadFile("figures.md")
	require.NoError(t, err)
	sections := regexp.MustCompile(`(?ms)^## Paper (\d): .*?(?:^## |\z)`)
	rest := string(page)
	seen := 0
	for {
		at := sections.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		paper, section := rest[at[2]:at[3]], rest[at[0]:at[1]]
		rest = rest[at[1]-3:]
		if figures[paper] == 0 {
			continue
		}
		seen++
		has := map[int]bool{}
		for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \| .*`).FindAllStringSubmatch(section, -1) {
			for _, part := range strings.Split(row[1], ", ") {
				ends := regexp.MustCompile(`^(\d+)(?: to (\d+))?$`).FindStringSubmatch(strings.TrimSpace(part))
				if ends == nil {
					continue
				}
				first, err := strconv.Atoi(ends[1])
				require.NoError(t, err)
				last := first
				if ends[2] != "" {
					last, err = strconv.Atoi(ends[2])
					require.NoError(t, err)
				}
				for n := first; n <= last; n++ {
					has[n] = true
				}
			}
		}
		for n := range figures[paper] {
			assert.True(t, has[n+1], "paper %s: no row has Figure %d", paper, n+1)
		}
	}
	assert.Equal(t, len(figures), seen)
}

// TestGoldens says that every golden that figures.md names is a file or a folder in testdata of a system.
func TestGoldens(t *testing.T) {
	page, err := os.ReadFile("figures.md")
	require.NoError(t, err)
	var files []string
	require.NoError(t, filepath.WalkDir("../papers", func(path string, _ os.DirEntry, err error) error {
		if _, in, ok := strings.Cut(filepath.ToSlash(path), "/testdata/"); ok {
			files = append(files, in)
		}
		return err
	}))
	count := 0
	for _, m := range regexp.MustCompile(`\bgoldens? ([\w./-]*\w)`).FindAllStringSubmatch(string(page), -1) {
		if m[1] == "is" {
			continue // what one is
		}
		count++
		assert.True(t, slices.ContainsFunc(files, func(file string) bool {
			return strings.HasPrefix(file, m[1]) || strings.HasPrefix(path.Base(file), m[1])
		}), "there is no golden %s", m[1])
	}
	assert.Greater(t, count, 20)
}

// TestRepairs says that figures.md counts the changes of package vlad.
func TestRepairs(t *testing.T) {
	page, err := os.ReadFile("figures.md")
	require.NoError(t, err)
	doc, err := os.ReadFile("../papers/vlad/doc.go")
	require.NoError(t, err)
	_, repairs, ok := strings.Cut(string(doc), "# Repairs")
	require.True(t, ok)
	count := []string{"No", "One", "Two", "Three", "Four", "Five", "Six"}[strings.Count(repairs, "\n//   - ")]
	assert.Contains(t, repairs, count+" things are changed")
	assert.Contains(t, string(page), count+" things are changed")
}
