package vlad

import "fmt"

// A Value is one of
//
//	v ::= [] | r | ^v | t | <s, e> | (v ←J v)
//
// with the types Nil, float64, *Tagged, *Prim, *Closure and *Attach.
type Value any

// Nil is [].
type Nil struct{}

// Tagged is ^v = J v.
type Tagged struct {
	Of Value // v
	as Value // what applies in its place, once it is made
}

// A Closure is <s, e>: the values of e's free variables, in their order.
type Closure struct {
	Code *Lambda
	Env  []Value
	zero Value // 0 <s, e>, once it is made
}

// Attach is (Primal ←J Rule).
type Attach struct{ Primal, Rule Value }

// Stuck says why a term has no value.
type Stuck struct{ Why string }

func (s *Stuck) Error() string { return s.Why + " [vlad-stuck]" }

func stuck(format string, args ...any) Value {
	panic(&Stuck{fmt.Sprintf(format, args...)})
}

// kind names a value's form.
func kind(v Value) string {
	switch v := v.(type) {
	case Nil:
		return "[]"
	case float64:
		return "a real"
	case *Tagged:
		return "tagged " + kind(v.Of)
	case *Prim:
		return "the primitive " + v.Name
	case *Attach:
		return "a function with a rule"
	}
	return "a closure"
}
