package source

import "slices"

// A recursive type is a declared sum whose values have such values in them, perhaps through
// other declarations.
//
//	type Tree = Leaf(Real) | Node(Tree, Tree)
//	type List(a) = Nil | Cons(a, List(a))
//
// Such declarations are a strongly connected component of what declarations mention. There are
// finitely many types in each, as each is mentioned with the parameters of the declaration at
// hand, and each has a value that ends:
//
//	C(T1, …, Tn) ends if T1, …, Tn do      C1(…) | … | Cn(…) ends if a constructor does

// recursive finds the recursive types among the declarations of a file.
func (r *resolver) recursive(decls []*TypeDecl) {
	number, low := map[*TypeDecl]int{}, map[*TypeDecl]int{}
	var open []*TypeDecl
	var visit func(d *TypeDecl)
	visit = func(d *TypeDecl) {
		number[d] = len(number) + 1
		low[d] = number[d]
		open = append(open, d)
		again := false
		r.mentions(d, func(_ *TypeName, other *TypeDecl) {
			again = again || other == d
			if number[other] == 0 {
				visit(other)
				low[d] = min(low[d], low[other])
			} else if slices.Contains(open, other) {
				low[d] = min(low[d], number[other])
			}
		})
		if low[d] < number[d] {
			return
		}
		first := slices.Index(open, d)
		set := slices.Clone(open[first:])
		open = open[:first]
		if again || len(set) > 1 {
			r.together(set)
		}
	}
	for _, d := range decls {
		if r.types[d.Name] == d && number[d] == 0 {
			visit(d)
		}
	}
}

// together notes that declarations mention each other.
func (r *resolver) together(set []*TypeDecl) {
	for _, d := range set {
		d.recursive = d.Cons != nil
	}
	for _, d := range set {
		r.mentions(d, func(t *TypeName, other *TypeDecl) {
			if !slices.Contains(set, other) || !slices.ContainsFunc(t.Args, func(a TypeExpr) bool { return !isParam(d, a) }) || d.state == refused {
				return
			}
			d.state = refused
			if t == d.Body {
				r.errorf(t.pos, CodeRecursion, "the type %s is declared as itself", d.Name).Hintf("a constructor alone has a | before it: type %s = | %s(…)", d.Name, d.Name)
				return
			}
			r.errorf(t.pos, CodeRecursion, "%s contains itself with other types than its own parameters: there would be infinitely many types", d.Name).
				Hintf("mention %s with parameters of %s alone", other.Name, d.Name)
		})
	}
}

// isParam reports whether t is a parameter of d.
func isParam(d *TypeDecl, t TypeExpr) bool {
	name, ok := t.(*TypeName)
	return ok && len(name.Args) == 0 && slices.ContainsFunc(d.Params, func(a *TypeParam) bool { return a.Name == name.Name })
}

// mentions are the names of declarations of the file in the body of d.
func (r *resolver) mentions(d *TypeDecl, f func(t *TypeName, other *TypeDecl)) {
	var walk func(t TypeExpr)
	each := func(list ...TypeExpr) {
		for _, t := range list {
			walk(t)
		}
	}
	walk = func(t TypeExpr) {
		switch t := t.(type) {
		case *TypeName:
			if other := r.types[t.Name]; other != nil && !isParam(d, t) {
				f(t, other)
			}
			each(t.Args...)
		case *TupleType:
			each(t.Elems...)
		case *SumType:
			each(t.L, t.R)
		case *RecordType:
			for _, f := range t.Fields {
				each(f.Type)
			}
		case *FuncType:
			each(t.Arg, t.Result)
		case *ArrayType:
			each(t.Elem)
		}
	}
	if d.Body != nil {
		each(d.Body)
	}
	for _, con := range d.Cons {
		each(con.Args...)
	}
}

// founded rejects recursive types none of whose values ends, and those with arrays or functions in
// their values.
func (r *resolver) founded(decls []*TypeDecl) {
	of := map[string]*NamedSum{}
	var list []string
	var collect func(t Type)
	collect = func(t Type) {
		named, ok := t.(*NamedSum)
		if !ok || !named.Decl.recursive {
			for _, part := range contents(t) {
				collect(part)
			}
			return
		}
		key := typeKey(named)
		if of[key] != nil {
			return
		}
		of[key] = named
		list = append(list, key)
		for k := range named.Decl.Cons {
			for _, a := range named.arguments(k) {
				collect(a)
			}
		}
	}
	for _, d := range decls {
		if d.recursive && d.state == valid {
			collect(d.typ)
		}
	}
	ends := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, key := range list {
			if !ends[key] && ended(of[key], ends) {
				ends[key], changed = true, true
			}
		}
	}
	for _, d := range decls {
		if !d.recursive || d.state != valid {
			continue
		}
		if !ends[typeKey(d.typ)] {
			r.errorf(d.Pos, CodeRecursion, "no value of the type %s ends: every constructor contains another one", d.Name).
				Hintf("add a constructor without, such as type %s = End | …", d.Name)
			d.state = refused
			continue
		}
		for _, con := range d.Cons {
			for i, t := range con.types {
				if hasFunc(t) || hasArray(t) && !kept(con.Args[i]) {
					r.unrolled(con.Args[i], t, d)
					d.state = refused
				}
			}
		}
	}
}

// recursiveType is what the name of a recursive type denotes.
func (r *resolver) recursiveType(t *TypeName, d *TypeDecl) Type {
	of := &NamedSum{Decl: d}
	for _, a := range t.Args {
		arg := r.denotes(a)
		if hasArray(arg) || hasFunc(arg) {
			r.unrolled(a, arg, d)
			return invalid
		}
		of.Args = append(of.Args, arg)
	}
	if typeSize(of, maxTypeSize) > maxTypeSize {
		r.errorf(t.pos, CodeTypeSize, "a type has at most %d parts", maxTypeSize)
		return invalid
	}
	return of
}

// Recursive reports whether values of t have such values in them.
func (t *NamedSum) Recursive() bool { return t.Decl.recursive }

// Key tells types without unknowns apart.
func Key(t Type) string { return typeKey(t) }

// holdsReal reports whether values of a recursive type may have Reals in them.
func holdsReal(t Type, seen map[string]bool) bool {
	named, ok := t.(*NamedSum)
	if !ok {
		return t == Real || slices.ContainsFunc(partsOf(t), func(part Type) bool { return holdsReal(part, seen) })
	}
	if key := typeKey(t); seen[key] {
		return false
	} else {
		seen[key] = true
	}
	for k := range named.Decl.Cons {
		if slices.ContainsFunc(named.arguments(k), func(part Type) bool { return holdsReal(part, seen) }) {
			return true
		}
	}
	return false
}

// unrolled reports what a value of a recursive type may not have in it.
func (r *resolver) unrolled(at TypeExpr, t Type, d *TypeDecl) {
	msg := r.errorf(at.Pos(), CodeRecursion, "values of a recursive type, such as %s, contain no functions, and no arrays but those of %d to %d elements that its constructors have", d.Name, leastKept, mostKept)
	switch {
	case hasFunc(t):
		msg.Hintf("write a constructor for each function, such as Scale(Real), and a function that applies each of them to an argument")
	case kept(at):
		msg.Hintf("declare a type whose constructor has the array, as in type Rows = End | Row(Real[3], Rows)")
	default:
		msg.Hintf("write sizes that are numbers, as in Real[3], and no array in a sum; or keep the arrays outside of it, and in it Ints that are numbers of rows; a list of children is a recursive type too")
	}
}

// How many elements an array in a value of a recursive type may have: each is a part of it.
const (
	leastKept = 2
	mostKept  = 64
)

// kept reports whether the arrays in the argument of a constructor have sizes that are numbers, and
// elements without arrays, and are in no sums.
func kept(t TypeExpr) bool {
	each := func(list []TypeExpr) bool {
		return !slices.ContainsFunc(list, func(t TypeExpr) bool { return !kept(t) })
	}
	switch t := Under(t).(type) {
	case *TupleType:
		return each(t.Elems)
	case *RecordType:
		return !slices.ContainsFunc(t.Fields, func(f *FieldType) bool { return !kept(f.Type) })
	case *ArrayType:
		n := int64(1)
		for _, s := range t.Sizes {
			if s.Kind != SizeLit || s.Lit < leastKept || s.Lit > mostKept {
				return false
			}
			n *= s.Lit
		}
		return n <= mostKept && !hasArray(t.Elem.Type())
	default:
		return !hasArray(t.Type())
	}
}

// ended reports whether a constructor of t has arguments that end.
func ended(t *NamedSum, ends map[string]bool) bool {
	for k := range t.Decl.Cons {
		if !slices.ContainsFunc(t.arguments(k), func(t Type) bool { return !finite(t, ends) }) {
			return true
		}
	}
	return false
}

// finite reports whether a value of t ends, if those of the given recursive types do.
func finite(t Type, ends map[string]bool) bool {
	switch t := t.(type) {
	case *NamedSum:
		if t.Decl.recursive {
			return ends[typeKey(t)]
		}
		return ended(t, ends)
	case *Sum:
		return finite(t.L, ends) || finite(t.R, ends)
	case *Func:
		return true
	}
	return !slices.ContainsFunc(partsOf(t), func(t Type) bool { return !finite(t, ends) })
}
