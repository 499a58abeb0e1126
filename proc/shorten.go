package proc

import (
	"strconv"
	"sync"
)

// A type can have a text that is exponential in the number of its parts: a
// function that calls another twice has two of its traces in its own. So in the
// name of a function a type with a long text is written as #n, where n stands
// for the type in this run of the program; printing a procedure writes the whole
// type again.

// longType is how many characters a type may have in the name of a function,
// and longestType how many when it is printed: of a longer type #n is shown.
const (
	longType    = 400
	longestType = 1 << 20
)

// references has the types that are written as #n.
var references sync.Map // string → Type

// nameOf is the type as it stands in the name of a function.
func nameOf(t Type) string {
	if t.size() <= longType {
		return t.String()
	}
	return reference(t)
}

func reference(t Type) string {
	name := "#" + strconv.Itoa(t.id())
	references.LoadOrStore(name, t)
	return name
}
