package e2e_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/internal/gradcheck"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// exampleRatio bounds the operations of the gradient of an example over those of its value.
const exampleRatio = 5

// TestExamples runs the programs in examples at their data: their tests hold, their gradients agree
// with forward derivatives and finite differences, in the interpreter and in native code, and cost
// at most five values.
func TestExamples(t *testing.T) {
	compiler := toolchain.Compiler{Level: -1}
	_, err := compiler.Find()
	native := err == nil
	for _, file := range golden.Files(t, "../../examples/*.fun") {
		given, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
		module := os.IsNotExist(err)
		require.True(t, module || err == nil, err)
		t.Run(golden.Name(file), func(t *testing.T) {
			holdTests(t, file)
			if module {
				return
			}
			u := loadFile(t, file)
			d, err := u.Entry("")
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Name: file, Text: string(given)}, u.Program.InterfaceOf(d.Name))
			require.NoError(t, err)

			engines := map[string]pipeline.Engine{"interpreter": interp.New(u.Library.Def)}
			if native {
				e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: file}}
				defer e.Close()
				require.NoError(t, e.Prepare(gradcheck.Functions(d)...))
				engines["native"] = e
			}
			for name, e := range engines {
				report, err := gradcheck.Check(u, e, d, args, gradcheck.Options{Entries: 40, Seed: 1})
				require.NoError(t, err, name)
				assert.NotEmpty(t, report.Entries, name)
				assert.Equal(t, gradcheck.Agree, report.Verdict(), "%s: %+v", name, report)
			}

			zone, arg, err := args.For(d)
			require.NoError(t, err)
			m := interp.New(u.Library.Def)
			y, err := m.Call(d.Name, zone, arg)
			require.NoError(t, err)
			require.Equal(t, proc.Real, y.Type)
			value := m.Ops
			m = interp.New(u.Library.Def)
			_, err = m.Call(deriv.VJP.Of(d.Name), zone, data.Tuple(arg, data.Real(1)))
			require.NoError(t, err)
			ratio := float64(m.Ops) / float64(value)
			t.Logf("value %d operations, gradient %.2f of that", value, ratio)
			assert.LessOrEqual(t, ratio, float64(exampleRatio))
		})
	}
}

// holdTests demands that a program has tests, and that all hold.
func holdTests(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	u, err := pipeline.Settings{}.LoadTests(&diag.Source{Name: file, Text: string(text), Files: source.System})
	require.NoError(t, err)
	require.NotEmpty(t, u.Tests)
	e := interp.New(u.Library.Def)
	for _, test := range u.Tests {
		d := u.Program.Lookup(test.Func)
		v, err := u.Run(e, d, &data.Args{Interface: u.Interface(d)})
		if assert.NoError(t, err, test.Name) {
			assert.True(t, v.IsInl(), test.Name)
		}
	}
}
