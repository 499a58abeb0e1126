package faults

import (
	"fmt"
	"strings"
)

// A Row is a change of code: the first Old after the text In of a file becomes New.
type Row struct {
	Name     string
	File, In string
	Old, New string
}

// Apply changes the text of the file.
func (r *Row) Apply(text string) (string, error) {
	from := strings.Index(text, r.In)
	if from < 0 {
		return "", fmt.Errorf("%s has no %q any more: change the fault %s", r.File, r.In, r.Name)
	}
	at := strings.Index(text[from:], r.Old)
	if at < 0 {
		return "", fmt.Errorf("%s has no %q after %q any more: change the fault %s", r.File, r.Old, r.In, r.Name)
	}
	at += from
	return text[:at] + r.New + text[at+len(r.Old):], nil
}
