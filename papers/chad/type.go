package chad

import "strings"

// A Type is a Cartesian type: it denotes a set. Types are compared with ==.
//
//	τ ::= real | int | 1 | τ*σ | τ+σ | τ[_, …] | τ → σ | A ⊸ B       ⊸ in the target language only
//
// The paper's real^n is real[_]: sizes are part of values, not of types (footnote 6).
type Type interface {
	String() string
	isType()
}

// The Cartesian types.
type (
	RealType  struct{}
	IntType   struct{}
	UnitType  struct{}
	ProdType  struct{ A, B Type }
	SumType   struct{ A, B Type }
	ArrayType struct {
		Elem Type
		Rank int
	}
	FunType  struct{ From, To Type }
	LFunType struct{ From, To Linear }

	// ListType and MaybeType are of the concrete language (concrete.go) only: what
	// copowers and linear sums are there.
	ListType  struct{ Elem Type }
	MaybeType struct{ A, B Type }
)

// A Linear is a linear type: it denotes a commutative monoid.
//
//	A, B ::= real_ | 1_ | A*B | A⊕B | A[_, …] | τ → A | !τ⊗A
//
// A⊕B is Maybe (Either A B), whose 0 is Nothing. A[_, …] has any sizes, and a 0 without sizes.
type Linear interface {
	String() string
	isLinear()
}

// The linear types.
type (
	LReal  struct{}
	LUnit  struct{}
	LProd  struct{ A, B Linear }
	LSum   struct{ A, B Linear }
	LArray struct {
		Elem Linear
		Rank int
	}
	Power struct {
		From Type
		To   Linear
	}
	Copower struct {
		Of Type
		By Linear
	}
)

func (RealType) isType()  {}
func (IntType) isType()   {}
func (UnitType) isType()  {}
func (ProdType) isType()  {}
func (SumType) isType()   {}
func (ArrayType) isType() {}
func (FunType) isType()   {}
func (LFunType) isType()  {}
func (ListType) isType()  {}
func (MaybeType) isType() {}

func (LReal) isLinear()   {}
func (LUnit) isLinear()   {}
func (LProd) isLinear()   {}
func (LSum) isLinear()    {}
func (LArray) isLinear()  {}
func (Power) isLinear()   {}
func (Copower) isLinear() {}

// boolType is 1+1; true is inl.
var boolType = SumType{UnitType{}, UnitType{}}

// arrayOf is elem[_, …]: ranks of arrays of arrays add up, and rank 0 is elem.
func arrayOf(elem Type, rank int) Type {
	if rank == 0 {
		return elem
	}
	if a, ok := elem.(ArrayType); ok {
		return ArrayType{a.Elem, a.Rank + rank}
	}
	return ArrayType{elem, rank}
}

func linearArrayOf(elem Linear, rank int) Linear {
	if rank == 0 {
		return elem
	}
	if a, ok := elem.(LArray); ok {
		return LArray{a.Elem, a.Rank + rank}
	}
	return LArray{elem, rank}
}

// tupleOf is ((τ1*τ2)*…)*τn: 1 for n = 0, τ1 for n = 1.
func tupleOf(types ...Type) Type {
	if len(types) == 0 {
		return UnitType{}
	}
	t := types[0]
	for _, u := range types[1:] {
		t = ProdType{t, u}
	}
	return t
}

func linearTupleOf(types ...Linear) Linear {
	if len(types) == 0 {
		return LUnit{}
	}
	t := types[0]
	for _, u := range types[1:] {
		t = LProd{t, u}
	}
	return t
}

// intsType is the type of n sizes or indices.
func intsType(n int) Type {
	types := make([]Type, n)
	for i := range types {
		types[i] = IntType{}
	}
	return tupleOf(types...)
}

func (RealType) String() string    { return "real" }
func (IntType) String() string     { return "int" }
func (UnitType) String() string    { return "1" }
func (t ProdType) String() string  { return operand(t.A) + "*" + operand(t.B) }
func (t SumType) String() string   { return operand(t.A) + "+" + operand(t.B) }
func (t ArrayType) String() string { return operand(t.Elem) + holes(t.Rank) }
func (t FunType) String() string   { return operand(t.From) + " → " + operand(t.To) }
func (t LFunType) String() string  { return operand(t.From) + " ⊸ " + operand(t.To) }
func (t ListType) String() string  { return "List(" + t.Elem.String() + ")" }
func (t MaybeType) String() string { return "Maybe(" + operand(t.A) + "+" + operand(t.B) + ")" }

func (LReal) String() string     { return "real_" }
func (LUnit) String() string     { return "1_" }
func (t LProd) String() string   { return operand(t.A) + "*" + operand(t.B) }
func (t LSum) String() string    { return operand(t.A) + "⊕" + operand(t.B) }
func (t LArray) String() string  { return operand(t.Elem) + holes(t.Rank) }
func (t Power) String() string   { return operand(t.From) + " → " + operand(t.To) }
func (t Copower) String() string { return "!" + operand(t.Of) + "⊗" + operand(t.By) }

func holes(rank int) string { return "[_" + strings.Repeat(", _", rank-1) + "]" }

// operand is t as a part of another type.
func operand(t interface{ String() string }) string {
	switch t.(type) {
	case RealType, IntType, UnitType, ArrayType, ListType, MaybeType, LReal, LUnit, LArray:
		return t.String()
	}
	return "(" + t.String() + ")"
}
