package proc

import "fmt"

// A LoopKind says how a loop runs its body, a known function, n times
// (Figures 16 to 19, completed). Θ stands for the names that the loop hands
// on to its body; i : &Int is the number of the iteration, the first name of the
// body's zone.
type LoopKind string

const (
	NTimes LoopKind = "nTimes" // f : [Θ] S → S          nTimes{f} : [Θ] (Int, S) → S
	Fold   LoopKind = "fold"   // f : [i, Θ] S → S       fold{f}   : [Θ] (Int, S) → S      i = 0 … n-1
	FoldR  LoopKind = "foldr"  // likewise               foldr{f}  : [Θ] (Int, S) → S      i = n-1 … 0
	CCL    LoopKind = "ccl"    // likewise               ccl{f}    : [Θ] (Int, S) → S      i = n-1 … 0, promised to commute
	While  LoopKind = "while"  // f : [Θ] S → (Bool, S)  while{f}  : [Θ] (Int, S) → S      until f gives false, after at most n iterations that give true
	Build  LoopKind = "build"  // f : [i, Θ] () → σ      build{f}  : [Θ] Int → [σ]
	Build2 LoopKind = "build2" // f : [i, j, Θ] () → σ   build2{f} : [Θ] (Int, Int) → [[σ]], and so on to build8
	SumOf  LoopKind = "sum"    // f : [i, Θ] () → T      sum{f}    : [Θ] Int → T           T additive: Real, Int, (), tuples of such
	Adds   LoopKind = "adds"   // likewise               adds{f}   : [Θ] (Int, T) → T      s + f(0) + f(1) + …, in this order
	MaxOf  LoopKind = "max"    // f : [i, Θ] () → Real   max{f}    : [Θ] Int → Real        n ≥ 1
	ArgMax LoopKind = "argmax" // f : [i, Θ] () → Real   argmax{f} : [Θ] Int → (Real, Int) the lowest index that wins
)

// MaxRank is the largest rank that build has.
const MaxRank = 8

// loopKinds has how many indices lead the zone of the body, and the rank that is built.
var loopKinds = map[LoopKind]struct{ indices, rank int }{
	NTimes: {}, While: {}, Fold: {indices: 1}, FoldR: {indices: 1}, CCL: {indices: 1},
	SumOf: {indices: 1}, Adds: {indices: 1}, MaxOf: {indices: 1}, ArgMax: {indices: 1},
}

func init() {
	for r := 1; r <= MaxRank; r++ {
		loopKinds[BuildKind(r)] = struct{ indices, rank int }{r, r}
	}
}

// BuildKind returns the kind that builds arrays of the given rank.
func BuildKind(rank int) LoopKind {
	if rank == 1 {
		return Build
	}
	return LoopKind(fmt.Sprint("build", rank))
}

// BuildRank returns the rank that a kind builds, 0 if it builds no array.
func (k LoopKind) BuildRank() int { return loopKinds[k].rank }

// Indices is the number of indices that lead the zone of the body.
func (k LoopKind) Indices() int { return loopKinds[k].indices }

// Sequential says that the iterations of the loop depend on each other, each on the
// one before.
func (k LoopKind) Sequential() bool {
	return k == NTimes || k == Fold || k == FoldR || k == While
}

// A LoopForm is what the name of a loop says of it beside its body.
type LoopForm struct {
	Kind LoopKind
	Note Note
}

// A Note is a word after the kind of a loop, with a number if it has one: nTimes.every.20{f}.
// It changes nothing of what the loop computes, and package deriv knows what it says.
type Note struct {
	Word   string
	Number int64 // at least 1, 0 if there is none
}

// Sig is the type of loop{body} where the body has type f, by the rules at LoopKind.
func (k LoopKind) Sig(body Func, f Sig) (Sig, error) {
	n := k.Indices()
	if len(f.Zone) < n {
		return Sig{}, fmt.Errorf("the body %s of %s must begin its zone with %d &Int", body, k, n)
	}
	for _, r := range f.Zone[:n] {
		if r.Mode != Shared || r.Type != Int {
			return Sig{}, fmt.Errorf("the body %s of %s must begin its zone with %d &Int", body, k, n)
		}
	}
	zone := f.Zone[n:]
	switch k {
	case NTimes, Fold, FoldR, CCL:
		if f.In != f.Out {
			return Sig{}, fmt.Errorf("the body %s of %s must map a state to a state, not %s to %s", body, k, f.In, f.Out)
		}
		state := NewTuple(Int, f.In)
		return Sig{Zone: zone, In: state, Out: f.Out}, nil
	case While:
		if f.Out != NewTuple(Bool, f.In) {
			return Sig{}, fmt.Errorf("the body %s of while must map a state to a Bool and a state, not %s to %s", body, f.In, f.Out)
		}
		return Sig{Zone: zone, In: NewTuple(Int, f.In), Out: f.In}, nil
	}
	if f.In != Unit {
		return Sig{}, fmt.Errorf("the body %s of %s must take (), not %s", body, k, f.In)
	}
	switch k {
	case SumOf, Adds:
		if !Additive(f.Out) {
			return Sig{}, fmt.Errorf("%s cannot add values of type %s", k, f.Out)
		}
		if k == Adds {
			return Sig{Zone: zone, In: NewTuple(Int, f.Out), Out: f.Out}, nil
		}
		return Sig{Zone: zone, In: Int, Out: f.Out}, nil
	case MaxOf, ArgMax:
		if _, ok := f.Out.(RealType); !ok {
			return Sig{}, fmt.Errorf("%s compares Reals, not %s", k, f.Out)
		}
		if k == MaxOf {
			return Sig{Zone: zone, In: Int, Out: f.Out}, nil
		}
		return Sig{Zone: zone, In: Int, Out: NewTuple(f.Out, Int)}, nil
	}
	if !Scalar(f.Out) {
		return Sig{}, fmt.Errorf("an array cannot hold elements of type %s", f.Out)
	}
	sizes := make([]Type, n)
	for i := range sizes {
		sizes[i] = Int
	}
	return Sig{Zone: zone, In: NewTuple(sizes...), Out: NewArray(n, f.Out)}, nil
}

// Additive says that sum can add values of type t.
func Additive(t Type) bool {
	switch t := t.(type) {
	case RealType, IntType, UnitType:
		return true
	case *TupleType:
		for _, e := range t.Elems {
			if !Additive(e) {
				return false
			}
		}
		return true
	}
	return false
}
