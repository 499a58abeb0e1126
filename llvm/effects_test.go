package llvm

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/llvm/abi"
	"procad/proc"
)

// TestPassages says of functions of testdata/llvm/run/states.txtar where the
// leaves of their results come from: of an array of Reals these are its elements
// and its size, of a stack its words, their number, and the room.
func TestPassages(t *testing.T) {
	prog := ReadSuite(t, "../testdata/llvm/run/states.txtar").Prog
	m := newEmitter(io.Discard, func(f proc.Func) (*proc.Def, error) { return prog.Lookup(f), nil }, Options{})
	var entries []abi.Entry
	for _, d := range prog.Defs {
		entries = append(entries, abi.Entry{Func: d.Name})
	}
	_, err := m.plan(entries)
	require.NoError(t, err)
	same := func(from int) passage { return passage{from: from} }
	items := func(from, more int, item proc.Type) passage { return passage{from, more, item} }
	pair := proc.NewTuple(proc.Int, proc.Int)
	for f, want := range map[proc.Func][]passage{
		proc.Name("put"):       {same(0), same(1), unknown},
		proc.Name("exchange"):  {same(2), same(3), same(0), same(1)},
		proc.Name("exchange2"): {same(0), same(1), same(2), same(3)},
		proc.Name("sometimes"): {unknown, unknown, unknown, unknown},
		proc.Name("pushTwo"): {
			items(0, 2, proc.Real), items(1, 2, proc.Real), items(2, 2, proc.Real), unknown,
			items(4, 1, pair), items(5, 1, pair), items(6, 1, pair),
		},
		proc.Name("popTwo"):  {same(0), items(1, -2, proc.Real), same(2), unknown, same(4), items(5, -1, pair), same(6)},
		proc.Name("inPlace"): nil,
	} {
		assert.Equal(t, want, m.passages(m.nodes[f]), "%s", f)
	}
}
