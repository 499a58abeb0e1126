package eval

import (
	"procad/core"
	"procad/internal/diag"
)

// derived is op[wanted](f) for f : of.
type derived struct {
	op     core.Operator
	wanted []bool // nil: all
	f      Func
	of     *core.FuncType
}

// constant says that the result has () for the parameter with number k.
func (d *derived) constant(k int) bool {
	return d.wanted != nil && !d.wanted[k] || core.Discrete(d.of.Params[k])
}

func (d *derived) apply(m *machine, at call, args []Value) Value {
	n := len(d.of.Params)
	switch d.op {
	case core.SplitOf, core.PullOf, core.ZeroOf, core.JVPOf, core.VJPOf:
		return d.ofParameter(m, at, args)
	case core.JVP:
		y, dy := m.jvp(d, at, args[:n], args[n:])
		return Tuple{y, dy}
	case core.VJP:
		y := d.f.apply(m, at, args[:n])
		conform(at.arg(n), "seed", d.of.Result, y, args[n])
		return Tuple{y, m.cotangent(d, at, args[:n], func(dy Value) Value { return inner(at.pos, args[n], dy) })}
	case core.Grad:
		return m.cotangent(d, at, args, func(dy Value) Value { return dy })
	}
	return m.jacobians(d, at, args)
}

// jvp is the value of d.f and its derivative along the tangents.
//
//	f(x + ẋ ε) = y + ẏ ε        ε of a new level
func (m *machine) jvp(d *derived, at call, args, tangents []Value) (y, dy Value) {
	m.levels++
	level := m.levels
	lifted := make([]Value, len(args))
	for i, x := range args {
		conform(at.arg(len(args)+i), "tangent", d.of.Params[i], x, tangents[i])
		lifted[i] = lift(d.of.Params[i], level, x, tangents[i])
	}
	out := d.f.apply(m, at, lifted)
	y = mapReals(out, func(x Value) Value { p, _ := split(x, level); return p })
	return y, tangentOf(d.of.Result, level, out)
}

// lift is x + ẋ ε, and x without a tangent.
func lift(t core.Type, at int, x, dx Value) Value {
	if dx == nil || constant(t) {
		return x
	}
	switch t := content(t).(type) {
	case *core.FuncType:
		return liftFunc(x.(Func), at, dx)
	case *core.CapturedType:
		return liftCaptured(at, x, dx)
	case core.Basic:
		if t == core.Int {
			return x
		}
		return &Dual{at, x, dx}
	case *core.TupleType:
		out := make(Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = lift(e, at, x.(Tuple)[i], dx.(Tuple)[i])
		}
		return out
	case *core.SumType:
		v := x.(*Variant)
		return &Variant{v.Con, lift(t.Cons[v.Con].Of, at, v.Of, dx.(*Variant).Of)}
	}
	a, da := x.(*Array), dx.(*Array)
	out := &Array{a.Dims, make([]Value, len(a.Elems))}
	for i := range a.Elems {
		out.Elems[i] = lift(t.(*core.ArrayType).Elem, at, a.Elems[i], da.Elems[i])
	}
	return out
}

// content is the type of what a value of type t is made of.
func content(t core.Type) core.Type {
	if r, ok := t.(*core.RecType); ok {
		return r.Of
	}
	return t
}

// tangentOf is the ẏ of y + ẏ ε, of type δt.
func tangentOf(t core.Type, at int, y Value) Value {
	if constant(t) {
		return Tuple{}
	}
	switch t := content(t).(type) {
	case *core.FuncType:
		return funcTangent(y.(Func), at)
	case *core.CapturedType:
		return capturedTangent(at, y)
	case core.Basic:
		_, dy := split(y, at)
		return dy
	case *core.TupleType:
		out := make(Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = tangentOf(e, at, y.(Tuple)[i])
		}
		return out
	case *core.SumType:
		v := y.(*Variant)
		return &Variant{v.Con, tangentOf(t.Cons[v.Con].Of, at, v.Of)}
	}
	a := y.(*Array)
	out := &Array{a.Dims, make([]Value, len(a.Elems))}
	for i, x := range a.Elems {
		out.Elems[i] = tangentOf(t.(*core.ArrayType).Elem, at, x)
	}
	return out
}

// conform compares the sizes and constructors of a tangent or a seed with those
// of the value it belongs to.
func conform(pos diag.Pos, what string, t core.Type, x, dx Value) {
	if dx == nil || core.Discrete(t) {
		return
	}
	switch t := content(t).(type) {
	case *core.TupleType:
		for i, e := range t.Elems {
			conform(pos, what, e, x.(Tuple)[i], dx.(Tuple)[i])
		}
	case *core.SumType:
		v, dv := x.(*Variant), dx.(*Variant)
		if v.Con != dv.Con {
			fail(pos, "seed-tag", "the %s is %s where the value is %s", what, t.Cons[dv.Con].Name, t.Cons[v.Con].Name)
		}
		conform(pos, what, t.Cons[v.Con].Of, v.Of, dv.Of)
	case *core.ArrayType:
		a, da := x.(*Array), dx.(*Array)
		for axis := range a.Dims {
			if a.Dims[axis] != da.Dims[axis] {
				fail(pos, "seed-size", "dimension %d of the %s is not that of the value: %d and %d", axis, what, da.Dims[axis], a.Dims[axis])
			}
		}
		for i := range a.Elems {
			conform(pos, what, t.Elem, a.Elems[i], da.Elems[i])
		}
	}
}

// zeros is the zero tangent of x.
func zeros(t core.Type, x Value) Value {
	return tangentOf(t, 0, mapReals(x, func(Value) Value { return 0.0 }))
}

// directions are the unit vectors of δt for the sizes and constructors of a zero
// tangent, in order.
func directions(zero Value) []Value {
	var out []Value
	var n int
	mapReals(zero, func(x Value) Value { n++; return x })
	for k := range n {
		i := -1
		out = append(out, mapReals(zero, func(Value) Value {
			if i++; i == k {
				return 1.0
			}
			return 0.0
		}))
	}
	return out
}

// along is ẏ for each direction of the argument with number k.
func (m *machine) along(d *derived, at call, args []Value, k int) []Value {
	m.again++ // d.f has run, if anybody is told of traces
	defer func() { m.again-- }()
	tangents := make([]Value, len(args))
	for i, x := range args {
		tangents[i] = zeros(d.of.Params[i], x)
	}
	var out []Value
	for _, direction := range directions(tangents[k]) {
		tangents[k] = direction
		_, dy := m.jvp(d, at, args, tangents)
		out = append(out, dy)
	}
	return out
}

// cotangent is what result makes of ẏ, for each direction of the arguments.
func (m *machine) cotangent(d *derived, at call, args []Value, result func(dy Value) Value) Value {
	all := make(Tuple, len(args))
	discrete, ran := true, d.op == core.VJP
	if m.print != nil && !ran {
		d.f.apply(m, at, args)
		ran = true
	}
	for k, x := range args {
		if d.constant(k) {
			all[k] = Tuple{}
			continue
		}
		entries := m.along(d, at, args, k)
		ran, discrete = ran || len(entries) > 0, false
		i := -1
		all[k] = mapReals(zeros(d.of.Params[k], x), func(Value) Value {
			i++
			return result(entries[i])
		})
	}
	if !ran {
		d.f.apply(m, at, args) // it may fail
	}
	switch {
	case discrete:
		return Tuple{}
	case len(all) == 1:
		return all[0]
	}
	return all
}

// inner is the sum of the products of the Reals of two values of one form.
func inner(pos diag.Pos, a, b Value) Value {
	var xs []Value
	mapReals(a, func(x Value) Value { xs = append(xs, x); return x })
	var sum Value = 0.0
	mapReals(b, func(y Value) Value {
		sum = primitive(pos, core.Add, sum, primitive(pos, core.Mul, xs[0], y))
		xs = xs[1:]
		return y
	})
	return sum
}

// jacobians is the derivative of the result, Real or an array, in each argument:
// the dimensions of the result, and then those of the argument.
func (m *machine) jacobians(d *derived, at call, args []Value) Value {
	all := make(Tuple, len(args))
	y := d.f.apply(m, at, args)
	for k, x := range args {
		if d.constant(k) {
			all[k] = Tuple{}
			continue
		}
		columns := m.along(d, at, args, k)
		var in, out []int64
		if a, ok := x.(*Array); ok {
			in = a.Dims
		}
		if a, ok := y.(*Array); ok {
			out = a.Dims
		}
		all[k] = transposed(columns, out, in)
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// transposed is the matrix with the given columns, as an array whose dimensions
// are out and then in; a Real if there are none.
func transposed(columns []Value, out, in []int64) Value {
	if len(out)+len(in) == 0 {
		return columns[0]
	}
	rows := int64(1)
	for _, n := range out {
		rows *= n
	}
	j := &Array{Dims: append(append([]int64{}, out...), in...)}
	for r := range rows {
		for _, c := range columns {
			if a, ok := c.(*Array); ok {
				j.Elems = append(j.Elems, a.Elems[r])
			} else {
				j.Elems = append(j.Elems, c)
			}
		}
	}
	return j
}
