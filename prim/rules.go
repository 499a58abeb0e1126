package prim

import (
	_ "embed"
	"sync"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

//go:embed rules.proc
var rulesText string

// rules is the table of rules.proc. A table that does not parse is a run-time error of
// this package, which its tests find.
var rules = sync.OnceValue(func() *proc.Program {
	p, err := proc.Parse(&diag.Source{Name: "rules.proc", Text: rulesText}, Sig)
	if err != nil {
		panic("prim: " + err.Error())
	}
	return p
})

// Weak is def with products and quotients of IEEE 754 in place of strong ones.
func Weak(def *proc.Def) *proc.Def {
	m := &proc.Mapper{Func: func(f proc.Func) proc.Func {
		switch f {
		case SMul, ZMul:
			return Mul
		case SDiv:
			return Div
		}
		return f
	}}
	weak := *def
	weak.Body = m.Procedure(def.Body)
	return &weak
}

// RuleNames lists the definitions of rules.proc in their order.
func RuleNames() []proc.Func {
	names := make([]proc.Func, len(rules().Defs))
	for i, d := range rules().Defs {
		names[i] = d.Name
	}
	return names
}

// Derived returns the procedure behind the name of a derivative of a primitive
// or of a family, and behind the families add{T} and zero{T}, which are
// procedures themselves. There is none for a name of any other kind: a
// definition, a loop, or what is derived from those or from a procedure.
func Derived(f proc.Func) (*proc.Def, bool) {
	if def, ok := structural(f); ok {
		return def, true
	}
	d, base, ok := deriv.Apart(f)
	if !ok {
		return nil, false
	}
	switch d {
	case deriv.Fwd, deriv.RevF, deriv.RevR:
	case deriv.StoreRevF: // no loop is inside, so the traces are the same
		d = deriv.RevF
	case deriv.StoreRevR:
		d = deriv.RevR
	default:
		return nil, false
	}
	if rule := rules().Lookup(d.Of(base)); rule != nil {
		def := *rule
		def.Name = f
		return &def, true
	}
	return derivedFamily(f, d, base)
}

// HasRule says that Derived has the derivatives of f: it is a primitive, or of a family
// that is no procedure itself.
func HasRule(f proc.Func) bool {
	if _, _, loop := f.Loop(); loop {
		return false
	}
	family, _, _ := f.Family()
	_, err := Sig(f, noDefs)
	return err == nil && !procedures[family] && !IsExtern(f)
}

// derivedFamily makes d$base for a base without an entry in rules.proc.
func derivedFamily(f proc.Func, d proc.Deriv, base proc.Func) (*proc.Def, bool) {
	if !HasRule(base) {
		return nil, false
	}
	sig, _ := Sig(base, noDefs)
	family, types, ok := base.Family()
	rule := discrete
	if ok {
		rule = familyRules[family]
	}
	return rule(member{f, base, sig, types}, d), true
}

// A member of a family, or a primitive whose result is discrete.
type member struct {
	name  proc.Func // of the derivative
	base  proc.Func
	sig   proc.Sig
	types []proc.Type
}

// A familyRule makes fwd$, revf$ or revr$ of the members of a family.
type familyRule func(m member, d proc.Deriv) *proc.Def

var familyRules = map[string]familyRule{
	"stop": stopRule, "unreachable": unreachableRule,
	"zeros": zerosRule, "copy": copyRule, "blank": blankRule, "swap": swapRule, "zip": zipRule, "unzip": unzipRule, "retype": retypeRule,
	"empty": emptyRule, "slots": slotsRule, "push": pushRule, "pop": popRule, "drained": drainedRule,
	"bytes": bytesRule,
}

func noDefs(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false }
