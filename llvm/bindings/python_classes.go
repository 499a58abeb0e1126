package bindings

import (
	"slices"
	"strings"

	"procad/internal/form"
	"procad/llvm/capi"
	"procad/proc"
)

// A pythonClass is the class of a record, or of a constructor.
type pythonClass struct {
	Name, Of string // Of is what the program calls the record or the constructor
	Fields   []string

	given []string // the fields in the program
}

// class is the name of the class of what a program calls by a name and fields; classes that
// differ have different names.
func (m *pythonModule) class(name string, fields []string) string {
	for _, c := range m.Classes {
		if c.Of == name && slices.Equal(c.given, fields) {
			return c.Name
		}
	}
	base := name[strings.LastIndexByte(name, '.')+1:]
	if base == "" {
		base = "Record"
	}
	c := &pythonClass{Name: m.names.name(base), Of: name, given: fields}
	names := scope{}
	for _, f := range fields {
		c.Fields = append(c.Fields, names.name(f))
	}
	m.Classes = append(m.Classes, c)
	return c.Name
}

// recordAt is the expression for a record; not ok if t is none of these fields.
func (m *pythonModule) recordAt(t proc.Type, f *form.Form, depth int) (text string, ok bool) {
	types, ok := capi.PartTypes(t, len(f.Fields))
	if !ok {
		return "", false
	}
	parts := make([]string, len(types))
	for i, part := range types {
		if parts[i], ok = m.typeAt(part, f.Part(i), depth-1); !ok {
			return "", false
		}
	}
	return "_values.Record(" + m.class(f.Name, f.Fields) + ", " + strings.Join(parts, ", ") + ")", true
}

// choiceAt is the expression for a declared sum; not ok if t is none of these constructors.
func (m *pythonModule) choiceAt(t proc.Type, f *form.Form, depth int) (text string, ok bool) {
	payloads := []proc.Type{t}
	for len(payloads) < len(f.Cons) {
		last := len(payloads) - 1
		sum, ok := payloads[last].(*proc.SumType)
		if !ok {
			return "", false
		}
		payloads = append(payloads[:last], sum.L, sum.R)
	}
	for k, con := range f.Cons {
		if _, ok := capi.PartTypes(payloads[k], con.Args); !ok {
			return "", false
		}
	}
	if text, ok = m.typeAt(t, f.Nested(), depth-1); !ok {
		return "", false
	}
	module := f.Name[:strings.LastIndexByte(f.Name, '.')+1]
	for _, con := range f.Cons {
		fields := []string{"value"}
		if con.Args != 1 {
			fields = strings.Fields("first second third fourth fifth sixth seventh eighth")[:min(con.Args, 8)]
		}
		if con.Args > len(fields) {
			return "", false
		}
		text += ", " + m.class(module+con.Name, fields)
	}
	return "_values.Choice(" + text + ")", true
}

// words say for a docstring what a value is: of a record the class and its fields.
func (m *pythonModule) words(p proc.Param) string {
	f := p.Form
	if f != nil && f.Heaps != nil {
		return treeWords(f)
	}
	if !f.IsRecord() {
		return pythonWords(p)
	}
	types, ok := capi.PartTypes(p.Type, len(f.Fields))
	if !ok || p.Type == proc.Unit {
		return pythonWords(p)
	}
	parts := make([]string, len(types))
	for i, t := range types {
		part := proc.Param{Type: t}
		if i < len(p.Parts) {
			part = p.Parts[i]
		}
		part.Form = f.Part(i)
		parts[i] = f.Fields[i] + " " + m.words(part)
	}
	return m.class(f.Name, f.Fields) + " (" + strings.Join(parts, ", ") + ")"
}

// withForms is a derivative of a function, whose parameters and results call their parts as
// those of the function that they belong to do: x_dot and grad_x those of x, the value, its
// tangent and the seed those of the result.
func withForms(d, value capi.Signature) capi.Signature {
	formOf := func(name string, seed bool) *form.Form {
		best := -1
		for i, p := range value.Params {
			if (name == p.Name || strings.HasPrefix(name, p.Name+"_") || strings.HasSuffix(name, "_"+p.Name)) && (best < 0 || len(p.Name) > len(value.Params[best].Name)) {
				best = i
			}
		}
		switch {
		case best >= 0 && !seed:
			return value.Params[best].Form
		case seed, name == "value", name == "tangent", name == "result":
			return value.Results[0].Form
		}
		return nil
	}
	d.Params, d.Results = slices.Clone(d.Params), slices.Clone(d.Results)
	last := len(d.Params) - 1
	for i, p := range d.Params {
		if p.Form == nil {
			d.Params[i].Form = formOf(p.Name, i == last && (d.Kind == "vjp" || d.Kind == "reverse"))
		}
	}
	for i, r := range d.Results {
		if r.Form == nil {
			d.Results[i].Form = formOf(r.Name, false)
		}
	}
	return d
}
