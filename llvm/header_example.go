package llvm

import (
	"fmt"
	"slices"
	"strings"
)

// example calls the first function that is whole, for the comment of a header. What goes in
// is called as in its declaration.
func (m *module) example(entries []Entry) (string, error) {
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.Pass == NoPass })
	if at < 0 {
		return "", nil
	}
	e := entries[at]
	n, err := m.node(e.Func)
	if err != nil {
		return "", err
	}
	list, outs, err := m.cParams(e, n.def)
	if err != nil {
		return "", err
	}
	var args, types []string
	places := map[string][]string{} // by the types of what goes there
	role := roles(list, outs, false)
	for _, a := range cArgs(list, role) {
		if a.first < outs && a.box == nil {
			args = append(args, a.name)
			continue
		}
		args = append(args, "&"+a.name)
		if a.first < outs {
			continue
		}
		t, stars, _ := strings.Cut(strings.TrimSuffix(a.cType(), "*"), " ")
		if places[t] == nil {
			types = append(types, t)
		}
		places[t] = append(places[t], stars+a.name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, headerExample, e.Symbol)
	for _, t := range types {
		broken(&b, t+" ", places[t], ";")
	}
	broken(&b, "if ("+e.Symbol+"(", append(args, "workspace", "&error"), ")) puts(error.text);")
	b.WriteString(exampleIndent + "pc_workspace_free(workspace);\n")
	return b.String(), nil
}

const headerExample = `
   This is a call of %s, which is declared below. Compile the program by cc main.c LIBRARY -lm:

       pc_workspace *workspace = pc_workspace_new();
       pc_error error;
`

const exampleIndent = "       "

// broken writes a list between two texts, in lines of a comment.
func broken(b *strings.Builder, begin string, list []string, end string) {
	line := exampleIndent + begin
	for i, word := range list {
		if i < len(list)-1 {
			word += ", "
		} else {
			word += end
		}
		if len(line)+len(strings.TrimRight(word, " ")) > headerWidth {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = exampleIndent + "        "
		}
		line += word
	}
	b.WriteString(line + "\n")
}
