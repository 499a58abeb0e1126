package source

import (
	"fmt"
	goast "go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/golden"
)

var marker = regexp.MustCompile(`(ERROR|WARNING) ([a-z-]+) ("(?:[^"\\]|\\.)*")`)

// TestErrors runs the chunks of testdata/source/errors: every message has a
// marker on its line, or on any if it is about another file, and every marker a message.
func TestErrors(t *testing.T) {
	for _, file := range golden.Files(t, "../testdata/source/errors/*.fun") {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		line := 0
		for chunk := range strings.SplitSeq(string(data), "---\n") {
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(file), line+1), func(t *testing.T) {
				checkChunk(t, chunk)
			})
			line += strings.Count(chunk, "\n") + 1
		}
	}
}

func checkChunk(t *testing.T, text string) {
	_, warnings, err := Load(&diag.Source{Name: "x.fun", Text: text, Files: FilesIn(os.DirFS("../testdata/source/errors"))})
	messages := append(warnings, diag.All(err)...)
	for i, line := range strings.Split(text, "\n") {
		for _, m := range marker.FindAllStringSubmatch(line, -1) {
			pattern, uerr := strconv.Unquote(strings.ReplaceAll(strings.ReplaceAll(m[3], `\`, `\\`), `\\"`, `\"`))
			require.NoError(t, uerr, line)
			re := regexp.MustCompile(pattern)
			found := -1
			for j, e := range messages {
				if (e.Pos.Line == i+1 || e.Pos.File != nil) && e.Code == m[2] && e.Warning == (m[1] == "WARNING") && re.MatchString(e.Msg) {
					found = j
					break
				}
			}
			if assert.GreaterOrEqual(t, found, 0, "line %d: no %s %s %s", i+1, m[1], m[2], m[3]) {
				messages = append(messages[:found:found], messages[found+1:]...)
			}
		}
	}
	for _, e := range messages {
		assert.Fail(t, "no marker for", "%v", e)
	}
}

// TestCodes checks that every code is shown by a chunk or a table below.
func TestCodes(t *testing.T) {
	file, err := goparser.ParseFile(gotoken.NewFileSet(), "codes.go", nil, 0)
	require.NoError(t, err)
	tested := map[string]bool{}
	for _, c := range hostile {
		tested[c.code] = true
	}
	files, _ := filepath.Glob("../testdata/source/errors/*.fun")
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range marker.FindAllStringSubmatch(string(data), -1) {
			tested[m[2]] = true
		}
	}
	goast.Inspect(file, func(n goast.Node) bool {
		if lit, ok := n.(*goast.BasicLit); ok {
			code, err := strconv.Unquote(lit.Value)
			require.NoError(t, err)
			assert.True(t, tested[code], "no test gives %s", code)
		}
		return true
	})
}
