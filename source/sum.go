package source

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
)

// NamedSum is a choice between constructors; it is equal to itself only.
//
//	type Shape = Circle(Real) | Box(Real, Real) | Point
//	type Option(a) = None | Some(a)
type NamedSum struct {
	Decl *TypeDecl
	Args []Type // for the parameters of Decl
}

func (*NamedSum) isType()          {}
func (t *NamedSum) String() string { return typeString(t) }

// A Con is a constructor of a declared sum.
type Con struct {
	Pos   diag.Pos
	Name  string
	Args  []TypeExpr
	Decl  *TypeDecl
	Index int // among the constructors of Decl

	types []Type // what Args denote, of typeParams
}

func (*Con) isCallee() {}

// refused says that the declaration is in error, so that nothing is known of the arguments.
func (c *Con) refused() bool { return len(c.types) != len(c.Args) }

// Payload is what values of constructor k carry: a tuple of its arguments.
func (t *NamedSum) Payload(k int) Type { return TupleOf(t.arguments(k)...) }

// arguments are the types of the arguments of constructor k.
func (t *NamedSum) arguments(k int) []Type {
	types := make([]Type, len(t.Decl.Cons[k].types))
	for i, a := range t.Decl.Cons[k].types {
		types[i] = substitute(a, t.Args)
	}
	return types
}

// Nested is the sum of two parts each that t is for its values and tangents:
//
//	C1(A) | C2(B) | C3        A + (B + ())
func (t *NamedSum) Nested() Type {
	n := len(t.Decl.Cons)
	nested := t.Payload(n - 1)
	for k := n - 2; k >= 0; k-- {
		nested = &Sum{t.Payload(k), nested}
	}
	return nested
}

// ChoiceType is what the name of a declared sum stands for, with the sizes in it.
type ChoiceType struct {
	typeNode
	Decl *TypeDecl
	Args []Type
	Cons [][]TypeExpr // the arguments of each constructor
}

// Syntax.

// beginsCons reports whether constructors follow, and not another type: C | …, C(…) | …
// or | C ….
func (p *parser) beginsCons() bool {
	if p.is("|") {
		return true
	}
	after := p.peek(1)
	if p.isAt(after, "(") && after.match > 0 {
		after = p.tokens[min(int(after.match)+1, len(p.tokens)-1)]
	}
	return p.isName() && p.isAt(after, "|")
}

// cons is C1(T, …) | … | Cn(T, …), perhaps with a | before the first.
func (p *parser) cons(d *TypeDecl) {
	p.accept("|")
	for {
		con := &Con{Decl: d, Index: len(d.Cons)}
		con.Pos, con.Name = p.name("a constructor")
		if !isUpper(con.Name) {
			p.fail(p.errorAt(con.Pos, CodeSyntax, "a constructor begins with a capital letter").
				Hintf("write type %s = %s | …", d.Name, capital(con.Name)))
		}
		if p.is("(") {
			open := p.pos()
			if con.Args = p.typeArgs(); len(con.Args) == 0 {
				p.fail(p.errorAt(open, CodeSyntax, "a constructor without arguments has no brackets").Hintf("write %s", con.Name))
			}
		}
		d.Cons = append(d.Cons, con)
		if !p.accept("|") {
			return
		}
	}
}

// Names.

// constructors notes the constructors of the declared sums.
func (r *resolver) constructors(decls []*TypeDecl) {
	for _, d := range decls {
		for _, con := range d.Cons {
			first, def := r.cons[con.Name], r.defs[con.Name]
			switch {
			case first != nil:
				r.errorf(con.Pos, CodeRedefinition, "%s is a constructor twice", con.Name).Notef(first.Pos, "first declared here")
			case def != nil:
				r.errorf(con.Pos, CodeRedefinition, "%s is a function and a constructor", con.Name).Notef(def.Pos, "the function")
			default:
				r.cons[con.Name] = con
			}
		}
	}
}

// choice is the declared sum that t denotes.
func (r *resolver) choice(t *ChoiceType) Type {
	for _, args := range t.Cons {
		for _, a := range args {
			r.denotes(a)
		}
	}
	return &NamedSum{t.Decl, t.Args}
}

// matched finds the constructors in the patterns of a case. There a capitalised name is
// a constructor, if there is one of this name; and if there is none, an error where
// other patterns have constructors.
func (r *resolver) matched(arms []*Arm) {
	var bare []*Pattern
	found := false
	var walk func(p *Pattern)
	walk = func(p *Pattern) {
		switch {
		case p.Kind == PatCon:
			found = true
			p.Con = r.constructor(p.Pos, p.Name)
		case p.Kind == PatVar && isUpper(p.Var.Name):
			if con := r.cons[p.Var.Name]; con != nil {
				found = true
				p.Kind, p.Name, p.Con, p.Var = PatCon, con.Name, con, nil
			} else {
				bare = append(bare, p)
			}
		}
		for _, e := range p.Elems {
			walk(e)
		}
	}
	for _, arm := range arms {
		walk(arm.Pat)
	}
	if found {
		for _, p := range bare {
			r.noConstructor(p.Pos, p.Var.Name)
			p.Kind, p.Name, p.Var = PatCon, p.Var.Name, nil
		}
	}
}

func (r *resolver) noConstructor(pos diag.Pos, name string) {
	names := map[string]bool{}
	for name := range r.cons {
		names[name] = true
	}
	e := r.errorf(pos, CodeUnbound, "there is no constructor %s", name)
	if e.Hint = didYouMean(name, names); e.Hint == "" {
		e.Hintf("a variable in a pattern begins with a small letter here")
	}
}

// certain rejects what not every value matches, in a pattern that is not of a case.
func (r *resolver) certain(p *Pattern) {
	switch p.Kind {
	case PatCon:
		if p.Con = r.constructor(p.Pos, p.Name); p.Con != nil && len(p.Con.Decl.Cons) > 1 {
			r.errorf(p.Pos, CodeMissingCase, "%s is not the only constructor of %s", p.Name, p.Con.Decl.Name).
				Hintf("%s", caseHint)
		}
	case PatSide:
		r.errorf(p.Pos, CodeMissingCase, "a sum may be Inl or Inr").Hintf("%s", caseHint)
	}
	for _, e := range p.Elems {
		r.certain(e)
	}
}

const caseHint = "take it apart with case e of …, where each constructor has a branch"

// Types.

// construct checks C(e1, …, en), and C without arguments.
func (c *checker) construct(pos diag.Pos, con *Con, args []Expr) Type {
	types := c.exprList(args)
	sum := c.instanceOf(pos, con)
	if len(args) != len(con.Args) {
		c.errorf(pos, CodeArity, "%s takes %s, but there %s", con.Name, count(len(con.Args), "argument"), areGiven(len(args))).
			Notef(con.Pos, "declared here")
		return sum
	}
	if con.refused() {
		return invalid
	}
	for i, want := range sum.arguments(con.Index) {
		c.want(args[i], types[i], want, fmt.Sprintf("argument %d of %s", i+1, con.Name))
	}
	return sum
}

// instanceOf is the sum of a constructor, of types that are not known yet.
func (c *checker) instanceOf(pos diag.Pos, con *Con) *NamedSum {
	sum := &NamedSum{Decl: con.Decl}
	for _, a := range con.Decl.Params {
		sum.Args = append(sum.Args, c.unknown(pos, a.Name+" in "+con.Decl.Name))
	}
	return sum
}

// conParts are the types of what PatCon p has parts for, in a value of type t that is e.
func (c *checker) conParts(p *Pattern, t Type, e Expr) []Type {
	parts := make([]Type, len(p.Elems))
	for i := range parts {
		parts[i] = invalid
	}
	if p.Con == nil {
		return parts
	}
	var sum *NamedSum
	switch known := prune(t).(type) {
	case *NamedSum:
		if known.Decl != p.Con.Decl {
			c.errorf(p.Pos, CodeTypeMismatch, "%s is a constructor of %s, but the value is %s", p.Name, p.Con.Decl.Name, known)
			return parts
		}
		sum = known
	default:
		if sum = c.instanceOf(p.Pos, p.Con); !unify(t, sum) {
			c.noSum(t, e)
			return parts
		}
	}
	switch {
	case len(parts) != len(p.Con.Args):
		c.errorf(p.Pos, CodeArity, "%s has %s, but there %s", p.Name, count(len(p.Con.Args), "argument"), areGiven(len(parts))).
			Notef(p.Con.Pos, "declared here")
	case !p.Con.refused():
		return sum.arguments(p.Con.Index)
	}
	return parts
}

// sidePart is the type of the part of PatSide p.
func (c *checker) sidePart(p *Pattern, t Type, e Expr) Type {
	sum, ok := prune(t).(*Sum)
	if !ok {
		l, r := invalid, invalid
		if v, unknown := prune(t).(*typeVar); unknown && !v.numeric {
			l, r = c.unknown(p.Pos, "this"), c.unknown(p.Pos, "this")
		}
		if sum = (&Sum{l, r}); !unify(t, sum) {
			c.noSum(t, e)
		}
	}
	if p.Right {
		return sum.R
	}
	return sum.L
}

// noSum reports that a value is taken apart that is no sum, or another one.
func (c *checker) noSum(t Type, e Expr) {
	t = prune(t)
	if named, ok := t.(*NamedSum); ok {
		names := make([]string, len(named.Decl.Cons))
		for i, con := range named.Decl.Cons {
			names[i] = con.Name
		}
		c.errorf(Start(e), CodeTypeMismatch, "Inl and Inr take A + B apart, but this is %s", t).
			Hintf("its constructors are %s", strings.Join(names, ", "))
		return
	}
	msg := c.errorf(Start(e), CodeTypeMismatch, "case takes a sum apart, but this is %s", t)
	if t == Bool {
		msg.Hintf("write if … then … else …")
	}
}

// caseOf checks case e of p1 -> e1, ….
func (c *checker) caseOf(e *Case) Type {
	t := c.expr(e.X)
	var result Type
	for i, arm := range e.Arms {
		c.pattern(arm.Pat, t, e.X)
		a := c.expr(arm.Body)
		if i == 0 {
			result = a
			continue
		}
		if !unify(result, a) {
			first := e.Arms[0]
			c.branches(head(first.Pat), first.Body, result, head(arm.Pat), arm.Body, a)
			result = invalid
		}
	}
	if len(c.errs) == c.before && !slices.ContainsFunc(e.Arms, func(arm *Arm) bool { return unresolved(arm.Pat) }) {
		c.cover(e)
	}
	return result
}

// unresolved reports whether p has a constructor that there is not, or the fields of a type that is not known.
func unresolved(p *Pattern) bool {
	if p.Kind == PatRecord {
		if _, known := prune(p.Type).(*Record); !known {
			return true
		}
	}
	return p.Kind == PatCon && p.Con == nil || slices.ContainsFunc(p.Elems, unresolved)
}

// head is what messages call a branch.
func head(p *Pattern) string {
	switch p.Kind {
	case PatCon:
		return p.Name
	case PatSide:
		return map[bool]string{false: "Inl", true: "Inr"}[p.Right]
	case PatVar:
		return p.Var.Name
	}
	return "this pattern"
}
