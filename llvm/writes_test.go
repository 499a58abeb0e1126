package llvm

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/pipeline"
	"procad/proc"
)

// TestWrites says of folds which writes are found out, whether iterations may run at
// once, and how many of the first elements n iterations set: k·n.
func TestWrites(t *testing.T) {
	for _, c := range []struct {
		iteration    string // from v and i to v
		found, apart bool
		cover        int64
	}{
		{iteration: "set(v, i, 1.0)", found: true, apart: true, cover: 1},
		{iteration: "set(v, n - 1 - i, 1.0)", found: true, apart: true},
		{iteration: "set(v, at[i], 1.0)", found: true, apart: true},
		{iteration: "set(set(v, at[i], 1.0), 0, 2.0)", found: true},
		{iteration: "set(set(v, 2 * i + 1, 1.0), i + i, x[i])", found: true, apart: true, cover: 2},
		{iteration: "set(set(v, 2 * i, 1.0), 2 * i + 2, x[i])", found: true},
		{iteration: "set(set(v, 3 * i, 1.0), 3 * i + 2, x[i])", found: true, apart: true},
		{iteration: "set(set(v, (i + a) * 2, 1.0), 2 * (a + i) + 1, x[i])", found: true, apart: true},
		{iteration: "set(set(v, i * a, 1.0), i * a + 1, x[i])", found: true},
		{iteration: "if x[i] < 1 then set(v, i, 1.0) else v", found: true, apart: true},
		{iteration: "if x[i] < 1 then set(v, i, 1.0) else set(v, i, 2.0)", found: true, apart: true},
		{iteration: "fold(\\(v, j). set(v, 4 * i + j, x[j]), v, [j for j < 4])", found: true, apart: true, cover: 4},
		{iteration: "fold(\\(v, j). set(v, 4 * i + j, x[j]), v, [j for j < 3])", found: true, apart: true},
		{iteration: "fold(\\(v, j). set(v, 4 * i + j, x[j]), v, [j for j < a])", found: true},
		{iteration: "set(v, i, v[i] + 1)"},
		{iteration: "set(v, i, sum(j < i) v[j])"},
		{iteration: "let w = set(v, i, 1.0) in if w[0] < 1 then w else set(w, 0, 2.0)"},
	} {
		text := fmt.Sprintf("def f(x: Real[n], at: Int[n], a: Int): Real[_] = fold(\\(v, i). %s, [0.0 for e < 4 * n], [i for i < n])", c.iteration)
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text})
		require.NoError(t, err, text)
		m := newEmitter(nil, u.Library.Def, Options{})
		nodes, err := m.plan([]abi.Entry{{Func: proc.Name("f"), Symbol: "f"}})
		require.NoError(t, err)
		var fold *node
		for _, n := range nodes {
			n.def.Body.Walk(func(s proc.Stmt) {
				if call, ok := s.(*proc.Call); ok && n.def.Name == proc.Name("f") {
					if kind, body, ok := call.Func.Loop(); ok && kind == proc.Fold {
						fold = m.nodes[body]
					}
				}
			})
		}
		require.NotNil(t, fold, text)
		w := m.writesOf(fold)
		if assert.Equal(t, c.found, w != nil, c.iteration); w == nil {
			continue
		}
		require.Len(t, w.arrays, 1)
		assert.True(t, w.only)
		assert.Equal(t, c.apart, w.arrays[0].disjoint(), c.iteration)
		assert.Equal(t, c.cover, w.arrays[0].cover([]int64{0}), c.iteration)
	}
}
