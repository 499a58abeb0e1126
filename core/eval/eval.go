package eval

import (
	"errors"
	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// ErrSteps is the error of an evaluation that takes more steps than allowed.
var ErrSteps = errors.New("the evaluation takes more steps than allowed")

// Run is d(args). It evaluates at most the given number of terms. The error is a
// *RuntimeError or ErrSteps.
func Run(d *core.Def, args []Value, steps int) (Value, error) {
	return run(steps, func(m *machine) Value { return global{d}.apply(m, call{pos: d.Pos}, args) })
}

// Derivative is op(d)(args), likewise.
func Derivative(op core.Operator, d *core.Def, args []Value, steps int) (Value, error) {
	return run(steps, func(m *machine) Value {
		return (&derived{op, nil, global{d}, d.Type()}).apply(m, call{pos: d.Pos}, args)
	})
}

// A Printer is told what traces print.
type Printer func(t *core.Trace, x Value)

// Traced is Run, and tells a printer of traces.
func Traced(d *core.Def, args []Value, steps int, print Printer) (Value, error) {
	return run(steps, func(m *machine) Value {
		m.print = print
		return global{d}.apply(m, call{pos: d.Pos}, args)
	})
}

func run(steps int, f func(*machine) Value) (v Value, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *RuntimeError:
			err = r
		case outOfSteps:
			err = ErrSteps
		default:
			panic(r)
		}
	}()
	return f(&machine{left: steps}), nil
}

type machine struct {
	left   int // terms that may still be evaluated
	levels int // made so far

	print Printer // may be nil
	again int     // functions that have run, and printed, before

	recursion *core.Recursion // of the definition that is evaluated
	depth     int64           // of its call among those of the recursion
}

type outOfSteps struct{}

// An env is what variables stand for, the innermost first.
type env struct {
	v     *core.Var
	value Value
	outer *env
}

func (e *env) with(v *core.Var, x Value) *env {
	if v == nil {
		return e
	}
	return &env{v, x, e}
}

func (e *env) lookup(v *core.Var) Value {
	for ; e != nil; e = e.outer {
		if e.v == v {
			return e.value
		}
	}
	panic("eval: " + v.Name + " is not bound")
}

// global is a definition as a function.
type global struct{ def *core.Def }

func (f global) apply(m *machine, at call, args []Value) Value {
	defer m.enter(f.def, at)()
	var e *env
	for i, p := range f.def.Params {
		e = e.with(p, args[i])
	}
	return m.eval(e, f.def.Body)
}

// closure is a lambda and what its variables stand for.
type closure struct {
	fn  *core.Lambda
	env *env
}

func (f *closure) apply(m *machine, _ call, args []Value) Value {
	e := f.env
	for i, p := range f.fn.Params {
		e = e.with(p, args[i])
	}
	return m.eval(e, f.fn.Body)
}

func (m *machine) int(e *env, t core.Term) int64 { return m.eval(e, t).(int64) }

func (m *machine) ints(e *env, list []core.Term) []int64 {
	out := make([]int64, len(list))
	for i, t := range list {
		out[i] = m.int(e, t)
	}
	return out
}

func (m *machine) values(e *env, list []core.Term) []Value {
	out := make([]Value, len(list))
	for i, t := range list {
		out[i] = m.eval(e, t)
	}
	return out
}

// count is the number of iterations, or a size, of a loop.
func (m *machine) count(e *env, loop, t core.Term) int64 {
	n := m.int(e, t)
	checkCount(loop, n)
	return n
}

// checkCount fails where a loop has a negative count.
func checkCount(loop core.Term, n int64) {
	if n < 0 {
		fail(loop.Pos(), "negative-count", "the count is negative: %d", n)
	}
}

// eval is the value of t where its variables have the values of e.
func (m *machine) eval(e *env, t core.Term) Value {
	for {
		if m.left--; m.left < 0 {
			panic(outOfSteps{})
		}
		switch let := t.(type) {
		case *core.Let:
			e, t = e.with(let.Var, m.eval(e, let.Bound)), let.Body
		case *core.Untuple:
			bound := m.eval(e, let.Bound).(Tuple)
			for i, v := range let.Vars {
				e = e.with(v, bound[i])
			}
			t = let.Body
		case *core.Case:
			x := m.eval(e, let.X).(*Variant)
			arm := let.Arms[x.Con]
			e, t = e.with(arm.Var, x.Of), arm.Body
		default:
			return m.value(e, t)
		}
	}
}

func (m *machine) value(e *env, t core.Term) Value {
	switch t := t.(type) {
	case *core.Use:
		return e.lookup(t.Var)
	case *core.RealConst:
		return t.Value
	case *core.IntConst:
		return t.Value
	case *core.Prim:
		if _, captured := t.Of.(*core.CapturedType); captured {
			return linear(t.At, t.Op, m.values(e, t.Args))
		}
		return primitive(t.At, t.Op, m.values(e, t.Args)...)
	case *core.Global:
		return global{t.Def}
	case *core.Ruled:
		return ruled{t.Rule}
	case *core.Lambda:
		return &closure{t, e}
	case *core.Derive:
		return &derived{t.Op, t.Wanted, m.eval(e, t.Func).(Func), t.Func.Type().(*core.FuncType)}
	case *core.Apply:
		at := call{t.At, make([]diag.Pos, len(t.Args))}
		for i, arg := range t.Args {
			at.args[i] = arg.Pos()
		}
		return m.eval(e, t.Func).(Func).apply(m, at, m.values(e, t.Args))
	case *core.Tuple:
		return Tuple(m.values(e, t.Elems))
	case *core.Inject:
		return &Variant{t.Con, m.eval(e, t.X)}
	case *core.Literal:
		return &Array{t.Dims, m.values(e, t.Elems)}
	case *core.Index:
		return m.eval(e, t.X).(*Array).at(t.Pos(), m.ints(e, t.At))
	case *core.Size:
		return m.eval(e, t.X).(*Array).Dims[t.Axis]
	case *core.Set:
		return m.eval(e, t.X).(*Array).set(t.Pos(), m.ints(e, t.At), m.eval(e, t.Value))
	case *core.SizeCheck:
		x := m.eval(e, t.X)
		m.check(e, t, t.Shape, x)
		return x
	case *core.Assert:
		if m.eval(e, t.Cond).(*Variant).Con == core.False {
			switch t.Code {
			case core.WithinDepth:
				fail(t.At, "recursion-depth", "%s", t.Message)
			case core.SameTags:
				fail(t.At, "seed-tag", "%s", t.Message)
			}
			fail(t.At, "assert", "assertion failed: %s", t.Message)
		}
		return Tuple{}
	case *core.Roll:
		return m.eval(e, t.X)
	case *core.Absent:
		return nil
	case *core.Unroll:
		return m.eval(e, t.X)
	case *core.StackTerm:
		return m.stack(e, t)
	case *core.Foreign:
		fail(t.At, "extern-engine", "%s is a function of C, which the evaluator of core does not call", t.Symbol)
	case *core.Trace:
		x := m.eval(e, t.X)
		if m.print != nil && m.again == 0 {
			m.print(t, stopped(x))
		}
		return x
	case *core.StopGradient:
		return stopped(m.eval(e, t.X))
	}
	return m.loop(e, t)
}

// check compares the sizes of x with those of a shape.
func (m *machine) check(e *env, t *core.SizeCheck, s core.Shape, x Value) {
	switch s := s.(type) {
	case *core.ArrayShape:
		for axis, size := range s.Sizes {
			if size.Size == nil {
				continue
			}
			if got, want := x.(*Array).Dims[axis], m.int(e, size.Size); got != want {
				fail(t.At, "sizes-disagree", "sizes disagree: dimension %d of %s and %s: %d and %d", axis, t.Name, size.Name, got, want)
			}
		}
	case *core.TupleShape:
		for i, part := range s.Elems {
			m.check(e, t, part, x.(Tuple)[i])
		}
	case *core.SumShape:
		v := x.(*Variant)
		m.check(e, t, s.Cons[v.Con], v.Of)
	}
}

// stopped is v without tangents.
func stopped(v Value) Value {
	return mapReals(v, func(x Value) Value { return Float(x) })
}

// mapReals is v with f of each of its Reals.
func mapReals(v Value, f func(Value) Value) Value {
	switch v := v.(type) {
	case float64, *Dual:
		return f(v)
	case int64, nothing:
		return v
	case Func:
		return funcReals(v, f)
	case Tuple:
		out := make(Tuple, len(v))
		for i, x := range v {
			out[i] = mapReals(x, f)
		}
		return out
	case *Variant:
		return &Variant{v.Con, mapReals(v.Of, f)}
	case *Array:
		out := &Array{v.Dims, make([]Value, len(v.Elems))}
		for i, x := range v.Elems {
			out.Elems[i] = mapReals(x, f)
		}
		return out
	}
	panic(fmt.Sprintf("eval: %T has no Reals", v))
}
