package diag

import "strings"

// A is a noun with its article: a Real, an Int.
func A(noun string) string {
	if noun != "" && strings.ContainsRune("AEIOUaeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
