package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fewWords are those of a paragraph that may be on several pages, such as the row of a table's titles.
const fewWords = 20

// paragraphs are the texts of a page between empty lines, but for code and short ones.
func paragraphs(page string) []string {
	var all []string
	for i, part := range strings.Split("\n"+page, "\n```") {
		if i%2 == 1 {
			continue
		}
		for text := range strings.SplitSeq(part, "\n\n") {
			if words := strings.Fields(text); len(words) >= fewWords {
				all = append(all, strings.Join(words, " "))
			}
		}
	}
	return all
}

// TestParagraphs says that every paragraph of the pages stands once. Text that stands twice belongs to one heading only.
func TestParagraphs(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	pages = append(pages, "../README.md", "../CONTRIBUTING.md")
	found := map[string]string{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, p := range paragraphs(string(text)) {
			assert.Empty(t, found[p], "a paragraph of this page is in %s, too: %s", page, p)
			found[p] = page
		}
	}
	assert.Greater(t, len(found), 300)
	long := strings.TrimSpace(strings.Repeat("a word ", fewWords))
	assert.Equal(t, []string{long, long}, paragraphs("# Title\n\n"+long+"\n\n```\n"+long+"\n```\n\nshort\n\n"+long))
}
