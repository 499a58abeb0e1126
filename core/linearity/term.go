package linearity

import (
	"fmt"

	"procad/core"
)

// term is the shape of the value of t.
func (c *checker) term(t core.Term) *shape {
	for {
		switch let := t.(type) {
		case *core.Let:
			if fn, ok := let.Bound.(*core.Lambda); ok {
				c.funcs[let.Var] = fn
			} else if s := c.term(let.Bound); let.Var != nil {
				c.env[let.Var] = s
			}
			t = let.Body
			continue
		case *core.Untuple:
			s := c.term(let.Bound)
			for i, v := range let.Vars {
				if v != nil {
					c.env[v] = s.parts[i]
				}
			}
			t = let.Body
			continue
		}
		break
	}
	switch t := t.(type) {
	case *core.Use:
		return c.env[t.Var]
	case *core.RealConst:
		if t.Value == 0 {
			return &shape{degree: zero}
		}
		return &shape{degree: held}
	case *core.IntConst, *core.Size:
		if size, ok := t.(*core.Size); ok {
			c.term(size.X)
		}
		return &shape{degree: held}
	case *core.Prim:
		return c.prim(t)
	case *core.Apply:
		return c.apply(t)
	case *core.Tuple:
		s := &shape{degree: held}
		for _, e := range t.Elems {
			s.parts = append(s.parts, c.term(e))
		}
		return s
	case *core.Inject:
		s := all(t.Of, zero)
		s.parts[t.Con] = c.term(t.X)
		return s
	case *core.Case:
		x := c.term(t.X)
		var list []*shape
		for i, arm := range t.Arms {
			if arm.Var != nil {
				c.env[arm.Var] = x.parts[i]
			}
			list = append(list, c.term(arm.Body))
		}
		return c.join(t, list...)
	case *core.Literal:
		var list []*shape
		for _, e := range t.Elems {
			list = append(list, c.term(e))
		}
		return &shape{degree: held, parts: []*shape{c.join(t, list...)}}
	case *core.Index:
		return c.element(c.term(t.X), t.Of)
	case *core.Set:
		a := c.term(t.X)
		return &shape{degree: held, parts: []*shape{c.join(t, a.parts[0], c.term(t.Value))}}
	case *core.SizeCheck:
		return c.term(t.X)
	case *core.Assert:
		c.held(t.Cond, "this condition", c.term(t.Cond))
		return &shape{degree: held}
	case *core.StackTerm:
		return c.stack(t)
	case *core.Foreign:
		for _, x := range t.Args {
			c.held(x, "the function "+t.Symbol+" of C", c.term(x))
		}
		return all(t.Of, held)
	case *core.Trace:
		return c.term(t.X)
	case *core.StopGradient:
		s := c.term(t.X)
		c.held(t, "stopGradient of a value that depends on it", s)
		return s
	}
	return c.loop(t)
}

// element is the shape of a part of an array, of type t.
func (c *checker) element(a *shape, t core.Type) *shape {
	if _, array := t.(*core.ArrayType); array {
		return a
	}
	return a.parts[0]
}

// loop is the shape of what a loop gives. That of its state is the least that an iteration keeps.
func (c *checker) loop(t core.Term) *shape {
	switch t := t.(type) {
	case *core.Build:
		c.binders(t.Binders)
		s := c.term(t.Body)
		if _, rows := t.Body.Type().(*core.ArrayType); rows {
			return s
		}
		return &shape{degree: held, parts: []*shape{s}}
	case *core.Reduce:
		c.binders(t.Binders)
		s := c.term(t.Body)
		if t.Op != core.Sum {
			c.held(t, "the largest", s)
			return all(t.Of, held)
		}
		return s
	case *core.Fold:
		over := c.term(t.Over)
		if t.Elem != nil {
			c.env[t.Elem] = c.element(over, t.Elem.Type)
		}
		return c.state(t, c.term(t.Init), t.Acc, func() *shape { return c.term(t.Body) })
	case *core.NTimes:
		return c.state(t, c.term(t.Init), t.State, func() *shape { return c.term(t.Body) })
	case *core.While:
		return c.state(t, c.term(t.Init), t.State, func() *shape {
			if t.Test != nil {
				c.env[t.Test] = c.env[t.State]
			}
			c.held(t.Cond, "this condition", c.term(t.Cond))
			return c.term(t.Body)
		})
	case *core.Ccl:
		if t.Index != nil {
			c.env[t.Index] = &shape{degree: held}
		}
		return c.state(t, c.term(t.Init), t.State, func() *shape { return c.term(t.Body) })
	}
	panic(fmt.Sprintf("linearity: no rule for %T", t))
}

func (c *checker) binders(list []core.Binder) {
	for _, b := range list {
		c.term(b.Size)
		if b.Var != nil {
			c.env[b.Var] = &shape{degree: held}
		}
	}
}

func (c *checker) state(t core.Term, init *shape, v *core.Var, body func() *shape) *shape {
	s := init
	if v == nil {
		v = &core.Var{}
	}
	for {
		c.env[v] = s
		next := c.join(t, s, body())
		if next.key() == s.key() {
			return s
		}
		s = next
	}
}

// prim is the degree of op(e1, …, en).
func (c *checker) prim(t *core.Prim) *shape {
	args := make([]*shape, len(t.Args))
	any := false
	for i, x := range t.Args {
		args[i] = c.term(x)
		any = any || args[i].has(linear)
	}
	if t.Of != core.Real {
		if any {
			c.fail(t, "this condition depends on %s, which is not linear", c.in)
		}
		return all(t.Of, held)
	}
	d := func(i int) degree { return args[i].degree }
	switch t.Op {
	case core.Add, core.Sub:
		sum, ok := plus(d(0), d(1))
		if !ok {
			c.fail(t, "one side of this depends on %s and the other does not, and is not 0", c.in)
		}
		return &shape{degree: sum}
	case core.Neg:
		return &shape{degree: d(0)}
	case core.Mul, core.SMul, core.ZMul:
		switch {
		case d(0) == zero || d(1) == zero:
			return &shape{degree: zero}
		case d(0) == linear && d(1) == linear:
			c.fail(t, "both sides of this depend on %s", c.in)
		}
		return &shape{degree: max(d(0), d(1))}
	case core.Quo, core.SDiv:
		if d(1) == linear {
			c.fail(t, "this divides by a value that depends on %s", c.in)
		}
		return &shape{degree: d(0)}
	}
	if any {
		c.fail(t, "%s of a value that depends on %s is not linear", t.Op, c.in)
	}
	return &shape{degree: held}
}

// apply is the shape of what a call gives.
func (c *checker) apply(t *core.Apply) *shape {
	args := make([]*shape, len(t.Args))
	any := false // a function of what is held alone gives such
	for i, x := range t.Args {
		args[i] = c.term(x)
		any = any || args[i].has(linear) || args[i].has(zero)
	}
	switch f := t.Func.(type) {
	case *core.Derive:
		return c.derivative(t, f, args)
	case *core.Use:
		fn := c.funcs[f.Var]
		return c.call(fmt.Sprintf("%p", fn), t.Of, fn.Params, fn.Body, args)
	}
	if !any {
		return all(t.Of, held)
	}
	d := core.Named(t.Func)
	return c.call(d.Name, t.Of, d.Params, d.Body, args)
}

// call is the shape of what a function gives; that of one that calls itself is the least that it keeps.
func (c *checker) call(name string, t core.Type, params []*core.Var, body core.Term, args []*shape) *shape {
	key := name + " " + keys(args)
	if s := c.known[key]; s != nil {
		return s
	}
	s := all(t, zero)
	c.known[key], c.open[key] = s, true
	defer delete(c.open, key)
	for {
		for i, v := range params {
			c.env[v] = args[i]
		}
		next := c.term(body)
		if next.key() == s.key() {
			return s
		}
		s = next
		c.known[key] = s
		for k := range c.known { // what was found with less is not known
			if !c.open[k] {
				delete(c.known, k)
			}
		}
	}
}

// derivative is the shape of what op(f) gives: it is linear in tangents and seeds alone.
//
//	jvp(f)(x, ẋ) = (y, ẏ)        vjp(f)(x, ȳ) = (y, x̄)        y of degree 0, ẏ of that of ẋ, x̄ of that of ȳ
func (c *checker) derivative(t *core.Apply, f *core.Derive, args []*shape) *shape {
	n := len(f.Func.Type().(*core.FuncType).Params)
	for _, s := range args[:n] {
		c.held(t, string(f.Op)+" at what depends on it", s)
	}
	pair, ok := t.Of.(*core.TupleType)
	if f.Op != core.JVP && f.Op != core.VJP || !ok {
		return all(t.Of, held)
	}
	d := zero
	for i, s := range args[n:] {
		of := t.Args[n+i]
		for _, e := range []degree{held, linear} {
			if !realOf(of.Type(), s, e) {
				continue
			}
			var fits bool
			if d, fits = plus(d, e); !fits {
				c.fail(t, "one tangent here depends on %s and another does not, and is not 0", c.in)
			}
		}
	}
	return &shape{degree: held, parts: []*shape{all(pair.Elems[0], held), all(pair.Elems[1], d)}}
}

// realOf says that a Real of a value of type t has a degree.
func realOf(t core.Type, s *shape, d degree) bool {
	switch t := t.(type) {
	case core.Basic:
		return t == core.Real && s.degree == d
	case *core.TupleType:
		for i, e := range t.Elems {
			if realOf(e, s.parts[i], d) {
				return true
			}
		}
	case *core.SumType:
		for i, con := range t.Cons {
			if realOf(con.Of, s.parts[i], d) {
				return true
			}
		}
	case *core.ArrayType:
		return realOf(t.Elem, s.parts[0], d)
	}
	return false
}

// stack is the shape of what an operation on a stack gives.
func (c *checker) stack(t *core.StackTerm) *shape {
	var args []*shape
	for _, x := range t.Args {
		args = append(args, c.term(x))
	}
	switch t.Op {
	case core.Push:
		return &shape{degree: held, parts: []*shape{c.join(t, args[0].parts[0], args[1])}}
	case core.Pop:
		return &shape{degree: held, parts: []*shape{args[0], args[0].parts[0]}}
	}
	return all(t.Of, zero)
}
