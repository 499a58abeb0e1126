package e2e_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/sample"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/loops"
	"procad/pipeline"
	"procad/proc/deriv"
)

// Whatever the budget, the plan that Auto chooses stays within it, as the
// allocator counts, and gives the same gradient; or it says that none does.
func TestAutoStaysWithinItsBudget(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1, Strict: true}
	clangs.Need(t, compiler.Find)
	for _, k := range []struct {
		file  string
		given sample.Data
	}{
		{"heat", sample.Heat(sample.Rand(1), 100, 1000)},
		{"lorenz", sample.Lorenz(sample.Rand(1), 3000)},
		{"rnn", sample.RNN(sample.Rand(1), 8, 4, 1500)},
		{"nested", sample.Nested(sample.Rand(1), 40, 60, 12)},
	} {
		t.Run(k.file, func(t *testing.T) {
			text, err := json.Marshal(k.given)
			require.NoError(t, err)
			var want *data.Value
			peaks := map[string]int64{} // of each plan
			for _, memory := range []int64{16 << 20, 4 << 20, 1 << 20, 512 << 10, 256 << 10, 150 << 10, 90 << 10, 20 << 10, 1 << 10} {
				u := loadFile(t, "../../testdata/kernels/"+k.file+".fun")
				d, err := u.Entry(k.file)
				require.NoError(t, err)
				args, _, err := data.Read(&diag.Source{Name: "data.json", Text: string(text)}, u.Program.InterfaceOf(d.Name))
				require.NoError(t, err)
				decision, err := u.Auto(d, args, memory)
				if e, ok := errors.AsType[*diag.Error](err); ok {
					assert.Equal(t, pipeline.CodeNoPlan, e.Code)
					assert.Less(t, memory, int64(256<<10), "so much should be enough: %v", err)
					continue
				}
				require.NoError(t, err)
				require.LessOrEqual(t, decision.Peak, memory)
				plan := ""
				for _, s := range loops.Sites(u.Program) {
					plan += s.Strategy().String() + " "
				}
				if peak, ok := peaks[plan]; ok {
					assert.LessOrEqual(t, peak, memory)
					continue
				}
				zone, arg, err := args.For(d)
				require.NoError(t, err)
				e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{Strict: true}}
				got, err := e.Call(deriv.VJP.Of(d.Name), zone, data.Tuple(arg, data.Real(1)))
				require.NoError(t, err)
				peaks[plan] = e.Last().Peak
				assert.LessOrEqual(t, peaks[plan], memory)
				e.Close()
				if want == nil {
					want = &got
				}
				assert.NoError(t, data.Differ(*want, got, 0), "with %d bytes: %v", memory, decision.Choices)
			}
			assert.Greater(t, len(peaks), 1, "budgets lead to different plans")
		})
	}
}
