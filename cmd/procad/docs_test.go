package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag/diagtest"
	"procad/prim"
	"procad/typecheck"
)

const root = "../.."

// codes collects the codes of all messages: constants Code… of any package, the
// explanations of typecheck, and run-time errors.
func codes(t *testing.T) map[string]bool {
	all := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				for i, name := range spec.Names {
					if strings.HasPrefix(name.Name, "Code") && i < len(spec.Values) {
						if lit, ok := spec.Values[i].(*ast.BasicLit); ok {
							code, err := strconv.Unquote(lit.Value)
							require.NoError(t, err, path)
							all[code] = true
						}
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	for _, e := range typecheck.Explanations {
		all[e.Code] = true
	}
	for kind := prim.RuntimeErrorKind(1); (&prim.RuntimeError{Kind: kind}).Code() != ""; kind++ {
		all[(&prim.RuntimeError{Kind: kind}).Code()] = true
	}
	return all
}

// A block is a fenced block of a page, with the heading that it is under.
type block struct{ heading, kind, text string }

func blocks(t *testing.T, page string) (list []block, headings []string) {
	text, err := os.ReadFile(filepath.Join(root, page))
	require.NoError(t, err)
	var current *block
	heading := ""
	for line := range strings.Lines(string(text)) {
		switch {
		case current != nil && strings.HasPrefix(line, "```"):
			list = append(list, *current)
			current = nil
		case current != nil:
			current.text += line
		case strings.HasPrefix(line, "```"):
			current = &block{heading: heading, kind: strings.TrimSpace(line[3:])}
		case strings.HasPrefix(line, "#"):
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
			if strings.HasPrefix(line, "### ") {
				headings = append(headings, heading)
			}
		}
	}
	require.Nil(t, current, "%s ends in a block", page)
	return list, headings
}

// TestErrorPage runs every example of docs/errors.md, and compares its headings
// with the codes there are. A code without an example is shown by a script.
func TestErrorPage(t *testing.T) {
	list, headings := blocks(t, "docs/errors.md")
	want := codes(t)
	shown := map[string]bool{}
	for i, b := range list {
		if b.kind == "json" {
			continue
		}
		t.Run(b.heading+"/"+b.kind, func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, "in."+b.kind)
			require.NoError(t, os.WriteFile(program, []byte(b.text), 0o600))
			args := []string{"check", program}
			if i+1 < len(list) && list[i+1].kind == "json" {
				data := filepath.Join(dir, "data.json")
				require.NoError(t, os.WriteFile(data, []byte(list[i+1].text), 0o600))
				args = []string{"run", program, "--in", data, "--engine", "interp"}
			}
			var stdout, stderr bytes.Buffer
			code := run(args, strings.NewReader(""), &stdout, &stderr)
			assert.Contains(t, stderr.String(), " ["+b.heading+"]\n")
			assert.Empty(t, diagtest.Defect(stderr.String(), givenBy(args)))
			if !strings.Contains(stderr.String(), "warning") {
				assert.Equal(t, exitFailure, code)
			}
		})
		shown[b.heading] = true
	}
	scripts := scriptsText(t)
	for _, heading := range headings {
		assert.True(t, want[heading], "no message has the code %s", heading)
		delete(want, heading)
		if !shown[heading] && !unshown[heading] {
			assert.Regexp(t, regexp.MustCompile(`\[`+heading+`\\?\]`), scripts)
		}
	}
	assert.Empty(t, want, "these codes are not in docs/errors.md")
}

// unshown are the codes of which no small example exists; the packages that
// report them test them.
var unshown = map[string]bool{"too-large": true, "type-too-large": true, "internal": true, "unsupported-cpu": true}

func scriptsText(t *testing.T) string {
	files, err := filepath.Glob("testdata/*/*.txtar")
	require.NoError(t, err)
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all.Write(text)
	}
	return all.String()
}
