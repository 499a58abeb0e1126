package prim

import (
	"fmt"
	"strings"

	"procad/internal/form"
	"procad/proc"
	"procad/proc/deriv"
)

// trace{T, "x = _"} is the identity, and prints a line: x = the value, as JSON. What
// follows the last " = " in its message says what the program calls the parts of the value.
var traceFamily = map[string]func(ts []proc.Type) (proc.Sig, error){
	"trace": func(ts []proc.Type) (proc.Sig, error) {
		if proc.HasStack(ts[0]) {
			return proc.Sig{}, fmt.Errorf("trace prints no stacks, which are in %s", ts[0])
		}
		return proc.Sig{In: ts[0], Out: ts[0]}, nil
	},
}

func init() {
	for name, sig := range traceFamily {
		families[name] = sig
	}
	familyRules["trace"] = traceRule
}

// Trace names the function that prints values of a type with a name, where f says what their parts
// are called.
func Trace(t proc.Type, name string, f *form.Form) proc.Func {
	return proc.FamilyOf("trace", t).With(name + separator + f.Text())
}

const separator = " = "

// Traced takes the name of a trace apart.
func Traced(f proc.Func) (t proc.Type, name string, parts *form.Form, ok bool) {
	if !f.OfFamily("trace") {
		return nil, "", nil, false
	}
	_, types, _ := f.Family()
	name, parts, err := tracedParts(f.Message())
	return types[0], name, parts, err == nil
}

func tracedParts(message string) (name string, parts *form.Form, err error) {
	i := strings.LastIndex(message, separator)
	if i < 0 {
		return "", nil, fmt.Errorf("trace has a message such as \"x = _\", not %q", message)
	}
	parts, err = form.Parse(message[i+len(separator):])
	return message[:i], parts, err
}

// checkMessage says what is wrong with the message of a member of a family.
func checkMessage(f proc.Func) error {
	family, _, _ := f.Family()
	if family == "trace" {
		_, _, err := tracedParts(f.Message())
		return err
	}
	if f.Message() != "" {
		return fmt.Errorf("%s takes types, and no message", family)
	}
	return nil
}

// traceRule: a trace is the identity, which prints in the forward pass alone.
//
//	fwd$trace (a, ȧ) = (trace a, ȧ)      revf$trace a = (trace a, ())      revr$trace ((), ā) = ā
func traceRule(m member, d proc.Deriv) *proc.Def {
	same := func(_ *writer, x proc.Var) proc.Var { return x }
	switch d {
	case deriv.Fwd:
		return m.forward(same)
	case deriv.RevF:
		return m.keepNothing()
	}
	return m.reverse(same)
}
