// Package ll has what is said of LLVM IR alone, whoever writes it.
//
//	Int, Real    constants that can be compared with ==                          constant.go
//	Text         a function as the text that clang reads, to the byte that of llir    text.go
//	Checker      LLVM's rules of types, with what pointers point to              check.go
//
// The representation is that of github.com/llir/llvm. Every function that is written is checked before it is printed.
package ll
