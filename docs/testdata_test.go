package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTestdata says that testdata/README.md has every folder of testdata in the order of the alphabet, and that what it says to use
// one has its name in it.
func TestTestdata(t *testing.T) {
	page, err := os.ReadFile("../testdata/README.md")
	require.NoError(t, err)
	var listed, want []string
	for _, row := range regexp.MustCompile(`(?m)^\| \[([\w]+)\]\(([\w]+)\) \| [^|]+ \| ([^|]+) \|$`).FindAllStringSubmatch(string(page), -1) {
		assert.Equal(t, row[1], row[2])
		listed = append(listed, row[1])
		for _, user := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[3], -1) {
			assert.True(t, mentions(t, strings.TrimSuffix(user[1], "/…"), row[1]), "%s does not mention testdata/%s", user[1], row[1])
		}
	}
	entries, err := os.ReadDir("../testdata")
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() {
			want = append(want, e.Name())
		}
	}
	assert.Equal(t, want, listed)
}

// mentions says that a script, or some Go file in a folder, has the name of a folder of testdata. Go files may name it in parts.
func mentions(t *testing.T, user, folder string) bool {
	found := false
	name := regexp.MustCompile(`testdata/` + folder + `\b|"testdata", "` + folder + `"|"` + folder + `"|internal/(?:bench|table)\b`)
	require.NoError(t, filepath.WalkDir(filepath.Join("..", filepath.FromSlash(user)), func(path string, d os.DirEntry, err error) error {
		if err != nil || found || d.IsDir() || !strings.HasPrefix(user, "scripts/") && filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		found = name.Match(text)
		return err
	}))
	return found
}
