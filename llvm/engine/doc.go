// Package engine calls procedures by native code.
//
//	proc.Func, values ──llvm, toolchain──▶ an executable ──in a process──▶ a value, or a prim.RuntimeError
//
// An Engine makes an executable for functions when they are needed. A Server is a process that
// answers calls of them, one after the other; an Engine keeps one that is idle for a second (idle.go).
// Values go to the process and come back as words (run.go), in the form of toolchain/runtime/value.h.
package engine
