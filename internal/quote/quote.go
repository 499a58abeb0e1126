// Package quote writes text into other languages: one function for each place of a
// language that takes any text, by the rule of that language. What it returns is
// complete, with its marks of quotation, and nothing in the text ends it.
package quote

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"
)

// IR is a string constant of LLVM IR. Printable ASCII stands for itself, every other
// byte, the quotation mark and the backslash are a backslash and two hexadecimal
// digits (LLVM Language Reference, String constants).
func IR(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		if c := text[i]; ' ' <= c && c <= '~' && c != '"' && c != '\\' {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'\\', digits[c>>4], digits[c&15]})
		}
	}
	b.WriteByte('"')
	return b.String()
}

// CComment is a comment of C and C++ in one line. It has no escapes: "*/" and "/*" get a
// space (C17 6.4.9; compilers warn of the second), and characters that do not print
// become question marks, so that no line ends in the middle of it.
func CComment(text string) string {
	var b strings.Builder
	b.WriteString("/* ")
	last := ' '
	for _, r := range text {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			r = '?'
		}
		if last == '*' && r == '/' || last == '/' && r == '*' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	b.WriteString(" */")
	return b.String()
}

// Line is text in a line for people: what does not print, such as the end of a line or
// the escape character of a terminal, has the form that it has in a string of Go.
func Line(text string) string {
	var b strings.Builder
	for i, w := 0, 0; i < len(text); i += w {
		var r rune
		r, w = utf8.DecodeRuneInString(text[i:])
		if c := text[i : i+w]; unicode.IsPrint(r) && (r != utf8.RuneError || w > 1) {
			b.WriteString(c)
		} else {
			q := strconv.Quote(c)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}

// JSON is a string of JSON (RFC 8259, section 7). Bytes that are not UTF-8 become the
// replacement character, which JSON has no other form for.
func JSON(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // every string has a form
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Shell is a word of a POSIX shell, as it can be typed (POSIX.1, Shell Command
// Language, section 2.2). A word that begins with a dash is still an option to most
// commands.
func Shell(text string) string { return shellquote.Join(text) }

// SplitShell splits text into words as a POSIX shell does, without expanding
// anything. The error says which quotation is not closed.
func SplitShell(text string) ([]string, error) { return shellquote.Split(text) }
