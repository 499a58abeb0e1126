package graph_test

import (
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

// examining are the packages whose functions may examine statements, how many do at most, how many of
// these leave findings, numbers and answers, and what each finds out. What can be found out about a
// procedure without that belongs in this package.
var examining = map[string]struct {
	examined
	why string
}{
	"fwd":                {examined{1, [kinds]int{1, 0, 0}}, "its forward derivative: which names have tangents"},
	"internal/estimate":  {examined{9, [kinds]int{3, 3, 1}}, "bounds of its size and its cost, from data; where parts of a trace come from"},
	"internal/faults":    {examined{1, [kinds]int{0, 1, 0}}, "a fault in its rule"},
	"internal/gradcheck": {examined{3, [kinds]int{0, 0, 2}}, "where what is added up comes from, on the graph"},
	"interp":             {examined{1, [kinds]int{1, 1, 0}}, "what it does"},
	"llvm":               {examined{14, [kinds]int{5, 4, 5}}, "its code; its size by limits of LLVM; by leaf of arrays, what an iteration keeps; and what it sets, with short loops iteration by iteration, which a tree does not have, and ending where an array is used otherwise: for 63 folds in 1.2 ms, and their trees take 22"},
	"loops":              {examined{9, [kinds]int{6, 0, 2}}, "what a trace has of it; its loops by number"},
	"loops/factor":       {examined{13, [kinds]int{6, 1, 3}}, "whether it is linear, on the graph, and its transpose"},
	"lower":              {examined{18, [kinds]int{15, 1, 3}}, "who owns the arrays in it, before variables are used once"},
	"pipeline":           {examined{3, [kinds]int{0, 0, 2}}, "what it calls; whether a use is a misuse; whether it calls functions as their rules say"},
	"proc":               {examined{18, [kinds]int{4, 0, 3}}, "its names, its text, its types: what this package asks"},
	"proc/cost":          {examined{4, [kinds]int{1, 2, 0}}, "its cost, and the length of its code: the one cost model"},
	"proc/argmax":        {examined{4, [kinds]int{3, 0, 3}}, "its part in a search for a maximum"},
	"proc/graph":         {examined{17, [kinds]int{11, 5, 6}}, "all of this package"},
	"proc/linear":        {examined{9, [kinds]int{2, 2, 4}}, "how it is simplified, on the graph, and made of single use"},
	"proof":              {examined{3, [kinds]int{3, 0, 0}}, "its form in the proof"},
	"rev":                {examined{1, [kinds]int{1, 0, 0}}, "which names of its zone have cotangents"},
	"split":              {examined{27, [kinds]int{19, 0, 6}}, "its two passes, by the rules of the figure; which cotangents are zero or dead, and what a trace keeps, on the graph"},
	"split/activity":     {examined{6, [kinds]int{4, 0, 1}}, "what is active after it: it goes through forwards, once, and wants no uses, and the graphs of the same procedures take 0.6 to 1 times as long"},
	"typecheck":          {examined{2, [kinds]int{1, 0, 0}}, "its typing rule"},
}

// examined is how many functions of a package examine statements, and how many of these leave
// what.
type examined struct {
	functions int
	leave     [kinds]int
}

// count is that of each package.
func count(list []*examiner) map[string]*examined {
	counts := map[string]*examined{}
	for _, e := range list {
		if !e.examines {
			continue
		}
		c := counts[e.pkg]
		if c == nil {
			c = &examined{}
			counts[e.pkg] = c
		}
		c.functions++
		for k, leaves := range e.leaves {
			if leaves {
				c.leave[k]++
			}
		}
	}
	return counts
}

// excess says where there is more than may be.
func excess(list []*examiner) (lines []string) {
	for pkg, c := range count(list) {
		may := examining[pkg]
		for k := range kinds {
			if c.leave[k] > may.leave[k] {
				lines = append(lines, fmt.Sprintf("%s: %d functions leave %s about statements, and %d may: does proc/graph have what the new one finds out? %s", pkg, c.leave[k], k, may.leave[k], strings.Join(places(list, pkg, k), " ")))
			}
		}
		if c.functions > may.functions {
			lines = append(lines, fmt.Sprintf("%s: %d functions examine statements, and %d may", pkg, c.functions, may.functions))
		}
	}
	slices.Sort(lines)
	return lines
}

// places are where functions of a package are that leave something of a kind.
func places(list []*examiner, pkg string, k kind) (at []string) {
	for _, e := range list {
		if e.examines && e.pkg == pkg && e.leaves[k] {
			at = append(at, e.place)
		}
	}
	return at
}

// TestOnce: renaming, statements by the names of variables, and the names that a statement opens
// are found in one place, and equal terms by a table of terms, not by a text with their addresses.
// Only functions of the packages of examining examine statements, and no more than it says.
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
	counts := count(list)
	for pkg := range examining {
		assert.NotNil(t, counts[pkg], "%s examines no statement, and needs no reason", pkg)
	}
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

// TestSecondInvariance: an analysis of what is invariant that is put into another package is one too many.
func TestSecondInvariance(t *testing.T) {
	file, err := filepath.Abs("../../loops/planted.go")
	require.NoError(t, err)
	planted := `package loops

import "procad/proc"

func invariant(p proc.Procedure, known map[string]bool) {
	p.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Const); ok {
			known[c.Out.Name] = true
		}
	})
}
`
	assert.Empty(t, excess(examiners(t, "../..", nil, "procad/loops")))
	more := excess(examiners(t, "../..", map[string][]byte{file: []byte(planted)}, "procad/loops"))
	require.Len(t, more, 2)
	assert.Contains(t, more[0], "functions examine statements")
	assert.Contains(t, more[1], "leave findings about statements")
	assert.Contains(t, more[1], "loops/planted.go:5")
}
