package derive

import (
	"procad/fwd"
	"procad/internal/optim"
	"procad/loops"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split"
)

// table is what derives what: a row for each form of derivation and each class of functions
// that have it. docs/procedures.md shows it, and says what the letters in the types are.
var table = []row{
	// Derivatives of definitions.
	{"fwd", definition, "[Θ, Θ̇] (S, δS) → (T, δT)", "fwd$g", itsBody, forward, "fwd/fwd.go", ""},
	{"revf revf.store", definition, "[Θ] S → (T, X)", "revf$g, revf$settled.k$g, revf$unread.k$g, revf$unread.k$update.k.m$g, revf$update.k.m$g", toReverse, half, "split/rules.go", "Figure 23, F"},
	{"revr revr.store", definition, "[Θ̄] (X, cot T) → cot S", "revr$g, revr$settled.k$g, revr$unread.k$g, revr$unread.k$update.k.m$g, revr$update.k.m$g", toReverse, half, "split/rules.go", "Figure 23, R"},
	{"rev rev.check", definition, "[Θ, Θ̄] (S, δT) → (T, δS)", "revf$g, revf$unread.k$g, revr$g, revr$unread.k$g", toReverse, reverse, "rev/rev.go", "Figure 23, F ; R"},

	// Of primitives: rules.
	{"fwd", primitive, "[Θ, Θ̇] (S, δS) → (T, δT)", "f", nothing, ofPrimitive, "prim/rules.proc", ""},
	{"revf revf.store", primitive, "[Θ] S → (T, X)", "f", nothing, ofPrimitive, "prim/rules.proc", ""},
	{"revr revr.store", primitive, "[Θ̄] (X, cot T) → cot S", "f", nothing, ofPrimitive, "prim/rules.proc", ""},

	// Those of loops are in loops/table.go: they run loops, over bodies that are derived with them.

	// Of probes: no derivative depends on what they measure.
	{"fwd", probe, "[Θ, Θ̇] (S, δS) → (T, δT)", "f", nothing, ofProbe, "loops/probe.go", ""},
	{"revf revf.store", probe, "[Θ] S → (T, X)", "f", nothing, ofProbe, "loops/probe.go", ""},
	{"revr revr.store", probe, "[Θ̄] (X, cot T) → cot S", "", nothing, ofProbe, "loops/probe.go", ""},

	// Of functions with rules: what the author gave.
	{"ruled nonlinear constant", definition, "[Θ] S → T", "value$f", nothing, ruledDef, "derive/rule.go", ""},
	{"fwd", ruled, "[Θ, Θ̇] (S, δS) → (T, δT)", "jvp$g", nothing, ruledForward, "derive/rule_forward.go", ""},
	{"revf revf.store", ruled, "[Θ] S → (T, X)", "inactive.I.O$split$g, split$g", nothing, ruledRevF, "derive/rule_reverse.go", ""},
	{"revr revr.store", ruled, "[Θ̄] (X, cot T) → cot S", "inactive.I.O$pull$g, pull$g", nothing, ruledRevR, "derive/rule_reverse.go", ""},
	{"jvp", definition, "[Θ, Θ̇] (S, δS) → (T, δT)", "erase.k$erased$revf$inactive.I.O$pull$f, erased$revf$inactive.I.O$pull$f, erased$revr$inactive.I.O$pull$f, split$f", nothing, completeJVP, "derive/rule_complete_jvp.go", ""},
	{"split", definition, "[Θ] S → (T, X)", "erased$revf$inactive.I.O$jvp$f", nothing, completeSplit, "derive/rule_complete_split.go", ""},
	{"pull", definition, "[Θ̄] (X, δT) → δS", "erased$revr$inactive.I.O$jvp$f", nothing, completePull, "derive/rule_complete_pull.go", ""},

	// What derivatives call.
	{"trace", definition | probe, "[Θ] S → X", "trace$g", itsBody, trace, "loops/trace.go", ""},
	{"erase.k", definition | probe, "[Θ - k] S → T", "erase.k$g", itsBody, erase, "loops/erase.go", ""},
	{"silent", definition | probe, "[Θ] S → T", "silent$g", itsBody, silent, "derive/silent.go", ""},
	{"silent", primitive, "[Θ] S → T", "", nothing, silentTrace, "derive/silent.go", ""},
	{"update.k.m", definition | primitive | probe, "[Θ - k] (A, S) → (A, T)", "update.k.m$g", nothing, update, "split/update.go", ""},
	{"update.k.m", loop, "[Θ - k] (A, S) → (A, T)", "iteration.update.k.m$f, update.k.m$g", nothing, updateLoop, "loops/update.go", ""},
	{"iteration.update.k.m", loop, "part of update.k.m$f", "update.k.m$g", nothing, updateLoop, "loops/update.go", ""},

	{"unread.k", definition, "[Θ] S → T", "", itsBody, unread, "split/unread.go, split/unset.go", ""},
	{"settled.k", definition, "[Θ] S → T", "", itsBody, unread, "split/settled.go", ""},

	// Activity.
	{"inactive.I.O", anything, "[H Θ] H S → H T", "inactive.I.O$g, inactive.I.O$value$g", nothing, inactive, "split/activity/activity.go", ""},
	{"erased", definition | probe, "[R Θ] R S → R T", "erased$g", itsBody, erased, "split/activity/erase.go", ""},

	// The operators of the source language.
	{"vjp vjp.check", definition, "[Θ] (S, δT) → (T, G)", "rev$f, rev.check$f", nothing, vjp, "derive/operators.go", ""},
	{"vjpf vjpf.check", derivable, "[Θ] S → (T, Y)", "revf$f, revf$unread.k$f", nothing, vjpForward, "derive/vjp_split.go", ""},
	{"vjpr vjpr.check", derivable, "[Θ] (Y, δT) → G", "revr$f, revr$unread.k$f", nothing, vjpReverse, "derive/vjp_split.go", ""},
	{"grad", definition, "[Θ] S → G", "rev$f", nothing, grad, "derive/operators.go", ""},
	{"jacfwd", derivable, "[Θ] S → J", "columnk.jacfwd$f, f", nothing, jacfwd, "derive/jacfwd.go", ""},
	{"columnk.jacfwd entryk.jacfwd", derivable, "part of jacfwd$f", "entryk.jacfwd$f, fwd$f", nothing, jacfwdIteration, "derive/jacfwd.go", ""},
	{"jacrev", derivable, "[Θ] S → J", "iteration.jacrev$f, revf$f", nothing, jacrev, "derive/jacrev.go", ""},
	{"iteration.jacrev", derivable, "part of jacrev$f", "revr$f", nothing, jacrevIteration, "derive/jacrev.go", ""},
	{"row.jacrev", derivable, "part of jacrev$f", "revf$f, revr$f", nothing, jacrevRow, "derive/jacrev_rows.go", ""},
}

func forward(l *typed, n name) (*proc.Def, error) { return fwd.Def(l, n.def) }

func reverse(l *typed, n name) (*proc.Def, error) {
	_, check, _ := deriv.IsChecking(n.d)
	return rev.Def(l, n.def, check)
}

// half is one of the two procedures that a definition is taken apart for. The other
// one is wanted too, as a rule: what both come from is kept until it is.
func half(l *typed, n name) (*proc.Def, error) {
	own, _ := split.PolicyOf(n.d)
	key := apart{n.def.Name, own.F}
	h := l.halves[key]
	if h == nil {
		var err error
		if h, err = split.Take(l, n.def, own); err != nil {
			return nil, err
		}
		l.halves[key] = h
	} else {
		delete(l.halves, key)
	}
	if n.d == own.F {
		return h.Forward(), nil
	}
	return h.Reverse(), nil
}

func ofPrimitive(l *typed, n name) (*proc.Def, error) {
	def, _ := prim.Derived(n.f)
	if def != nil && l.without.Has(optim.StrongZeros) {
		def = prim.Weak(def)
	}
	return def, nil
}

func ofProbe(l *typed, n name) (*proc.Def, error) { return loops.DeriveProbe(l, n.d, n.of) }
func trace(_ *typed, n name) (*proc.Def, error)   { return loops.Trace(n.def) }

func erase(l *typed, n name) (*proc.Def, error) {
	place, _ := deriv.IsErasure(n.d)
	return loops.Erase(l, n.def, place)
}

func update(l *typed, n name) (*proc.Def, error) {
	def, err := l.Def(n.of)
	if err != nil {
		return nil, err
	}
	if def == nil {
		return nil, split.ErrNoUpdate
	}
	parts, _ := deriv.IsUpdate(n.d)
	return split.Update(l, def, parts)
}

// unread is the definition of f, under another name: its reverse pass is another one.
func unread(_ *typed, n name) (*proc.Def, error) {
	d := *n.def
	d.Name = n.f
	return &d, nil
}

func updateLoop(l *typed, n name) (*proc.Def, error) { return loops.Update(l, n.d, n.of) }
func inactive(l *typed, n name) (*proc.Def, error)   { return l.inactive(n.f, n.of) }
func erased(l *typed, n name) (*proc.Def, error)     { return l.erase(n.def) }
