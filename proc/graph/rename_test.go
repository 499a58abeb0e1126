package graph_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
	"procad/proc/proctest"
)

// inside are the names that a procedure binds and uses, and those that it opens.
func inside(p proc.Procedure) (vars, refs map[string]bool) {
	bound, vars, refs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	p.Binds(func(v proc.Var) { bound[v.Name] = true })
	p.Walk(func(s proc.Stmt) {
		proc.Uses(s, func(v proc.Var) { vars[v.Name] = bound[v.Name] })
		if name, ok := proc.Opens(s); ok {
			refs[name] = true
		}
	})
	return vars, refs
}

// TestAgain: p again is p up to names, has the same context and the same
// co-context, and no other name in common with p.
func TestAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		again, to := graph.Again(d.Body, proc.NewNames(d))
		other := *d
		other.Body, other.Out = again, to.Var(d.Out)
		_, differ := proc.Differ(d, &other)
		require.False(t, differ, "%s\n%s", d, &other)
		vars, refs := inside(d.Body)
		newVars, newRefs := inside(again)
		for name, is := range newVars {
			require.False(t, is && vars[name], "%s is in both of\n%s\n%s", name, d, &other)
		}
		left := map[string]bool{}
		again.Binds(func(v proc.Var) {
			if _, used := newVars[v.Name]; !used {
				left[v.Name] = true
			}
		})
		d.Body.Binds(func(v proc.Var) {
			_, used := vars[v.Name]
			require.Equal(t, !used, left[v.Name], "%s in\n%s\n%s", v.Name, d, &other)
		})
		for name := range newRefs {
			require.False(t, refs[name], "%s is in both of\n%s\n%s", name, d, &other)
		}
	})
}

// TestInstance: the instance of a definition for a call is its body up to names, with
// the names of the call.
func TestInstance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		if d.In == d.Out {
			return
		}
		c := &proc.Call{Out: proc.Var{Name: "b", Type: d.Out.Type}, Func: d.Name, In: proc.Var{Name: "a", Type: d.In.Type}}
		other := &proc.Def{Name: d.Name, In: c.In, Out: c.Out}
		for _, r := range d.Zone {
			r.Name = "z." + r.Name
			c.Zone = append(c.Zone, r.Name)
			other.Zone = append(other.Zone, r)
		}
		fresh := proc.NewNames(d)
		fresh.Use(c.In)
		fresh.Use(c.Out)
		other.Body = graph.Instance(d, c, fresh, func(name string) string { return fresh.Fresh(c.Out.Name + "." + name) })
		_, differ := proc.Differ(d, other)
		require.False(t, differ, "%s\n%s", d, other)
	})
}

// TestNames: a variable and a name of Θ that are called the same have other names apart.
func TestNames(t *testing.T) {
	d := parse(t, `def f (x : Real) -> (y : Real)
  y = Share x (x. r = Read x; Elim r)
`)
	again, other := graph.Again(d.Body, proc.NewNames(d))
	assert.Equal(t, map[string]string{"r": "r.1"}, other.Vars)
	assert.Equal(t, map[string]string{"x": "x.1"}, other.Refs)
	d.Body = again
	assert.Equal(t, `def f (x : Real) -> (y : Real)
  y = Share x (x.1.
    r.1 = Read x.1
    Elim r.1
  )
`, d.String())
	assert.Equal(t, "x.2", graph.Reading(again, "x.1", "x.2")[0].(*proc.Share).Body[0].(*proc.Read).Ref)
}

func parse(t *testing.T, text string) *proc.Def {
	p, err := proc.Parse(&diag.Source{Name: "x.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	return p.Defs[0]
}
