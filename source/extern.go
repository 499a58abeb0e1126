package source

import (
	"fmt"

	"procad/internal/quote"
)

// An extern is a definition whose value a function of C gives, which is linked in:
//
//	extern def f(x1: T1, …, xn: Tn): T = "symbol"
//	extern def f(x1: T1, …, xn: Tn): T = "symbol" status
//
// With status the function returns an int, and another one than 0 is a run-time error.

const externExample = `extern def f(x: Real): Real = "symbol"`

// atExtern says that an extern begins here. The word is a name everywhere else.
func (p *parser) atExtern() bool {
	return p.isName() && p.text() == "extern" && p.isAt(p.peek(1), "def")
}

// foreign is the body of an extern.
func (p *parser) foreign(d *Def) Expr {
	if p.tok().kind != tokString {
		p.fail(p.expected("the symbol of a function of C, in quotes").Hintf("write %s", externExample))
	}
	e := &Foreign{node: p.node(p.pos()), Symbol: message(p.text())}
	if !quote.IsExternSymbol(e.Symbol) {
		p.fail(p.errorAt(p.pos(), CodeExternSymbol, "%.100q is no name that a function of C can have here", e.Symbol).
			Hintf("a symbol is of letters, digits and _, begins with no digit, and is not main or what begins with pc_"))
	}
	p.next()
	if p.isName() && p.text() == "status" {
		p.next()
		e.Status = true
	}
	for _, param := range d.Params {
		if param.Var.Name == "_" {
			p.fail(p.errorAt(param.Var.Pos, CodeSyntax, "a parameter of an extern has a name").Hintf("write %s", externExample))
		}
		e.Args = append(e.Args, &Ident{node: p.node(param.Var.Pos), Name: param.Var.Name})
	}
	return e
}

// Extern is what gives the value of d, if that is a function of C; nil if it is not.
func (d *Def) Extern() *Foreign {
	f, _ := d.Body.(*Foreign)
	return f
}

// foreign checks the body of an extern.
//
//	x1 : T1, …, xn : Tn
//	──────────────────────────────  Ti and T have a form in C, and T has all its sizes
//	extern "symbol" (x1, …, xn) : T
func (c *checker) foreign(e *Foreign) Type {
	d := c.current
	if d.generic != nil {
		c.errorf(d.Pos, CodeExternType, "%s takes values of any type, and a function of C does not", d.Name).
			Hintf("write an extern for each type")
	}
	for i, p := range d.Params {
		c.expr(e.Args[i])
		if why := unforeign(p.Var.Type, false); why != "" {
			c.errorf(p.Var.Pos, CodeExternType, "%s is %s, and no function of C takes %s", p.Var.Name, prune(p.Var.Type), why).
				Hintf("C takes Reals, Ints, Bools, arrays of Reals or of Ints, and tuples and records of these")
		}
	}
	t := d.Sig.Result
	if why := unforeign(t, false); why != "" {
		c.errorf(d.Result.Pos(), CodeExternType, "the result of %s is %s, and no function of C gives %s", d.Name, prune(t), why).
			Hintf("C gives Reals, Ints, Bools, arrays of Reals or of Ints, and tuples and records of these")
	} else if at := openSize(d.Result); at != nil {
		c.errorf(at.Pos, CodeExternType, "%s says no size of this array, for which it makes room", d.Name).
			Hintf("write a size of a parameter, an Int parameter or a number, as in extern def f(x: Real[n], k: Int): Real[n, k]")
	}
	return t
}

// unforeign is what in a type has no form in C; "" if all of it has.
func unforeign(t Type, inArray bool) string {
	parts := func(list []Type) string {
		for _, e := range list {
			if why := unforeign(e, inArray); why != "" {
				return why
			}
		}
		return ""
	}
	switch t := prune(t).(type) {
	case Basic:
		if t == Bool && inArray {
			return "arrays of Bools"
		}
		return ""
	case *Tuple:
		if inArray {
			return "arrays of tuples"
		}
		return parts(t.Elems)
	case *Record:
		if inArray {
			return "arrays of records"
		}
		return parts(t.Types)
	case *Array:
		return unforeign(t.Elem, true)
	case *Func:
		return "functions"
	case *typeVar:
		return "values of any type"
	default:
		if t == invalid {
			return ""
		}
	}
	return "sums"
}

// openSize is a size in t that nothing is written for; nil if there is none.
func openSize(t TypeExpr) (open *Size) {
	list := func(types ...TypeExpr) *Size {
		for _, e := range types {
			if s := openSize(e); s != nil {
				return s
			}
		}
		return nil
	}
	switch t := Under(t).(type) {
	case *TupleType:
		return list(t.Elems...)
	case *RecordType:
		var types []TypeExpr
		for _, f := range t.Fields {
			types = append(types, f.Type)
		}
		return list(types...)
	case *ArrayType:
		for _, s := range t.Sizes {
			if s.Kind == SizeAny {
				return s
			}
		}
		return openSize(t.Elem)
	}
	return nil
}

// noRule is what stands for the rule of an extern that has none: the derivative is 0 where nothing
// is Real in the result, and there is none otherwise. It is nil for other definitions.
func (d *Def) noRule() *Rule {
	if d.Extern() == nil {
		return nil
	}
	return &Rule{Pos: d.Pos, Name: d.Name, Of: d, head: d, Constant: Discrete(d.Sig.Result)}
}

// externs makes sure that a function of C has one type, and that each extern has a rule.
func (c *checker) externs(defs []*Def) {
	first := map[string]*Def{}
	for _, d := range defs {
		e := d.Extern()
		if e == nil {
			continue
		}
		if d.Rule == nil {
			d.Rule = d.noRule()
		}
		was := first[e.Symbol]
		if was == nil {
			first[e.Symbol] = d
			continue
		}
		form := func(d *Def) string { return fmt.Sprint(d.Sig, d.Extern().Status) }
		if form(was) != form(d) {
			c.current = nil
			c.errorf(e.Pos(), CodeExternType, "%s is of another type here than in %s", e.Symbol, was.Name).Notef(was.Pos, "defined here").
				Hintf("give the function of C one extern, and call that")
		}
	}
}
