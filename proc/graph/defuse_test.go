package graph_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc"
	"procad/proc/graph"
	"procad/proc/proctest"
)

// TestGraphIsTheProcedure: a graph that nothing has changed gives the procedure back,
// and each variable has the statements that bind and use it.
func TestGraphIsTheProcedure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		before := d.String()
		g := graph.Of(d.Body)
		binds, uses := map[string][]proc.Stmt{}, map[string][]proc.Stmt{}
		d.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, func(v proc.Var) { binds[v.Name] = append(binds[v.Name], s) })
			proc.Uses(s, func(v proc.Var) { uses[v.Name] = append(uses[v.Name], s) })
			proc.Payloads(s, func(v proc.Var) { binds[v.Name] = append(binds[v.Name], nil) })
		})
		for name := range binds {
			v := g.Value(name)
			require.NotNil(t, v, name)
			if n := v.Def(); len(binds[name]) == 1 && binds[name][0] != nil {
				require.Equal(t, binds[name][0], n.Stmt, name)
			} else {
				require.Nil(t, n, name)
			}
			var used []proc.Stmt
			for _, n := range v.Uses() {
				used = append(used, n.Stmt)
			}
			require.ElementsMatch(t, uses[name], used, name)
			require.Len(t, used, int(v.Users))
		}
		require.Nil(t, g.Value("no such name"))
		d.Body = g.Procedure()
		require.Equal(t, before, d.String())
	})
}

// TestPlaces: a statement knows its number and the one that has it in a body.
func TestPlaces(t *testing.T) {
	d := parse(t, `def f (x : Real) -> (y : Real)
  y = Share x (s. a = Read s; Elim a)
`)
	g := graph.Of(d.Body)
	require.Len(t, g.Body, 1)
	read := g.Value("a").Def()
	assert.Equal(t, int32(1), read.Number)
	assert.Same(t, &g.Body[0], read.Outer)
	assert.Nil(t, g.Body[0].Outer)
	assert.Equal(t, 3, g.Nodes())
}

// TestReplace: in the place of a statement stand Elims of what it uses, once.
func TestReplace(t *testing.T) {
	d := parse(t, `def f (x : Real) -> (y : Real)
  y = Const 1.0
  t = (x, x)
  Elim t
`)
	g := graph.Of(d.Body)
	tuple := g.Value("t")
	tuple.Drop()
	tuple.Def().Replace()
	assert.Equal(t, int32(2), g.Value("x").Elims)
	d.Body = g.Procedure()
	assert.Equal(t, "def f (x : Real) -> (y : Real)\n  y = Const 1.0\n  Elim x\n  Elim x\n", d.String())
}
