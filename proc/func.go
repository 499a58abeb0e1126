package proc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Func names a function: a definition of the program, a primitive, or what
// is made from them on demand.
//
//	f ::= name | deriv$f | loop{f} | family{τ, …}
//
// Names from the source have neither $ nor braces, so a Func reads in one way.
type Func string

// own ends the name of a definition that has the name of a primitive in the
// source. def is a word of the source language, so no part of a name is def.
const own = ".def"

// Own is the Func of the definition that the source calls f, where f is a
// primitive already: f itself is the primitive's.
func (f Func) Own() Func { return f + own }

// Given is f with definitions called as the source calls them: what messages,
// files for C and tables show. Only .proc text tells a definition from a
// primitive of the same name.
func (f Func) Given() string {
	var b strings.Builder
	rest := string(f)
	for {
		before, after, found := strings.Cut(rest, own)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if after != "" && isNamePart(after[0]) {
			b.WriteString(own)
		}
		rest = after
	}
}

// isNamePart reports whether a name of the source can go on with c.
func isNamePart(c byte) bool {
	return c == '_' || c == '\'' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// A Deriv is a transformation of definitions, f ↦ deriv$f.
type Deriv string

const (
	Fwd  Deriv = "fwd"  // fwd$f  : (S, δS) → (T, δT)
	Rev  Deriv = "rev"  // rev$f  : (S, δT) → (T, δS)
	RevF Deriv = "revf" // revf$f : S → (T, X)
	RevR Deriv = "revr" // revr$f : (X, cot T) → cot S

	// As RevF and RevR, but commuting loops keep their traces too.
	StoreRevF Deriv = "revf.store"
	StoreRevR Deriv = "revr.store"

	// Of a sum, forwards and backwards in one sweep.
	FuseRevF Deriv = "revf.fuse"
	FuseRevR Deriv = "revr.fuse"

	// Erased is f with Real for Held: what f holds is inactive in the derivatives that
	// f is made of, and active in those that are derived from it.
	Erased Deriv = "erased" // erased$f : [Θ] S → T, each with Real for Held

	// Trace is the second result of a forward pass F, without what only the first one needs.
	Trace Deriv = "trace" // trace$F : S → X        F : S → (T, X)

	// The operators of the source language, which name no cotangents in Θ:
	// one component of G or J for every shared name whose tangent is not (), then that of S.
	VJP    Deriv = "vjp"    // vjp$f    : (S, δT) → (T, G)
	VJPF   Deriv = "vjpf"   // vjpf$f   : S → (T, Y)                what vjp$f does before it needs the seed
	VJPR   Deriv = "vjpr"   // vjpr$f   : (Y, δT) → G               and what it does then
	Grad   Deriv = "grad"   // grad$f   : S → G             T = Real
	JacFwd Deriv = "jacfwd" // jacfwd$f : S → J
	JacRev Deriv = "jacrev" // jacrev$f : S → J
)

// derivs lists the transformations that a name may begin with. A turn is the
// body of a loop that a derivative of a loop runs, so turn.d$loop{f} belongs to
// d$loop{f}; mute.k$f is f without the accumulator at place k of its zone and
// without the adds to it; update.k.m$f has an array instead, which it updates.
var derivs = map[Deriv]bool{Fwd: true, Rev: true, RevF: true, RevR: true, StoreRevF: true, StoreRevR: true,
	FuseRevF: true, FuseRevR: true, Trace: true, Erased: true,
	VJP: true, VJPF: true, VJPR: true, Grad: true, JacFwd: true, JacRev: true}

// Turn is the body of the loop that d$loop{f} runs.
func (d Deriv) Turn() Deriv { return "turn." + d }

// TurnOf is the body of the k-th of several loops that d$f runs.
func (d Deriv) TurnOf(k int) Deriv { return Deriv("turn"+strconv.Itoa(k)+".") + d }

// IsTurn takes turn.d and turnk.d apart; k is -1 where there is one turn only.
func (d Deriv) IsTurn() (whole Deriv, k int, ok bool) {
	head, rest, ok := strings.Cut(string(d), ".")
	number, isTurn := strings.CutPrefix(head, "turn")
	if !ok || !isTurn {
		return "", 0, false
	}
	if number == "" {
		return Deriv(rest), -1, true
	}
	k, err := strconv.Atoi(number)
	return Deriv(rest), k, err == nil && k >= 0
}

// Mute drops the accumulator at a place of the zone.
func Mute(place int) Deriv { return Deriv("mute." + strconv.Itoa(place)) }

// IsMute takes mute.k apart.
func (d Deriv) IsMute() (place int, ok bool) {
	rest, ok := strings.CutPrefix(string(d), "mute.")
	if !ok {
		return 0, false
	}
	place, err := strconv.Atoi(rest)
	return place, err == nil && place >= 0
}

// Checking is Rev, VJP, VJPF or VJPR that calls check : (T, δT) → (T, δT) on the result of f
// and on the seed, before R uses the seed.
func (d Deriv) Checking(check Func) Deriv { return d + "." + Deriv(check) }

// IsChecking takes d.check apart.
func (d Deriv) IsChecking() (whole Deriv, check Func, ok bool) {
	head, rest, ok := strings.Cut(string(d), ".")
	whole = Deriv(head)
	return whole, Func(rest), ok && rest != "" && (whole == Rev || whole == VJP || whole == VJPF || whole == VJPR)
}

// A Part is the place of an accumulator in a zone, which stands for what so many
// leading indices of an array give.
type Part struct{ Place, Leading int }

// Update makes updates in place of the adds to parts of one array, in the order of their places.
func Update(parts []Part) Deriv {
	d := "update"
	for _, p := range parts {
		d += fmt.Sprintf(".%d.%d", p.Place, p.Leading)
	}
	return Deriv(d)
}

// IsUpdate takes update.k.m… apart.
func (d Deriv) IsUpdate() (parts []Part, ok bool) {
	list := strings.Split(string(d), ".")
	if list[0] != "update" || len(list) < 3 || len(list)%2 == 0 {
		return nil, false
	}
	for i := 1; i < len(list); i += 2 {
		place, err := strconv.Atoi(list[i])
		leading, err2 := strconv.Atoi(list[i+1])
		if err != nil || err2 != nil || place < 0 || leading < 0 || i > 1 && place <= parts[len(parts)-1].Place {
			return nil, false
		}
		parts = append(parts, Part{place, leading})
	}
	return parts, true
}

func (d Deriv) valid() bool {
	if _, _, ok := d.IsChecking(); ok {
		return true
	}
	if _, ok := d.IsMute(); ok {
		return true
	}
	if _, ok := d.IsUpdate(); ok {
		return true
	}
	if _, _, ok := d.IsHolding(); ok {
		return true
	}
	if rest, _, ok := d.IsTurn(); ok {
		_, update := rest.IsUpdate()
		return derivs[rest] || update
	}
	return derivs[d]
}

// Of names the derived function.
func (d Deriv) Of(f Func) Func { return Func(d) + "$" + f }

// A LoopKind says how a loop runs its body, a known function, n times
// (Figures 16 to 19, completed). Θ stands for the names that the loop hands
// on to its body; i : &Int is the number of the turn, the first name of the
// body's zone.
type LoopKind string

const (
	NTimes LoopKind = "nTimes" // f : [Θ] S → S          nTimes{f} : [Θ] (Int, S) → S
	Fold   LoopKind = "fold"   // f : [i, Θ] S → S       fold{f}   : [Θ] (Int, S) → S      i = 0 … n-1
	FoldR  LoopKind = "foldr"  // likewise               foldr{f}  : [Θ] (Int, S) → S      i = n-1 … 0
	CCL    LoopKind = "ccl"    // likewise               ccl{f}    : [Θ] (Int, S) → S      i = n-1 … 0, promised to commute
	While  LoopKind = "while"  // f : [Θ] S → (Bool, S)  while{f}  : [Θ] (Int, S) → S      until f gives false, after at most n turns that give true
	Build  LoopKind = "build"  // f : [i, Θ] () → σ      build{f}  : [Θ] Int → [σ]
	Build2 LoopKind = "build2" // f : [i, j, Θ] () → σ   build2{f} : [Θ] (Int, Int) → [[σ]], and so on to build8
	SumOf  LoopKind = "sum"    // f : [i, Θ] () → T      sum{f}    : [Θ] Int → T           T additive: Real, Int, (), tuples of such
	Adds   LoopKind = "adds"   // likewise               adds{f}   : [Θ] (Int, T) → T      s + f(0) + f(1) + …, in this order
	MaxOf  LoopKind = "max"    // f : [i, Θ] () → Real   max{f}    : [Θ] Int → Real        n ≥ 1
	ArgMax LoopKind = "argmax" // f : [i, Θ] () → Real   argmax{f} : [Θ] Int → (Real, Int) the lowest index that wins
)

// MaxRank is the largest rank that build has.
const MaxRank = 8

var loopKinds = map[LoopKind]bool{NTimes: true, Fold: true, FoldR: true, CCL: true, While: true, Build: true, SumOf: true, Adds: true, MaxOf: true, ArgMax: true}

func init() {
	for r := 2; r <= MaxRank; r++ {
		loopKinds[BuildKind(r)] = true
	}
}

// BuildKind returns the kind that builds arrays of the given rank.
func BuildKind(rank int) LoopKind {
	if rank == 1 {
		return Build
	}
	return LoopKind(fmt.Sprint("build", rank))
}

// BuildRank returns the rank that a kind builds, 0 if it builds no array.
func (k LoopKind) BuildRank() int {
	switch {
	case k == Build:
		return 1
	case strings.HasPrefix(string(k), "build"):
		return int(k[len(k)-1] - '0')
	}
	return 0
}

// Indices is the number of indices that lead the zone of the body.
func (k LoopKind) Indices() int {
	switch r := k.BuildRank(); {
	case r > 0:
		return r
	case k == NTimes, k == While:
		return 0
	}
	return 1
}

// Of names the loop whose body is f.
func (k LoopKind) Of(f Func) Func { return Func(k) + "{" + f + "}" }

// Derived takes a name d$f apart.
func (f Func) Derived() (d Deriv, base Func, ok bool) {
	name, rest, ok := strings.Cut(string(f), "$")
	if !ok || strings.Contains(name, "{") {
		return "", "", false
	}
	if d := Deriv(name); d.valid() {
		return d, Func(rest), true
	}
	return "", "", false
}

// Loop takes a name loop{f} apart; the strategy of f has what the name says of it.
func (f Func) Loop() (k LoopKind, body Func, ok bool) {
	head, arg, ok := f.braces()
	if !ok {
		return "", "", false
	}
	k, _, ok = LoopKind(head).strategy()
	return k, Func(arg), ok
}

// Family takes a name family{τ, …} apart.
func (f Func) Family() (family string, types []Type, ok bool) {
	head, arg, ok := f.braces()
	if !ok {
		return "", nil, false
	}
	if types, ok := families.Load(f); ok {
		return head, types.([]Type), true
	}
	if _, _, loop := LoopKind(head).strategy(); loop {
		return "", nil, false
	}
	types, err := ParseTypes(Func(arg).Text())
	if err != nil {
		return head, nil, false
	}
	families.Store(f, types)
	return head, types, true
}

// FamilyOf names the member of a family at the given types.
func FamilyOf(family string, types ...Type) Func {
	f := Func(family + "{" + typeList(types) + "}")
	if _, ok := families.Load(f); !ok {
		families.Store(f, slices.Clone(types))
	}
	return f
}

func typeList(types []Type) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = nameOf(t)
	}
	return strings.Join(parts, ", ")
}

func (f Func) braces() (head, arg string, ok bool) {
	head, arg, ok = strings.Cut(string(f), "{")
	if !ok || strings.Contains(head, "$") || !strings.HasSuffix(arg, "}") {
		return "", "", false
	}
	return head, arg[:len(arg)-1], true
}
