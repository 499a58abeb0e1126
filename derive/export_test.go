package derive

import (
	"slices"
	"strings"

	"procad/loops"
	"procad/proc"
	"procad/proc/deriv"
)

// A Row is one of the table of what derives what, for tests.
type Row struct {
	Forms       []string
	Of          string // the classes
	Type, Calls string
	Needs       string
	Where       string
	Paper       string
}

// Rows is the table, with the rows of loops.
func Rows() []*Row {
	var all []*Row
	for _, r := range table {
		all = append(all, &Row{strings.Fields(r.forms), r.of.String(), r.typ, r.calls, r.needs.String(), r.where, r.paper})
	}
	for _, r := range loops.Rules {
		all = append(all, &Row{strings.Fields(r.Forms), string(r.Way), r.Type, r.Calls, itsType.String(), r.Where, r.Paper})
	}
	return all
}

// RowOf is the place in Rows of the row that makes f, -1 if none does.
func (l *Library) RowOf(f proc.Func) int {
	d, of, _ := deriv.Apart(f)
	r, _ := l.typed.row(name{f: f, d: d, of: of})
	for i, have := range Rows() {
		if r != nil && have.Where == r.where && slices.Equal(have.Forms, strings.Fields(r.forms)) && have.Type == r.typ && have.Calls == r.calls {
			way, _ := loops.WayOf(l.typed, d, of)
			if classOf(of) != loop || string(way) == have.Of || way == "" {
				return i
			}
		}
	}
	return -1
}
