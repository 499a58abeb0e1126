package delta

import (
	"procad/core"
	"procad/internal/diag"
)

// A Code is a computation of type M A, and an Expr a value of type A (Figure 1, the
// part that only translations have). All types are D{A} for an A of core, so the
// types here are those of core: core.Real is D{R} = R × Delta, and a function
// A → B is D{A} → M D{B}.
type (
	Code interface{ isCode() }
	Expr interface{ isExpr() }
)

// Computations.
type (
	// Pure is pure e.
	Pure struct{ X Expr }
	// Do is do {x <- s; …; s'}.
	Do struct {
		Stmts []Stmt
		Last  Code
	}
	// Call is f (e1, …, en).
	Call struct {
		At   diag.Pos
		Func Expr
		Args []Expr
	}
	// Op is D{op} (e1, …, en), for an op that gives a Real of Reals (Figure 14).
	Op struct {
		At   diag.Pos
		Op   core.Op
		Args []Expr
	}
	// BoundReal is do {u <- deltaLet Zero; pure (r, Var u)}: a literal as Figure 12
	// has it.
	BoundReal struct {
		At    diag.Pos
		Value float64
	}
	// Case is case e of con1 x1 -> s1, ….
	Case struct {
		X    Expr
		Of   *core.SumType
		Arms []Arm
		Type core.Type
	}
	// Loop is a loop of core, with In for the terms that are evaluated once, and Body
	// for those that are evaluated in each iteration, in the order of core.Slots. Sizes
	// are what core.Carried has.
	Loop struct {
		Form  core.Term
		In    []Expr
		Body  []Code
		Sizes Sizes
	}
)

// A Stmt is x <- s, or (x1, …, xn) <- s. A variable that is not used is nil.
type Stmt struct {
	Vars  []*core.Var
	Tuple bool
	From  Code

	fresh bool // the translation made the variable, and uses it once
}

// An Arm is x -> s; x is nil if it is not used.
type Arm struct {
	Var  *core.Var
	Body Code
}

// Sizes are the values of the sizes that a term of core carries.
type Sizes map[core.Term]Expr

// Values.
type (
	// Use is x.
	Use struct{ Var *core.Var }
	// Real is (r, Zero).
	Real struct {
		At    diag.Pos
		Value float64
	}
	// Int is n.
	Int struct{ Value int64 }
	// OfInt is (real n, Zero).
	OfInt struct {
		At diag.Pos
		X  Expr
	}
	// Plain is op (e1, …, en) for an op that gives an Int or a Bool: it sees
	// only the first components of dual numbers.
	Plain struct {
		At   diag.Pos
		Op   core.Op
		Args []Expr
	}
	// Global is the translation of a definition.
	Global struct{ Def *core.Def }
	// Lambda is \(x1, …, xn). s.
	Lambda struct {
		Params []*core.Var
		Body   Code
		Type   *core.FuncType
		From   *core.Lambda
	}
	// Tuple is (e1, …, en).
	Tuple struct{ Elems []Expr }
	// Inject is con e.
	Inject struct {
		Of  *core.SumType
		Con int
		X   Expr
	}
	// Literal is an array of the given elements.
	Literal struct {
		Form  *core.Literal
		Elems []Expr
	}
	// Index is e[e1, …, ek].
	Index struct {
		Form *core.Index
		X    Expr
		At   []Expr
	}
	// Size is size(e, k).
	Size struct {
		X    Expr
		Axis int
	}
	// Set is set(e, e1, …, er, e').
	Set struct {
		Form     *core.Set
		X, Value Expr
		At       []Expr
	}
	// Sized is (e : sizes).
	Sized struct {
		Form  *core.SizeCheck
		X     Expr
		Sizes Sizes
	}
	// Assert is assert(e, "…").
	Assert struct {
		Form *core.Assert
		Cond Expr
	}
	// Stop is e with Zero for every Delta.
	Stop struct{ X Expr }
)

func (*Pure) isCode()      {}
func (*Do) isCode()        {}
func (*Call) isCode()      {}
func (*Op) isCode()        {}
func (*Case) isCode()      {}
func (*BoundReal) isCode() {}
func (*Loop) isCode()      {}

func (*Use) isExpr()     {}
func (*Real) isExpr()    {}
func (*Int) isExpr()     {}
func (*OfInt) isExpr()   {}
func (*Plain) isExpr()   {}
func (*Global) isExpr()  {}
func (*Lambda) isExpr()  {}
func (*Tuple) isExpr()   {}
func (*Inject) isExpr()  {}
func (*Literal) isExpr() {}
func (*Index) isExpr()   {}
func (*Size) isExpr()    {}
func (*Set) isExpr()     {}
func (*Sized) isExpr()   {}
func (*Assert) isExpr()  {}
func (*Stop) isExpr()    {}
