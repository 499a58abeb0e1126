package diag

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
)

// Pos is a place in a source text. Lines and columns count from 1, columns in
// bytes. The zero Pos is unknown.
type Pos struct {
	Line, Col int
	File      *Source // nil in the first file of a program, and in data: the message has its name
}

// Limits of a Pos, so that native code has it in 64 bits.
const (
	LineBits, ColBits = 26, 26
	MaxText           = 32 << 20 // bytes of a text: 1 ≤ Line, Col ≤ MaxText + 1 < 2^26
	MaxFiles          = 1 << 10  // of a program: 0 ≤ Number < 2^10
)

// Word is p in 64 bits: 0 if it is unknown. Of a line or a column beyond the limits, as a text of
// procedures that is longer than MaxText may have, it has the last one within.
func (p Pos) Word() int64 {
	line, col := min(p.Line, 1<<LineBits-1), min(p.Col, 1<<ColBits-1)
	return int64(p.File.number())<<(LineBits+ColBits) | int64(line)<<ColBits | int64(col)
}

// Known reports whether p is a place at all.
func (p Pos) Known() bool { return p.Line > 0 }

// Before reports whether p comes earlier than q in the text, or is in an earlier file.
func (p Pos) Before(q Pos) bool {
	return cmp.Or(cmp.Compare(p.File.number(), q.File.number()), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col)) < 0
}

// String is "line:col", with the name of the file before it if that is not the first one,
// or "-" if unknown.
func (p Pos) String() string {
	switch {
	case !p.Known():
		return "-"
	case p.File != nil:
		return p.In("")
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Col)
}

// In is "file:line:col", where file is the name of the first file.
func (p Pos) In(file string) string {
	if p.File != nil {
		file = p.File.Name
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Col)
}

// Source is a text with the name that messages give it.
type Source struct {
	Name, Text string
	Number     int   // its place among the files of a program; 0 is the first
	Files      Files // has what it imports; nil if it can import nothing
}

// Files are where programs find what they import.
type Files interface {
	// Read is the text of the file at a path, with / between folders, and what two paths of
	// one file have in common.
	Read(path string) (text, id string, err error)
}

// FileOf is the file with a number among those that a program imports, nil for the first one.
func FileOf(imports []*Source, number int) *Source {
	if number < 1 || number > len(imports) {
		return nil
	}
	return imports[number-1]
}

// Other is the File of positions in s: nil in the first file of a program.
func (s *Source) Other() *Source {
	if s.Number == 0 {
		return nil
	}
	return s
}

// number is the place of a file; the first one may be nil.
func (s *Source) number() int {
	if s == nil {
		return 0
	}
	return s.Number
}

// Note is a second place that explains an Error.
type Note struct {
	File string // that of the Error if empty
	Pos  Pos
	Msg  string
}

// Error is one message about one place.
type Error struct {
	File    string
	Pos     Pos
	Code    string // a word, as in "type-mismatch"
	Msg     string // what is wrong, in the user's names
	Hint    string // what one could type instead; may be empty
	Notes   []Note // causes elsewhere
	Warning bool   // true if the program is accepted nevertheless
	Cause   error  // the error that the message is about; may be nil

	first string // the name of the first file of the program, where notes without a file are
}

// Errorf makes an Error. The methods Hintf, Notef and In add to it.
func Errorf(pos Pos, code, format string, args ...any) *Error {
	return &Error{Pos: pos, Code: code, Msg: fmt.Sprintf(format, args...)}
}

// Warningf makes an Error that does not reject the program.
func Warningf(pos Pos, code, format string, args ...any) *Error {
	e := Errorf(pos, code, format, args...)
	e.Warning = true
	return e
}

// Hintf sets the hint and returns e.
func (e *Error) Hintf(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// Notef adds a note and returns e.
func (e *Error) Notef(pos Pos, format string, args ...any) *Error {
	return e.NoteInf("", pos, format, args...)
}

// NoteInf adds a note about a place in another file and returns e.
func (e *Error) NoteInf(file string, pos Pos, format string, args ...any) *Error {
	e.Notes = append(e.Notes, Note{file, pos, fmt.Sprintf(format, args...)})
	return e
}

// Because sets the cause and returns e.
func (e *Error) Because(cause error) *Error {
	e.Cause = cause
	return e
}

// Unwrap lets errors.As find the cause.
func (e *Error) Unwrap() error { return e.Cause }

// In sets the file, unless the position has one, and returns e.
func (e *Error) In(file string) *Error {
	e.File, e.first = file, file
	if e.Pos.File != nil {
		e.File = e.Pos.File.Name
	}
	return e
}

// Error is the first line of the message. What does not print, as it may in an assertion
// of the program, is quoted.
func (e *Error) Error() string {
	severity := "error"
	if e.Warning {
		severity = "warning"
	}
	line := location(e.File, e.Pos) + severity + ": " + quote.Line(e.Msg)
	if e.Code != "" {
		line += " [" + e.Code + "]"
	}
	return line
}

// location is the part of a line before the severity: "file:line:col: " as far
// as it is known.
func location(file string, pos Pos) string {
	if pos.File != nil {
		file = pos.File.Name
	}
	file = quote.Line(file)
	switch {
	case file != "" && pos.Known():
		return fmt.Sprintf("%s:%d:%d: ", file, pos.Line, pos.Col)
	case file != "":
		return file + ": "
	case pos.Known():
		return pos.String() + ": "
	}
	return ""
}

// List is several messages.
type List []*Error

// Error is the first lines of all messages.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find a message in the list.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// Sort puts the messages in the order of the text.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b *Error) int {
		switch {
		case a.Pos.Before(b.Pos):
			return -1
		case b.Pos.Before(a.Pos):
			return 1
		}
		return 0
	})
}

// Err is l as an error: nil if there is no message but warnings.
func (l List) Err() error {
	for _, e := range l {
		if !e.Warning {
			return l
		}
	}
	return nil
}

// All is the messages in err: those of a List, a single Error, or none if err
// is of another kind.
func All(err error) List {
	if list, ok := errors.AsType[List](err); ok {
		return list
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return List{e}
	}
	return nil
}
