// Package library has the modules of the standard library, which are written in .fun: a program
// uses one by its name alone, as in import linalg.
//
// Each module is a file here, whose functions are documented where they are declared. The package turns the name of a
// module into its text, and knows nothing of the language: package source reads the text as that of any other file.
package library
