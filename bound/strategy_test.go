package bound_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/derive"
	"procad/internal/sample"
	"procad/interp"
	"procad/llvm"
	"procad/loops"
	"procad/proc"
)

func TestStrategies(t *testing.T) {
	compiler := llvm.Compiler{Level: 1, Cache: t.TempDir()}
	if _, err := compiler.Find(); err != nil {
		t.Skip("native code is not tested:", err)
	}
	for _, k := range []struct {
		file  string
		given map[string]any
	}{
		{"heat", sample.Heat(sample.Rand(1), 2000, 60)},
		{"burgers", sample.Burgers(sample.Rand(1), 2000, 60)},
		{"lorenz", sample.Lorenz(sample.Rand(1), 3000)},
		{"rnn", sample.RNN(sample.Rand(1), 16, 4, 300)},
		{"nested", sample.Nested(sample.Rand(1), 1000, 10, 20)},
	} {
		for _, name := range []string{"store", "recompute", "every(7)", "sqrt", "binomial(5)", "bisect", "mixed(6)"} {
			t.Run(k.file+" "+name, func(t *testing.T) {
				text, err := os.ReadFile("../testdata/kernels/" + k.file + ".fun")
				require.NoError(t, err)
				s := loadGiven(t, string(text), k.file, k.given)
				strategy, err := proc.ParseStrategy(name)
				require.NoError(t, err)
				for _, site := range loops.Sites(s.unit.Program) {
					site.Set(strategy)
				}
				s.unit.Library = derive.New(s.unit.Program)
				reports, err := s.all()
				require.NoError(t, err)
				e := &llvm.Engine{Lookup: s.unit.Library.Def, Compiler: compiler, Options: llvm.Options{File: "test.fun"}, Times: 1}
				defer e.Close()
				y, err := interp.New(s.unit.Library.Def).Call(s.f, s.zone, s.arg)
				require.NoError(t, err)
				vjp := proc.VJP.Of(s.f)
				_, err = e.Call(vjp, s.zone, data.Tuple(s.arg, ones(proc.Tangent(y.Type), y)))
				require.NoError(t, err)
				peak, r := e.Timing().Peak, reports[vjp]
				t.Logf("%s: peak %d, foreseen %d (%.2f); live %s; operations %s", vjp, peak, r.Peak, float64(r.Peak)/float64(peak), r.Live, r.Operations)
				assert.LessOrEqual(t, peak, r.Peak, "%s", vjp)
			})
		}
	}
}
