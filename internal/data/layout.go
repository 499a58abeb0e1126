package data

import (
	"sync"

	"procad/proc"
)

// A Layout says where the leaves of a type stand in the words and objects of a
// value. Layouts of equal types are the same pointer.
type Layout struct {
	Type    proc.Type
	Words   int       // number of scalar leaves
	Objects int       // number of arrays and stacks outside of others
	Parts   []*Layout // of a tuple its elements, of a sum its left and its right part
	WordAt  []int     // the first word of each part
	ObjAt   []int     // the first object of each part
	Elem    *Layout   // of an array or a stack
	HasSum  bool      // a sum with anything in its parts is inside, outside of objects
}

// MaxLeaves is the largest number of leaves that a value may have: types share
// their parts, so a short type can describe a value that no memory holds.
const MaxLeaves = 1 << 30

var layouts = struct {
	sync.Mutex
	of map[proc.Type]*Layout
}{of: map[proc.Type]*Layout{}}

// LayoutOf returns the layout of t. Beyond MaxLeaves the counts saturate.
func LayoutOf(t proc.Type) *Layout {
	layouts.Lock()
	defer layouts.Unlock()
	return layoutOf(t)
}

func layoutOf(t proc.Type) *Layout {
	if l := layouts.of[t]; l != nil {
		return l
	}
	l := &Layout{Type: t}
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		l.Words = 1
	case *proc.TupleType:
		l.Parts = make([]*Layout, 0, len(t.Elems))
		for _, e := range t.Elems {
			l.add(layoutOf(e))
		}
	case *proc.SumType:
		l.Words = 1
		l.add(layoutOf(t.L))
		l.add(layoutOf(t.R))
		l.HasSum = l.Words > 1 || l.Objects > 0
	case *proc.ArrayType:
		l.Objects, l.Elem = 1, layoutOf(t.Elem)
	case *proc.StackType:
		l.Objects, l.Elem = 1, layoutOf(t.Elem)
	}
	layouts.of[t] = l
	return l
}

func (l *Layout) add(part *Layout) {
	l.Parts = append(l.Parts, part)
	l.WordAt = append(l.WordAt, l.Words)
	l.ObjAt = append(l.ObjAt, l.Objects)
	l.Words = min(l.Words+part.Words, MaxLeaves+1)
	l.Objects = min(l.Objects+part.Objects, MaxLeaves+1)
	l.HasSum = l.HasSum || part.HasSum
}

// TooLarge says that values of the type have more than MaxLeaves leaves.
func (l *Layout) TooLarge() bool { return l.Words > MaxLeaves || l.Objects > MaxLeaves }

// IsSum says that the type is τ1 + τ2.
func (l *Layout) IsSum() bool {
	_, ok := l.Type.(*proc.SumType)
	return ok
}

// Rank is the rank of an array type, 0 for others.
func (l *Layout) Rank() int {
	if a, ok := l.Type.(*proc.ArrayType); ok {
		return a.Rank
	}
	return 0
}

// A LeafKind says what a word is.
type LeafKind byte

// The kinds of leaves.
const (
	RealLeaf LeafKind = 'r'
	IntLeaf  LeafKind = 'i'
	TagLeaf  LeafKind = 't'
)

// Kinds lists what each word of a value is.
func (l *Layout) Kinds() []LeafKind { return l.appendKinds(nil) }

func (l *Layout) appendKinds(kinds []LeafKind) []LeafKind {
	switch l.Type.(type) {
	case proc.RealType:
		return append(kinds, RealLeaf)
	case proc.IntType:
		return append(kinds, IntLeaf)
	case *proc.SumType:
		kinds = append(kinds, TagLeaf)
	}
	for _, p := range l.Parts {
		kinds = p.appendKinds(kinds)
	}
	return kinds
}
