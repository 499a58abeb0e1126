package procad

import (
	"unsafe"

	"procad/internal/diag"
	"procad/prim"
)

// A run-time error is a pc_error of the runtime (llvm/toolchain/runtime/error.h).
type failure struct {
	kind, line, column, file int32
	a, b, peak               int64
	message                  uintptr // a text of the library, or 0
	text                     [464]byte
}

// of is the run-time error with a copy of its message, in a program that imports files.
func (f *failure) of(imports []*diag.Source) *prim.RuntimeError {
	return &prim.RuntimeError{Kind: prim.RuntimeErrorKind(f.kind), Pos: diag.Pos{Line: int(f.line), Col: int(f.column), File: diag.FileOf(imports, int(f.file))}, A: f.a, B: f.b, Message: textAt(f.message)}
}

// textAt is a text of C.
func textAt(address uintptr) string {
	if address == 0 {
		return ""
	}
	p := *(**byte)(unsafe.Pointer(&address))
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
