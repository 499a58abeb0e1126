package llvm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
)

// straight is a definition of 4·n statements in a row.
func straight(n int) string {
	var b strings.Builder
	b.WriteString("def long (x : Real) -> (r : Real)\n  x0 = Call sin x\n")
	for i := range n {
		f, g := []string{"mul", "add", "sub"}[i%3], []string{"sin", "cos"}[i%2]
		fmt.Fprintf(&b, "  d%d = Dup x%d; (a%d, b%d) = d%d; c%d = Call %s b%d; p%d = (a%d, c%d); x%d = Call %s p%d\n",
			i, i, i, i, i, i, g, i, i, i, i, i+1, f, i)
	}
	fmt.Fprintf(&b, "  r = Call neg x%d\n", n)
	return b.String()
}

// TestLong runs a procedure that is outlined in many pieces, and its reverse pass,
// whose trace has thousands of leaves.
func TestLong(t *testing.T) {
	llvm.NeedClang(t)
	lib := pipeline.NewLibrary(llvm.Parse(t, "long.proc", straight(1500)))
	e := &engine.Engine{Lookup: lib.Def}
	defer e.Close()
	require.NoError(t, e.Prepare(proc.Name("long"), proc.MustParseFunc("grad$long")))
	for _, f := range []proc.Func{proc.Name("long"), proc.MustParseFunc("grad$long")} {
		want, wantErr := interp.New(lib.Def).Call(f, nil, data.Real(0.5))
		got, gotErr := e.Call(f, nil, data.Real(0.5))
		agree(t, f.String(), want, wantErr, got, gotErr, 1e-9)
	}
}
