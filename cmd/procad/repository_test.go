package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/golden"
)

// Each kernel has data beside it, of which it computes a value.
func TestKernelsHaveData(t *testing.T) {
	for _, program := range golden.Files(t, filepath.Join(root, "testdata", "kernels", "*.fun")) {
		t.Run(golden.Name(program), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			data := strings.TrimSuffix(program, ".fun") + ".json"
			code := run([]string{"run", program, "--fn", golden.Name(program), "--in", data, "--engine", "interp"}, strings.NewReader(""), &stdout, &stderr)
			assert.Equal(t, exitOK, code)
			assert.Empty(t, stderr.String())
		})
	}
}

// README names the papers of CITATION.cff, with all authors.
func TestPapersAreNamed(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	readme := strings.Join(strings.Fields(string(page)), " ")
	text, err := os.ReadFile(filepath.Join(root, "CITATION.cff"))
	require.NoError(t, err)
	_, references, ok := strings.Cut(string(text), "\nreferences:\n")
	require.True(t, ok)
	titles := regexp.MustCompile(`(?m)^    title: "?(.*?)"?$`).FindAllStringSubmatch(references, -1)
	assert.Len(t, titles, 4)
	for _, title := range titles {
		assert.Contains(t, readme, "*"+title[1]+"*")
	}
	for _, author := range regexp.MustCompile(`family-names: (.*), given-names: (.*)}`).FindAllStringSubmatch(references, -1) {
		assert.Contains(t, readme, author[2]+" "+author[1])
	}
}
