package ks

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
)

// array is what core says of arrays, with the functions of Figure 2.
func (c *converter) array(s *scope, e core.Term) Term {
	switch e := e.(type) {
	case *core.Build:
		return c.build(s, e)
	case *core.Reduce:
		return c.reduce(s, e)
	case *core.Index: // v[i, j] is ix(j, ix(i, v))
		v := c.term(s, e.X)
		for _, i := range c.terms(s, e.At) {
			v = Do(e.Pos(), Index{}, i, v)
		}
		return v
	case *core.Size:
		return Do(e.Pos(), Size{e.Axis}, c.term(s, e.X))
	case *core.Set:
		return c.set(s, e)
	case *core.Literal:
		return c.term(s, e.Plain())
	case *core.SizeCheck:
		f := Check{Title: e.Name}
		args := []Term{c.term(s, e.X)}
		c.sizes(s, e.Shape, nil, &f, &args)
		if len(f.Sizes) == 0 {
			return args[0]
		}
		return Do(e.At, f, args...)
	case *core.Assert:
		return Do(e.At, Assert{e.Message}, c.term(s, e.Cond))
	case *core.StopGradient:
		return Do(e.At, Stop{}, c.term(s, e.X))
	}
	return c.loop(s, e)
}

// bind is let x = e in body(x); a variable or a constant needs no other name.
func bind(name string, e Term, body func(x Term) Term) Term {
	switch e := e.(type) {
	case *Use, *Const:
		return body(e)
	}
	x := &Var{name, e.Type()}
	return In(x, e, body(UseOf(e.Pos(), x)))
}

// bindAll is let x1 = e1 in … body(x1, …).
func bindAll(name string, list []Term, body func(xs []Term) Term) Term {
	xs := make([]Term, len(list))
	var from func(i int) Term
	from = func(i int) Term {
		if i == len(list) {
			return body(xs)
		}
		return bind(name, list[i], func(x Term) Term { xs[i] = x; return from(i + 1) })
	}
	return from(0)
}

// build is a vector of vectors.
//
//	[e for i < n, j < m]   is   build(n, λi. build(m, λj. e), m)
func (c *converter) build(s *scope, e *core.Build) Term {
	sizes := make([]Term, len(e.Binders))
	for i, b := range e.Binders {
		sizes[i] = c.term(s, b.Size)
	}
	rows := c.terms(s, e.Row)
	return bindAll("n", append(sizes, rows...), func(sizes []Term) Term {
		var dimension func(k int, s *scope) Term
		dimension = func(k int, s *scope) Term {
			if k == len(e.Binders) {
				return c.term(s, e.Body)
			}
			i := fresh(e.Binders[k].Var, N)
			body := Fn(i, dimension(k+1, s.with(e.Binders[k].Var, i)))
			return Do(e.At, Build{}, append([]Term{sizes[k], body}, sizes[k+1:]...)...)
		}
		return dimension(0, s)
	})
}

// reduce is a sum or a maximum of a vector.
//
//	sum(i < n, j < m) e   is   sum(build(n, λi. sum(build(m, λj. e))))
//	max(i < n) e          is   let v = build(n, λi. e) in v[argmax(v)]
func (c *converter) reduce(s *scope, e *core.Reduce) Term {
	if e.Op == core.Max && len(e.Binders) > 1 {
		return c.maxima(s, e)
	}
	var loop func(k int, s *scope) Term
	loop = func(k int, s *scope) Term {
		if k == len(e.Binders) {
			return c.term(s, e.Body)
		}
		return bind("n", c.term(s, e.Binders[k].Size), func(n Term) Term {
			i := fresh(e.Binders[k].Var, N)
			body := loop(k+1, s.with(e.Binders[k].Var, i))
			v := Do(e.At, Build{}, n, Fn(i, body))
			switch e.Op {
			case core.ArgMax:
				return Do(e.At, ArgMax{}, v)
			case core.Max:
				return bind("v", v, func(v Term) Term { return Do(e.At, Index{}, Do(e.At, ArgMax{}, v), v) })
			}
			sum := Do(e.At, Add{body.Type()}, v)
			zero, ok := c.zero(s, e.At, body.Type(), e.Zero)
			if !ok || body.Type() == R || body.Type() == N {
				return sum
			}
			return If(e.At, Do(e.At, Op{core.Lt}, Int(e.At, 0), n), sum, zero)
		})
	}
	return loop(0, s)
}

// maxima is a maximum of loops in loops as folds, whose state says whether there was a value, and the first of
// the largest.
//
//	max(i < n, j < m) e   is   fold(λ(r, i). fold(λ(r, j). larger(r, e), r, build(m, λj. j)), (false, 0), build(n, λi. i))
//	larger(r, x)          is   if π1 r then (if π2 r < x then (true, x) else r) else (true, x)
func (c *converter) maxima(s *scope, e *core.Reduce) Term {
	at := e.At
	part := func(k int, r Term) Term { return Do(at, Select{k, 2}, r) }
	truth := func(con int) Term { return Do(at, Inject{con, Bool}, Tuples(at)) }
	var loop func(k int, s *scope, r Term) Term
	loop = func(k int, s *scope, r Term) Term {
		if k == len(e.Binders) {
			return bind("x", c.term(s, e.Body), func(x Term) Term {
				first := Tuples(at, truth(core.True), x)
				return If(at, part(0, r), If(at, Do(at, Op{core.Lt}, part(1, r), x), first, r), first)
			})
		}
		n := c.term(s, e.Binders[k].Size)
		t, i := &Var{"t", Tuple{r.Type(), N}}, fresh(e.Binders[k].Var, N)
		inner := &Var{"r", r.Type()}
		body := In(inner, part(0, UseOf(at, t)), In(i, part(1, UseOf(at, t)), loop(k+1, s.with(e.Binders[k].Var, i), UseOf(at, inner))))
		j := &Var{"i", N}
		return Do(at, Fold{}, Fn(t, body), r, Do(at, Build{}, n, Fn(j, UseOf(at, j))))
	}
	var zero Term = Real(at, 0)
	if e.Of == core.Int {
		zero = Int(at, 0)
	}
	return bind("r", loop(0, s, Tuples(at, truth(core.False), zero)), func(r Term) Term {
		nothing := Do(at, ArgMax{}, Do(at, Build{}, Int(at, 0), Fn(&Var{"i", N}, zero)))
		return If(at, part(0, r), part(1, r), In(&Var{"none", N}, nothing, part(1, r)))
	})
}

// zero is 0 of type t, if the shape says its sizes.
func (c *converter) zero(s *scope, at diag.Pos, t Type, shape core.Shape) (Term, bool) {
	switch t := t.(type) {
	case Basic:
		if t == R {
			return Real(at, 0), true
		}
		return Int(at, 0), true
	case Tuple:
		parts, _ := shape.(*core.TupleShape)
		elems := make([]Term, len(t))
		for i, e := range t {
			var of core.Shape
			if parts != nil {
				of = parts.Elems[i]
			}
			var ok bool
			if elems[i], ok = c.zero(s, at, e, of); !ok {
				return nil, false
			}
		}
		return Tuples(at, elems...), true
	case Vec:
		sizes, _ := shape.(*core.ArrayShape)
		if sizes == nil {
			return nil, false
		}
		var elem Type = t
		var dims []Term
		for _, size := range sizes.Sizes {
			if size.Size == nil {
				return nil, false
			}
			dims = append(dims, c.term(s, size.Size))
			elem = elem.(Vec).Elem
		}
		z, ok := c.zero(s, at, elem, nil)
		for k := len(dims) - 1; ok && k >= 0; k-- {
			z = Do(at, Build{}, append([]Term{dims[k], Fn(&Var{"i", N}, z)}, dims[k+1:]...)...)
		}
		return z, ok
	}
	return nil, false
}

// set replaces an element. The element that was there is read: its indices are checked.
//
//	set(v, i, e)   is   build(sz(v), λj. if j == i then e else v[j])
func (c *converter) set(s *scope, e *core.Set) Term {
	at := e.Pos()
	return bind("v", c.term(s, e.X), func(v Term) Term {
		return bindAll("i", c.terms(s, e.At), func(is []Term) Term {
			old := v
			for _, i := range is {
				old = Do(at, Index{}, i, old)
			}
			return In(&Var{"old", old.Type()}, old, bind("x", c.term(s, e.Value), func(x Term) Term {
				var row func(v Term, k int) Term
				row = func(v Term, k int) Term {
					if k == len(is) {
						return x
					}
					j := &Var{"j", N}
					args := []Term{Do(at, Size{}, v), Fn(j, bind("r", Do(at, Index{}, UseOf(at, j), v), func(r Term) Term {
						return If(at, Do(at, Op{core.Eq}, UseOf(at, j), is[k]), row(r, k+1), r)
					}))}
					for axis := range len(is) - k - 1 {
						args = append(args, Do(at, Size{axis + 1}, v))
					}
					return Do(at, Build{}, args...)
				}
				return row(v, 0)
			}))
		})
	})
}

// sizes adds what a shape says to a check and its arguments.
func (c *converter) sizes(s *scope, shape core.Shape, path []Step, f *Check, args *[]Term) {
	below := func(con bool, k int) []Step { return append(path[:len(path):len(path)], Step{con, k}) }
	switch shape := shape.(type) {
	case *core.ArrayShape:
		for axis, size := range shape.Sizes {
			if size.Size != nil {
				f.Sizes = append(f.Sizes, CheckedSize{path, axis, size.Name})
				*args = append(*args, c.term(s, size.Size))
			}
		}
	case *core.TupleShape:
		for k, part := range shape.Elems {
			c.sizes(s, part, below(false, k), f, args)
		}
	case *core.SumShape:
		for k, part := range shape.Cons {
			c.sizes(s, part, below(true, k), f, args)
		}
	}
}

// loop is a sequential loop as a fold.
//
//	fold(\(a, x). e, a0, v)   is   fold(λt. let a = π1,2(t) in let x = π2,2(t) in e, a0, v)
//	nTimes(n, a0, \a. e)      is   the fold over build(n, λi. i)
//	ccl(n, a0, \(i, a). e)    is   the fold over build(n, λi. n − 1 − i)
//	while(n, a0, c, f)        is   nTimes(iterations(n, a0, c, f), a0, f)
func (c *converter) loop(s *scope, e core.Term) Term {
	at := e.Pos()
	upTo := func(n Term) Term {
		i := &Var{"i", N}
		return Do(at, Build{}, n, Fn(i, UseOf(at, i)))
	}
	switch e := e.(type) {
	case *core.Fold:
		e = e.Plain()
		return c.fold(s, at, e.Acc, e.Elem, e.Body, c.term(s, e.Init), c.term(s, e.Over))
	case *core.NTimes:
		n := c.term(s, e.Count)
		return c.fold(s, at, e.State, nil, e.Body, c.term(s, e.Init), upTo(n))
	case *core.Ccl:
		return bind("n", c.term(s, e.Count), func(n Term) Term {
			i := &Var{"i", N}
			last := Do(at, Op{core.Sub}, n, Int(at, 1))
			down := Do(at, Build{}, n, Fn(i, Do(at, Op{core.Sub}, last, UseOf(at, i))))
			return c.fold(s, at, e.State, e.Index, e.Body, c.term(s, e.Init), down)
		})
	case *core.While:
		return bind("n", c.term(s, e.Limit), func(n Term) Term {
			return bind("a", c.term(s, e.Init), func(a Term) Term {
				test, state := fresh(e.Test, a.Type()), fresh(e.State, a.Type())
				iterations := Do(at, Iterations{}, n, a, Fn(test, c.term(s.with(e.Test, test), e.Cond)), Fn(state, c.term(s.with(e.State, state), e.Body)))
				return c.fold(s, at, e.State, nil, e.Body, a, upTo(iterations))
			})
		})
	}
	panic(fmt.Sprintf("ks: no rule for %T", e))
}

// fold binds acc and elem, which may be nil, in its body.
func (c *converter) fold(s *scope, at diag.Pos, acc, elem *core.Var, body core.Term, init, over Term) Term {
	t := &Var{"t", Tuple{init.Type(), over.Type().(Vec).Elem}}
	fn := Fn(t, c.untuple(s, at, []*core.Var{acc, elem}, t, func(s *scope) Term { return c.term(s, body) }))
	return Do(at, Fold{}, fn, init, over)
}
