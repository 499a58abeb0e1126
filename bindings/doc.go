// Package bindings writes what lets other languages call a library that procad made.
//
//	entries of a library, as llvm.Signatures describes them   becomes   the files of a package for Python
package bindings
