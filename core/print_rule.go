package core

import (
	"strconv"
	"strings"
)

// nameRules gives the functions of rules the names that their definitions have, or names of
// their own where the text of these is no name.
func (p *Program) nameRules(names map[string]string, taken map[string]bool) {
	for _, name := range names {
		taken[name] = true
	}
	for _, d := range p.Defs {
		if r := RuleOf(d); r != nil {
			names[r.Value.Name] = names[d.Name]
		}
	}
	for _, r := range p.Rules() {
		if name, ok := names[r.Value.Name]; ok && !strings.Contains(name, ".") {
			continue
		}
		stem := strings.NewReplacer(".", "_", ":", "_").Replace(r.Value.Name)
		name := stem
		for k := 2; taken[name]; k++ {
			name = stem + "_" + strconv.Itoa(k)
		}
		names[r.Value.Name], taken[name] = name, true
	}
}

// valuesOfRules are the rules by the names of their values.
func (p *Program) valuesOfRules() map[string]*Rule {
	values := map[string]*Rule{}
	for _, r := range p.Rules() {
		values[r.Value.Name] = r
	}
	return values
}

// unprinted are the definitions without a text of their own: the parts of rules, and what only
// names the function of a rule, whose value has its name.
func (p *Program) unprinted() map[string]bool {
	unseen := map[string]bool{}
	for _, d := range p.Defs {
		unseen[d.Name] = unseen[d.Name] || RuleOf(d) != nil
	}
	for _, r := range p.Rules() {
		for _, d := range r.Parts() {
			unseen[d.Name] = true
		}
	}
	return unseen
}

// rule prints a rule after the definition of its value.
//
//	derivative f(x1: A1, …)
//	  forward(dx1, …) = e
//	  split = e
//	  reverse(x, w) = e
func (p *printer) rule(r *Rule, params []*Var) {
	header := make([]string, len(params))
	typed := make([]string, len(header))
	for i, v := range params {
		header[i] = p.names[v]
		typed[i] = header[i] + ": " + p.typ(v.Type)
	}
	p.WriteString("\nderivative " + p.defs[r.Value.Name] + "(" + strings.Join(typed, ", ") + ")\n")
	if r.Constant {
		p.WriteString("  constant\n")
	}
	p.clause(r.Forward, header, "forward")
	p.clause(r.Split, header, "split")
	p.clause(r.Pull, header, "reverse")
	if r.Differs != "" {
		p.WriteString("  differs " + quoted(r.Differs) + "\n")
	}
	if r.Linear != "" {
		p.WriteString("  linear " + quoted(r.Linear) + "\n")
	}
	if r.Nonlinear != "" {
		p.WriteString("  nonlinear " + quoted(r.Nonlinear) + "\n")
	}
}

// clause prints a part of a rule, whose first parameters are those of the header.
func (p *printer) clause(d *Def, header []string, word string) {
	if d == nil {
		return
	}
	out := &printer{Builder: p.Builder, names: map[*Var]string{}, defs: p.defs, taken: map[string]bool{}, functions: p.functions, indent: 2}
	out.values = functionValues(d)
	for i, name := range header {
		out.names[d.Params[i]], out.taken[name] = name, true
	}
	out.WriteString("  " + word)
	if own := d.Params[len(header):]; len(own) > 0 || word != "split" {
		list := make([]string, len(own))
		for i, v := range own {
			list[i] = out.bind(v)
		}
		out.WriteString("(" + strings.Join(list, ", ") + ")")
	}
	out.WriteString(" =")
	out.line()
	out.term(d.Body, loose)
	out.WriteString("\n")
}
