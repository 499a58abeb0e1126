// Package compare runs the systems of the papers, and the compiler, on one program and
// compares what they give: exactly modulo 2^61-1, and to a tolerance in float64.
//
//	subject.go   a program with data, as all of them take it
//	rev.go       the bridge: the compiler's reverse derivative as a System
//	systems.go   the table of systems
//	differ.go    the largest difference of two values
//	report.go    what all systems give for a subject
//
// It sees the compiler, which no system does.
package compare
