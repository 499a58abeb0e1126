package core

import (
	"fmt"

	"procad/internal/diag"
)

// Check reports what is wrong with a program: a term whose type is not what the
// rules give, a variable that is used where it is not bound or is bound twice,
// a definition that is called before it is there.
//
// Such a program is a run-time error of the pass that made it: text that is wrong does
// not get here.
//
// The rules are Γ ⊢ e : τ, where Γ maps variables to types. They stand above
// the lines that check them.
func Check(p *Program) (err error) {
	c := &checker{defs: map[*Def]bool{}, all: map[*Def]bool{}}
	defer p.Source.Catch(&err)
	names := map[string]bool{}
	for _, d := range p.Defs {
		c.all[d] = true
	}
	for _, d := range p.Defs {
		if names[d.Name] {
			c.failf(d.Pos, "%s is defined twice", d.Name)
		}
		names[d.Name] = true
		c.def(d)
	}
	return nil
}

type checker struct {
	defs   map[*Def]bool   // that may be called
	all    map[*Def]bool   // of the program
	types  []Type          // of the arguments at hand
	labels map[string]bool // of the loops of the definition at hand

	recursion *Recursion // of the definition at hand
}

// A mark is what a checker notes of a variable. That of another checker says nothing.
type mark struct {
	by *checker // that found where the variable is bound
	in bool     // it is in Γ
}

func (c *checker) failf(pos diag.Pos, format string, args ...any) {
	panic(diag.Errorf(pos, "internal", format, args...))
}

// x1 : T1, …, xn : Tn ⊢ e : T
// ─────────────────────────────────
// def f(x1: T1, …, xn: Tn): T = e
//
// The loops in e with labels have different ones.
func (c *checker) def(d *Def) {
	c.labels, c.recursion = map[string]bool{}, d.Recursion
	c.in(d.Pos, d.Params, func() { c.want(d.Body, d.Result) })
	c.defs[d] = true
}

// in checks what is in the scope of variables; those that are nil are not bound.
func (c *checker) in(pos diag.Pos, vars []*Var, body func()) {
	c.open(pos, vars)
	body()
	c.close(vars)
}

func (c *checker) open(pos diag.Pos, vars []*Var) {
	for _, v := range vars {
		if v == nil {
			continue
		}
		if v.mark.by == c {
			c.failf(pos, "%s is bound twice", v.Name)
		}
		v.mark = mark{c, true}
	}
}

func (c *checker) close(vars []*Var) {
	for _, v := range vars {
		if v != nil {
			v.mark.in = false
		}
	}
}

// want checks that Γ ⊢ e : t.
func (c *checker) want(e Term, t Type) {
	if got := c.term(e); !Equal(got, t) {
		c.failf(e.Pos(), "this is %s, and %s is wanted", got, t)
	}
}

// binds checks that x, which may be nil, is a variable for a T.
func (c *checker) binds(pos diag.Pos, v *Var, t Type) {
	if v != nil && !Equal(v.Type, t) {
		c.failf(pos, "%s is %s, and is bound to %s", v.Name, v.Type, t)
	}
}

// label checks that no other loop of the definition has the label of a plan.
func (c *checker) label(pos diag.Pos, p Plan) {
	if p.Label == "" {
		return
	}
	if c.labels[p.Label] {
		c.failf(pos, "%s is the label of two loops", p.Label)
	}
	c.labels[p.Label] = true
}

// term is the τ for which Γ ⊢ e : τ.
func (c *checker) term(e Term) Type {
	t := c.rule(e)
	if !Equal(t, e.Type()) {
		c.failf(e.Pos(), "%s is %s, but says %s", describe(e), t, e.Type())
	}
	return t
}

func (c *checker) rule(e Term) Type {
	switch e := e.(type) {
	// Γ, x : τ ⊢ x : τ
	case *Use:
		if e.Var.mark != (mark{c, true}) {
			c.failf(e.At, "%s is not bound here", e.Var.Name)
		}
		return e.Var.Type

	case *RealConst:
		return Real
	case *IntConst:
		return Int

	// Γ ⊢ ei : τi     op : (τ1, …, τn) → τ
	// ─────────────────────────────────────
	// Γ ⊢ op(e1, …, en) : τ
	case *Prim:
		from := len(c.types)
		for _, x := range e.Args {
			c.types = append(c.types, c.term(x))
		}
		args := c.types[from:]
		c.types = c.types[:from]
		t := PrimType(e.Op, args)
		if t == nil {
			c.failf(e.At, "%s does not take (%s)", e.Op, typeList(args))
		}
		return t

	// Γ ⊢ f : (S1, …, Sn) → T        for an earlier def f, or one of the same recursion
	case *Global:
		if !c.defs[e.Def] && (e.Def.Recursion == nil || e.Def.Recursion != c.recursion) {
			c.failf(e.At, "%s is not defined before", e.Def.Name)
		}
		return e.Def.Type()

	case *Ruled:
		return c.ruled(e)

	// Γ, x1 : S1, …, xn : Sn ⊢ e : T
	// ───────────────────────────────────────────
	// Γ ⊢ \(x1, …, xn). e : (S1, …, Sn) → T
	case *Lambda:
		t := &FuncType{Params: make([]Type, len(e.Params))}
		for i, p := range e.Params {
			t.Params[i] = p.Type
		}
		c.in(e.At, e.Params, func() { t.Result = c.term(e.Body) })
		return t

	// Γ ⊢ f : (S1, …, Sn) → T     Γ ⊢ ei : Si
	// ───────────────────────────────────────
	// Γ ⊢ f(e1, …, en) : T
	case *Apply:
		f := c.function(e.Func)
		if args := c.terms(e.Args); !equalTypes(args, f.Params) {
			c.failf(e.At, "a function of (%s) is applied to (%s)", typeList(f.Params), typeList(args))
		}
		return f.Result

	// Γ ⊢ f : (S1, …, Sn) → T
	// ─────────────────────────────────────────────────
	// Γ ⊢ op[W](f) : …           see Operator
	case *Derive:
		f := c.function(e.Func)
		t := DerivedType(e.Op, f, e.Wanted)
		if t == nil {
			c.failf(e.At, "there is no %s of %s", e.Op, f)
		}
		return t

	// Γ ⊢ ei : τi
	// ────────────────────────────────
	// Γ ⊢ (e1, …, en) : (τ1, …, τn)
	case *Tuple:
		if len(e.Elems) == 1 {
			c.failf(e.At, "a tuple has not one component")
		}
		return TupleOf(c.terms(e.Elems)...)

	// Γ ⊢ e : S     Γ, x : S ⊢ b : T
	// ──────────────────────────────
	// Γ ⊢ let x = e in b : T
	//
	// Γ ⊢ e : (S1, …, Sn)     Γ, x1 : S1, …, xn : Sn ⊢ b : T
	// ───────────────────────────────────────────────────────
	// Γ ⊢ let (x1, …, xn) = e in b : T
	case *Let, *Untuple:
		return c.lets(e)

	// Γ ⊢ e : τk
	// ─────────────────────────────────────────────
	// Γ ⊢ conk e : con1 τ1 + … + conn τn
	case *Inject:
		s, ok := e.Of.(*SumType)
		if !ok || e.Con < 0 || e.Con >= len(s.Cons) {
			c.failf(e.At, "constructor %d is not of %s", e.Con, e.Of)
		}
		c.want(e.X, s.Cons[e.Con].Of)
		return s

	// Γ ⊢ e : con1 τ1 + … + conn τn     Γ, xi : τi ⊢ bi : T
	// ──────────────────────────────────────────────────────
	// Γ ⊢ case e of con1 x1 -> b1, …, conn xn -> bn : T
	case *Case:
		t := c.term(e.X)
		s, ok := t.(*SumType)
		if !ok || len(s.Cons) != len(e.Arms) {
			c.failf(e.At, "%d arms are not those of %s", len(e.Arms), t)
		}
		for i, arm := range e.Arms {
			c.binds(e.At, arm.Var, s.Cons[i].Of)
			c.in(e.At, []*Var{arm.Var}, func() { c.want(arm.Body, e.Of) })
		}
		return e.Of

	// Γ ⊢ ei : σ
	// ──────────────────────────────── n = d1 · … · dr > 0
	// Γ ⊢ [e1, …, en] : σ[_1, …, _r]
	case *Literal:
		n := int64(1)
		for _, d := range e.Dims {
			n *= d
		}
		if n <= 0 || n != int64(len(e.Elems)) || len(e.Dims) == 0 {
			c.failf(e.At, "an array of sizes %v has not %d elements", e.Dims, len(e.Elems))
		}
		elem := c.term(e.Elems[0])
		if !flat(elem) {
			c.failf(e.At, "%s is not the type of an element", elem)
		}
		for _, x := range e.Elems[1:] {
			c.want(x, elem)
		}
		return ArrayOf(elem, len(e.Dims))

	// Γ ⊢ a : σ[_1, …, _r]     Γ ⊢ ii : Int
	// ───────────────────────────────────────── k ≤ r, no array for k = r
	// Γ ⊢ a[i1, …, ik] : σ[_k+1, …, _r]
	case *Index:
		a := c.array(e.X)
		if len(e.At) == 0 || len(e.At) > a.Rank {
			c.failf(e.Pos(), "%d indices are not for %s", len(e.At), a)
		}
		c.ints(e.At)
		return ArrayOf(a.Elem, a.Rank-len(e.At))

	// Γ ⊢ a : σ[_1, …, _r]
	// ──────────────────────── 0 ≤ k < r
	// Γ ⊢ size(a, k) : Int
	case *Size:
		if a := c.array(e.X); e.Axis < 0 || e.Axis >= a.Rank {
			c.failf(e.Pos(), "%s has no dimension %d", a, e.Axis)
		}
		return Int

	// Γ ⊢ a : σ[_1, …, _r]     Γ ⊢ ii : Int     Γ ⊢ e : σ
	// ────────────────────────────────────────────────────
	// Γ ⊢ set(a, i1, …, ir, e) : σ[_1, …, _r]
	case *Set:
		a := c.array(e.X)
		if len(e.At) != a.Rank {
			c.failf(e.Pos(), "%d indices are not for an element of %s", len(e.At), a)
		}
		c.ints(e.At)
		c.want(e.Value, a.Elem)
		return a

	// Γ ⊢ e : τ     τ has the parts of the shape, whose sizes are Ints
	// ────────────────────────────────────────────────────────────────
	// Γ ⊢ (e : shape) : τ
	case *SizeCheck:
		t := c.term(e.X)
		c.shape(e.At, e.Shape, t)
		return t

	// Γ ⊢ c : Bool
	// ──────────────────────────────
	// Γ ⊢ assert(c, "message") : ()
	case *Assert:
		c.want(e.Cond, Bool)
		return Unit

	case *StackTerm:
		return c.stack(e)

	case *Roll, *Unroll, *Absent:
		return c.rolled(e)

	// Γ ⊢ ei : τi
	// ─────────────────────────────────  τi and τ are of Reals, Ints, Bools, and arrays of Reals or Ints,
	// Γ ⊢ extern "f" (e1, …, en) : τ     and the shape has all sizes of τ
	case *Foreign:
		return c.foreign(e)

	// Γ ⊢ e : τ
	// ─────────────────────  τ has no functions, no stacks and no recursive types
	// Γ ⊢ trace("x", e) : τ
	case *Trace:
		return c.traced(e)

	// Γ ⊢ e : τ
	// ──────────────────────────
	// Γ ⊢ stopGradient(e) : τ
	case *StopGradient:
		return c.term(e.X)
	}
	return c.loop(e)
}

// lets checks a chain of Lets and Untuples, which may be long.
func (c *checker) lets(e Term) Type {
	first := e
	for {
		switch let := e.(type) {
		case *Let:
			c.binds(let.At, let.Var, c.term(let.Bound))
			c.open(let.At, []*Var{let.Var})
			e = let.Body
			continue
		case *Untuple:
			t, ok := c.term(let.Bound).(*TupleType)
			if !ok || len(t.Elems) != len(let.Vars) {
				c.failf(let.At, "%s has not %d components", let.Bound.Type(), len(let.Vars))
			}
			for i, v := range let.Vars {
				c.binds(let.At, v, t.Elems[i])
			}
			c.open(let.At, let.Vars)
			e = let.Body
			continue
		}
		break
	}
	t := c.term(e)
	for let := first; let != e; {
		if !Equal(let.Type(), t) {
			c.failf(let.Pos(), "%s is %s, but says %s", describe(let), t, let.Type())
		}
		switch l := let.(type) {
		case *Let:
			c.close([]*Var{l.Var})
			let = l.Body
		case *Untuple:
			c.close(l.Vars)
			let = l.Body
		}
	}
	return t
}

func (c *checker) terms(list []Term) []Type {
	types := make([]Type, len(list))
	for i, e := range list {
		types[i] = c.term(e)
	}
	return types
}

func (c *checker) ints(list []Term) {
	for _, e := range list {
		c.want(e, Int)
	}
}

func (c *checker) function(e Term) *FuncType {
	t := c.term(e)
	f, ok := t.(*FuncType)
	if !ok {
		c.failf(e.Pos(), "%s is no function", t)
	}
	return f
}

func (c *checker) array(e Term) *ArrayType {
	t := c.term(e)
	a, ok := t.(*ArrayType)
	if !ok {
		c.failf(e.Pos(), "%s is no array", t)
	}
	if !flat(a.Elem) {
		c.failf(e.Pos(), "%s is no type of elements", a.Elem)
	}
	return a
}

// shape checks that s is for values of type t.
func (c *checker) shape(pos diag.Pos, s Shape, t Type) {
	parts := func(shapes []Shape, types []Type) {
		if len(shapes) != len(types) {
			c.failf(pos, "a shape of %d parts is not for %s", len(shapes), t)
		}
		for i, s := range shapes {
			c.shape(pos, s, types[i])
		}
	}
	switch s := s.(type) {
	case nil:
		return
	case *ArrayShape:
		if a, ok := t.(*ArrayType); ok && len(s.Sizes) == a.Rank {
			for _, n := range s.Sizes {
				if n.Size != nil {
					c.want(n.Size, Int)
				}
			}
			return
		}
	case *TupleShape:
		if tuple, ok := t.(*TupleType); ok {
			parts(s.Elems, tuple.Elems)
			return
		}
	case *SumShape:
		if sum, ok := t.(*SumType); ok {
			types := make([]Type, len(sum.Cons))
			for i, con := range sum.Cons {
				types[i] = con.Of
			}
			parts(s.Cons, types)
			return
		}
	}
	c.failf(pos, "%s is not for %s", fmt.Sprintf("%T", s), t)
}
