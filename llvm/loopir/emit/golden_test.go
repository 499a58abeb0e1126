package emit_test

import (
	"bytes"
	"testing"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/golden"
	"procad/llvm/abi"
	"procad/llvm/loopir"
	"procad/llvm/loopir/emit"
	"procad/llvm/module"
	"procad/proc"
)

// TestGolden writes the functions of each program as LLVM IR.
func TestGolden(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, name string, a *txtar.Archive) []txtar.File {
		p, err := loopir.Parse(&diag.Source{Name: name, Text: string(a.Files[0].Data)})
		require.NoError(t, err)
		require.NoError(t, p.Check())
		var text bytes.Buffer
		m := module.New(&text, abi.NewLayouts(), module.Options{File: name})
		target := &emit.Target{
			Module: m, Lanes: 4, Reorder: []enum.FastMathFlag{enum.FastMathFlagReassoc}, Joined: emit.Joined(p), Threads: name == "par", Callers: map[string]*ir.Func{},
		}
		aliased := emit.Aliased(p)
		made := map[proc.Func]*ir.Func{}
		signature := func(f *loopir.Func) *abi.Signature {
			return emit.Signature(f, aliased, abi.Passing{Direct: 8, Returned: 4, Distinct: true})
		}
		target.Callee = func(f proc.Func) (*abi.Signature, *ir.Func) { return signature(p.Lookup(f)), made[f] }
		for _, f := range p.Funcs {
			s := signature(f)
			fn := ir.NewFunc(f.Name.String(), s.Result(), s.Params...)
			made[f.Name] = fn
			_, err := emit.Function(target, f, s, fn, false)
			require.NoError(t, err)
			m.Print(fn)
		}
		require.NoError(t, m.Flush())
		return append(a.Files[:1:1], txtar.File{Name: "module.ll", Data: text.Bytes()})
	})
}
