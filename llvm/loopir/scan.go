package loopir

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"procad/internal/diag"
)

// A token is a word of the text.
type token struct {
	kind tokenKind
	text string
	pos  diag.Pos
}

type tokenKind uint8

const (
	endToken    tokenKind = iota
	nameToken             // a name or a word
	numberToken           // begins with a digit, or with - and a digit or inf
	stringToken           // in quotes
	signToken             // anything else
)

func nameRune(r rune) bool {
	return r == '_' || r == '\'' || r == '.' || r == '$' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// isName says that a text is one word that does not look like a number.
func isName(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && !unicode.IsDigit(first) && !strings.ContainsFunc(text, func(r rune) bool { return !nameRune(r) })
}

// signs of more than one character.
var signs = []string{"+=", "==", "!=", ">=", "->"}

// A scanner takes a text apart.
type scanner struct {
	text string
	next int
	line diag.Pos // of next
}

// end skips what is left.
func (s *scanner) end() { s.next = len(s.text) }

// skip goes on by n bytes of one line.
func (s *scanner) skip(n int) {
	s.next += n
	s.line.Col += n
}

// scan is the next token. A comment goes from ; to the end of its line.
func (s *scanner) scan() token {
	for s.next < len(s.text) {
		switch c := s.text[s.next]; {
		case c == '\n':
			s.next++
			s.line.Line, s.line.Col = s.line.Line+1, 1
			continue
		case c == ' ' || c == '\t' || c == '\r':
			s.skip(1)
			continue
		case c == ';':
			rest, _, _ := strings.Cut(s.text[s.next:], "\n")
			s.skip(len(rest))
			continue
		}
		break
	}
	t := token{pos: s.line}
	rest := s.text[s.next:]
	if rest == "" {
		return t
	}
	t.kind, t.text = split(rest)
	s.skip(len(t.text))
	return t
}

// split is the token with which a text begins.
func split(text string) (tokenKind, string) {
	first, size := utf8.DecodeRuneInString(text)
	negative := first == '-' && len(text) > 1 && (text[1] >= '0' && text[1] <= '9' || strings.HasPrefix(text, "-inf"))
	switch {
	case first == '"':
		return stringToken, text[:quoted(text)]
	case negative || first >= '0' && first <= '9':
		n := 1
		for n < len(text) && (nameByte(text[n]) || (text[n] == '+' || text[n] == '-') && text[n-1] == 'e') {
			n++
		}
		return numberToken, text[:n]
	case nameRune(first):
		if n := strings.IndexFunc(text, func(r rune) bool { return !nameRune(r) }); n > 0 {
			return nameToken, text[:n]
		}
		return nameToken, text
	}
	for _, sign := range signs {
		if strings.HasPrefix(text, sign) {
			return signToken, sign
		}
	}
	return signToken, text[:size]
}

// nameByte is of numbers: digits, letters and the point.
func nameByte(c byte) bool {
	return c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// quoted is where a text in quotes ends, at the end of its line at the latest.
func quoted(text string) int {
	for n := 1; n < len(text); n++ {
		switch text[n] {
		case '\\':
			n++
		case '"':
			return n + 1
		case '\n':
			return n
		}
	}
	return len(text)
}
