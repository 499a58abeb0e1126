package source

import (
	"strings"
	"unicode/utf8"

	"procad/internal/diag"
)

const (
	maxSource = diag.MaxText // bytes of a file
	maxName   = 200          // bytes of a name
	maxErrors = 20           // messages before a pass gives up
)

// scanner cuts a text into tokens.
type scanner struct {
	src    *diag.Source
	text   string
	off    int
	line   int // of off
	bol    int // offset of the beginning of the line
	tokens []token
	open   []int32 // indices of opening brackets not yet closed
	errs   diag.List

	foreign map[string]bool // the signs of comments of other languages that have been reported
}

// scan is the tokens of src, with one tokEOF at the end.
func scan(src *diag.Source) ([]token, diag.List) {
	s := &scanner{src: src, text: src.Text, line: 1}
	if len(src.Text) > maxSource {
		return nil, diag.List{diag.Errorf(diag.Pos{Line: 1, Col: 1, File: src.Other()}, CodeTooLarge,
			"the file has %d bytes; a program can have %d", len(src.Text), maxSource).In(src.Name)}
	}
	for len(s.errs) < maxErrors && s.next() {
	}
	return s.tokens, s.errs
}

// errorf reports a message at an offset in the current line.
func (s *scanner) errorf(off int, code, format string, args ...any) *diag.Error {
	e := diag.Errorf(s.posOf(off), code, format, args...).In(s.src.Name)
	s.errs = append(s.errs, e)
	return e
}

func (s *scanner) posOf(off int) diag.Pos {
	return diag.Pos{Line: s.line, Col: off - s.bol + 1, File: s.src.Other()}
}

// emit adds the token that ends at to and goes on from there.
func (s *scanner) emit(kind tokenKind, to int) {
	s.tokens = append(s.tokens, token{
		kind: kind, line: int32(s.line), col: int32(s.off - s.bol + 1),
		from: int32(s.off), to: int32(to),
	})
	s.off = to
}

// next scans one token; it reports whether there may be more.
func (s *scanner) next() bool {
	if !s.skip() {
		s.emit(tokEOF, s.off)
		return false
	}
	c := s.text[s.off]
	switch {
	case isLetter(c):
		to := s.off
		for to < len(s.text) && isNamePart(s.text[to]) {
			to++
		}
		switch name := s.text[s.off:to]; {
		case name == "_":
			s.emit(tokSymbol, to)
		case words[name]:
			s.emit(tokWord, to)
		default:
			if len(name) > maxName {
				s.errorf(s.off, CodeText, "a name has at most %d characters", maxName)
			}
			s.emit(tokName, to)
		}
	case isDigit(c):
		s.number()
	case c == '"':
		s.string()
	default:
		s.symbol()
	}
	return true
}

// skip moves past white space and comments; it is false at the end.
func (s *scanner) skip() bool {
	for s.off < len(s.text) {
		switch c := s.text[s.off]; {
		case c == '\n':
			s.off++
			s.line++
			s.bol = s.off
		case c == ' ' || c == '\t' || c == '\r':
			s.off++
		case strings.HasPrefix(s.text[s.off:], "--"):
			s.comment()
		default:
			sign := s.foreignComment()
			if sign == "" {
				return true
			}
			s.reject(sign)
		}
	}
	return false
}

// comment moves to the end of the line. What follows -- directly is looked at,
// so that a --b is not taken for a comment.
func (s *scanner) comment() {
	start := s.off
	s.off += 2
	if s.off < len(s.text) && !strings.ContainsRune(" \t\r\n-", rune(s.text[s.off])) {
		s.errorf(start, CodeComment, "this is neither a comment nor an operator").
			Hintf("a comment is -- followed by a space; minus minus is - -")
	}
	end := strings.IndexByte(s.text[s.off:], '\n')
	if end < 0 {
		end = len(s.text) - s.off
	}
	body := s.text[s.off : s.off+end]
	if i := badByte(body); i >= 0 {
		s.errorf(s.off+i, CodeText, "the byte 0x%02x cannot be in a program", body[i]).
			Hintf("programs are UTF-8 text")
	}
	s.off += end
}

// foreignComment is the sign with which a comment begins here in another
// language: a # anywhere, // at the beginning of a line, where it is hardly
// meant for a division.
func (s *scanner) foreignComment() string {
	switch {
	case s.text[s.off] == '#':
		return "#"
	case strings.HasPrefix(s.text[s.off:], "//") && strings.TrimSpace(s.text[s.bol:s.off]) == "":
		return "//"
	}
	return ""
}

// reject reports a comment of another language, the first of its kind, and
// moves to the end of its line.
func (s *scanner) reject(sign string) {
	if !s.foreign[sign] {
		if s.foreign == nil {
			s.foreign = map[string]bool{}
		}
		s.foreign[sign] = true
		e := s.errorf(s.off, CodeComment, "%s begins no comment", sign).Hintf("%s", commentHint)
		if strings.HasPrefix(s.text[s.off:], "#include") {
			e.Hint = foreignTops["include"]
		}
	}
	if end := strings.IndexByte(s.text[s.off:], '\n'); end >= 0 {
		s.off += end
	} else {
		s.off = len(s.text)
	}
}

// badByte is the offset of the first byte of text that is not UTF-8, or is
// NUL; or -1.
func badByte(text string) int {
	for i, r := range text {
		if r == 0 {
			return i
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}

// number scans 12, 1.5, 1e-3, 1.5e3.
func (s *scanner) number() {
	digits := func(at int) int {
		for at < len(s.text) && isDigit(s.text[at]) {
			at++
		}
		return at
	}
	at := func(i int, set string) bool {
		return i < len(s.text) && strings.IndexByte(set, s.text[i]) >= 0
	}
	kind, to := tokInt, digits(s.off)
	if at(to, ".") && digits(to+1) > to+1 {
		kind, to = tokReal, digits(to+1)
	}
	if at(to, "eE") {
		exp := to + 1
		if at(exp, "+-") {
			exp++
		}
		if digits(exp) > exp {
			kind, to = tokReal, digits(exp)
		}
	}
	if to < len(s.text) && isNamePart(s.text[to]) {
		s.errorf(to, CodeSyntax, "a number is directly followed by %q", s.text[to]).
			Hintf("a product is written 2 * x, and numbers 12, 1.5 or 1e-3")
		for to < len(s.text) && isNamePart(s.text[to]) {
			to++
		}
	}
	s.emit(kind, to)
}

// string scans "text", with \" and \\ for " and \.
func (s *scanner) string() {
	for to := s.off + 1; to < len(s.text) && s.text[to] != '\n'; to++ {
		switch s.text[to] {
		case '"':
			if i := badByte(s.text[s.off:to]); i >= 0 {
				s.errorf(s.off+i, CodeText, "the byte 0x%02x cannot be in a program", s.text[s.off+i])
			}
			s.emit(tokString, to+1)
			return
		case '\\':
			to++
			if to < len(s.text) && s.text[to] != '"' && s.text[to] != '\\' {
				s.errorf(to-1, CodeSyntax, `after \ in a message comes " or \`)
				if s.text[to] == '\n' {
					to--
				}
			}
		}
	}
	s.errorf(s.off, CodeSyntax, "the message that begins here does not end on its line").
		Hintf(`close it with "`)
	end := strings.IndexByte(s.text[s.off:], '\n')
	if end < 0 {
		end = len(s.text) - s.off
	}
	s.emit(tokString, s.off+end)
}

// symbol scans an operator or a bracket.
func (s *scanner) symbol() {
	rest := s.text[s.off:]
	for _, sym := range symbols {
		if !strings.HasPrefix(rest, sym) {
			continue
		}
		index := int32(len(s.tokens))
		s.emit(tokSymbol, s.off+len(sym))
		switch sym {
		case "(", "[", "{":
			s.open = append(s.open, index)
		case ")", "]", "}":
			if n := len(s.open); n > 0 {
				s.tokens[s.open[n-1]].match = index
				s.open = s.open[:n-1]
			}
		}
		return
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case r == utf8.RuneError && n == 1:
		s.binary(rest[0])
		return
	case r < ' ' || r == 0x7f:
		s.binary(rest[0])
		return
	default:
		e := s.errorf(s.off, CodeText, "%q means nothing here", r)
		if hint := foreignSigns[r]; hint != "" {
			e.Hintf("%s", hint)
		} else if r >= utf8.RuneSelf {
			e.Hintf("outside comments and messages a program is ASCII; names have letters, digits, _ and '")
		}
	}
	s.off += n
}

// binary reports a byte that no text has, and goes on at the end: there will be
// more of them.
func (s *scanner) binary(c byte) {
	s.errorf(s.off, CodeText, "the byte 0x%02x cannot be in a program", c).Hintf("programs are UTF-8 text")
	s.off = len(s.text)
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func isNamePart(c byte) bool { return isLetter(c) || isDigit(c) || c == '\'' }
