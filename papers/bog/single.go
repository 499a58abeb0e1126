package bog

import (
	"fmt"

	"procad/papers/ks"
)

// A Converter makes definitions of package ks single-use, each once.
type Converter struct {
	made map[*ks.Def]*Def
	Defs []*Def // callees first
}

// NewConverter has made nothing yet.
func NewConverter() *Converter { return &Converter{made: map[*ks.Def]*Def{}} }

// Def is f in the dialect.
func (c *Converter) Def(f *ks.Def) *Def {
	if d := c.made[f]; d != nil {
		return d
	}
	x := &ks.Var{Name: f.Param.Name, Type: f.Param.Type}
	d := &Def{f.At, f.Title, x, nil}
	d.Body = c.scope(x, ks.Substitute(f.Body, f.Param, ks.UseOf(f.At, x)))
	c.made[f] = d
	c.Defs = append(c.Defs, d)
	return d
}

// linear are the variables with Rs that are free in e.
func linear(e ks.Term) []*ks.Var {
	var out []*ks.Var
	for _, x := range ks.Free(e) {
		if !ks.Discrete(x.Type) {
			out = append(out, x)
		}
	}
	return out
}

// scope is e, in which x is bound.
//
//	e   is   let () = elim(x) in e        if e does not use x
func (c *Converter) scope(x *ks.Var, e ks.Term) Term {
	body := c.term(e)
	if x == nil || ks.Discrete(x.Type) || ks.Uses(e, x) > 0 {
		return body
	}
	return discard(x, body)
}

func discard(x *ks.Var, body Term) Term {
	gone := &ks.Var{Name: "_", Type: ks.Unit}
	use := &Use{node{body.Pos(), x.Type}, x}
	return &Let{node{body.Pos(), body.Type()}, gone, &Call{node{body.Pos(), ks.Unit}, Elim{}, use}, body}
}

// term is e in the dialect. What several of its parts use is duplicated before.
func (c *Converter) term(e ks.Term) Term {
	is := node{e.Pos(), e.Type()}
	if _, constant := e.(*ks.Const); constant || ks.Discrete(e.Type()) {
		return &Plain{is, e, linear(e)}
	}
	switch e := e.(type) {
	case *ks.Use:
		return &Use{is, e.Var}
	case *ks.Pair:
		return c.share(e.Elems, func(parts []ks.Term) Term {
			out := &Pair{is, nil}
			for _, p := range parts {
				out.Elems = append(out.Elems, c.term(p))
			}
			return out
		})
	case *ks.Let:
		return c.share([]ks.Term{e.Bound, ks.Fn(e.Var, e.Body)}, func(parts []ks.Term) Term {
			x, body := c.lambda(parts[1])
			return &Let{is, x, c.term(parts[0]), body}
		})
	case *ks.Case:
		return c.choice(is, e)
	case *ks.Call:
		return c.call(is, e)
	}
	panic(fmt.Sprintf("bog: no rule for %T", e))
}

// lambda is the variable and the body of λx. e.
func (c *Converter) lambda(f ks.Term) (*ks.Var, Term) {
	fn := f.(*ks.Lambda)
	return fn.Var, c.scope(fn.Var, fn.Body)
}

func (c *Converter) call(is node, e *ks.Call) Term {
	switch f := e.Fun.(type) {
	case ks.Build:
		return c.share(e.Args(), func(parts []ks.Term) Term {
			out := &Build{node: is}
			out.I, out.Elem = c.lambda(parts[1])
			for _, size := range append([]ks.Term{parts[0]}, parts[2:]...) {
				out.Sizes = append(out.Sizes, c.term(size))
			}
			return out
		})
	case ks.Fold:
		return c.share(e.Args(), func(parts []ks.Term) Term {
			t, body := c.lambda(parts[0])
			return &Fold{is, t, body, c.term(parts[1]), c.term(parts[2])}
		})
	case *ks.Def:
		return &Call{is, c.Def(f), c.term(e.Arg)}
	}
	return &Call{is, e.Fun, c.term(e.Arg)}
}

// choice is a case. An arm that does not use what another one uses eliminates it.
func (c *Converter) choice(is node, e *ks.Case) Term {
	arms := &ks.Case{Node: ks.Node{At: e.At, Of: e.Of}, X: ks.Int(e.At, 0), Arms: e.Arms}
	return c.share([]ks.Term{e.X, arms}, func(parts []ks.Term) Term {
		chosen := parts[1].(*ks.Case)
		out := &Case{is, c.term(parts[0]), nil}
		free := linear(chosen)
		for k, arm := range chosen.Arms {
			x := arm.Var
			if x == nil {
				x = &ks.Var{Name: "_", Type: e.X.Type().(ks.Sum).Cons[k].Of}
			}
			body := c.scope(x, arm.Body)
			for _, y := range free {
				if ks.Uses(arm.Body, y) == 0 {
					body = discard(y, body)
				}
			}
			out.Arms = append(out.Arms, Arm{x, body})
		}
		return out
	})
}

// share gives each part of a term variables of its own.
//
//	E[x, …, x]   is   let (x1, y) = dup(x) in let (x2, x3) = dup(y) in E[x1, x2, x3]
func (c *Converter) share(parts []ks.Term, body func([]ks.Term) Term) Term {
	parts = append([]ks.Term(nil), parts...)
	users := map[*ks.Var][]int{}
	var order []*ks.Var
	for i, p := range parts {
		for _, x := range linear(p) {
			if users[x] == nil {
				order = append(order, x)
			}
			users[x] = append(users[x], i)
		}
	}
	type duplication struct{ from, x, y *ks.Var }
	var dups []duplication
	for _, x := range order {
		from := x
		for len(users[x]) > 1 {
			mine, rest := &ks.Var{Name: x.Name, Type: x.Type}, &ks.Var{Name: x.Name, Type: x.Type}
			dups = append(dups, duplication{from, mine, rest})
			i := users[x][0]
			parts[i] = ks.Substitute(parts[i], x, ks.UseOf(parts[i].Pos(), mine))
			from, users[x] = rest, users[x][1:]
		}
		if i := users[x][0]; from != x {
			parts[i] = ks.Substitute(parts[i], x, ks.UseOf(parts[i].Pos(), from))
		}
	}
	out := body(parts)
	for i := len(dups) - 1; i >= 0; i-- {
		d := dups[i]
		is := node{out.Pos(), ks.Tuple{d.from.Type, d.from.Type}}
		out = &LetPair{node{out.Pos(), out.Type()}, d.x, d.y, &Call{is, Dup{}, &Use{node{out.Pos(), d.from.Type}, d.from}}, out}
	}
	return out
}
