// Package procad compiles numerical kernels and their gradients to native code, and
// calls them in the same process:
//
//	p, err := procad.Compile(ctx, "def f(x: Real[n]): Real = sum(i < n) sin(x[i])")
//	f, err := p.Function("f")
//	value, err := f.Value(ctx, []float64{1, 2, 3})
//	value, gradient, err := f.Gradient(ctx, []float64{1, 2, 3})
//	gradient.Of("x").([]float64)
//
// The language is that of docs/grammar.md.
//
// # Values
//
// Arguments stand in the order of the parameters. Results and gradients have the types of
// the second column.
//
//	Real              float64                    also float32 and int
//	Int               int64                      also the other types of integers
//	Bool              bool
//	()                nil
//	(T1, …, Tn)       []any                      also a struct with n fields, all exported
//	A + B             Left or Right
//	Real[n]           []float64                  Int[n] is []int64, Bool[n] is []bool
//	Real[n, d]        Array[float64]             also [][]float64, whose rows are as long as each other
//	T[n], other T     []any, or Array[any]       also slices of what stands for T
//	a recursive type  Left or Right              with such values in them, as deep as memory allows
//
// A slice of float64, of int64, of int, of bool, and the Data of such an Array, is passed without a
// copy: it must not change during the call, and of Forward not until the trace is reversed.
// It is never written. All else is copied.
// Results are new: nothing in them changes later.
//
// The gradient in a parameter of type T has type δT (docs/data.md): of a float64 it is a
// float64, of a []float64 a []float64. Where part of a tuple is Int or Bool, there is nil.
//
// # Derivatives
//
// Gradient is for functions whose result is Real. VJP takes a seed, of type δT for a result
// of type T, and JVP and HVP take tangents, of type δT for a parameter of type T: they are
// given as arguments are, and have the dimensions of the result or the argument, and the same
// sides of sums. Forward and Trace.Reverse are VJP in two calls, of which the second takes
// the seed.
//
// # Native code
//
// Value, Gradient and the other derivatives are compiled apart, by clang, when they are called
// for the first time; Value and Gradient also by Prepare. What clang made is kept in the user's cache (docs/data.md), for
// other processes too. Native code runs in this process, on linux/amd64 and linux/arm64.
// No cgo is needed. Where there is no clang Compile returns an error that is ErrNoNative;
// with the option OrInterpreter the interpreter runs everything there, more slowly.
//
// # Goroutines
//
// Programs and functions may be used by any number of goroutines at once. A call of
// native code takes a thread of the system for itself while it runs. Calls of the
// interpreter wait for each other.
//
// # Cancellation
//
// A context that ends stops clang, and whoever waits for it; a later call compiles anew.
// A call of native code that has begun runs to its end, and gives its result even if the
// context ends meanwhile: it reads the caller's slices, so nothing returns before it.
// A call that has not begun is not begun.
//
// # Memory
//
// Native code allocates with malloc, outside of the heap of Go. What a call used is kept
// for the next one of the same function, at most as often as runtime.GOMAXPROCS says.
// Results are copied to the heap of Go. A Trace keeps what its forward pass used until it is
// reversed, closed, or not reachable any more. MemoryLimit bounds what one call may use. All of
// it, and the libraries, stay until Close, or until the process ends.
//
// # Errors
//
// What is wrong with a program is an ErrorList, with positions in the source. What goes
// wrong in a call is an *Error: an argument that does not fit its parameter, or a run-time
// error at a position of the source. Their codes are explained in docs/errors.md.
package procad
