package ks

import (
	"fmt"

	"procad/internal/diag"
)

// A Term is an expression of Figure 1. Each declaration below shows how it is
// written. All that is not here is a function that is called by its name.
type Term interface {
	Pos() diag.Pos
	Type() Type
}

// A Node is what all terms have.
type Node struct {
	At diag.Pos
	Of Type
}

// Pos is the place in the source program that the term comes from.
func (n *Node) Pos() diag.Pos { return n.At }

// Type is the type of the term's value.
func (n *Node) Type() Type { return n.Of }

// A Var is a local variable: bound once, compared by pointer.
type Var struct {
	Name string
	Type Type
}

// Const is k, of type R or N.
type Const struct {
	Node
	Real float64
	Int  int64
}

// Use is x.
type Use struct {
	Node
	Var *Var
}

// Call is f(e). A function of several arguments takes a tuple.
type Call struct {
	Node
	Fun Fun
	Arg Term
}

// Pair is (e1, …, en), n ≠ 1.
type Pair struct {
	Node
	Elems []Term
}

// Lambda is λx. e. It stands only in arguments of built-in functions.
type Lambda struct {
	Node
	Var  *Var
	Body Term
}

// Let is let x = e1 in e2.
type Let struct {
	Node
	Var   *Var
	Bound Term
	Body  Term
}

// Case is case e of con1 x1 → e1, …; of a Bool it is if e then e1 else e2. A
// variable that is not used is nil.
type Case struct {
	Node
	X    Term
	Arms []Arm
}

// An Arm is x → e.
type Arm struct {
	Var  *Var
	Body Term
}

// A Fun is what a program calls: a definition or a built-in function.
type Fun interface {
	Name() string
	// Result is the type of the result, or why there is none for this argument.
	Result(arg Type) (Type, error)
}

// Def is f(x: S): T = e.
type Def struct {
	At    diag.Pos
	Title string
	Param *Var
	Of    Type // of the result
	Body  Term
}

// Name is the definition's name.
func (d *Def) Name() string { return d.Title }

// Result is the declared result.
func (d *Def) Result(arg Type) (Type, error) {
	if !Equal(arg, d.Param.Type) {
		return nil, fmt.Errorf("%s takes %s, not %s", d.Title, d.Param.Type, arg)
	}
	return d.Of, nil
}

// Real is the constant of type R.
func Real(at diag.Pos, x float64) *Const { return &Const{Node: Node{at, R}, Real: x} }

// Int is the constant of type N.
func Int(at diag.Pos, x int64) *Const { return &Const{Node: Node{at, N}, Int: x} }

// UseOf is x.
func UseOf(at diag.Pos, x *Var) *Use { return &Use{Node{at, x.Type}, x} }

// Do is f(e1, …, en). That it has a type is an invariant of those who make terms.
func Do(at diag.Pos, f Fun, args ...Term) *Call {
	arg := Tuples(at, args...)
	of, err := f.Result(arg.Type())
	if err != nil {
		panic(diag.Errorf(at, "internal", "%v", err))
	}
	return &Call{Node{at, of}, f, arg}
}

// Tuples is (e1, …, en), or e if there is only one.
func Tuples(at diag.Pos, elems ...Term) Term {
	if len(elems) == 1 {
		return elems[0]
	}
	types := make(Tuple, len(elems))
	for i, e := range elems {
		types[i] = e.Type()
	}
	return &Pair{Node{at, types}, elems}
}

// Fn is λx. e.
func Fn(x *Var, body Term) *Lambda {
	return &Lambda{Node{body.Pos(), Func{x.Type, body.Type()}}, x, body}
}

// In is let x = e1 in e2.
func In(x *Var, bound, body Term) *Let {
	return &Let{Node{bound.Pos(), body.Type()}, x, bound, body}
}

// If is if c then a else b.
func If(at diag.Pos, c, a, b Term) *Case {
	return &Case{Node{at, a.Type()}, c, []Arm{{nil, a}, {nil, b}}}
}

// Args are the arguments of a call: the elements of a tuple that is written as
// one, else the argument itself.
func (c *Call) Args() []Term {
	if p, ok := c.Arg.(*Pair); ok {
		return p.Elems
	}
	return []Term{c.Arg}
}
