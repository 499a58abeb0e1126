package source

import (
	"fmt"

	"procad/internal/diag"
)

// expr infers the type of e and notes it in e.
func (c *checker) expr(e Expr) Type { return c.noted(e, func() Type { return c.infer(e) }) }

// noted notes the type that infer finds for e.
func (c *checker) noted(e Expr, infer func() Type) Type {
	if c.depth++; c.depth > maxDepth {
		c.errorf(e.Pos(), CodeNesting, "expressions and local functions are more than %d deep in each other", maxDepth)
		panic(bailout{})
	}
	t := infer()
	e.base().typ = t
	c.exprs = append(c.exprs, e)
	c.depth--
	return t
}

// is infers the type of e, which has to be wanted.
func (c *checker) is(e Expr, wanted Type, what string) {
	c.want(e, c.expr(e), wanted, what)
}

func (c *checker) infer(e Expr) Type {
	switch e := e.(type) {
	case *IntLit:
		return c.number(e.pos)
	case *RealLit:
		return Real
	case *BoolLit:
		return Bool
	case *Ident:
		if e.Con != nil {
			return c.construct(e.pos, e.Con, nil)
		}
		if e.Const != nil {
			c.funcRef(e.Const)
			return e.Const.Sig.Result
		}
		c.notMeant(e.pos, e.shadows)
		if f, ok := e.Fn.(*FuncRef); ok {
			return c.defined(f)
		}
		if e.local != nil {
			return c.localValue(e, nil)
		}
		if e.Eta != nil {
			return c.expr(e.Eta)
		}
		if e.Var == nil {
			return invalid
		}
		c.use(e.Var)
		return e.Var.Type
	case *TupleExpr:
		return c.tuple(e)
	case *RecordExpr:
		return c.record(e)
	case *With:
		return c.with(e)
	case *FieldOf:
		return c.fieldOf(e)
	case *Annot:
		c.sizes(e.Wanted)
		c.want(e.X, c.exprAs(e.X, e.Wanted.Type()), e.Wanted.Type(), "the written type")
		return e.Wanted.Type()
	case *Inject:
		return c.inject(e)
	case *Unary:
		return c.unary(e)
	case *Binary:
		return c.binary(e)
	case *Index:
		return c.index(e)
	case *Call:
		return c.call(e)
	case *Let:
		c.binds(e.Binds)
		return c.expr(e.Body)
	case *Lambda:
		return c.lambda(e, nil)
	case *Derive:
		return c.derive(e, nil)
	case *If:
		return c.ifElse(e)
	case *Case:
		return c.caseOf(e)
	case *ArrayLit:
		return c.arrayLit(e)
	case *Comp:
		return c.comp(e)
	case *Reduce:
		return c.reduce(e)
	case *Scan:
		return c.scan(e)
	case *Fold:
		return c.fold(e)
	case *NTimes:
		return c.nTimes(e)
	case *While:
		return c.while(e)
	case *Ccl:
		return c.ccl(e)
	case *SizeOf:
		return c.sizeOf(e)
	case *SetAt:
		return c.setAt(e)
	case *StopGradient:
		t := c.expr(e.X)
		c.later = append(c.later, func() {
			if hasFunc(t) {
				c.errorf(Start(e.X), CodeTypeMismatch, "stopGradient is for values without functions, but this is %s", prune(t)).
					Hintf("stop what the function computes, or what it uses")
			}
		})
		return t
	case *Foreign:
		return c.foreign(e)
	case *Trace:
		return c.trace(e)
	case *Assert:
		c.is(e.Cond, Bool, "the condition of assert")
		return Unit
	}
	panic(fmt.Sprintf("source: no rule for %T", e))
}

// binds checks the bindings of a let.
func (c *checker) binds(list []Bind) {
	for _, b := range list {
		switch b := b.(type) {
		case *LetValue:
			if b.Pat.Wanted != nil {
				c.pattern(b.Pat, c.exprAs(b.Value, b.Pat.Wanted.Type()), b.Value)
				continue
			}
			c.pattern(b.Pat, c.expr(b.Value), b.Value)
		case *LocalFunc:
			b.owner = c.inst
		}
	}
}

func (c *checker) tuple(e *TupleExpr) Type {
	return c.sized(e, TupleOf(c.exprList(e.Elems)...))
}

// sized rejects a type that has too many parts.
func (c *checker) sized(e Expr, t Type) Type {
	if typeSize(t, maxTypeSize) > maxTypeSize {
		c.errorf(e.Pos(), CodeTypeSize, "the type of this has more than %d parts", maxTypeSize)
		return invalid
	}
	return t
}

func (c *checker) inject(e *Inject) Type {
	t := c.expr(e.X)
	if e.Right {
		return c.sized(e, &Sum{c.unknown(e.pos, "the left side of this sum"), t})
	}
	return c.sized(e, &Sum{t, c.unknown(e.pos, "the right side of this sum")})
}

func (c *checker) unary(e *Unary) Type {
	t := c.expr(e.X)
	if e.Op == Not {
		c.want(e.X, t, Bool, "what not negates")
		return Bool
	}
	if t := c.elementwise(e.Op, e.pos, e.X); t != nil {
		return t
	}
	if t := c.capturedOp(e.Op, e.pos, e.X); t != nil {
		return t
	}
	c.numeric(e.X, t, "-", nil)
	return t
}

func (c *checker) binary(e *Binary) Type {
	tx, ty := c.expr(e.X), c.expr(e.Y)
	if t := c.elementwise(e.Op, e.pos, e.X, e.Y); t != nil {
		return t
	}
	if t := c.capturedOp(e.Op, e.pos, e.X, e.Y); t != nil {
		return t
	}
	switch e.Op {
	case And, Or:
		c.want(e.X, tx, Bool, "an operand of "+string(e.Op))
		c.want(e.Y, ty, Bool, "an operand of "+string(e.Op))
		return Bool
	case Eq, Ne:
		c.alike(e, tx, ty)
		c.later = append(c.later, func() { c.comparable(e, tx) })
		return Bool
	case Lt, Le, Gt, Ge:
		c.arithmetic(e, tx, ty)
		return Bool
	case Quo:
		for _, x := range []Expr{e.X, e.Y} {
			t := x.Type()
			if prune(t) == Int {
				c.errorf(Start(x), CodeTypeMismatch, "/ divides Reals, but this is Int").
					Hintf("write real(…), or div for division with rounding down")
			} else {
				c.want(x, t, Real, "an operand of /")
			}
		}
		return Real
	case Div, Mod:
		for _, x := range []Expr{e.X, e.Y} {
			t := x.Type()
			if prune(t) == Real {
				c.errorf(Start(x), CodeTypeMismatch, "%s is for Ints, but this is Real", e.Op).
					Hintf("%s", map[Op]string{Div: "Reals are divided by /", Mod: "for Reals it is x - y * floor(x / y)"}[e.Op])
			} else {
				c.want(x, t, Int, "an operand of "+string(e.Op))
			}
		}
		return Int
	case Pow:
		return c.power(e, tx)
	}
	return c.arithmetic(e, tx, ty)
}

// arithmetic makes sure that the operands of e are numbers of one type.
func (c *checker) arithmetic(e *Binary, tx, ty Type) Type {
	op := string(e.Op)
	hint := func() string {
		return overElements(func(x []string) string { return x[0] + " " + op + " " + x[1] }, e.X, e.Y)
	}
	if c.numeric(e.X, tx, op, hint) && c.numeric(e.Y, ty, op, hint) && c.alike(e, tx, ty) {
		return tx
	}
	return invalid
}

// alike makes sure that the operands of e have one type.
func (c *checker) alike(e *Binary, tx, ty Type) bool {
	if unify(tx, ty) {
		return true
	}
	tx, ty = prune(tx), prune(ty)
	msg := c.errorf(e.pos, CodeTypeMismatch, "the operands of %s are %s and %s", e.Op, tx, ty)
	switch {
	case isNumber(tx) && isNumber(ty):
		msg.Hintf(asReal)
	case tx == Bool && isNumber(ty) || ty == Bool && isNumber(tx):
		msg.Hintf("a Bool is a condition by itself: write b, or not b")
	}
	return false
}

// isNumber reports whether the pruned type t is Real or Int, or will be.
func isNumber(t Type) bool {
	v, ok := t.(*typeVar)
	return t == Real || t == Int || ok && v.numeric
}

// comparable makes sure that values of type t can be compared by == and !=.
func (c *checker) comparable(e *Binary, t Type) {
	switch t := prune(t).(type) {
	case Basic:
		if t != Unit {
			return
		}
	case *typeVar, invalidType:
		return
	}
	msg := c.errorf(e.pos, CodeTypeMismatch, "%s compares Reals, Ints and Bools, but these are %s", e.Op, prune(t))
	switch prune(t).(type) {
	case *Array:
		msg.Hintf("arrays are alike if (max(i < size(a)) abs(a[i] - b[i])) < 1e-12")
	case *Record:
		msg.Hintf("compare their fields")
	case *Tuple:
		msg.Hintf("compare their parts")
	case *Sum, *NamedSum:
		msg.Hintf("case takes them apart")
	}
}

// power checks x ^ n.
//
//	x : Real      n : Int        m : Int      n : Int
//	─────────────────────        ────────────────────
//	x ^ n : Real                 m ^ n : Int
//
// A negative exponent that is written out is that of a Real.
func (c *checker) power(e *Binary, tx Type) Type {
	if !c.exponent(e.pos, e.Y) {
		return invalid
	}
	minus, negative := e.Y.(*Unary)
	if negative && minus.Op == Sub {
		if _, literal := minus.X.(*IntLit); literal && prune(tx) == Int {
			c.errorf(e.pos, CodeTypeMismatch, "an Int has no negative power").
				Hintf("write real(n)^-k")
			return invalid
		} else if literal {
			return c.realBase(e, tx)
		}
	}
	if isNumber(prune(tx)) {
		return tx
	}
	return c.realBase(e, tx)
}

func (c *checker) realBase(e *Binary, tx Type) Type {
	if !c.want(e.X, tx, Real, "the base of ^") {
		return invalid
	}
	return Real
}

// exponent makes sure that y, which has been checked, is an exponent of a ^.
func (c *checker) exponent(pos diag.Pos, y Expr) bool {
	if prune(y.Type()) == Real {
		c.errorf(pos, CodeTypeMismatch, "the exponent of ^ is Int, but this is Real").
			Hintf("write pow(x, y)")
		return false
	}
	return c.want(y, y.Type(), Int, "the exponent of ^")
}

func (c *checker) index(e *Index) Type {
	t := c.expr(e.X)
	ranges := c.dimensions(e.Args)
	a := c.array(e.X, t)
	if a == nil {
		return invalid
	}
	if len(e.Args) > a.Rank {
		c.errorf(e.pos, CodeIndexCount, "%s, but the array is %s", count(len(e.Args), "index"), a)
		return invalid
	}
	return row(a, len(e.Args)-ranges)
}

// row is what is left of a after k indices.
func row(a *Array, k int) Type { return ArrayOf(a.Elem, a.Rank-k) }

func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "index":
		what = "indice"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (c *checker) ifElse(e *If) Type {
	c.is(e.Cond, Bool, "the condition of if")
	a, b := c.expr(e.Then), c.expr(e.Else)
	if !unify(a, b) {
		c.branches("then", e.Then, a, "else", e.Else, b)
		return invalid
	}
	return a
}

// branches reports that two branches have different types.
func (c *checker) branches(first string, x Expr, a Type, second string, y Expr, b Type) {
	a, b = prune(a), prune(b)
	e := c.errorf(Start(tail(y)), CodeBranchMismatch, "the branch for %s is %s, but the one for %s is %s", second, b, first, a).
		Notef(Start(tail(x)), "the branch for %s", first)
	if a == Real && b == Int || a == Int && b == Real {
		e.Hintf(asReal)
	}
}

func (c *checker) sizeOf(e *SizeOf) Type {
	a := c.array(e.X, c.expr(e.X))
	if a != nil && e.Axis >= a.Rank {
		c.errorf(e.pos, CodeIndexCount, "there is no axis %d: the array is %s", e.Axis, a).
			Hintf("axes count from 0")
	}
	return Int
}

func (c *checker) setAt(e *SetAt) Type {
	a := c.array(e.X, c.expr(e.X))
	for _, i := range e.Index {
		c.is(i, Int, "an index")
	}
	t := c.expr(e.Value)
	switch {
	case a == nil:
		return invalid
	case len(e.Index) > a.Rank:
		c.errorf(e.pos, CodeIndexCount, "set with %s, but the array is %s", count(len(e.Index), "index"), a)
		return invalid
	case len(e.Index) < a.Rank:
		part := row(a, len(e.Index))
		if !unify(t, part) {
			msg := c.errorf(e.pos, CodeTypeMismatch, "set with %s takes %s of this array, but this is %s", count(len(e.Index), "index"), part, prune(t))
			if unify(t, a.Elem) {
				msg.Hintf("set takes an index for each dimension: set(a, i, j, x)")
			}
			return invalid
		}
		return a
	}
	if part, ok := prune(t).(*Array); ok && part.Rank < a.Rank && unify(t, row(a, a.Rank-part.Rank)) {
		c.errorf(Start(tail(e.Value)), CodeTypeMismatch, "an element of this array is %s, but this is %s", a.Elem, part).
			Hintf("fewer indices set a whole row: set(a, i, row)")
		return invalid
	}
	c.want(e.Value, t, a.Elem, "an element of this array")
	return a
}

// arguments checks the arguments of a call, of the given types, against parameters.
func (c *checker) arguments(pos diag.Pos, name string, args []Expr, types, params []Type) *diag.Error {
	if len(args) != len(params) {
		return c.errorf(pos, CodeArity, "%s takes %s, but there %s", name, count(len(params), "argument"), areGiven(len(args)))
	}
	for i, arg := range args {
		c.want(arg, types[i], params[i], fmt.Sprintf("argument %d of %s", i+1, name))
	}
	return nil
}

func areGiven(n int) string {
	if n == 1 {
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}
