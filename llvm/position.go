package llvm

import (
	"procad/internal/diag"
)

// A run-time error has the position of the innermost statement around it that has one, as
// in the interpreter, through loops and calls. What passes make of primitives has none. The
// function of such a definition gets the position of the call as a parameter.

// stand moves to a position, if there is one, and returns the way back.
func (b *builder) stand(pos diag.Pos) (back func()) {
	outer := b.Pos
	if pos.Known() {
		b.Pos = pos
	}
	return func() { b.Pos = outer }
}
