// Package build makes the loop IR of checked procedures.
//
//	Θ | In : S ⊢ p ⊣ Out : T    ↦    func (leaves of Θ, leaves of S) -> (leaves of T)
//
// First it finds the definitions that the entries need, callees first, and decides which bodies of loops are written
// inside of their loops (plan.go). Then it writes each definition, statement by statement (stmt.go). A variable stands
// for the leaves of its value, so tuples cost nothing. A name of Θ stands for its leaves too, and for a view of each of
// its buffers (ref.go).
//
//	Call f             an operation, call f, or a loop           call.go, prim.go, loop.go
//	Case               if, with what both branches bind          scope.go, fork.go
//	Read, Add, swap    check each index, then load, accum, …     array.go, accum.go
//	Elim, Dup          release, copy, by the type                own.go
//	Stack, bytes{T}    empty, push, pop, len, part by part       stack.go, measure.go
//
// If a run is to be counted (package internal/profile), entering a definition counts, and so do items that come to stacks and
// go from them (count.go).
//
// What a statement could do wrong is checked before, in the order of the interpreter, so the first run-time error is the
// same. An operation that can fail has the position of the innermost statement around it that has one.
//
// A sum, a build and the Add of a whole array are free loops, unless their iterations print, count or call functions of C. All
// other loops are in order. What nobody uses is dropped in the end (loopir/drop.go), and the result is checked.
package build
