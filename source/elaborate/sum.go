package elaborate

import (
	"procad/core"
	"procad/internal/form"
	"procad/source"
)

// A named sum is nested sums of two parts each: with n constructors,
//
//	C1(x) = Inl x        Ck(x) = Inr (… Inr (Inl x))        Cn(x) = Inr (… Inr x)
//
// where what a constructor carries is the tuple of its arguments.

// construct is Ck(args).
func (e *elaborator) construct(n core.Node, t *source.NamedSum, con *source.Con, args []core.Term) core.Term {
	x := tupleOf(node(n.At, e.typ(t.Payload(con.Index))), args)
	if t.Recursive() {
		rec := n.Of.(*core.RecType)
		x = store(x, e.carries(t, con.Index), "an array in "+con.Name)
		return &core.Roll{Node: n, X: inject(n, rec.Of, con.Index, len(t.Decl.Cons), x)}
	}
	return inject(n, n.Of, con.Index, len(t.Decl.Cons), x)
}

// unrolled is what a value x of type t is made of, if t is recursive; another value is that itself.
func unrolled(x core.Term, t source.Type) core.Term {
	if named, ok := t.(*source.NamedSum); ok && named.Recursive() {
		return &core.Unroll{Node: node(x.Pos(), x.Type().(*core.RecType).Of), X: x}
	}
	return x
}

// recursiveType is a recursive type, whose parts have the type itself in them.
func (e *elaborator) recursiveType(t *source.NamedSum) core.Type {
	key := source.Key(t)
	if of := e.recs[key]; of != nil {
		return of
	}
	of := &core.RecType{Name: t.String(), Form: &form.Form{}}
	e.recs[key] = of
	*of.Form = *e.choiceForm(t)
	var nested core.Type
	for k := len(t.Decl.Cons) - 1; k >= 0; k-- {
		part := keptAs(e.typ(t.Payload(k)), e.carries(t, k), of.Form.Part(k))
		if of.Form.Parts[k] = part.form; nested == nil {
			nested = part.of
		} else {
			nested = core.SumOf(part.of, nested)
		}
	}
	of.Of = nested
	return of
}

// inject is x as constructor k of the last so many of a sum of the given type.
func inject(n core.Node, of core.Type, k, left int, x core.Term) core.Term {
	if left == 1 {
		return x
	}
	out := &core.Inject{Node: node(n.At, of), X: x}
	if k > 0 {
		out.Con, out.X = 1, inject(n, of.(*core.SumType).Cons[1].Of, k-1, left-1, x)
	}
	return out
}

// choiceShape is the sizes written in a named sum.
func (e *elaborator) choiceShape(t *source.ChoiceType, param bool) core.Shape {
	shapes := make([]core.Shape, len(t.Cons))
	some := false
	for k, args := range t.Cons {
		parts := &core.TupleShape{}
		found := false
		for _, a := range args {
			s := e.shape(a, param)
			parts.Elems = append(parts.Elems, s)
			found = found || s != nil
		}
		switch {
		case found && len(args) == 1:
			shapes[k] = parts.Elems[0]
		case found:
			shapes[k] = parts
		}
		some = some || found
	}
	if !some {
		return nil
	}
	nested := shapes[len(shapes)-1]
	for k := len(shapes) - 2; k >= 0; k-- {
		nested = &core.SumShape{Cons: []core.Shape{shapes[k], nested}}
	}
	return nested
}
