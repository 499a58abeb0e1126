package proc

import (
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// A Func names a function: a definition of the program, a primitive, or what
// is made from them on demand.
//
//	f ::= name | deriv$f | loop{f} | family{τ, …} | family{τ, …, "m"} | check{"m"}
//
// Names are interned: two Funcs are of one name exactly where == says so, a Func may be a
// map key, and what a name consists of is looked up. Its text is for people
// and files: spelling.go writes it, and reads it.
type Func struct{ *funcName }

// A funcName is what a name consists of.
type funcName struct {
	form  form
	id    int
	word  string // the name itself, or that of the family or check
	deriv Deriv  // deriv$of
	loop  LoopForm
	of    Func   // what is derived, or the body of the loop
	types []Type // of family{types}
	label Func   // l of a plain name f.l
	text  atomic.Pointer[string]

	message string // of check{"message"}, and of family{types, "message"}
	long    bool   // a type of the name has a long text
}

// A form is a way to make names.
type form byte

const (
	plainForm  form = iota // name
	derivForm              // deriv$f
	loopForm               // loop{f}
	familyForm             // family{τ, …}
	checkForm              // check{"m"}
)

// nameKey tells names apart.
type nameKey struct {
	form    form
	word    string
	deriv   Deriv
	loop    LoopForm
	of      Func
	types   string // their ids
	message string
}

// funcs are the names that there are.
var funcs = struct {
	sync.RWMutex
	known map[nameKey]*funcName
}{known: map[nameKey]*funcName{}}

func internFunc(key nameKey, types []Type) Func {
	funcs.RLock()
	n := funcs.known[key]
	funcs.RUnlock()
	if n != nil {
		return Func{n}
	}
	n = &funcName{form: key.form, word: key.word, deriv: key.deriv, loop: key.loop, of: key.of, types: slices.Clone(types), message: key.message}
	if n.of != (Func{}) {
		n.long = n.of.long
	}
	if key.form == plainForm {
		n.label = plain(labelIn(key.word))
	}
	for _, t := range types {
		n.long = n.long || t.size() > longType
	}
	funcs.Lock()
	defer funcs.Unlock()
	if old := funcs.known[key]; old != nil {
		return Func{old}
	}
	n.id = len(funcs.known) + 1
	funcs.known[key] = n
	return Func{n}
}

// plain is a name that consists of nothing.
func plain(word string) Func {
	if word == "" {
		return Func{}
	}
	return internFunc(nameKey{form: plainForm, word: word}, nil)
}

// IsZero says that f names nothing.
func (f Func) IsZero() bool { return f.funcName == nil }

// ID is a number that no other name has in this run of the program.
func (f Func) ID() int {
	if f.IsZero() {
		return 0
	}
	return f.id
}

// Of names the loop whose body is f.
func (l LoopForm) Of(f Func) Func { return internFunc(nameKey{form: loopForm, loop: l, of: f}, nil) }

// Of names the loop whose body is f.
func (k LoopKind) Of(f Func) Func { return LoopForm{Kind: k}.Of(f) }

// Loop takes a name loop{f} apart; Note has what else it says.
func (f Func) Loop() (k LoopKind, body Func, ok bool) {
	if f.IsZero() || f.form != loopForm {
		return "", Func{}, false
	}
	return f.loop.Kind, f.of, true
}

// Note is the note in the name of a loop.
func (f Func) Note() Note {
	if f.IsZero() {
		return Note{}
	}
	return f.loop.Note
}

// Around is the loop f around another body, with the same note.
func (f Func) Around(body Func) Func { return f.loop.Of(body) }

// Family takes a name family{τ, …} apart. The types must not be changed.
func (f Func) Family() (family string, types []Type, ok bool) {
	switch {
	case f.IsZero():
		return "", nil, false
	case f.form == familyForm:
		return f.word, f.types, true
	}
	return "", nil, false
}

// OfFamily says that f is a member of one of some families.
func (f Func) OfFamily(families ...string) bool {
	family, _, ok := f.Family()
	return ok && slices.Contains(families, family)
}

// FamilyOf names the member of a family at the given types.
func FamilyOf(family string, types ...Type) Func {
	var room [32]byte
	ids := room[:0]
	for _, t := range types {
		ids = append(strconv.AppendInt(ids, int64(t.id()), 36), ',')
	}
	return internFunc(nameKey{form: familyForm, word: family, types: string(ids)}, types)
}

// At is the member of the family of f at other types, with the same message.
func (f Func) At(types ...Type) Func { return FamilyOf(f.word, types...).With(f.message) }

// With is the member of a family with a message, as trace{τ, "m"}.
func (f Func) With(message string) Func {
	if message == "" {
		return f
	}
	key := nameKey{form: familyForm, word: f.word, types: strconv.Itoa(f.id), message: message}
	return internFunc(key, f.types)
}

// Message is what the name of a check, or of a member of a family, says after its types.
func (f Func) Message() string {
	if f.IsZero() {
		return ""
	}
	return f.message
}

// CheckOf names a check with its message, as assert{"m"}.
func CheckOf(check, message string) Func {
	return internFunc(nameKey{form: checkForm, word: check, message: message}, nil)
}

// Check takes the name of a check apart.
func (f Func) Check() (check, message string, ok bool) {
	if f.IsZero() || f.form != checkForm {
		return "", "", false
	}
	return f.word, f.message, true
}

// Label is the last part of the plain name in f: l for f.l and d$f.l, f for f and d$f.
func (f Func) Label() Func {
	for !f.IsZero() && f.of != (Func{}) {
		f = f.of
	}
	if f.IsZero() || f.label.IsZero() {
		return f
	}
	return f.label
}

// MadeName says that a function has a name that only procad gives: of a
// derivative, of what a derivative calls, or of what a family or a loop has.
func (f Func) MadeName() bool { return !f.IsZero() && f.form != plainForm }
