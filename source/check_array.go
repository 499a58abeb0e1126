package source

import "procad/internal/diag"

// arrayLit checks an array that is written out.
//
//	ei : σ                         ei : σ[s of them]
//	──────────────────────         ─────────────────────────────
//	[e1, …, en] : σ[1 size]        [e1, …, en] : σ[1 + s sizes]
func (c *checker) arrayLit(e *ArrayLit) Type {
	elem := c.expr(e.Elems[0])
	for _, x := range e.Elems[1:] {
		t := c.expr(x)
		if unify(elem, t) {
			continue
		}
		first, here := prune(elem), prune(t)
		msg := c.errorf(Start(tail(x)), CodeTypeMismatch, "the elements of an array are of one type, but this is %s, and the first is %s", here, first).
			Notef(Start(e.Elems[0]), "the first")
		if isNumber(first) && isNumber(here) {
			msg.Hintf(asReal)
		}
		return invalid
	}
	c.rowLengths(e)
	return c.elements(e.Elems[0], elem, 1)
}

// rowLengths makes sure that rows that are written out are of one length.
func (c *checker) rowLengths(e *ArrayLit) {
	first, ok := e.Elems[0].(*ArrayLit)
	if !ok {
		return
	}
	for _, x := range e.Elems[1:] {
		if row, ok := x.(*ArrayLit); ok && len(row.Elems) != len(first.Elems) {
			c.errorf(row.pos, CodeNotRectangular, "the rows of an array are of one length, but this one has %s, and the first %d",
				count(len(row.Elems), "element"), len(first.Elems)).
				Notef(first.pos, "the first row")
			return
		}
	}
}

// elements is the type of an array of the given rank of what x, of type elem, is one of.
func (c *checker) elements(x Expr, elem Type, rank int) Type {
	elem = prune(elem)
	if v, ok := elem.(*typeVar); ok && !v.numeric {
		c.errorf(Start(x), CodeCannotInfer, "the type of the elements is not known yet").
			Hintf("write it: (e : Real)")
		return invalid
	}
	if elem == invalid {
		return invalid
	}
	if _, rows := elem.(*Array); !rows {
		c.later = append(c.later, func() {
			if !storable(elem) {
				c.errorf(Start(x), CodeArrayElement, "the elements of an array cannot contain %s, but this is %s", unstorable, prune(elem)).
					Hintf("make a tuple of arrays")
			}
		})
	}
	return ArrayOf(elem, rank)
}

// operandsOf is what the operators that work on arrays element by element take: Real,
// Int, or either.
var operandsOf = map[Op][]Type{Add: {Real, Int}, Sub: {Real, Int}, Mul: {Real, Int}, Quo: {Real}, Div: {Int}, Mod: {Int}}

// elementwise checks an operation of arrays, or of arrays and numbers; it is nil where
// no operand is an array, or the operator is none for arrays.
//
//	u : T[r sizes]      v : T[r sizes] or T      T is Real or Int
//	─────────────────────────────────────────────────────────────
//	u op v : T[r sizes]                              v op u alike
//
//	u : T[r sizes]      k : Int      T is Real or Int
//	─────────────────────────────────────────────────
//	u ^ k : T[r sizes]
func (c *checker) elementwise(op Op, pos diag.Pos, operands ...Expr) Type {
	wanted, ok := operandsOf[op]
	if op == Pow {
		wanted, ok = []Type{Real, Int}, true
		if _, array := prune(operands[0].Type()).(*Array); !array {
			return nil
		}
		if !c.exponent(pos, operands[1]) {
			return invalid
		}
		operands = operands[:1]
	}
	var first *Array
	for _, x := range operands {
		if a, array := prune(x.Type()).(*Array); array && first == nil {
			first = a
		}
	}
	if first == nil || !ok {
		return nil
	}
	for _, x := range operands {
		t := prune(x.Type())
		a, array := t.(*Array)
		if array {
			t = prune(a.Elem)
		}
		if t == invalid {
			return invalid
		}
		if array && a.Rank != first.Rank || !unify(t, first.Elem) {
			c.unlikeArrays(op, pos, operands)
			return invalid
		}
	}
	if elem := prune(first.Elem); len(wanted) == 1 && !unify(elem, wanted[0]) || !isNumber(prune(first.Elem)) {
		what := "Reals or Ints"
		if len(wanted) == 1 {
			what = wanted[0].String() + "s"
		}
		c.errorf(pos, CodeTypeMismatch, "%s needs arrays of %s, but this is %s", op, what, first)
		return invalid
	}
	return &Array{Elem: first.Elem, Rank: first.Rank}
}

// unlikeArrays reports operands that do not go together element by element.
func (c *checker) unlikeArrays(op Op, pos diag.Pos, operands []Expr) {
	x, y := prune(operands[0].Type()), prune(operands[1].Type())
	msg := c.errorf(pos, CodeTypeMismatch, "the operands of %s are %s and %s", op, x, y)
	a, _ := x.(*Array)
	b, _ := y.(*Array)
	switch {
	case a != nil && b != nil && a.Rank != b.Rank:
		hint := "the elements are taken one by one: arrays of one shape, or an array and a number"
		if op == Mul {
			hint += productHint(x, y)
		}
		msg.Hintf("%s", hint)
	default:
		msg.Hintf("convert the elements: [real(k[i]) for i < size(k)]")
	}
}
