package docs_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestThreads says that the page on threads has a row for each reason why a loop is not divided, and no other.
func TestThreads(t *testing.T) {
	source, err := os.ReadFile("../llvm/loopir/passes/threads.go")
	require.NoError(t, err)
	page, err := os.ReadFile("threads.md")
	require.NoError(t, err)
	var reasons, rows []string
	for _, found := range regexp.MustCompile(`return "([a-z][^"]+)"`).FindAllStringSubmatch(string(source), -1) {
		reasons = append(reasons, found[1])
	}
	for _, found := range regexp.MustCompile(`(?m)^\| ((?:an?|it|two|iterations) [^|]*) \|`).FindAllStringSubmatch(string(page), -1) {
		rows = append(rows, found[1])
	}
	assert.NotEmpty(t, reasons)
	assert.ElementsMatch(t, reasons, rows)
}
