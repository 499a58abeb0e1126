// Package inline puts functions in the place of their calls.
//
//	f(e1, …, en)  =  let x1 = e1; …; xn = en in b        for def f(x1, …, xn) = b, and f = \(x1, …, xn). b
//
// Cheap says which terms may be computed again instead of a variable.
//
// The checks of sizes that b begins and ends with stay where they are, and every
// term keeps its position. It is no pass: passes that gain by it call it.
package inline
