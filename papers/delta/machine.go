package delta

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// A machine runs computations: M is a state, and slope has it.
type machine struct {
	depth   int // of calls of recursive functions
	numbers number.Domain
	slope   Slope
	library *Library
	steps   int64 // computations and values so far

	fusedBinds int64 // bindings on the tapes of fused calls
}

// run is what s makes, where variables stand for what e says.
func (m *machine) run(e *env, s Code) any {
	for {
		m.steps++
		switch c := s.(type) {
		// pure x = \st. (x, st)
		case *Pure:
			return m.value(e, c.X)
		// s >>= n = \st. case s st of (r, st') -> n r st'
		case *Do:
			for _, stmt := range c.Stmts {
				x := m.run(e, stmt.From)
				if !stmt.Tuple {
					e = e.with(stmt.Vars[0], x)
					continue
				}
				for i, v := range stmt.Vars {
					e = e.with(v, x.(eval.Tuple)[i])
				}
			}
			s = c.Last
		case *Case:
			x := m.value(e, c.X).(*eval.Variant)
			e, s = e.with(c.Arms[x.Con].Var, x.Of), c.Arms[x.Con].Body
		case *Call:
			return m.call(c.At, m.value(e, c.Func), m.values(e, c.Args))
		case *Op:
			return m.primitive(c.At, c.Op, m.values(e, c.Args))
		case *BoundReal:
			return &Dual{m.numbers.Literal(c.At, c.Value), m.slope.Sum(c.At, nil)}
		case *Loop:
			return m.loop(e, c)
		default:
			panic(fmt.Sprintf("delta: no rule for %T", s))
		}
	}
}

// deepest is how many calls of recursive functions may be in each other: they are on Go's
// stack, which has no room for as many as the compiler allows.
const deepest = 100_000

// call is f args.
func (m *machine) call(pos diag.Pos, f any, args []any) any {
	switch f := f.(type) {
	case *closure:
		if m.library.fused.lambdas[f.fn.From] {
			return m.fused(pos, f.fn.Params, f.fn.Body, args)
		}
		return m.apply(f.env, f.fn.Params, f.fn.Body, args)
	case *core.Def:
		if f.Recursion != nil {
			if m.depth++; m.depth > deepest {
				fail(pos, "recursion-depth", "the recursion is too deep for delta: this call of %s is in %d others", f.Name, int64(deepest))
			}
			defer func() { m.depth-- }()
		}
		body := m.library.translation(f)
		if m.library.fused.defs[f] {
			return m.fused(pos, f.Params, body, args)
		}
		return m.apply(nil, f.Params, body, args)
	}
	panic(fmt.Sprintf("delta: %T is no function", f))
}

// apply runs the body of a function.
func (m *machine) apply(e *env, params []*core.Var, body Code, args []any) any {
	for i, p := range params {
		e = e.with(p, args[i])
	}
	return m.run(e, body)
}

func (m *machine) values(e *env, list []Expr) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = m.value(e, x)
	}
	return out
}

func (m *machine) int(e *env, x Expr) int64 { return m.value(e, x).(int64) }

func (m *machine) ints(e *env, list []Expr) []int64 {
	out := make([]int64, len(list))
	for i, x := range list {
		out[i] = m.int(e, x)
	}
	return out
}

func (m *machine) elems(e *env, list []Expr) []eval.Value {
	out := make([]eval.Value, len(list))
	for i, x := range list {
		out[i] = m.value(e, x)
	}
	return out
}

// value is that of x.
func (m *machine) value(e *env, x Expr) any {
	m.steps++
	switch x := x.(type) {
	case *Use:
		return e.lookup(x.Var)
	case *Real:
		return &Dual{m.numbers.Literal(x.At, x.Value), m.slope.Zero()}
	case *Int:
		return x.Value
	case *OfInt:
		return &Dual{m.numbers.Prim(x.At, "real", m.value(e, x.X)), m.slope.Zero()}
	case *Plain:
		args := m.elems(e, x.Args)
		for i := range args {
			args[i] = plain(args[i])
		}
		return m.numbers.Prim(x.At, x.Op, args...)
	case *Global:
		return x.Def
	case *Lambda:
		return &closure{x, e}
	case *Tuple:
		return eval.Tuple(m.elems(e, x.Elems))
	case *Inject:
		return &eval.Variant{Con: x.Con, Of: m.value(e, x.X)}
	case *Literal:
		return &eval.Array{Dims: x.Form.Dims, Elems: m.elems(e, x.Elems)}
	case *Index:
		return index(x.Form.Pos(), m.value(e, x.X).(*eval.Array), m.ints(e, x.At))
	case *Size:
		return m.value(e, x.X).(*eval.Array).Dims[x.Axis]
	case *Set:
		return m.set(e, x)
	case *Sized:
		v := m.value(e, x.X)
		m.check(e, x, x.Form.Shape, v)
		return v
	case *Assert:
		if m.value(e, x.Cond).(*eval.Variant).Con == core.False {
			fail(x.Form.At, "assert", "assertion failed: %s", x.Form.Message)
		}
		return eval.Tuple{}
	case *Stop:
		return mapDuals(m.value(e, x.X), func(d *Dual) any { return &Dual{d.Primal, m.slope.Zero()} })
	}
	panic(fmt.Sprintf("delta: no rule for %T", x))
}

// set is a copy of an array with another element: O(n) for each.
func (m *machine) set(e *env, x *Set) any {
	a, at := m.value(e, x.X).(*eval.Array), m.ints(e, x.At)
	value := m.value(e, x.Value)
	start, _ := offset(x.Form.Pos(), a, at)
	out := &eval.Array{Dims: a.Dims, Elems: append([]eval.Value(nil), a.Elems...)}
	out.Elems[start] = value
	return out
}

// check compares the sizes of v with those of a shape.
func (m *machine) check(e *env, x *Sized, s core.Shape, v any) {
	switch s := s.(type) {
	case *core.ArrayShape:
		for axis, size := range s.Sizes {
			if size.Size == nil {
				continue
			}
			if got, want := v.(*eval.Array).Dims[axis], m.int(e, x.Sizes[size.Size]); got != want {
				fail(x.Form.At, "sizes-disagree", "sizes disagree: dimension %d of %s and %s: %d and %d", axis, x.Form.Name, size.Name, got, want)
			}
		}
	case *core.TupleShape:
		for i, part := range s.Elems {
			m.check(e, x, part, v.(eval.Tuple)[i])
		}
	case *core.SumShape:
		v := v.(*eval.Variant)
		m.check(e, x, s.Cons[v.Con], v.Of)
	}
}
