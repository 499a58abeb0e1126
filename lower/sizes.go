package lower

import (
	"fmt"
	"strconv"

	"procad/diag"
	"procad/prim"
	"procad/proc"
	"procad/source"
)

// checked is (e : T).
func (f *fn) checked(e *source.Annot, to *target) value { return f.wanted(e.X, e.Wanted, to, "this") }

// wanted lowers e, whose sizes have to be those written in t. They also help
// where the sizes of e cannot be known before it is computed. name is how
// messages name the value.
func (f *fn) wanted(e source.Expr, t source.TypeExpr, to *target, name string) value {
	switch e := e.(type) {
	case *source.Let:
		for _, b := range e.Binds {
			f.bind(b)
		}
		return f.wanted(e.Body, t, to, name)
	case *source.TupleExpr:
		tuple, ok := t.(*source.TupleType)
		if !ok {
			break
		}
		v := value{elems: make([]value, len(e.Elems))}
		for i, x := range e.Elems {
			v.elems[i] = f.wanted(x, tuple.Elems[i], to.part(i), name)
		}
		return v
	}
	sizes := f.unproved(e, t)
	if sizes && to != nil {
		to = to.loose()
	}
	var v value
	switch e := e.(type) {
	case *source.Comp:
		v = f.comp(e, writtenSizes(t), to)
	case *source.Reduce:
		v = f.reduce(e, t, to)
	default:
		v = f.expr(e, to)
	}
	if sizes {
		f.checkSizes(t, v, t.Pos(), name)
	}
	return v
}

// loose is the target without exact names: what is checked after it is made
// gets its exact name after the check.
func (to *target) loose() *target {
	if to == nil {
		return nil
	}
	l := &target{name: to.name, few: to.few, parts: make([]*target, len(to.parts))}
	for i, p := range to.parts {
		l.parts[i] = p.loose()
	}
	return l
}

// writtenSizes is the sizes of an array type.
func writtenSizes(t source.TypeExpr) []*source.Size {
	if a, ok := t.(*source.ArrayType); ok {
		return a.Sizes
	}
	return nil
}

// unproved says that some size written in t is not seen from the text of e.
func (f *fn) unproved(e source.Expr, t source.TypeExpr) bool {
	a, ok := t.(*source.ArrayType)
	if !ok {
		return hasSizes(t)
	}
	for axis, s := range a.Sizes {
		if s.Kind != source.SizeAny && !sizeIs(e, axis, s) {
			return true
		}
	}
	return false
}

// hasSizes says that there is something to check in t.
func hasSizes(t source.TypeExpr) bool {
	switch t := t.(type) {
	case *source.TupleType:
		for _, e := range t.Elems {
			if hasSizes(e) {
				return true
			}
		}
	case *source.SumType:
		return hasSizes(t.L) || hasSizes(t.R)
	case *source.ArrayType:
		for _, s := range t.Sizes {
			if s.Kind != source.SizeAny {
				return true
			}
		}
	}
	return false
}

// sizeIs says that e is a comprehension that makes an axis of size s.
func sizeIs(e source.Expr, axis int, s *source.Size) bool {
	comp, ok := e.(*source.Comp)
	if !ok {
		return false
	}
	if axis >= len(comp.Binders) {
		return sizeIs(comp.Elem, axis-len(comp.Binders), s)
	}
	switch n := comp.Binders[axis].Bound.(type) {
	case *source.Ident:
		return s.Kind == source.SizeName && n.Var == s.Var
	case *source.IntLit:
		return s.Kind == source.SizeLit && n.Value == s.Lit
	}
	return false
}

// checkSizes compares the sizes written in t with those of v, which messages
// call by the given name.
func (f *fn) checkSizes(t source.TypeExpr, v value, pos diag.Pos, name string) {
	switch t := t.(type) {
	case *source.TupleType:
		for i, e := range t.Elems {
			f.checkSizes(e, v.elems[i], pos, name)
		}
	case *source.SumType:
		if hasSizes(t) {
			f.checkSum(t, v.leaf, pos, name)
		}
	case *source.ArrayType:
		for axis, s := range t.Sizes {
			if s.Kind != source.SizeAny && !s.Binds {
				f.checkSize(s, v.leaf, axis, pos, name)
			}
		}
	}
}

func (f *fn) checkSize(s *source.Size, l *leaf, axis int, pos diag.Pos, name string) {
	if n, ok := l.dim(axis); ok {
		if k, ok := f.writtenSize(s); ok && k == n {
			return
		}
	}
	got := f.size(pos, f.variable("n", proc.Int), l, axis)
	want, text := f.written(s), s.Name
	if s.Kind == source.SizeLit {
		text = strconv.FormatInt(s.Lit, 10)
	}
	message := fmt.Sprintf("dimension %d of %s and %s", axis, name, text)
	f.agree(pos, message, got, want)
}

// agree calls agree{"message"}.
func (f *fn) agree(pos diag.Pos, message string, a, b proc.Var) {
	f.call(pos, prim.MessageOf("agree", message), f.variable("u", proc.Unit), a, b)
}

// written is the value of a size that is not _.
func (f *fn) written(s *source.Size) proc.Var {
	if s.Kind == source.SizeLit {
		return f.intConst(s.Pos, s.Lit)
	}
	return f.linear(f.env[s.Var].leaf)
}

// writtenSize is a size, if it is known.
func (f *fn) writtenSize(s *source.Size) (int64, bool) {
	switch s.Kind {
	case source.SizeLit:
		return s.Lit, f.small
	case source.SizeAny:
		return 0, false
	}
	if l := f.env[s.Var].leaf; l != nil && l.known != nil {
		return *l.known, f.small
	}
	return 0, false
}

// checkSum checks the sizes of whichever side a value is on.
func (f *fn) checkSum(t *source.SumType, l *leaf, pos diag.Pos, name string) {
	s := &proc.Case{Where: where(pos), In: f.linear(l)}
	branch := func(t source.TypeExpr) proc.Branch {
		x := f.nestedVar(t.Type(), nil)
		return f.branch(x, func() {
			f.checkSizes(t, f.unnested(pos, x, t.Type(), nil), pos, name)
		})
	}
	s.L = branch(t.L)
	s.R = branch(t.R)
	f.emit(s)
}

// bindSizes binds the sizes that the types of parameters name, and then checks
// the others: a size under a sum may come before the one that binds it.
func (f *fn) bindSizes(params []*source.Param) {
	for _, p := range params {
		if p.Type != nil {
			f.bindSize(p.Type, f.env[p.Var])
		}
	}
	for _, p := range params {
		if p.Type != nil {
			f.checkSizes(p.Type, f.env[p.Var], p.Var.Pos, p.Var.Name)
		}
	}
}

func (f *fn) bindSize(t source.TypeExpr, v value) {
	switch t := t.(type) {
	case *source.TupleType:
		for i, e := range t.Elems {
			f.bindSize(e, v.elems[i])
		}
	case *source.ArrayType:
		for axis, s := range t.Sizes {
			if n, ok := v.leaf.dim(axis); s.Binds && ok {
				f.set(s.Var, value{leaf: f.knownLeaf(source.Int, n)})
			} else if s.Binds {
				n := f.size(s.Pos, f.variable(s.Name, proc.Int), v.leaf, axis)
				f.idle[n.Name] = true
				f.set(s.Var, f.value(n))
			}
		}
	}
}
