package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A replaced is a word that another one stands for, in names, files, output and prose.
type replaced struct {
	word, by string
	// name finds the word as a part of a name, as in maxTurns or lane_turns; prose finds it by itself.
	name, prose *regexp.Regexp
	// parts are texts, in lower case, of which one stands wherever name or prose finds something.
	parts []string
	// allowed are other meanings of the word.
	allowed *regexp.Regexp
	// except are folders and files where the word has another meaning.
	except []string
}

func replacement(word, by, allowed string, except ...string) replaced {
	upper := strings.ToUpper(word[:1]) + word[1:]
	return replaced{
		word: word, by: by, except: except, parts: []string{word},
		name:    regexp.MustCompile(`[a-z0-9]` + upper + `s?(?:[A-Z0-9]|\b)|\b` + upper + `s?[A-Z]|\b` + word + `s?[A-Z0-9_]|_` + word + `s?\b`),
		prose:   regexp.MustCompile(`\b(?i:` + word + `)s?\b`),
		allowed: regexp.MustCompile(allowed),
	}
}

// pattern is a replaced word that is only some of the places where the word stands.
func pattern(word, by, found, allowed string, except ...string) replaced {
	re := regexp.MustCompile(found)
	parsed, err := syntax.Parse(found, syntax.Perl)
	if err != nil {
		panic(err)
	}
	parts := literals(parsed)
	if len(parts) == 0 {
		panic("no text stands in all that is found by " + found)
	}
	return replaced{word: word, by: by, except: except, parts: parts, name: re, prose: re, allowed: regexp.MustCompile(allowed)}
}

// literals are texts, in lower case, of which one stands in whatever re finds; none where there are no such texts.
func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			one := literals(sub)
			if len(one) == 0 {
				return nil
			}
			all = append(all, one...)
		}
		return all
	case syntax.OpConcat:
		var best []string
		shortest := func(texts []string) int {
			return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
		}
		for _, sub := range re.Sub {
			if one := literals(sub); len(one) > 0 && (len(best) == 0 || shortest(one) > shortest(best)) {
				best = one
			}
		}
		return best
	}
	return nil
}

var words = []replaced{
	replacement("turn", "iteration",
		`\bin turn\b|turns (?:a|an|it|them|the|what|into|eight)\b|\bturn (?:out|a 0)\b|\bturns? into\b|turn_eight|that turn a negative|program turns\b`),
	replacement("fault", "run-time error", `(?i)planted faults?|plants (?:every )?faults?|faults\.|\|faults\|`,
		"internal/faults", "internal/mutate", "proc/nametext_test.go", "proc/graph/once_test.go", "proc/graph/examining_test.go", "internal/e2e/faults_test.go", "docs/hacking"),
	replacement("slot", "checkpoint", "slots\\{|slotsRule|\"slots\"|fewer `?slots`? than", // the family slots{X}, and places in terms and in tables
		"core", "interp", "internal/e2e/mutants_test.go", "internal/estimate", "internal/faults", "llvm", "lower", "papers", "prim", "proc/linear", "proc/numbers.go", "internal/profile", "testdata/llvm", "docs/hacking.md"),
	replacement("slim", "minimise", `^$`),
	replacement("remake", "recompute", `^$`),
	replacement("tidy", "simplify", `go mod tidy`),
	replacement("mute", "erase", `^$`),
	replacement("muted", "erased", `^$`),
	replacement("dear", "expensive", `^$`),
	replacement("price", "cost", `^$`),
	replacement("redo", "recompute", `^$`),
	replacement("flavour", "policy", `^$`),
	pattern("Held, hold", "Inactive", `\bHeld\b|\bhold\{|\bhold\.I|\bUnheld\b|δHeld`, `data\.Held`, "internal/data/bytes.go"),
	pattern("row", "rule", `\b(?:row|rows) of (?:the figures?|Figure 23)\b|plan (?:again|winner):|-- rows --`, `^$`),
	pattern("what no iteration changes", "the loop-invariant part", `\bwhat no iteration changes\b`, `^$`),
	pattern("to do without", "to disable", `(?:optimisations?|passes) to do without|does? without (?:some |the )?optimisations?`, `^$`),
	pattern("span", "index set", `\bspans?\b|\binSpans\b`, `^$`, "core", "internal", "papers", "cmd", "source", "docs", "examples", "scripts"),
	pattern("put aside", "buffered", `\b(?:puts?|putting) aside\b|\b(?:put|plan|add|max)Aside\b`, `^$`),
	pattern("gathering", "promotion", `\b(?:begin|end)?Gathering\b|\bgathering\b`, `^$`),
	pattern("rough, cut", "unoptimised, outlined", `\b(?:is|most|all)Rough\b|\brough\b|\bcutter\b`, `^$`),
	pattern("facts", "value ranges", `\bfacts\b`, `^$`, "lower", "core", "internal/faults", "llvm/loopir"),
	pattern("room", "capacity", `\b(?:max|least|lane|in)Rooms?\b`, `^$`, "internal/estimate"),
	pattern("winner", "argmax", `\bwinners?\b|[wW]inner[A-Z]|[a-z]Winners?\b`, `^$`),
	pattern("moves", "active", `\b(?:does|do|did) not move\b`, `^$`, "internal/draw"),
}

// TestWords says that a concept has one word: that of the literature.
func TestWords(t *testing.T) {
	files := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == "bin" || name != "." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".md", ".c", ".h", ".txtar", ".svg", ".py", ".tmpl", ".v", ""}, filepath.Ext(name)) || name == filepath.Join("docs", "words_test.go") || name == filepath.Join("pipeline", "renamed.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		lower := strings.ToLower(string(text))
		for _, w := range words {
			if slices.ContainsFunc(w.except, func(e string) bool { return strings.HasPrefix(name, filepath.FromSlash(e)) }) {
				continue
			}
			in := func(text string) bool {
				return slices.ContainsFunc(w.parts, func(part string) bool { return strings.Contains(text, part) })
			}
			if !in(lower) {
				continue
			}
			for i, line := range strings.Split(string(text), "\n") {
				if !in(strings.ToLower(line)) {
					continue
				}
				line = w.allowed.ReplaceAllString(line, "")
				if w.name.MatchString(line) || w.prose.MatchString(line) {
					assert.Fail(t, "a word that is replaced", "%s:%d: %q is called %s: %s", name, i+1, w.word, w.by, line)
				}
			}
		}
		return nil
	}))
	assert.Greater(t, files, 500)
}
