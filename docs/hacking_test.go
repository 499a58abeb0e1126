package docs_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/special"
)

// recipes are the sections of hacking.md that say what to touch. word finds the example of a
// recipe; whatever mentions it is in the recipe, but for other.
var recipes = map[string]struct{ word, other *regexp.Regexp }{
	"an elementary function": {
		regexp.MustCompile(`\berf\b`),
		regexp.MustCompile(`^(prim/names\.go|source/mistakes\.go|papers/|README\.md|docs/(hacking|grammar|optimisations|rationale[a-z-]*)\.md)`)},
	"a loop form": {
		regexp.MustCompile(`(?i)argmax`),
		// They speak of it, of folds that are a maximum, and of the pass and the plan argmax, which are for folds too.
		regexp.MustCompile(`^(papers/|proc/argmax/|split/values_call\.go|cmd/procad/explain_json\.go|internal/(faults|gen/scalar\.go|optim/names\.go)|split/policy\.go|pipeline/(passes|renamed)\.go|derive/settings\.go|loops/(doc|choose|argmax|table)\.go|source/(mistakes|plan|elaborate/reduce)\.go|docs/)`)},
	"a pass on core": {
		regexp.MustCompile(`\boptim\.Hoist\b|Hoist +Name|core/hoist"|^package hoist`),
		regexp.MustCompile(`^(papers/|core/hoist/)`)},
	"an operation of the loop IR": {
		regexp.MustCompile(`\bShl\b`),
		nil},
	"a pass on the loop IR": {
		regexp.MustCompile(`func promote\(|\bScalarPromotion\b|scalar-promotion`),
		regexp.MustCompile(`^pipeline/renamed\.go`)},
	"a message": {
		regexp.MustCompile(`CodeUnusedVariable`),
		nil},
	"a command": {
		regexp.MustCompile(`versionCommand`),
		nil},
}

// TestHacking says that every file that hacking.md names exists, that the recipes name
// all files that mention their examples, and no others that do not.
func TestHacking(t *testing.T) {
	page, err := os.ReadFile("hacking.md")
	require.NoError(t, err)
	sources := map[string]string{} // every file of Go and of rules but tests
	require.NoError(t, filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel("..", path)
		name = filepath.ToSlash(name)
		if ext := filepath.Ext(name); err != nil || ext != ".go" && ext != ".proc" || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "testdata/") {
			return err
		}
		text, err := os.ReadFile(path)
		sources[name] = string(text)
		return err
	}))
	sections := strings.Split(string(page), "\n## ")
	seen := 0
	for _, section := range sections {
		title, body, _ := strings.Cut(section, "\n")
		listed := map[string]bool{}
		for _, row := range regexp.MustCompile(`(?m)^\| ([^|]*) \|`).FindAllStringSubmatch(body, -1) {
			for _, file := range regexp.MustCompile("`([\\w./-]+\\.(?:go|md|proc|txtar))`").FindAllStringSubmatch(row[1], -1) {
				listed[file[1]] = true
				assert.FileExists(t, filepath.Join("..", filepath.FromSlash(file[1])), title)
			}
		}
		kind, ok := strings.CutPrefix(title, "To add ")
		if !ok {
			continue
		}
		recipe, ok := recipes[kind]
		require.True(t, ok, "the recipe %q has no example here", kind)
		seen++
		for _, name := range slices.Sorted(maps.Keys(sources)) {
			switch {
			case recipe.other != nil && recipe.other.MatchString(name):
			case recipe.word.MatchString(sources[name]):
				assert.True(t, listed[name], "%s: %s mentions the example, and is not listed", title, name)
			}
		}
		if kind == "an elementary function" || kind == "a loop form" {
			shown := slices.ContainsFunc(slices.Collect(maps.Keys(listed)), func(name string) bool {
				text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
				require.NoError(t, err)
				program, _, _ := strings.Cut(string(text), "\n-- data.json --\n")
				return strings.HasPrefix(name, "testdata/stages/") && recipe.word.MatchString(program)
			})
			assert.True(t, shown, "%s: no program of testdata/stages has the example", title)
		}
		for name := range listed {
			if text, ok := sources[name]; ok && filepath.Base(filepath.Dir(name)) != "faults" && name != "internal/gen/loop.go" && !strings.HasPrefix(name, "core/hoist/") && filepath.Base(name) != "doc.go" {
				assert.True(t, recipe.word.MatchString(text), "%s: %s does not mention the example", title, name)
			}
		}
	}
	assert.Equal(t, len(recipes), seen)
	for _, folder := range regexp.MustCompile("`([a-z]+(?:/[a-z]+)*)`").FindAllStringSubmatch(sections[1], -1) {
		assert.DirExists(t, filepath.Join("..", filepath.FromSlash(folder[1])))
	}
}

// TestLibrary says that grammar.md has every elementary function.
func TestLibrary(t *testing.T) {
	page, err := os.ReadFile("grammar.md")
	require.NoError(t, err)
	_, library, ok := strings.Cut(string(page), "## Library")
	require.True(t, ok)
	library, _, _ = strings.Cut(library, "\n## ")
	for _, f := range special.Functions {
		kind := "Real → Real"
		if f.Two != nil {
			kind = "(Real, Real) → Real"
		}
		assert.Regexp(t, `(?m)^`+regexp.QuoteMeta(kind)+` .*\b`+f.Name+`\b`, library, f.Name)
	}
}
