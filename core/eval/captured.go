package eval

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// The tangent of a function is the tuple of those of the variables that it captures, in the order of their uses; that of a
// definition is (). In a rule it is a d f, and what split(f) leaves is the tuple of the arguments of f.

// nothing is a sum of no tangents of functions.
type nothing struct{}

// captured are the variables of a function, with what they stand for.
func captured(f Func) (vars []*core.Var, values []Value) {
	switch f := f.(type) {
	case *closure:
		bound := core.BoundIn(f.fn)
		core.Visit(f.fn, func(t core.Term) {
			if use, ok := t.(*core.Use); ok && !bound[use.Var] {
				bound[use.Var] = true
				vars, values = append(vars, use.Var), append(values, f.env.lookup(use.Var))
			}
		})
	case *derived:
		return captured(f.f)
	}
	return vars, values
}

// capturing is a function with other values of what it captures.
func capturing(f Func, vars []*core.Var, values []Value) Func {
	switch f := f.(type) {
	case *closure:
		out := &closure{f.fn, f.env}
		for i, v := range vars {
			out.env = out.env.with(v, values[i])
		}
		return out
	case *derived:
		return &derived{f.op, f.wanted, capturing(f.f, vars, values), f.of}
	}
	return f
}

// mapCaptured is a function with each value that it captures replaced.
func mapCaptured(f Func, by func(of core.Type, x Value, k int) Value) Func {
	vars, values := captured(f)
	for k, v := range vars {
		values[k] = by(v.Type, values[k], k)
	}
	return capturing(f, vars, values)
}

// constant says that values of t have no tangents, and no functions in them.
func constant(t core.Type) bool { return core.Discrete(t) && !core.HasFunc(t) }

// ofParameter is a call of an operator on a function that a rule takes.
func (d *derived) ofParameter(m *machine, at call, args []Value) Value {
	n := len(d.of.Params)
	switch d.op {
	case core.SplitOf:
		return Tuple{d.f.apply(m, at, args), Tuple(args)}
	case core.ZeroOf:
		return zeros(d.of, d.f)
	case core.JVPOf:
		y, dy := m.jvpOf(d, at, args[:n], args[n], args[n+1:])
		return Tuple{y, dy}
	case core.PullOf:
		return m.cotangents(d, at, args[0].(Tuple), args[1])
	}
	y := d.f.apply(m, at, args[:n])
	return Tuple{y, m.cotangents(d, at, args[:n], args[n])}
}

// jvpOf is y and ẏ, where what the function captures moves too.
func (m *machine) jvpOf(d *derived, at call, args []Value, df Value, tangents []Value) (y, dy Value) {
	if _, none := df.(nothing); none {
		df = zeros(d.of, d.f)
	}
	m.levels++
	level := m.levels
	lifted := make([]Value, len(args))
	for i, x := range args {
		lifted[i] = lift(d.of.Params[i], level, x, tangents[i])
	}
	out := lift(d.of, level, d.f, df).(Func).apply(m, at, lifted)
	y = mapReals(out, func(x Value) Value { p, _ := split(x, level); return p })
	return y, tangentOf(d.of.Result, level, out)
}

// cotangents are those of what the function captures, and of its arguments, given that of its result.
func (m *machine) cotangents(d *derived, at call, args []Value, w Value) Value {
	df := zeros(d.of, d.f)
	still := make([]Value, len(args))
	for i, x := range args {
		still[i] = zeros(d.of.Params[i], x)
	}
	entries := directions(df)
	i := -1
	g := mapReals(df, func(Value) Value {
		i++
		_, dy := m.jvpOf(d, at, args, entries[i], still)
		return inner(at.pos, w, dy)
	})
	ds := m.cotangent(d, at, args, func(dy Value) Value { return inner(at.pos, w, dy) })
	return Tuple{g, ds}
}

// linear is a sum of tangents of functions, or a product of one with a Real.
func linear(pos diag.Pos, op core.Op, args []Value) Value {
	var of Value
	var each [][]Value
	for _, x := range args {
		var reals []Value
		switch x.(type) {
		case float64, *Dual:
			each = append(each, nil)
			continue
		case nothing:
			return absent(pos, op, args)
		}
		mapReals(x, func(x Value) Value { reals = append(reals, x); return x })
		if of == nil {
			of = x
		}
		each = append(each, reals)
	}
	i := -1
	return mapReals(of, func(Value) Value {
		i++
		operands := make([]Value, len(args))
		for k, x := range args {
			if operands[k] = x; each[k] != nil {
				operands[k] = each[k][i]
			}
		}
		return primitive(pos, op, operands...)
	})
}

// absent is linear where an argument is a sum of nothing.
func absent(pos diag.Pos, op core.Op, args []Value) Value {
	_, first := args[0].(nothing)
	switch {
	case op == core.Add && first:
		return args[1]
	case op == core.Sub && first:
		return linear(pos, core.Neg, args[1:])
	case op == core.Add, op == core.Sub:
		return args[0]
	}
	return nothing{}
}

// funcReals is mapReals of a function.
func funcReals(f Func, by func(Value) Value) Value {
	return mapCaptured(f, func(_ core.Type, x Value, _ int) Value { return mapReals(x, by) })
}

// liftFunc is a function whose captured values move.
func liftFunc(f Func, at int, df Value) Value {
	parts, ok := df.(Tuple)
	if !ok {
		panic(fmt.Sprintf("eval: %T is no tangent of a function", df))
	}
	return mapCaptured(f, func(t core.Type, x Value, k int) Value { return lift(t, at, x, parts[k]) })
}

// funcTangent is the tangent of a function.
func funcTangent(f Func, at int) Value {
	vars, values := captured(f)
	out := make(Tuple, len(vars))
	for k, v := range vars {
		out[k] = tangentOf(v.Type, at, values[k])
	}
	return out
}

// liftCaptured is x + ẋ ε for values of d f or trace f.
func liftCaptured(at int, x, dx Value) Value {
	if _, none := x.(nothing); none {
		return x
	}
	var tangents []Value
	mapReals(dx, func(x Value) Value { tangents = append(tangents, x); return x })
	return mapReals(x, func(x Value) Value {
		d := &Dual{at, x, tangents[0]}
		tangents = tangents[1:]
		return d
	})
}

// capturedTangent is the ẏ of a y + ẏ ε of d f or trace f.
func capturedTangent(at int, y Value) Value {
	return mapReals(y, func(y Value) Value { _, dy := split(y, at); return dy })
}
