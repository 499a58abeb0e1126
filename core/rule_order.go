package core

import "procad/internal/diag"

// CodeRuleCircular is of a rule that is made of what it is the rule of.
const CodeRuleCircular = "rule-circular"

// OrderRules puts what a derivative is made of before the definition with the derivative: the
// parts of the rules of all functions that it may come to call. Those of a function stand behind
// it otherwise, and may call it. The error is about a derivative that needs itself.
func OrderRules(p *Program) (err error) {
	if len(p.Rules()) == 0 {
		return nil
	}
	o := &ruleOrder{state: map[*Def]int{}, names: map[*Def]*Rule{}}
	for _, r := range p.Rules() {
		for _, d := range r.Parts() {
			o.names[d] = r
		}
	}
	defer p.Source.Catch(&err)
	for _, d := range p.Defs {
		o.visit(d)
	}
	p.Defs = o.out
	return nil
}

type ruleOrder struct {
	state map[*Def]int // 1 of what is being visited, 2 of what has been
	names map[*Def]*Rule
	out   []*Def
}

func (o *ruleOrder) visit(d *Def) {
	if o.state[d] != 0 {
		return
	}
	o.state[d] = 1
	Visit(d.Body, func(t Term) {
		if g := Named(t); g != nil {
			o.visit(g)
		}
		if of, ok := t.(*Derive); ok {
			o.parts(of)
		}
	})
	o.state[d] = 2
	o.out = append(o.out, d)
}

// parts visits the parts of the rules that a derivative may be made of.
func (o *ruleOrder) parts(t *Derive) {
	seen := map[*Def]bool{}
	var reach func(d *Def)
	reach = func(d *Def) {
		if seen[d] {
			return
		}
		seen[d] = true
		Visit(d.Body, func(t Term) {
			if g := Named(t); g != nil {
				reach(g)
			}
			r, ok := t.(*Ruled)
			if !ok {
				return
			}
			for _, part := range r.Rule.Parts() {
				if o.state[part] == 1 {
					panic(o.circular(part, r.Rule))
				}
				reach(part)
				o.visit(part)
			}
		})
	}
	Visit(t.Func, func(t Term) {
		if g := Named(t); g != nil {
			reach(g)
		}
	})
}

func (o *ruleOrder) circular(part *Def, r *Rule) *diag.Error {
	return diag.Errorf(part.Pos, CodeRuleCircular, "the rule of %s has a derivative in it that is made by the rule of %s", o.names[part].Name, r.Name).
		Hintf("a rule can call its function, but can differentiate only functions that do not call it")
}
