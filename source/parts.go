package source

// parts are the types that t is made of: of a declared one, what it is of.
func partsOf(t Type) []Type {
	switch t := t.(type) {
	case *Tuple:
		return t.Elems
	case *Record:
		return t.Types
	case *NamedSum:
		return t.Args
	case *Sum:
		return []Type{t.L, t.R}
	case *Array:
		return []Type{t.Elem}
	case *Func:
		return []Type{t.Arg, t.Result}
	}
	return nil
}

// contents are the types of the values in those of t; of a recursive type, which has none that
// its parameters do not have, these.
func contents(t Type) []Type {
	named, ok := t.(*NamedSum)
	if !ok || named.Decl.recursive {
		return partsOf(t)
	}
	var list []Type
	for k := range named.Decl.Cons {
		list = append(list, named.arguments(k)...)
	}
	return list
}

// rebuilt is t with its parts as f makes them; t itself if all stay.
func rebuilt(t Type, f func(Type) Type) Type {
	each := func(list []Type) ([]Type, bool) {
		out, same := make([]Type, len(list)), true
		for i, e := range list {
			out[i] = f(e)
			same = same && out[i] == e
		}
		return out, same
	}
	switch t := t.(type) {
	case *Tuple:
		if elems, same := each(t.Elems); !same {
			return &Tuple{elems}
		}
	case *Record:
		types, same := each(t.Types)
		args, alike := each(t.Args)
		return t.with(types, args, same && alike)
	case *NamedSum:
		if args, same := each(t.Args); !same {
			return &NamedSum{t.Decl, args}
		}
	case *Sum:
		if l, r := f(t.L), f(t.R); l != t.L || r != t.R {
			return &Sum{l, r}
		}
	case *Array:
		if elem := f(t.Elem); elem != t.Elem {
			return fieldwiseAs(t, ArrayOf(elem, t.Rank))
		}
	case *Func:
		if arg, result := f(t.Arg), f(t.Result); arg != t.Arg || result != t.Result {
			return &Func{arg, result, t.of}
		}
	}
	return t
}

// substitute is t with types for the parameters of a declaration.
func substitute(t Type, args []Type) Type {
	if p, ok := t.(*typeParam); ok {
		return args[p.index]
	}
	if len(args) == 0 {
		return t
	}
	return rebuilt(t, func(part Type) Type { return substitute(part, args) })
}
