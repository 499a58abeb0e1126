package build_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/golden"
	"procad/llvm/abi"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/proc/deriv"
)

// leavesOf are what values are for package abi: a stack has three leaves.
func leavesOf(types []loopir.Type) (leaves []abi.Leaf) {
	for _, t := range types {
		leaf := map[loopir.Elem]abi.Leaf{loopir.Real: abi.RealLeaf, loopir.Int: abi.IntLeaf, loopir.Bool: abi.TagLeaf}[t.Elem]
		switch t.Form {
		case loopir.Scalar:
			leaves = append(leaves, leaf)
		case loopir.Buffer:
			leaves = append(leaves, leaf.Buffer())
		case loopir.Stack:
			leaves = append(leaves, abi.IntsLeaf, abi.IntLeaf, abi.IntLeaf)
		}
	}
	return leaves
}

// TestSignatures says that functions are called as package abi says, so that a module can have some that were made in
// another way.
func TestSignatures(t *testing.T) {
	functions, positioned := 0, 0
	for _, name := range golden.Files(t, testdata+"constructs/*.fun") {
		_, json := golden.Program(t, name)
		s := newSubject(t, file(t, name), "f", json)
		if deriv.Discrete(s.def.Out.Type) {
			continue
		}
		p, err := build.Program(s.unit.Library.Def, deriv.VJP.Of(s.def.Name))
		require.NoError(t, err)
		for _, f := range p.Funcs {
			d, err := s.unit.Library.Def(f.Name)
			require.NoError(t, err)
			sig := abi.NewLayouts().Signature(d, abi.Passing{})
			var params []loopir.Type
			for _, v := range f.Body.Params {
				params = append(params, v.Type)
			}
			assert.Equal(t, slices.Concat(append(sig.Zone, sig.In)...), leavesOf(params), "the parameters of %s", f.Name)
			assert.Equal(t, slices.Concat(sig.Out), leavesOf(f.Results), "the results of %s", f.Name)
			assert.Equal(t, sig.Positioned(), !f.Pos.Known(), "%s", f.Name)
			functions++
			if sig.Positioned() {
				positioned++
			}
		}
	}
	t.Log(functions, "functions,", positioned, "of them with a position")
	assert.Greater(t, functions, 300)
	assert.Positive(t, positioned)
}
