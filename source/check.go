package source

import (
	"procad/internal/diag"
)

// Check resolves names and infers types. The error is a diag.List. On success
// everything in the program that is said to be set by Check is set, and the
// definitions are sorted: callees before callers.
func Check(prog *Program) (warnings diag.List, err error) {
	rep := &reporter{file: prog.Source.Name, seen: map[seenKey]bool{}}
	func() {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(bailout); !ok {
					panic(r)
				}
			}
		}()
		names := resolve(prog, rep)
		c := &checker{reporter: rep, named: len(rep.errs) == 0, records: names.records}
		for _, d := range prog.Defs {
			c.signature(d)
		}
		for _, d := range prog.Defs {
			if d.Types == nil {
				c.definition(d)
			}
		}
		for _, d := range ruled(prog.Defs) {
			c.rule(d)
		}
		for _, t := range prog.Tests {
			c.signature(t.Def)
			c.definition(t.Def)
		}
		c.externs(prog.Defs)
		c.drain()
		c.placeholders(prog.Defs)
		prog.Higher = higher(prog.Defs)
		prog.Defs = c.ordered(prog.Defs, unsorted(prog))
		names.unused()
	}()
	rep.errs.Sort()
	rep.warnings.Sort()
	return rep.warnings, rep.errs.Err()
}

// checker infers types, one definition after the other. Types that are not
// known yet are typeVars, which unification binds; what is left of them at the
// end of a definition is Int if it is numeric, and an error if not.
type checker struct {
	*reporter
	inst    *Instance // the instance whose body is being checked, nil in a Def
	calls   []*Call   // that led to inst, outermost first
	depth   int       // of expressions in each other, across instances
	named   bool      // all names are resolved
	records *records

	made  map[instanceKey]*Def // of generic definitions
	queue []*Def               // instances that are not checked yet

	// Of the current definition:
	current   *Def
	before    int // messages there were before it
	vars      []*typeVar
	exprs     []Expr
	bound     []*Var
	patterns  []*Pattern
	instances []*Instance
	refs      []*FuncRef
	later     []func() // what can be checked when types are known

	// Of the program, against small programs with huge expansions:
	copied   int // nodes in instances, and parts of their argument types
	captures int // in all instances
}

const (
	maxDepth    = 400_000   // of expressions in each other, across instances
	maxCopied   = 1_000_000 // nodes in instances, and parts of their argument types
	maxCaptures = 4_000_000 // of all instances together
)

func (c *checker) signature(d *Def) {
	for _, p := range d.Params {
		if p.Type == nil { // of a clause, whose type follows
			continue
		}
		p.Var.Type = p.Type.Type()
		d.Sig.Params = append(d.Sig.Params, p.Var.Type)
	}
	for _, v := range d.Sizes {
		v.Type = Int
	}
	if d.Result != nil {
		d.Sig.Result = d.Result.Type()
	}
}

// begin begins the checking of a definition, with the sizes in the types of its parameters.
func (c *checker) begin(d *Def) {
	c.current, c.before = d, len(c.errs)
	c.vars, c.exprs, c.bound, c.patterns = nil, nil, nil, nil
	c.instances, c.refs, c.later = nil, nil, nil
	for _, p := range d.Params {
		c.sizes(p.Type)
	}
}

func (c *checker) definition(d *Def) {
	c.begin(d)
	c.sizes(d.Result)
	t := c.exprAs(d.Body, d.Sig.Result)
	what := "the result of " + d.Name
	switch {
	case d.Const:
		what = "the value of " + d.Name
	case d.test:
		what = "the value of a test"
	}
	c.want(d.Body, t, d.Sig.Result, what)
	c.settle(c.named && len(c.errs) == c.before)
}

// errorf adds to the message how the instance came about that is being checked.
func (c *checker) errorf(pos diag.Pos, code, format string, args ...any) *diag.Error {
	e := c.reporter.errorf(pos, code, format, args...)
	if d := c.current; d != nil && d.generic != nil && d.used.Known() {
		e.Notef(d.used, "%s is used here with %s", d.generic.Name, d.Instance())
	}
	if n := len(c.calls); n > 0 {
		call := c.calls[n-1]
		types := ""
		for i, p := range c.inst.Params {
			if i > 0 {
				types += ", "
			}
			types += p.Var.Type.String()
		}
		e.Notef(call.pos, "in this call, %s(%s)", call.Name, types)
	}
	return e
}

// unknown is a type to be found out.
func (c *checker) unknown(pos diag.Pos, what string) *typeVar {
	v := &typeVar{pos: pos, what: what}
	c.vars = append(c.vars, v)
	return v
}

// number is a type to be found out that is Real or Int.
func (c *checker) number(pos diag.Pos) *typeVar {
	v := c.unknown(pos, "this number")
	v.numeric = true
	return v
}

// want rejects e : got unless got can be made equal to wanted. what is what
// wants it.
func (c *checker) want(e Expr, got, wanted Type, what string) bool {
	if unify(got, wanted) {
		return true
	}
	e = tail(e)
	msg := c.errorf(Start(e), CodeTypeMismatch, "%s is %s, but this is %s", what, wanted, got)
	hint(msg, got, wanted)
	if call, ok := e.(*Call); ok && call.derives() && prune(got) == Unit {
		msg.Hintf("an Int or a Bool has no derivative: in its place is ()")
	}
	return false
}

// asReal is the hint where an Int stands for a Real.
const asReal = "convert the Int with real(n)"

// asNumber is the hint where a Bool stands for a number.
const asNumber = "convert the Bool with if b then 1 else 0"

// asElement is the hint where an array stands for a number.
const asElement = "an element is v[i], the sum of all is sum(i < size(v)) v[i]; a function of each element is [f(v[i]) for i < size(v)]"

func isVector(t Type) bool {
	a, ok := t.(*Array)
	return ok && a.Rank == 1 && isNumber(prune(a.Elem))
}

// hint adds how to get from one number type to the other.
func hint(e *diag.Error, got, wanted Type) {
	switch got, wanted := prune(got), prune(wanted); {
	case got == Int && wanted == Real:
		e.Hintf(asReal)
	case got == Real && wanted == Int:
		e.Hintf("int(x) rounds a Real down to an Int")
	case wanted == Bool && isNumber(got):
		e.Hintf("a number is no condition: write x != 0")
	case got == Bool && isNumber(wanted):
		e.Hintf(asNumber)
	default:
		switch _, array := wanted.(*Array); {
		case isVector(got) && isNumber(wanted):
			e.Hintf(asElement)
		case fieldsHint(got, wanted) != "":
			e.Hintf("%s", fieldsHint(got, wanted))
		case isTuple(got) && array:
			e.Hintf("an array is written [a, b]")
		case isFunc(got) && !isFunc(wanted):
			e.Hintf("%s", appliedHint)
		case isTuple(got) && !isTuple(wanted):
			e.Hintf("%s", apartHint)
		}
	}
}

const appliedHint = "a function is applied: f(x)"

const apartHint = "let (a, b) = t in … takes a tuple apart"

func isFunc(t Type) bool {
	_, ok := t.(*Func)
	return ok
}

func isTuple(t Type) bool {
	_, ok := t.(*Tuple)
	return ok
}

// tail is the part of e that has the type of e for the most direct reason.
func tail(e Expr) Expr {
	for {
		let, ok := e.(*Let)
		if !ok {
			return e
		}
		e = let.Body
	}
}

// numeric makes sure that the operand e of an operation, of type t, is Real or
// Int, and reports whether it is. The hint for an array is hint().
func (c *checker) numeric(e Expr, t Type, what string, hint func() string) bool {
	t = prune(t)
	if v, ok := t.(*typeVar); ok {
		v.numeric = true
	}
	if isNumber(t) || t == invalid {
		return true
	}
	msg := c.errorf(Start(e), CodeTypeMismatch, "%s needs a Real or an Int, but this is %s", what, t)
	if _, ok := t.(*Array); ok && hint != nil {
		msg.Hintf("%s", hint())
	}
	if t == Bool {
		msg.Hintf(asNumber)
	}
	if tuple, ok := t.(*Tuple); ok {
		if v, ok := e.(*Ident); ok && v.Var != nil {
			msg.Notef(v.Var.Pos, "%s is bound here, to a tuple of %d parts", v.Name, len(tuple.Elems))
		}
		msg.Hintf(`%s, and so does a lambda: \((a, b), k). …`, apartHint)
	}
	if isFunc(t) {
		msg.Hintf("%s", appliedHint)
	}
	return false
}

// array is the type t of e as an array, nil after an error.
func (c *checker) array(e Expr, t Type) *Array {
	switch t := prune(t).(type) {
	case *Array:
		return t
	case invalidType:
	case *typeVar:
		if !t.numeric {
			c.errorf(Start(e), CodeCannotInfer, "the type of this is not known yet, and an array is needed").
				Hintf("write it: (e : Real[_])")
			return nil
		}
		c.errorf(Start(e), CodeNotArray, "an array is needed, but this is a number")
	case Basic:
		msg := c.errorf(Start(e), CodeNotArray, "an array is needed, but this is %s", t)
		switch e := e.(type) {
		case *Index:
			msg.Hintf("the array has %s: nothing is left to index after them", count(len(e.Args), "dimension"))
		case *Ident:
			switch {
			case e.Var != nil:
				msg.Notef(e.Var.Pos, "%s is bound here", e.Name)
			case e.Const != nil:
				msg.Notef(e.Const.Def.Pos, "%s is defined here", e.Name)
			}
		}
	default:
		msg := c.errorf(Start(e), CodeNotArray, "an array is needed, but this is %s", t)
		if isTuple(t) {
			msg.Hintf("%s", apartHint)
		}
	}
	return nil
}

// sizes checks that the sizes in t are Ints.
func (c *checker) sizes(t TypeExpr) {
	if t == nil {
		return
	}
	eachSize(t, func(s *Size, _ bool) {
		if s.Kind == SizeExpr {
			c.is(s.Expr, Int, "a size")
			return
		}
		if s.Var == nil {
			return
		}
		c.use(s.Var)
		if !unify(s.Var.Type, Int) {
			c.errorf(s.Pos, CodeSizeName, "a size is an Int, but %s is %s", s.Name, s.Var.Type).
				Notef(s.Var.Pos, "bound here")
		}
	})
}

// declare gives a variable its type and notes where it belongs.
func (c *checker) declare(v *Var, t Type) {
	v.Type, v.owner = t, c.inst
	c.bound = append(c.bound, v)
}

// use notes that the current instance, and those around it, see v.
func (c *checker) use(v *Var) {
	for i := c.inst; i != v.owner && !i.captured[v]; i = i.Func.owner {
		if c.captures++; c.captures > maxCaptures {
			c.reporter.errorf(v.Pos, CodeTypeSize, "the local functions use too many variables from outside").
				Hintf("make them definitions")
			panic(bailout{})
		}
		i.captured[v] = true
		i.Captures = append(i.Captures, v)
	}
}

// pattern binds the variables of p to the parts of a value of type t; e is
// where the value comes from.
func (c *checker) pattern(p *Pattern, t Type, e Expr) {
	if p.Wanted != nil {
		c.sizes(p.Wanted)
		if !unify(t, p.Wanted.Type()) {
			at := Start(tail(e))
			hint(c.errorf(at, CodeTypeMismatch, "%s is wanted here, but this is %s", p.Wanted.Type(), prune(t)).
				Notef(p.Wanted.Pos(), "wanted by this type"), t, p.Wanted.Type())
		}
		t = p.Wanted.Type()
	}
	p.Type = t
	c.patterns = append(c.patterns, p)
	switch p.Kind {
	case PatVar:
		c.declare(p.Var, t)
	case PatCon:
		parts := c.conParts(p, t, e)
		for i, sub := range p.Elems {
			c.pattern(sub, parts[i], e)
		}
	case PatSide:
		c.pattern(p.Elems[0], c.sidePart(p, t, e), e)
	case PatTuple, PatRecord:
		parts := c.parts(p, t)
		for i, sub := range p.Elems {
			c.pattern(sub, parts[i], e)
		}
	}
}

// parts is the types of the parts of a tuple of type t that p takes apart.
func (c *checker) parts(p *Pattern, t Type) []Type {
	if p.Kind == PatRecord {
		return c.recordParts(p, t)
	}
	n := len(p.Elems)
	if tuple, ok := prune(t).(*Tuple); ok && len(tuple.Elems) == n {
		return tuple.Elems
	}
	parts := make([]Type, n)
	v, unknown := prune(t).(*typeVar)
	unknown = unknown && !v.numeric
	for i := range parts {
		parts[i] = invalid
		if unknown {
			parts[i] = c.unknown(p.Elems[i].Pos, "this part")
		}
	}
	if !unify(t, TupleOf(parts...)) {
		c.errorf(p.Pos, CodeTypeMismatch, "the value is %s, but %s is taken apart here", prune(t), tupleName(n))
	}
	return parts
}

func tupleName(n int) string {
	if n == 0 {
		return "()"
	}
	return "a tuple of " + count(n, "part")
}
