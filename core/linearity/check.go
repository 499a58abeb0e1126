package linearity

import (
	"procad/core"
	"procad/internal/diag"
)

// CodeNotLinear is of a rule that is not linear in the tangents, or in the cotangent.
const CodeNotLinear = "rule-not-linear"

// Rules checks the rules of a program, whose functions are definitions and local functions. The error is a *diag.Error.
func Rules(p *core.Program) (err error) {
	defer p.Source.Catch(&err)
	for _, r := range p.Rules() {
		if r.Linear != "" {
			continue
		}
		of := r.Value.Type()
		if r.Forward != nil {
			c := newChecker(r, "the tangents", "forward")
			n := len(of.Params)
			parts := c.clause(r.Forward, n).parts
			if parts[0].has(linear) {
				c.fail(r.Forward.Body, "the result of the rule depends on the tangents, and only its tangent may")
			}
			c.result(r.Forward, parts[1])
		}
		if r.Pull != nil && r.Nonlinear == "" {
			c := newChecker(r, "the cotangent", "reverse")
			c.result(r.Pull, c.clause(r.Pull, len(r.Pull.Params)-1))
		}
	}
	return nil
}

// A checker finds degrees in one clause of a rule.
type checker struct {
	rule  *core.Rule
	in    string // what it should be linear in
	word  string
	env   map[*core.Var]*shape
	funcs map[*core.Var]*core.Lambda
	known map[string]*shape // of calls
	open  map[string]bool   // calls in each other
}

func newChecker(r *core.Rule, in, word string) *checker {
	return &checker{rule: r, in: in, word: word, env: map[*core.Var]*shape{}, funcs: map[*core.Var]*core.Lambda{}, known: map[string]*shape{}, open: map[string]bool{}}
}

// clause is the shape of what a clause gives, which is to be linear in its last parameters, from number n on.
func (c *checker) clause(d *core.Def, n int) *shape {
	for i, v := range d.Params {
		c.env[v] = all(v.Type, held)
		if i >= n {
			c.env[v] = all(v.Type, linear)
		}
	}
	return c.term(d.Body)
}

// result demands that what a clause gives is of degree 1.
func (c *checker) result(d *core.Def, s *shape) {
	if at := heldReal(d.Result, s, c.word == "forward"); at {
		c.fail(last(d.Body), "this does not depend on %s, and is not 0", c.in)
	}
}

// heldReal says that a Real of a value is held. Of what forward gives s is the tangent alone.
func heldReal(t core.Type, s *shape, pair bool) bool {
	if pair {
		t = t.(*core.TupleType).Elems[1]
	}
	found := false
	var walk func(t core.Type, s *shape)
	walk = func(t core.Type, s *shape) {
		switch t := t.(type) {
		case core.Basic:
			found = found || t == core.Real && s.degree == held
		case *core.TupleType:
			for i, e := range t.Elems {
				walk(e, s.parts[i])
			}
		case *core.SumType:
			for i, con := range t.Cons {
				walk(con.Of, s.parts[i])
			}
		case *core.ArrayType:
			walk(t.Elem, s.parts[0])
		}
	}
	walk(t, s)
	return found
}

// last is the part of a clause that gives its result.
func last(t core.Term) core.Term {
	t = core.Inner(t)
	if check, ok := t.(*core.SizeCheck); ok {
		return last(check.X)
	}
	if pair, ok := t.(*core.Tuple); ok && len(pair.Elems) > 0 {
		return last(pair.Elems[len(pair.Elems)-1])
	}
	return t
}

func (c *checker) fail(at core.Term, format string, args ...any) {
	e := diag.Errorf(at.Pos(), CodeNotLinear, format, args...).
		Notef(c.rule.Pos, "%s in the rule of %s is to be linear in %s", c.word, c.rule.Name, c.in)
	if c.word == "reverse" {
		e.Hintf(`a rule that is meant so says nonlinear "why", and has no forward derivative then; one that is linear, though it is not seen, says linear "why"`)
	} else {
		e.Hintf("a tangent can be added to other tangents, and multiplied by values that do not depend on tangents")
	}
	panic(e)
}

// join is the shape of what has one of several, at a term.
func (c *checker) join(at core.Term, list ...*shape) *shape {
	s := list[0]
	for _, next := range list[1:] {
		var ok bool
		if s, ok = join(s, next); !ok {
			c.fail(at, "one part or case of this depends on %s, and another is a number that is not 0", c.in)
		}
	}
	return s
}

// held demands that nothing in s is linear.
func (c *checker) held(at core.Term, what string, s *shape) {
	if s.has(linear) {
		c.fail(at, "%s is not linear in %s", what, c.in)
	}
}
