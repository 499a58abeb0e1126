// Command procad makes derivatives and native code of numerical kernels.
//
// It turns a command line into calls of package pipeline, of the engines (interp, llvm) and of the systems of the papers,
// and what they give into text, JSON, tables, pictures and files. Each command has a file of its name, which root.go
// lists. Flags that several commands have are in files whose names end in _flag; they mean the same in each.
//
// Results go to standard output, all else to standard error. The exit code says what went wrong, and no input makes it
// panic: run catches what does, and reports a bug. A file that is written is there as a whole or not at all.
package main
