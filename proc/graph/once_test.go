package graph_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// elsewhere are the files that rename variables or names of Θ, or that keep a map from names to
// statements, with the reason why they do not leave it to this package.
var elsewhere = map[string]string{
	"lower/scope_stmt.go":     "renaming: opens scopes on the way, and a name stands for another variable after each",
	"lower/scope.go":          "statements by name: not where a view is bound, but how it can be opened again",
	"lower/choose.go":         "statements by name: the moves of branches of a Case that is being written",
	"split/minimise.go":       "renaming: makes copies where variables are bound",
	"split/activity/erase.go": "renaming: changes types, not names",
	"split/activity/stmt.go":  "renaming: changes types, not names",
}

// String is a function as examining has it.
func (e *examiner) String() string {
	var leaves []string
	for k, is := range e.leaves {
		if is {
			leaves = append(leaves, kind(k).String())
		}
	}
	if leaves == nil {
		return e.name
	}
	return e.name + ": " + strings.Join(leaves, " ")
}

// excess lists the functions that have no reason.
func excess(list []*examiner) (lines []string) {
	for _, e := range list {
		if e.examines && e.pkg != "proc/graph" && examining[e.pkg][e.String()] == "" {
			lines = append(lines, fmt.Sprintf("%s examines statements, and has no reason: %q. Does proc/graph have what it finds out?", e.place, e))
		}
	}
	slices.Sort(lines)
	return lines
}

// idle lists the reasons that no function has.
func idle(list []*examiner) (lines []string) {
	examines := map[[2]string]bool{}
	for _, e := range list {
		examines[[2]string{e.pkg, e.String()}] = e.examines || examines[[2]string{e.pkg, e.String()}]
	}
	for pkg, functions := range examining {
		for f := range functions {
			if examines[[2]string{pkg, f}] {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s: there is no %q, and it needs no reason", pkg, f))
		}
	}
	slices.Sort(lines)
	return lines
}

// TestOnce: renaming, statements by the names of variables, and the names that a statement opens
// are found in one place, and equal terms by a table of terms, not by a text with their addresses.
// Only the functions of examining, and those of this package, examine statements.
func TestOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all packages")
	}
	list := examiners(t, "../..", nil, "procad/...")
	used, switches, total := map[string]bool{}, map[string]int{}, 0
	for _, e := range list {
		file, _, _ := strings.Cut(e.place, ":")
		if e.switches > 0 {
			switches[e.pkg] += e.switches
			total += e.switches
		}
		if e.pkg == "proc/graph" || e.pkg == "proc" {
			continue
		}
		for _, w := range e.does {
			used[file] = true
			assert.True(t, strings.HasPrefix(elsewhere[file], w+": "), "%s: %s belongs in proc/graph", e.place, w)
		}
	}
	for name := range elsewhere {
		assert.True(t, used[name], "%s does nothing that needs a reason", name)
	}
	assert.Empty(t, excess(list))
	assert.Empty(t, idle(list))
	t.Logf("%d type switches over statements: %v", total, switches)
}

// TestOnceFinds shows what counts: it finds as much as the sample says.
func TestOnceFinds(t *testing.T) {
	text, err := os.ReadFile("testdata/once/sample.go")
	require.NoError(t, err)
	want, have := map[int]string{}, map[int]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, note, ok := strings.Cut(line, " { // "); ok {
			want[i+1] = note
		}
	}
	for _, e := range examiners(t, "testdata/once", nil, ".") {
		line, err := strconv.Atoi(strings.Split(e.place, ":")[1])
		require.NoError(t, err, e.place)
		var notes []string
		for k, leaves := range e.leaves {
			if leaves {
				notes = append(notes, kind(k).String())
			}
		}
		for range e.switches {
			notes = append(notes, "switch")
		}
		if notes = append(notes, e.does...); notes == nil {
			notes = []string{"nothing"}
		}
		have[line] = strings.Join(notes, ", ")
	}
	assert.Equal(t, want, have)
}

// TestSecondInvariance: an analysis of what is invariant that is put into another package is one too many, also
// in the place of a function that examines statements there.
func TestSecondInvariance(t *testing.T) {
	for name, file := range map[string]string{"invariant": "planted.go", "sites": "assign.go"} {
		t.Run(name, func(t *testing.T) {
			path, err := filepath.Abs("../../loops/" + file)
			require.NoError(t, err)
			planted := []byte("package loops\n\nimport \"procad/proc\"\n")
			if old, err := os.ReadFile(path); err == nil {
				planted = bytes.Replace(old, []byte("func "+name+"("), []byte("func other("), 1)
				planted = bytes.ReplaceAll(planted, []byte(" "+name+"("), []byte(" other("))
			}
			planted = append(planted, "\nfunc "+name+`(p proc.Procedure, known map[string]bool) {
	p.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Const); ok {
			known[c.Out.Name] = true
		}
	})
}
`...)
			more := excess(examiners(t, "../..", map[string][]byte{path: planted}, "procad/loops"))
			require.NotEmpty(t, more)
			assert.Contains(t, strings.Join(more, "\n"), fmt.Sprintf("%q", name+": findings"))
		})
	}
	assert.Empty(t, excess(examiners(t, "../..", nil, "procad/loops")))
}
