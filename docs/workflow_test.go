package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
)

// TestWorkflow says that the workflow of a public forge has each clang that every change is tested with, and none, that it runs on
// arm64, and that the scripts that it runs are there.
func TestWorkflow(t *testing.T) {
	files, err := filepath.Glob("../.github/workflows/*.yml")
	require.NoError(t, err)
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all.Write(text)
	}
	matrix := regexp.MustCompile(`clang: \[(.*)\]`).FindStringSubmatch(all.String())
	require.NotNil(t, matrix)
	assert.Equal(t, append(clangs.Versions[:len(clangs.Versions):len(clangs.Versions)], "none"), strings.Split(matrix[1], ", "))
	assert.Regexp(t, `runs-on: \S+-arm\b`, all.String())
	scripts := regexp.MustCompile(`(?:scripts|\.ci)/\w+`).FindAllString(all.String(), -1)
	assert.Contains(t, scripts, ".ci/run")
	for _, script := range scripts {
		assert.FileExists(t, filepath.Join("..", script))
	}
}
