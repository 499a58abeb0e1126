package bindings

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
)

// pythonKeywords are the keywords of Python 3, with those that are ones in some places only.
var pythonKeywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except finally for
	from global if import in is lambda nonlocal not or pass raise return try while with yield match case type`)

// IsPythonName says whether a text is a name that a module of Python can have.
func IsPythonName(text string) bool {
	return quote.IsCName(text) && !slices.Contains(pythonKeywords, text)
}

// A scope is the names that are taken somewhere in Python.
type scope map[string]bool

// name is a name for Python that nothing else in the scope has: as it is in the source, with
// _ for a prime, and with _ behind it where Python or the package has that name.
func (s scope) name(given string) string {
	base := quote.CPart(given)
	if slices.Contains(pythonKeywords, base) || s[base] || strings.HasPrefix(base, "__") {
		base += "_"
	}
	name := base
	for k := 2; s[name]; k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	s[name] = true
	return name
}
