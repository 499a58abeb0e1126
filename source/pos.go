package source

import "procad/internal/diag"

// Start is where the text of e begins.
func Start(e Expr) diag.Pos {
	for {
		switch x := e.(type) {
		case *Binary:
			e = x.X
		case *Index:
			e = x.X
		case *FieldOf:
			e = x.X
		default:
			return e.Pos()
		}
	}
}
