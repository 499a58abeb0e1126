package delta

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/papers"
	"procad/papers/number"
)

// Name is what the system is called.
const Name = "delta"

// An Order is in which order operands are evaluated, and what literals bind. The
// zero Order is that of Figure 9.
type Order struct {
	RightToLeft bool // as OCaml does: Figure 12
	Literals    bool // a literal is a binding of its own, as in Figure 12
}

// A Def is the translation of a definition.
type Def struct {
	Of   *core.Def
	Body Code
}

// Translate is the translation of one definition: it depends on no other, nor on what
// the definition is called with (section 8.1). The error is an *papers.Unsupported.
func Translate(f *core.Def, order Order) (d *Def, err error) {
	defer number.Catch(&err)
	t := &translator{order: order}
	return &Def{f, t.code(f.Body)}, nil
}

// A translator is in the block of a do.
type translator struct {
	order Order
	stmts []Stmt
	names int
}

func unsupported(pos diag.Pos, format string, args ...any) {
	panic(number.Interrupt{Err: &papers.Unsupported{Pos: pos, System: Name, Construct: fmt.Sprintf(format, args...)}})
}

// code is D{e} : M D{A}, a block of its own:
//
//	do {x <- s; pure x} = s
func (t *translator) code(e core.Term) Code {
	outer := t.stmts
	t.stmts = nil
	x := t.value(e)
	var last Code = &Pure{x}
	if n := len(t.stmts); n > 0 && t.isLast(x) {
		last = t.stmts[n-1].From
		t.stmts = t.stmts[:n-1]
	}
	if len(t.stmts) > 0 {
		last = &Do{t.stmts, last}
	}
	t.stmts = outer
	return last
}

// isLast says that x is what the last statement binds.
func (t *translator) isLast(x Expr) bool {
	use, ok := x.(*Use)
	last := t.stmts[len(t.stmts)-1]
	return ok && !last.Tuple && last.Vars[0] == use.Var
}

// do adds x <- s to the block, for a new x.
func (t *translator) do(s Code, of core.Type) Expr {
	t.names++
	x := &core.Var{Name: fmt.Sprint("t", t.names), Type: of}
	t.stmts = append(t.stmts, Stmt{Vars: []*core.Var{x}, From: s, fresh: true})
	return &Use{x}
}

// bind adds the statements of D{e} and binds its value:
//
//	do {x <- do {s; e'}; …} = do {s; x <- e'; …}
func (t *translator) bind(vars []*core.Var, tuple bool, e core.Term) {
	v := t.value(e)
	if n := len(t.stmts); n > 0 && t.isLast(v) && t.stmts[n-1].fresh {
		t.stmts[n-1] = Stmt{Vars: vars, Tuple: tuple, From: t.stmts[n-1].From}
		return
	}
	t.stmts = append(t.stmts, Stmt{Vars: vars, Tuple: tuple, From: &Pure{v}})
}

// value adds the statements of D{e} to the block, and gives what it is pure of:
//
//	do {x <- pure e'; s} = s[e'/x]
func (t *translator) value(e core.Term) Expr {
	switch e := e.(type) {
	// D{x} = pure x
	case *core.Use:
		return &Use{e.Var}
	// D{f} = pure f
	case *core.Global:
		return &Global{e.Def}
	// D{k} = pure k
	case *core.IntConst:
		return &Int{e.Value}
	// D{r} = pure (r, Zero)
	case *core.RealConst:
		if t.order.Literals {
			return t.do(&BoundReal{e.At, e.Value}, core.Real)
		}
		return &Real{e.At, e.Value}
	case *core.Prim:
		return t.primitive(e)
	// D{\x. e} = pure (\x. D{e})
	case *core.Lambda:
		return &Lambda{e.Params, t.code(e.Body), e.Of.(*core.FuncType), e}
	// D{e1 e2} = do {f <- D{e1}; x <- D{e2}; f x}
	case *core.Apply:
		v := t.values(append([]core.Term{e.Func}, e.Args...))
		return t.do(&Call{e.At, v[0], v[1:]}, e.Of)
	// D{(e1, e2)} = do {x <- D{e1}; y <- D{e2}; pure (x, y)}
	case *core.Tuple:
		return &Tuple{t.values(e.Elems)}
	// D{let x = e1 in e2} = do {x <- D{e1}; D{e2}}
	case *core.Let:
		t.bind([]*core.Var{e.Var}, false, e.Bound)
		return t.value(e.Body)
	// D{let (x, y) = e1 in e2} = do {(x, y) <- D{e1}; D{e2}}, which is fst and snd
	case *core.Untuple:
		t.bind(e.Vars, true, e.Bound)
		return t.value(e.Body)
	// D{inl e} = do {x <- D{e}; pure (inl x)}
	case *core.Inject:
		return &Inject{e.Of.(*core.SumType), e.Con, t.value(e.X)}
	// D{case e0 of inl x1 -> e1, inr x2 -> e2} = do {x <- D{e0}; case x of inl x1 -> D{e1}, inr x2 -> D{e2}}
	case *core.Case:
		c := &Case{X: t.value(e.X), Of: e.X.Type().(*core.SumType), Type: e.Of}
		for _, arm := range e.Arms {
			c.Arms = append(c.Arms, Arm{arm.Var, t.code(arm.Body)})
		}
		return t.do(c, e.Of)
	// D{index} = pure \(v, i). pure (index (v, i)): it binds nothing (section 8.3)
	case *core.Index:
		v := t.values(append([]core.Term{e.X}, e.At...))
		return &Index{e, v[0], v[1:]}
	case *core.Size:
		return &Size{t.value(e.X), e.Axis}
	case *core.Set:
		v := t.values(append(append([]core.Term{e.X}, e.At...), e.Value))
		return &Set{e, v[0], v[len(v)-1], v[1 : len(v)-1]}
	case *core.Literal:
		return &Literal{e, t.values(e.Elems)}
	case *core.SizeCheck:
		return &Sized{e, t.value(e.X), t.sizes(e)}
	case *core.Assert:
		return &Assert{e, t.value(e.Cond)}
	// D{stopGradient e} = do {x <- D{e}; pure (x with Zero for every Delta)}
	case *core.StopGradient:
		return &Stop{t.value(e.X)}
	case *core.Derive:
		unsupported(e.At, "%s inside of a program (paper 2, section 8.6)", e.Op)
	case *core.Ruled:
		unsupported(e.At, "a rule for the derivative of %s", e.Rule.Name)
	}
	return t.do(t.loop(e), e.Type())
}

// values are D{e1}, …, D{en}, from left to right unless the Order says otherwise.
func (t *translator) values(list []core.Term) []Expr {
	out := make([]Expr, len(list))
	for i := range list {
		k := i
		if t.order.RightToLeft {
			k = len(list) - 1 - i
		}
		out[k] = t.value(list[k])
	}
	return out
}

// primitive is D{op e} = do {x <- D{e}; D{op} x}.
func (t *translator) primitive(e *core.Prim) Expr {
	v := t.values(e.Args)
	switch {
	// D{+Z} = pure \(x, y). pure (x +Z y)
	case e.Of != core.Real:
		return &Plain{e.At, e.Op, v}
	// D{real} = pure \n. pure (real n, Zero)
	case e.Op == "real":
		return &OfInt{e.At, v[0]}
	}
	return t.do(&Op{e.At, e.Op, v}, core.Real)
}
