package data

import (
	"encoding/json"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
)

// record reads {"f1": v1, …, "fn": vn}, whose members may be in any order: the words of
// arrays are put one after the other, so they are read in the order of the fields.
func (r *reader) record(fields []string, part func(i int)) {
	example := recordExample(fields)
	if r.peek() != '{' {
		r.expected("a record " + example)
		return
	}
	begin := r.i
	at := make([]int, len(fields))
	r.object(func(name string, nameAt int) {
		k := slices.Index(fields, name)
		if k < 0 {
			e := r.fail(nameAt, CodeWrongType, "there is no field %.100q here", name)
			if e.Hint = diag.DidYouMean(name, fields); e.Hint == "" {
				e.Hintf("the fields are %s", strings.Join(fields, ", "))
			}
			return
		}
		r.peek()
		at[k] = r.i
		r.pass()
	})
	for k, f := range fields {
		if r.err == nil && at[k] == 0 {
			r.fail(begin, CodeWrongType, "the field %.100q is missing", f).Hintf("write %s", example)
		}
	}
	end := r.i
	for k := range fields {
		if r.err != nil {
			return
		}
		r.i = at[k]
		part(k)
	}
	if r.err == nil {
		r.i = end
	}
}

func recordExample(fields []string) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		text, _ := json.Marshal(f)
		b.Write(text)
		b.WriteString(": …")
	}
	return "{" + b.String() + "}"
}

// named reads a value of a named sum: {"C": v}, {"C": [v1, …, vn]} or "C".
func (r *reader) named(f *form.Form, l *Layout, into *place, w, o int) {
	at := 0
	find := func(name string, nameAt int, bare bool) int {
		k := slices.IndexFunc(f.Cons, func(c form.Con) bool { return c.Name == name && (c.Args == 0) == bare })
		if k < 0 {
			r.fail(nameAt, CodeWrongType, "a value of this type is %s", conExamples(f))
		}
		return k
	}
	put := func(k int, payload func(l *Layout, f *form.Form, w, o int)) {
		r.inject(f, k, l, into, w, o, payload)
	}
	switch r.peek() {
	case '"':
		at = r.i
		if k := find(r.str(), at, true); r.err == nil {
			put(k, func(*Layout, *form.Form, int, int) {})
		}
	case '{':
		at = r.i
		members := 0
		r.object(func(name string, nameAt int) {
			if members++; members > 1 {
				r.fail(nameAt, CodeWrongType, "a value of this type is %s", conExamples(f))
				return
			}
			if k := find(name, nameAt, false); r.err == nil {
				put(k, func(l *Layout, f *form.Form, w, o int) { r.sized(nil, l, f, into, w, o) })
			}
		})
		if r.err == nil && members == 0 {
			r.fail(at, CodeWrongType, "a value of this type is %s", conExamples(f))
		}
	default:
		r.expected(conExamples(f))
	}
}

// inject puts a value of constructor k, whose sum is nested: Inl C1, Inr (Inl C2), ….
func (r *reader) inject(f *form.Form, k int, l *Layout, into *place, w, o int, payload func(*Layout, *form.Form, int, int)) {
	var down func(l *Layout, i, w, o int)
	down = func(l *Layout, i, w, o int) {
		if i == len(f.Cons)-1 {
			payload(l, f.Part(k), w, o)
			return
		}
		tag := 1
		if i == k {
			tag = 0
		}
		r.choose(l, tag, into, w, func() {
			w, o := w+l.WordAt[tag], o+l.ObjAt[tag]
			if tag == 0 {
				payload(l.Parts[0], f.Part(k), w, o)
				return
			}
			down(l.Parts[1], i+1, w, o)
		})
	}
	down(l, 0, w, o)
}

// conExamples is how values of a named sum are written.
func conExamples(f *form.Form) string {
	list := make([]string, len(f.Cons))
	for i, c := range f.Cons {
		name, _ := json.Marshal(c.Name)
		switch c.Args {
		case 0:
			list[i] = string(name)
		case 1:
			list[i] = "{" + string(name) + ": …}"
		default:
			list[i] = "{" + string(name) + ": [" + strings.Repeat("…, ", c.Args-1) + "…]}"
		}
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return list[0]
}

// named writes a record or a value of a named sum; it is false for others. What has no
// parts any more, as the cotangent of a discrete value, is (), but for a constant.
func (p *printer) named(l *Layout, f *form.Form, word func(int) uint64, objects []Object) bool {
	switch {
	case l.Type == proc.Unit && !f.IsConstant() || f == nil:
		return false
	case f.IsRecord() && len(f.Fields) == 1:
		p.member("{", f.Fields[0])
		p.value(l, f.Part(0), word, objects)
	case f.IsRecord():
		for i, name := range f.Fields {
			at := l.WordAt[i]
			p.member([]string{"{", ","}[min(i, 1)], name)
			p.value(l.Parts[i], f.Part(i), func(k int) uint64 { return word(at + k) }, objects[min(l.ObjAt[i], len(objects)):])
		}
	case f.IsSum():
		k := 0
		for ; k < len(f.Cons)-1; k++ {
			if !l.IsSum() { // all that is left has no cotangent
				p.WriteString("null")
				return true
			}
			tag := int(word(0))
			outer, at := word, l.WordAt[tag]
			word = func(k int) uint64 { return outer(at + k) }
			objects = objects[min(l.ObjAt[tag], len(objects)):]
			if l = l.Parts[tag]; tag == 0 {
				break
			}
		}
		if f.Cons[k].Args == 0 {
			name, _ := json.Marshal(f.Cons[k].Name)
			p.Write(name)
			return true
		}
		p.member("{", f.Cons[k].Name)
		p.value(l, f.Part(k), word, objects)
	default:
		return false
	}
	p.WriteByte('}')
	return true
}

// member writes the name of a member of an object.
func (p *printer) member(before, name string) {
	text, _ := json.Marshal(name)
	p.WriteString(before)
	p.Write(text)
	p.WriteByte(':')
}
