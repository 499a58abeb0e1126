// Package delta is paper 2's system: Krawiec, Peyton Jones, Krishnaswami, Ellis,
// Eisenberg, Fitzgibbon: Provably Correct, Asymptotically Efficient, Higher-Order
// Reverse-Mode Automatic Differentiation (POPL 2022).
//
// Every Real becomes a dual number: its value, and the id of a binding on a tape.
// An operation adds one binding, id = Σ c·id', where the numbers c are its partial
// derivatives. The gradient is read off the tape from the newest binding to the
// oldest. Nothing else of a program changes: functions are values that
// capture dual numbers, and no cotangent of a function, a tuple or a sum is needed.
//
//	core term e ──translate.go──▶ D{e} : M D{A} ──machine.go──▶ value, tape ──eval.go──▶ gradient
//
// What is which figure:
//
//	Figure 1      code.go: the language of the translation; its types are check.go
//	Figures 3, 4  forward.go: D with tangents, and F
//	Figures 5, 6  vectors.go: D1 and R1, all partial derivatives at once
//	Figures 7, 8  naive.go: D2 and R2, Deltas as data without sharing
//	Figure 9      translate.go, and translate_loop.go for section 8.3 and core's loops
//	Figure 10     tape.go: Delta, deltaLet, runDelta
//	Figure 11     eval.go: eval, and the array form of section 5.3.3
//	Figure 12     trace.go: a tape as text
//	Figure 14     primitive.go: primitives with n arguments
//	Figure 15     fuse.go: fusion of closed functions
//	Figure 16     firstorder.go: any first-order argument and result
//
// Package emit makes core programs of translations.
//
// Figure 2 is what F and R mean: tests. Figures 13 and 17 are the proof's relation
// and a comparison of publications; they have no code.
//
// # What core has and the paper does not
//
// Arrays and build follow section 8.3. sum adds with D{+}; fold, nTimes, while and
// ccl have their state in D{A}, which needs no rule for the reverse. max and argmax
// give the dual number of the largest, and bind nothing. A primitive that jumps
// has the partial derivatives of core.Partials. A derivative inside of a program
// (section 8.6) is refused: the translation is not in the language that it translates.
package delta
