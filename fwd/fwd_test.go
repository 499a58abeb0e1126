package fwd_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/fwd"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/typecheck"
)

// ruleComment is a rule as it stands above the lines of fwd.go that implement it: p, and T[p] after at least two spaces.
var ruleComment = regexp.MustCompile(`(?m)^\s*//[ \t]+(\S.*?)[ \t]{2,}\S.*(?: ; |T\[)`)

// withoutOwn are statements for which T[p] is p, so that there is no comment.
var withoutOwn = []string{"n = Size s k"}

// TestRules shows T[p] of every rule, not simplified: the first line of an archive is p, and its last definition an example.
func TestRules(t *testing.T) {
	code, err := os.ReadFile("fwd.go")
	require.NoError(t, err)
	shown := map[string]bool{}
	for _, p := range withoutOwn {
		shown[p] = false
	}
	for _, m := range ruleComment.FindAllSubmatch(code, -1) {
		shown[string(m[1])] = false
	}
	golden.Run(t, "testdata/rules/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) []txtar.File {
		rule := strings.TrimSpace(string(archive.Comment))
		require.Contains(t, shown, rule)
		shown[rule] = true
		u, err := pipeline.Load(&diag.Source{Name: "in.proc", Text: string(archive.Files[0].Data)})
		require.NoError(t, err)
		lib := pipeline.NewLibrary(u.Program, optim.Simplify)
		d, err := fwd.Def(lib, u.Program.Defs[len(u.Program.Defs)-1])
		require.NoError(t, err)
		require.NoError(t, typecheck.Def(d, lib.Sig))
		return append(archive.Files[:1:1], txtar.File{Name: "fwd", Data: []byte(d.String())})
	})
	for rule, ok := range shown {
		assert.True(t, ok, "no archive shows the rule of %s", rule)
	}
}
