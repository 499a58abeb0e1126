package deriv

import (
	"fmt"
	"strconv"
	"strings"

	"procad/proc"
)

// A Strategy says what the reverse of a sequential loop keeps of its iterations. It
// is part of the name of a loop, nTimes.binomial.20{f}, and changes nothing of
// what the loop computes. The zero Strategy is that of a loop that names none.
type Strategy struct {
	Kind StrategyKind
	K    int64 // the parameter of every, binomial and mixed, else 0
}

// A StrategyKind is a strategy without its parameter.
type StrategyKind string

const (
	KeepAll   StrategyKind = "store"     // the trace of every iteration
	Recompute StrategyKind = "recompute" // the initial state
	Every     StrategyKind = "every"     // every K-th state, and the traces of one block of K iterations
	Sqrt      StrategyKind = "sqrt"      // every(⌈√n⌉)
	Binomial  StrategyKind = "binomial"  // at most K states, with the fewest forward iterations (revolve)
	Bisect    StrategyKind = "bisect"    // the states at the halves, their halves, …
	Mixed     StrategyKind = "mixed"     // K times the room of a state, for states and for traces
	// Auto is whatever is fastest within the memory that is given. Where none is, it is what a loop without a
	// strategy has: store, or every(K) for a K that is chosen when the loop begins.
	Auto StrategyKind = "auto"
)

// Strategies says which kinds there are, and which have a parameter.
var Strategies = map[StrategyKind]bool{
	KeepAll: false, Recompute: false, Every: true, Sqrt: false, Binomial: true, Bisect: false, Mixed: true, Auto: false,
}

// StrategyOf is the strategy in the name of a loop.
func StrategyOf(f proc.Func) Strategy {
	n := f.Note()
	return Strategy{StrategyKind(n.Word), n.Number}
}

// With is a loop of that kind with a strategy.
func With(k proc.LoopKind, s Strategy) proc.LoopForm {
	return proc.LoopForm{Kind: k, Note: proc.Note{Word: string(s.Kind), Number: s.K}}
}

// CheckLoop demands that the name of a loop has a strategy that such a loop can have, or none.
func CheckLoop(f proc.Func) error {
	kind, _, _ := f.Loop()
	s := StrategyOf(f)
	wants, known := Strategies[s.Kind]
	fits := known && wants == (s.K > 0) && kind.Sequential() && (kind != proc.While || s.Online())
	if s != (Strategy{}) && !fits {
		return fmt.Errorf("%s has no strategy %q", kind, s.dotted())
	}
	return nil
}

// Known says that there is such a kind.
func (k StrategyKind) Known() bool {
	_, ok := Strategies[k]
	return ok
}

// Kept is the kind of the strategy in force: a loop without one has auto.
func (s Strategy) Kept() StrategyKind {
	if s.Kind == "" {
		return Auto
	}
	return s.Kind
}

// Chosen says that the program, the command line or the memory has chosen a strategy.
func (s Strategy) Chosen() bool { return s.Kind != "" && s.Kind != Auto }

// Online says that a strategy needs not know how many iterations there will be, so
// that a while loop can have it.
func (s Strategy) Online() bool {
	switch s.Kind {
	case "", KeepAll, Recompute, Every, Binomial, Auto:
		return true
	}
	return false
}

// String gives the strategy as a source program writes it: binomial(20).
func (s Strategy) String() string {
	if Strategies[s.Kind] {
		return fmt.Sprintf("%s(%d)", s.Kind, s.K)
	}
	return string(s.Kind)
}

// dotted gives the strategy as the name of a loop has it: binomial.20.
func (s Strategy) dotted() string {
	if s.K != 0 {
		return fmt.Sprintf("%s.%d", s.Kind, s.K)
	}
	return string(s.Kind)
}

// ParseStrategy is the inverse of String.
func ParseStrategy(text string) (Strategy, error) {
	head, arg, has := strings.Cut(strings.TrimSpace(text), "(")
	if has && !strings.HasSuffix(arg, ")") {
		return Strategy{}, fmt.Errorf("a ) is missing after %q", text)
	}
	return NewStrategy(StrategyKind(strings.TrimSpace(head)), strings.TrimSpace(strings.TrimSuffix(arg, ")")), has)
}

// NewStrategy makes a strategy from its name and from the text of its parameter.
func NewStrategy(kind StrategyKind, arg string, has bool) (Strategy, error) {
	wants, known := Strategies[kind]
	switch {
	case !known:
		return Strategy{}, fmt.Errorf("there is no strategy called %q; there are store, recompute, every(k), sqrt, binomial(s), bisect, mixed(s) and auto", kind)
	case wants && !has:
		return Strategy{}, fmt.Errorf("%s needs a number, as in %s(20)", kind, kind)
	case !wants && has:
		return Strategy{}, fmt.Errorf("%s takes no number", kind)
	case !wants:
		return Strategy{Kind: kind}, nil
	}
	k, err := strconv.ParseInt(arg, 10, 64)
	if err != nil {
		return Strategy{}, fmt.Errorf("%s takes a whole number, not %q", kind, arg)
	}
	if k < 1 {
		return Strategy{}, fmt.Errorf("%s(%d): the number must be at least 1", kind, k)
	}
	return Strategy{kind, k}, nil
}
