package source

import (
	"fmt"
	"slices"

	"procad/internal/diag"
)

// A Rule says what the derivative of a definition is.
//
//	derivative f(p1: T1, …, pn: Tn) clause … clause
type Rule struct {
	Pos       diag.Pos // of the name
	Name      string
	Of        *Def    // set by Check
	Forward   *Clause // nil where there is none
	Split     *Clause
	Reverse   *Clause
	Constant  bool
	Transpose bool // f is linear, and Reverse is of its transpose

	Differs, Linear, Nonlinear string // the messages of these clauses

	head   *Def // without a body: the parameters
	module *Module
}

// A Clause is a part of a rule, as a definition whose first parameters are those of the rule.
type Clause struct {
	Def *Def
	// Bare says of a forward clause that it gives the tangent of the result alone; set by Check.
	Bare bool

	own    []*Param // after those of the rule
	params int      // how many parameters are written
}

// KnownType is a type that the text does not write.
type KnownType struct{ typeNode }

// clauseWords are the words that begin a clause of a rule. They are names everywhere else.
var clauseWords = []string{"forward", "split", "reverse", "transpose", "constant", "differs", "linear", "nonlinear"}

const ruleExample = "derivative f(x: Real) forward(dx) = e"

// Syntax.

// rule is a rule for the derivative of a definition.
//
//	derivative f(p1: T1, …) { clause }
//	clause = forward(dx1, …) = e | split = e | reverse(p, w) = e | reverse(w) = e | transpose(w) = e | constant | differs "…" | linear "…" | nonlinear "…"
func (p *parser) rule() *Rule {
	p.next()
	r := &Rule{module: p.module}
	r.Pos, r.Name = p.name("the name of the function")
	start := p.at
	r.head = p.clauseDef(r, start, r.Pos, "rule")
	p.functions = functionParams(r.head.Params)
	defer func() { p.functions = nil }()
	r.head.Body = &TupleExpr{node: node{pos: r.Pos, height: 1}}
	for p.isName() && slices.Contains(clauseWords, p.text()) {
		p.clause(r, start)
	}
	switch {
	case r.Split != nil && r.Reverse == nil:
		p.fail(p.errorAt(r.Split.Def.Pos, CodeRuleIncomplete, "the rule of %s has a split, and no reverse", r.Name).
			Hintf("what split leaves is for reverse(p, w) = e, which gives the cotangents of the parameters"))
	case r.Reverse != nil && r.Split == nil && r.Reverse.params == 2:
		p.fail(p.errorAt(r.Reverse.Def.Pos, CodeRuleIncomplete, "reverse takes what split leaves, and the rule of %s has no split", r.Name).
			Hintf("without split it is reverse(w) = e, where e may use the parameters"))
	case r.Reverse != nil && r.Split != nil && r.Reverse.params == 1:
		p.fail(p.errorAt(r.Reverse.Def.Pos, CodeRuleIncomplete, "reverse does not take what split leaves").
			Hintf("with split it is reverse(p, w) = e: p is what split leaves, w the cotangent of the result"))
	case r.Constant && (r.Forward != nil || r.Reverse != nil):
		p.fail(p.errorAt(r.Pos, CodeRuleTwice, "the rule of %s is constant, and gives a derivative too", r.Name))
	case r.Transpose && (r.Forward != nil || r.Split != nil):
		p.fail(p.errorAt(r.Reverse.Def.Pos, CodeRuleTwice, "the rule of %s has a transpose, and forward or split too", r.Name).
			Hintf("transpose(w) = e is of a linear function, which is its own tangent"))
	case r.Linear != "" && r.Nonlinear != "":
		p.fail(p.errorAt(r.Pos, CodeRuleTwice, "the rule of %s is linear, and nonlinear too", r.Name))
	case !r.Constant && r.Forward == nil && r.Reverse == nil:
		e := p.errorAt(r.Pos, CodeRuleIncomplete, "the rule of %s gives no derivative", r.Name).
			Hintf("a rule has a clause forward(dx) = e, reverse(w) = e or constant: %s", ruleExample)
		if p.tok().kind != tokEOF && !p.atTop() {
			e = p.expected("forward, reverse, split or constant").Hintf("a rule is %s", ruleExample)
		}
		p.fail(e)
	}
	return r
}

// clauseDef is a clause as a definition, with the parameters that are written at start.
func (p *parser) clauseDef(r *Rule, start int, pos diag.Pos, word string) *Def {
	p.at = start
	d := &Def{Pos: pos, Name: r.Name + "." + word, module: p.module, clause: true}
	d.Params = p.params(false)
	for _, param := range d.Params {
		if param.Type == nil {
			p.fail(p.errorAt(param.Var.Pos, CodeSyntax, "the parameter %s needs a type", param.Var.Name).
				Hintf("the parameters of a rule are those of the function: %s", ruleExample))
		}
		param.Var.used = true
	}
	return d
}

// clause is one clause, which it adds to r.
func (p *parser) clause(r *Rule, start int) {
	pos, word := p.name("a clause")
	twice := func(again bool) {
		if again {
			p.fail(p.errorAt(pos, CodeRuleTwice, "the rule of %s has two clauses %s", r.Name, word))
		}
	}
	switch word {
	case "constant":
		twice(r.Constant)
		r.Constant = true
		return
	case "differs", "linear", "nonlinear":
		to := map[string]*string{"differs": &r.Differs, "linear": &r.Linear, "nonlinear": &r.Nonlinear}[word]
		twice(*to != "")
		if p.tok().kind != tokString {
			p.fail(p.expected("a message").Hintf(`write %s "why"`, word))
		}
		if *to = message(p.text()); *to == "" {
			*to = word
		}
		p.next()
		return
	}
	here := p.at
	d := p.clauseDef(r, start, pos, word)
	p.at = here
	c := &Clause{Def: d}
	var whole []Bind
	switch word {
	case "forward":
		twice(r.Forward != nil)
		r.Forward = c
		p.tangentNames(r, c)
	case "split":
		twice(r.Split != nil)
		r.Split = c
	case "reverse", "transpose":
		twice(r.Reverse != nil)
		r.Reverse, r.Transpose = c, word == "transpose"
		whole = p.cotangentNames(c)
	}
	d.Params = append(d.Params, c.own...)
	p.equals()
	d.Body = p.expr()
	if whole != nil {
		d.Body = &Let{p.node(pos, d.Body), whole, d.Body}
	}
}

// tangentNames is (dx1, …, dxn), a name or _ for each parameter.
func (p *parser) tangentNames(r *Rule, c *Clause) {
	open := p.pos()
	patterns := p.patterns()
	for _, pat := range patterns {
		if pat.Kind != PatVar && pat.Kind != PatWild || pat.Wanted != nil {
			p.fail(p.errorAt(pat.Pos, CodeSyntax, "a tangent has a name, or is _").Hintf("let (a, b) = dx in … takes one apart"))
		}
		c.own = append(c.own, &Param{Var: patternVar(pat)})
	}
	if n := len(r.head.Params); len(patterns) != n {
		p.fail(p.errorAt(open, CodeRuleType, "forward takes a tangent for each parameter: %s has %s, and here %s", r.Name, count(n, "parameter"), numberOf(len(patterns))).
			Hintf("write _ for the tangent of a parameter that is no Real"))
	}
}

// cotangentNames is (w), or (p, w), of which each is a pattern: what takes them apart.
func (p *parser) cotangentNames(c *Clause) (whole []Bind) {
	open := p.pos()
	patterns := p.patterns()
	c.params = len(patterns)
	if c.params != 1 && c.params != 2 {
		p.fail(p.errorAt(open, CodeRuleType, "reverse takes what split leaves, and the cotangent of the result").
			Hintf("write reverse(p, w) = e, or reverse(w) = e without split"))
	}
	names := []string{"residual'", "cotangent'"}[2-c.params:]
	for i, pat := range patterns {
		v := &Var{Pos: pat.Pos, Name: names[i], used: true}
		if (pat.Kind == PatVar || pat.Kind == PatWild) && pat.Wanted == nil {
			v = patternVar(pat)
		} else {
			x := &Ident{node: node{pos: pat.Pos, height: 1}, Name: v.Name}
			whole = append(whole, &LetValue{pat, x})
		}
		c.own = append(c.own, &Param{Var: v})
	}
	return whole
}

func patternVar(p *Pattern) *Var {
	if p.Var != nil {
		return p.Var
	}
	return &Var{Pos: p.Pos, Name: "_"}
}

func numberOf(n int) string {
	if n == 1 {
		return "there is one"
	}
	return fmt.Sprintf("there are %d", n)
}

// Clauses are the definitions of the clauses.
func (r *Rule) Clauses() []*Def {
	var list []*Def
	for _, c := range []*Clause{r.Forward, r.Split, r.Reverse} {
		if c != nil {
			list = append(list, c.Def)
		}
	}
	return list
}

// Names.

// rules resolves the rules of the module at hand.
func (r *resolver) rules(list []*Rule) {
	for _, rule := range list {
		d := r.defs[rule.Name]
		switch {
		case d == nil || d.Const:
			e := r.errorf(rule.Pos, CodeRuleUnknown, "there is no function %s in this file to give a derivative of", rule.Name)
			names := map[string]bool{}
			for name, d := range r.defs {
				names[name] = !d.Const
			}
			if e.Hint = didYouMean(rule.Name, names); e.Hint == "" {
				e.Hintf("a rule stands in the file of its function, which is a def")
			}
			continue
		case d.Rule != nil:
			r.errorf(rule.Pos, CodeRuleTwice, "there are two rules for %s", rule.Name).Notef(d.Rule.Pos, "the first one")
			continue
		}
		d.Rule, rule.Of = rule, d
		for _, clause := range append(rule.Clauses(), rule.head) {
			r.definition(clause)
			for _, ref := range clause.refs {
				clause.Calls = append(clause.Calls, ref.Def)
			}
		}
	}
}

// ruled are the definitions with rules.
func ruled(defs []*Def) []*Def {
	var list []*Def
	for _, d := range defs {
		if d.Rule != nil {
			list = append(list, d)
		}
	}
	return list
}

// Types.

// rule checks the rule of d.
func (c *checker) rule(d *Def) {
	r := d.Rule
	if d.Recursion != nil && len(d.Recursion.Defs) > 1 {
		c.errorf(r.Pos, CodeRuleType, "%s calls itself through others, and has a rule: calls of %s in the others would not follow it", d.Name, d.Name).
			Hintf("give the rule to a function that calls %s", d.Name)
		return
	}
	c.signature(r.head)
	if !c.sameParams(d) || d.Types != nil {
		return
	}
	of := make([]*captures, len(d.Params))
	for i, p := range r.head.Params {
		of[i] = &captures{d, p.Var.Name}
	}
	params := d.Sig.Params
	if r.Transpose && !c.linearTypes(d) {
		return
	}
	for _, clause := range r.Clauses() {
		c.signature(clause)
		params = r.ruleParams(d, clause, of)
	}
	t := d.Sig.Result
	residual := Type(Unit)
	if r.Forward != nil {
		for i, p := range r.Forward.own {
			p.give(Tangent(params[i]))
		}
		c.clause(r.Forward, func(got Type) Type {
			r.Forward.Bare = !pairOf(got, t)
			if r.Forward.Bare {
				return Tangent(t)
			}
			return TupleOf(t, Tangent(t))
		}, "forward gives the tangent of the result, or the result and its tangent")
	}
	if r.Split != nil {
		c.clause(r.Split, func(Type) Type { return &Tuple{[]Type{t, c.unknown(r.Split.Def.Pos, "what split leaves")}} },
			"split gives the result, and what it leaves for reverse")
		if pair, ok := r.Split.Def.Sig.Result.(*Tuple); ok {
			residual = pair.Elems[1]
		}
		if hasRecursive(residual) || hasFunction(residual) {
			c.errorf(r.Split.Def.Pos, CodeRuleType, "what split leaves is %s, and has functions or values of a recursive type in it", residual)
			return
		}
	}
	if r.Reverse != nil {
		own := r.Reverse.own
		if r.Split != nil {
			own[0].give(residual)
			own = own[1:]
		}
		own[0].give(Tangent(t))
		c.clause(r.Reverse, func(Type) Type { return cotangentsOf(params) },
			"reverse gives a cotangent for each parameter, () where it is no Real")
	}
}

// ruleAt is a copy of the rule of a generic definition, for an instance of it.
func (c *checker) ruleAt(g, inst *Def, types []Type) *Rule {
	r := *g.Rule
	r.Of = inst
	copied := func(d *Def) *Def {
		k := &copier{c: c, vars: map[*Var]*Var{}, funcs: map[*LocalFunc]*LocalFunc{}, types: types}
		out := &Def{Pos: d.Pos, Name: d.Name, generic: g, used: inst.used, at: inst.at, module: d.module, clause: true}
		out.Params, out.Sizes, _ = k.function(&LocalFunc{Params: d.Params, sizes: d.Sizes})
		out.Body = k.expr(d.Body)
		for _, ref := range d.refs {
			if ref.Def.Types == nil && !slices.Contains(out.Calls, ref.Def) {
				out.Calls = append(out.Calls, ref.Def)
			}
		}
		return out
	}
	clause := func(k *Clause) *Clause {
		if k == nil {
			return nil
		}
		out := &Clause{Def: copied(k.Def), params: k.params}
		out.own = out.Def.Params[len(out.Def.Params)-len(k.own):]
		return out
	}
	r.head = copied(r.head)
	r.Forward, r.Split, r.Reverse = clause(r.Forward), clause(r.Split), clause(r.Reverse)
	return &r
}

// give says what the type of a parameter is.
func (p *Param) give(t Type) {
	p.Var.Type, p.Type = t, &KnownType{typeNode{p.Var.Pos, t}}
}

// cotangentsOf is δ(A1, …, An), as for a call of vjp.
func cotangentsOf(params []Type) Type {
	list := make([]Type, len(params))
	none := true
	for i, t := range params {
		list[i] = Tangent(t)
		none = none && list[i] == Unit
	}
	if none {
		return Unit
	}
	return TupleOf(list...)
}

// pairOf says that a type is (T, …), and not the tangent of a T.
func pairOf(got, t Type) bool {
	pair, ok := prune(got).(*Tuple)
	if !ok || len(pair.Elems) != 2 {
		return false
	}
	whole, ok := prune(t).(*Tuple)
	if !ok || len(whole.Elems) != 2 {
		return true
	}
	// of (A, B) the tangent is (δA, δB), where δA has fewer parts than (A, B)
	first, ok := prune(pair.Elems[0]).(*Tuple)
	second, also := prune(pair.Elems[1]).(*Tuple)
	return ok && also && len(first.Elems) == 2 && len(second.Elems) == 2 && typeSize(first, maxTypeSize) >= typeSize(whole, maxTypeSize)
}

// sameParams compares the parameters of a rule with those of its function.
func (c *checker) sameParams(d *Def) bool {
	r := d.Rule
	if len(r.head.Params) != len(d.Params) {
		c.errorf(r.Pos, CodeRuleType, "the rule has %s, and %s has %d", count(len(r.head.Params), "parameter"), d.Name, len(d.Params)).
			Notef(d.Pos, "defined here").Hintf("the parameters of a rule are those of its function, with the same types")
		return false
	}
	same := true
	for i, p := range r.head.Params {
		if hasRecursive(p.Var.Type) || hasRecursive(d.Sig.Result) {
			c.errorf(p.Var.Pos, CodeRuleType, "%s takes or gives values of a recursive type, and there are no rules for such functions", r.Name)
			return false
		}
		if hasFunction(p.Var.Type) && !isFunc(prune(p.Var.Type)) || hasFunction(d.Sig.Result) {
			c.errorf(p.Var.Pos, CodeRuleType, "%s takes or gives functions in other values, and there are no rules for such functions", r.Name).
				Hintf("a function with a rule can have parameters that are functions, such as f: Real -> Real")
			return false
		}
		if p.Var.Type != invalid && d.Sig.Params[i] != invalid && !sameType(p.Var.Type, d.Sig.Params[i]) {
			c.errorf(p.Var.Pos, CodeRuleType, "%s is %s in the rule, and %s in %s", p.Var.Name, p.Var.Type, d.Sig.Params[i], d.Name).
				Notef(d.Params[i].Var.Pos, "defined here")
			same = false
		}
	}
	return same
}

// linearTypes makes sure that the tangents of a function are as what it takes and gives, or ().
func (c *checker) linearTypes(d *Def) bool {
	fits := func(t Type) bool { return !hasFunction(t) && sameType(Tangent(t), t) }
	ok := fits(d.Sig.Result)
	for _, t := range d.Sig.Params {
		ok = ok && (fits(t) || Discrete(t) && !hasFunction(t))
	}
	if !ok {
		c.errorf(d.Rule.Reverse.Def.Pos, CodeRuleType, "%s is no function of Reals to Reals, as a linear one is: it is %s", d.Name, d.Sig).
			Hintf("write reverse(w) = e")
	}
	return ok
}

// hasFunction says that values of t have functions in them; those of d f and trace f have none.
func hasFunction(t Type) bool {
	t = prune(t)
	return isFunc(t) || slices.ContainsFunc(contents(t), hasFunction)
}

// hasRecursive says that values of t have values of recursive types in them.
func hasRecursive(t Type) bool {
	t = prune(t)
	if named, ok := t.(*NamedSum); ok && named.Recursive() {
		return true
	}
	return slices.ContainsFunc(contents(t), hasRecursive)
}

// clause checks a clause. Its result is to be what wanted says, given what it seems to be.
func (c *checker) clause(k *Clause, wanted func(got Type) Type, what string) {
	d := k.Def
	c.begin(d)
	t := c.expr(d.Body)
	want := wanted(t)
	if !unify(t, want) {
		e := tail(d.Body)
		hint(c.errorf(Start(e), CodeRuleType, "%s: that is %s, but this is %s", what, prune(want), prune(t)), t, want)
	}
	c.settle(c.named && len(c.errs) == c.before)
	s := &settler{types: map[Type]Type{}, sizes: map[Type]int{}}
	d.Sig.Result = s.settle(want)
	d.Result = &KnownType{typeNode{d.Pos, d.Sig.Result}}
}

// unsorted are the definitions beside those that are sorted: of tests and clauses.
func unsorted(p *Program) []*Def {
	var list []*Def
	for _, t := range p.Tests {
		list = append(list, t.Def)
	}
	for _, d := range ruled(p.Defs) {
		list = append(list, d.Rule.Clauses()...)
	}
	return list
}

// WithoutRules is p with definitions that have no rules, and so externs without derivatives.
func (p *Program) WithoutRules() *Program {
	for _, d := range p.Defs {
		d.Rule = d.noRule()
	}
	return p
}
