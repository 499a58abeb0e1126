package proc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Deriv is a transformation of definitions, f ↦ deriv$f. Derivs are interned, as Funcs are.
//
//	deriv ::= word | turn.deriv | turnk.deriv | mute.k | update.k.m… | hold.I.O | word.check | word.k
type Deriv struct{ *derivation }

type derivation struct {
	form   derivForms
	text   string
	word   string
	number int    // of one of several turns, of a helper, or the place that is mute; else none
	whole  Deriv  // that a turn, or a check, belongs to
	check  Func   //
	parts  []Part // that are updated

	in, out string // the places that are held
}

// none is the number of a Deriv that has none.
const none = -1

// A derivForms is a way to make Derivs.
type derivForms byte

const (
	wordDeriv     derivForms = iota // word
	turnDeriv                       // turn.whole, turnk.whole
	muteDeriv                       // mute.k
	updateDeriv                     // update.k.m…
	holdingDeriv                    // hold.I.O
	checkingDeriv                   // whole.check
	helperDeriv                     // word, word.k
)

var (
	Fwd  = newWord("fwd")  // fwd$f  : (S, δS) → (T, δT)
	Rev  = newWord("rev")  // rev$f  : (S, δT) → (T, δS)
	RevF = newWord("revf") // revf$f : S → (T, X)
	RevR = newWord("revr") // revr$f : (X, cot T) → cot S

	// As RevF and RevR, but commuting loops keep their traces too.
	StoreRevF = newWord("revf.store")
	StoreRevR = newWord("revr.store")

	// Of a sum, forwards and backwards in one sweep.
	FuseRevF = newWord("revf.fuse")
	FuseRevR = newWord("revr.fuse")

	// Erased is f with Real for Held: what f holds is inactive in the derivatives that
	// f is made of, and active in those that are derived from it.
	Erased = newWord("erased") // erased$f : [Θ] S → T, each with Real for Held

	// Trace is the second result of a forward pass F, without what only the first one needs.
	Trace = newWord("trace") // trace$F : S → X        F : S → (T, X)

	// The operators of the source language, which name no cotangents in Θ:
	// one component of G or J for every shared name whose tangent is not (), then that of S.
	VJP    = newWord("vjp")    // vjp$f    : (S, δT) → (T, G)
	VJPF   = newWord("vjpf")   // vjpf$f   : S → (T, Y)                what vjp$f does before it needs the seed
	VJPR   = newWord("vjpr")   // vjpr$f   : (Y, δT) → G               and what it does then
	Grad   = newWord("grad")   // grad$f   : S → G             T = Real
	JacFwd = newWord("jacfwd") // jacfwd$f : S → J
	JacRev = newWord("jacrev") // jacrev$f : S → J
)

// words are the Derivs of one word each.
var words = map[string]Deriv{}

// checked are those that a check can be added to.
var checked = []Deriv{Rev, VJP, VJPF, VJPR}

// derivs are the Derivs that there are, by their text.
var derivs = struct {
	sync.RWMutex
	known map[string]Deriv
}{known: map[string]Deriv{}}

func newWord(word string) Deriv {
	d := internDeriv(derivation{form: wordDeriv, text: word, word: word, number: none})
	words[word] = d
	return d
}

func internDeriv(d derivation) Deriv {
	derivs.RLock()
	old, ok := derivs.known[d.text]
	derivs.RUnlock()
	if ok {
		return old
	}
	derivs.Lock()
	defer derivs.Unlock()
	if old, ok := derivs.known[d.text]; ok {
		return old
	}
	derivs.known[d.text] = Deriv{&d}
	return derivs.known[d.text]
}

// String is the text of the Deriv.
func (d Deriv) String() string {
	if d.IsZero() {
		return ""
	}
	return d.text
}

// IsZero says that d is no transformation.
func (d Deriv) IsZero() bool { return d.derivation == nil }

// Turn is the body of the loop that d$loop{f} runs. It belongs to d$loop{f}.
func (d Deriv) Turn() Deriv {
	return internDeriv(derivation{form: turnDeriv, text: "turn." + d.text, number: none, whole: d})
}

// TurnOf is the body of the k-th of several loops that d$f runs.
func (d Deriv) TurnOf(k int) Deriv {
	return internDeriv(derivation{form: turnDeriv, text: "turn" + strconv.Itoa(k) + "." + d.text, number: k, whole: d})
}

// IsTurn takes turn.d and turnk.d apart; k is -1 where there is one turn only.
func (d Deriv) IsTurn() (whole Deriv, k int, ok bool) {
	if d.IsZero() || d.form != turnDeriv {
		return Deriv{}, 0, false
	}
	return d.whole, d.number, true
}

// Mute is f without the accumulator at a place of its zone, and without the adds to it.
func Mute(place int) Deriv {
	return internDeriv(derivation{form: muteDeriv, text: "mute." + strconv.Itoa(place), number: place})
}

// IsMute takes mute.k apart.
func (d Deriv) IsMute() (place int, ok bool) {
	if d.IsZero() || d.form != muteDeriv {
		return 0, false
	}
	return d.number, true
}

// Checking is Rev, VJP, VJPF or VJPR that calls check : (T, δT) → (T, δT) on the result of f
// and on the seed, before R uses the seed.
func (d Deriv) Checking(check Func) Deriv {
	return internDeriv(derivation{form: checkingDeriv, text: d.text + "." + check.String(), number: none, whole: d, check: check})
}

// IsChecking takes d.check apart.
func (d Deriv) IsChecking() (whole Deriv, check Func, ok bool) {
	if d.IsZero() || d.form != checkingDeriv {
		return Deriv{}, Func{}, false
	}
	return d.whole, d.check, true
}

// A Part is the place of an accumulator in a zone, which stands for what so many
// leading indices of an array give.
type Part struct{ Place, Leading int }

// Update has an array in the place of parts of it, in the order of their places, and
// makes updates in place of the adds to them.
func Update(parts []Part) Deriv {
	text := "update"
	for _, p := range parts {
		text += fmt.Sprintf(".%d.%d", p.Place, p.Leading)
	}
	return internDeriv(derivation{form: updateDeriv, text: text, number: none, parts: slices.Clone(parts)})
}

// IsUpdate takes update.k.m… apart.
func (d Deriv) IsUpdate() (parts []Part, ok bool) {
	if d.IsZero() || d.form != updateDeriv {
		return nil, false
	}
	return slices.Clone(d.parts), true
}

// Holding is  hold.I.O$f : f with Held in the place of some Reals of its zone
// and of its argument, and of some of its result. I and O are sets of such
// places, as package hold writes them.
func Holding(in, out string) Deriv {
	return internDeriv(derivation{form: holdingDeriv, text: "hold." + in + "." + out, number: none, in: in, out: out})
}

// IsHolding takes hold.I.O apart.
func (d Deriv) IsHolding() (in, out string, ok bool) {
	if d.IsZero() || d.form != holdingDeriv {
		return "", "", false
	}
	return d.in, d.out, true
}

// Word is the word of a Deriv that is a word, or a word and a number.
func (d Deriv) Word() string {
	if d.IsZero() {
		return ""
	}
	return d.word
}

// Helper is for the names word$f of what a derivative calls and no rule derives.
func Helper(word string) Deriv {
	return internDeriv(derivation{form: helperDeriv, text: word, word: word, number: none})
}

// HelperOf is one of several such names, word.k$f.
func HelperOf(word string, k int) Deriv {
	return internDeriv(derivation{form: helperDeriv, text: word + "." + strconv.Itoa(k), word: word, number: k})
}

// parseDeriv reads the text of a Deriv. What no rule derives is a Helper.
func parseDeriv(text string) Deriv {
	if d, ok := words[text]; ok {
		return d
	}
	head, rest, dotted := strings.Cut(text, ".")
	if whole := words[head]; dotted && rest != "" && slices.Contains(checked, whole) {
		return whole.Checking(plain(rest))
	}
	d := Deriv{}
	numbers, whole := parseNumbers(rest)
	switch {
	case head == "mute" && whole && len(numbers) == 1:
		d = Mute(numbers[0])
	case head == "update" && whole:
		d = parseUpdate(numbers)
	case head == "hold":
		if in, out, _ := strings.Cut(rest, "."); hexadecimal(in) && hexadecimal(out) {
			d = Holding(in, out)
		}
	case strings.HasPrefix(head, "turn"):
		d = parseTurn(head[len("turn"):], rest)
	}
	if d.String() == text {
		return d
	}
	stem, last := text, ""
	if i := strings.LastIndexByte(text, '.'); i > 0 {
		stem, last = text[:i], text[i+1:]
	}
	if k, err := strconv.Atoi(last); err == nil && k >= 0 && HelperOf(stem, k).text == text {
		return HelperOf(stem, k)
	}
	return Helper(text)
}

// parseTurn reads what follows turn.
func parseTurn(number, rest string) Deriv {
	d, ok := words[rest]
	if !ok {
		d = parseDeriv(rest)
		if _, ok = d.IsUpdate(); !ok {
			return Deriv{}
		}
	}
	if number == "" {
		return d.Turn()
	}
	if k, err := strconv.Atoi(number); err == nil && k >= 0 {
		return d.TurnOf(k)
	}
	return Deriv{}
}

func parseUpdate(numbers []int) Deriv {
	var parts []Part
	for i := 0; i+1 < len(numbers); i += 2 {
		if i > 0 && numbers[i] <= numbers[i-2] {
			return Deriv{}
		}
		parts = append(parts, Part{numbers[i], numbers[i+1]})
	}
	if parts == nil {
		return Deriv{}
	}
	return Update(parts)
}

// parseNumbers reads numbers with dots between them.
func parseNumbers(text string) (numbers []int, ok bool) {
	for word := range strings.SplitSeq(text, ".") {
		k, err := strconv.Atoi(word)
		if err != nil || k < 0 {
			return nil, false
		}
		numbers = append(numbers, k)
	}
	return numbers, true
}

// hexadecimal says that a number is written in the one way that counts.
func hexadecimal(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdef") == "" && (s == "0" || s[0] != '0')
}
