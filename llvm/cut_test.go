package llvm

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/derive"
	"procad/interp"
	"procad/proc"
)

// straight is a procedure of about n statements in a row.
func straight(n int) string {
	var b strings.Builder
	b.WriteString("def long (x : Real) -> (r : Real)\n  x0 = Call sin x\n")
	for i := 0; i < n/4; i++ {
		f := []string{"mul", "add", "sub", "add"}[i%4]
		fmt.Fprintf(&b, "  d%d = Dup x%d; (a%d, b%d) = d%d; c%d = Call %s b%d; p%d = (a%d, c%d); x%d = Call %s p%d\n", i, i, i, i, i, i, []string{"sin", "cos"}[i%2], i, i, i, i, i+1, f, i)
	}
	fmt.Fprintf(&b, "  r = Call neg x%d\n", n/4)
	return b.String()
}

func TestBig(t *testing.T) {
	prog := parse(t, "long.proc", straight(400000))
	lib := derive.New(prog)
	for _, f := range []proc.Func{"long", "rev$long"} {
		start := time.Now()
		if _, err := lib.Def(f); err != nil {
			t.Fatal(err)
		}
		fmt.Println("derive", time.Since(start))
		start = time.Now()
		var b bytes.Buffer
		require.NoError(t, Emit(&b, lib.Def, []Entry{{Func: f, Symbol: "entry"}}, Options{Main: true}))
		fmt.Println("emit", time.Since(start), b.Len())
		os.WriteFile("/tmp/big.ll", b.Bytes(), 0o600)
		start = time.Now()
		e := &Engine{Lookup: lib.Def, Options: Options{}}
		defer e.Close()
		require.NoError(t, e.Prepare(f))
		fmt.Println("prepare", time.Since(start))
		arg := data.Real(0.5)
		if f != "long" {
			arg = data.Tuple(arg, data.Real(1))
		}
		got, err := e.Call(f, nil, arg)
		require.NoError(t, err)
		want, err := interp.New(lib.Def).Call(f, nil, arg)
		require.NoError(t, err)
		fmt.Println(show(got), show(want))
	}
}
