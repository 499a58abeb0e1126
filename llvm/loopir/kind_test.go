package loopir

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/golden"
)

// TestKinds says that behind each kind there is its printed form, with its word, and its meaning, and that an archive has
// an operation of the kind.
func TestKinds(t *testing.T) {
	text, err := os.ReadFile("kind.go")
	require.NoError(t, err)
	rows := regexp.MustCompile(`(?m)^\t([A-Z]\w*) .*// (.*?\S) {2,}\S+ \S`).FindAllStringSubmatch(string(text), -1)
	require.Len(t, rows, int(kindCount))
	met := map[Kind]bool{}
	for _, pattern := range []string{"run/testdata/*.txtar", "testdata/check/*.txtar", "build/testdata/*.txtar"} {
		for _, file := range golden.Files(t, pattern) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			for _, f := range a.Files {
				if f.Name == "program" || f.Name == "value" || f.Name == "vjp" {
					for _, f := range parse(t, string(f.Data)).Funcs {
						f.Body.Walk(func(op *Op) { met[op.Kind] = true })
					}
				}
			}
		}
	}
	for k, row := range rows {
		kind := Kind(k)
		assert.Regexp(t, `(^|= )`+kind.String()+`\b`, row[2], row[1])
		assert.True(t, met[kind], "no archive has the operation %s", kind)
	}
}
