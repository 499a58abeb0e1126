package proc_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc"
	"procad/proc/proctest"
)

// TestDiffer renames a definition, which is the same then, and changes it in
// one place, which makes another of it.
func TestDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := proctest.Def(t, proc.Name("f"))
		other := renamed(d)
		_, differ := proc.Differ(d, other)
		require.False(t, differ, "%s\n%s", d, other)
		if len(d.Body) == 0 {
			return
		}
		at := rapid.IntRange(0, d.Body.Count()-1).Draw(t, "statement")
		times := rapid.SampledFrom([]int{0, 2}).Draw(t, "times")
		less := *other
		less.Body = repeated(other.Body, at, times)
		_, differ = proc.Differ(d, &less)
		require.True(t, differ, "%s\n%s", d, &less)

		var uses []proc.Var
		(&proc.Mapper{Use: func(v proc.Var) proc.Var { uses = append(uses, v); return v }}).Procedure(other.Body)
		if len(uses) == 0 {
			return
		}
		place, by := rapid.IntRange(0, len(uses)-1).Draw(t, "use"), rapid.SampledFrom(uses).Draw(t, "by")
		if by == uses[place] {
			return
		}
		k := -1
		swapped := *other
		swapped.Body = (&proc.Mapper{Use: func(v proc.Var) proc.Var {
			if k++; k == place {
				return by
			}
			return v
		}}).Procedure(other.Body)
		_, differ = proc.Differ(d, &swapped)
		require.True(t, differ, "%s\n%s", d, &swapped)
	})
}

func renamed(d *proc.Def) *proc.Def {
	name := func(s string) string { return "other." + s }
	v := func(v proc.Var) proc.Var { return proc.Var{Name: name(v.Name), Type: v.Type} }
	r := &proc.Def{Name: d.Name, In: v(d.In), Out: v(d.Out)}
	for _, ref := range d.Zone {
		ref.Name = name(ref.Name)
		r.Zone = append(r.Zone, ref)
	}
	r.Body = (&proc.Mapper{Use: v, Bind: v, Ref: name, Name: name}).Procedure(d.Body)
	return r
}

// repeated is p with the statement number at, in the order of Walk, the given
// number of times.
func repeated(p proc.Procedure, at, times int) proc.Procedure {
	var body func(p proc.Procedure) proc.Procedure
	count := 0
	m := &proc.Mapper{Body: func(p proc.Procedure) proc.Procedure { return body(p) }}
	body = func(p proc.Procedure) (out proc.Procedure) {
		for _, s := range p {
			n := 1
			if count == at {
				n = times
			}
			count++
			out = append(out, slices.Repeat(proc.Procedure{m.Stmt(s)}, n)...)
		}
		return out
	}
	return body(p)
}
