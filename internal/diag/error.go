package diag

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
)

// Pos is a place in a source text. Lines and columns count from 1, columns in
// bytes. The zero Pos is unknown.
type Pos struct{ Line, Col int }

// Known reports whether p is a place at all.
func (p Pos) Known() bool { return p.Line > 0 }

// Before reports whether p comes earlier in the text than q.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// String is "line:col", or "-" if unknown.
func (p Pos) String() string {
	if !p.Known() {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.Line, p.Col)
}

// Source is a text with the name that messages give it.
type Source struct{ Name, Text string }

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

// In sets the file and returns e.
func (e *Error) In(file string) *Error {
	e.File = file
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
	file = quote.Line(file)
	switch {
	case file != "" && pos.Known():
		return fmt.Sprintf("%s:%s: ", file, pos)
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
