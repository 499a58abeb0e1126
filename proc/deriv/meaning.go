package deriv

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"procad/proc"
)

// A meaning is what the text of a Deriv says.
type meaning struct {
	kind   kind
	word   string // of a helper
	phase  Phase  // of an iteration
	number int    // of the part of an iteration, of a helper, or the place that is erased
	whole  proc.Deriv
	check  proc.Func
	parts  []Part
	places []int // of arrays that are not restored

	in, out string
}

// A kind is a way to write Derivs.
//
//	deriv ::= name | phase.deriv | phasek.deriv | erase.k | update.k.m… | inactive.I.O | unread.k… | settled.k… | name.check | word | word.k
type kind byte

const (
	helper    kind = iota // word, word.k
	plain                 // name
	iteration             // phase.whole, phasek.whole
	erase                 // erase.k
	update                // update.k.m…
	inactive              // inactive.I.O
	unread                // unread.k…
	settled               // settled.k…
	checking              // whole.check
)

// none is the number of an iteration, or of a helper, that has none.
const none = -1

// meanings are those that were made, or read before.
var meanings sync.Map // proc.Deriv → *meaning

// known is the Deriv of that text and meaning.
func known(text string, m meaning) proc.Deriv {
	d := proc.NewDeriv(text)
	if _, ok := meanings.Load(d); !ok {
		meanings.Store(d, &m)
	}
	return d
}

var nothing meaning

// of is the meaning of d.
func of(d proc.Deriv) *meaning {
	if d.IsZero() {
		return &nothing
	}
	m, ok := meanings.Load(d)
	if !ok {
		// What is written in any other way than it would be made is a helper's.
		if read(d.String()) != d {
			helped(d.String())
		}
		m, _ = meanings.Load(d)
	}
	return m.(*meaning)
}

// read is the Deriv that a text seems to be of.
func read(text string) proc.Deriv {
	head, rest, _ := strings.Cut(text, ".")
	if whole := words[head]; checked[whole] && rest != "" {
		return Checking(whole, proc.Name(rest))
	}
	numbers, all := numbersOf(rest)
	switch {
	case head == "erase" && all && len(numbers) == 1:
		return Erase(numbers[0])
	case head == "update" && all:
		return updateOf(numbers)
	case head == "unread" && all && slices.IsSorted(numbers):
		return Unread(numbers)
	case head == "settled" && all && slices.IsSorted(numbers):
		return Settled(numbers)
	case head == "inactive":
		if in, out, _ := strings.Cut(rest, "."); hexadecimal(in) && hexadecimal(out) {
			return Inactive(in, out)
		}
	}
	if phase, k, ok := phaseOf(head); ok {
		return iterationOf(phase, k, rest)
	}
	return proc.Deriv{}
}

// iterationOf reads what follows a phase.
func iterationOf(phase Phase, k int, rest string) proc.Deriv {
	d, ok := words[rest]
	if !ok {
		d = proc.NewDeriv(rest)
		if _, ok = IsUpdate(d); !ok {
			return proc.Deriv{}
		}
	}
	if k == none {
		return IterationOf(d, phase)
	}
	return IterationOfPart(d, phase, k)
}

func updateOf(numbers []int) proc.Deriv {
	var parts []Part
	for i := 0; i+1 < len(numbers); i += 2 {
		if i > 0 && numbers[i] <= numbers[i-2] {
			return proc.Deriv{}
		}
		parts = append(parts, Part{numbers[i], numbers[i+1]})
	}
	if parts == nil {
		return proc.Deriv{}
	}
	return Update(parts)
}

// helped reads  word | word.k .
func helped(text string) {
	if i := strings.LastIndexByte(text, '.'); i > 0 {
		if k, err := strconv.Atoi(text[i+1:]); err == nil && k >= 0 && strconv.Itoa(k) == text[i+1:] {
			HelperOf(text[:i], k)
			return
		}
	}
	Helper(text)
}

// numbersOf reads numbers with dots between them.
func numbersOf(text string) (numbers []int, ok bool) {
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
