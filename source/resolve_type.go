package source

import "procad/internal/diag"

// declare notes the declared types, and resolves each body once, so that what is
// wrong in it is reported where it stands.
func (r *resolver) declare(decls []*TypeDecl) {
	for _, d := range decls {
		_, basic := typeNames[d.Name]
		switch first := r.types[d.Name]; {
		case basic:
			r.errorf(d.Pos, CodeRedefinition, "%s is a type of the language and cannot be redefined", d.Name)
		case first != nil:
			r.errorf(d.Pos, CodeRedefinition, "%s is defined twice", d.Name).Notef(first.Pos, "first defined here")
		default:
			r.types[d.Name] = d
		}
	}
	r.recursive(decls)
	for _, d := range decls {
		r.declaration(d)
	}
	r.founded(decls)
}

// declaration resolves the body of a declaration, with its parameters as types of
// which nothing is known.
func (r *resolver) declaration(d *TypeDecl) {
	if d.state != unseen {
		return
	}
	defer r.enter(d.module)()
	d.state = opened
	outer := r.params
	r.params = map[string]Type{}
	for i, a := range d.Params {
		if r.params[a.Name] != nil {
			r.errorf(a.Pos, CodeDuplicate, "%s is the name of more than one type parameter", a.Name)
		}
		r.params[a.Name] = &typeParam{a.Name, i}
	}
	before := len(r.errs)
	if d.Cons != nil {
		r.sum(d)
	} else {
		eachSize(d.Body, func(s *Size, _ bool) { r.declaredSize(s, false) })
		d.typ = r.typeOf(d.Body)
	}
	r.params = outer
	if d.state == opened {
		d.state = valid
	}
	if len(r.errs) > before {
		d.state, d.typ = refused, nil
	}
	if t, ok := d.typ.(*Record); ok && t.Decl == nil {
		own := *t
		own.Decl = d
		for i, a := range d.Params {
			own.Args = append(own.Args, &typeParam{a.Name, i})
		}
		d.typ = &own
		r.records.name(d, &own)
	}
}

// sum resolves what the constructors of a declaration carry.
func (r *resolver) sum(d *TypeDecl) {
	t := &NamedSum{Decl: d}
	for i, a := range d.Params {
		t.Args = append(t.Args, &typeParam{a.Name, i})
	}
	parts := 1
	for _, con := range d.Cons {
		for _, a := range con.Args {
			eachSize(a, func(s *Size, _ bool) { r.declaredSize(s, d.recursive) })
			con.types = append(con.types, r.typeOf(a))
			parts += typeSize(con.types[len(con.types)-1], maxTypeSize)
		}
	}
	if parts+len(d.Cons) > maxTypeSize {
		r.errorf(d.Pos, CodeTypeSize, "a type has at most %d parts", maxTypeSize)
	}
	d.typ = t
}

// declaredSize makes a constant in the place of a size a number: in a declaration
// there are no variables, and in one that is recursive no sizes but numbers.
func (r *resolver) declaredSize(s *Size, recursive bool) {
	if s.Kind == SizeExpr && r.constantSize(s) {
		return
	}
	if s.Kind == SizeExpr {
		msg := r.errorf(s.Pos, CodeSizeName, "a size in the declaration of a type is a number, a constant or _, but this is %s", s.Name)
		if recursive {
			msg.Hintf("write a number: a recursive type has no arrays of unknown sizes in it")
		} else {
			msg.Hintf("write _, and the size where the type is used")
		}
		return
	}
	if s.Kind != SizeName || r.constantSize(s) {
		return
	}
	msg := r.errorf(s.Pos, CodeSizeName, "the size %s is not known in the declaration of a type", s.Name)
	if recursive {
		msg.Hintf("a size is a number in a recursive type: Real[3]; or keep the arrays outside of it, and in it Ints that are numbers of rows")
		return
	}
	msg.Hintf("a size is a number or _ here: Real[_, 3]; check other sizes where the type is used, with size(a, k)")
}

// constantSize reports whether a size is a constant, and makes it the number that
// this is.
func (r *resolver) constantSize(s *Size) bool {
	d := r.defs[s.Name]
	if s.Kind == SizeExpr {
		of, ok := s.Expr.(*FieldOf)
		if !ok || !r.member(of) {
			return false
		}
		if of.Means.Const == nil { // it has been reported, or is a constructor
			if of.Means.Con != nil {
				r.errorf(s.Pos, CodeSizeName, "the constructor %s is no size", s.Name)
			}
			s.Kind = SizeAny
			return true
		}
		d = of.Means.Const.Def
	}
	if d == nil || !d.Const {
		return false
	}
	lit, ok := d.Body.(*IntLit)
	if name, basic := d.Result.(*TypeName); !ok || !basic || name.Name != "Int" || lit.Value < 0 {
		r.errorf(s.Pos, CodeSizeName, "the constant %s is no size", s.Name).
			Notef(d.Pos, "defined here").Hintf("a constant that is a size is written with digits: const %s: Int = 3", s.Name)
		s.Kind = SizeAny
		return true
	}
	s.Kind, s.Lit = SizeLit, lit.Value
	return true
}

// typeParam is a parameter of a declaration while its body is resolved.
type typeParam struct {
	name  string
	index int
}

func (*typeParam) isType()          {}
func (t *typeParam) String() string { return t.name }

// named is the type that a name denotes.
func (r *resolver) named(t *TypeName) Type {
	if p := r.params[t.Name]; p != nil && len(t.Args) == 0 {
		return p
	}
	m, name := r.home(t.module, t.pos, t.Name)
	if m == nil {
		return invalid
	}
	d := m.types[name]
	switch {
	case d == nil && m == t.module:
		return r.basic(t)
	case d == nil:
		r.unknownIn(t.pos, CodeUnknownType, "type", t.Name, keys(m.types, anyOf))
		return invalid
	}
	if d.state == opened && !d.recursive {
		r.errorf(t.pos, CodeRecursion, "the type %s contains itself, and is not declared by constructors", d.Name).
			Notef(d.Pos, "declared here").Hintf("write type %s = End | More(…), where what More carries may contain %s", d.Name, d.Name)
		d.state = refused
		return invalid
	}
	if !d.recursive {
		r.declaration(d)
	}
	if len(t.Args) != len(d.Params) {
		r.errorf(t.pos, CodeArity, "the type %s takes %s, but there %s", d.Name, count(len(d.Params), "type"), areGiven(len(t.Args))).
			Notef(d.Pos, "declared here")
		return invalid
	}
	if d.state == refused {
		return invalid
	}
	if r.expanded++; r.expanded > maxExpanded {
		r.errorf(t.pos, CodeTypeSize, "the declared types, put into each other, become too large")
		panic(bailout{})
	}
	if d.recursive {
		return r.recursiveType(t, d)
	}
	env := map[string]TypeExpr{}
	var args []Type
	for i, a := range d.Params {
		env[a.Name] = t.Args[i]
		args = append(args, r.denotes(t.Args[i]))
	}
	x := &expander{env: env, at: t.pos}
	if d.Cons == nil {
		t.Means = x.typ(d.Body)
	} else {
		choice := &ChoiceType{typeNode: typeNode{pos: t.pos}, Decl: d, Args: args}
		for _, con := range d.Cons {
			choice.Cons = append(choice.Cons, x.types(con.Args))
		}
		t.Means = choice
	}
	if x.parts > maxTypeSize {
		r.errorf(t.pos, CodeTypeSize, "a type has at most %d parts", maxTypeSize)
		t.Means = nil
		return invalid
	}
	typ := r.denotes(t.Means)
	if typeSize(typ, maxTypeSize) > maxTypeSize {
		r.errorf(t.pos, CodeTypeSize, "a type has at most %d parts", maxTypeSize)
		return invalid
	}
	if record, ok := typ.(*Record); ok && record.Decl == nil {
		return &Record{d, args, record.Fields, record.Types}
	}
	return typ
}

// basic is the type of a name that no declaration has.
func (r *resolver) basic(t *TypeName) Type {
	basic, ok := typeNames[t.Name]
	switch {
	case ok && len(t.Args) == 0:
		return basic
	case ok:
		r.errorf(t.pos, CodeArity, "%s takes no types", t.Name).Hintf("an array is %s[n], a tuple (%s, Int)", t.Name, t.Name)
		return invalid
	}
	e := r.errorf(t.pos, CodeUnknownType, "there is no type %s", t.Name)
	names := map[string]bool{}
	for name := range t.module.types {
		names[name] = true
	}
	if e.Hint = foreignTypes[t.Name]; e.Hint == "" {
		e.Hint = didYouMean(t.Name, names)
	}
	if e.Hint == "" && len(t.Args) > 0 {
		e.Hintf("a sum of one constructor begins with |: type T = | %s(…)", t.Name)
	}
	if e.Hint == "" {
		e.Hintf("the types are Real, Int, Bool, (), (A, B), A + B and Real[n, d], and those that type T = … declares")
	}
	return invalid
}

// maxExpanded bounds how often names of types are replaced by what they stand for.
const maxExpanded = 100_000

// An expander copies the body of a declaration to where its type is used.
type expander struct {
	env   map[string]TypeExpr
	at    diag.Pos // not known in the copy of an argument, whose parts stay where they are
	parts int      // that have been made, up to a little more than maxTypeSize
}

// typ is t with types for parameters, as far as it is not too large.
func (x *expander) typ(t TypeExpr) TypeExpr {
	if x.parts++; x.parts > maxTypeSize {
		return t
	}
	n := typeNode{pos: x.pos(t.Pos())}
	switch t := t.(type) {
	case *TypeName:
		if arg := x.env[t.Name]; arg != nil && len(t.Args) == 0 {
			own := &expander{parts: x.parts}
			arg = own.typ(arg)
			x.parts = own.parts
			return arg
		}
		return &TypeName{typeNode: n, Name: t.Name, Args: x.types(t.Args), module: t.module}
	case *TupleType:
		return &TupleType{n, x.types(t.Elems)}
	case *SumType:
		return &SumType{n, x.typ(t.L), x.typ(t.R)}
	case *RecordType:
		u := &RecordType{typeNode: n}
		for _, f := range t.Fields {
			u.Fields = append(u.Fields, &FieldType{x.pos(f.Pos), f.Name, x.typ(f.Type)})
		}
		return u
	case *FuncType:
		return &FuncType{n, x.typ(t.Arg), x.typ(t.Result)}
	case *ArrayType:
		a := &ArrayType{typeNode: n, Elem: x.typ(t.Elem)}
		for _, s := range t.Sizes {
			size := *s
			size.Pos = x.pos(s.Pos)
			a.Sizes = append(a.Sizes, &size)
		}
		return a
	}
	panic("source: a type of no kind")
}

func (x *expander) pos(own diag.Pos) diag.Pos {
	if x.at.Known() {
		return x.at
	}
	return own
}

func (x *expander) types(list []TypeExpr) []TypeExpr {
	var out []TypeExpr
	for _, t := range list {
		out = append(out, x.typ(t))
	}
	return out
}

// Under is t, or what its name stands for.
func Under(t TypeExpr) TypeExpr {
	for {
		name, ok := t.(*TypeName)
		if !ok || name.Means == nil {
			return t
		}
		t = name.Means
	}
}
