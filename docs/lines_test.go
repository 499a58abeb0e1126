package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// longestLine is how many characters a line of a page has at most.
const longestLine = 120

// longLines are the lines of a page that are longer, but for code and tables, whose lines cannot end anywhere.
func longLines(page string) []string {
	var long []string
	code := false
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if !code && !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > longestLine {
			long = append(long, line)
		}
	}
	return long
}

// TestLines says that the lines of pages fit a window, so that they can be read beside the code.
func TestLines(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	require.Greater(t, len(pages), 20)
	pages = append(pages, "../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../testdata/README.md")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, line := range longLines(string(text)) {
			assert.Fail(t, "a line of more than 120 characters", "%s: %s", page, line)
		}
	}
	word := strings.Repeat("é", longestLine)
	assert.Empty(t, longLines(word+"\n| "+word+" |\n```\nx"+word+"\n```\n"))
	assert.Equal(t, []string{"x" + word}, longLines("```\n```\nx"+word+"\n"))
}
