package proc

import (
	"fmt"

	"procad/internal/diag"
)

// maxErrors bounds the number of messages.
const maxErrors = 50

// infer gives every variable of a parsed program its type, from the types in
// the headers of definitions, forwards. It reports what leaves a type unknown,
// once a definition.
func infer(prog *Program, text string, sig SigFunc) diag.List {
	lookup := func(f Func) (Sig, bool) {
		if d := prog.Lookup(f); d != nil {
			return d.Sig(), true
		}
		return Sig{}, false
	}
	type result struct {
		sig Sig
		err error
	}
	known := map[Func]result{}
	cached := func(f Func) (Sig, error) {
		r, ok := known[f]
		if !ok {
			r.sig, r.err = sig(f, lookup)
			known[f] = r
		}
		return r.sig, r.err
	}
	var errs diag.List
	for _, d := range prog.Defs {
		if len(errs) == maxErrors {
			break
		}
		in := &inference{text: text, sig: cached, vars: map[string]Type{d.In.Name: d.In.Type}, refs: map[string]Type{}}
		for _, r := range d.Zone {
			in.refs[r.Name] = r.Type
		}
		in.body(d.Body)
		if in.err != nil {
			errs = append(errs, in.err.In(prog.File))
		}
	}
	return errs
}

// inference is the state of infer in one definition, whose names are unique.
type inference struct {
	text string
	sig  func(Func) (Sig, error)
	vars map[string]Type
	refs map[string]Type
	stmt Stmt
	err  *diag.Error
}

func (in *inference) body(p Procedure) {
	for _, s := range p {
		if in.err != nil {
			return
		}
		in.stmt = s
		in.infer(s)
	}
}

func (in *inference) infer(s Stmt) {
	switch s := s.(type) {
	case *Call:
		in.use(&s.In)
		sig, err := in.sig(s.Func)
		if err != nil {
			in.fail(s.Func.String(), CallCode(s.Func, in.sig), "%.300v", err)
			return
		}
		in.bind(&s.Out, sig.Out)
	case *Const:
		in.bind(&s.Out, s.Out.Type)
	case *Elim:
		in.use(&s.In)
	case *Dup:
		t := in.use(&s.In)
		in.bind(&s.Out, NewTuple(t, t))
	case *Tuple:
		types := make([]Type, len(s.Ins))
		for i := range s.Ins {
			types[i] = in.use(&s.Ins[i])
		}
		in.bind(&s.Out, NewTuple(types...))
	case *Untuple:
		in.untuple(s)
	case *Inl:
		in.use(&s.In)
		in.bind(&s.Out, s.Out.Type)
	case *Inr:
		in.use(&s.In)
		in.bind(&s.Out, s.Out.Type)
	case *Case:
		in.branches(s)
	case *Share:
		t := in.use(&s.In)
		in.nested(s.Name, t, s.Body)
		in.bind(&s.Out, t)
	case *Accum:
		t := in.use(&s.In)
		in.nested(s.Name, t, s.Body)
		in.bind(&s.Out, t)
	case *Read:
		t := in.ref(s.Ref)
		in.uses(s.Idx)
		if a, ok := t.(*ArrayType); ok && len(s.Idx) > 0 {
			t = a.Elem
		}
		in.bind(&s.Out, t)
	case *Add:
		in.ref(s.Ref)
		in.uses(s.Idx)
		in.use(&s.In)
	case *Size:
		in.ref(s.Ref)
		in.bind(&s.Out, Int)
	case *Row:
		t := in.ref(s.Ref)
		in.uses(s.Idx)
		if in.err != nil {
			return
		}
		a, ok := t.(*ArrayType)
		if !ok || len(s.Idx) == 0 || len(s.Idx) >= a.Rank {
			in.fail(s.Ref, CodeWrongArity, "%s : %s has no rows with %d indices", s.Ref, Brief(t), len(s.Idx))
			return
		}
		in.nested(s.Name, NewArray(a.Rank-len(s.Idx), a.Elem), s.Body)
	case *Choose:
		in.use(&s.In)
		t := in.ref(s.True)
		in.ref(s.False)
		in.nested(s.Name, t, s.Body)
	}
}

func (in *inference) untuple(s *Untuple) {
	t := in.use(&s.In)
	if in.err != nil {
		return
	}
	elems := Elems(t)
	if _, ok := t.(*TupleType); !ok && t != Unit {
		in.fail(s.In.Name, CodeNotATuple, "%s : %s is no tuple", s.In.Name, Brief(t))
		return
	}
	if len(elems) != len(s.Outs) {
		in.fail(s.In.Name, CodeWrongArity, "%s : %s has %d parts, not %d", s.In.Name, Brief(t), len(elems), len(s.Outs))
		return
	}
	for i := range s.Outs {
		in.bind(&s.Outs[i], elems[i])
	}
}

func (in *inference) branches(s *Case) {
	t := in.use(&s.In)
	if in.err != nil {
		return
	}
	sum, ok := t.(*SumType)
	if !ok {
		in.fail(s.In.Name, CodeNotASum, "%s : %s is no sum", s.In.Name, Brief(t))
		return
	}
	in.bind(&s.L.Var, sum.L)
	in.body(s.L.Body)
	in.stmt = s
	in.bind(&s.R.Var, sum.R)
	in.body(s.R.Body)
	in.stmt = s
}

func (in *inference) nested(ref string, t Type, body Procedure) {
	s := in.stmt
	in.refs[ref] = t
	in.body(body)
	in.stmt = s
}

func (in *inference) bind(v *Var, t Type) {
	if in.err == nil {
		v.Type = t
		in.vars[v.Name] = t
	}
}

func (in *inference) uses(vs []Var) {
	for i := range vs {
		in.use(&vs[i])
	}
}

// use types a variable where it is used. After an error the type is ().
func (in *inference) use(v *Var) Type {
	t, ok := in.vars[v.Name]
	if !ok {
		in.fail(v.Name, CodeUnbound, "nothing binds %s before it is used here", v.Name)
		t = Unit
	}
	v.Type = t
	return t
}

func (in *inference) ref(n string) Type {
	t, ok := in.refs[n]
	if !ok {
		in.fail(n, CodeUnknownRef, "no name of Θ is called %s here", n)
		t = Unit
	}
	return t
}

// fail reports an error at the place where the current statement uses what.
func (in *inference) fail(what, code, format string, args ...any) {
	if in.err == nil {
		in.err = diag.Errorf(in.place(what), code, "%s", fmt.Sprintf(format, args...))
	}
}

// place finds the token what in the text of the current statement: after the
// = if the statement has one, else after the word it begins with.
func (in *inference) place(what string) diag.Pos {
	at := in.stmt.At()
	sc := newScanner(in.text)
	sc.seek(at)
	t := sc.next()
	binds := false
	Binds(in.stmt, func(Var) { binds = true })
	if _, ok := in.stmt.(*Untuple); ok || binds {
		for t.kind != '=' && t.kind != end {
			t = sc.next()
		}
	}
	for t = sc.next(); t.kind != end; t = sc.next() {
		if t.kind != name {
			continue
		}
		if f, err := ParseFunc(t.text); err == nil && f.String() == what {
			return t.pos
		}
	}
	return at
}
