package emit

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/papers"
	"procad/papers/delta"
	"procad/papers/number"
)

// Program is the translations of f and of what it calls, and gradient_f if the result
// of f is Real, as a core program that is checked. The error is an *papers.Unsupported.
func Program(p *core.Program, f *core.Def) (out *core.Program, err error) {
	defer number.Catch(&err)
	l, err := delta.NewLibrary(p, delta.Order{})
	if err != nil {
		return nil, err
	}
	e := &emitter{library: l, duals: map[*core.Def]*core.Def{}, ops: map[core.Op]*core.Def{}, out: &core.Program{Source: p.Source}}
	d := e.dual(f)
	if f.Result == core.Real {
		e.gradient(f, d)
	}
	if err := core.Check(e.out); err != nil {
		panic(fmt.Sprintf("emit: the program is ill typed: %v", err))
	}
	return e.out, nil
}

// An emitter makes a program.
type emitter struct {
	library *delta.Library
	duals   map[*core.Def]*core.Def
	ops     map[core.Op]*core.Def
	out     *core.Program

	vars map[*core.Var]*core.Var // of the definition at hand
	drop bool                    // bindings are not wanted: in the condition of a while
}

func unsupported(pos diag.Pos, format string, args ...any) {
	panic(number.Interrupt{Err: &papers.Unsupported{Pos: pos, System: delta.Name + ", as a program,", Construct: fmt.Sprintf(format, args...)}})
}

// dual is dual_f : D{A} × DeltaState → D{B} × DeltaState.
func (e *emitter) dual(f *core.Def) *core.Def {
	if d := e.duals[f]; d != nil {
		return d
	}
	translation, err := e.library.Def(f)
	if err != nil {
		panic(number.Interrupt{Err: err})
	}
	outer := *e
	e.vars, e.drop = map[*core.Var]*core.Var{}, false
	b := builder{f.Pos}
	d := &core.Def{Pos: f.Pos, Name: "dual_" + f.Name, Result: core.TupleOf(translated(f.Result), state)}
	for _, p := range f.Params {
		d.Params = append(d.Params, e.variable(p))
	}
	m := b.fresh("m", state)
	d.Params = append(d.Params, m)
	d.Body = e.code(b, translation.Body, b.use(m))
	e.vars, e.drop = outer.vars, outer.drop
	e.duals[f] = d
	e.add(d)
	return d
}

func (e *emitter) add(d *core.Def) {
	d.ParamSizes = make([]core.Sizes, len(d.Params))
	e.out.Defs = append(e.out.Defs, d)
}

// variable is what v becomes, which may be nil.
func (e *emitter) variable(v *core.Var) *core.Var {
	if v == nil {
		return nil
	}
	w := &core.Var{Pos: v.Pos, Name: v.Name, Type: translated(v.Type)}
	e.vars[v] = w
	return w
}

func (e *emitter) variables(vars []*core.Var) []*core.Var {
	out := make([]*core.Var, len(vars))
	for i, v := range vars {
		out[i] = e.variable(v)
	}
	return out
}

// code is s m : (A, DeltaState), for a computation s : M A and a state m, a variable.
func (e *emitter) code(b builder, s delta.Code, m core.Term) core.Term {
	switch s := s.(type) {
	// return x = \s. (x, s)
	case *delta.Pure:
		return b.tuple(e.expr(b, s.X), m)
	case *delta.Do:
		return e.stmts(b, s.Stmts, s.Last, m)
	case *delta.Call:
		b.at = s.At
		f := e.expr(b, s.Func)
		return &core.Apply{Node: b.node(f.Type().(*core.FuncType).Result), Func: f, Args: append(e.exprs(b, s.Args), m)}
	case *delta.Op:
		b.at = s.At
		return e.operation(b, s.Op, e.exprs(b, s.Args), m)
	case *delta.Case:
		c := &core.Case{Node: b.node(core.TupleOf(translated(s.Type), state)), X: e.expr(b, s.X)}
		for _, arm := range s.Arms {
			v := e.variable(arm.Var)
			c.Arms = append(c.Arms, core.Arm{Var: v, Body: e.code(b, arm.Body, core.Copy(m))})
		}
		return c
	case *delta.Loop:
		b.at = s.Form.Pos()
		return e.loop(b, s, m)
	}
	panic(fmt.Sprintf("emit: no rule for %T", s))
}

// stmts is the computation of a block.
//
//	m >>= n = \s. case m s of (r, s') -> n r s'
func (e *emitter) stmts(b builder, list []delta.Stmt, last delta.Code, m core.Term) core.Term {
	if len(list) == 0 {
		return e.code(b, last, m)
	}
	s, rest := list[0], list[1:]
	if pure, ok := s.From.(*delta.Pure); ok {
		x := e.expr(b, pure.X)
		vars := e.variables(s.Vars)
		body := e.stmts(b, rest, last, m)
		if s.Tuple {
			return b.open(vars, x, body)
		}
		return b.let(vars[0], x, body)
	}
	from := e.code(b, s.From, m)
	vars := e.variables(s.Vars)
	next := b.fresh("m", state)
	body := e.stmts(b, rest, last, b.use(next))
	if !s.Tuple {
		return b.open([]*core.Var{vars[0], next}, from, body)
	}
	x := b.fresh("x", from.Type().(*core.TupleType).Elems[0])
	return b.open([]*core.Var{x, next}, from, b.open(vars, b.use(x), body))
}

func (e *emitter) exprs(b builder, list []delta.Expr) []core.Term {
	out := make([]core.Term, len(list))
	for i, x := range list {
		out[i] = e.expr(b, x)
	}
	return out
}

// plain are the first components of dual numbers.
func (e *emitter) plain(b builder, list []delta.Expr) []core.Term {
	out := e.exprs(b, list)
	for i, x := range out {
		if core.Equal(x.Type(), dual) {
			out[i] = b.first(x)
		}
	}
	return out
}

// expr is a value.
func (e *emitter) expr(b builder, x delta.Expr) core.Term {
	switch x := x.(type) {
	case *delta.Use:
		v := e.vars[x.Var]
		return b.use(v)
	case *delta.Real:
		return b.tuple(b.real(x.Value), b.int(0))
	case *delta.Int:
		return b.int(x.Value)
	case *delta.OfInt:
		return b.tuple(builder{x.At}.prim("real", e.expr(b, x.X)), b.int(0))
	case *delta.Plain:
		return builder{x.At}.prim(x.Op, e.plain(b, x.Args)...)
	case *delta.Global:
		d := e.dual(x.Def)
		return &core.Global{Node: b.node(d.Type()), Def: d}
	case *delta.Lambda:
		params := e.variables(x.Params)
		m := b.fresh("m", state)
		body := e.code(b, x.Body, b.use(m))
		return &core.Lambda{Node: b.node(translated(x.Type)), Params: append(params, m), Body: body}
	case *delta.Tuple:
		if len(x.Elems) == 0 {
			return &core.Tuple{Node: b.node(core.Unit)}
		}
		return b.tuple(e.exprs(b, x.Elems)...)
	case *delta.Inject:
		return &core.Inject{Node: b.node(translated(x.Of)), Con: x.Con, X: e.expr(b, x.X)}
	case *delta.Literal:
		return &core.Literal{Node: b.node(translated(x.Form.Of)), Dims: x.Form.Dims, Elems: e.exprs(b, x.Elems)}
	case *delta.Index:
		b.at = x.Form.Pos()
		return &core.Index{Node: b.node(translated(x.Form.Of)), X: e.expr(b, x.X), At: e.exprs(b, x.At)}
	case *delta.Size:
		return b.size(e.expr(b, x.X), x.Axis)
	case *delta.Set:
		b.at = x.Form.Pos()
		return b.set(e.expr(b, x.X), e.expr(b, x.Value), e.exprs(b, x.At)...)
	case *delta.Sized:
		b.at = x.Form.Pos()
		inner := e.expr(b, x.X)
		return &core.SizeCheck{Node: b.node(inner.Type()), X: inner, Shape: e.shape(b, x.Form.Shape, x.Sizes), Name: x.Form.Name}
	case *delta.Assert:
		return &core.Assert{Node: builder{x.Form.At}.node(core.Unit), Cond: e.expr(b, x.Cond), Message: x.Form.Message}
	case *delta.Stop:
		return e.stopped(b, e.expr(b, x.X))
	}
	panic(fmt.Sprintf("emit: no rule for %T", x))
}

// shape is a shape with the sizes of a translation.
func (e *emitter) shape(b builder, s core.Shape, sizes delta.Sizes) core.Shape {
	parts := func(list []core.Shape) []core.Shape {
		out := make([]core.Shape, len(list))
		for i, s := range list {
			out[i] = e.shape(b, s, sizes)
		}
		return out
	}
	switch s := s.(type) {
	case *core.ArrayShape:
		out := &core.ArrayShape{Sizes: make([]core.ShapeSize, len(s.Sizes))}
		for i, size := range s.Sizes {
			out.Sizes[i].Name = size.Name
			if size.Size != nil {
				out.Sizes[i].Size = e.expr(b, sizes[size.Size])
			}
		}
		return out
	case *core.TupleShape:
		return &core.TupleShape{Elems: parts(s.Elems)}
	case *core.SumShape:
		return &core.SumShape{Cons: parts(s.Cons)}
	}
	return nil
}

// stopped is x with the id 0 in every dual number.
func (e *emitter) stopped(b builder, x core.Term) core.Term {
	t := x.Type()
	if core.Equal(t, dual) {
		return b.tuple(b.first(x), b.int(0))
	}
	if core.Discrete(t) {
		return x
	}
	switch t := t.(type) {
	case *core.TupleType:
		return b.parts(x, func(parts []core.Term) core.Term {
			for i := range parts {
				parts[i] = e.stopped(b, parts[i])
			}
			return b.tuple(parts...)
		})
	case *core.SumType:
		return b.cases(x, func(con int, part core.Term) core.Term {
			return &core.Inject{Node: b.node(t), Con: con, X: e.stopped(b, part)}
		})
	case *core.ArrayType:
		return b.each(x, func(elem core.Term, _ []core.Term) core.Term { return e.stopped(b, elem) })
	}
	unsupported(b.at, "stopGradient of a function")
	return nil
}
