package source

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
)

// allWords are the words of the language: reserved ones, forms, functions and types, and what is
// a word at some places only.
func allWords() []string {
	all := map[string]bool{"extern": true, "status": true, "as": true, "with": true, "argmin": true, "product": true, "scan": true, "trace": true}
	for _, names := range [][]string{
		slices.Collect(maps.Keys(words)), slices.Collect(maps.Keys(forms)), slices.Collect(maps.Keys(builtins)),
		slices.Collect(maps.Keys(tops)), slices.Collect(maps.Keys(typeNames)), {string(Split), string(Pull), string(Zero)},
		strings.Fields("value forward reverse split pull transpose constant differs linear nonlinear"),
	} {
		for _, name := range names {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// TestWords defines a function by the name of each word of the language, in each way that there
// is: it can be called with names, or its definition is refused.
func TestWords(t *testing.T) {
	ways := map[string]string{
		"definition": "def @(a: Real, b: Real): Real = a * b\ndef main(x: Real, y: Real): Real = @(x, y)",
		"local":      "def main(x: Real, y: Real): Real = let @(a: Real, b: Real): Real = a * b in @(x, y)",
		"variable":   "def main(x: Real, y: Real): Real = let @ = \\(a: Real, b: Real). a * b in @(x, y)",
		"parameter":  "def f(@: (Real, Real) -> Real, x: Real, y: Real): Real = @(x, y)\ndef main(x: Real, y: Real): Real = f(\\(a, b). a * b, x, y)",
	}
	refused := map[string]int{}
	for _, name := range allWords() {
		for way, text := range ways {
			before, _, _ := strings.Cut(text, "@")
			if words[name] && (way == "variable" || way == "parameter" || way == "local" && slices.Contains([]string{"in", "Inl", "Inr"}, name)) {
				continue // no variable has such a name, in ends bindings, and Inl and Inr begin patterns
			}
			_, _, err := Load(&diag.Source{Name: "x.fun", Text: strings.ReplaceAll(text, "@", name)})
			list := diag.All(err)
			if len(list) == 0 {
				assert.True(t, applicable(name), "%s as %s", name, way)
				continue
			}
			refused[way]++
			assert.Equal(t, CodeRedefinition, list[0].Code, "%s as %s: %v", name, way, err)
			assert.Equal(t, fmt.Sprintf("%s is a word of the language and cannot be redefined", name), list[0].Msg)
			assert.Equal(t, len(before)+1, list[0].Pos.Col, "%s as %s", name, way)
			assert.False(t, definable(name), "%s as %s", name, way)
		}
	}
	for way := range ways {
		assert.NotZero(t, refused[way], way)
	}
}

// TestPageOfWords says that the tables of docs/grammar.md name the words of the language, and those that cannot be defined as such.
func TestPageOfWords(t *testing.T) {
	page, err := os.ReadFile("../docs/grammar.md")
	require.NoError(t, err)
	names := func(header string) map[string]bool {
		_, table, ok := strings.Cut(string(page), header)
		require.True(t, ok, header)
		table, _, _ = strings.Cut(table, "\n\n")
		found := map[string]bool{}
		for line := range strings.Lines(table) {
			cells := strings.Split(line, "|")
			if len(cells) < 2 {
				continue
			}
			for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[1], -1) {
				found[m[1]] = true
			}
		}
		return found
	}
	taken, free := names("| names that a program cannot define |"), names("| free names |")
	types := map[string]bool{"Real": true, "Int": true, "Bool": true}
	for _, name := range allWords() {
		assert.Equal(t, !definable(name) || types[name], taken[name], "%s, which cannot be defined", name)
		assert.Equal(t, definable(name) && !types[name], free[name], "%s, which can be defined", name)
	}
	for name := range taken {
		assert.Contains(t, allWords(), name)
	}
}
