package delta

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// Check says what is wrong with the types of a translation:
//
//	Γ ⊢ e : A  implies  D{Γ} ⊢ D{e} : M D{A}
//
// D{A} is written A. So a variable has the type that it has in core, and the rule
// of a computation of type M D{A} gives A.
func Check(d *Def) (err error) {
	defer diag.Catch[illTyped](&err)
	c := checker{}
	scope := scope{}
	for _, p := range d.Of.Params {
		scope = scope.with(p)
	}
	c.same(d.Of.Pos, d.Of.Result, c.code(scope, d.Body))
	return nil
}

type illTyped struct {
	pos diag.Pos
	msg string
}

func (e illTyped) Error() string { return fmt.Sprintf("%s: %s", e.pos, e.msg) }

// A checker has the rules.
type checker struct{}

// A scope is the variables that are bound.
type scope struct {
	v     *core.Var
	outer *scope
}

func (s scope) with(v *core.Var) scope {
	if v == nil {
		return s
	}
	return scope{v, &s}
}

func (c checker) fail(pos diag.Pos, format string, args ...any) {
	panic(illTyped{pos, fmt.Sprintf(format, args...)})
}

func (c checker) same(pos diag.Pos, want, got core.Type) {
	if !core.Equal(want, got) {
		c.fail(pos, "%s where %s is expected", got, want)
	}
}

// code is the A of Γ ⊢ s : M A.
func (c checker) code(g scope, s Code) core.Type {
	switch s := s.(type) {
	// Γ ⊢ e : A  ⟹  Γ ⊢ pure e : M A
	case *Pure:
		return c.expr(g, s.X)
	// Γ ⊢ s : M A, Γ, x : A ⊢ s' : M B  ⟹  Γ ⊢ do {x <- s; s'} : M B
	case *Do:
		for _, stmt := range s.Stmts {
			of := c.code(g, stmt.From)
			parts := []core.Type{of}
			if stmt.Tuple {
				t, ok := of.(*core.TupleType)
				if !ok || len(t.Elems) != len(stmt.Vars) {
					c.fail(diag.Pos{}, "%d variables for %s", len(stmt.Vars), of)
				}
				parts = t.Elems
			}
			for i, v := range stmt.Vars {
				if v != nil {
					c.same(v.Pos, v.Type, parts[i])
				}
				g = g.with(v)
			}
		}
		return c.code(g, s.Last)
	// Γ ⊢ f : A → M B, Γ ⊢ e : A  ⟹  Γ ⊢ f e : M B
	case *Call:
		f, ok := c.expr(g, s.Func).(*core.FuncType)
		if !ok || len(f.Params) != len(s.Args) {
			c.fail(s.At, "no function of %d arguments", len(s.Args))
		}
		for i, p := range f.Params {
			c.same(s.At, p, c.expr(g, s.Args[i]))
		}
		return f.Result
	// op : R × … × R → R  ⟹  D{op} : D{R} × … × D{R} → M D{R}
	case *Op:
		c.same(s.At, core.Real, c.prim(g, s.At, s.Op, s.Args))
		return core.Real
	case *BoundReal:
		return core.Real
	case *Case:
		c.same(diag.Pos{}, s.Of, c.expr(g, s.X))
		for i, arm := range s.Arms {
			if arm.Var != nil {
				c.same(arm.Var.Pos, s.Of.Cons[i].Of, arm.Var.Type)
			}
			c.same(diag.Pos{}, s.Type, c.code(g.with(arm.Var), arm.Body))
		}
		return s.Type
	case *Loop:
		return c.loop(g, s)
	}
	panic(fmt.Sprintf("delta: no typing rule for %T", s))
}

func (c checker) prim(g scope, at diag.Pos, op core.Op, args []Expr) core.Type {
	types := make([]core.Type, len(args))
	for i, x := range args {
		types[i] = c.expr(g, x)
	}
	t := core.PrimType(op, types)
	if t == nil {
		c.fail(at, "%s of %v", op, types)
	}
	return t
}

// loop is the A of Γ ⊢ loop : M A. Each body has the type of the term of core in its place.
func (c checker) loop(g scope, l *Loop) core.Type {
	always, others := core.Slots(l.Form)
	for i, at := range always {
		c.same(l.Form.Pos(), (*at).Type(), c.expr(g, l.In[i]))
	}
	c.sizes(g, l.Sizes)
	bodies := func(g scope, vars ...*core.Var) {
		for i, at := range others {
			inner := g
			if i < len(vars) {
				inner = g.with(vars[i])
			}
			c.same(l.Form.Pos(), (*at).Type(), c.code(inner, l.Body[i]))
		}
	}
	switch t := l.Form.(type) {
	case *core.Build:
		for _, b := range t.Binders {
			g = g.with(b.Var)
		}
		bodies(g)
	case *core.Reduce:
		for i, body := range l.Body {
			g = g.with(t.Binders[i].Var)
			c.same(t.At, (*others[i]).Type(), c.code(g, body))
		}
	case *core.Fold:
		bodies(g.with(t.Acc).with(t.Elem))
	case *core.NTimes:
		bodies(g.with(t.State))
	case *core.While:
		bodies(g, t.Test, t.State)
	case *core.Ccl:
		bodies(g.with(t.Index).with(t.State))
	}
	return l.Form.Type()
}

func (c checker) sizes(g scope, s Sizes) {
	for at, x := range s {
		c.same(at.Pos(), core.Int, c.expr(g, x))
	}
}

// expr is the A of Γ ⊢ e : A.
func (c checker) expr(g scope, x Expr) core.Type {
	switch x := x.(type) {
	case *Use:
		for s := &g; s != nil; s = s.outer {
			if s.v == x.Var {
				return x.Var.Type
			}
		}
		c.fail(x.Var.Pos, "%s is not bound", x.Var.Name)
	case *Real:
		return core.Real
	case *OfInt:
		c.same(x.At, core.Int, c.expr(g, x.X))
		return core.Real
	case *Int:
		return core.Int
	case *Plain:
		t := c.prim(g, x.At, x.Op, x.Args)
		if t == core.Real {
			c.fail(x.At, "%s gives a dual number", x.Op)
		}
		return t
	case *Global:
		return x.Def.Type()
	case *Lambda:
		for _, p := range x.Params {
			g = g.with(p)
		}
		c.same(x.From.At, x.Type.Result, c.code(g, x.Body))
		return x.Type
	case *Tuple:
		return core.TupleOf(c.exprs(g, x.Elems)...)
	case *Inject:
		c.same(diag.Pos{}, x.Of.Cons[x.Con].Of, c.expr(g, x.X))
		return x.Of
	case *Literal:
		for _, t := range c.exprs(g, x.Elems) {
			c.same(x.Form.At, x.Form.Of.(*core.ArrayType).Elem, t)
		}
		return x.Form.Of
	case *Index:
		c.ints(g, x.At)
		c.same(x.Form.Pos(), x.Form.X.Type(), c.expr(g, x.X))
		return x.Form.Of
	case *Size:
		c.array(c.expr(g, x.X))
		return core.Int
	case *Set:
		c.ints(g, x.At)
		a := c.array(c.expr(g, x.X))
		c.same(x.Form.Pos(), a.Elem, c.expr(g, x.Value))
		return a
	case *Sized:
		c.sizes(g, x.Sizes)
		return c.expr(g, x.X)
	case *Assert:
		c.same(x.Form.At, core.Bool, c.expr(g, x.Cond))
		return core.Unit
	case *Stop:
		return c.expr(g, x.X)
	}
	panic(fmt.Sprintf("delta: no typing rule for %T", x))
}

func (c checker) exprs(g scope, list []Expr) []core.Type {
	types := make([]core.Type, len(list))
	for i, x := range list {
		types[i] = c.expr(g, x)
	}
	return types
}

func (c checker) ints(g scope, list []Expr) {
	for _, t := range c.exprs(g, list) {
		c.same(diag.Pos{}, core.Int, t)
	}
}

func (c checker) array(t core.Type) *core.ArrayType {
	a, ok := t.(*core.ArrayType)
	if !ok {
		c.fail(diag.Pos{}, "%s where an array is expected", t)
	}
	return a
}
