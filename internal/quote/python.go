package quote

import (
	"strconv"
	"strings"
)

// Python is a string literal of Python, in ASCII. A byte that is not UTF-8 becomes the
// character of its number.
func Python(text string) string { return strconv.QuoteToASCII(text) }

// PythonDoc is text in a string of Python between three quotation marks.
func PythonDoc(text string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(Line(text))
}
