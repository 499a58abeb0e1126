package llvm

import (
	"bytes"
	"testing"

	"github.com/llir/llvm/ir/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm/abi"
	"procad/pipeline"
)

// TestWrongDeclaration: with a wrong declaration of a function of the runtime there is no
// module, whether the function is declared before its first call, or a call is made of
// another function of its name.
func TestWrongDeclaration(t *testing.T) {
	prog := Parse(t, "f.proc", "def f [v : &[Real]] (i : Int) -> (x : Real)\n  x = Read v i\n")
	emit := func(plant func(m *emitter)) error {
		var b bytes.Buffer
		m := newEmitter(&b, pipeline.NewLibrary(prog).Def, Options{File: "f.proc"})
		plant(m)
		return m.emit([]Part{{Lookup: pipeline.NewLibrary(prog).Def, Entries: []abi.Entry{{Func: prog.Defs[0].Name, Symbol: "f"}}}})
	}
	require.NoError(t, emit(func(*emitter) {}))

	err := emit(func(m *emitter) {
		entry := types.NewPointer(types.NewFunc(types.Void, abi.BytePtr, abi.WordPtr, abi.WordPtr))
		m.Runtime.Declare("pc_call", types.I32, entry, abi.WordPtr, abi.WordPtr, abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I32, types.I64)
	})
	require.Error(t, err)
	assert.Contains(t, err.Error(), "internal error: pc_call is declared as i32 (void (i8*, i64*, i64*)*, i64*, i64*, i8*, i8*, i8*, i32, i64) and as i32 (void (i8*, i64*, i64*)*, i64*, i64*, i8*, i8*, i8**, i32, i64)")

	err = emit(func(m *emitter) { m.Runtime.Failure.Sig.Params[0] = abi.WordPtr })
	require.Error(t, err)
	assert.Contains(t, err.Error(), "internal error: in ")
	assert.Contains(t, err.Error(), "pc_failure")
}
