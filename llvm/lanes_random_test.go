package llvm_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestRandomLanes does what TestRandom does with lanes of two, wherever iterations
// can run in them: the loops of random programs are short.
func TestRandomLanes(t *testing.T) {
	llvm.NeedClang(t)
	machine := new(toolchain.Compiler).VectorMath(t.Context())
	if len(machine.Variants) == 0 {
		t.Skip("there are no functions for vectors")
	}
	opts := llvm.Variants["lanes"]
	opts.Vector.Names = machine.Names
	block := regexp.MustCompile(`(?m)^lanes[.0-9]*:`)
	some := 0
	for seed := *firstProgram; seed < *firstProgram+2*uint64(*programs); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := gen.New(gen.FromSeed(seed), gen.Options{Derivatives: seed%4 == 0, Kinks: true})
			u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
			require.NoError(t, err)
			main := u.Program.Lookup(proc.MustParseFunc(p.Main))
			fs := []proc.Func{main.Name}
			if main.Out.Type == proc.Real && seed%4 == 1 {
				fs = append(fs, deriv.Grad.Of(main.Name))
			}
			var entries []abi.Entry
			for k, f := range fs {
				entries = append(entries, abi.Entry{Func: f, Symbol: fmt.Sprint("f", k)})
			}
			var module bytes.Buffer
			require.NoError(t, llvm.Emit(&module, u.Library.Def, entries, opts), p.Text)
			if !block.Match(module.Bytes()) {
				return // TestRandom is for it
			}
			some++
			args, _, err := data.Read(&diag.Source{Name: "data", Text: p.Data}, u.Program.InterfaceOf(main.Name))
			require.NoError(t, err)
			zone, arg, err := args.For(main)
			require.NoError(t, err)
			e := &engine.Engine{Lookup: u.Library.Def, Options: opts, Compiler: toolchain.Compiler{Level: 1}}
			defer e.Close()
			require.NoError(t, e.Prepare(fs...), p.Text)
			for _, f := range fs {
				want, wantErr := interp.New(u.Library.Def).Call(f, zone, arg)
				got, gotErr := e.Call(f, zone, arg)
				var w, g *prim.RuntimeError
				if errors.As(wantErr, &w) && errors.As(gotErr, &g) {
					require.Equal(t, w, g, p.Text)
				}
				compare(t, fmt.Sprintf("%s of\n%s\n%s", f, p.Text, p.Data), want, wantErr, got, gotErr)
			}
		})
	}
	t.Log(some, "programs ran in lanes")
}
