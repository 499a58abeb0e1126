package closures

import (
	"procad/core"
)

// A value is what is known of a value when the program is compiled. In one that has functions it
// is known which these are.
type value interface{}

type (
	// data is a value without functions: the term that computes it.
	data struct{ core.Term }

	// closure is a lambda with the values of its free variables, or a definition, which has none.
	closure struct {
		fn    *core.Lambda // of the program that the pass was given
		caps  []value
		local *core.Var // that is bound to it, and is in scope where the value is; nil if there is none
	}

	// derived is op(f).
	derived struct {
		op core.Operator
		f  value
	}

	// tuple is (v1, …, vn).
	tuple struct{ elems []value }

	// inject is con v of a sum.
	inject struct {
		of  *core.SumType
		con int
		x   value
	}

	// packed is the value of a variable that is data with the given shape: a choice of functions, a
	// sum or an array that has functions.
	packed struct {
		shape shape
		v     *core.Var
	}
)

// first says that functions of a type neither take nor give functions.
func first(t *core.FuncType) bool {
	for _, p := range t.Params {
		if core.HasFunc(p) {
			return false
		}
	}
	return !core.HasFunc(t.Result)
}

// again is a value that is used once more: what computes it is a variable or a number.
func again(v value) value {
	if d, ok := v.(data); ok {
		return data{core.Copy(d.Term)}
	}
	return v
}

// short says that a term may be put wherever it is used.
func short(t core.Term) bool {
	switch t.(type) {
	case *core.Use, *core.RealConst, *core.IntConst:
		return true
	}
	return false
}

// A block is bindings in the making.
type block struct{ binds []binding }

type binding struct {
	vars  []*core.Var
	tuple bool
	bound core.Term
}

func (b *block) let(v *core.Var, bound core.Term) {
	b.binds = append(b.binds, binding{vars: []*core.Var{v}, bound: bound})
}

func (b *block) untuple(vars []*core.Var, bound core.Term) {
	b.binds = append(b.binds, binding{vars: vars, tuple: true, bound: bound})
}

// in is let b1; …; bn in body.
func (b *block) in(body core.Term) core.Term {
	for i := len(b.binds) - 1; i >= 0; i-- {
		bind := b.binds[i]
		n := core.Node{At: bind.bound.Pos(), Of: body.Type()}
		if bind.tuple {
			body = &core.Untuple{Node: n, Vars: bind.vars, Bound: bind.bound, Body: body}
		} else {
			body = &core.Let{Node: n, Var: bind.vars[0], Bound: bind.bound, Body: body}
		}
	}
	return body
}

// named is v as something that may be used any number of times.
func (b *block) named(v value, name string) value {
	d, ok := v.(data)
	if !ok || short(d.Term) {
		return v
	}
	x := &core.Var{Pos: d.Pos(), Name: name, Type: d.Type()}
	b.let(x, d.Term)
	return data{core.UseOf(x)}
}
