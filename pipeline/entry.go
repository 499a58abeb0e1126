package pipeline

import (
	"strings"

	"procad/internal/diag"
	"procad/lower"
	"procad/proc"
)

// Codes of the messages of this package.
const (
	// CodeNoFunction: the function that is asked for does not exist.
	CodeNoFunction = "no-such-function"
	// CodeWhichFunction: several functions could be meant, or none.
	CodeWhichFunction = "which-function"
	// CodeNotReal: the gradient of a function whose result is no Real.
	CodeNotReal = "not-real"
	// CodeSeedForm: the seed of a function whose result has arrays or sums, which
	// nothing would compare with the result.
	CodeSeedForm = "seed-form"
	// CodeNoTest: a program without tests, or of which no test is called as it should be.
	CodeNoTest = "no-such-test"
	// CodeTestFailed: a test is false.
	CodeTestFailed = "test-failed"
	// CodeNoParameter: a gradient is asked for in what is no parameter, or in a
	// parameter of which nothing is Real.
	CodeNoParameter = "no-such-parameter"
	// CodeNotCallable: a procedure with accumulators, or with stacks in its
	// type, is asked to run with data; or a function of functions, or a generic one.
	CodeNotCallable = "not-callable"
)

// Entry finds the function that is meant: the one of that name, or, if name is
// empty, the one that no other calls.
func (u *Unit) Entry(name string) (*proc.Def, error) {
	fail := func(code, format string, args ...any) *diag.Error {
		return diag.Errorf(diag.Pos{}, code, format, args...).In(u.Source.Name)
	}
	if pos, ok := u.higher[name]; ok {
		return nil, diag.Errorf(pos, CodeNotCallable, "%s takes or gives functions, or is generic, and data is neither", name).In(u.Source.Name).
			Hintf("write a function that calls it, such as def main(x: Real): Real = %s(…)", name)
	}
	if name != "" {
		if named, err := proc.ParseFunc(name); err == nil {
			for _, f := range u.Funcs {
				if f == named || f == lower.Defined(named) {
					return u.Definition(f)
				}
			}
			if d := u.Program.Lookup(named); d != nil {
				return d, nil
			}
		}
		return nil, fail(CodeNoFunction, "no function is called %.100s", name).Hintf("the functions are %s", list(u.Funcs))
	}
	switch len(u.Roots) {
	case 1:
		return u.Definition(u.Roots[0])
	case 0:
		none := fail(CodeWhichFunction, "there is no function")
		if len(u.higher) > 0 {
			none = fail(CodeWhichFunction, "there is no function that data can call").Hintf("functions that take or give functions, or are generic, are called by others")
		}
		return nil, none
	}
	return nil, fail(CodeWhichFunction, "which function is meant? %s are called by no other", list(u.Roots)).
		Hintf("name one: --fn %s", u.Roots[len(u.Roots)-1].Given())
}

// Definition is a definition of the program, or a derivative that its text has.
func (u *Unit) Definition(f proc.Func) (*proc.Def, error) {
	if d := u.Program.Lookup(f); d != nil {
		return d, nil
	}
	d, err := u.Library.Def(f)
	if err == nil && d == nil {
		err = diag.Errorf(diag.Pos{}, CodeNoFunction, "%.100s is a primitive", f).In(u.Source.Name)
	}
	return d, err
}

// Interface gives the names of the parameters of a definition that Entry found.
func (u *Unit) Interface(d *proc.Def) *proc.Interface {
	if face := u.Program.Params[d.Name]; face != nil {
		return face
	}
	return d.Interface()
}

// list names functions, not too many of them.
func list(fs []proc.Func) string {
	const most = 20
	var names []string
	for i, f := range fs {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, f.Given())
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
