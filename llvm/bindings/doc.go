// Package bindings writes what lets other languages call a library that procad made.
//
//	entries of a library, as capi.Signatures describes them   become   the files of a package for Python, or for Go
//
// The folder procad is a package in Python, which runs the command to compile from there.
package bindings
