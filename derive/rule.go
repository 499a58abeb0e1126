package derive

import (
	"fmt"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
	"procad/split/activity"
)

// CodeOneWay is of a forward derivative of a function whose rule has none.
const CodeOneWay = "rule-one-way"

// CodeRuleType is of parts of a rule, as procedures, whose types are not those that belong to its function.
const CodeRuleType = "rule-type"

// The function of a rule is ruled$f, which is value$f, or inactive.I.O$ruled$f. Its derivatives
// are made of jvp$f, split$f and pull$f, some of which the program defines, and never of value$f.

// ruledDef is  ruled$f [Θ] S → T  =  value$f , where the program gives what derivatives are made of.
func ruledDef(l *typed, n name) (*proc.Def, error) {
	given := func(d proc.Deriv) bool { return l.prog.Lookup(d.Of(n.of)) != nil }
	value := l.prog.Lookup(deriv.ValueRule.Of(n.of))
	if value == nil {
		return nil, fmt.Errorf("%s: the program has no %s", n.f, deriv.ValueRule.Of(n.of))
	}
	if given(deriv.SplitRule) != given(deriv.PullRule) {
		return nil, l.noRule(n.of, value)
	}
	if err := l.ruleTypes(n.of, value); err != nil {
		return nil, err
	}
	return calling(n.f, value.Name, value.Sig(), value.Pos), nil
}

// CodeExternNoRule is of a derivative of a function of C that has no rule.
const CodeExternNoRule = "extern-no-rule"

// noRule is of a rule from which a derivative cannot be made.
func (l *typed) noRule(f proc.Func, value *proc.Def) error {
	if e := prim.ExternIn(value); e != nil {
		return diag.Errorf(value.Pos, CodeExternNoRule, "%.100s is the function %.100s of C, and no rule gives its derivative", f.Given(), e.Symbol).In(l.prog.File).
			Hintf("write a rule, derivative %.100s(…) forward(…) = …, or stopGradient where none is needed; --without custom-rules leaves rules out", f.Given())
	}
	return diag.Errorf(value.Pos, split.CodeNoDerivative, "the rule of %s gives no derivative: there is neither %s nor both of %s and %s",
		f, deriv.JVPRule.Of(f), deriv.SplitRule.Of(f), deriv.PullRule.Of(f))
}

// ruleTypes compares the types of the parts of a rule with that of value$f : [Θ] S → T, which only shares names.
//
//	jvp$f : [Θ, Θ̇] (S, δS) → (T, δT)      split$f : [Θ] S → (T, X)      pull$f : [Θ̄] (X, δT) → δS
func (l *typed) ruleTypes(f proc.Func, value *proc.Def) error {
	sig := value.Sig()
	same := func(d *proc.Def, zone []proc.Ref, in, out proc.Type) error {
		fits := len(zone) == len(d.Zone) && d.In.Type == in && d.Out.Type == out
		for i := range min(len(zone), len(d.Zone)) {
			fits = fits && zone[i].Mode == d.Zone[i].Mode && zone[i].Type == d.Zone[i].Type
		}
		if !fits {
			return diag.Errorf(d.Pos, CodeRuleType, "%s does not have the type that belongs to %s: that is %s → %s, with the names of the zone that go with it", d.Name, value.Name, in, out)
		}
		return nil
	}
	none := func(s string) string { return s }
	for _, r := range sig.Zone {
		if r.Mode != proc.Shared {
			return diag.Errorf(value.Pos, CodeRuleType, "%s adds to names of its zone, and has a rule", f)
		}
	}
	if d := l.prog.Lookup(deriv.JVPRule.Of(f)); d != nil {
		if err := same(d, deriv.TangentZone(sig.Zone, none), proc.NewTuple(sig.In, deriv.Tangent(sig.In)), proc.NewTuple(sig.Out, deriv.Tangent(sig.Out))); err != nil {
			return err
		}
	}
	d := l.prog.Lookup(deriv.SplitRule.Of(f))
	if d == nil {
		return nil
	}
	x := proc.Type(proc.Unit)
	if pair := proc.Elems(d.Out.Type); len(pair) == 2 {
		x = pair[1]
	}
	if err := same(d, sig.Zone, sig.In, proc.NewTuple(sig.Out, x)); err != nil {
		return err
	}
	return same(l.prog.Lookup(deriv.PullRule.Of(f)), deriv.CotangentZone(sig.Zone, none), proc.NewTuple(x, deriv.Tangent(sig.Out)), deriv.Tangent(sig.In))
}

// calling is a definition that calls another function.
func calling(f, callee proc.Func, sig proc.Sig, pos diag.Pos) *proc.Def {
	d := activity.Primitive(callee, sig)
	d.Name, d.Pos = f, pos
	return d
}

func (l *typed) ruledPos(f proc.Func) diag.Pos {
	_, base, _ := deriv.OfRule(f)
	if d := l.prog.Lookup(deriv.ValueRule.Of(base)); d != nil {
		return d.Pos
	}
	return diag.Pos{}
}
