// Package diagtest says what is wrong with messages that tests get.
package diagtest

import (
	"regexp"
	"strings"

	"procad/library"
)

var (
	// message is the first line of a message, with its place, or another line of it that says something.
	message = regexp.MustCompile(`^(?:(.*?): )?(error|warning|note|hint): (.*)$`)
	// place is that of a message about a text: a name, which may be followed by a line and a column.
	place = regexp.MustCompile(`^(.*?)(:?\d+:\d+)?$`)
	// coded is a message about a text, which has a code.
	coded = regexp.MustCompile(`\[([a-z]+(?:-[a-z]+)*)\]$`)
	// made is a name that procad makes of another one, or of its own. A text of procedures is written with such
	// names, and value.1 is a part of a result.
	made = regexp.MustCompile(`[\w.]*\$[\w${}.]*|\b[A-Za-z_]\w*\.(\d+|bar|dot|seed|wrt|loop\d+|build\d+)\b`)
	part = regexp.MustCompile(`^value\.\d+$`)
	// variable is one of the environment.
	variable = regexp.MustCompile(`^\$[A-Z]+$`)
)

// ofCommand are the codes of messages about flags, which no file has.
var ofCommand = map[string]bool{"bad-strategy": true, "no-such-loop": true}

// Defect is what is wrong with messages as a command writes them: one has a name that procad made, or has no
// file. It is "" if nothing is. Given is all that the one who reads the messages has written: what stands there
// may stand in messages, too.
func Defect(text, given string) string {
	of := "" // the file of the message that the line is a part of
	for line := range strings.Lines(text) {
		m := message.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		file := place.FindStringSubmatch(m[1])
		if m[2] != "hint" {
			of = file[1]
		}
		for _, name := range made.FindAllString(m[3], -1) {
			if !strings.HasSuffix(of, ".proc") && !strings.Contains(given, name) && !part.MatchString(name) && !variable.MatchString(name) && !inLibrary(name) {
				return "a message with the name " + name + ", which procad made: " + line
			}
		}
		code := coded.FindStringSubmatch(m[3])
		if m[2] != "hint" && file[1] == "" && (file[2] != "" || code != nil && !ofCommand[code[1]]) {
			return "a message without a file: " + line
		}
	}
	return ""
}

// inLibrary says that name is a function of a module of the library, as linalg.dot is.
func inLibrary(name string) bool {
	module, function, _ := strings.Cut(name, ".")
	text, _ := library.Text(module)
	return strings.Contains(text, "\ndef "+function+"(")
}
