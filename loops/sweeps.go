package loops

import (
	"slices"

	"procad/internal/units"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/split"
)

// largeTraces is why a sum is fused that sweeps allows.
const largeTraces = "the traces of its iterations have arrays as large as what the iterations read, so the pass over that costs no more than keeping them"

// sweeps says that a sum, which d calls, is fused although its reverse pass does not follow at once. Then it keeps ḡ, the gradient
// in what its iterations read, and not their traces X. These have to have arrays v, which make them no smaller than
// what the pass over each array a of θ stores and loads:
//
//	2 Σ |a| ≤ n Σ |v|
//
// The sizes are compared as far as Extents knows them (covers). So no pass goes over a large array for few iterations, or for
// small ones. Where parameters are inactive the choice is the same, as that of fuses.
func (c *policies) sweeps(d *proc.Def, loop proc.Func) bool {
	kind, body, _ := loop.Loop()
	active := deriv.Active(body)
	if !fusible(kind, c.sig(body)) || !fusible(kind, c.sig(active)) || !c.makesArrays(active) {
		return false
	}
	f := c.definition(split.Store.F.Of(active))
	if f == nil {
		return false
	}
	x := proc.Elems(f.Out.Type)[1]
	if proc.Scalar(x) {
		return false
	}
	calls, swept := 0, 0
	graph.FindExtents(d, c.definition, func(e *graph.Extents, call *proc.Call, in *graph.Extent, zone []*graph.Extent) {
		if call.Func != loop {
			return
		}
		calls++
		n := in
		if kind == proc.Adds {
			n = in.Part(0)
		}
		if zone = slices.Concat(make([]*graph.Extent, kind.Indices()), zone); len(zone) != len(f.Zone) {
			return
		}
		t := &traces{n: e.Settled(n).Whole()}
		t.add(x, e.Settled(e.Iteration(f, zone)).Part(1))
		pass := 0.0
		for k, r := range f.Zone {
			if _, array := r.Type.(*proc.ArrayType); array && !deriv.Discrete(r.Type) {
				pass += 2 / t.times(e.Settled(zone[k]).Sizes())
			}
		}
		if pass <= 1 {
			swept++
		}
	})
	return calls > 0 && swept == calls && c.err == nil
}

// makesArrays says that f binds an array, those that it calls left aside. Else there is none in X whose size is known.
func (c *policies) makesArrays(f proc.Func) (found bool) {
	if d := c.definition(f); d != nil {
		d.Body.Walk(func(s proc.Stmt) {
			proc.Binds(s, func(v proc.Var) {
				_, array := v.Type.(*proc.ArrayType)
				found = found || array
			})
		})
	}
	return found
}

// traces are those of n iterations: a trace has arrays, and words beside their elements.
type traces struct {
	n      *graph.Affine // nil if nothing is known of it
	arrays []sized       // whose dimensions are known
	words  int64
}

// sized are the dimensions of an array, and the words of an element.
type sized struct {
	dims []*graph.Affine
	elem int64
}

// add adds the parts of a trace.
func (t *traces) add(x proc.Type, known *graph.Extent) {
	switch x := x.(type) {
	case *proc.TupleType:
		for i, p := range x.Elems {
			t.add(p, known.Part(i))
		}
		return
	case *proc.ArrayType:
		if dims := known.Sizes(); len(dims) == x.Rank && !slices.Contains(dims, nil) {
			t.arrays = append(t.arrays, sized{dims, cost.Room(x.Elem)})
		}
	}
	t.words += cost.Room(x)
}

// times is how many times as large as an array a the traces are at least, up to a constant; 0 if they may be smaller.
func (t *traces) times(a []*graph.Affine) float64 {
	if t.n == nil || len(a) == 0 || slices.Contains(a, nil) {
		return 0
	}
	if size, known := product(a); known {
		n, known := product([]*graph.Affine{t.n})
		if !known {
			return 0
		}
		words := float64(t.words)
		for _, v := range t.arrays {
			if size, known := product(v.dims); known {
				words += size * float64(v.elem)
			}
		}
		return n * words / max(size, 1)
	}
	k := 0.0
	for _, v := range t.arrays {
		k += float64(v.elem) * covers(a, append([]*graph.Affine{t.n}, v.dims...))
	}
	return k
}

// product is that of dimensions that are constants, of which none is negative.
func product(dims []*graph.Affine) (size float64, known bool) {
	size = 1
	for _, d := range dims {
		if d == nil || len(d.Parts) > 0 {
			return 0, false
		}
		size *= float64(max(d.C, 0))
	}
	return size, true
}

// shorter is how much shorter an axis of a trace may be than one that is read. A minor has a row and a column less.
const shorter = 2

// covers is a number k with  k Π a ≤ Π v  up to a constant, 0 if there may be none. Each axis of a has one of v that is as long, or
// shorter by a constant: then all axes of a have to be as long, so that a is small where v has no elements. Another axis of v
// may be 0 only where a is small.
func covers(a, v []*graph.Affine) float64 {
	k := 1.0
	var axes []*graph.Affine
	for _, d := range a {
		if len(d.Parts) == 0 {
			k /= float64(max(d.C, 1))
		} else {
			axes = append(axes, d)
		}
	}
	less := false
	like := func(d, axis *graph.Affine) bool {
		return d.Apart(axis) && d.C >= axis.C-shorter
	}
	v = slices.Clone(v)
	for _, axis := range axes {
		i := slices.IndexFunc(v, func(d *graph.Affine) bool { return like(d, axis) })
		if i < 0 {
			return 0
		}
		less = less || v[i].C < axis.C
		v = slices.Delete(v, i, i+1)
	}
	for _, d := range v {
		i := slices.IndexFunc(axes, func(axis *graph.Affine) bool { return like(d, axis) })
		switch {
		case len(d.Parts) == 0:
			k *= float64(max(d.C, 0))
		case i >= 0:
			less = less || d.C < axes[i].C
			k *= units.Short
		default:
			return 0
		}
	}
	if less && slices.ContainsFunc(axes, func(d *graph.Affine) bool { return !d.Equal(axes[0]) }) {
		return 0
	}
	return k
}
