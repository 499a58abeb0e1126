package abort

import "fmt"

// An Error is an error in the middle of the work, which Catch makes a result. It is a bug, unless it is because
// of a message about the program.
type Error struct{ error }

func (e Error) Unwrap() error { return e.error }

// A bug is what no program that was checked leads to.
type bug struct{ error }

// Bug makes it one.
func (bug) Bug() {}

// Bugf is the error of a bug.
func Bugf(format string, args ...any) error {
	return Error{bug{fmt.Errorf("llvm: "+format, args...)}}
}

// Fail ends the work with the error of a bug.
func Fail(format string, args ...any) { panic(Bugf(format, args...)) }

// With ends the work with an error.
func With(err error) { panic(Error{err}) }

// Catch makes the error of an end of the work a result of the function that defers it.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Error:
		*err = r
	default:
		panic(r)
	}
}
