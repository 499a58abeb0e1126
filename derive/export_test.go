package derive

import (
	"strings"

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

// Rows is the table.
func Rows() []*Row {
	all := make([]*Row, len(table))
	for i, r := range table {
		all[i] = &Row{strings.Fields(r.forms), r.of.String(), r.typ, r.calls, r.needs.String(), r.where, r.paper}
	}
	return all
}

// RowOf is the place in the table of the row that makes f, -1 if none does.
func RowOf(f proc.Func) int {
	d, of, ok := deriv.Apart(f)
	r := rows[key{deriv.Form(d), classOf(of)}]
	for i := range table {
		if ok && r == &table[i] {
			return i
		}
	}
	return -1
}
