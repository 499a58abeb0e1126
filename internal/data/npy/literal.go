package npy

import (
	"bytes"
	"math"
	"strings"
)

// A literal is the text of a header: a dictionary of Python. After the first error
// it stays where it is.
type literal struct {
	text []byte // of the file up to the end of the header
	i    int    // of the next byte
	err  *Error
}

func (l *literal) fail(at int, format string, args ...any) {
	if l.err == nil {
		l.err = errorf(at, format, args...)
	}
}

// peek skips white space and returns the next byte, 0 at the end.
func (l *literal) peek() byte {
	for ; l.i < len(l.text); l.i++ {
		if c := l.text[l.i]; !strings.ContainsRune(" \t\r\n\f", rune(c)) {
			return c
		}
	}
	return 0
}

// accept skips a symbol or a word if it is next.
func (l *literal) accept(word string) bool {
	l.peek()
	if l.err != nil || !bytes.HasPrefix(l.text[l.i:], []byte(word)) {
		return false
	}
	l.i += len(word)
	return true
}

func (l *literal) want(word string) {
	if !l.accept(word) {
		l.fail(l.i, "%s is wanted here in the header", word)
	}
}

// header reads the dictionary: three keys, in any order.
func (l *literal) header(h *Header) {
	seen := map[string]bool{}
	l.want("{")
	for l.err == nil && l.peek() != '}' {
		at := l.i
		key := l.str()
		if seen[key] {
			l.fail(at, "the header has '%s' twice", key)
		}
		seen[key] = true
		l.want(":")
		switch key {
		case "descr":
			l.dtype(h)
		case "fortran_order":
			h.Fortran = l.bool()
		case "shape":
			l.shape(h)
		default:
			l.fail(at, "the header has descr, fortran_order and shape, not %.40q", key)
		}
		if !l.accept(",") {
			break
		}
	}
	l.want("}")
	if c := l.peek(); c != 0 || l.i < len(l.text) {
		l.fail(l.i, "the header does not end after its }")
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			l.fail(l.i, "the header has no '%s'", key)
		}
	}
}

// str reads a string in single or double quotes. None that the format has contains escapes.
func (l *literal) str() string {
	quote := l.peek()
	if quote != '\'' && quote != '"' {
		l.fail(l.i, "a string is wanted here in the header")
		return ""
	}
	rest := l.text[l.i+1:]
	n := bytes.IndexByte(rest, quote)
	if n < 0 {
		l.fail(l.i, "this string of the header does not end")
		return ""
	}
	l.i += n + 2
	return string(rest[:n])
}

func (l *literal) bool() bool {
	switch {
	case l.accept("True"):
		return true
	case l.accept("False"):
	default:
		l.fail(l.i, "True or False is wanted here in the header")
	}
	return false
}

// dtype reads the type of the elements: their byte order, kind and size.
func (l *literal) dtype(h *Header) {
	const known = "Booleans (|b1), integers (i, u of 1, 2, 4 or 8 bytes) and floating-point numbers (f4, f8) are"
	if l.peek() == '[' {
		l.fail(l.i, "records are not read; %s", known)
		return
	}
	at := l.i
	d := l.str()
	if l.err != nil {
		return
	}
	if len(d) == 3 && strings.ContainsRune("<>|", rune(d[0])) && (d[0] != '|' || d[2] == '1') {
		switch d[1:] {
		case "b1", "i1", "u1", "i2", "u2", "i4", "u4", "f4", "i8", "u8", "f8":
			h.BigEndian, h.Kind, h.Size = d[0] == '>', Kind(d[1]), int(d[2]-'0')
			return
		}
	}
	l.fail(at, "elements of dtype '%.40s' are not read; %s", d, known)
}

// shape reads the dimensions, a tuple. Python 2 wrote L after numbers.
func (l *literal) shape(h *Header) {
	l.peek()
	h.DimsAt, h.Dims = l.i, []int{}
	l.want("(")
	comma := true
	for l.err == nil && l.peek() != ')' {
		if !comma {
			l.fail(l.i, "a comma is wanted here in the header")
			return
		}
		if len(h.Dims) == MaxRank {
			l.fail(l.i, "an array has at most %d dimensions", MaxRank)
			return
		}
		h.Dims = append(h.Dims, l.dimension())
		comma = l.accept(",")
	}
	if len(h.Dims) == 1 && !comma {
		l.fail(l.i, "a comma is wanted here in the header")
	}
	l.want(")")
}

func (l *literal) dimension() int {
	l.peek()
	at, n := l.i, 0
	for ; l.i < len(l.text) && '0' <= l.text[l.i] && l.text[l.i] <= '9'; l.i++ {
		digit := int(l.text[l.i] - '0')
		if n > (math.MaxInt-digit)/10 {
			l.fail(at, "this dimension is larger than any memory")
			return 0
		}
		n = 10*n + digit
	}
	if l.i == at {
		l.fail(at, "a dimension is wanted here in the header")
	}
	l.accept("L")
	return n
}
