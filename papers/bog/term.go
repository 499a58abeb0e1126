package bog

import (
	"procad/internal/diag"
	"procad/papers/ks"
)

// A Term is an expression of the single-use dialect: every variable of a type with
// Rs is used exactly once, in each arm of a case. Variables without Rs have no
// cotangent, and may be used as often as one likes. Each declaration below shows how
// a term is written.
type Term interface {
	Pos() diag.Pos
	Type() ks.Type
}

type node struct {
	at diag.Pos
	of ks.Type
}

func (n *node) Pos() diag.Pos { return n.at }
func (n *node) Type() ks.Type { return n.of }

type (
	// Plain is a term of package ks without Rs in its type, or a constant. It uses
	// the variables with Rs in it, which get the cotangent 0.
	Plain struct {
		node
		Term ks.Term
		Uses []*ks.Var
	}
	// Use is x.
	Use struct {
		node
		X *ks.Var
	}
	// Call is f(e), where f is a definition, a built-in function, dup or elim.
	Call struct {
		node
		F   ks.Fun
		Arg Term
	}
	// Pair is (e1, …, en).
	Pair struct {
		node
		Elems []Term
	}
	// Let is let x = e1 in e2.
	Let struct {
		node
		X           *ks.Var
		Bound, Body Term
	}
	// LetPair is let (x, y) = e1 in e2.
	LetPair struct {
		node
		X, Y        *ks.Var
		Bound, Body Term
	}
	// Case is case e of con1 x1 → e1, ….
	Case struct {
		node
		X    Term
		Arms []Arm
	}
	// Build is build(n, λi. e), with the sizes of an element that is a vector.
	Build struct {
		node
		Sizes []Term
		I     *ks.Var
		Elem  Term
	}
	// Fold is fold (λt. e) acc v.
	Fold struct {
		node
		T         *ks.Var
		Body      Term
		Acc, Over Term
	}
)

// An Arm is x → e.
type Arm struct {
	X    *ks.Var
	Body Term
}

// Def is f(x: S): T = e in the dialect.
type Def struct {
	At    diag.Pos
	Title string
	Param *ks.Var
	Body  Term
}

// Name is the definition's name.
func (d *Def) Name() string { return d.Title }

// Result is the type of e.
func (d *Def) Result(ks.Type) (ks.Type, error) { return d.Body.Type(), nil }

// Dup is dup :: t → (t, t), and Elim is elim :: t → (). A program has them where it
// uses a variable twice, or not at all.
type (
	Dup  struct{}
	Elim struct{}
)

func (Dup) Name() string  { return "dup" }
func (Elim) Name() string { return "elim" }

// Result is (t, t).
func (Dup) Result(arg ks.Type) (ks.Type, error) { return ks.Tuple{arg, arg}, nil }

// Result is ().
func (Elim) Result(ks.Type) (ks.Type, error) { return ks.Unit, nil }

// children are the terms directly inside of t that are all evaluated with it; arms
// are those of which one is.
func children(t Term) (all []Term, arms []Arm) {
	switch t := t.(type) {
	case *Call:
		all = []Term{t.Arg}
	case *Pair:
		all = t.Elems
	case *Let:
		all = []Term{t.Bound, t.Body}
	case *LetPair:
		all = []Term{t.Bound, t.Body}
	case *Case:
		all, arms = []Term{t.X}, t.Arms
	case *Build:
		all = append(append(all, t.Sizes...), t.Elem)
	case *Fold:
		all = []Term{t.Acc, t.Over, t.Body}
	}
	return all, arms
}
