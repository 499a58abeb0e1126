package source

// typeNames are the types that have names.
var typeNames = map[string]Basic{"Real": Real, "Int": Int, "Bool": Bool}

// typeOf is the type that t denotes; it is also noted in t and its parts.
func (r *resolver) typeOf(t TypeExpr) Type {
	if writtenSize(t, 0) > maxTypeSize {
		r.errorf(t.Pos(), CodeTypeSize, "a type has at most %d parts", maxTypeSize)
		setWritten(t, invalid)
		return invalid
	}
	return r.denotes(t)
}

// denotes is typeOf for a type that is small enough.
func (r *resolver) denotes(t TypeExpr) Type {
	var typ Type
	switch t := t.(type) {
	case *TypeName:
		typ = r.named(t)
	case *TupleType:
		elems := make([]Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = r.denotes(e)
		}
		typ = TupleOf(elems...)
	case *ChoiceType:
		typ = r.choice(t)
	case *RecordType:
		typ = r.recordType(t)
	case *SumType:
		typ = &Sum{r.denotes(t.L), r.denotes(t.R)}
	case *FuncType:
		arg, result := r.denotes(t.Arg), r.denotes(t.Result)
		typ = &Func{Arg: arg, Result: result}
		if arg == invalid || result == invalid {
			typ = invalid
		}
	case *ArrayType:
		elem := r.denotes(t.Elem)
		if elem == invalid {
			typ = invalid
			break
		}
		if !storable(elem) {
			r.errorf(t.Elem.Pos(), CodeArrayElement, "the elements of an array cannot contain %s", unstorable).
				Hintf("use a tuple of arrays, or more dimensions: Real[n, d]")
			typ = invalid
			break
		}
		typ = ArrayOf(elem, len(t.Sizes))
	}
	setWritten(t, typ)
	return typ
}

func setWritten(t TypeExpr, typ Type) {
	switch t := t.(type) {
	case *TypeName:
		t.typ = typ
	case *TupleType:
		t.typ = typ
	case *ChoiceType:
		t.typ = typ
	case *RecordType:
		t.typ = typ
	case *SumType:
		t.typ = typ
	case *ArrayType:
		t.typ = typ
	case *FuncType:
		t.typ = typ
	}
}
