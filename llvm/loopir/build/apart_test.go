package build_test

import (
	"cmp"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/gen"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/passes"
	"procad/proc/deriv"
)

// apart demands that no two lists of values of a program are the same memory: passes change them where they are.
func apart(t *testing.T, p *loopir.Program) {
	type memory struct {
		from, to uintptr
		what     string
	}
	var list []memory
	note := func(vs []*loopir.Value, what string) {
		if len(vs) > 0 {
			from := uintptr(unsafe.Pointer(&vs[0]))
			list = append(list, memory{from, from + uintptr(len(vs))*unsafe.Sizeof(vs[0]), what})
		}
	}
	for _, f := range p.Funcs {
		f.Body.Blocks(func(b *loopir.Block) {
			note(b.Params, "parameters")
			note(b.Yield, "yield")
			for _, op := range b.Ops {
				note(op.Args, "arguments of "+op.Kind.String())
				note(op.Outs, "results of "+op.Kind.String())
			}
		})
	}
	slices.SortFunc(list, func(a, b memory) int { return cmp.Compare(a.from, b.from) })
	for i := range len(list) - 1 {
		assert.LessOrEqual(t, list[i].to, list[i+1].from, "%s and %s share memory", list[i].what, list[i+1].what)
	}
}

// TestApart says that of kernels and random programs, before and after the passes, no two lists of values share memory.
func TestApart(t *testing.T) {
	for seed := range uint64(25) {
		p := gen.New(gen.FromSeed(1_000_000+275+seed), gen.Options{Kinks: true, Derivatives: true, Size: 60})
		s := newSubject(t, &diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
		f := s.def.Name
		if !deriv.Discrete(s.def.Out.Type) {
			f = deriv.VJP.Of(f)
		}
		prog, err := build.Program(s.unit.Library.Def, nil, f)
		require.NoError(t, err)
		apart(t, prog)
		_, err = passes.Run(prog, passes.Options{Lanes: 4})
		require.NoError(t, err)
		apart(t, prog)
	}
}
