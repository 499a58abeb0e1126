// Package toolchain makes machine code of modules in LLVM IR, by clang.
//
//	Code (texts in LLVM IR) ──clang, with the runtime in C──▶ executable, object, .a or .so
//
// A Compiler finds clang and asks it what a Machine has. The runtime (runtime/*.c) is compiled with
// every module. What clang makes is stored, and found again by what it is made of (internal/cache); an
// Ahead begins with what is there before the whole module is. The package knows nothing of procedures.
package toolchain
