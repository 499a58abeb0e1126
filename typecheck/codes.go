package typecheck

import "procad/proc"

// The codes of messages. Explanations says what each means, by an example.
const (
	UsedTwice       = "used-twice"
	Unused          = "unused"
	Unbound         = proc.CodeUnbound
	Redefined       = "redefined"
	BranchMismatch  = "branch-mismatch"
	TypeMismatch    = proc.CodeTypeMismatch
	NotShared       = "not-shared"
	NotAccumulator  = "not-accumulator"
	UnknownRef      = proc.CodeUnknownRef
	WrongArity      = proc.CodeWrongArity
	BadAxis         = "bad-axis"
	UnknownFunction = proc.CodeUnknownFunction
	NotATuple       = proc.CodeNotATuple
	NotASum         = proc.CodeNotASum
	BadElement      = "bad-element"
	IllFormed       = "ill-formed"
	Recursion       = "recursion"
)

// An Explanation tells what a code means. Example is a program that has the
// error, as .proc text.
type Explanation struct{ Code, Meaning, Example string }

// Explanations lists every code.
var Explanations = []Explanation{
	{UsedTwice, "a variable is used a second time; a Dup makes two of it", `
def square (x : Real) -> (y : Real)
  xx = (x, x)
  y = Call mul xx
`},
	{Unused, "a variable is never used; an Elim drops it", `
def first (xy : (Real, Real)) -> (x : Real)
  (x, y) = xy
`},
	{Unbound, "nothing binds the variable, or not in this branch", `
def f (x : Real) -> (y : Real)
  y = Call exp z
  Elim x
`},
	{Redefined, "a second variable, name of zone Θ or definition has the same name", `
def f (x : Real) -> (y : Real)
  x = Call exp x
  y = Call exp x
`},
	{BranchMismatch, "the branches of a Case do not use the same variables, or do not leave the same", `
def f (xc : (Real, Bool)) -> (y : Real)
  (x, c) = xc
  Case c
    (Inl t
      Elim t
      y = Call exp x
    )
    (Inr f
      Elim f
      y = Const 0.0
    )
`},
	{TypeMismatch, "a value of one type stands where another is wanted", `
def f (n : Int) -> (y : Real)
  y = Call exp n
`},
	{NotShared, "an accumulator is read: it can only be added to", `
def f [s : +Real] (u : ()) -> (x : Real)
  Elim u
  x = Read s
`},
	{NotAccumulator, "a shared name is added to: it can only be read", `
def f [s : &Real] (x : Real) -> (u : ())
  Add s x
  u = ()
`},
	{UnknownRef, "no name of zone Θ is called so here", `
def f (v : Real) -> (w : Real)
  w = Read v
  Elim v
`},
	{WrongArity, "too many or too few parts of a tuple, indices, or names of zone Θ", `
def f [s : &[[Real]]] (i : Int) -> (x : Real)
  x = Read s i
`},
	{BadAxis, "an array has no dimension of that number; the first is 0", `
def f [s : &[Real]] (u : ()) -> (n : Int)
  Elim u
  n = Size s 1
`},
	{UnknownFunction, "there is no function of that name, or the types in its braces do not fit it", `
def f (x : Real) -> (y : Real)
  y = Call expo x
`},
	{NotATuple, "a value is taken apart that has no parts", `
def f (x : Real) -> (y : Real)
  (y, z) = x
  Elim z
`},
	{NotASum, "a Case is on a value of a type that is no sum, or Inl or Inr gives such a type", `
def f (x : Real) -> (y : Real)
  y : Real = Inl x
`},
	{BadElement, "an array has elements in which there are arrays or stacks", `
def f (v : [Stack Real]) -> (u : ())
  Elim v
  u = ()
`},
	{IllFormed, "no value can have this type here", `
def f [s : &Stack Real] (x : Real) -> (x : Real)
`},
	{Recursion, "a function calls itself, perhaps through others or through loops", `
def f (ns : (Int, Real)) -> (y : Real)
  y = Call nTimes{g} ns
def g (x : Real) -> (y : Real)
  n = Const 2
  nx = (n, x)
  y = Call f nx
`},
}
