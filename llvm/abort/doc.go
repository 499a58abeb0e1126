// Package abort ends work in the middle with an error.
//
//	func Emit() (err error) { defer abort.Catch(&err); … abort.Fail("no definition is called %s", f) … }
//
// What writes code and what describes it stop deep inside of a type or an expression where something is wrong. That
// is a bug of the compiler, but for messages about the program (With).
package abort
