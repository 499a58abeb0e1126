package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/gradbench"
	"procad/llvm/toolchain"
)

// Help and page list the modules that there are.
func TestGradbenchModules(t *testing.T) {
	names := gradbench.Modules()
	last := len(names) - 1
	assert.Contains(t, gradbenchLong, fmt.Sprintf("The modules are %s and %s.", strings.Join(names[:last], ", "), names[last]))
	text, err := os.ReadFile(filepath.Join(root, "docs", "gradbench.md"))
	require.NoError(t, err)
	var rows []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| `\\w+`, `").FindAllStringSubmatch(string(text), -1) {
		rows = append(rows, row[1])
	}
	assert.Subset(t, rows, names)
}

// The messages of the page have the answers that it shows, but for times.
func TestGradbenchPage(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find)
	var conversation []string
	list, _ := blocks(t, "docs/gradbench.md")
	for _, b := range list {
		if b.kind == "jsonl" {
			conversation = append(conversation, b.text)
		}
	}
	require.Len(t, conversation, 2)
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitOK, run([]string{"gradbench"}, strings.NewReader(conversation[0]), &stdout, &stderr), &stderr)
	times := regexp.MustCompile(`"nanoseconds":\d+`)
	assert.Equal(t, times.ReplaceAllString(conversation[1], ""), times.ReplaceAllString(stdout.String(), ""))
}
