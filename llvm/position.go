package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/diag"
	"procad/llvm/ll"
)

// A run-time error has the position of the innermost statement around it that has one, as
// in the interpreter, through loops and calls. What passes make of primitives has none. The
// function of such a definition gets the position of the call as a parameter.

// stand moves to a position, if there is one, and returns the way back.
func (b *builder) stand(pos diag.Pos) (back func()) {
	outer := b.pos
	if pos.Known() {
		b.pos = pos
	}
	return func() { b.pos = outer }
}

// at is the position as a word.
func (b *builder) at() val {
	if !b.pos.Known() && b.caller != nil {
		return b.caller
	}
	return ll.Int(b.pos.Word())
}

// filesName is the list of the names of the files of a program, by number.
const filesName = "pc_files"

// files points to the names of the files of the program.
func (m *module) files() constant.Constant {
	if m.names == nil {
		names := []constant.Constant{m.pointerTo(m.opts.File)}
		for _, f := range m.opts.Imports {
			names = append(names, m.pointerTo(f.Name))
		}
		m.names = ir.NewGlobalDef(filesName, constant.NewArray(nil, names...))
		m.names.Linkage, m.names.Immutable = enum.LinkagePrivate, true
		m.globals = append(m.globals, m.names)
	}
	zero := constant.NewInt(types.I32, 0)
	return constant.NewGetElementPtr(m.names.ContentType, m.names, zero, zero)
}
