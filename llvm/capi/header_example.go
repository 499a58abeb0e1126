package capi

import (
	"fmt"
	"slices"
	"strings"

	"procad/llvm/abi"
)

// example calls the first function that is whole, for the comment of a header. What goes in
// is called as in its declaration.
func (l *Library) example(lookup abi.Lookup, entries []abi.Entry) (string, error) {
	at := slices.IndexFunc(entries, func(e abi.Entry) bool { return e.Pass == abi.NoPass })
	if at < 0 {
		return "", nil
	}
	e := entries[at]
	d, err := definitionOf(lookup, e)
	if err != nil {
		return "", err
	}
	f, err := l.Function(e, d)
	if err != nil {
		return "", err
	}
	var args, types []string
	places := map[string][]string{} // by the types of what goes there
	for _, a := range f.Args(false) {
		if a.First < f.Outs && a.Box == nil {
			args = append(args, a.Name)
			continue
		}
		args = append(args, "&"+a.Name)
		if a.First < f.Outs {
			continue
		}
		t, stars, _ := strings.Cut(strings.TrimSuffix(a.cType(), "*"), " ")
		if places[t] == nil {
			types = append(types, t)
		}
		places[t] = append(places[t], stars+a.Name)
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
