package source

import (
	"slices"
	"strings"

	"procad/internal/diag"
)

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
