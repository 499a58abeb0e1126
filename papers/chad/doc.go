// Package chad is paper 4, Combinatory Homomorphic Automatic Differentiation: D→ and D←
// as functions from a source language to a target language with linear types.
//
//	core ──Definition──▶ source ──Deriver──▶ target ──Concrete──▶ concrete ──Simplify──▶ concrete
//
// D→(t) and D←(t) are a pair of the value of t and a linear function: the derivative,
// or its transpose. What is linear is typed as such: it is a homomorphism of
// commutative monoids, (0, +), and may use its variable any number of times. (The
// procedures of the compiler are linear in the other sense: they use a variable once.)
//
// # Which file is which figure
//
//	section 3    term.go, type.go            the source language
//	Figure 3     check.go                    its typing rules
//	section 4    linear_term.go              the target language
//	Figure 5     check.go, check_linear.go   its typing rules
//	section 5.4  eval.go                     Figure 7: values of terms
//	section 7.3  operation.go                operations, Dop and Dop^t; array_operation.go, vector_operation.go
//	section 7.4  forward.go                  D→; derivative_type.go: its types
//	section 7.5  reverse.go                  D←; derivative_type.go: its types
//	section 9.1  linear, eval_linear.go      Figure 8: abstract types, and ( )^T
//	section 9.2  concretise.go               ( )^T into the concrete language; its operations: concrete_operation.go
//	section 10   forward_loop.go, reverse_loop.go   map, Dmap and Dmap^t; arrays, loops
//	section 11.3 analysis.go                 other monoids than that of derivatives
//	Table 1      simplify_let.go, simplify_plus.go, simplify_array.go   the rules; simplify.go uses them
//
// From core comes elaborate.go, text is made by print.go and layout.go, and system.go and
// program.go are what others call. The files eval_… are values of operations and loops.
//
// # What is not in the paper
//
// efficient.go and efficient_loop.go are a later publication, Efficient CHAD.
//
// Sums are those of Lucatelli Nunes and Vákár: the cotangents of τ+σ are Maybe (Either …),
// whose 0 is Nothing. Arrays have sizes at run time, so the 0 of an array has none:
// it is one value, which is + with nothing. Ints have the derivative 0, of 1_. Loops store
// their states and run a body again for its derivative.
package chad
