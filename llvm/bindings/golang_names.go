package bindings

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"procad/internal/quote"
)

// GoName says why a text is no name for a package of Go, "" if it is one.
func GoName(text string) string {
	if !quote.IsCName(text) || text == "_" || token.IsKeyword(text) || text == "main" {
		return "is no name for a package of Go"
	}
	return ""
}

// goNames are the names that are taken somewhere in Go.
type goNames map[string]bool

// goOwn are the names that every package has, or uses: those of Go that functions need too.
var goOwn = strings.Fields(`Error ErrReversed Array NewArray Sum Left Right image loaded library load memfdCreate run-time error call calls begin part
	slicePart arrayPart count arrayOf sliceOf elements sumOf held grove walk found known setNode setForest nodeOf forestOf treesOf tangentOf source symbols codes runtime
	error float64 int64 bool nil any func struct init len`)

func goScope() goNames {
	s := goNames{}
	for _, name := range goOwn {
		s[name] = true
	}
	return s
}

// inside is a scope in this one, of what must not hide its names.
func (s goNames) inside() goNames {
	in := goNames{}
	for name := range s {
		in[name] = true
	}
	return in
}

// name is a name that nothing else in the scope has.
func (s goNames) name(base string) string {
	if token.IsKeyword(base) || s[base] || goTupleName.MatchString(base) {
		base += "_"
	}
	name := base
	for k := 2; s[name]; k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	s[name] = true
	return name
}

// family is a name in the scope, or another one, that nothing has with one of the suffixes
// behind it: all of these are taken then.
func (s goNames) family(name string, suffixes []string) string {
	base := name
	for k := 2; slices.ContainsFunc(suffixes, func(suffix string) bool { return (suffix != "" || name != base) && s[name+suffix] }); k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	for _, suffix := range suffixes {
		s[name+suffix] = true
	}
	return name
}

// goTupleName are the names of types of tuples.
var goTupleName = regexp.MustCompile(`^Tuple[0-9]+$`)

// goExported is a name of the source as other packages can use it: with a capital.
func goExported(name string) string {
	name = strings.TrimLeft(quote.CPart(name), "_")
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		name = "X" + name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// goLocal is a name of the source as a parameter.
func goLocal(name string) string {
	name = quote.CPart(name)
	if name == strings.Repeat("_", len(name)) {
		name = "x" + name
	}
	return name
}
