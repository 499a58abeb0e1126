package llvm

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// twoLanes are options for lanes of two.
var twoLanes = Options{Vector: toolchain.VectorMath{Variants: []toolchain.Variant{{Letter: 'b', Lanes: 2}}}}

// irOf is the LLVM IR of f, or of a derivative of it, as a text defines it.
func irOf(t *testing.T, text string, f proc.Func, opts Options) string {
	t.Helper()
	u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
	require.NoError(t, err, text)
	var module bytes.Buffer
	require.NoError(t, Emit(&module, u.Library.Def, []abi.Entry{{Func: f, Symbol: "f"}}, opts))
	return module.String()
}
