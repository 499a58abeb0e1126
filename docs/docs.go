// Package docs has the page of messages, for the command to explain their codes.
package docs

import (
	_ "embed"
	"strings"
)

//go:embed errors.md
var messages string

// Codes are the codes of all messages, in the order of the page.
func Codes() []string {
	var codes []string
	for line := range strings.Lines(messages) {
		if code, ok := strings.CutPrefix(line, "### "); ok {
			codes = append(codes, strings.TrimSpace(code))
		}
	}
	return codes
}

// Message explains a code as plain text: what it means, and examples, which are
// indented. It is empty if there is no such code.
func Message(code string) string {
	_, section, ok := strings.Cut(messages, "\n### "+code+"\n")
	if !ok {
		return ""
	}
	var text strings.Builder
	example := false
	for line := range strings.Lines(section) {
		switch {
		case strings.HasPrefix(line, "```"):
			example = !example
			if kind := strings.TrimSpace(line[3:]); kind == "json" {
				text.WriteString("with the data\n\n")
			}
		case example:
			text.WriteString("    " + line)
		case strings.HasPrefix(line, "#"):
			return strings.TrimSpace(text.String()) + "\n"
		default:
			text.WriteString(line)
		}
	}
	return strings.TrimSpace(text.String()) + "\n"
}
