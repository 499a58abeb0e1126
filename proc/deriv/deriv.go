package deriv

import (
	"fmt"
	"slices"

	"procad/proc"
)

var (
	Fwd  = named("fwd")  // fwd$f  : (S, δS) → (T, δT)
	Rev  = named("rev")  // rev$f  : (S, δT) → (T, δS)
	RevF = named("revf") // revf$f : S → (T, X)
	RevR = named("revr") // revr$f : (X, cot T) → cot S

	// As RevF and RevR, but commuting loops keep their traces too.
	StoreRevF = named("revf.store")
	StoreRevR = named("revr.store")

	// Of a sum, forwards and backwards in one sweep.
	FuseRevF = named("revf.fuse")
	FuseRevR = named("revr.fuse")

	// Erased is f with Real for Inactive: what is inactive in f is so in the derivatives that
	// f is made of, and active in those that are derived from it.
	Erased = named("erased") // erased$f : [Θ] S → T, each with Real for Inactive

	// Silent is f without what it prints, for what runs again.
	Silent = named("silent") // silent$f : [Θ] S → T

	// Trace is the second result of a forward pass F, without what only the first one needs.
	Trace = named("trace") // trace$F : S → X        F : S → (T, X)

	// The operators of the source language, which name no cotangents in Θ:
	// one component of G or J for every shared name whose tangent is not (), then that of S.
	VJP    = named("vjp")    // vjp$f    : (S, δT) → (T, G)
	VJPF   = named("vjpf")   // vjpf$f   : S → (T, Y)                what vjp$f does before it needs the seed
	VJPR   = named("vjpr")   // vjpr$f   : (Y, δT) → G               and what it does then
	Grad   = named("grad")   // grad$f   : S → G             T = Real
	JacFwd = named("jacfwd") // jacfwd$f : S → J
	JacRev = named("jacrev") // jacrev$f : S → J

	// Of functions with rules.
	Ruled     = named("ruled")     // ruled$f : S → T is value$f, and has derivatives by a rule
	Nonlinear = named("nonlinear") // nonlinear$f likewise, of a rule that is not linear in the cotangent
	Constant  = named("constant")  // constant$f likewise, of one whose derivative is 0
	ValueRule = named("value")     // value$f : S → T
	JVPRule   = named("jvp")       // jvp$f : [Θ, Θ̇] (S, δS) → (T, δT)
	SplitRule = named("split")     // split$f : [Θ] S → (T, X)
	PullRule  = named("pull")      // pull$f : [Θ̄] (X, δT) → δS
)

// words are the derivations of one name each.
var words = map[string]proc.Deriv{}

// checked are those that a check can be added to.
var checked = map[proc.Deriv]bool{Rev: true, VJP: true, VJPF: true, VJPR: true}

func named(text string) proc.Deriv {
	words[text] = known(text, meaning{kind: plain})
	return words[text]
}

// Apart takes a name d$f apart, where d derives a definition from that of f.
func Apart(f proc.Func) (d proc.Deriv, base proc.Func, ok bool) {
	d, base, ok = f.Deriv()
	if !ok || of(d).kind == helper {
		return proc.Deriv{}, proc.Func{}, false
	}
	return d, base, true
}

// Iteration is the body of the loop that d$loop{f} runs. It belongs to d$loop{f}.
func Iteration(d proc.Deriv) proc.Deriv { return IterationOf(d, Body) }

// IterationOf is the body of one of several loops that d$f runs, the one of a phase without parts.
func IterationOf(d proc.Deriv, phase Phase) proc.Deriv {
	return known(fmt.Sprintf("%s.%s", phase, d), meaning{kind: iteration, phase: phase, number: none, whole: d})
}

// IterationOfPart is the body of the loop of a phase for part k.
func IterationOfPart(d proc.Deriv, phase Phase, k int) proc.Deriv {
	return known(fmt.Sprintf("%s%d.%s", phase, k, d), meaning{kind: iteration, phase: phase, number: k, whole: d})
}

// IsIteration takes phase.d and phasek.d apart; k is -1 where the phase has no parts.
func IsIteration(d proc.Deriv) (whole proc.Deriv, phase Phase, k int, ok bool) {
	m := of(d)
	return m.whole, m.phase, m.number, m.kind == iteration
}

// Erase is f without the accumulator at a place of its zone, and without the adds to it.
func Erase(place int) proc.Deriv {
	return known(fmt.Sprint("erase.", place), meaning{kind: erase, number: place})
}

// IsErasure takes erase.k apart.
func IsErasure(d proc.Deriv) (place int, ok bool) {
	m := of(d)
	return m.number, m.kind == erase
}

// Checking is Rev, VJP, VJPF or VJPR that calls check : (T, δT) → (T, δT) on the result of f
// and on the seed, before R uses the seed.
func Checking(d proc.Deriv, check proc.Func) proc.Deriv {
	return known(d.String()+"."+check.String(), meaning{kind: checking, whole: d, check: check})
}

// IsChecking takes d.check apart.
func IsChecking(d proc.Deriv) (whole proc.Deriv, check proc.Func, ok bool) {
	m := of(d)
	return m.whole, m.check, m.kind == checking
}

// A Part is the place of an accumulator in a zone, which stands for what so many
// leading indices of an array give.
type Part struct{ Place, Leading int }

// Update has an array in the place of parts of it, in the order of their places, and
// makes updates in place of the adds to them.
func Update(parts []Part) proc.Deriv {
	text := "update"
	for _, p := range parts {
		text += fmt.Sprintf(".%d.%d", p.Place, p.Leading)
	}
	return known(text, meaning{kind: update, parts: slices.Clone(parts)})
}

// IsUpdate takes update.k.m… apart.
func IsUpdate(d proc.Deriv) (parts []Part, ok bool) {
	m := of(d)
	return slices.Clone(m.parts), m.kind == update
}

// Inactive is  inactive.I.O$f : f with Inactive in the place of some Reals of its zone
// and of its argument, and of some of its result. I and O are sets of such
// places, as package activity writes them.
func Inactive(in, out string) proc.Deriv {
	return known("inactive."+in+"."+out, meaning{kind: inactive, in: in, out: out})
}

// IsInactive takes inactive.I.O apart.
func IsInactive(d proc.Deriv) (in, out string, ok bool) {
	m := of(d)
	return m.in, m.out, m.kind == inactive
}

// Unread is  unread.k…$f : f, where nobody reads elements of the arrays number k… in the cotangent of what f takes. They
// are numbered in the order of the type, those in sums left aside.
func Unread(places []int) proc.Deriv { return unrestored("unread", unread, places) }

// unrestored is a derivation whose reverse does not restore the arrays number k…, written word.k….
func unrestored(word string, as kind, places []int) proc.Deriv {
	for _, k := range places {
		word += fmt.Sprint(".", k)
	}
	return known(word, meaning{kind: as, places: slices.Clone(places)})
}

// IsUnread takes unread.k… apart.
func IsUnread(d proc.Deriv) (places []int, ok bool) {
	m := of(d)
	return slices.Clone(m.places), m.kind == unread
}

// Settled is  settled.k…$f : f, with a reverse that leaves the arrays number k… in the cotangent of what f takes as it gets
// them. What it reads of them is the same as it was, since nothing has set it since.
func Settled(places []int) proc.Deriv { return unrestored("settled", settled, places) }

// IsSettled takes settled.k… apart.
func IsSettled(d proc.Deriv) (places []int, ok bool) {
	m := of(d)
	return slices.Clone(m.places), m.kind == settled
}

// Restoring is f for unread.k…$f, settled.k…$f, and for f.
func Restoring(f proc.Func) proc.Func {
	if d, base, ok := Apart(f); ok {
		if k := of(d).kind; k == unread || k == settled {
			return base
		}
	}
	return f
}

// Helper is for the names word$f of what a derivative calls and no rule derives.
func Helper(word string) proc.Deriv {
	return known(word, meaning{kind: helper, word: word, number: none})
}

// HelperOf is one of several such names, word.k$f.
func HelperOf(word string, k int) proc.Deriv {
	return known(fmt.Sprint(word, ".", k), meaning{kind: helper, word: word, number: k})
}

// IsHelper takes names word$f and word.k$f apart; k is -1 where there is none.
func IsHelper(f proc.Func) (word string, k int, base proc.Func, ok bool) {
	d, base, ok := f.Deriv()
	m := of(d)
	return m.word, m.number, base, ok && m.kind == helper
}
