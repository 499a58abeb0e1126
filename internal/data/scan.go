package data

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"procad/internal/diag"
)

// maxNesting bounds how deeply lists and objects nest.
const maxNesting = 1000

// A scanner reads JSON text. After the first error it stays at the end, and
// everything it returns is zero.
type scanner struct {
	src  *diag.Source
	text string
	i    int // of the next byte
	err  *diag.Error
}

// position is that of an offset.
func (s *scanner) position(i int) position { return position{src: s.src, at: i} }

// fail keeps the first error and stops the scanner.
func (s *scanner) fail(at int, code, format string, args ...any) *diag.Error {
	e := s.position(at).errorf(code, format, args...)
	s.stop(e)
	return e
}

// stop keeps an error, if it is the first, and stops the scanner.
func (s *scanner) stop(e *diag.Error) {
	if s.err == nil {
		s.err = e
	}
	s.i = len(s.text)
}

// peek skips white space and returns the next byte, 0 at the end or where a NUL is.
func (s *scanner) peek() byte {
	for ; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// accept skips c if it is next.
func (s *scanner) accept(c byte) bool {
	if s.peek() != c || c == 0 {
		return false
	}
	s.i++
	return true
}

// word skips a word of JSON if it is next.
func (s *scanner) word(w string) bool {
	s.peek()
	if !strings.HasPrefix(s.text[s.i:], w) {
		return false
	}
	s.i += len(w)
	return true
}

// found describes what is next, for messages.
func (s *scanner) found() string {
	switch c := s.peek(); {
	case s.i == len(s.text):
		return "the end of the text"
	case c == '[':
		return "a list"
	case c == '{':
		return "an object"
	case c == '"':
		return "a string"
	case c == '-' || '0' <= c && c <= '9':
		return "a number"
	}
	if w := s.letters(); w != "" {
		return w
	}
	switch r, _ := utf8.DecodeRuneInString(s.text[s.i:]); {
	case r == '\'':
		return "a single quote"
	case unicode.IsPrint(r):
		return "'" + string(r) + "'"
	default:
		return strconv.QuoteRune(r)
	}
}

// letters are those that are next, not too many of them.
func (s *scanner) letters() string {
	const most = 20
	rest := s.text[s.i:min(s.i+most, len(s.text))]
	end := strings.IndexFunc(rest, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) })
	if end < 0 {
		return rest
	}
	return rest[:end]
}

// foreign are words of other languages, with what JSON has instead.
var foreign = map[string]string{
	"True": "JSON has true", "False": "JSON has false", "None": "JSON has null", "nil": "JSON has null",
	"nan": `write "NaN"`, "inf": `write "Infinity"`, "Inf": `write "Infinity"`,
}

// expected reports that something else stands here: as JSON that it cannot be,
// or as a value of the wrong kind.
func (s *scanner) expected(what string) *diag.Error {
	code := CodeWrongType
	switch c := s.peek(); {
	case c != 0 && strings.IndexByte(`[{"-0123456789`, c) >= 0:
	case s.letters() != "true" && s.letters() != "false" && s.letters() != "null":
		code = CodeJSON
	}
	return s.failHere(code, what)
}

// syntax reports what JSON does not allow here.
func (s *scanner) syntax(wanted string) { s.failHere(CodeJSON, wanted) }

func (s *scanner) failHere(code, wanted string) *diag.Error {
	found, hint := s.found(), foreign[s.letters()]
	return s.fail(s.i, code, "%s is wanted here, not %s", wanted, found).Hintf("%s", hint)
}

// number reads the text of a JSON number.
func (s *scanner) number() string {
	s.peek()
	start, t := s.i, s.text
	i := start
	digits := func() bool {
		from := i
		for i < len(t) && '0' <= t[i] && t[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(t) && t[i] == '-' {
		i++
	}
	first := i
	if !digits() || t[first] == '0' && i > first+1 {
		s.fail(start, CodeJSON, "this is no JSON number").Hintf("numbers are written like 0.5, -3 or 1e-7; others as \"NaN\", \"Infinity\", \"-Infinity\"")
		return "0"
	}
	if i < len(t) && t[i] == '.' {
		i++
		if !digits() {
			s.fail(start, CodeJSON, "a digit is missing after the point")
			return "0"
		}
	}
	if i < len(t) && t[i]|0x20 == 'e' {
		i++
		if i < len(t) && (t[i] == '+' || t[i] == '-') {
			i++
		}
		if !digits() {
			s.fail(start, CodeJSON, "a digit is missing in the exponent")
			return "0"
		}
	}
	s.i = i
	return t[start:i]
}

// str reads a JSON string.
func (s *scanner) str() string {
	start := s.i
	if !s.accept('"') {
		s.syntax("a string")
		return ""
	}
	begin := s.i
	for ; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; {
		case c == '"':
			raw := s.text[begin:s.i]
			s.i++
			if strings.IndexByte(raw, '\\') < 0 {
				return raw
			}
			return s.unescape(begin, raw)
		case c == '\\':
			s.i++
		case c < ' ':
			s.fail(s.i, CodeJSON, "a control character in a string")
			return ""
		}
	}
	s.fail(start, CodeJSON, "this string does not end")
	return ""
}

// unescape replaces the escapes of a string that begins at offset at.
func (s *scanner) unescape(at int, raw string) string {
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			b.WriteByte(raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case '"', '\\', '/':
			b.WriteByte(c)
		case 'b', 'f', 'n', 'r', 't':
			b.WriteByte("\b\f\n\r\t"[strings.IndexByte("bfnrt", c)])
		case 'u':
			r, ok := hex4(raw[i+1:])
			if !ok {
				s.fail(at+i-1, CodeJSON, `\u needs four hexadecimal digits`)
				return ""
			}
			i += 4
			// A character beyond 16 bits is a pair of escapes.
			if low, ok := strings.CutPrefix(raw[i+1:], `\u`); ok && r>>10 == 0xD800>>10 {
				if l, ok := hex4(low); ok && l>>10 == 0xDC00>>10 {
					r = 0x10000 + (r&0x3FF)<<10 + l&0x3FF
					i += 6
				}
			}
			b.WriteRune(r)
		default:
			s.fail(at+i-1, CodeJSON, "an unknown escape in a string")
			return ""
		}
	}
	return b.String()
}

func hex4(t string) (rune, bool) {
	if len(t) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(t[:4], 16, 32)
	return rune(n), err == nil
}

// list reads a JSON list: item is called before each element, with its number.
// It returns how many there are.
func (s *scanner) list(item func(i int)) int {
	if !s.accept('[') {
		s.expected("a list")
		return 0
	}
	if s.accept(']') {
		return 0
	}
	for n := 0; s.err == nil; n++ {
		item(n)
		switch {
		case s.accept(','):
		case s.accept(']'):
			return n + 1
		case s.err == nil:
			s.syntax("a comma or ]")
		}
	}
	return 0
}

// object reads a JSON object: member is called before each value, with its name.
func (s *scanner) object(member func(name string, at int)) {
	if !s.accept('{') {
		s.expected("an object")
		return
	}
	if s.accept('}') {
		return
	}
	seen := map[string]bool{}
	for s.err == nil {
		if s.peek() != '"' {
			s.syntax("a name in double quotes")
			return
		}
		at := s.i
		name := s.str()
		if s.err == nil && seen[name] {
			s.fail(at, CodeJSON, "%q is given twice", name)
		}
		seen[name] = true
		if s.err == nil && !s.accept(':') {
			s.syntax("a colon")
		}
		if s.err != nil {
			return
		}
		member(name, at)
		switch {
		case s.accept(','):
		case s.accept('}'):
			return
		case s.err == nil:
			s.syntax("a comma or }")
		}
	}
}

// skip reads any JSON value.
func (s *scanner) skip(depth int) {
	if depth > maxNesting {
		s.fail(s.i, CodeNesting, "lists and objects nest deeper than %d", maxNesting)
		return
	}
	switch c := s.peek(); {
	case c == '[':
		s.list(func(int) { s.skip(depth + 1) })
	case c == '{':
		s.object(func(string, int) { s.skip(depth + 1) })
	case c == '"':
		s.str()
	case s.word("NaN") || s.word("Infinity") || s.word("-Infinity"): // as Python and JavaScript write them
	case c == '-' || '0' <= c && c <= '9':
		s.number()
	case s.word("true") || s.word("false") || s.word("null"):
	default:
		s.syntax("a value")
	}
}

// finish wants the end of the text.
func (s *scanner) finish() {
	if s.peek(); s.err == nil && s.i < len(s.text) {
		s.syntax("the end of the text")
	}
}
