package deriv

import (
	"strconv"
	"strings"
)

// A Phase says what a loop of a derivative does. The body of that loop of d$f is
// phase.d$f, or phasek.d$f where there is one loop for each of several parts k.
type Phase string

// Body is the phase of a loop that is the only one, or the main one.
const Body Phase = "iteration"

// The phases of a loop with checkpoints.
const (
	Save     Phase = "save"     // puts a state on the stack of checkpoints
	Descend  Phase = "descend"  // goes to where a schedule wants the next checkpoint, and saves it
	Advance  Phase = "advance"  // runs an iteration, of which nothing is stored
	Tape     Phase = "tape"     // runs an iteration, and stores its trace
	TapeLast Phase = "tapeLast" // stores the trace of an iteration whose value nobody needs
	Restore  Phase = "restore"  // tapes again from the last checkpoint
	Resave   Phase = "resave"   // puts back a state right after it was taken from the stack
	Measure  Phase = "measure"  // measures a trace
	Online   Phase = "online"   // runs forwards, while the number of iterations is not known
	Thin     Phase = "thin"     // drops every other checkpoint
	ThinTo   Phase = "thinTo"   // moves those that stay to another stack
	ThinBack Phase = "thinBack" // moves them back
)

// Other phases.
const (
	Value  Phase = "value"  // of a fold that finds a maximum: the value of one iteration
	Scale  Phase = "scale"  // of a sweep: multiplies gradient k by the cotangent of the result
	Column Phase = "column" // of jacfwd: one direction of part k of the argument
	Entry  Phase = "entry"  // of jacfwd: one element of a column
	Row    Phase = "row"    // of jacrev: a row, with a forward pass of its own
)

// numbered says of each phase whether there is one for each of several parts.
var numbered = map[Phase]bool{
	Body: false,
	Save: false, Descend: false, Advance: false, Tape: false, TapeLast: false, Restore: false, Resave: false,
	Measure: false, Online: false, Thin: false, ThinTo: false, ThinBack: false,
	Value: false, Scale: true, Column: true, Entry: true, Row: false,
}

// phaseOf reads  phase | phasek ; k is none where there is none.
func phaseOf(text string) (phase Phase, k int, ok bool) {
	word := strings.TrimRight(text, "0123456789")
	phase, k = Phase(word), none
	isNumbered, ok := numbered[phase]
	if ok && isNumbered {
		var err error
		k, err = strconv.Atoi(text[len(word):])
		return phase, k, err == nil && strconv.Itoa(k) == text[len(word):]
	}
	return phase, k, ok && len(word) == len(text)
}
