package proof

import (
	"fmt"
	"strconv"
	"strings"

	"procad/proc"
)

// Read reads a report, line by line: whether the definition was well typed, and its revf
// and revr. Text.v writes it.
func Read(report []string) (checked bool, defs []*proc.Def, err error) {
	r := &reader{lines: report, typeOf: map[string]proc.Type{}}
	switch verdict := r.next(); verdict {
	case "refused":
		return false, nil, r.done()
	case "checked":
		for len(r.lines) > 0 && r.err == nil {
			defs = append(defs, r.def())
		}
		return true, defs, r.err
	default:
		return false, nil, fmt.Errorf("%q is no verdict", verdict)
	}
}

// A reader reads line by line. After an error what it gives means nothing.
type reader struct {
	lines  []string
	fields []string // of the current line
	typeOf map[string]proc.Type
	err    error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *reader) done() error {
	if len(r.lines) > 0 {
		r.fail("%q is one line too many", r.lines[0])
	}
	return r.err
}

// next begins a line, and returns its first field; "" at the end.
func (r *reader) next() string {
	if len(r.lines) == 0 {
		return ""
	}
	r.fields = strings.Split(r.lines[0], "\t")
	r.lines = r.lines[1:]
	return r.field()
}

func (r *reader) field() string {
	if len(r.fields) == 0 {
		r.fail("a line is too short")
		return ""
	}
	f := r.fields[0]
	r.fields = r.fields[1:]
	return f
}

func (r *reader) types(fields []string) []proc.Type {
	types := make([]proc.Type, len(fields))
	for i, f := range fields {
		t, err := proc.ParseTypes(f)
		if err != nil || len(t) != 1 {
			r.fail("%q is no type", f)
			return make([]proc.Type, len(fields))
		}
		types[i] = t[0]
	}
	return types
}

// bound is a variable with its type; used is one that was bound before.
func (r *reader) bound() proc.Var {
	name := r.field()
	t := r.types([]string{r.field()})[0]
	r.typeOf[name] = t
	return proc.Var{Name: name, Type: t}
}

func (r *reader) used() proc.Var {
	name := r.field()
	t := r.typeOf[name]
	if t == nil {
		r.fail("%s is used and was not bound", name)
	}
	return proc.Var{Name: name, Type: t}
}

// function reads a name, or a family and its types.
func (r *reader) function() proc.Func {
	name, list, family := strings.Cut(r.field(), "|")
	if family {
		types := r.types(strings.Split(list, "|"))
		if name != "add" || types[0] != proc.Real {
			return proc.FamilyOf(name, types...)
		}
	}
	f, err := proc.ParseFunc(name)
	if err != nil {
		r.fail("%q names no function", name)
	}
	return f
}

func (r *reader) def() *proc.Def {
	if word := r.next(); word != "def" {
		r.fail("%q begins no definition", word)
		return nil
	}
	d := &proc.Def{Name: r.function()}
	d.In = r.bound()
	d.Body = r.procedure()
	if word := r.next(); word != "return" {
		r.fail("%q is not the end of a definition", word)
	}
	d.Out = r.used()
	return d
}

// procedure ends where a definition or a branch does.
func (r *reader) procedure() (p proc.Procedure) {
	for len(r.lines) > 0 && r.err == nil {
		switch word, _, _ := strings.Cut(r.lines[0], "\t"); word {
		case "return", "or", "end":
			return p
		}
		p = append(p, r.stmt())
	}
	return p
}

func (r *reader) stmt() proc.Stmt {
	switch word := r.next(); word {
	case "call":
		s := &proc.Call{In: r.used()}
		s.Func = r.function()
		s.Out = r.bound()
		return s
	case "const":
		s := &proc.Const{Out: r.bound()}
		s.Bits = r.bits(s.Out.Type)
		return s
	case "elim":
		return &proc.Elim{In: r.used()}
	case "dup":
		s := &proc.Dup{In: r.used()}
		s.Out = r.bound()
		return s
	case "tuple":
		s := &proc.Tuple{}
		for len(r.fields) > 2 {
			s.Ins = append(s.Ins, r.used())
		}
		s.Out = r.bound()
		return s
	case "untuple":
		s := &proc.Untuple{In: r.used()}
		for len(r.fields) > 0 {
			s.Outs = append(s.Outs, r.bound())
		}
		return s
	case "inl":
		s := &proc.Inl{In: r.used()}
		s.Out = r.bound()
		return s
	case "inr":
		s := &proc.Inr{In: r.used()}
		s.Out = r.bound()
		return s
	case "case":
		return r.branches()
	default:
		r.fail("%q begins no statement", word)
		return nil
	}
}

func (r *reader) branches() proc.Stmt {
	s := &proc.Case{In: r.used()}
	s.L.Var = r.bound()
	s.L.Body = r.procedure()
	if word := r.next(); word != "or" {
		r.fail("%q is not the second branch of a Case", word)
		return s
	}
	s.R.Var = r.bound()
	s.R.Body = r.procedure()
	if word := r.next(); word != "end" {
		r.fail("%q is not the end of a Case", word)
	}
	return s
}

// bits are those of a constant.
func (r *reader) bits(t proc.Type) uint64 {
	f := r.field()
	if t == proc.Int {
		k, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			r.fail("%q is no Int", f)
		}
		return uint64(k)
	}
	k, err := strconv.ParseUint(f, 10, 64)
	if err != nil {
		r.fail("%q are no bits", f)
	}
	return k
}
