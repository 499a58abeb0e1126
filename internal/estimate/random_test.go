package estimate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/gen"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/proc"
	"procad/proc/deriv"
)

// TestRandomNative compares the memory that native code needs for random
// programs, small ones and long ones, with what is foreseen.
func TestRandomNative(t *testing.T) {
	compiler := toolchain.Compiler{Level: 0}
	clangs.Need(t, compiler.Find)
	n := 0
	for _, batch := range []struct {
		name    string
		options gen.Options
		count   uint64
	}{
		{"small", gen.Options{Kinks: true, Derivatives: true, Size: 60}, 25},
		{"long", gen.Options{Kinks: true, Derivatives: true, Size: 600}, 6},
		{"loops", gen.Options{Kinks: true, Size: 60}, 20},
	} {
		t.Run(batch.name, func(t *testing.T) {
			var text strings.Builder
			var programs []*gen.Program
			for i := range batch.count {
				opts := batch.options
				opts.Prefix = fmt.Sprintf("p%d_", i)
				p := gen.New(gen.FromSeed(7_000_000+i), opts)
				programs = append(programs, p)
				text.WriteString(p.Text)
			}
			u := loadUnit(t, text.String())
			(&subject{unit: u}).assign(t, func() string {
				n++
				return strategies[n%len(strategies)]
			})
			e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{File: "test.fun", Strict: true}, Times: 1}
			defer e.Close()
			var subjects []*subject
			var fs []proc.Func
			for _, p := range programs {
				s := subjectOf(t, u, p.Main, p.Data)
				subjects = append(subjects, s)
				fs = append(fs, s.f, deriv.VJP.Of(s.f))
			}
			require.NoError(t, e.Prepare(fs...))
			for i, s := range subjects {
				reports, err := s.all()
				require.NoError(t, err)
				y, err := interp.New(u.Library.Def).Call(s.f, s.zone, s.arg)
				if err != nil {
					continue
				}
				for f, r := range reports {
					arg := s.arg
					if f != s.f {
						arg = data.Tuple(arg, ones(deriv.Tangent(y.Type), y))
					}
					if _, err := e.Call(f, s.zone, arg); err != nil {
						continue
					}
					peak := e.Timing().Peak
					t.Logf("%d %s: peak %d, foreseen %d", i, f, peak, r.Peak)
					assert.LessOrEqual(t, peak, r.Peak, "%s", f)
				}
			}
		})
	}
}
