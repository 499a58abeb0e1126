package source

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
)

// declared is a declared type, of types that are not known yet.
func (c *checker) declared(pos diag.Pos, d *TypeDecl) Type {
	args := make([]Type, len(d.Params))
	for i, a := range d.Params {
		args[i] = c.unknown(pos, a.Name+" in "+d.Name)
	}
	return substitute(d.typ, args)
}

// record checks { f1: e1, …, fn: en }.
func (c *checker) record(e *RecordExpr) Type {
	types := c.exprList(fieldValues(e.Fields))
	if e.decl != nil && e.decl.typ != nil {
		t := c.declared(e.pos, e.decl).(*Record)
		if !fits(types, t.Types, mayBe) && fits(types, t.Types, mayBeTangent) {
			return c.sized(e, &Record{Fields: t.Fields, Types: types})
		}
		for i, f := range e.Fields {
			c.want(f.Value, types[i], t.Types[i], "the field "+f.Name+" of "+t.String())
		}
		return c.sized(e, t)
	}
	t := &Record{Types: types}
	for _, f := range e.Fields {
		t.Fields = append(t.Fields, f.Name)
	}
	return c.sized(e, t)
}

// fits reports whether each type may be what is wanted.
func fits(types, wanted []Type, may func(got, want Type) bool) bool {
	for i, got := range types {
		if !may(got, wanted[i]) {
			return false
		}
	}
	return true
}

// mayBe reports whether two types are the same, as far as they are known.
func mayBe(a, b Type) bool {
	a, b = prune(a), prune(b)
	v, unknown := a.(*typeVar)
	if w, ok := b.(*typeVar); ok && !unknown {
		v, unknown, b = w, true, a
	}
	switch {
	case a == invalid || b == invalid:
		return true
	case unknown:
		return !v.numeric || isNumber(b) || isUnknown(b)
	}
	p, q := partsOf(a), partsOf(b)
	if p == nil || q == nil || len(p) != len(q) {
		return unify(a, b)
	}
	x, ok := a.(*Record)
	y, both := b.(*Record)
	if ok != both || ok && !slices.Equal(x.Fields, y.Fields) {
		return false
	}
	return fits(p, q, mayBe)
}

func isUnknown(t Type) bool {
	_, ok := t.(*typeVar)
	return ok
}

// mayBeTangent reports whether got may be the type of tangents of t.
func mayBeTangent(got, t Type) bool {
	return len(unknowns(nil, t)) > 0 || mayBe(got, Tangent(prune(t)))
}

// with checks { e with f1: e1, …, fn: en }.
func (c *checker) with(e *With) Type {
	x := c.expr(e.X)
	var t *Record
	for i, f := range e.Fields {
		got := c.expr(f.Value)
		if i == 0 {
			t = c.recordOf(e.X, x, f.Name)
		}
		if t == nil {
			continue
		}
		if k := c.field(f.Pos, t, f.Name); k >= 0 {
			c.want(f.Value, got, t.Types[k], "the field "+f.Name+" of "+t.String())
		}
		for _, other := range e.Fields[:i] {
			if other.Name == f.Name {
				c.errorf(f.Pos, CodeDuplicate, "%s is the name of more than one field", f.Name).Notef(other.Pos, "the first one")
			}
		}
	}
	if t == nil {
		return invalid
	}
	return t
}

// fieldOf checks e.f.
func (c *checker) fieldOf(e *FieldOf) Type {
	if e.Means != nil {
		return c.expr(e.Means)
	}
	t := c.recordOf(e.X, c.expr(e.X), e.Name)
	if t == nil {
		return invalid
	}
	k := c.field(e.pos, t, e.Name)
	if k < 0 {
		return invalid
	}
	return t.Types[k]
}

// recordOf is the type t of e as a record; nil after an error. A type that is not
// known yet is the only declared one that has the field.
func (c *checker) recordOf(e Expr, t Type, field string) *Record {
	switch t := prune(t).(type) {
	case *Record:
		return t
	case invalidType:
		return nil
	case *typeVar:
		if t.numeric {
			break
		}
		if decls := c.records.with[field]; len(decls) == 1 && decls[0].typ != nil {
			unify(t, c.declared(e.Pos(), decls[0]))
			return prune(t).(*Record)
		}
		c.errorf(Start(e), CodeCannotInfer, "the type of this is not known yet, and its field %s is needed", field).
			Hintf("%s", c.recordHint(e, field))
		return nil
	}
	msg := c.errorf(Start(e), CodeField, "a record is needed for .%s, but this is %s", field, prune(t))
	switch hint := foreignFields[field]; {
	case hint != "":
		msg.Hintf("%s", hint)
	case builtins[field] != nil:
		msg.Hintf("a function is applied as %s(x)", field)
	case isTuple(prune(t)):
		msg.Hintf("%s", apartHint)
	default:
		if a, ok := prune(t).(*Array); ok {
			if _, record := prune(a.Elem).(*Record); !record || a.Rank != 1 {
				break
			}
			if name, ok := tail(e).(*Ident); ok {
				msg.Hintf("that of each element: [%[1]s[i].%[2]s for i < size(%[1]s)]", name.Name, field)
			}
		}
	}
	return nil
}

// recordHint says how to write the type of e, which has a field.
func (c *checker) recordHint(e Expr, field string) string {
	if id, ok := e.(*Ident); ok && id.Var != nil {
		for _, decl := range c.records.with[field] {
			if decl.Name != "" {
				return fmt.Sprintf(`write it where %[1]s is bound: f(%[1]s: %[2]s) = …, or \%[1]s: %[2]s. e`, id.Name, decl.Name)
			}
		}
	}
	return "write it: (e : T), where T is a record"
}

// field is the place of a field of t; -1 after an error.
func (c *checker) field(pos diag.Pos, t *Record, name string) int {
	k := t.Field(name)
	if k < 0 {
		msg := c.errorf(pos, CodeField, "%s has no field %s", t, name)
		names := map[string]bool{}
		for _, f := range t.Fields {
			names[f] = true
		}
		if msg.Hint = didYouMean(name, names); msg.Hint == "" {
			msg.Hintf("its fields are %s", strings.Join(t.Fields, ", "))
		}
	}
	return k
}

// fieldsHint says what fields a record lacks, or has too many; "" if none.
func fieldsHint(got, wanted Type) string {
	a, ok := got.(*Record)
	b, both := wanted.(*Record)
	if !ok || !both {
		return ""
	}
	for _, f := range b.Fields {
		if a.Field(f) < 0 {
			return "the field " + f + " is missing"
		}
	}
	for _, f := range a.Fields {
		if b.Field(f) < 0 {
			return typeString(b) + " has no field " + f
		}
	}
	for i, f := range b.Fields {
		if got, wanted := prune(a.Types[i]).String(), prune(b.Types[i]).String(); got != wanted {
			return "the field " + f + " is " + got + ", and has to be " + wanted
		}
	}
	return ""
}

// recordParts is the types of the fields that p names of a record of type t.
func (c *checker) recordParts(p *Pattern, t Type) []Type {
	parts := make([]Type, len(p.Elems))
	for i := range parts {
		parts[i] = invalid
	}
	at := &Ident{node: node{pos: p.Pos}, Name: "this", Var: &Var{Pos: p.Pos}}
	record := c.recordOf(at, t, p.Fields[0])
	if record == nil {
		return parts
	}
	for i, f := range p.Fields {
		if k := c.field(p.Pos, record, f); k >= 0 {
			parts[i] = record.Types[k]
		}
		if slices.Contains(p.Fields[:i], f) {
			c.errorf(p.Pos, CodeDuplicate, "%s is the name of more than one field", f)
		}
	}
	return parts
}
