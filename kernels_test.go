package procad_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
)

// TestKernels compares values and gradients of the kernels, bit by bit, with those that the
// commands run and grad compute: native code in a process of its own, and the interpreter.
func TestKernels(t *testing.T) {
	for _, file := range golden.Files(t, "testdata/kernels/*.fun") {
		for _, by := range []string{"native", "interpreter"} {
			t.Run(golden.Name(file)+"/"+by, func(t *testing.T) {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
				require.NoError(t, err)
				d, err := u.Entry(golden.Name(file))
				require.NoError(t, err)
				face, err := u.Callable(d)
				require.NoError(t, err)
				numbers, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
				require.NoError(t, err)
				args, _, err := data.Read(&diag.Source{Text: string(numbers)}, face)
				require.NoError(t, err)
				var values []any
				for _, v := range args.Values {
					values = append(values, procad.GoValue(v))
				}

				opts := []procad.Option{procad.File(file)}
				var e pipeline.Engine = interp.New(u.Library.Def)
				if by == "native" {
					needNative(t)
					native := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{File: file}}
					defer native.Close()
					e = native
				} else {
					opts = append(opts, procad.OrInterpreter(), procad.NoNative())
				}
				f := function(t, string(text), golden.Name(file), opts...)
				want, err := u.Run(e, d, args)
				require.NoError(t, err)
				got, err := f.Value(t.Context(), values...)
				require.NoError(t, err)
				assert.Equal(t, procad.GoValue(want), got)
				if d.Out.Type != proc.Real {
					return
				}
				want, parts, err := u.Gradient(e, d, args, nil)
				require.NoError(t, err)
				value, gradient, err := f.Gradient(t.Context(), values...)
				require.NoError(t, err)
				assert.Equal(t, want.Float(), value)
				require.Len(t, gradient, len(parts))
				for i, p := range parts {
					assert.Equal(t, procad.Part{Name: p.Name, Value: procad.GoValue(p.Value)}, gradient[i])
				}
			})
		}
	}
}
