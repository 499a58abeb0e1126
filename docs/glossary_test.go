package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/pipeline"
)

// TestGlossary says that the terms are sorted, that the files and folders of glossary.md
// exist, and that every pass and every plan of a loop is explained.
func TestGlossary(t *testing.T) {
	page, err := os.ReadFile("glossary.md")
	require.NoError(t, err)
	var terms []string
	named := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \| ([^|]*) \| ([^|]*) \|$`).FindAllStringSubmatch(string(page), -1) {
		if row[1] == "term" {
			continue
		}
		terms = append(terms, strings.ToLower(row[1]))
		for _, name := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(row[2], -1) {
			named[name[1]] = true
		}
		places := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[3], -1)
		assert.NotEmpty(t, places, row[1])
		for _, place := range places {
			_, err := os.Stat(filepath.Join("..", filepath.FromSlash(place[1])))
			assert.NoError(t, err, row[1])
		}
	}
	assert.Greater(t, len(terms), 50)
	assert.True(t, slices.IsSorted(terms), "the order of the alphabet is %q", slices.Sorted(slices.Values(terms)))
	assert.Equal(t, terms, slices.Compact(slices.Clone(terms)))
	for _, p := range pipeline.Passes {
		assert.True(t, named[string(p.Name)], "no term has the pass %s", p.Name)
	}
	policies, err := os.ReadFile("../split/policy.go")
	require.NoError(t, err)
	plans := regexp.MustCompile(`PlanName = "([a-z]+)"`).FindAllStringSubmatch(string(policies), -1)
	assert.Greater(t, len(plans), 5)
	for _, p := range plans {
		assert.True(t, named[p[1]], "no term has the plan %s", p[1])
	}
}
