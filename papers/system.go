package papers

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// A System makes gradients in the way of one of the papers.
type System struct {
	Name  string // as in --via
	Paper int    // 1 to 4, as in docs/figures.md
	About string // what it is, in a few words
	// Gradient is f(args) = t and t̄ᵀ J, the product of a seed with the Jacobian of f,
	// a definition of p, in all of its parameters: of the type that core.Operator VJP
	// gives its result. A nil seed is 1, for an f whose result is Real; any other has the
	// type core.Tangent of the result. Reals are numbers of d in the arguments,
	// the seed and the result. The error is an *Unsupported, a *eval.RuntimeError, or a
	// *number.Refused.
	Gradient func(p *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (*Result, error)
	// Memory is about how much Gradient takes; it is zero for the compiler, of which more is known.
	Memory Memory
}

// Memory is about how many bytes a system takes for a gradient: so many for each operation of the function,
// and so many for each number of the cotangents of its reads, see estimate.Report. A system that
// has a whole cotangent of an array for each element that is read takes most of it for these.
type Memory struct{ Operation, Spread float64 }

// A Result is what a system computes, and what it did for it.
type Result struct {
	Value, Gradient eval.Value
	Operations      int64 // on Reals: those of the value and those of the gradient
	Steps           int64 // terms evaluated, and elements of arrays written; -1 if not counted
	Bytes           int64 // what was kept for the reverse: 8 for a number, 4 for a reference to one; -1 if not counted
}

// CodeCannotSay: a system has no rule for a construct.
const CodeCannotSay = "cannot-say"

// An Unsupported is what a system has no rule for.
type Unsupported struct {
	Pos       diag.Pos
	System    string
	Construct string // with its article: a derivative inside of a program
}

func (u *Unsupported) Error() string { return u.Diagnostic().Error() }

// Diagnostic is the error for a person.
func (u *Unsupported) Diagnostic() *diag.Error {
	return diag.Errorf(u.Pos, CodeCannotSay, "%s cannot say %s", u.System, u.Construct).
		Hintf("procad compare FILE says which systems can; --via rev is the compiler")
}

// One is the seed 1 of f. The error is an *Unsupported if its result is not Real.
func One(system string, f *core.Def, d number.Domain) (seed eval.Value, err error) {
	if f.Result != core.Real {
		return nil, &Unsupported{f.Pos, system, fmt.Sprintf("the gradient of a result of type %s without a seed", f.Result)}
	}
	defer number.Catch(&err)
	return d.Literal(f.Pos, 1), nil
}
