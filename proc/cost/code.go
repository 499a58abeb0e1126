package cost

import (
	"math"

	"procad/prim"
	"procad/proc"
)

// Code is roughly how many instructions of native code procedures become, with those that are
// written inline: all of them, and those that are not in loops, which stand in a line. It is not
// measured: limits of code, which internal/native has, are for this count.
type Code struct{ All, Line int }

// The instructions of statements by themselves. A statement that has none here leaves its values in registers.
const (
	element = 4  // a check of an index, the address, the load
	branch  = 4  // comparing, two jumps, one place where they meet
	adding  = 6  // an element, an addition, a store
	choice  = 6  // a branch with a name for what it gives
	looping = 10 // the counter, its checks, and the jumps of a loop
	call    = 4  // of a function, with a word for each leaf of the argument and of the result
	copying = 8  // of a leaf of an array: a block, a loop
)

// Flat is the code of n instructions in a line.
func Flat(n int) Code { return Code{n, n} }

// Add appends code.
func (c *Code) Add(d Code) { c.All, c.Line = sum(c.All, d.All), sum(c.Line, d.Line) }

// sum and scaled end at the largest number: types share their parts, so widths have no bound.
func sum(ns ...int) int {
	total := 0
	for _, n := range ns {
		if n > math.MaxInt-total {
			return math.MaxInt
		}
		total += n
	}
	return total
}

func scaled(k, n int) int {
	if n > math.MaxInt/k {
		return math.MaxInt
	}
	return k * n
}

// A Sizer counts the code of procedures, given how definitions are written.
type Sizer struct {
	Width func(proc.Type) int // the number of leaves of a value
	// Call is what a call of f becomes, if it takes such code as a call; false if f has no definition.
	Call func(f proc.Func, call Code) (Code, bool)
	// Iteration is how much is written inline for an iteration of a loop, besides the loop.
	Iteration func(body proc.Func) int
}

// Of is the code of a procedure. That of the branches of every Case, in a line, is entered in
// cases, where it is not nil.
func (z *Sizer) Of(p proc.Procedure, cases map[*proc.Case]int) Code {
	var all Code
	for _, s := range p {
		all.Add(z.Stmt(s))
		var here Code
		proc.Bodies(s, func(body proc.Procedure) { here.Add(z.Of(body, cases)) })
		if c, ok := s.(*proc.Case); ok && cases != nil {
			cases[c] = here.Line
		}
		all.Add(here)
	}
	return all
}

// Stmt is the code of a statement, without the statements that it has in it.
func (z *Sizer) Stmt(s proc.Stmt) Code {
	switch s := s.(type) {
	case *proc.Call:
		return z.call(s)
	case *proc.Case:
		return Flat(branch)
	case *proc.Choose:
		return Flat(choice)
	case *proc.Add:
		return Flat(adding)
	case *proc.Read, *proc.Row:
		return Flat(element)
	case *proc.Elim:
		if !proc.Scalar(s.In.Type) {
			return Flat(z.Width(s.In.Type))
		}
	case *proc.Dup:
		if !proc.Scalar(s.In.Type) {
			return Flat(scaled(copying, z.Width(s.In.Type)))
		}
	}
	return Code{}
}

func (z *Sizer) call(s *proc.Call) Code {
	if _, ok := prim.Table[s.Func]; ok {
		return Flat(1)
	}
	in := z.Width(s.In.Type)
	if _, body, ok := s.Func.Loop(); ok {
		loop := Flat(sum(looping, in))
		loop.All = sum(loop.All, z.Iteration(body))
		return loop
	}
	words := sum(in, z.Width(s.Out.Type))
	if code, ok := z.Call(s.Func, Flat(sum(call, words))); ok {
		return code
	}
	return Flat(sum(call, scaled(2, words))) // of the runtime, which takes and gives blocks of words
}
