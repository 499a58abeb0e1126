// Package gradbench speaks the protocol by which GradBench asks a tool for values and
// gradients: a message on each line of the input, and an answer on a line of the output.
// Messages and answers are JSON.
//
// An evaluation names a module, which Modules lists, one of its functions, and an input.
// A Module turns the input into the data of a kernel, and the result into an output.
// What compiles and calls kernels is given by a Compile.
package gradbench
