package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm/loopir/passes"
)

// TestPasses says that the table of what passes are worth has a row for each pass on the loop IR, in their order, and that the page says
// why there is a pass that counts for fewer than four programs.
func TestPasses(t *testing.T) {
	text, err := os.ReadFile("passes.md")
	require.NoError(t, err)
	table, reasons, ok := strings.Cut(string(text), "\n## ")
	require.True(t, ok)
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (\\d+) \\|").FindAllStringSubmatch(table, -1)
	require.Len(t, rows, len(passes.Table))
	for i, p := range passes.Table {
		assert.Equal(t, string(p.Name), rows[i][1])
		few := len(rows[i][2]) == 1 && rows[i][2] < "4"
		assert.Equal(t, few, strings.Contains(reasons, "`"+string(p.Name)+"`"), "%s counts for %s programs", p.Name, rows[i][2])
	}
}
