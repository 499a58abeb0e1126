package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"procad/internal/diag"
)

// A run-time error has the position of the innermost statement around it that has one, as
// in the interpreter, through loops and calls. What passes make of primitives has none. The
// function of such a definition gets the position of the call as a parameter.

// positioned says that the function gets a position.
func (s *signature) positioned() bool { return s.caller != nil }

// values are the parameters of a function that stand for leaves or blocks of them.
func (s *signature) values() []*ir.Param {
	if s.positioned() {
		return s.fn.Params[2:]
	}
	return s.fn.Params[1:]
}

// stand moves to a position, if there is one, and returns the way back.
func (b *builder) stand(pos diag.Pos) (back func()) {
	outer := b.pos
	if pos.Known() {
		b.pos = pos
	}
	return func() { b.pos = outer }
}

// at is the position: the line in the upper half, the column in the lower.
func (b *builder) at() val {
	if !b.pos.Known() && b.caller != nil {
		return b.caller
	}
	return intConst(b.pos.Line<<32 | b.pos.Col)
}

// lineAndColumn are the position in two parts.
func (b *builder) lineAndColumn() (line, column val) {
	at := b.at()
	if _, known := at.(intConst); known {
		return i32(int64(b.pos.Line)), i32(int64(b.pos.Col))
	}
	return b.cur.NewTrunc(b.cur.NewLShr(at, intConst(32)), types.I32), b.cur.NewTrunc(at, types.I32)
}
