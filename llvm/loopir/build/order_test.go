package build_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/golden"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/run"
	"procad/proc"
	"procad/proc/deriv"
)

// TestBackwards runs the iterations of free loops from the last one to the first. Only rounding differs.
func TestBackwards(t *testing.T) {
	free := 0
	for _, name := range golden.Files(t, testdata+"constructs/*.fun") {
		t.Run(golden.Name(name), func(t *testing.T) {
			_, json := golden.Program(t, name)
			s := newSubject(t, file(t, name), "f", json)
			for _, f := range []proc.Func{s.def.Name, deriv.Grad.Of(s.def.Name)} {
				if f != s.def.Name && s.def.Out.Type != proc.Real {
					continue
				}
				def, err := s.unit.Library.Def(f)
				require.NoError(t, err)
				p, err := build.Program(s.unit.Library.Def, nil, f)
				require.NoError(t, err)
				want, err := run.New(p).Call(def, clones(s.zone), s.arg)
				require.NoError(t, err)
				got, err := run.New(p, run.Backwards()).Call(def, clones(s.zone), s.arg)
				require.NoError(t, err)
				assert.NoError(t, data.Differ(want, got, 1e-9), "%s", f)
				each(p, func(op *loopir.Op) {
					if op.Order == loopir.Free {
						free++
					}
				})
			}
		})
	}
	t.Log(free, "free loops")
	assert.Greater(t, free, 500)
}

func each(p *loopir.Program, yield func(*loopir.Op)) {
	for _, f := range p.Funcs {
		f.Body.Walk(yield)
	}
}
