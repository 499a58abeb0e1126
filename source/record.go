package source

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
)

// Record is {f1: T1, …, fn: Tn}, n ≥ 1. It is the same type whatever it is called;
// Decl and Args are what it is written as, if a declaration names it.
//
//	type Camera = { rotation: Real[3], focal: Real }
type Record struct {
	Decl   *TypeDecl // nil if none
	Args   []Type
	Fields []string // in the order of the first type that has these fields
	Types  []Type
}

func (*Record) isType()          {}
func (t *Record) String() string { return typeString(t) }

// Field is the place of a field, or -1.
func (t *Record) Field(name string) int { return slices.Index(t.Fields, name) }

// with is the record with the given types; it is called as before if they are the same.
func (t *Record) with(types, args []Type, same bool) *Record {
	if same {
		return t
	}
	return &Record{t.Decl, args, t.Fields, types}
}

// RecordType is { f1: T1, …, fn: Tn } as written.
type RecordType struct {
	typeNode
	Fields []*FieldType // in the order of the Record after Check
}

// A FieldType is f: T.
type FieldType struct {
	Pos  diag.Pos
	Name string
	Type TypeExpr
}

// RecordExpr is { f1: e1, …, fn: en }.
type RecordExpr struct {
	node
	Fields []*FieldValue // in the order of the Record after Check

	decl *TypeDecl // the only declaration with these fields, or nil
}

// With is { e with f1: e1, …, fn: en }: the record e with other values of some fields.
type With struct {
	node
	X      Expr
	Fields []*FieldValue
}

// A FieldValue is f: e.
type FieldValue struct {
	Pos   diag.Pos
	Name  string
	Value Expr
}

// FieldOf is e.f.
type FieldOf struct {
	node
	X     Expr
	Name  string
	Means *Ident // a constant or a constructor, if X is an import; set by Check
}

// Syntax.

// recordType is { f: T, … }.
func (p *parser) recordType() TypeExpr {
	t := &RecordType{typeNode: typeNode{pos: p.pos()}}
	p.fields("type", func(pos diag.Pos, name string) {
		t.Fields = append(t.Fields, &FieldType{pos, name, p.typ()})
	})
	return t
}

// fields is { f: …, …, f: … }, of one field at least; what follows the colon is read
// by part.
func (p *parser) fields(what string, part func(pos diag.Pos, name string)) {
	open := p.expect("{")
	if p.is("}") {
		p.fail(p.expected("a field").Hintf("a record has one field at least; the %s of nothing is ()", what))
	}
	p.fieldList(what, part)
	p.close("}", open)
}

func (p *parser) fieldList(what string, part func(pos diag.Pos, name string)) {
	for !p.is("}") {
		pos, name := p.name("the name of a field")
		if !p.is(":") {
			e := p.expected(`":"`).Hintf("a field is %s: and its %s", name, what)
			p.fail(e)
		}
		p.next()
		part(pos, name)
		if !p.accept(",") {
			return
		}
	}
}

// record is { f: e, … } or { e with f: e, … }.
func (p *parser) record() Expr {
	pos := p.pos()
	if p.isAt(p.peek(1), "}") || p.peek(1).kind == tokName && p.isAt(p.peek(2), ":") {
		e := &RecordExpr{}
		p.fields("value", func(pos diag.Pos, name string) {
			e.Fields = append(e.Fields, &FieldValue{pos, name, p.expr()})
		})
		e.node = p.node(pos, fieldValues(e.Fields)...)
		return e
	}
	open := p.expect("{")
	e := &With{X: p.expr()}
	if !p.isName() || p.text() != "with" {
		msg := p.expected("with").Notef(open, "in the record that begins here").
			Hintf("a record is { f: e, … }, and one with some fields changed { r with f: e, … }")
		if p.is("}") || p.is(";") {
			msg.Hintf("%s", braceHint)
		}
		p.fail(msg)
	}
	p.next()
	if p.is("}") {
		p.fail(p.expected("a field").Hintf("write { r with f: e }"))
	}
	p.fieldList("value", func(pos diag.Pos, name string) {
		e.Fields = append(e.Fields, &FieldValue{pos, name, p.expr()})
	})
	p.close("}", open)
	e.node = p.node(pos, append(fieldValues(e.Fields), e.X)...)
	return e
}

func fieldValues(fields []*FieldValue) []Expr {
	list := make([]Expr, len(fields))
	for i, f := range fields {
		list[i] = f.Value
	}
	return list
}

// recordPattern is { f: p, g, … }, where g is g: g. It need not have all fields.
func (p *parser) recordPattern(pat *Pattern) {
	pat.Kind = PatRecord
	open := p.expect("{")
	for !p.is("}") {
		pos, name := p.name("the name of a field")
		elem := &Pattern{Pos: pos, Kind: PatVar, Var: &Var{Pos: pos, Name: name}}
		if p.accept(":") {
			elem = p.pattern()
		}
		pat.Fields, pat.Elems = append(pat.Fields, name), append(pat.Elems, elem)
		if !p.accept(",") {
			break
		}
	}
	p.close("}", open)
	if len(pat.Fields) == 0 {
		p.fail(p.errorAt(pat.Pos, CodeSyntax, "a record pattern names a field at least").Hintf("write _ for a value that is not used"))
	}
}

// Names.

// records are the records of a program. Those with the same fields have them in one
// order.
type records struct {
	orders map[string][]string    // by the sorted fields
	decls  map[string][]*TypeDecl // that name records, by the sorted fields
	with   map[string][]*TypeDecl // by each field
}

func newRecords() *records {
	return &records{orders: map[string][]string{}, decls: map[string][]*TypeDecl{}, with: map[string][]*TypeDecl{}}
}

func recordKey(fields []string) string {
	sorted := slices.Clone(fields)
	slices.Sort(sorted)
	return strings.Join(sorted, ",")
}

// order is the order of the given fields, which is theirs if it is new.
func (r *records) order(fields []string) []string {
	key := recordKey(fields)
	if r.orders[key] == nil {
		r.orders[key] = fields
	}
	return r.orders[key]
}

// name notes that a declaration names a record.
func (r *records) name(d *TypeDecl, t *Record) {
	key := recordKey(t.Fields)
	r.decls[key] = append(r.decls[key], d)
	for _, f := range t.Fields {
		r.with[f] = append(r.with[f], d)
	}
}

// ordered sorts what is written for the fields of a record; nil after an error.
func ordered[F any](r *resolver, list []F, field func(F) (diag.Pos, string)) []F {
	at := map[string]F{}
	var names []string
	for _, f := range list {
		pos, name := field(f)
		if first, twice := at[name]; twice {
			was, _ := field(first)
			r.errorf(pos, CodeDuplicate, "%s is the name of more than one field", name).Notef(was, "the first one")
			return nil
		}
		at[name] = f
		names = append(names, name)
	}
	out := make([]F, 0, len(list))
	for _, name := range r.records.order(names) {
		out = append(out, at[name])
	}
	return out
}

// recordType is the record that t denotes.
func (r *resolver) recordType(t *RecordType) Type {
	fields := ordered(r, t.Fields, func(f *FieldType) (diag.Pos, string) { return f.Pos, f.Name })
	if fields == nil {
		return invalid
	}
	t.Fields = fields
	out := &Record{}
	for _, f := range fields {
		out.Fields = append(out.Fields, f.Name)
		out.Types = append(out.Types, r.denotes(f.Type))
	}
	return out
}

// record resolves { f: e, … }.
func (r *resolver) record(e *RecordExpr) {
	r.exprs(fieldValues(e.Fields))
	fields := ordered(r, e.Fields, func(f *FieldValue) (diag.Pos, string) { return f.Pos, f.Name })
	if fields == nil {
		return
	}
	e.Fields = fields
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	if decls := r.records.decls[recordKey(names)]; len(decls) == 1 {
		e.decl = decls[0]
	}
}

// field resolves e.f.
func (r *resolver) field(e *FieldOf) {
	if id, ok := e.X.(*Ident); ok && r.scope.lookup(id.Name) == nil && foreignFields[e.Name] != "" {
		r.errorf(id.pos, CodeUnbound, "%s is not bound here", id.Name).Hintf("%s", foreignFields[e.Name])
		return
	}
	if !r.member(e) {
		r.expr(e.X)
	}
}

// Types.

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

// mayBe reports whether two types may turn out to be the same.
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
