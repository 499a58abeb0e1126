package llvm_test

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A statement without a position takes that of the innermost one around it, through calls
// and loops, as in the interpreter.
func TestPositions(t *testing.T) {
	llvm.NeedClang(t)
	prog := llvm.Parse(t, "at.proc", `
def at [i : &Int, v : &[Real]] (u : ()) -> (r : Real)
  Elim u
  k = Read i
  r = Read v k
def sum [v : &[Real]] (n : Int) -> (r : Real)
  r = Call sum{at} [v] n
def main [v : &[Real]] (n : Int) -> (r : Real)
  m = Call sum [v] n
  k = Const 0
  s = Call sum [v] k
  p = (m, s)
  r = Call add p
`)
	strip := func(f proc.Func) {
		d := prog.Lookup(f)
		d.Pos = diag.Pos{}
		d.Body.Walk(func(s proc.Stmt) {
			switch s := s.(type) {
			case *proc.Call:
				s.Pos = diag.Pos{}
			case *proc.Read:
				s.Pos = diag.Pos{}
			case *proc.Elim:
				s.Pos = diag.Pos{}
			}
		})
	}
	for _, want := range []struct{ strip, pos string }{{"", "5:3"}, {"at", "7:3"}, {"sum", "9:3"}} {
		if want.strip != "" {
			strip(proc.MustParseFunc(want.strip))
		}
		for name, opts := range llvm.Variants {
			e := &engine.Engine{Lookup: pipeline.NewLibrary(prog).Def, Options: opts, Compiler: toolchain.Compiler{Level: -1}}
			_, err := e.Call(proc.Name("main"), []data.Value{data.Reals([]float64{1})}, data.Int(2))
			e.Close()
			var failure *prim.RuntimeError
			require.ErrorAs(t, err, &failure, name)
			assert.Equal(t, want.pos, failure.Pos.String(), name)
		}
	}
}

// TestNoUnknownPosition demands that no run-time error of a kernel or of its gradient is
// without a position, however the code is written.
func TestNoUnknownPosition(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	files := golden.Files(t, "../testdata/kernels/*.fun")
	unknown := regexp.MustCompile(`@pc_failure\(i8\* [^,]*, i32 [0-9]+, i64 0, .*|@pc_(alloc|grow)\(.*, i64 0\)`)
	written := llvm.Variants
	written["unoptimised"] = llvm.AllUnoptimised(llvm.Options{}, 20)
	for _, file := range append(files, golden.Files(t, "../testdata/llvm/*.fun")...) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
		require.NoError(t, err)
		var entries []abi.Entry
		for i, f := range u.Roots {
			entries = append(entries, abi.Entry{Func: f, Symbol: fmt.Sprint("f", i)}, abi.Entry{Func: deriv.VJP.Of(f), Symbol: fmt.Sprint("g", i)})
		}
		for name, opts := range written {
			code, err := llvm.Generate(u.Library.Def, entries, opts)
			require.NoError(t, err, "%s, %s", file, name)
			for _, part := range append(code.Unoptimised, code.Tuned) {
				assert.Empty(t, unknown.FindAllString(string(part), 3), "%s, %s", file, name)
			}
		}
	}
}
