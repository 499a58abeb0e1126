package chad

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/chad/linear"
	"procad/papers/number"
)

// Tangents is the ground monoid, real_, and the action of reals on it: for derivatives
// it is that of reals, and * (section 11.3 has others, see analysis.go).
type Tangents interface {
	linear.Ground
	Scale(c, v Value) Value // c * v, for v that are not nil
}

// A machine evaluates terms.
type machine struct {
	numbers  number.Domain
	tangents Tangents
	monoid   *linear.Monoid
	left     int // terms that may still be evaluated
	steps    int // terms evaluated

	kept int64 // bytes of backpropagators, by efficient

	// For efficient: types of source terms, and Dop^t of operations.
	sparse     bool
	types      map[*Op][]Type
	transposes map[*Op]*transposedOp
}

// newMachine evaluates at most the given number of terms.
func newMachine(numbers number.Domain, tangents Tangents, steps int) *machine {
	return &machine{numbers: numbers, tangents: tangents, monoid: &linear.Monoid{Ground: tangents}, left: steps}
}

func fail(at diag.Pos, code, format string, args ...any) {
	panic(&eval.RuntimeError{Pos: at, Code: code, Text: fmt.Sprintf(format, args...)})
}

// An env is what variables stand for, the innermost first.
type env struct {
	x     *Var
	value Value
	outer *env
}

func (e *env) with(x *Var, v Value) *env { return &env{x, v, e} }

func (e *env) lookup(x *Var) Value {
	for ; e != nil; e = e.outer {
		if e.x == x {
			return e.value
		}
	}
	panic("chad: " + x.Name + " is not bound")
}

// taken are the terms evaluated, and the elements of monoids added.
func (m *machine) taken() int64 { return int64(m.steps) + m.monoid.Adds }

func (m *machine) step() {
	m.steps++
	if m.left--; m.left < 0 {
		panic(number.Interrupt{Err: eval.ErrSteps})
	}
}

// eval is the value of t, as Figure 7 has it: call by value.
func (m *machine) eval(e *env, t Term) Value {
	for {
		m.step()
		switch s := t.(type) {
		case *Let:
			e, t = e.with(s.Var, m.eval(e, s.Bound)), s.Body
		case *Case:
			x, _ := m.eval(e, s.X).(*linear.Either)
			if x.Right {
				e, t = e.with(s.R, x.X), s.B
			} else {
				e, t = e.with(s.L, x.X), s.A
			}
		default:
			return m.value(e, t)
		}
	}
}

func (m *machine) value(e *env, t Term) Value {
	switch t := t.(type) {
	case *Use:
		return e.lookup(t.Var)
	case *Op:
		return t.Op.eval(m, t.Pos, m.values(e, t.Args))
	case *Unit:
		return unit{}
	case *Pair:
		return &linear.Pair{A: m.eval(e, t.A), B: m.eval(e, t.B)}
	case *Fst:
		return firstOf(m.eval(e, t.X))
	case *Snd:
		return secondOf(m.eval(e, t.X))
	case *Lambda:
		return Func(func(x Value) Value { return m.eval(e.with(t.Var, x), t.Body) })
	case *Apply:
		return apply(m.eval(e, t.Func), m.eval(e, t.Arg))
	case *Inl:
		return &linear.Either{X: m.eval(e, t.X)}
	case *Inr:
		return &linear.Either{Right: true, X: m.eval(e, t.X)}
	case *Call:
		return m.eval((*env)(nil).with(t.Def.Param, m.eval(e, t.Arg)), t.Def.Body)
	case *LinLambda:
		return m.linear(e, t.Body)
	case *Zero:
		return nil
	case *Plus:
		return m.plus(m.eval(e, t.A), m.eval(e, t.B))
	}
	panic(fmt.Sprintf("chad: %T is not of the target language", t))
}

func (m *machine) values(e *env, list []Term) []Value {
	out := make([]Value, len(list))
	for i, t := range list {
		out[i] = m.eval(e, t)
	}
	return out
}

// plus is a + b in the concrete language, where monoids have the values of Cartesian types.
func (m *machine) plus(a, b Value) Value {
	switch a := a.(type) {
	case Func:
		if b == nil {
			return a
		}
		return Func(func(x Value) Value { return m.plus(a(x), apply(b, x)) })
	case list:
		return append(a[:len(a):len(a)], entries(b)...)
	case *linear.Pair:
		if b, ok := b.(*linear.Pair); ok {
			return &linear.Pair{A: m.plus(a.A, b.A), B: m.plus(a.B, b.B)}
		}
	}
	return m.monoid.Plus(a, b)
}

// prim is a primitive of core, whose Bools are variants.
func (m *machine) prim(at diag.Pos, op core.Op, args ...Value) Value {
	values := make([]eval.Value, len(args))
	for i, x := range args {
		values[i] = x
		if b, ok := x.(*linear.Either); ok {
			values[i] = eval.Bool(!b.Right)
		}
	}
	y := m.numbers.Prim(at, op, values...)
	if b, ok := y.(*eval.Variant); ok {
		return truth(b.Con == core.True)
	}
	return y
}
