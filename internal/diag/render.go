package diag

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// cutWidth is the most bytes of a source line that are shown; a longer line is
// cut around the caret.
const cutWidth = 100

// Render writes err for a person: each message with its source line, a caret,
// notes and hint. An err that is not from this package is written as one line.
// src may be nil; then no source lines are shown.
func Render(w io.Writer, src *Source, err error) {
	if src == nil {
		RenderAll(w, nil, err)
		return
	}
	RenderAll(w, []*Source{src}, err)
}

// RenderAll is Render for messages about several files. What names no file is in
// the first of them.
func RenderAll(w io.Writer, srcs []*Source, err error) {
	if err == nil {
		return
	}
	list := All(err)
	if list == nil {
		fmt.Fprintf(w, "error: %v\n", err)
		return
	}
	var b strings.Builder
	for _, e := range list {
		if e.File == "" && e.Pos.Known() && len(srcs) > 0 {
			named := *e
			e = named.In(srcs[0].Name)
		}
		b.WriteString(e.Error() + "\n")
		excerpt(&b, srcs, e.File, e.Pos)
		for _, n := range e.Notes {
			file := cmp.Or(n.File, e.first, e.File)
			b.WriteString(location(file, n.Pos) + "note: " + n.Msg + "\n")
			excerpt(&b, srcs, file, n.Pos)
		}
		if e.Hint != "" {
			b.WriteString("hint: " + e.Hint + "\n")
		}
	}
	io.WriteString(w, b.String())
}

// excerpt writes the line of pos with a gutter, and a caret under pos.
func excerpt(b *strings.Builder, srcs []*Source, file string, pos Pos) {
	src := pos.File
	if i := slices.IndexFunc(srcs, func(s *Source) bool { return file == "" || file == s.Name }); src == nil && i >= 0 {
		src = srcs[i]
	}
	if src == nil || !pos.Known() {
		return
	}
	line, ok := lineOf(src.Text, pos.Line)
	if !ok {
		return
	}
	before, after := cut(line, pos.Col-1)
	fmt.Fprintf(b, "%5d | %s%s\n", pos.Line, printable(before), printable(after))
	fmt.Fprintf(b, "      | %s^\n", blank(before))
}

// lineOf is line n of text, without its end.
func lineOf(text string, n int) (string, bool) {
	for ; n > 1; n-- {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return "", false
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), true
}

// cut splits line at offset at, and drops what is too far from there to be
// shown, on character boundaries.
func cut(line string, at int) (before, after string) {
	at = max(0, min(at, len(line)))
	before, after = line[:at], line[at:]
	if len(line) <= cutWidth {
		return before, after
	}
	if from := at - cutWidth/2; from > 0 {
		for from < at && !utf8.RuneStart(line[from]) {
			from++
		}
		before = "…" + line[from:at]
	}
	if to := at + cutWidth/2; to < len(line) {
		for to > at && !utf8.RuneStart(line[to]) {
			to--
		}
		after = line[at:to] + "…"
	}
	return before, after
}

// printable replaces what would upset a terminal: control characters and
// bytes that are not UTF-8. Tabs stay.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (r < ' ' || r == 0x7f || r == utf8.RuneError) {
			return '·'
		}
		return r
	}, s)
}

// blank is white space as wide as s: tabs stay tabs.
func blank(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, s)
}
