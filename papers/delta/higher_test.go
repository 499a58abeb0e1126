package delta_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/papers/delta"
	"procad/papers/number"
)

// The programs of this file have functions as values, which a text does not have.

func node(t core.Type) core.Node { return core.Node{Of: t} }

func arrow(result core.Type, params ...core.Type) *core.FuncType {
	return &core.FuncType{Params: params, Result: result}
}

func constant(v float64) core.Term { return &core.RealConst{Node: node(core.Real), Value: v} }

func prim(op core.Op, args ...core.Term) core.Term {
	types := make([]core.Type, len(args))
	for i, x := range args {
		types[i] = x.Type()
	}
	return &core.Prim{Node: node(core.PrimType(op, types)), Op: op, Args: args}
}

func mul(x, y core.Term) core.Term { return prim(core.Mul, x, y) }
func add(x, y core.Term) core.Term { return prim(core.Add, x, y) }
func sin(x core.Term) core.Term    { return prim("sin", x) }

// lam is \x. body(x).
func lam(of core.Type, body func(x core.Term) core.Term) core.Term {
	v := &core.Var{Name: "x", Type: of}
	b := body(core.UseOf(v))
	return &core.Lambda{Node: node(arrow(b.Type(), of)), Params: []*core.Var{v}, Body: b}
}

func apply(f core.Term, args ...core.Term) core.Term {
	return &core.Apply{Node: node(f.Type().(*core.FuncType).Result), Func: f, Args: args}
}

// let is let x = e in body(x).
func let(e core.Term, body func(x core.Term) core.Term) core.Term {
	v := &core.Var{Name: "x", Type: e.Type()}
	b := body(core.UseOf(v))
	return &core.Let{Node: node(b.Type()), Var: v, Bound: e, Body: b}
}

func tuple(elems ...core.Term) core.Term {
	types := make([]core.Type, len(elems))
	for i, e := range elems {
		types[i] = e.Type()
	}
	return &core.Tuple{Node: node(core.TupleOf(types...)), Elems: elems}
}

// open is let (x1, …, xn) = e in body(x1, …, xn).
func open(e core.Term, body func(x []core.Term) core.Term) core.Term {
	var vars []*core.Var
	var uses []core.Term
	for _, t := range e.Type().(*core.TupleType).Elems {
		v := &core.Var{Name: "x", Type: t}
		vars, uses = append(vars, v), append(uses, core.UseOf(v))
	}
	b := body(uses)
	return &core.Untuple{Node: node(b.Type()), Vars: vars, Bound: e, Body: b}
}

// cases is case e of … with an arm for each constructor.
func cases(e core.Term, arms ...func(x core.Term) core.Term) core.Term {
	c := &core.Case{X: e}
	for i, con := range e.Type().(*core.SumType).Cons {
		v := &core.Var{Name: "x", Type: con.Of}
		body := arms[i](core.UseOf(v))
		c.Of, c.Arms = body.Type(), append(c.Arms, core.Arm{Var: v, Body: body})
	}
	return c
}

// real is a function of Reals.
func real(n int, body func(x []core.Term) core.Term) *core.Def {
	d := &core.Def{Name: "f", Result: core.Real}
	var uses []core.Term
	for i := range n {
		v := &core.Var{Name: "p" + strconv.Itoa(i), Type: core.Real}
		d.Params, uses = append(d.Params, v), append(uses, core.UseOf(v))
	}
	d.Body = body(uses)
	return d
}

var toReal = arrow(core.Real, core.Real)

// twice is tw = \g. \z. g (g z).
var twice = lam(toReal, func(g core.Term) core.Term {
	return lam(core.Real, func(z core.Term) core.Term { return apply(g, apply(g, z)) })
})

// church is three applications of g.
func church(g, z core.Term) core.Term { return apply(g, apply(g, apply(g, z))) }

// e8 is let f = if x < 0 then inl (\y. y*k) else inr (\y. sin (y*x)) in case f of inl g -> g k, inr g -> g k.
func e8(x, k core.Term) core.Term {
	sum := core.SumOf(toReal, toReal)
	inject := func(con int, f core.Term) func(core.Term) core.Term {
		return func(core.Term) core.Term { return &core.Inject{Node: node(sum), Con: con, X: f} }
	}
	f := cases(prim(core.Lt, x, constant(0)),
		inject(0, lam(core.Real, func(y core.Term) core.Term { return mul(y, k) })),
		inject(1, lam(core.Real, func(y core.Term) core.Term { return sin(mul(y, x)) })))
	call := func(g core.Term) core.Term { return apply(g, k) }
	return let(f, func(f core.Term) core.Term { return cases(f, call, call) })
}

// e19 is f_{i+1} = \y. f_i (y*x), f_0 = sin, f_n x.
func e19(n int, x core.Term) core.Term {
	f := lam(core.Real, sin)
	for range n {
		inner := f
		f = let(inner, func(g core.Term) core.Term {
			return lam(core.Real, func(y core.Term) core.Term { return apply(g, mul(y, x)) })
		})
	}
	return apply(f, x)
}

// e20 is three closures in a tuple, \y. x*y + i, one after the other.
func e20(x core.Term) core.Term {
	fs := make([]core.Term, 3)
	for i := range fs {
		fs[i] = lam(core.Real, func(y core.Term) core.Term { return add(mul(x, y), constant(float64(i))) })
	}
	return open(tuple(fs...), func(f []core.Term) core.Term { return apply(f[2], apply(f[1], apply(f[0], x))) })
}

// power is the recursion pw n = if n = 0 then 1.0 else x * pw (n - 1) of E16.
func power() *core.Def {
	x, n := &core.Var{Name: "x", Type: core.Real}, &core.Var{Name: "n", Type: core.Int}
	d := &core.Def{Name: "pw", Params: []*core.Var{x, n}, Result: core.Real}
	integer := func(k int64) core.Term { return &core.IntConst{Node: node(core.Int), Value: k} }
	d.Body = cases(prim(core.Eq, core.UseOf(n), integer(0)),
		func(core.Term) core.Term { return constant(1) },
		func(core.Term) core.Term {
			self := &core.Global{Node: node(d.Type()), Def: d}
			return mul(core.UseOf(x), apply(self, core.UseOf(x), prim(core.Sub, core.UseOf(n), integer(1))))
		})
	return d
}

// TestHigherOrder is E6 to E8, E16, E19 and E20: closures capture dual numbers.
func TestHigherOrder(t *testing.T) {
	for _, c := range []struct {
		name            string
		def             *core.Def
		args            []eval.Value
		value, gradient eval.Value
		binds           int
	}{
		{"E6", real(1, func(x []core.Term) core.Term {
			return let(sin(x[0]), func(a core.Term) core.Term {
				f := lam(core.Real, func(y core.Term) core.Term { return mul(mul(a, y), x[0]) })
				return apply(apply(twice, f), x[0])
			})
		}), list{0.9}, 0.44731516351563, 2.20098546796231, 5},
		{"E7", real(1, func(x []core.Term) core.Term {
			f := lam(core.Real, func(y core.Term) core.Term { return add(mul(y, x[0]), constant(1)) })
			return let(f, func(f core.Term) core.Term { return church(f, constant(2)) })
		}), list{1.5}, 11.5, 17.5, 6},
		{"E8 inr", real(2, func(x []core.Term) core.Term { return e8(x[0], x[1]) }), list{0.5, 2.0},
			0.841470984807897, list{1.08060461173628, 0.27015115293407}, 2},
		{"E8 inl", real(2, func(x []core.Term) core.Term { return e8(x[0], x[1]) }), list{-0.5, 2.0}, 4.0, list{0.0, 4.0}, 1},
		{"E16", power(), list{1.1, int64(5)}, 1.61051, list{7.3205, list{}}, 5},
		{"E19", real(1, func(x []core.Term) core.Term { return e19(4, x[0]) }), list{0.9}, 0.55676811703811, 2.725006250835, 5},
		{"E20", real(1, func(x []core.Term) core.Term { return e20(x[0]) }), list{1.5}, 8.5625, 14.5, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &core.Program{Defs: []*core.Def{c.def}}
			l, err := delta.NewLibrary(p, delta.Order{})
			require.NoError(t, err)
			r, err := delta.Start(l, c.def, c.args, number.Float())
			require.NoError(t, err)
			near(t, c.value, r.Value, "value")
			assert.Len(t, r.Tape.Binds, c.binds)
			g, err := r.Reverse(1.0)
			require.NoError(t, err)
			near(t, c.gradient, g, "gradient")
			want, err := eval.Derivative(core.Grad, c.def, c.args, 100_000)
			require.NoError(t, err)
			near(t, want, g, "gradient by nested tangents")
		})
	}
}
