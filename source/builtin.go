package source

import "procad/internal/special"

// A Builtin is a function of the library. Which types an overloaded one is used
// at is seen from the types of the call.
type Builtin struct {
	Name   string
	Params []shape
	Result shape

	Meaning *Meaning                       // of what is written in the language, else nil
	own     func(c *checker, e *Call) Type // the rule of what has one of its own, else nil
}

// shape is the type of a parameter or result of a Builtin.
type shape int

const (
	real  shape = iota // Real
	whole              // Int
	num                // Real or Int, the same wherever it occurs
)

// builtins is the function library.
var builtins = func() map[string]*Builtin {
	m := map[string]*Builtin{}
	add := func(params []shape, result shape, names ...string) {
		for _, name := range names {
			m[name] = &Builtin{Name: name, Params: params, Result: result}
		}
	}
	for _, f := range special.Functions {
		params := []shape{real}
		if f.Two != nil {
			params = []shape{real, real}
		}
		add(params, real, f.Name)
	}
	add([]shape{num}, num, "abs")
	add([]shape{num, num}, num, "min", "max")
	add([]shape{whole, real}, real, "polygamma")
	add([]shape{real, real}, real, "smul", "sdiv", "zmul")
	add([]shape{whole, whole}, whole, "bitAnd", "shiftLeft", "shiftRight")
	add([]shape{whole}, real, "real")
	add([]shape{real}, whole, "int") // rounds towards -∞; a run-time error if out of range
	return m
}()
