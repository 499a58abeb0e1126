// Package recursion removes recursion: what it leaves has no definition that calls itself,
// and every later pass and each derivative is of loops.
//
// A recursion whose calls are all tail calls is a loop over the arguments, with f(a) for
// enter a and the result for return r; state is (go, m), and run has no stack:
//
//	def f(x) = e    ↦    def f(x) = result(while(…, (true, enter x), \(go, _). go, \(_, m). case m of enter x -> ⟦e⟧, return r -> (false, return r)))
//
//	⟦f(a)⟧ = (true, enter a)      ⟦e⟧ = (false, return e)      ⟦let x = e in t⟧ = let x = e in ⟦t⟧      ⟦case e of x -> t, …⟧ = case e of x -> ⟦t⟧, …
//
// A single function that takes little to choose between a call and a result needs no such state
// (tail.go): the loop is over its arguments, and the choice is the condition.
//
// In any other recursion what follows a call is a frame on a stack, a constructor of the sum
// of all such places with the variables that are free there (continuations, defunctionalised):
//
//	⟦let y = f(a) in t⟧ = (true, enter a, push(s, frame z))                z are the variables of t but y
//	⟦e⟧                 = (true, return e, s)
//
//	case m of enter x  -> ⟦e⟧
//	          return y -> let (s, k) = pop(s) in case k of frame z -> ⟦t⟧, bottom -> (false, return y, s)
//
// Several functions that call each other are several constructors of enter. What is needed
// before this is the form in which a recursive call is a tail call, or alone in a let:
//
//   - lambda.go: local functions become definitions, with what they see as parameters.
//   - normal.go: what an expression computes before and after a recursive call is bound; what
//     follows a case with a recursive call is a function of its own, a join.
//   - loop.go: a loop around a recursive call is a function of its own, which calls itself.
//   - contify.go: what follows a loop, which is called at one place, is at its end, so that its call has no frame.
//   - inline.go: a short join stands where it is called.
//   - static.go: a parameter that no call changes is no part of state and frames, so an array
//     that all calls read is not copied; what is computed first of such parameters is computed once.
//   - machine.go, tail.go: the loop.
//
// A run fails if and only if it failed before. Each call is one or two iterations, and moves
// what it passes on and keeps. A call from outside is 1 deep, one within it is one deeper than
// the call that makes it, a tail call too; one that is deeper than the limit is a run-time error.
// The strategy of a loop around a recursive call is not followed.
//
// # Types
//
// The pass heaps removes recursive types, after that, when all that repeats is a loop. A value of
// type T is then the number of a node in an array of the nodes of T, its heap:
//
//	Tree = μα. Real + (α, α)    ↦    Int, with a heap of type (Real + (Int, Int))[_]
//
//	⟦unroll e⟧ = h[⟦e⟧]              a read of one element, whose derivative adds to one element
//	⟦roll e⟧   = n                   and from then on h' = append(h, n, ⟦e⟧) and n' = n + 1
//
// A heap is handed on from term to term, in the order of their evaluation (state passing): where nodes
// are only read it is a parameter that nothing changes, so that a sum of n reads of a tree adds to one
// array of cotangents; where nodes are made it is part of the state of loops and of the results of cases
// and functions. It has room for more nodes than it has, and append makes one twice as large where it is
// full: a node is made in constant time on average, forwards and backwards. No node is ever changed, so
// values share parts, and the cotangents of a shared node add up as those of an element do.
//
// What is left of a term whose value has no T in it is nothing: its nodes are free after it. A function
// without T in its parameters and its result has a heap of its own, and no caller knows of it.
//
//   - types.go: which heaps a term reads and adds to.
//   - heap.go, heap_loop.go, heap_call.go: terms, loops, calls and derivatives.
//   - entry.go: what is called from outside, where a T is (e, h, …): what has Ints for the nodes, and
//     the heaps. Those of all parameters become one.
//
// A value of T has no arrays and no functions in it. A derivative in the program is in numbers: one in values
// of T becomes one in theirs before recursions are removed (numbers.go, numbers_list.go), and heaps are constants in it.
package recursion
