package vlad

import "math"

// A Prim is a primitive t ::= u | b | p | q | 0 | ⊕ | J | J' | (←J).
type Prim struct {
	Name  string
	apply func(*Machine, Value) Value
	rule  *Global // ^t
}

var unary = map[string]func(float64) float64{
	"exp": math.Exp, "log": math.Log, "sin": math.Sin, "cos": math.Cos, "sqrt": math.Sqrt,
	"abs": math.Abs, "sign": func(x float64) float64 { return math.Copysign(1, x) },
}

var binary = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y },
	"-": func(x, y float64) float64 { return x - y },
	"*": func(x, y float64) float64 { return x * y },
	"/": func(x, y float64) float64 { return x / y },
}

// structural are the primitives on any value.
var structural = map[string]func(*Machine, Value) Value{
	"zero": (*Machine).Zero,
	"⊕":    func(m *Machine, z Value) Value { return m.Plus(m.pick("Car", z), m.pick("Cdr", z)) },
	"J":    func(_ *Machine, v Value) Value { return J(v) },
	"J'":   func(_ *Machine, v Value) Value { return Untag(v) },
	// A (←J) (v1, v2) = v1 ←J v2
	"←J":   func(m *Machine, z Value) Value { return &Attach{m.pick("Car", z), m.pick("Cdr", z)} },
	"null": func(m *Machine, v Value) Value { return m.truth(v == Value(Nil{})) },
	"<": func(m *Machine, z Value) Value {
		return m.truth(real(m.pick("Car", z)) < real(m.pick("Cdr", z)))
	},
}

// truth is true = Car or false = Cdr.
func (m *Machine) truth(b bool) Value {
	if b {
		return m.globals["Car"].Value
	}
	return m.globals["Cdr"].Value
}

func (m *Machine) pick(which string, z Value) Value { return m.Apply(m.globals[which].Value, z) }

func (m *Machine) pair(x, y Value) Value {
	return m.Apply(m.Apply(m.globals["Cons"].Value, x), y)
}

func real(v Value) float64 {
	r, ok := v.(float64)
	if !ok {
		stuck("%s where a real is expected", kind(v))
	}
	return r
}
