package chad

import (
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/papers/chad/linear"
	"procad/papers/number"
)

// Terms of the source language for tests.

func realVar(name string) *Var { return newVar(name, RealType{}) }

func prim(op core.Op, args ...Term) Term { return &Op{Op: Scalar{op}, Args: args} }
func add(a, b Term) Term                 { return prim(core.Add, a, b) }
func minus(a, b Term) Term               { return prim(core.Sub, a, b) }
func mul(a, b Term) Term                 { return prim(core.Mul, a, b) }
func sine(a Term) Term                   { return prim("sin", a) }
func cosine(a Term) Term                 { return prim("cos", a) }
func vector(op Vector, args ...Term) Term {
	return &Op{Op: op, Args: args}
}

// let is let name = t in body.
func let(name string, of Type, t Term, body func(x Term) Term) Term { return named(name, of, t, body) }

// lam is λname. body.
func lam(name string, of Type, body func(x Term) Term) Term { return over(name, of, body) }

func app(f, x Term) Term { return &Apply{f, x} }

var realToReal = FunType{RealType{}, RealType{}}

// negative is case x < 0 of inl _ → a | inr _ → b.
func negative(x, a, b Term) Term {
	return &Case{prim(core.Lt, x, constant(0)), newVar("_", UnitType{}), newVar("_", UnitType{}), a, b}
}

func vec(xs ...float64) Value { return arrayValue([]int64{int64(len(xs))}, xs...) }

func arrayValue(dims []int64, xs ...float64) Value {
	a := &linear.Array{Dims: dims}
	for _, x := range xs {
		a.Elems = append(a.Elems, x)
	}
	return a
}

// tuple is the value <<v1, v2>, …>.
func tuple(vs ...Value) Value {
	out := vs[0]
	for _, v := range vs[1:] {
		out = &linear.Pair{A: out, B: v}
	}
	return out
}

// An open term is one with free variables.
type open struct {
	vars []*Var
	term Term
}

// at is D(t) at values of the variables: the value, and the derivative as a function. A
// (co)tangent of the context is a tuple, without the 1 that D(Γ)₂ begins with. The
// concrete term and the simplified one have the same values and derivatives.
func (o open) at(t *testing.T, mode Mode, values ...Value) (y Value, derivative func(d Value) Value) {
	t.Helper()
	d, err := NewDeriver(mode, Derivatives).Term(o.term, o.vars...)
	require.NoError(t, err)
	c, vars := Concrete(d.Term, d.Vars...)
	forms := []Derived{d, {c, vars, d.Tangent}, {Simplify(c, Table1(), nil), vars, d.Tangent}}
	f := number.Float()
	y, linear := o.run(t, mode, d, f, reals{f}, values...)
	return y, func(dx Value) Value {
		t.Helper()
		dy := linear(dx)
		for _, form := range forms[1:] {
			same, derivative := o.run(t, mode, form, f, reals{f}, values...)
			assertSame(t, y, same)
			assertSame(t, dy, derivative(dx))
		}
		return dy
	}
}

func (o open) run(t *testing.T, mode Mode, d Derived, domain number.Domain, tangents Tangents, values ...Value) (y Value, derivative func(d Value) Value) {
	t.Helper()
	m := newMachine(domain, tangents, 10_000_000)
	var e *env
	for i, x := range d.Vars {
		e = e.with(x, values[i])
	}
	p := m.eval(e, d.Term)
	f := secondOf(p)
	n := len(values)
	return firstOf(p), func(dx Value) Value {
		if mode == Forward {
			g := Value(nil)
			for _, x := range components(dx, n) {
				g = &linear.Pair{A: g, B: x}
			}
			return apply(f, g)
		}
		g := components(apply(f, dx), n+1)
		return tuple(g[1:]...)
	}
}

// labelsOf is an array of any values.
func labelsOf(xs ...any) Value {
	a := &linear.Array{Dims: []int64{int64(len(xs))}}
	for _, x := range xs {
		a.Elems = append(a.Elems, x)
	}
	return a
}
