package data

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"procad/internal/diag"
)

// Record reads a JSON object into a struct of strings, integers, structs, pointers and slices
// of these, by their tags:
//
//	json:"name"             a member, which has to be there
//	json:"name,omitempty"   one that may be left out
//	one:"a b"               a string that is one of these
//	form:"^…$"              a string of this form
//	least:"1"               an integer that is at least this
//	only:"1"                an integer that is this, of versions
//
// There are no other members. The error has its place in the text.
func Record(src *diag.Source, into any) error {
	s := &scanner{src: src, text: src.Text}
	s.record(reflect.ValueOf(into).Elem())
	s.finish()
	if s.err != nil {
		return s.err
	}
	return nil
}

// record reads an object into a struct.
func (s *scanner) record(v reflect.Value) {
	t := v.Type()
	s.peek()
	start, given := s.i, make([]bool, t.NumField())
	s.object(func(name string, at int) {
		i := 0
		for i < t.NumField() && member(t.Field(i)) != name {
			i++
		}
		if i == t.NumField() {
			s.fail(at, CodeUnknownName, "there is no member %.100q here", name)
			return
		}
		given[i] = true
		s.field(v.Field(i), t.Field(i).Tag)
	})
	for i, is := range given {
		if f := t.Field(i); !is && s.err == nil && !strings.HasSuffix(f.Tag.Get("json"), ",omitempty") {
			s.fail(start, CodeMissing, "the member %q is missing", member(f))
		}
	}
}

// member is the name of a field in JSON.
func member(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// field reads a value.
func (s *scanner) field(v reflect.Value, tag reflect.StructTag) {
	switch v.Kind() {
	case reflect.Struct:
		s.record(v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		s.field(v.Elem(), tag)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		s.list(func(int) {
			item := reflect.New(v.Type().Elem()).Elem()
			s.field(item, tag)
			v.Set(reflect.Append(v, item))
		})
	case reflect.String:
		if s.peek() != '"' {
			s.expected("a string")
			return
		}
		at := s.i
		text := s.str()
		v.SetString(text)
		if s.err != nil {
			return
		}
		if one := strings.Fields(tag.Get("one")); len(one) > 0 && !slices.Contains(one, text) {
			s.fail(at, CodeWrongType, "%.100q is none of %s", text, strings.Join(one, ", "))
		}
		if form := tag.Get("form"); form != "" && !formed(form, text) {
			s.fail(at, CodeWrongType, "%.100q is not of the form %s", text, form)
		}
	case reflect.Int, reflect.Int64:
		if c := s.peek(); c != '-' && (c < '0' || c > '9') {
			s.expected("an integer")
			return
		}
		at := s.i
		text := s.number()
		if s.err != nil {
			return
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			if !strings.ContainsAny(text, ".eE") {
				s.fail(at, CodeNumberRange, "%.100s is no number of 64 bits", text)
			} else {
				s.fail(at, CodeWrongType, "an integer is wanted here, not %.100s", text)
			}
			return
		}
		v.SetInt(n)
		if least, err := strconv.ParseInt(tag.Get("least"), 10, 64); err == nil && n < least {
			s.fail(at, CodeNumberRange, "%d is less than %d", n, least)
		}
		if only := tag.Get("only"); only != "" && text != only {
			s.fail(at, CodeWrongType, "the version is %.100s, and only %s is known", text, only)
		}
	}
}

// forms are the expressions of tags.
var forms sync.Map

// formed says whether a text is of a form.
func formed(form, text string) bool {
	e, ok := forms.Load(form)
	if !ok {
		e, _ = forms.LoadOrStore(form, regexp.MustCompile(form))
	}
	return e.(*regexp.Regexp).MatchString(text)
}
