package lower_test

import (
	"fmt"
	"math"

	"procad/source"
)

// A reference evaluates the syntax tree: what programs mean, said a second
// time and in the most direct way. Values are float64, int64, bool, tuples,
// sides and *block; nothing is ever changed.
type reference struct {
	env  map[*source.Var]any
	left int // expressions that may still be evaluated
}

type (
	tuple []any
	side  struct {
		right bool
		value any
	}
	block struct {
		dims  []int64
		elems []any
	}
	fault string // a panic of the reference
)

func (b *block) at(idx []int64) any {
	if len(idx) > len(b.dims) {
		panic(fault("rank"))
	}
	start, n := int64(0), int64(len(b.elems))
	for k, i := range idx {
		if i < 0 || i >= b.dims[k] {
			panic(fault("index"))
		}
		n /= b.dims[k]
		start += i * n
	}
	if len(idx) == len(b.dims) {
		return b.elems[start]
	}
	return &block{b.dims[len(idx):], b.elems[start : start+n]}
}

// stack is the array of the given values, which may be arrays.
func stack(values []any) any {
	n := int64(len(values))
	if n == 0 {
		return &block{dims: []int64{0}}
	}
	first, ok := values[0].(*block)
	if !ok {
		return &block{[]int64{n}, values}
	}
	out := &block{dims: append([]int64{n}, first.dims...)}
	for _, v := range values {
		b := v.(*block)
		if fmt.Sprint(b.dims) != fmt.Sprint(first.dims) {
			panic(fault("ragged"))
		}
		out.elems = append(out.elems, b.elems...)
	}
	return out
}

func plus(a, b any) any {
	switch a := a.(type) {
	case float64:
		return a + b.(float64)
	case int64:
		return a + b.(int64)
	case tuple:
		c := make(tuple, len(a))
		for i := range a {
			c[i] = plus(a[i], b.(tuple)[i])
		}
		return c
	case *block:
		c := &block{dims: a.dims, elems: make([]any, len(a.elems))}
		if fmt.Sprint(a.dims) != fmt.Sprint(b.(*block).dims) {
			panic(fault("ragged"))
		}
		for i := range a.elems {
			c.elems[i] = plus(a.elems[i], b.(*block).elems[i])
		}
		return c
	}
	panic("plus")
}

func (r *reference) match(p *source.Pattern, v any) {
	switch p.Kind {
	case source.PatVar:
		r.env[p.Var] = v
	case source.PatTuple:
		for i, e := range p.Elems {
			r.match(e, v.(tuple)[i])
		}
	}
}

func (r *reference) int(e source.Expr) int64 { return r.eval(e).(int64) }

func (r *reference) ints(list []source.Expr) []int64 {
	out := make([]int64, len(list))
	for i, e := range list {
		out[i] = r.int(e)
	}
	return out
}

func (r *reference) eval(e source.Expr) any {
	if r.left--; r.left < 0 {
		panic(fault("budget"))
	}
	switch e := e.(type) {
	case *source.IntLit:
		if e.Type() == source.Real {
			return float64(e.Value)
		}
		return e.Value
	case *source.RealLit:
		return e.Value
	case *source.BoolLit:
		return e.Value
	case *source.Ident:
		return r.env[e.Var]
	case *source.TupleExpr:
		t := make(tuple, len(e.Elems))
		for i, x := range e.Elems {
			t[i] = r.eval(x)
		}
		return t
	case *source.Annot:
		return r.eval(e.X)
	case *source.Inject:
		return side{e.Right, r.eval(e.X)}
	case *source.Unary:
		switch x := r.eval(e.X).(type) {
		case bool:
			return !x
		case int64:
			return -x
		case float64:
			return -x
		}
	case *source.Binary:
		return r.binary(e)
	case *source.Index:
		return r.eval(e.X).(*block).at(r.ints(e.Args))
	case *source.Call:
		return r.call(e)
	case *source.Let:
		for _, b := range e.Binds {
			if b, ok := b.(*source.LetValue); ok {
				r.match(b.Pat, r.eval(b.Value))
			}
		}
		return r.eval(e.Body)
	case *source.If:
		if r.eval(e.Cond).(bool) {
			return r.eval(e.Then)
		}
		return r.eval(e.Else)
	case *source.Case:
		if s := r.eval(e.X).(side); s.right {
			r.match(e.RPat, s.value)
			return r.eval(e.R)
		} else {
			r.match(e.LPat, s.value)
			return r.eval(e.L)
		}
	case *source.Comp:
		return r.comp(e, e.Binders)
	case *source.Reduce:
		var total any
		r.reduce(e, e.Binders, &total)
		if total == nil {
			if e.Op == source.MaxOf || e.Type() != source.Real && e.Type() != source.Int {
				panic(fault("empty"))
			}
			return map[source.Type]any{source.Real: 0.0, source.Int: int64(0)}[e.Type()]
		}
		return total
	case *source.Fold:
		acc, over := r.eval(e.Init), r.eval(e.Over).(*block)
		for i := range over.dims[0] {
			r.match(e.Acc, acc)
			r.match(e.Elem, over.at([]int64{i}))
			acc = r.eval(e.Body)
		}
		return acc
	case *source.NTimes:
		s := r.eval(e.Init)
		for range r.int(e.N) {
			r.match(e.State, s)
			s = r.eval(e.Body)
		}
		return s
	case *source.While:
		n, s := r.int(e.N), r.eval(e.Init)
		for ; ; n-- {
			r.match(e.Test, s)
			if !r.eval(e.Cond).(bool) {
				return s
			}
			r.match(e.State, s)
			s = r.eval(e.Body)
			if n == 0 {
				panic(fault("turns"))
			}
		}
	case *source.Ccl:
		s := r.eval(e.Init)
		for i := r.int(e.N) - 1; i >= 0; i-- {
			r.match(e.Index, i)
			r.match(e.State, s)
			s = r.eval(e.Body)
		}
		return s
	case *source.SizeOf:
		return r.eval(e.X).(*block).dims[e.Axis]
	case *source.SetAt:
		return r.set(r.eval(e.X).(*block), r.ints(e.Index), r.eval(e.Value))
	case *source.StopGradient:
		return r.eval(e.X)
	}
	panic(fmt.Sprintf("no rule for %T", e))
}

func (r *reference) set(a *block, idx []int64, x any) any {
	a.at(idx)
	k := int64(0)
	for axis, i := range idx {
		k = k*a.dims[axis] + i
	}
	b := &block{a.dims, append([]any(nil), a.elems...)}
	b.elems[k] = x
	return b
}

func (r *reference) comp(e *source.Comp, binders []*source.Binder) any {
	if len(binders) == 0 {
		return r.eval(e.Elem)
	}
	var values []any
	for i := range r.int(binders[0].Bound) {
		r.env[binders[0].Var] = i
		values = append(values, r.comp(e, binders[1:]))
	}
	return stack(values)
}

func (r *reference) reduce(e *source.Reduce, binders []*source.Binder, total *any) {
	if len(binders) > 0 {
		for i := range r.int(binders[0].Bound) {
			r.env[binders[0].Var] = i
			r.reduce(e, binders[1:], total)
		}
		return
	}
	x := r.eval(e.Body)
	switch {
	case *total == nil:
		*total = x
	case e.Op == source.SumOf:
		*total = plus(*total, x)
	case less(*total, x):
		*total = x
	}
}

func less(a, b any) bool {
	if x, ok := a.(int64); ok {
		return x < b.(int64)
	}
	return a.(float64) < b.(float64)
}

func (r *reference) binary(e *source.Binary) any {
	x := r.eval(e.X)
	switch e.Op {
	case source.And:
		return x.(bool) && r.eval(e.Y).(bool)
	case source.Or:
		return x.(bool) || r.eval(e.Y).(bool)
	}
	y := r.eval(e.Y)
	switch e.Op {
	case source.Eq:
		return x == y
	case source.Ne:
		return x != y
	case source.Lt:
		return less(x, y)
	case source.Gt:
		return less(y, x)
	case source.Le:
		return less(x, y) || x == y
	case source.Ge:
		return less(y, x) || x == y
	case source.Add:
		return plus(x, y)
	case source.Pow:
		return math.Pow(x.(float64), float64(y.(int64)))
	}
	if x, ok := x.(float64); ok {
		if e.Op == source.Sub {
			return x - y.(float64)
		}
		return x * y.(float64)
	}
	a, b := x.(int64), y.(int64)
	switch e.Op {
	case source.Sub:
		return a - b
	case source.Mul:
		return a * b
	case source.Mod:
		if b == 0 {
			panic(fault("division by zero"))
		}
		return (a%b + b) % b
	}
	panic("no rule for " + e.Op)
}

func (r *reference) call(e *source.Call) any {
	args := make([]any, len(e.Args))
	for i, arg := range e.Args {
		args[i] = r.eval(arg)
	}
	switch f := e.Func.(type) {
	case *source.Instance:
		return r.apply(f.Params, f.Body, args)
	case *source.FuncRef:
		return r.apply(f.Def.Params, f.Def.Body, args)
	case *source.Builtin:
		switch f.Name {
		case "real":
			return float64(args[0].(int64))
		case "abs":
			if less(args[0], map[bool]any{true: int64(0), false: 0.0}[e.Type() == source.Int]) {
				if x, ok := args[0].(int64); ok {
					return -x
				}
				return -args[0].(float64)
			}
			return args[0]
		case "min", "max":
			if less(args[0], args[1]) == (f.Name == "min") {
				return args[0]
			}
			return args[1]
		}
	}
	panic("no rule for a call")
}

func (r *reference) apply(params []*source.Param, body source.Expr, args []any) any {
	for i, p := range params {
		r.env[p.Var] = args[i]
	}
	return r.eval(body)
}
