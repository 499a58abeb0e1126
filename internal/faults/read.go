package faults

import (
	"embed"
	"fmt"
	"strings"
)

// The groups have a file each. A fault there has a name, a place and a change:
//
//	Dup: the cotangents are subtracted
//	split/cotangent.go: func addOf(
//	- return prim.Add
//	+ return prim.Sub
//
// Lines of Old begin with "- ", and those of New with "+ ". There is an empty line after each fault. Lines that begin with # are remarks.
// Where a line ends in a space or is empty, $ stands for its end.
//
//go:embed *.txt
var files embed.FS

// Groups are the names of the groups of rows, in the order in which they are planted.
var Groups = []string{"figure23", "rows", "analyses", "strategies", "core", "lower", "delta", "chad", "paper1", "vlad", "loopir"}

// Read are the rows of a group. The error says which line of its file is wrong.
func Read(group string) ([]Row, error) {
	text, err := files.ReadFile(group + ".txt")
	if err != nil {
		return nil, fmt.Errorf("there is no group %s of faults", group)
	}
	var rows []Row
	at := 0
	for part := range strings.SplitSeq(string(text), "\n\n") {
		r, err := readRow(part)
		if err != nil {
			return nil, fmt.Errorf("%s.txt:%d: %w", group, at+1, err)
		}
		if r != nil {
			rows = append(rows, *r)
		}
		at += strings.Count(part, "\n") + 2
	}
	return rows, nil
}

// readRow reads the lines of a fault; nil if all of them are remarks.
func readRow(text string) (*Row, error) {
	var lines []string
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSuffix(line, "$"))
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	if len(lines) < 3 {
		return nil, fmt.Errorf("a fault has a name, a place and what it changes")
	}
	r := &Row{Name: lines[0]}
	ok := false
	if r.File, r.In, ok = strings.Cut(lines[1], ": "); !ok {
		return nil, fmt.Errorf("%q is no place: it is a file, a colon and a text in the file", lines[1])
	}
	var before, after []string
	for _, line := range lines[2:] {
		is, text := line[:min(2, len(line))], line[min(2, len(line)):]
		switch {
		case is == "- " && len(after) == 0:
			before = append(before, text)
		case is == "+ " && len(before) > 0:
			after = append(after, text)
		default:
			return nil, fmt.Errorf("%q is no part of a change: lines with - come first, then those with +", line)
		}
	}
	r.Old, r.New = strings.Join(before, "\n"), strings.Join(after, "\n")
	return r, nil
}
