package llvm

import (
	"strconv"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/proc"
	"procad/proc/cost"
)

// A leaf is what one flat part of a value is in LLVM.
//
//	Real           one realLeaf
//	Int            one intLeaf
//	()             nothing
//	(τ1, …, τn)    the leaves of τ1, …, of τn
//	τ1 + τ2        a tagLeaf (0 is Inl), the leaves of τ1, the leaves of τ2; those of the side that it is not are undefined
//	Array^r σ      a pointer for each leaf of σ, then r dimensions
//	Stack τ        a pointer to words, the words in use, the words there is room for
type leaf byte

const (
	realLeaf  leaf = iota // double
	intLeaf               // i64
	tagLeaf               // i1
	realsLeaf             // double*
	intsLeaf              // i64*, also the words of a stack
	tagsLeaf              // i8*
)

var (
	wordPtr = types.NewPointer(types.I64)
	realPtr = types.NewPointer(types.Double)
	bytePtr = types.NewPointer(types.I8)
)

// llType is the LLVM type of a leaf.
func (l leaf) llType() types.Type {
	return [...]types.Type{types.Double, types.I64, types.I1, realPtr, wordPtr, bytePtr}[l]
}

// buffer is the leaf that points to elements which are l.
func (l leaf) buffer() leaf { return l + realsLeaf }

func (l leaf) isPointer() bool { return l >= realsLeaf }

// maxLeaves bounds the leaves of a type: types share their parts, so a short
// type can have more leaves than there is memory.
const maxLeaves = 1 << 24

// A layouts knows the leaves of types.
type layouts struct {
	widths cost.Widths
	leaves map[proc.Type][]leaf
}

// width is the number of leaves of t.
func (l *layouts) width(t proc.Type) int {
	w := l.widths.Of(t)
	if w > maxLeaves {
		fail("a value of type %s has more than %d parts", proc.BriefSource(t), maxLeaves)
	}
	return w
}

// of lists the leaves of t.
func (l *layouts) of(t proc.Type) []leaf {
	if ls, ok := l.leaves[t]; ok {
		return ls
	}
	ls := make([]leaf, 0, l.width(t))
	switch t := t.(type) {
	case proc.RealType:
		ls = append(ls, realLeaf)
	case proc.IntType:
		ls = append(ls, intLeaf)
	case *proc.TupleType:
		for _, e := range t.Elems {
			ls = append(ls, l.of(e)...)
		}
	case *proc.SumType:
		ls = append(append(append(ls, tagLeaf), l.of(t.L)...), l.of(t.R)...)
	case *proc.ArrayType:
		for _, e := range l.of(t.Elem) {
			ls = append(ls, e.buffer())
		}
		for range t.Rank {
			ls = append(ls, intLeaf)
		}
	case *proc.StackType:
		ls = append(ls, intsLeaf, intLeaf, intLeaf)
	}
	l.leaves[t] = ls
	return ls
}

// A val is a value of LLVM.
type val = value.Value

// An intConst is a constant i64. Equal ones are ==.
type intConst int64

func (c intConst) String() string   { return "i64 " + c.Ident() }
func (c intConst) Ident() string    { return formatInt(int64(c)) }
func (c intConst) Type() types.Type { return types.I64 }
func (intConst) IsConstant()        {}

// A realConst is a constant double, by its bits.
type realConst uint64

func (c realConst) String() string   { return "double " + c.Ident() }
func (c realConst) Ident() string    { return formatBits(uint64(c)) }
func (c realConst) Type() types.Type { return types.Double }
func (realConst) IsConstant()        {}

var (
	_ constant.Constant = intConst(0)
	_ constant.Constant = realConst(0)
)

var undefs = func() (u [tagsLeaf + 1]val) {
	for l := range u {
		u[l] = constant.NewUndef(leaf(l).llType())
	}
	return u
}()

// undef stands for a leaf that has no value.
func undef(l leaf) val { return undefs[l] }

func formatInt(n int64) string   { return strconv.FormatInt(n, 10) }
func formatBits(b uint64) string { return string(appendBits(nil, b)) }

// appendBits appends the bits of a double as LLVM has them: 0x and 16 digits.
func appendBits(to []byte, b uint64) []byte {
	to = append(to, "0x"...)
	for shift := 60; shift >= 0; shift -= 4 {
		to = append(to, "0123456789ABCDEF"[b>>shift&15])
	}
	return to
}
