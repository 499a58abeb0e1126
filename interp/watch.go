package interp

import (
	"errors"

	"procad/internal/data"
	"procad/proc"
)

// An Iteration is one of a loop ccl, as it begins. Its values are copies.
type Iteration struct {
	Body  proc.Func
	Index int64
	Zone  []data.Value // behind the names of Θ that the loop hands on, without the index
	State data.Value
}

// A Watcher is shown iterations of loops ccl while a Machine runs.
type Watcher interface {
	// Enters is told that a loop of n iterations begins.
	Enters(body proc.Func, n int64)
	// Wants says whether to show an iteration of the loop at hand.
	Wants(body proc.Func, i int64) bool
	// Show may end the run with an error.
	Show(Iteration) error
}

// ErrOps says that a run was ended because it costs more than Watch or WorkLimit allows.
var ErrOps = errors.New("the run takes too many operations")

// Watch shows iterations to w, and ends a run with ErrOps soon after the given
// number of operations.
func Watch(w Watcher, ops int64) Option {
	return func(m *Machine) { m.watcher, m.most = w, ops }
}

// watched shows iteration i to the watcher, if it wants it.
func (m *Machine) watched(f *frame, k *loopSite, i int64) error {
	if !m.watcher.Wants(k.body.name, i) {
		return nil
	}
	it := Iteration{Body: k.body.name, Index: i}
	for j, s := range k.zone {
		it.Zone = append(it.Zone, f.r[s].value(k.sig.Zone[j].Type))
	}
	it.State = data.Value{
		Type: k.sig.Out, Words: f.w[k.out.w:][:k.out.lay.Words], Objects: f.o[k.out.o:][:k.out.lay.Objects],
	}.Clone()
	return m.watcher.Show(it)
}

// value copies what a name of Θ stands for, of type t.
func (r *ref) value(t proc.Type) data.Value {
	if r.arr == nil {
		return data.Value{Type: t, Words: r.cells}.Clone()
	}
	a := &data.Array{Dims: r.dims, Leaves: make([][]uint64, len(r.arr.Leaves))}
	for i := range a.Leaves {
		a.Leaves[i] = r.leaf(i)
	}
	return data.Value{Type: t, Objects: []data.Object{a}}.Clone()
}
