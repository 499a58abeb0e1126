// Package diagtest says what is wrong with messages that tests get.
package diagtest

import (
	"regexp"
	"strings"
)

var (
	// message is the first line of a message, with its place, or another line of it that says something.
	message = regexp.MustCompile(`^(?:(.*?): )?(error|warning|note|hint): (.*)$`)
	// place is that of a message about a text: a name, which may be followed by a line and a column.
	place = regexp.MustCompile(`^(.*?)(:?\d+:\d+)?$`)
	// coded is a message about a text, which has a code.
	coded = regexp.MustCompile(`\[[a-z]+(-[a-z]+)*\]$`)
	// made is a name that procad makes of another one, or of its own.
	made = regexp.MustCompile(`[\w.]*\$[\w${}.]*|\b[A-Za-z_]\w*\.(\d+|bar|dot|seed|wrt|loop\d+|build\d+)\b`)
)

// Defect is what is wrong with messages as a command writes them: one has a name that procad made, or has no
// file. It is "" if nothing is. Given is all that the one who reads the messages has written: what stands there
// may stand in messages, too.
func Defect(text, given string) string {
	for line := range strings.Lines(text) {
		m := message.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		for _, name := range made.FindAllString(m[3], -1) {
			if !strings.Contains(given, name) {
				return "a message with the name " + name + ", which procad made: " + line
			}
		}
		file := place.FindStringSubmatch(m[1])
		if m[2] != "hint" && file[1] == "" && (file[2] != "" || coded.MatchString(m[3])) {
			return "a message without a file: " + line
		}
	}
	return ""
}
