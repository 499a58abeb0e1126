package core

import (
	"fmt"

	"procad/internal/diag"
	"procad/internal/form"
)

// A Term is an expression. Each declaration below shows the concrete syntax.
type Term interface {
	Pos() diag.Pos // of what characterises it: an operator, a name
	Type() Type
	isTerm()
}

// A Node is what all terms have.
type Node struct {
	At diag.Pos
	Of Type
}

// Pos is the place in the source.
func (n *Node) Pos() diag.Pos { return n.At }

// Type is the type of the term's value.
func (n *Node) Type() Type { return n.Of }

func (n *Node) isTerm() {}

// A Var is a variable: bound once, compared by pointer. Name is what the
// program calls it; several may have the same one. It is "" where a program has
// no name for a value because it takes it apart where it binds it.
type Var struct {
	Pos  diag.Pos
	Name string
	Type Type
	mark mark
}

// Use is x.
type Use struct {
	Node
	Var *Var
}

// RealConst is 1.5.
type RealConst struct {
	Node
	Value float64
}

// IntConst is 12.
type IntConst struct {
	Node
	Value int64
}

// Prim is op(e1, …, en).
type Prim struct {
	Node
	Op   Op
	Args []Term
}

// Global is f, a definition.
type Global struct {
	Node
	Def *Def
}

// Lambda is \(x1, …, xn). e.
type Lambda struct {
	Node
	Params []*Var
	Body   Term
}

// Apply is f(e1, …, en), where f is any term of a function's type.
type Apply struct {
	Node
	Func Term
	Args []Term
}

// Derive is grad(f): a derivative of a function, itself a function. Wanted says in
// which of f's parameters; nil is all of them. In the others its result has (). It
// is nil for jvp.
type Derive struct {
	Node
	Op     Operator
	Wanted []bool
	Func   Term
}

// Tuple is () or (e1, …, en), n ≥ 2.
type Tuple struct {
	Node
	Elems []Term
}

// Let is let x = e in b.
type Let struct {
	Node
	Var   *Var
	Bound Term
	Body  Term
}

// Untuple is let (x1, …, xn) = e in b. A variable that is not used is nil.
type Untuple struct {
	Node
	Vars  []*Var
	Bound Term
	Body  Term
}

// Inject is con e, where con is constructor number Con of the sum that is its
// type.
type Inject struct {
	Node
	Con int
	X   Term
}

// Case is case e of con1 x1 -> b1, …, with an arm for each constructor.
type Case struct {
	Node
	X    Term
	Arms []Arm
}

// An Arm is x -> b; x is nil if it is not used.
type Arm struct {
	Var  *Var
	Body Term
}

// Build is [e for i < n, j < m]: no size uses an index. Row, which may be nil,
// is the sizes of e if that is an array: without it an array without elements
// has the size 0 in these dimensions. Sizes that are not the same in all
// elements, or not those of Row, are a run-time error.
type Build struct {
	Node
	Binders []Binder
	Row     []Term
	Body    Term
}

// A Binder is i < n: the Int i runs from 0 to n-1.
type Binder struct {
	Var  *Var
	Size Term
}

// Reduce is sum(i < n, j < i) e or max(i < n, j < i) e: loops in loops, where a
// size may use earlier indices. A sum may be of Real, Int, and tuples and arrays
// of these; a max is of Real or Int, and so is what argmax(i < n) e, an Int, has one index of. Zero, which may be nil, says what sizes the
// arrays in the sum of nothing have; without it such a sum is a run-time error,
// as is the maximum of nothing.
type Reduce struct {
	Node
	Op      Reduction
	Binders []Binder
	Zero    Shape
	Body    Term
}

// A Reduction is how a Reduce combines values.
type Reduction string

// The reductions.
const (
	Sum    Reduction = "sum"
	Max    Reduction = "max"    // the first of the largest
	ArgMax Reduction = "argmax" // the index of the first of the largest
)

// Literal is the array of the given elements and sizes, the last index fastest.
type Literal struct {
	Node
	Dims  []int64
	Elems []Term
}

// Index is a[i1, …, ik]. With as many indices as a has dimensions it is an
// element, with fewer the array of the remaining dimensions.
type Index struct {
	Node
	X  Term
	At []Term
}

// Size is size(a, k).
type Size struct {
	Node
	X    Term
	Axis int
}

// Set is set(a, i1, …, ir, e): a with one element replaced.
type Set struct {
	Node
	X     Term
	At    []Term
	Value Term
}

// Fold is fold(\(acc, x). e, a, v): x runs over v[0], v[1], …. If it adds, it is
// fold(\(acc, x). acc + e, a, v), part by part, where e does not mention acc.
type Fold struct {
	Node
	Plan      Plan
	Adds      bool
	Acc, Elem *Var
	Body      Term
	Init      Term
	Over      Term
}

// NTimes is nTimes(n, a, \s. e).
type NTimes struct {
	Node
	Plan  Plan
	Count Term
	Init  Term
	State *Var
	Body  Term
}

// While is while(n, a, \s. c, \s. e): e as long as c holds. A run-time error
// where c holds after n iterations.
type While struct {
	Node
	Plan  Plan
	Limit Term
	Init  Term
	Test  *Var
	Cond  Term
	State *Var
	Body  Term
}

// Ccl is ccl(n, a, \(i, s). e): i runs from n-1 down to 0. The program promises
// that the iterations commute.
type Ccl struct {
	Node
	Count        Term
	Init         Term
	Index, State *Var
	Body         Term
}

// A Plan is what a program says about the reverse of a sequential loop.
type Plan struct {
	Label    string   // "" if there is none; no other loop of the definition has it
	Strategy Strategy // nil if there is none
	Origin   *Origin  // where the label is from; see Labels
	Fixed    string   // why the loop takes no strategy; "" if it takes one, as each loop of a text does
}

// A Strategy is what the reverse of a loop keeps of its iterations. Core carries
// it along and prints it.
type Strategy interface{ String() string }

// SizeCheck is (e : T): the value of e, whose sizes have to be those of the shape.
// Name is what messages call the value.
type SizeCheck struct {
	Node
	X     Term
	Shape Shape
	Name  string
}

// Assert is assert(c, "message"), of type (), where a run-time error has the given code.
type Assert struct {
	Node
	Cond    Term
	Message string
	Code    AssertCode
}

// An AssertCode says what is asserted.
type AssertCode int

// The codes.
const (
	Asserted    AssertCode = iota // what the program says
	WithinDepth                   // that no call is deeper than allowed
	SameTags                      // that a tangent or a seed has the constructors of its value
)

// Foreign is extern "symbol" (e1, …, en): what a function of C gives. The shape says all sizes of
// arrays in the result. With Status the function returns an int too, which is 0 unless it failed.
type Foreign struct {
	Node
	Symbol string
	Status bool
	Args   []Term
	Shape  Shape
}

// Trace is trace("x", e): the value of e, which is printed after a name. Form is what the
// program calls its parts; may be nil.
type Trace struct {
	Node
	Name string
	Form *form.Form
	X    Term
}

// StackTerm is an operation on a stack, which takes constant time. Stacks are linear:
// a value of a stack is used once.
//
//	empty : Stack τ      push(s, x) : Stack τ      pop(s) : (Stack τ, τ)      drained(s) : ()
type StackTerm struct {
	Node
	Op   StackOp
	Args []Term
}

// A StackOp is an operation on stacks.
type StackOp string

// The operations.
const (
	Empty   StackOp = "empty"
	Push    StackOp = "push"
	Pop     StackOp = "pop"     // of a stack that is not empty
	Drained StackOp = "drained" // of one that is
)

// StopGradient is stopGradient(e): the value of e, without derivatives.
type StopGradient struct {
	Node
	X Term
}

// A Shape says which sizes the arrays in a value have: nil, *ArrayShape,
// *TupleShape or *SumShape. nil says nothing.
type Shape interface{ isShape() }

// ArrayShape is the sizes of an array; those that are nil may be any.
type ArrayShape struct{ Sizes []ShapeSize }

// A ShapeSize is a size, and what messages call it.
type ShapeSize struct {
	Size Term // nil: any
	Name string
}

// TupleShape is a shape for each component.
type TupleShape struct{ Elems []Shape }

// SumShape is a shape for each constructor.
type SumShape struct{ Cons []Shape }

func (*ArrayShape) isShape() {}
func (*TupleShape) isShape() {}
func (*SumShape) isShape()   {}

// describe is how an internal error calls a term.
func describe(e Term) string { return fmt.Sprintf("%T at %s", e, e.Pos()) }
