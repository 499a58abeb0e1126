package source

import (
	"slices"
	"strings"

	"procad/internal/diag"
)

// Documentation is what a program declares: of functions the text up to the =, of types
// and constants all of it, each after the comment that stands directly before it. Names
// that begin with _ are left out.
func Documentation(p *Program) string { return documentation(p, func(string) bool { return true }) }

// DocumentationOf is Documentation of what has one name; "" if nothing has.
func DocumentationOf(p *Program, name string) string {
	return documentation(p, func(n string) bool { return n == name })
}

// Declared are the names that Documentation has.
func Declared(p *Program) (names []string) {
	documentation(p, func(name string) bool { names = append(names, name); return true })
	return names
}

func documentation(p *Program, wanted func(name string) bool) string {
	lines := strings.Split(p.Source.Text, "\n")
	type item struct {
		pos  diag.Pos
		text string
	}
	var items []item
	add := func(pos diag.Pos, name string, end diag.Pos) {
		if !strings.HasPrefix(name, "_") && wanted(name) {
			items = append(items, item{pos, comment(lines, pos.Line-1) + between(lines, pos.Line-1, end)})
		}
	}
	for _, d := range p.Types {
		add(d.Pos, d.Name, d.end)
	}
	for _, d := range p.Defs {
		add(d.Pos, d.Name, d.told)
	}
	slices.SortFunc(items, func(a, b item) int {
		if a.pos.Before(b.pos) {
			return -1
		}
		return 1
	})
	texts := make([]string, len(items))
	for i, it := range items {
		texts[i] = it.text + "\n"
	}
	return strings.Join(texts, "\n")
}

// CommentOf is the text of the comment that stands directly before a function, "" if there is none.
func CommentOf(p *Program, name string) string {
	lines := strings.Split(p.Source.Text, "\n")
	for _, d := range p.Defs {
		if d.Name == name {
			var text []string
			for line := range strings.Lines(comment(lines, d.Pos.Line-1)) {
				text = append(text, strings.TrimPrefix(strings.TrimSuffix(strings.TrimLeft(line, "-"), "\n"), " "))
			}
			return strings.Trim(strings.Join(text, "\n"), "\n ")
		}
	}
	return ""
}

// comment is the lines of comments directly before a line.
func comment(lines []string, before int) string {
	from := before
	for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "--") {
		from--
	}
	var b strings.Builder
	for _, line := range lines[from:before] {
		b.WriteString(strings.TrimRight(strings.TrimSpace(line), "\r") + "\n")
	}
	return b.String()
}

// between is the text from a line up to a place, without space at its end.
func between(lines []string, from int, to diag.Pos) string {
	last := min(to.Line, len(lines)) - 1
	text := slices.Clone(lines[from : last+1])
	end := len(text) - 1
	text[end] = text[end][:min(to.Col-1, len(text[end]))]
	for i, line := range text {
		text[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.TrimRight(strings.TrimLeft(strings.Join(text, "\n"), " \t"), " \n")
}
