package pipeline

import (
	"slices"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// ruleLines looks at the lines of a text that say of functions that they have rules, and at the definitions that belong to these.
func (u *Unit) ruleLines(text *proc.Program) error {
	var errs diag.List
	fail := func(pos diag.Pos, code, format string, args ...any) *diag.Error {
		e := diag.Errorf(pos, code, format, args...)
		errs = append(errs, e)
		return e
	}
	for f, r := range text.Rules {
		given := func(d proc.Deriv) *proc.Def {
			if text.Derived[d.Of(f)] != nil {
				return nil
			}
			return text.Lookup(d.Of(f))
		}
		jvp, split, pull := given(deriv.JVPRule), given(deriv.SplitRule), given(deriv.PullRule)
		switch {
		case given(deriv.ValueRule) == nil:
			fail(r.Pos, source.CodeRuleUnknown, "there is no %s, which the rule of %.100s is for", deriv.ValueRule.Of(f), f)
		case split == nil && pull != nil:
			fail(pull.Pos, source.CodeRuleIncomplete, "%.100s takes what %.100s leaves, and there is no such", pull.Name, deriv.SplitRule.Of(f))
		case split != nil && pull == nil:
			fail(split.Pos, source.CodeRuleIncomplete, "what %.100s leaves is for %.100s, and there is no such", split.Name, deriv.PullRule.Of(f))
		case r.Constant && (jvp != nil || pull != nil):
			fail(r.Pos, source.CodeRuleTwice, "the rule of %.100s is constant, and gives a derivative too", f)
		}
	}
	for _, d := range text.Defs {
		if text.Derived[d.Name] != nil {
			continue
		}
		if _, f, _ := deriv.Apart(d.Name); deriv.RulePart(d.Name) && text.Rules[f] == nil {
			fail(d.Pos, source.CodeRuleIncomplete, "%.100s is a part of a rule, and there is no line derivative %.100s", d.Name, f)
		}
		d.Body.Walk(func(s proc.Stmt) {
			call, ok := s.(*proc.Call)
			if !ok {
				return
			}
			kind, f, ok := deriv.OfRule(call.Func)
			if r := text.Rules[f]; ok && r == nil {
				fail(call.At(), source.CodeRuleUnknown, "%.100s has a rule by its name, and there is no line derivative %.100s", call.Func, f)
			} else if ok && kind != deriv.RuleKind(r) {
				fail(call.At(), source.CodeRuleType, "by its rule %.100s is called as %s", f, deriv.RuleKind(r).Of(f)).Notef(r.Pos, "the rule")
			}
		})
	}
	return u.placed(errs)
}

// ruleTypes checks the types of the parts of rules.
func (u *Unit) ruleTypes() error {
	var errs diag.List
	for f, r := range u.Program.Rules {
		if _, err := u.Library.Def(deriv.RuleKind(r).Of(f)); err != nil {
			list := diag.All(err)
			if list == nil {
				return err
			}
			errs = append(errs, list...)
		}
	}
	return u.placed(errs)
}

// rule adds the parts of the rule of f, if value$f is its name, to what is to be printed.
func (c *closure) rule(f proc.Func) error {
	kind, of, ok := deriv.Apart(f)
	r := c.Program.Rules[of]
	if !ok || kind != deriv.ValueRule || r == nil {
		return nil
	}
	c.program.Rules[of] = r
	if !c.text {
		return nil
	}
	for _, part := range []proc.Deriv{deriv.JVPRule, deriv.SplitRule, deriv.PullRule} {
		if c.Program.Lookup(part.Of(of)) != nil {
			if err := c.visit(part.Of(of)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sortedRules are the functions that have rules, by their places.
func sortedRules(p *proc.Program) []proc.Func {
	var list []proc.Func
	for f := range p.Rules {
		list = append(list, f)
	}
	slices.SortFunc(list, func(f, g proc.Func) int {
		a, b := p.Rules[f].Pos, p.Rules[g].Pos
		switch {
		case a.Before(b):
			return -1
		case b.Before(a):
			return 1
		}
		return f.Compare(g)
	})
	return list
}
