package inline

import (
	"slices"

	"procad/core"
)

// Cheap says that t may be computed again in the place of a variable that is bound
// to it: it is an element, a size, or arithmetic on such.
func Cheap(t core.Term) bool {
	switch t := t.(type) {
	case *core.Use, *core.RealConst, *core.IntConst:
		return true
	case *core.Prim:
		return !core.Elementary(t.Op) && cheaps(t.Args)
	case *core.Index:
		return Cheap(t.X) && cheaps(t.At)
	case *core.Size:
		return Cheap(t.X)
	case *core.SizeCheck:
		return Cheap(t.X)
	}
	return false
}

func cheaps(list []core.Term) bool {
	return !slices.ContainsFunc(list, func(t core.Term) bool { return !Cheap(t) })
}
