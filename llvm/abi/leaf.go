package abi

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/llvm/abort"
	"procad/proc"
	"procad/proc/cost"
)

// A Leaf is what one flat part of a value is in LLVM.
//
//	Real           one RealLeaf
//	Int            one IntLeaf
//	()             nothing
//	(τ1, …, τn)    the leaves of τ1, …, of τn
//	τ1 + τ2        a TagLeaf (0 is Inl), the leaves of τ1, the leaves of τ2; those of the side that it is not are undefined
//	Array^r σ      a pointer for each leaf of σ, then r dimensions
//	Stack τ        a pointer to words, the words in use, the words there is room for
type Leaf byte

// The leaves.
const (
	RealLeaf  Leaf = iota // double
	IntLeaf               // i64
	TagLeaf               // i1
	RealsLeaf             // double*
	IntsLeaf              // i64*, also the words of a stack
	TagsLeaf              // i8*
)

// The types of addresses: of Ints and words, of Reals, of bytes.
var (
	WordPtr = types.NewPointer(types.I64)
	RealPtr = types.NewPointer(types.Double)
	BytePtr = types.NewPointer(types.I8)
)

// Type is the LLVM type of a leaf.
func (l Leaf) Type() types.Type {
	return [...]types.Type{types.Double, types.I64, types.I1, RealPtr, WordPtr, BytePtr}[l]
}

// Buffer is the leaf that points to elements which are l.
func (l Leaf) Buffer() Leaf { return l + RealsLeaf }

// IsPointer says that the leaf is the address of a buffer.
func (l Leaf) IsPointer() bool { return l >= RealsLeaf }

// undefs are by the leaves.
var undefs = func() (u [TagsLeaf + 1]value.Value) {
	for l := range u {
		u[l] = constant.NewUndef(Leaf(l).Type())
	}
	return u
}()

// Undef stands for a leaf that has no value.
func (l Leaf) Undef() value.Value { return undefs[l] }

// MaxElements is the largest number of elements of an array: their bytes have
// addresses of 47 bits.
const MaxElements = 1 << 44

// maxLeaves bounds the leaves of a type: types share their parts, so a short
// type can have more leaves than there is memory.
const maxLeaves = 1 << 24

// Layouts knows the leaves of types.
type Layouts struct {
	widths cost.Widths
	known  map[proc.Type][]Leaf
}

// NewLayouts knows no types yet.
func NewLayouts() *Layouts { return &Layouts{map[proc.Type]int{}, map[proc.Type][]Leaf{}} }

// Width is the number of leaves of t.
func (l *Layouts) Width(t proc.Type) int {
	w := l.widths.Of(t)
	if w > maxLeaves {
		abort.Fail("a value of type %s has more than %d parts", proc.BriefSource(t), maxLeaves)
	}
	return w
}

// Leaves lists the leaves of t.
func (l *Layouts) Leaves(t proc.Type) []Leaf {
	if ls, ok := l.known[t]; ok {
		return ls
	}
	ls := make([]Leaf, 0, l.Width(t))
	switch t := t.(type) {
	case proc.RealType:
		ls = append(ls, RealLeaf)
	case proc.IntType:
		ls = append(ls, IntLeaf)
	case *proc.TupleType:
		for _, e := range t.Elems {
			ls = append(ls, l.Leaves(e)...)
		}
	case *proc.SumType:
		ls = append(append(append(ls, TagLeaf), l.Leaves(t.L)...), l.Leaves(t.R)...)
	case *proc.ArrayType:
		for _, e := range l.Leaves(t.Elem) {
			ls = append(ls, e.Buffer())
		}
		for range t.Rank {
			ls = append(ls, IntLeaf)
		}
	case *proc.StackType:
		ls = append(ls, IntsLeaf, IntLeaf, IntLeaf)
	}
	l.known[t] = ls
	return ls
}
