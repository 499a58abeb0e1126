// Package llvm translates procedures into LLVM IR.
//
//	proc.Def ──Generate──▶ toolchain.Code: texts of an LLVM module ──package toolchain──▶ executable, object, .a or .so
//
// The packages below know nothing of how code is written: abi has how values are laid out and definitions
// called, capi the functions of a library as C sees them, module what is around functions, ll LLVM's text and
// rules of types. Here are the functions of definitions; package export has those by which callers reach them.
//
// Tuples do not exist at run time: a value is a flat list of leaves
// (abi/leaf.go), and a variable stands for the leaves it has (scope.go). A
// definition becomes an LLVM function, the body of a loop stands where the
// loop is (plan.go). What can go wrong at run time is checked and ends in a
// run-time error (prim.RuntimeError), which the entry returns.
//
//	Θ | a : S ⊢ p ⊣ b : T      ↦      T' @f(ctx, Θ', S')
//	s : &τ ↦ the leaves of τ    s : +τ ↦ cells (double*), buffers    Array^r σ ↦ a buffer per leaf of σ, dimensions
//
// Modules are in the syntax with typed pointers, which clang 13 to 19 takes.
package llvm
