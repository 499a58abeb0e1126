package vlad

import (
	"regexp"
	"strings"
)

// A token has the place where its text begins.
type token struct {
	text string
	at   int
}

var tokens = regexp.MustCompile(`^(?:←J|⊕|[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*\**'*|[\\.,()\[\]=<+*/-])`)

// scan takes a text apart.
func scan(text string) []token {
	var out []token
	for at := 0; at < len(text); {
		if strings.IndexByte(" \t\n", text[at]) >= 0 {
			at++
			continue
		}
		t := tokens.FindString(text[at:])
		if t == "" {
			fail(text, at, "a term has no such character")
		}
		out = append(out, token{t, at})
		at += len(t)
	}
	return append(out, token{"", len(text)})
}
