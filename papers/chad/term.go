package chad

import "procad/internal/diag"

// A Term is a term of the source language (Figure 3), or a Cartesian term of the
// target language (Figure 5) or of the concrete language.
type Term interface{ isTerm() }

// A Var is a variable: bound once, compared by pointer.
type Var struct {
	Name string
	Type Type

	total bool // stands for a function that does not fail; see total
}

// The terms of the source language, section 3, which are in the target language too.
type (
	// Use is x.
	Use struct{ Var *Var }
	// Let is let x = t in s.
	Let struct {
		Var         *Var
		Bound, Body Term
	}
	// Op is op(t1, …, tk).
	Op struct {
		Pos  diag.Pos
		Op   Operation
		Args []Term
	}
	// Unit is <>.
	Unit struct{}
	// Pair is <t, s>.
	Pair struct{ A, B Term }
	// Fst is fst t, and Snd is snd t.
	Fst struct{ X Term }
	Snd struct{ X Term }
	// Lambda is λx. t.
	Lambda struct {
		Var  *Var
		Body Term
	}
	// Apply is t s.
	Apply struct{ Func, Arg Term }

	// Inl is inl t, of type τ+Other; Inr is inr t, of type Other+τ.
	Inl struct {
		X     Term
		Other Type
	}
	Inr struct {
		X     Term
		Other Type
	}
	// Case is case t of inl x → a | inr y → b.
	Case struct {
		X    Term
		L, R *Var
		A, B Term
	}
	// Call is f t, where f is a definition.
	Call struct {
		Def *Def
		Arg Term
	}
)

// The terms of the source language that the paper has no rules for, or those of
// section 10. Indices are of type int, or int*…*int for several dimensions.
type (
	// Map is map(x.t, s), section 10.
	Map struct {
		Var      *Var
		Body, On Term
	}
	// Build is build(i < n. t), the array of t for all i < n.
	Build struct {
		Pos  diag.Pos
		Size Term
		Row  []Term // sizes of t if that is an array and there are no i; may be nil
		Var  *Var
		Body Term
	}
	// Sum is sum(i < n. t). Zero, which may be nil, is the sum of nothing.
	Sum struct {
		Pos   diag.Pos
		Size  Term
		Zero  Term
		Inner bool // in another sum, which decides what the sum of nothing is
		Var   *Var
		Body  Term
	}
	// Max is max(i < n. t), and with Index the first i that it is t of.
	Max struct {
		Pos   diag.Pos
		Index bool
		Size  Term
		Var   *Var
		Body  Term
	}
	// Loop is loop(n, s, <i, a>. t): a is s, and then t for i = 0, …, n-1. If there
	// is a Cond, it ends as soon as that does not hold for a, and n is a limit.
	Loop struct {
		Pos   diag.Pos
		Count Term
		Down  bool // i = n-1, …, 0
		Init  Term
		Var   *Var // <i, a>
		Body  Term
		CondV *Var // a
		Cond  Term // nil: true
	}
	// Stop is stop t, which has the value of t and the derivative 0.
	Stop struct{ X Term }
)

// LinLambda is λ_v. t, of type A ⊸ B: the Cartesian term of Figure 5 that is not in the source language.
type LinLambda struct {
	From Linear
	Body LinTerm
}

// A Def is a function: def f(x) = t. Its t has no other variables.
type Def struct {
	Name   string
	Param  *Var
	Body   Term
	Result Type
}

// Type is the type of f.
func (d *Def) Type() FunType { return FunType{d.Param.Type, d.Result} }

func (*Use) isTerm()       {}
func (*Let) isTerm()       {}
func (*Op) isTerm()        {}
func (*Unit) isTerm()      {}
func (*Pair) isTerm()      {}
func (*Fst) isTerm()       {}
func (*Snd) isTerm()       {}
func (*Lambda) isTerm()    {}
func (*Apply) isTerm()     {}
func (*Inl) isTerm()       {}
func (*Inr) isTerm()       {}
func (*Case) isTerm()      {}
func (*Call) isTerm()      {}
func (*Map) isTerm()       {}
func (*Build) isTerm()     {}
func (*Sum) isTerm()       {}
func (*Max) isTerm()       {}
func (*Loop) isTerm()      {}
func (*Stop) isTerm()      {}
func (*LinLambda) isTerm() {}

// newVar is a new variable.
func newVar(name string, of Type) *Var { return &Var{Name: name, Type: of} }

// use is x.
func use(x *Var) Term { return &Use{x} }

func fst(t Term) Term { return &Fst{t} }
func snd(t Term) Term { return &Snd{t} }

// pairs is <<t1, t2>, …, tn>: <> for n = 0, t1 for n = 1.
func pairs(terms ...Term) Term {
	if len(terms) == 0 {
		return &Unit{}
	}
	t := terms[0]
	for _, u := range terms[1:] {
		t = &Pair{t, u}
	}
	return t
}

// part is component i of t, which is <<t1, t2>, …, tn>.
func part(t Term, i, n int) Term {
	for k := n - 1; k > max(i, 0); k-- {
		t = fst(t)
	}
	if i > 0 {
		return snd(t)
	}
	return t
}
