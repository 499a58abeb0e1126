package proc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"procad/internal/diag"
)

// A kind of token: punctuation stands for itself.
type kind byte

const (
	end     kind = 0
	name    kind = 'n' // a variable, a function with its braces, or a word of the language
	number  kind = '0'
	arrow   kind = '>' // ->
	text    kind = '"' // between quotes
	invalid kind = '?'
)

// A token of .proc text.
type token struct {
	kind  kind
	fresh bool // the first of its line
	text  string
	off   int
	pos   diag.Pos
}

// A scanner cuts .proc text into tokens (grammar.txt).
type scanner struct {
	text string
	off  int
	line int // the number of the current line, and where it starts
	bol  int
	// why says what is wrong with the invalid token that ended the text.
	why string
}

func newScanner(text string) *scanner { return &scanner{text: text, line: 1} }

// next returns the next token. After an invalid one come only ends.
func (s *scanner) next() token {
	fresh := s.skipSpace() || s.off == 0
	t := token{fresh: fresh, off: s.off, pos: diag.Pos{Line: s.line, Col: s.off - s.bol + 1}}
	if s.off == len(s.text) {
		t.fresh = true
		return t
	}
	t.kind = s.cut()
	t.text = s.text[t.off:s.off]
	if t.kind == invalid {
		s.off = len(s.text)
	}
	return t
}

// skipSpace skips white space and comments, and says whether a line ended.
func (s *scanner) skipSpace() (ended bool) {
	for s.off < len(s.text) {
		switch c := s.text[s.off]; {
		case c == '\n':
			s.off++
			s.line++
			s.bol = s.off
			ended = true
		case c == ' ' || c == '\t' || c == '\r':
			s.off++
		case c == '#':
			if n := strings.IndexByte(s.text[s.off:], '\n'); n >= 0 {
				s.off += n
			} else {
				s.off = len(s.text)
			}
		default:
			return ended
		}
	}
	return ended
}

// cut moves past one token and says what it is.
func (s *scanner) cut() kind {
	switch c := s.text[s.off]; {
	case strings.IndexByte("()[],:;=&+.", c) >= 0:
		s.off++
		return kind(c)
	case strings.HasPrefix(s.text[s.off:], "->"):
		s.off += 2
		return arrow
	case isDigit(c), c == '-' && s.signs():
		return s.cutNumber()
	case c == '-':
		s.off++
		return kind(c)
	case c == '"':
		if s.off++; !s.skipQuoted() {
			return s.fail("the quote is not closed")
		}
		return text
	}
	return s.cutName()
}

// signs says that the - at hand is the sign of a number.
func (s *scanner) signs() bool {
	rest := s.text[s.off+1:]
	return rest != "" && isDigit(rest[0]) || strings.HasPrefix(rest, "inf")
}

// cutNumber cuts  -? digits (. digits)? (e sign? digits)?  and -inf.
func (s *scanner) cutNumber() kind {
	if s.text[s.off] == '-' {
		s.off++
	}
	if strings.HasPrefix(s.text[s.off:], "inf") {
		s.off += len("inf")
		return number
	}
	digits := func() bool {
		from := s.off
		for s.off < len(s.text) && isDigit(s.text[s.off]) {
			s.off++
		}
		return s.off > from
	}
	at := func(set string) bool {
		if s.off < len(s.text) && strings.IndexByte(set, s.text[s.off]) >= 0 {
			s.off++
			return true
		}
		return false
	}
	ok := digits()
	if at(".") {
		ok = digits() && ok
	}
	if at("eE") {
		at("+-")
		ok = digits() && ok
	}
	if !ok {
		return s.fail("this is no number")
	}
	return number
}

// cutName cuts a name, with the braces that belong to it.
func (s *scanner) cutName() kind {
	from := s.off
	for s.off < len(s.text) {
		if s.text[s.off] == '{' && s.off > from {
			if !s.skipBraces() {
				return s.fail("the brace { is not closed")
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[s.off:])
		if !nameRune(r) {
			break
		}
		s.off += n
	}
	// A name does not end with a dot: in (s. p) the dot ends the binder.
	for s.off > from && s.text[s.off-1] == '.' {
		s.off--
	}
	if s.off == from {
		_, n := utf8.DecodeRuneInString(s.text[s.off:])
		s.off += n
		return s.fail("this character has no meaning here")
	}
	return name
}

// skipBraces moves past {…}, in which braces nest and strings are quoted.
func (s *scanner) skipBraces() bool {
	depth := 0
	for s.off < len(s.text) {
		c := s.text[s.off]
		s.off++
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return true
			}
		case '"':
			if !s.skipQuoted() {
				return false
			}
		case '\n':
			s.line++
			s.bol = s.off
		}
	}
	return false
}

func (s *scanner) skipQuoted() bool {
	for s.off < len(s.text) {
		c := s.text[s.off]
		s.off++
		switch c {
		case '\\':
			s.off = min(s.off+1, len(s.text))
		case '"':
			return true
		case '\n':
			return false
		}
	}
	return false
}

func (s *scanner) fail(why string) kind {
	s.why = why
	return invalid
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameRune reports whether names of variables, and parts of those of functions, have r. In
// the names of functions there may be a colon, after the name of a module: cams:project.
func nameRune(r rune) bool {
	return r == '_' || r == '\'' || r == '.' || r == '$' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// seek moves to a place where a token begins.
func (s *scanner) seek(at diag.Pos) {
	for s.line < at.Line {
		n := strings.IndexByte(s.text[s.bol:], '\n')
		if n < 0 {
			break
		}
		s.bol += n + 1
		s.line++
	}
	s.off = min(s.bol+at.Col-1, len(s.text))
}
