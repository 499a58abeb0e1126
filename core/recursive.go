package core

import (
	"slices"

	"procad/internal/form"
)

// RecType is a recursive type: its values are those of the type Of, in which it occurs.
// It is equal to itself only. The pass heaps leaves none.
//
//	type Tree = Leaf(Real) | Node(Tree, Tree)        Tree with Of = Real + (Tree, Tree)
type RecType struct {
	Name string
	Of   Type
	Form *form.Form // what a program calls the parts of a value of type Of
}

func (*RecType) isType()          {}
func (t *RecType) String() string { return t.Name }

// Roll is the value of a recursive type that is made of e, and Unroll what one is made of.
type Roll struct {
	Node
	X Term
}

// Unroll is the other direction.
type Unroll struct {
	Node
	X Term
}

// Absent is a value of a recursive type that nothing reads.
type Absent struct{ Node }

// Retype gives a term another type: a pass does that to all terms of a program.
func (n *Node) Retype(t Type) { n.Of = t }

// rolled is the rule of Roll and Unroll.
func (c *checker) rolled(e Term) Type {
	switch e := e.(type) {
	// Γ ⊢ e : τ[T/α]
	// ─────────────────── T = μα. τ
	// Γ ⊢ roll e : T
	case *Roll:
		t, ok := e.Of.(*RecType)
		if !ok {
			c.failf(e.At, "%s is no recursive type", e.Of)
		}
		c.want(e.X, t.Of)
		return t
	// Γ ⊢ e : T
	// ───────────────────────── T = μα. τ
	// Γ ⊢ unroll e : τ[T/α]
	case *Unroll:
		t, ok := c.term(e.X).(*RecType)
		if !ok {
			c.failf(e.At, "%s is no recursive type", e.X.Type())
		}
		return t.Of
	}
	return e.Type()
}

// HasRec reports whether values of t have values of recursive types in them.
func HasRec(t Type) bool {
	if _, ok := t.(*RecType); ok {
		return true
	}
	return slices.ContainsFunc(parts(t), HasRec)
}

// HasFunc reports whether values of t have functions in them, or what a rule has of functions: d f and trace f.
func HasFunc(t Type) bool {
	switch t.(type) {
	case *FuncType, *CapturedType:
		return true
	}
	return slices.ContainsFunc(parts(t), HasFunc)
}

// RecTypes are the recursive types in t, and those in these, in the order of their occurrences.
func RecTypes(types ...Type) []*RecType {
	var list []*RecType
	seen := map[*RecType]bool{}
	var visit func(t Type)
	visit = func(t Type) {
		if r, ok := t.(*RecType); ok {
			if !seen[r] {
				seen[r] = true
				list = append(list, r)
				visit(r.Of)
			}
			return
		}
		for _, part := range parts(t) {
			visit(part)
		}
	}
	for _, t := range types {
		visit(t)
	}
	return list
}

// holdsReal reports whether values of t may have Reals in them.
func holdsReal(t Type) bool {
	for _, r := range RecTypes(t) {
		if !Discrete(Replaced(r.Of, func(*RecType) Type { return Unit })) {
			return true
		}
	}
	return false
}

// parts are the types that t is made of; of a recursive type none.
func parts(t Type) []Type {
	switch t := t.(type) {
	case *TupleType:
		return t.Elems
	case *SumType:
		list := make([]Type, len(t.Cons))
		for i, c := range t.Cons {
			list[i] = c.Of
		}
		return list
	case *ArrayType:
		return []Type{t.Elem}
	case *StackType:
		return []Type{t.Elem}
	case *FuncType:
		return append(t.Params[:len(t.Params):len(t.Params)], t.Result)
	}
	return nil
}

// Replaced is t with other types in the place of recursive ones; t itself if it has none.
func Replaced(t Type, by func(*RecType) Type) Type {
	if r, ok := t.(*RecType); ok {
		return by(r)
	}
	old := parts(t)
	each := make([]Type, len(old))
	for i, e := range old {
		each[i] = Replaced(e, by)
	}
	if slices.Equal(each, old) {
		return t
	}
	switch t := t.(type) {
	case *TupleType:
		return &TupleType{each}
	case *SumType:
		out := &SumType{Name: t.Name}
		for i, of := range each {
			out.Cons = append(out.Cons, Con{t.Cons[i].Name, of})
		}
		return out
	case *ArrayType:
		return ArrayOf(each[0], t.Rank)
	case *StackType:
		return &StackType{each[0]}
	}
	last := len(each) - 1
	return &FuncType{each[:last], each[last], t.(*FuncType).Captures}
}
