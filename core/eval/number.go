package eval

import (
	"math"

	"procad/core"
	"procad/internal/diag"
	"procad/internal/special"
)

// A Dual is primal + tangent ε, where ε belongs to one level. Both are Reals of
// lower levels.
type Dual struct {
	Level           int
	Primal, Tangent Value
}

// level is the highest level of a Real; that of a float64 is 0.
func level(v Value) int {
	if d, ok := v.(*Dual); ok {
		return d.Level
	}
	return 0
}

// split is v as primal + tangent ε of a level that is not below its own.
func split(v Value, at int) (primal, tangent Value) {
	if d, ok := v.(*Dual); ok && d.Level == at {
		return d.Primal, d.Tangent
	}
	return v, 0.0
}

// Float is a Real without its tangents.
func Float(v Value) float64 {
	for {
		d, ok := v.(*Dual)
		if !ok {
			return v.(float64)
		}
		v = d.Primal
	}
}

// primitive is op(xs).
//
//	op(x + ẋ ε) = op(x) + Σ ∂op/∂xi(x) ẋi ε        a product as core.Contribution has it
func primitive(pos diag.Pos, op core.Op, xs ...Value) Value {
	top := 0
	for _, x := range xs {
		top = max(top, level(x))
	}
	if top == 0 || !differentiable(op) {
		return plain(pos, op, xs)
	}
	primals := make([]Value, len(xs))
	for i, x := range xs {
		primals[i], _ = split(x, top)
	}
	partials := core.Partials(algebra{pos}, op, primals)
	var sum Value = 0.0
	for i, x := range xs {
		if d, ok := x.(*Dual); ok && d.Level == top {
			sum = primitive(pos, core.Add, sum, core.Contribution(algebra{pos}, op, i, partials[i], d.Tangent))
		}
	}
	return &Dual{top, primitive(pos, op, primals...), sum}
}

// differentiable says that the result of op is Real when an argument is.
func differentiable(op core.Op) bool {
	switch op {
	case core.Eq, core.Lt, core.Le, core.Gt, core.Ge, "int":
		return false
	}
	return true
}

// algebra computes partial derivatives.
type algebra struct{ pos diag.Pos }

func (algebra) Real(v float64) Value { return v }
func (algebra) Int(v int64) Value    { return v }

func (a algebra) Prim(op core.Op, args ...Value) Value { return primitive(a.pos, op, args...) }

func (algebra) If(cond Value, then, otherwise func() Value) Value {
	if cond.(*Variant).Con == core.True {
		return then()
	}
	return otherwise()
}

// Primitive is op of a float64, an Int or a Bool for each argument. It panics with
// a *RuntimeError where the run fails.
func Primitive(pos diag.Pos, op core.Op, args ...Value) Value { return plain(pos, op, args) }

// plain is op of values without tangents, or of which it sees none.
func plain(pos diag.Pos, op core.Op, xs []Value) Value {
	switch x := xs[0].(type) {
	case *Variant:
		if op == core.Not {
			return Bool(x.Con == core.False)
		}
		return Bool(x.Con == xs[1].(*Variant).Con)
	case int64:
		return integer(pos, op, x, xs[1:])
	}
	x := Float(xs[0])
	if len(xs) == 1 {
		if op == "int" {
			if x = math.Floor(x); !(x >= math.MinInt64 && x < -math.MinInt64) {
				fail(pos, "int-range", "int of a Real that is not in the range of Int")
			}
			return int64(x)
		}
		return functions[op](x)
	}
	if n, ok := xs[1].(int64); ok {
		return special.Powi(x, n)
	}
	y := Float(xs[1])
	switch op {
	case core.Add:
		return x + y
	case core.Sub:
		return x - y
	case core.Mul:
		return x * y
	case core.Quo:
		return x / y
	case core.SMul:
		if x == 0 {
			return 0.0
		}
		return x * y
	case core.ZMul:
		if x == 0 || y == 0 {
			return 0.0
		}
		return x * y
	case core.SDiv:
		if x == 0 {
			return 0.0
		}
		return x / y
	case core.Eq:
		return Bool(x == y)
	case core.Lt:
		return Bool(x < y)
	case core.Le:
		return Bool(x <= y)
	case core.Gt:
		return Bool(x > y)
	case core.Ge:
		return Bool(x >= y)
	case "min":
		if x < y {
			return x
		}
		return y
	case "max":
		if x > y {
			return x
		}
		return y
	case "pow":
		return special.Pow(x, y)
	case "atan2":
		return math.Atan2(x, y)
	}
	panic("eval: no rule for " + op)
}

// integer is op of an Int and what follows it.
func integer(pos diag.Pos, op core.Op, x int64, rest []Value) Value {
	if len(rest) == 0 {
		switch op {
		case core.Neg:
			return -x
		case "abs":
			return max(x, -x)
		case "real":
			return float64(x)
		}
		panic("eval: no rule for " + op)
	}
	if op == "polygamma" {
		return special.Polygamma(x, Float(rest[0]))
	}
	y := rest[0].(int64)
	switch op {
	case core.Add:
		return x + y
	case core.Sub:
		return x - y
	case core.Mul:
		return x * y
	case core.IDiv, core.IMod:
		if y == 0 {
			fail(pos, "divide-by-zero", "division of an Int by zero")
		}
		// x = (x div y) y + x mod y        x mod y has the sign of y
		r := x % y
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		if op == core.IMod {
			return r
		}
		return (x - r) / y
	case core.BitAnd:
		return x & y
	case core.ShiftLeft:
		return x << (y & 63)
	case core.ShiftRight:
		return x >> (y & 63)
	case core.Eq:
		return Bool(x == y)
	case core.Lt:
		return Bool(x < y)
	case core.Le:
		return Bool(x <= y)
	case core.Gt:
		return Bool(x > y)
	case core.Ge:
		return Bool(x >= y)
	case "min":
		return min(x, y)
	case "max":
		return max(x, y)
	}
	panic("eval: no rule for " + op)
}

// functions are those of one Real.
var functions = func() map[core.Op]func(float64) float64 {
	table := map[core.Op]func(float64) float64{core.Neg: func(x float64) float64 { return -x }, "abs": math.Abs}
	for _, f := range special.Functions {
		if f.One != nil {
			table[core.Op(f.Name)] = f.One
		}
	}
	return table
}()
