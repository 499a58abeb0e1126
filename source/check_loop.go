package source

// comp checks a comprehension.
//
//	ni : Int      i : Int ⊢ e : σ                ni : Int      i : Int ⊢ e : σ[s of them]
//	──────────────────────────────────────       ──────────────────────────────────────────
//	[e for i1 < n1, …, ir < nr] : σ[r sizes]     […] : σ[r + s sizes]
func (c *checker) comp(e *Comp) Type {
	for _, b := range e.Binders {
		c.bounds(b)
	}
	for _, b := range e.Binders {
		c.declare(b.Var, Int)
	}
	return c.elements(e.Elem, c.expr(e.Elem), len(e.Binders))
}

// reduce checks a sum, a product or an extreme value.
//
//	ni : Int      i : Int ⊢ e : T      T of Real, Int, (), tuples, arrays
//	─────────────────────────────────────────────────────────────────────
//	sum(i1 < n1, …, ir < nr) e : T                       i in lo ..< n for i < n: lo : Int
//
//	ni : Int      i : Int ⊢ e : T      T is Real or Int
//	───────────────────────────────────────────────────────────────────
//	max(i1 < n1, …, ir < nr) e : T                       min and product alike
//
//	n : Int      i : Int ⊢ e : T      T is Real or Int
//	──────────────────────────────────────────────────
//	argmax(i < n) e : Int                                argmin alike
func (c *checker) reduce(e *Reduce) Type {
	for _, b := range e.Binders {
		c.bounds(b)
		c.declare(b.Var, Int)
	}
	t := c.expr(e.Body)
	if e.Op != SumOf {
		return c.reduceNumbers(e, t)
	}
	c.later = append(c.later, func() {
		if !addable(t) {
			c.errorf(Start(tail(e.Body)), CodeTypeMismatch, "sum adds Reals, Ints, and tuples and arrays of them, but this is %s", prune(t))
		}
	})
	return t
}

// reduceHints are what to write where a reduction of numbers is given an array.
var reduceHints = map[ReduceOp]string{
	ProductOf: "the product of the elements of v is product(i < size(v)) v[i]",
	MaxOf:     "the largest element of v is max(i < size(v)) v[i]",
	MinOf:     "the smallest element of v is min(i < size(v)) v[i]",
	ArgMaxOf:  "where the largest element of v is, says argmax(i < size(v)) v[i]",
	ArgMinOf:  "where the smallest element of v is, says argmin(i < size(v)) v[i]",
}

// reduceNumbers checks a reduction of numbers of type t.
func (c *checker) reduceNumbers(e *Reduce, t Type) Type {
	if !c.numeric(e.Body, t, string(e.Op), func() string { return reduceHints[e.Op] }) {
		t = invalid
	}
	if e.Op != ArgMaxOf && e.Op != ArgMinOf {
		return t
	}
	if len(e.Binders) > 1 {
		c.errorf(e.Binders[1].Var.Pos, CodeTypeMismatch, "%s has one index, but this is a second one", e.Op).
			Hintf("the place in an array of n rows and m columns is %s(k < n * m) a[k div m, k mod m]", e.Op)
	}
	return Int
}

// bounds checks those of i < n or i in lo ..< n.
func (c *checker) bounds(b *Binder) {
	if b.From != nil {
		c.is(b.From, Int, "the start of a range")
	}
	c.is(b.Bound, Int, "a bound")
}

// fold checks a fold.
//
//	a : S      v : σ[r sizes]      acc : S, x : σ[r-1 sizes] ⊢ e : S
//	────────────────────────────────────────────────────────────────
//	fold(\(acc, x). e, a, v) : S
func (c *checker) fold(e *Fold) Type {
	s := c.expr(e.Init)
	var elem Type = invalid
	over := c.expr(e.Over)
	if isNumber(prune(over)) {
		c.errorf(Start(e.Over), CodeNotArray, "fold goes over the elements of an array, but this is a number").
			Hintf("the numbers 0, …, n - 1 are [i for i < n]; a repetition without an index is nTimes(n, a, \\s. e)")
	} else if a := c.array(e.Over, over); a != nil {
		elem = row(a, 1)
	}
	c.pattern(e.Acc, s, e.Init)
	c.pattern(e.Elem, elem, e.Over)
	c.is(e.Body, s, "the state of fold")
	return s
}

// nTimes checks a repetition.
//
//	n : Int      a : S      s : S ⊢ e : S
//	─────────────────────────────────────
//	nTimes(n, a, \s. e) : S
func (c *checker) nTimes(e *NTimes) Type {
	c.is(e.N, Int, "the number of iterations")
	s := c.expr(e.Init)
	c.pattern(e.State, s, e.Init)
	c.is(e.Body, s, "the state of nTimes")
	return s
}

// while checks a repetition for as long as a condition holds.
//
//	n : Int      a : S      s : S ⊢ c : Bool      s : S ⊢ e : S
//	───────────────────────────────────────────────────────────
//	while(n, a, \s. c, \s. e) : S
func (c *checker) while(e *While) Type {
	c.is(e.N, Int, "the largest number of iterations")
	s := c.expr(e.Init)
	c.pattern(e.Test, s, e.Init)
	c.is(e.Cond, Bool, "the condition of while")
	c.pattern(e.State, s, e.Init)
	c.is(e.Body, s, "the state of while")
	return s
}

// ccl checks a commuting counted loop.
//
//	n : Int      a : S      i : Int, s : S ⊢ e : S
//	──────────────────────────────────────────────
//	ccl(n, a, \(i, s). e) : S
func (c *checker) ccl(e *Ccl) Type {
	c.is(e.N, Int, "the number of iterations")
	s := c.expr(e.Init)
	c.pattern(e.Index, Int, e.N)
	c.pattern(e.State, s, e.Init)
	c.is(e.Body, s, "the state of ccl")
	return s
}
