// Package llvm makes modules of LLVM IR: the functions of definitions, and what callers reach.
//
//	proc.Def ──loopir/build──▶ loop IR ──loopir/passes──▶ loop IR ──loopir/emit──▶ functions ─┐
//	entries ──export──▶ functions by which callers reach them ────────────────────────────────┴▶ toolchain.Code
//	toolchain.Code: texts of a module ──package toolchain──▶ executable, object, .a or .so
//
// Package loopir/build writes definitions in the loop IR, packages loopir/passes and loopir/emit make LLVM IR of it. The other packages
// below know nothing of how code is written: abi has how values are laid out and functions called, capi the functions of a
// library as C sees them, module what is around functions, ll LLVM's text and rules of types. Package export has the functions by
// which callers reach entries.
//
//	emit.go          the options, and a module from its begin to its end
//	functions.go     which functions there are, which of them LLVM inlines, and which are only translated
//	entry.go         the function NAME.entry of an entry, which copies what the definition owns
//	export.go        the entries and their names
//	math.go          functions of mathematics, for numbers and for vectors
//	unoptimised.go   the texts that are only translated
//	profile.go       the counters of a run
//
// Tuples do not exist at run time: a value is a flat list of leaves (abi/leaf.go). What can go wrong at run time is checked and ends in a
// run-time error (prim.RuntimeError), which the entry returns.
//
//	Θ | a : S ⊢ p ⊣ b : T      ↦      T' @f(ctx, Θ', S')
//	s : &τ ↦ the leaves of τ    s : +τ ↦ cells (double*), buffers    Array^r σ ↦ a buffer per leaf of σ, dimensions
//
// Modules are in the syntax with typed pointers, which clang 13 to 19 takes.
package llvm
