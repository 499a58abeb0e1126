package source

import "procad/diag"

// Typed is e, made by a pass, at a place and with a type.
func Typed[E Expr](e E, pos diag.Pos, t Type) E {
	n := e.base()
	n.pos, n.typ = pos, t
	return e
}

// Library is the function of the library with a name; nil if there is none.
func Library(name string) *Builtin { return builtins[name] }
