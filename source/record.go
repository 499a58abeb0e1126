package source

import (
	"slices"

	"procad/internal/diag"
)

// Record is {f1: T1, …, fn: Tn}, n ≥ 1. It is the same type whatever it is called;
// Decl and Args are what it is written as, if a declaration names it.
//
//	type Camera = { rotation: Real[3], focal: Real }
type Record struct {
	Decl   *TypeDecl // nil if none
	Args   []Type
	Fields []string // in the order of the first type that has these fields
	Types  []Type
}

func (*Record) isType()          {}
func (t *Record) String() string { return typeString(t) }

// Field is the place of a field, or -1.
func (t *Record) Field(name string) int { return slices.Index(t.Fields, name) }

// with is the record with the given types; it is called as before if they are the same.
func (t *Record) with(types, args []Type, same bool) *Record {
	if same {
		return t
	}
	return &Record{t.Decl, args, t.Fields, types}
}

// RecordType is { f1: T1, …, fn: Tn } as written.
type RecordType struct {
	typeNode
	Fields []*FieldType // in the order of the Record after Check
}

// A FieldType is f: T.
type FieldType struct {
	Pos  diag.Pos
	Name string
	Type TypeExpr
}

// RecordExpr is { f1: e1, …, fn: en }.
type RecordExpr struct {
	node
	Fields []*FieldValue // in the order of the Record after Check

	decl *TypeDecl // the only declaration with these fields, or nil
}

// With is { e with f1: e1, …, fn: en }: the record e with other values of some fields.
type With struct {
	node
	X      Expr
	Fields []*FieldValue
}

// A FieldValue is f: e.
type FieldValue struct {
	Pos   diag.Pos
	Name  string
	Value Expr
}

// FieldOf is e.f.
type FieldOf struct {
	node
	X     Expr
	Name  string
	Means *Ident // a constant or a constructor, if X is an import; set by Check
}
