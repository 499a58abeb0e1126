package source

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"procad/internal/diag"
)

// TestRandom changes correct programs at random. Whatever comes out, there are
// messages or a program in which every type is known and every variable bound
// before it is used, which tree checks.
func TestRandom(t *testing.T) {
	files, err := filepath.Glob("../testdata/source/*.txtar")
	require.NoError(t, err)
	var programs [][]string
	var all []string
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for def := range strings.SplitSeq(string(ar.Files[0].Data), "\ndef ") {
			words := tokensOf("def " + strings.TrimPrefix(def, "def "))
			programs = append(programs, words)
			all = append(all, words...)
		}
	}
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		words := append([]string{}, rapid.SampledFrom(programs).Draw(t, "program")...)
		for range rapid.IntRange(0, 4).Draw(t, "changes") {
			at := rapid.IntRange(0, len(words)-1).Draw(t, "at")
			word := rapid.SampledFrom(all).Draw(t, "word")
			switch rapid.IntRange(0, 3).Draw(t, "change") {
			case 0:
				words[at] = word
			case 1:
				words = append(words[:at], append([]string{word}, words[at:]...)...)
			case 2:
				words = append(words[:at:at], words[at+1:]...)
			case 3:
				other := rapid.IntRange(0, len(words)-1).Draw(t, "other")
				words[at], words[other] = words[other], words[at]
			}
			if len(words) == 0 {
				return
			}
		}
		src := &diag.Source{Name: "x.fun", Text: strings.Join(words, " ")}
		p, warnings, err := Load(src)
		diag.Render(&strings.Builder{}, src, append(warnings, diag.All(err)...))
		if err == nil {
			accepted++
			tree(p)
			return
		}
		for _, e := range diag.All(err) {
			if !e.Pos.Known() || e.Code == "" || strings.Contains(e.Error(), "%!") {
				t.Fatalf("bad message: %v", e)
			}
		}
	})
	require.Positive(t, accepted)
}

func tokensOf(text string) []string {
	tokens, _ := scan(&diag.Source{Text: text})
	var words []string
	for _, t := range tokens[:len(tokens)-1] {
		words = append(words, text[t.from:t.to])
	}
	return words
}
