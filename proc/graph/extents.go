package graph

import (
	"maps"

	"procad/prim"
	"procad/proc"
)

// An Extent is how large the arrays in a value are, as affine forms over symbols. A symbol stands for a dimension, or for
// another Int, of which nothing is known. Nothing is known of a nil Extent, nor of a nil dimension.
type Extent struct {
	Int   *Affine   // an Int
	Dims  []*Affine // of an array
	Parts []*Extent // of a tuple
}

// Extents is an abstract interpretation of a definition, with those that it calls for arrays:
//
//	⟦n = Size s k⟧                   n ↦ Θ(s)k
//	⟦Row s i1 … ij (r. p)⟧           r ↦ Θ(s) without its first j dimensions
//	⟦v = Call build{f} (n1, …)⟧      v ↦ n1, …        likewise blank; zeros, copy, zero, swap, zip, unzip and retype as what they take
//	⟦() = Call agree (m, n)⟧         m = n from here on, unless that is in a branch of a Case
//	⟦b = Call f [θ] a⟧               Inside f [θ] a, if there are arrays in b
//
// A loop's body is not looked into, since it may never run.
type Extents struct {
	Unknown[*Extent, *Extent]
	run        *Interpreter[*Extent, *Extent]
	definition func(proc.Func) *proc.Def
	at         func(call *proc.Call, in *Extent, zone []*Extent)
	made       Symbol
	equal      map[Symbol]*Affine // what symbols are, in terms of others
	branches   int                // of Cases, around
	calls      int                // that may still be looked into
}

// mostCalls is how many calls are looked into: there are exponentially many if each function calls the next one twice.
const mostCalls = 64

// FindExtents runs a definition, and calls at for each call in it.
func FindExtents(d *proc.Def, definition func(proc.Func) *proc.Def, at func(e *Extents, call *proc.Call, in *Extent, zone []*Extent)) {
	e := &Extents{definition: definition, equal: map[Symbol]*Affine{}, calls: mostCalls}
	e.at = func(call *proc.Call, in *Extent, zone []*Extent) { at(e, call, in, zone) }
	e.run = Interpret(e)
	e.inside(d, nil, nil)
}

// Iteration is what the body of a loop gives. What agrees in it is forgotten, since there may be no iteration.
func (e *Extents) Iteration(d *proc.Def, zone []*Extent) *Extent {
	outside := e.equal
	e.equal = maps.Clone(outside)
	x := e.inside(d, zone, nil)
	e.equal = outside
	return x
}

// inside is what a definition gives. Of a nil argument, or a nil name, the dimensions are new symbols.
func (e *Extents) inside(d *proc.Def, zone []*Extent, in *Extent) *Extent {
	all := make([]*Extent, len(d.Zone))
	for k, r := range d.Zone {
		if k < len(zone) {
			all[k] = zone[k]
		}
		if all[k] == nil {
			all[k] = e.symbolic(r.Type)
		}
	}
	if in == nil {
		in = e.symbolic(d.In.Type)
	}
	return e.run.Inside(d, all, in)
}

func (e *Extents) symbol() *Affine {
	e.made++
	return Symbolic(e.made)
}

// symbolic is a value of which its type alone is known.
func (e *Extents) symbolic(t proc.Type) *Extent {
	x := &Extent{}
	switch t := t.(type) {
	case proc.IntType:
		x.Int = e.symbol()
	case *proc.ArrayType:
		for range t.Rank {
			x.Dims = append(x.Dims, e.symbol())
		}
	case *proc.TupleType:
		for _, p := range t.Elems {
			x.Parts = append(x.Parts, e.symbolic(p))
		}
	}
	return x
}

// Settled is what is known in the symbols that are left, after what agrees.
func (e *Extents) Settled(x *Extent) *Extent {
	if x == nil {
		return nil
	}
	out := &Extent{Int: e.settled(x.Int)}
	for _, d := range x.Dims {
		out.Dims = append(out.Dims, e.settled(d))
	}
	for _, p := range x.Parts {
		out.Parts = append(out.Parts, e.Settled(p))
	}
	return out
}

func (e *Extents) settled(a *Affine) *Affine {
	for again := a != nil; again; {
		again = false
		for s, k := range a.Parts {
			if b := e.equal[s]; b != nil {
				a, again = a.Plus(-k, Symbolic(s)).Plus(k, b), true
				break
			}
		}
	}
	return a
}

// agree has a = b from here on, where one of them is s + c for a symbol s that the other does not have.
func (e *Extents) agree(a, b *Affine) {
	if a == nil || b == nil || e.branches > 0 {
		return
	}
	a, b = e.settled(a), e.settled(b)
	for range 2 {
		for s, k := range a.Parts {
			if k == 1 && len(a.Parts) == 1 && b.Parts[s] == 0 {
				e.equal[s] = b.Plus(-1, Whole(a.C))
				return
			}
		}
		a, b = b, a
	}
}

// Part is a component of a tuple.
func (x *Extent) Part(i int) *Extent {
	if x == nil || i >= len(x.Parts) {
		return nil
	}
	return x.Parts[i]
}

// Whole is an Int.
func (x *Extent) Whole() *Affine {
	if x == nil {
		return nil
	}
	return x.Int
}

// Sizes are the dimensions of an array.
func (x *Extent) Sizes() []*Affine {
	if x == nil {
		return nil
	}
	return x.Dims
}

func (x *Extent) dims() *Extent {
	if x == nil {
		return nil
	}
	return &Extent{Dims: x.Dims}
}

func (e *Extents) Const(s *proc.Const) *Extent {
	if s.Out.Type == proc.Int {
		return &Extent{Int: Whole(int64(s.Bits))}
	}
	return nil
}

func (e *Extents) Dup(_ *proc.Dup, x *Extent) *Extent              { return &Extent{Parts: []*Extent{x, x}} }
func (e *Extents) Tuple(_ *proc.Tuple, parts []*Extent) *Extent    { return &Extent{Parts: parts} }
func (e *Extents) Share(_ *proc.Share, x *Extent) *Extent          { return x }
func (e *Extents) Accum(_ *proc.Accum, x *Extent) *Extent          { return x }
func (e *Extents) Accumulated(_ *proc.Accum, x, _ *Extent) *Extent { return x.dims() }

func (e *Extents) Parts(x *Extent, _ proc.Type) []*Extent {
	if x == nil {
		return nil
	}
	return x.Parts
}

func (e *Extents) Cases(_ *proc.Case, _ *Extent, left, right func() bool) {
	e.branches++
	left()
	right()
	e.branches--
}

func (e *Extents) Read(_ *proc.Read, s *Extent, idx []*Extent) *Extent {
	if len(idx) > 0 {
		return nil
	}
	return s
}

func (e *Extents) Size(s *proc.Size, of *Extent) *Extent {
	if of == nil || s.Axis >= len(of.Dims) {
		return nil
	}
	return &Extent{Int: of.Dims[s.Axis]}
}

func (e *Extents) Row(_ *proc.Row, of *Extent, idx []*Extent) *Extent {
	if of == nil || len(idx) > len(of.Dims) {
		return nil
	}
	return &Extent{Dims: of.Dims[len(idx):]}
}

func (e *Extents) Call(s *proc.Call, in *Extent, zone []*Extent) *Extent {
	if e.run.Depth() == 1 {
		e.at(s, in, zone)
	}
	if c, _, ok := prim.Message(s.Func); ok {
		if c.Equal {
			e.agree(in.Part(0).Whole(), in.Part(1).Whole())
		}
		return nil
	}
	switch s.Func {
	case prim.IAdd, prim.ISub, prim.IMul:
		return arithmetic(s.Func, in.Part(0).Whole(), in.Part(1).Whole())
	}
	if kind, _, ok := s.Func.Loop(); ok {
		if kind.BuildRank() > 0 {
			return listed(in, kind.BuildRank())
		}
		return nil
	}
	if name, _, ok := s.Func.Family(); ok {
		return ofFamily(name, s, in, zone)
	}
	if e.calls > 0 && hasArray(s.Out.Type) {
		if d := e.definition(s.Func); d != nil {
			e.calls--
			return e.inside(d, zone, in)
		}
	}
	return nil
}

func arithmetic(f proc.Func, a, b *Affine) *Extent {
	if a == nil || b == nil {
		return nil
	}
	x := &Extent{}
	switch f {
	case prim.IAdd:
		x.Int = a.Plus(1, b)
	case prim.ISub:
		x.Int = a.Plus(-1, b)
	default:
		x.Int = a.Times(b)
	}
	return x
}

// listed is an array whose dimensions are an Int, or a tuple of them.
func listed(in *Extent, rank int) *Extent {
	x := &Extent{Dims: []*Affine{in.Whole()}}
	if rank > 1 {
		x.Dims = make([]*Affine, rank)
		for axis := range x.Dims {
			x.Dims[axis] = in.Part(axis).Whole()
		}
	}
	return x
}

func ofFamily(name string, s *proc.Call, in *Extent, zone []*Extent) *Extent {
	switch name {
	case "blank":
		return listed(in, s.Out.Type.(*proc.ArrayType).Rank)
	case "zeros", "copy": // [s] ()
		return zone[0].dims()
	case "zero": // zero a = (0, a)
		if _, array := s.In.Type.(*proc.ArrayType); array {
			return &Extent{Parts: []*Extent{in.dims(), in.dims()}}
		}
	case "swap": // (a, i…, x) ↦ (a, a[i…])
		return &Extent{Parts: []*Extent{in.Part(0).dims(), nil}}
	case "zip": // (a, b), which agree
		return in.Part(0).dims()
	case "unzip": // a ↦ (a, a)
		return &Extent{Parts: []*Extent{in.dims(), in.dims()}}
	case "retype":
		return in.dims()
	}
	return nil
}

// hasArray says that a value of a type has an array that is not in a sum.
func hasArray(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.ArrayType:
		return true
	case *proc.TupleType:
		for _, p := range t.Elems {
			if hasArray(p) {
				return true
			}
		}
	}
	return false
}
