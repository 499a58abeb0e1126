package proc

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Type is the type of a variable.
//
//	τ ::= Real | Int | () | (τ1, …, τn) | τ1 + τ2 | Array^r σ | Stack τ
//
// Types are hash-consed: two types are equal exactly when == says so, a Type
// may be a map key, and comparing the type of a trace with a hundred thousand
// parts costs one comparison. Build them with the constructors below.
type Type interface {
	String() string
	write(b *strings.Builder, prec int)
	id() int
	size() int // roughly the length of the text, up to a limit
}

// RealType is the type of numbers, Real. Other packages may name more types of the same values
// that their rules tell apart; to this package they are numbers all alike.
type RealType struct{ name int }

// reals are the names of the types of numbers, Real first.
var reals = []string{"Real"}

// NamedReal is the type of numbers of a name. It is for variables of packages, so that a program is read
// when all names are there.
func NamedReal(name string) Type {
	if !slices.Contains(reals, name) {
		reals = append(reals, name)
	}
	return RealType{slices.Index(reals, name)}
}

// IntType is the type of sizes and indices, 64 bits.
type IntType struct{}

// UnitType is the type () of the empty tuple.
type UnitType struct{}

// TupleType is (τ1, …, τn), n ≥ 2.
type TupleType struct {
	Elems []Type
	n     int
	chars int
}

// SumType is τ1 + τ2.
type SumType struct {
	L, R  Type
	n     int
	chars int
}

// ArrayType is Array^Rank Elem, a rectangular row-major block with its
// dimensions; written [σ] at rank 1, [[σ]] at rank 2. Elem has no arrays and
// no stacks inside.
type ArrayType struct {
	Elem  Type
	Rank  int
	n     int
	chars int
}

// StackType is Stack Elem: what the iterations of a loop leave, the last one on top.
type StackType struct {
	Elem  Type
	n     int
	chars int
}

// The types without parts.
var (
	Real Type = RealType{}
	Int  Type = IntType{}
	Unit Type = UnitType{}

	// Bool is () + (): true is Inl (), false is Inr ().
	Bool = NewSum(Unit, Unit)
)

func (t RealType) id() int   { return -t.name }
func (IntType) id() int      { return 1 }
func (UnitType) id() int     { return 2 }
func (t *TupleType) id() int { return t.n }
func (t *SumType) id() int   { return t.n }
func (t *ArrayType) id() int { return t.n }
func (t *StackType) id() int { return t.n }

func (RealType) size() int     { return len("Real") }
func (IntType) size() int      { return len("Int") }
func (UnitType) size() int     { return len("()") }
func (t *TupleType) size() int { return t.chars }
func (t *SumType) size() int   { return t.chars }
func (t *ArrayType) size() int { return t.chars }
func (t *StackType) size() int { return t.chars }

// sizeOf is the size of a type with the given parts.
func sizeOf(parts ...Type) int {
	n := 0
	for _, p := range parts {
		n = min(n+p.size()+len("Stack "), 2*longestType)
	}
	return n
}

// interned maps the key of a compound type (its constructor and the ids of
// its parts) to the one value that stands for it.
var interned = struct {
	sync.Mutex
	types map[string]Type
}{types: map[string]Type{}}

// intern is the type with a key, which build makes if it is a new one.
func intern(tag byte, num int, parts []Type, build func(id int, parts []Type) Type) Type {
	var room [64]byte
	key := internKey(room[:0], tag, num, parts)
	interned.Lock()
	defer interned.Unlock()
	if t, ok := interned.types[string(key)]; ok {
		return t
	}
	t := build(len(interned.types)+3, slices.Clone(parts))
	interned.types[string(key)] = t
	return t
}

func internKey(key []byte, tag byte, num int, parts []Type) []byte {
	key = append(key, tag)
	key = strconv.AppendInt(key, int64(num), 10)
	for _, p := range parts {
		key = append(key, ',')
		key = strconv.AppendInt(key, int64(p.id()), 36)
	}
	return key
}

// NewTuple returns (elems…): () for none, the type itself for one.
func NewTuple(elems ...Type) Type {
	switch len(elems) {
	case 0:
		return Unit
	case 1:
		return elems[0]
	}
	return intern('t', 0, elems, func(id int, elems []Type) Type {
		return &TupleType{Elems: elems, n: id, chars: sizeOf(elems...)}
	})
}

// NewSum returns l + r.
func NewSum(l, r Type) Type {
	return intern('s', 0, []Type{l, r}, func(id int, _ []Type) Type { return &SumType{L: l, R: r, n: id, chars: sizeOf(l, r)} })
}

// NewArray returns the type of arrays of the given rank, which must be at least 1.
func NewArray(rank int, elem Type) Type {
	return intern('a', rank, []Type{elem}, func(id int, _ []Type) Type {
		return &ArrayType{Elem: elem, Rank: rank, n: id, chars: sizeOf(elem) + 2*rank}
	})
}

// NewStack returns Stack elem.
func NewStack(elem Type) Type {
	return intern('k', 0, []Type{elem}, func(id int, _ []Type) Type { return &StackType{Elem: elem, n: id, chars: sizeOf(elem)} })
}

// Elems returns the parts of a tuple type: none for (), t itself for any other type.
func Elems(t Type) []Type {
	switch t := t.(type) {
	case UnitType:
		return nil
	case *TupleType:
		return t.Elems
	}
	return []Type{t}
}

// Scalar says that t has neither arrays nor stacks inside.
func Scalar(t Type) bool {
	switch t := t.(type) {
	case *TupleType:
		for _, e := range t.Elems {
			if !Scalar(e) {
				return false
			}
		}
	case *SumType:
		return Scalar(t.L) && Scalar(t.R)
	case *ArrayType, *StackType:
		return false
	}
	return true
}

// HasStack says that t has a stack inside.
func HasStack(t Type) bool {
	switch t := t.(type) {
	case *StackType:
		return true
	case *TupleType:
		return slices.ContainsFunc(t.Elems, HasStack)
	case *SumType:
		return HasStack(t.L) || HasStack(t.R)
	}
	return false
}

func (t RealType) String() string   { return typeString(t) }
func (t IntType) String() string    { return "Int" }
func (t UnitType) String() string   { return "()" }
func (t *TupleType) String() string { return typeString(t) }
func (t *SumType) String() string   { return typeString(t) }
func (t *ArrayType) String() string { return typeString(t) }
func (t *StackType) String() string { return typeString(t) }

func typeString(t Type) string {
	if t.size() > longestType {
		return reference(t)
	}
	var b strings.Builder
	t.write(&b, 0)
	return b.String()
}

func (t RealType) write(b *strings.Builder, _ int) {
	b.WriteString(reals[t.name])
}
func (IntType) write(b *strings.Builder, _ int)  { b.WriteString("Int") }
func (UnitType) write(b *strings.Builder, _ int) { b.WriteString("()") }

func (t *TupleType) write(b *strings.Builder, _ int) {
	for i, e := range t.Elems {
		b.WriteString([]string{", ", "("}[btoi(i == 0)])
		e.write(b, 0)
	}
	b.WriteByte(')')
}

// write prints a sum in parentheses inside a sum's left part and inside Stack,
// because + is right associative.
func (t *SumType) write(b *strings.Builder, prec int) {
	if t == Bool {
		b.WriteString("Bool")
		return
	}
	if prec > 0 {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	t.L.write(b, 1)
	b.WriteString(" + ")
	t.R.write(b, 0)
}

func (t *ArrayType) write(b *strings.Builder, _ int) {
	b.WriteString(strings.Repeat("[", t.Rank))
	t.Elem.write(b, 0)
	b.WriteString(strings.Repeat("]", t.Rank))
}

func (t *StackType) write(b *strings.Builder, prec int) {
	if prec > 0 {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	b.WriteString("Stack ")
	t.Elem.write(b, 2)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
